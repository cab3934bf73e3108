"""Awards of an ended game: three at most, from what everybody saw."""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from undercast.rules.cards import Identity, Team
from undercast.rules.game import Ending, Table, Turn
from undercast.rules.settings import Mode

SHORTEST_STREAK = 3
"""The fewest agents in a row that earn an award."""

LOWEST_BOLD = 2
"""The lowest number of a bold clue of which all were found."""

NARROW = 2
"""A win is an escape if no more than this separated the winners from losing."""


class AwardKind(StrEnum):
    """What an award is for."""

    BOLDEST = "boldest"
    """The clue with the highest number of which all was found in its own turn; the first of
    several. `value` is its number."""
    ESCAPE = "escape"
    """A win that was nearly none. `value` is how many agents the rival (in co-op the simulated
    team) had left, or in a duet how many tokens."""
    STREAK = "streak"
    """The most agents that one turn found in a row; the first of several. `value` is how many."""


class Award(Struct, frozen=True):
    """What is worth a mention. The same game always gets the same awards."""

    kind: AwardKind
    turn: int
    """Index of the turn, from 0."""
    value: int


def awards(table: Table) -> tuple[Award, ...]:
    """The awards of a game that is over, in the order of their kinds; of an abandoned one none."""
    if table.result is None or table.result.ending is Ending.ABANDONED:
        return ()
    return (*_boldest(table), *_escape(table), *_streak(table))


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
        yield Award(AwardKind.BOLDEST, turn, number)


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
        yield Award(AwardKind.STREAK, streaks.index(longest), longest)


def _longest(team: Team, turn: Turn) -> int:
    """Own agents in a row; anything else ends it."""
    longest = row = 0
    for touch in turn.counted:
        row = row + 1 if touch.identity is Identity(team) else 0
        longest = max(longest, row)
    return longest
