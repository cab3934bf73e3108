"""What is counted of games that ended: once, and when nothing can be taken back."""

import sqlite3
from pathlib import Path

import pytest

from room.room_builder import ANA, BEN, CEM, DORA
from room_harness import Bench
from rules.game_builder import ASSASSIN, RED, clue, touch
from store.conftest import NOW
from store.redis_bench import RedisBench
from store.terminals import ask_store
from store.test_retention import let_pass
from undercast.base.refusals import Refusal, Refused
from undercast.book.statistics import ClueNumbers, PairNumbers, PersonNumbers
from undercast.room.entries import CountMe, Leave, Rename
from undercast.rules.actions import Abandon, Debrief, Undo
from undercast.rules.clues import Clue
from undercast.rules.game import UNDO_MS, Ending
from undercast.rules.settings import Mode
from undercast.service import GameTotals, HouseholdStatistics, RoomBook, read
from undercast.store import archive, port
from undercast.store.game_counter import BATCH, SETTLE_SECONDS, GameCounter
from undercast.store.port import GRACE_DAYS
from undercast.store.redis import keys
from undercast.store.sqlite import backup
from undercast.store.sqlite.schema import OTHER_TABLES


@pytest.fixture
def counting(bench: Bench) -> GameCounter:
    return GameCounter(bench.store, counts=True)


def win(bench: Bench, code: str) -> None:
    """Red finds all nine."""
    for do in (clue("OCEAN", 9, ANA), *(touch(position, by=ANA) for position in RED)):
        bench.do(code, ANA, do)


def lose(bench: Bench, code: str) -> None:
    bench.do(code, ANA, clue("tree", 2, ANA))
    bench.do(code, ANA, touch(ASSASSIN, by=ANA))


def later(bench: Bench, counting: GameCounter) -> None:
    """So long after the latest end that it cannot be undone."""
    for seconds in (0.0, SETTLE_SECONDS):
        counting.count(bench.now / 1000 + seconds)
    bench.now += UNDO_MS + 1


def household(bench: Bench) -> HouseholdStatistics:
    return bench.store.household()


def spoil_records(bench: Bench, code: str) -> None:
    if isinstance(bench, RedisBench):
        bench.command_redis("HSET", keys.games(code), 1, b"\0")
    else:
        bench.store.write(lambda db: db.execute("update games set record = x'00'"))


def delete_checkpoints(bench: Bench, code: str) -> None:
    if isinstance(bench, RedisBench):
        bench.command_redis("DEL", keys.checkpoints(code))
    else:
        bench.store.write(lambda db: db.execute("delete from checkpoints"))


def let_go(bench: Bench, code: str) -> None:
    """As when its room is gone."""
    if isinstance(bench, RedisBench):
        bench.statistics.detach_rooms({code})
    else:
        bench.store.write(lambda db: db.execute("update counted set code = null"))


def rooms_of_rows(bench: Bench) -> list[str | None]:
    """The room of each row."""
    if isinstance(bench, RedisBench):
        return [name.partition(".")[0] or None for name, _ in bench.statistics.rows()]
    rows = bench.store.read_snapshot(lambda db: db.execute("select code from counted").fetchall())
    return [code for (code,) in rows]


def games(bench: Bench) -> int:
    return sum(row.games for row in household(bench).games)


