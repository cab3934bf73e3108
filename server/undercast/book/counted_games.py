"""What the household's statistics count of an ended game, as rows that stores keep and add up.

A game has one row. So has each player who agreed to be counted by name, and each pair of a giver
and a guesser who both did.
"""

from collections.abc import Iterator
from typing import NamedTuple

from undercast.book import statistics
from undercast.book.statistics import ClueNumbers
from undercast.room.ended_games import EndedGame
from undercast.rules.game import Ending
from undercast.rules.modes.coop import HUMAN_TEAM
from undercast.rules.settings import Mode


class GameRow(NamedTuple):
    """A game."""

    mode: Mode
    ending: Ending
    won: bool
    """Whether somebody won; in co-op, the players."""
    turns: int
    clues: int
    found: int
    assassins: int


class PersonRow(NamedTuple):
    """A player, or a pair, in one game."""

    key: str
    """`name_key` of the player, or of the pair's giver."""
    guesser: str
    """`name_key` of the pair's guesser; empty for a player's own row."""
    name: str
    """The name as the player wrote it."""
    won: int
    lost: int
    clues: int
    meant: int
    found: int
    assassins: int
    touches: int
    hits: int
    best: int | None
    """The number of the best clue."""
    word: str | None


def name_key(name: str) -> str:
    """What all spellings of a name have in common."""
    return name.casefold()


def game_row(ended: EndedGame) -> GameRow:
    """The row of this game."""
    table = ended.table
    mode, result = table.settings.mode, table.result
    assert result is not None  # it is over
    won = result.winner is HUMAN_TEAM if mode is Mode.COOP else result.winner is not None
    giving = statistics.clue_totals(ended)
    sums = (giving.clues, giving.found, giving.assassins)
    return GameRow(mode, result.ending, won, len(table.turns), *sums)


def person_rows(ended: EndedGame) -> Iterator[PersonRow]:
    """The rows of the players who agreed, and of their pairs."""
    agreed = {who: ended.names[who] for who in ended.counted}
    for who, of in statistics.people([ended]).items():
        if who in agreed:
            yield _person_row(agreed[who], "", of.giving, (of.won, of.lost, of.touches, of.hits))
    for (giver, guesser), pair in statistics.pairs([ended]).items():
        if giver in agreed and guesser in agreed:
            yield _person_row(agreed[giver], name_key(agreed[guesser]), pair.giving)


def _person_row(
    name: str, guesser: str, giving: ClueNumbers, own: tuple[int, int, int, int] = (0, 0, 0, 0)
) -> PersonRow:
    won, lost, touches, hits = own
    best = (None, None) if giving.best is None else (giving.best.count, giving.best.word)
    given = (giving.clues, giving.meant, giving.found, giving.assassins)
    return PersonRow(name_key(name), guesser, name, won, lost, *given, touches, hits, *best)
