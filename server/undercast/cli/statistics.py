"""`undercast stats`: the statistics as lines of text."""

from collections.abc import Iterator

from undercast.book.statistics import ClueNumbers
from undercast.service import GameTotals, HouseholdStatistics, NamedPair, NamedPerson


def statistics_lines(household: HouseholdStatistics) -> Iterator[str]:
    """All statistics, line by line."""
    if not household.games:
        yield "No games counted yet"
    yield from map(_games, household.games)
    if household.people:
        yield from ("", "People who chose to keep their stats:")
        yield from map(_person, household.people)
    if household.pairs:
        yield from ("", "Clues by pair:")
        yield from map(_pair, household.pairs)


def _games(row: GameTotals) -> str:
    end = f"{'won' if row.won else 'not won'} ({row.ending})"
    return (
        f"{row.mode}, {end}: {_count(row.games, 'game')}, {_count(row.turns, 'turn')},"
        f" {_count(row.clues, 'clue')}, {row.found} agents found,"
        f" {_count(row.assassins, 'assassin')}"
    )


def _person(person: NamedPerson) -> str:
    totals = person.numbers
    played = f"{_count(totals.games, 'game')}, {totals.won} won, {totals.lost} lost"
    cards = _count(totals.touches, "card")
    touched = f"; touched {cards}, {totals.hits} rightly" if totals.touches else ""
    return f"{person.name}: {played}{_giving(totals.giving)}{touched}"


def _pair(pair: NamedPair) -> str:
    totals = pair.numbers
    return f"{pair.giver} to {pair.guesser}: {_count(totals.games, 'game')}{_giving(totals.giving)}"


def _giving(clues: ClueNumbers) -> str:
    if not clues.clues:
        return ""
    best = f", best {clues.best.word or '(spoken)'} {clues.best.number}" if clues.best else ""
    killed = f", {_count(clues.assassins, 'assassin')}" if clues.assassins else ""
    found = f"{clues.found / clues.clues:.1f} found per clue"
    return f"; {_count(clues.clues, 'clue')}, {found}{best}{killed}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