class TestOnce:
    def test_a_game_is_counted_when_its_last_touch_cannot_be_taken_back(
        self, bench: Bench, counting: GameCounter
    ) -> None:
        code = bench.four()
        win(bench, code)
        counting.count(0.0)
        counting.count(SETTLE_SECONDS - 0.1)
        assert games(bench) == 0
        later(bench, counting)
        assert household(bench) == HouseholdStatistics(
            (GameTotals(Mode.CLASSIC, Ending.ALL_AGENTS, True, 1, 1, 1, 9, 0),)
        )

    def test_and_not_again(self, bench: Bench, counting: GameCounter) -> None:
        code = bench.four()
        win(bench, code)
        later(bench, counting)
        bench.do(code, ANA, Debrief())  # another record of the same game
        later(bench, counting)
        counting.reset()
        later(bench, counting)
        later(bench, GameCounter(bench.store, counts=True))
        assert games(bench) == 1
        assert bench.store.uncounted_games() == []

    def test_an_undone_end_is_not_counted(self, bench: Bench, counting: GameCounter) -> None:
        code = bench.four()
        lose(bench, code)
        bench.do(code, ANA, Undo())
        later(bench, counting)
        assert games(bench) == 0

    def test_one_that_is_undone_after_all_is_taken_out_of_the_count(
        self, bench: Bench, counting: GameCounter
    ) -> None:
        code = bench.four()
        bench.do(code, ANA, CountMe(on=True))
        lose(bench, code)
        later(bench, counting)
        assert [person.name for person in household(bench).people] == ["Ana"]
        bench.now = NOW  # the computer's clock is put back
        bench.do(code, ANA, Undo())
        assert household(bench) == HouseholdStatistics()
        bench.do(code, ANA, Abandon())
        later(bench, counting)
        assert [row.ending for row in household(bench).games] == [Ending.ABANDONED]
        assert household(bench).people == ()

    def test_every_game_of_an_evening(self, bench: Bench, counting: GameCounter) -> None:
        code = bench.four()
        for _ in range(BATCH + 2):
            lose(bench, code)
            bench.command(code, ANA, "deal")
        later(bench, counting)
        assert games(bench) == BATCH
        later(bench, counting)
        assert games(bench) == BATCH + 2

    def test_a_record_that_cannot_be_read_waits_until_the_room_wakes(
        self, bench: Bench, counting: GameCounter
    ) -> None:
        code = bench.four()
        lose(bench, code)
        spoil_records(bench, code)
        later(bench, counting)
        assert games(bench) == 0
        delete_checkpoints(bench, code)
        bench.restart_rooms()
        bench.room(code)
        later(bench, counting)
        assert games(bench) == 1


class TestByName:
    def test_only_who_agreed(self, bench: Bench, counting: GameCounter) -> None:
        code = bench.four()
        bench.do(code, ANA, CountMe(on=True))
        bench.do(code, CEM, CountMe(on=True))
        win(bench, code)
        later(bench, counting)
        best = ClueNumbers(1, 9, 9, 0, Clue("OCEAN", 9))
        told = household(bench)
        assert {person.name: person.numbers for person in told.people} == {
            "Ana": PersonNumbers(games=1, won=1, giving=best),
            "Cem": PersonNumbers(games=1, won=1),
        }
        (pair,) = told.pairs
        assert (pair.giver, pair.guesser, pair.numbers) == ("Ana", "Cem", PairNumbers(1, best))

    def test_a_pair_takes_two(self, bench: Bench, counting: GameCounter) -> None:
        code = bench.four()
        bench.do(code, CEM, CountMe(on=True))
        win(bench, code)
        later(bench, counting)
        assert household(bench).pairs == ()

    def test_what_was_before_or_comes_after_does_not_count(
        self, bench: Bench, counting: GameCounter
    ) -> None:
        code = bench.four()
        lose(bench, code)
        later(bench, counting)
        bench.do(code, ANA, CountMe(on=True))
        later(bench, counting)
        assert household(bench).people == ()
        bench.command(code, ANA, "deal")
        lose(bench, code)
        later(bench, counting)
        bench.do(code, ANA, CountMe(on=False))
        bench.command(code, ANA, "deal")
        lose(bench, code)
        later(bench, counting)
        (ana,) = household(bench).people
        assert (ana.numbers.games, ana.numbers.lost, ana.numbers.giving.assassins) == (1, 1, 1)

    def test_who_leaves_or_is_removed_is_asked_anew(self, bench: Bench) -> None:
        code = bench.four()
        for player in (BEN, CEM):
            bench.do(code, player, CountMe(on=True))
        assert bench.rooms.counted_names(code) == {"Ben", "Cem"}
        bench.do(code, BEN, Leave())
        bench.command(code, ANA, "remove", player=CEM)
        bench.command(code, ANA, "readmit", player=CEM)
        bench.rooms.join(code, "token of Ben", "Ben")
        assert bench.rooms.counted_names(code) == set()

    def test_a_name_is_the_same_in_every_room_however_it_is_written(
        self, bench: Bench, counting: GameCounter
    ) -> None:
        code = bench.four()
        bench.do(code, ANA, CountMe(on=True))
        lose(bench, code)
        bench.do(code, ANA, Rename("ANA"))
        bench.command(code, ANA, "deal")
        lose(bench, code)
        later(bench, counting)
        (ana,) = household(bench).people
        assert (ana.name, ana.numbers.games) == ("ANA", 2)

    def test_forget(self, bench: Bench, counting: GameCounter) -> None:
        code = bench.four()
        for player in (ANA, CEM, DORA):
            bench.do(code, player, CountMe(on=True))
        win(bench, code)
        later(bench, counting)
        assert ask_store(bench.where, lambda house: house.forget_name("cEM")) == 1
        told = household(bench)
        assert ([person.name for person in told.people], told.pairs) == (["Ana", "Dora"], ())
        assert games(bench) == 1
        assert ask_store(bench.where, lambda house: house.forget_name("Cem")) == 0
        counting.reset()
        later(bench, counting)
        assert len(household(bench).people) == 2

    def test_phones_are_told_of_who_is_there_and_agrees(
        self, bench: Bench, counting: GameCounter
    ) -> None:
        books = RoomBook(bench.rooms, bench.store, counting, yield_control=bench.yield_control)
        code = bench.four()
        for player in (ANA, CEM):
            bench.do(code, player, CountMe(on=True))
        win(bench, code)
        later(bench, counting)
        assert len(books.household(code).pairs) == 1
        bench.do(code, CEM, CountMe(on=False))
        told = books.household(code)
        assert ([person.name for person in told.people], told.pairs) == (["Ana"], ())
        assert len(household(bench).people) == 2  # at the terminal


