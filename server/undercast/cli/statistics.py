"""The household's statistics as lines for the terminal."""

from collections.abc import Iterator

from undercast.book.statistics import Giving
from undercast.service import GameTotals, Household, NamedPair, NamedPerson


def statistics_lines(household: Household) -> Iterator[str]:
    """All that is known, in lines."""
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
        f"{row.mode}, {end}: {_plural(row.games, 'game')}, {_plural(row.turns, 'turn')},"
        f" {_plural(row.clues, 'clue')}, {row.found} agents found,"
        f" {_plural(row.assassins, 'assassin')}"
    )


def _person(person: NamedPerson) -> str:
    of = person.numbers
    played = f"{_plural(of.games, 'game')}, {of.won} won, {of.lost} lost"
    touched = f"; touched {_plural(of.touches, 'card')}, {of.hits} rightly" if of.touches else ""
    return f"{person.name}: {played}{_giving(of.giving)}{touched}"


def _pair(pair: NamedPair) -> str:
    of = pair.numbers
    return f"{pair.giver} to {pair.guesser}: {_plural(of.games, 'game')}{_giving(of.giving)}"


def _giving(of: Giving) -> str:
    if not of.clues:
        return ""
    best = "" if of.best is None else f", best {of.best.word or '(spoken)'} {of.best.number}"
    killed = f", {_plural(of.assassins, 'assassin')}" if of.assassins else ""
    return f"; {_plural(of.clues, 'clue')}, {of.found / of.clues:.1f} found per clue{best}{killed}"


def _plural(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
