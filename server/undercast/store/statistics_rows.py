"""What is counted of a game that ended, as rows: one of the game, and one of each who agreed.

Wherever the household's statistics are kept, they are these rows: see `statistics`.
"""

import zlib
from collections.abc import Iterator

import msgspec

from undercast.book import statistics
from undercast.book.statistics import Giving
from undercast.room.ended_games import EndedGame
from undercast.rules.game import Result, Table
from undercast.rules.modes.coop import HUMAN_TEAM
from undercast.rules.settings import Mode

MOST_GAMES = 20_000
"""A game of a room that is gone is forgotten after so many others: evenings of decades."""


def key_of(name: str) -> str:
    """What all spellings of a name have in common."""
    return name.casefold()


def checksum(ended: EndedGame) -> int:
    """Tells one ending of a game from another."""
    return zlib.crc32(msgspec.msgpack.encode((ended.table.turns, ended.table.result)))


def of_game(ended: EndedGame) -> tuple[object, ...]:
    """Mode, how it ended, whether somebody won, and what its turns came to."""
    table = ended.table
    assert table.result is not None  # it is over
    giving = statistics.clue_totals(ended)
    won = _is_won(table, table.result)
    how, turns = table.result.ending, len(table.turns)
    return (table.settings.mode, how, won, turns, giving.clues, giving.found, giving.assassins)


def _is_won(table: Table, result: Result) -> bool:
    lost = table.settings.mode is Mode.COOP and result.winner is not HUMAN_TEAM
    return result.winner is not None and not lost


def of_people(ended: EndedGame) -> Iterator[tuple[object, ...]]:
    """A row for each who agreed, and for each pair of two who did."""
    agreed = {who: ended.names[who] for who in ended.counted}
    for who, of in statistics.people([ended]).items():
        if who in agreed:
            more = (of.touches, of.hits)
            yield _row(agreed[who], "", (of.won, of.lost), of.giving, more)
    for (giver, guesser), both in statistics.pairs([ended]).items():
        if giver in agreed and guesser in agreed:
            yield _row(agreed[giver], key_of(agreed[guesser]), (0, 0), both.giving, (0, 0))


def _row(
    name: str, guesser: str, ends: tuple[int, int], giving: Giving, touches: tuple[int, int]
) -> tuple[object, ...]:
    best = (None, None) if giving.best is None else (giving.best.count, giving.best.word)
    given = (giving.clues, giving.meant, giving.found, giving.assassins)
    return (key_of(name), guesser, name, *ends, *given, *touches, *best)