class TestHowLong:
    def test_numbers_outlive_their_room(self, bench: Bench, counting: GameCounter) -> None:
        code = bench.four()
        bench.do(code, ANA, CountMe(on=True))
        lose(bench, code)
        later(bench, counting)
        before = household(bench)
        bench.store.expire(bench.now, 30)
        let_pass(bench, 31 + GRACE_DAYS)
        bench.rooms.close(code)
        with pytest.raises(Refused):
            bench.rooms.require_room(code)
        assert household(bench) == before
        assert rooms_of_rows(bench) == [None]

    def test_a_room_that_is_deleted_takes_them_along(
        self, bench: Bench, counting: GameCounter
    ) -> None:
        code = bench.four()
        bench.do(code, ANA, CountMe(on=True))
        lose(bench, code)
        later(bench, counting)
        assert ask_store(bench.where, lambda house: house.delete(code))
        assert household(bench) == HouseholdStatistics()

    def test_those_of_rooms_that_are_gone_are_not_kept_for_ever(
        self, bench: Bench, counting: GameCounter, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(port, "MAX_DETACHED_GAMES", 3)
        code = bench.four()
        bench.do(code, ANA, CountMe(on=True))
        for _ in range(6):
            lose(bench, code)
            later(bench, counting)
            let_go(bench, code)
            bench.command(code, ANA, "deal")
        assert games(bench) == 3
        (ana,) = household(bench).people
        assert ana.numbers.games == 3

    def test_a_backup_brings_its_own_count(self, file_bench: Bench, tmp_path: Path) -> None:
        bench = file_bench
        counting = GameCounter(bench.store, counts=True)
        code = bench.four()
        bench.do(code, ANA, CountMe(on=True))
        lose(bench, code)
        later(bench, counting)
        copy = tmp_path / "copy"
        backup.backup(bench.folder, copy)
        before = household(bench)
        bench.command(code, ANA, "deal")
        win(bench, code)
        later(bench, counting)
        assert games(bench) == 2
        backup.restore(bench.folder, copy)
        counting.reset()
        later(bench, counting)
        assert household(bench) == before

    def test_a_file_of_the_release_before_gets_the_tables(self, file_bench: Bench) -> None:
        bench = file_bench
        code = bench.four()
        lose(bench, code)
        bench.store.close()
        with sqlite3.connect(bench.store.path) as db:
            for table in OTHER_TABLES:
                db.execute(f"drop table {table}")
            db.execute("alter table rooms drop column permanent")
            db.execute("pragma user_version = 3")
        bench.restart()
        counting = GameCounter(bench.store, counts=True)
        later(bench, counting)
        assert games(bench) == 1


class TestOff:
    def test_nothing_is_counted_then_or_later(self, bench: Bench) -> None:
        off = GameCounter(bench.store, counts=False)
        code = bench.four()
        bench.do(code, ANA, CountMe(on=True))
        lose(bench, code)
        later(bench, off)
        assert off.of({"Ana"}) == HouseholdStatistics()
        on = GameCounter(bench.store, counts=True)
        later(bench, on)
        assert on.of({"Ana"}) == HouseholdStatistics()
        assert household(bench) == HouseholdStatistics()
        bench.store.expire(bench.now, 30)
        let_pass(bench, 31 + GRACE_DAYS)
        assert rooms_of_rows(bench) == []


def test_the_terminal_reads_what_the_server_wrote(bench: Bench, counting: GameCounter) -> None:
    code = bench.four()
    win(bench, code)
    later(bench, counting)
    with archive.open_admin_store(bench.where) as house:
        assert house.games(code) == bench.store.games(code) != []
        assert house.game(code, 1) == bench.store.game(code, 1)
        assert house.game(code, 2) is house.latest("ZZZZ") is None
        assert house.household() == household(bench)
        assert read(house, code).room == bench.room(code)
        (row,) = house.rooms()
    assert (row.code, row.entries, row.latest) == (code, bench.room(code).version, NOW)


class TestBooks:
    def test_a_book_of_the_room(self, bench: Bench, counting: GameCounter) -> None:
        books = RoomBook(bench.rooms, bench.store, counting, yield_control=bench.yield_control)
        code = bench.four()
        assert books.book(code).games == ()
        lose(bench, code)
        told = books.book(code)
        assert [line.number for line in told.games] == [1]
        assert [(person.id, person.name) for person in told.people] == [
            *((ANA, "Ana"), (BEN, "Ben"), (CEM, "Cem"), (DORA, "Dora"))
        ]
        assert [(pair.giver, pair.guesser) for pair in told.pairs] == [(ANA, CEM)]
        page, key = books.page(code, 1)
        assert (page.number, key) == (1, None)
        bench.do(code, ANA, Undo())
        assert books.book(code).games == ()
        with pytest.raises(Refused) as refused:
            books.page(code, 1)
        assert refused.value.code is Refusal.NO_SUCH_GAME

    def test_a_disk_that_fails_is_said(self, file_bench: Bench) -> None:
        bench = file_bench
        counting = GameCounter(bench.store, counts=True)
        books = RoomBook(bench.rooms, bench.store, counting, yield_control=bench.yield_control)
        code = bench.four()
        bench.store.close()
        bench.store.path.rename(bench.folder / "elsewhere")
        for ask in (books.book, books.household):
            with pytest.raises(Refused) as refused:
                ask(code)
            assert refused.value.code is Refusal.NOT_SAVED

    def test_no_more_than_a_hundred(
        self, bench: Bench, counting: GameCounter, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("undercast.service.room_book.MAX_GAMES", 2)
        books = RoomBook(bench.rooms, bench.store, counting, yield_control=bench.yield_control)
        code = bench.four()
        for _ in range(3):
            lose(bench, code)
            bench.command(code, ANA, "deal")
        breaths = bench.breaths
        assert [line.number for line in books.book(code).games] == [2, 3]
        assert bench.breaths - breaths >= 2  # others went on between the games
