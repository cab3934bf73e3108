"""Awards of an ended game: three at most, from what everybody saw; none honours a clue twice."""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from undercast.rules.cards import Identity, Team
from undercast.rules.game import Ending, Table, Touch, Turn, TurnEnd
from undercast.rules.settings import Mode

MOST = 3
"""Awards of a game."""

SHORTEST_STREAK = 3
"""The fewest agents in a row that earn an award."""

FEWEST_FINDS = 3
"""The fewest agents that make somebody the sharpest guesser."""

LOWEST_BOLD = 2
"""The lowest number of a bold clue of which all were found."""

LEAST_SHORT = 2
"""How far below its number a turn must end to be a stop."""

NARROW = 2
"""A win is an escape if no more than this separated the winners from losing."""


class AwardKind(StrEnum):
    """What an award is for."""

    BOLDEST = "boldest"
    """The clue with the highest number of which all was found in its own turn; the first of
    several. `value` is its number."""
    STREAK = "streak"
    """The most agents that one turn found in a row; the first of several. `value` is how many."""
    FIND = "find"
    """The most agents that one turn found beyond its clue's number. `value` is how many."""
    GUESSER = "guesser"
    """Who found the most agents in all. `value` is how many."""
    ESCAPE = "escape"
    """A win that was nearly none. `value` is how many agents the rival (in co-op the simulated
    team) had left, or in a duet how many tokens."""
    STOP = "stop"
    """The winners ended this turn by choice, the furthest below its number. `value` is how far."""


GUESSERS = frozenset({AwardKind.STREAK, AwardKind.FIND, AwardKind.GUESSER})
"""Honour whoever touched; a game has one of them."""

OF_NO_CLUE = frozenset({AwardKind.GUESSER, AwardKind.ESCAPE})


class Award(Struct, frozen=True):
    """What is worth a mention. The same game always gets the same awards."""

    kind: AwardKind
    turn: int
    """Index of the turn, from 0."""
    value: int
    by: str | None = None
    """Player id of whom it honours; null: the team."""


def awards(table: Table) -> tuple[Award, ...]:
    """The awards of a game that is over; of an abandoned one none."""
    if table.result is None or table.result.ending is Ending.ABANDONED:
        return ()
    given: list[Award] = []
    for award in _candidates(table):
        clues = {one.turn for one in given if one.kind not in OF_NO_CLUE}
        twice = award.kind not in OF_NO_CLUE and award.turn in clues
        if not twice and not (award.kind in GUESSERS and any(it.kind in GUESSERS for it in given)):
            given.append(award)
    return tuple(given[:MOST])


def _candidates(table: Table) -> Iterator[Award]:
    """At most one of each kind, in the order in which they are given."""
    yield from _boldest(table)
    yield from _streak(table)
    yield from _find(table)
    yield from _guesser(table)
    yield from _escape(table)
    yield from _stop(table)


def agents_found(turn: Turn) -> int:
    """Own agents that the turn found; what was taken back does not count."""
    return sum(touch.identity is Identity(turn.team) for touch in turn.counted)


def is_bold(turn: Turn) -> bool:
    """Whether the turn had a clue for several, and found all of them."""
    number = 0 if turn.clue is None else turn.clue.count
    return number >= LOWEST_BOLD and agents_found(turn) >= number


def _boldest(table: Table) -> Iterator[Award]:
    bold = [
        (n, turn.clue.count) for n, turn in enumerate(table.turns) if turn.clue and is_bold(turn)
    ]
    if bold:
        turn, number = max(bold, key=lambda one: one[1])  # the first of several
        yield Award(AwardKind.BOLDEST, turn, number, table.turns[turn].giver)


def _escape(table: Table) -> Iterator[Award]:
    between = _between(table)
    if between is not None and between <= NARROW:
        yield Award(AwardKind.ESCAPE, len(table.turns) - 1, between)


def _between(table: Table) -> int | None:
    """What stood between the winners and losing; None where nobody found all."""
    result = table.result
    if result is None or result.winner is None or result.ending is not Ending.ALL_AGENTS:
        return None
    if table.duet is not None:
        return table.duet.tokens
    lost = table.settings.mode is Mode.COOP and result.score is None
    return None if lost else table.agents_left(result.winner.rival)


def _streak(table: Table) -> Iterator[Award]:
    streaks = [_longest(turn.team, turn) for turn in table.turns]
    longest = max(streaks, default=0)
    if longest >= SHORTEST_STREAK:
        turn = streaks.index(longest)
        yield Award(AwardKind.STREAK, turn, longest, _finder(table.turns[turn : turn + 1]))


def _find(table: Table) -> Iterator[Award]:
    beyond = [
        agents_found(turn) - turn.clue.count if turn.clue and turn.clue.count else 0
        for turn in table.turns
    ]
    most = max(beyond, default=0)
    if most > 0:
        turn = beyond.index(most)
        yield Award(AwardKind.FIND, turn, most, _finder(table.turns[turn : turn + 1]))


def _guesser(table: Table) -> Iterator[Award]:
    finder = _finder(table.turns)
    found = [sum(touch.by == finder for touch in _finds(turn)) for turn in table.turns]
    if finder is not None and sum(found) >= FEWEST_FINDS:
        yield Award(AwardKind.GUESSER, found.index(max(found)), sum(found), finder)


def _stop(table: Table) -> Iterator[Award]:
    assert table.result is not None  # it is over
    short = [
        turn.clue.count - agents_found(turn)
        if turn.clue and turn.ended is TurnEnd.BY_CHOICE and turn.team is table.result.winner
        else 0
        for turn in table.turns
    ]
    furthest = max(short, default=0)
    if furthest >= LEAST_SHORT:
        yield Award(AwardKind.STOP, short.index(furthest), furthest)


def _finder(turns: tuple[Turn, ...]) -> str | None:
    """Who found the most agents under others' clues; the first of several."""
    found = Counter(touch.by for turn in turns for touch in _finds(turn))
    return max(found, key=lambda who: found[who]) if found else None


def _finds(turn: Turn) -> Iterator[Touch]:
    """Own agents that somebody else than the giver touched."""
    for touch in turn.counted:
        if touch.identity is Identity(turn.team) and touch.by != turn.giver:
            yield touch


def _longest(team: Team, turn: Turn) -> int:
    """Own agents in a row; anything else ends it."""
    longest = row = 0
    for touch in turn.counted:
        row = row + 1 if touch.identity is Identity(team) else 0
        longest = max(longest, row)
    return longest
