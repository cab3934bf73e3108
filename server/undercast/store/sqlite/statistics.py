"""The household's statistics: the rows of `undercast.book.counted_games`, and their sums.

A game is counted exactly once, whatever crashes: in one transaction with the note that it was. If
it goes on after all (the clock was set back), its rows are deleted with its record. When its room
is deleted by age, its row stays without the room's code until MAX_DETACHED_GAMES came after it;
`undercast delete` deletes the rows, too.

Everything here raises sqlite3.Error; what writes runs in the caller's transaction.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from undercast.book.counted_games import GameRow, game_row, name_key, person_rows
from undercast.book.statistics import ClueNumbers, PairNumbers, PersonNumbers
from undercast.room.ended_games import EndedGame
from undercast.rules.clues import Clue
from undercast.rules.game import Ending
from undercast.rules.settings import Mode
from undercast.service import GameTotals, HouseholdStatistics, NamedPair, NamedPerson
from undercast.store import checkpoints, port
from undercast.store.sqlite.schema import STATISTICS_TABLES

_NUMBERS = "won, lost, clues, meant, found, assassins, touches, hits"


def uncounted(db: sqlite3.Connection) -> list[tuple[str, int]]:
    """The games whose record is newer than their statistics."""
    query = (
        "select code, game from games left join counted using (code, game)"
        " where counted.at is not games.at"
    )
    return [(str(code), game) for code, game in db.execute(query)]


def count(db: sqlite3.Connection, code: str, ended: EndedGame, *, counts: bool) -> None:
    """Count this game, or count it anew if it ended differently; otherwise do nothing.

    With `counts` false the game is marked as not counted.
    """
    ending = checkpoints.ending_checksum(ended)
    here = (code, ended.number)
    known = db.execute("select id, ending from counted where code = ? and game = ?", here)
    row = known.fetchone()
    if row is not None and row[1] == ending:
        db.execute("update counted set at = ? where id = ?", (ended.at, row[0]))
        return
    uncount(db, code, ended.number)
    of_game = game_row(ended) if counts else (None,) * len(GameRow._fields)
    people = person_rows(ended) if counts else ()
    insert(db, (None, *here, ended.at, ending, *of_game), people)
    _trim(db)


def insert(
    db: sqlite3.Connection, game: tuple[object, ...], people: Iterable[tuple[object, ...]]
) -> None:
    """Write a row of `counted`, and those of its people; with an id of None, under the next one."""
    added = db.execute(_insert_into("counted"), game)
    rows = [(added.lastrowid, *person) for person in people]
    db.executemany(_insert_into("counted_people"), rows)


def _insert_into(table: str) -> str:
    marks = ", ".join("?" * len(STATISTICS_TABLES[table]))
    return f"insert or replace into {table} values ({marks})"  # noqa: S608  # names of ours


def uncount(db: sqlite3.Connection, code: str, game: int) -> None:
    """The game goes on after all, or ended differently: delete its rows."""
    _delete(db, "code = ? and game = ?", code, game)


def detach_rooms(db: sqlite3.Connection, codes: Iterable[str]) -> None:
    """These rooms are gone: their games stay, without the rooms' codes."""
    for code in codes:
        _delete(db, "code = ? and mode is null", code)
        db.execute("update counted set code = null where code = ?", (code,))


def delete_room(db: sqlite3.Connection, code: str) -> None:
    """Delete the statistics of this room's games."""
    _delete(db, "code = ?", code)


def forget_name(db: sqlite3.Connection, name: str) -> int:
    """Delete the statistics of this name; returns how many games it was counted in."""
    known = name_key(name)
    query = "select count(*) from counted_people where name = ? and guesser = ''"
    games = int(db.execute(query, (known,)).fetchone()[0])
    db.execute("delete from counted_people where name = ?1 or guesser = ?1", (known,))
    return games


def household(db: sqlite3.Connection, names: AbstractSet[str] | None = None) -> HouseholdStatistics:
    """All games, and the people of these names (by default all)."""
    query = (
        "select mode, how, won, count(*), sum(turns), sum(clues), sum(found), sum(assassins)"
        " from counted where mode is not null group by 1, 2, 3 order by 1, 2, 3"
    )
    games = tuple(
        GameTotals(Mode(mode), Ending(how), bool(won), *sums)
        for mode, how, won, *sums in db.execute(query)
    )
    keys = _names(db) if names is None else sorted(map(name_key, names))
    shown = {key: found for key in keys if (found := _latest_name(db, key)) is not None}
    people = tuple(NamedPerson(name, _person(db, key)) for key, name in shown.items())
    return HouseholdStatistics(games, people, tuple(_pairs(db, shown)))


def _names(db: sqlite3.Connection) -> list[str]:
    query = "select distinct name from counted_people where guesser = '' order by name"
    return [str(name) for (name,) in db.execute(query)]


def _latest_name(db: sqlite3.Connection, name: str) -> str | None:
    """The latest spelling of the name; None for somebody who was never counted."""
    query = "select shown from counted_people where name = ? order by counted desc limit 1"
    row = db.execute(query, (name,)).fetchone()
    return None if row is None else str(row[0])


def _person(db: sqlite3.Connection, name: str) -> PersonNumbers:
    games, won, lost, giving, touches, hits = _sums(db, name, "")
    return PersonNumbers(games, won, lost, giving, touches, hits)


def _pairs(db: sqlite3.Connection, shown: dict[str, str]) -> Iterator[NamedPair]:
    query = "select distinct guesser from counted_people where name = ? and guesser <> ''"
    for giver, name in shown.items():
        for (guesser,) in sorted(db.execute(query, (giver,)).fetchall()):
            if guesser in shown:
                games, _, _, giving, *_ = _sums(db, giver, guesser)
                yield NamedPair(name, shown[guesser], PairNumbers(games, giving))


def _sums(
    db: sqlite3.Connection, name: str, guesser: str
) -> tuple[int, int, int, ClueNumbers, int, int]:
    sums = ", ".join(f"coalesce(sum({column}), 0)" for column in _NUMBERS.split(", "))
    of = "from counted_people where name = ? and guesser = ?"
    games, won, lost, clues, meant, found, assassins, touches, hits = db.execute(
        f"select count(*), {sums} {of}",  # names of ours
        (name, guesser),
    ).fetchone()
    best = db.execute(
        f"select word, best {of} and best is not null order by best desc, counted limit 1",
        (name, guesser),
    ).fetchone()
    clue = None if best is None else Clue(best[0], best[1])
    return games, won, lost, ClueNumbers(clues, meant, found, assassins, clue), touches, hits


def _delete(db: sqlite3.Connection, where: str, *given: object) -> None:
    of_games = f"select id from counted where {where}"  # noqa: S608  # words of ours
    db.execute(f"delete from counted_people where counted in ({of_games})", given)  # noqa: S608
    db.execute(f"delete from counted where {where}", given)  # noqa: S608


def _trim(db: sqlite3.Connection) -> None:
    _delete(db, "code is null and id <= (select max(id) from counted) - ?", port.MAX_DETACHED_GAMES)
