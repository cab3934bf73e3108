"""Waking a room: from checkpoints, in slices, past damage; and going on without what is lost."""

import logging
import threading
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE
from room.room_builder import ANA, BEN, CEM, entry
from room_harness import Bench, why_not
from rules.game_builder import ASSASSIN, RED, STRICT_TIMER, TYPED, clue, touch
from undercast.base.refusals import Refusal
from undercast.room.ended_games import BETWEEN_CHECKPOINTS
from undercast.room.entries import Rename
from undercast.room.seats import Seat
from undercast.rules.actions import Abandon, Debrief, Undo
from undercast.rules.game import Phase
from undercast.service.loaded_room import BURST
from undercast.service.loading import SLICE
from undercast.store import codec
from undercast.store.port import MAX_CHECKPOINTS
from undercast.store.sqlite import backup
from undercast.store.sqlite.store import SqliteStore
from undercast.views import LostView


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def ended(bench: Bench) -> str:
    """A room whose first game red has lost, and in which a second one is played."""
    code = bench.four()
    bench.do(code, ANA, clue("tree", 2))
    bench.do(code, ANA, touch(ASSASSIN))
    bench.draw.again()
    bench.command(code, ANA, "deal")
    bench.do(code, ANA, clue("river", 1))
    return code


def execute(bench: Bench, query: str, *values: object) -> Any:
    return bench.store._db.execute(query, values).fetchall()


def spoil(bench: Bench, code: str, version: int) -> None:
    execute(bench, "update entries set entry = x'00' where code = ? and version = ?", code, version)


def replayed_from_the_beginning(bench: Bench, code: str) -> Any:
    """The room by its log alone."""
    execute(bench, "delete from checkpoints")
    bench.restart()
    return bench.room(code)


class TestCheckpoints:
    def test_at_each_deal_and_each_end(self, bench: Bench) -> None:
        code = bench.four()
        dealt = bench.room(code)
        bench.do(code, ANA, clue("tree", 2))
        bench.do(code, ANA, touch(ASSASSIN))
        over = bench.room(code)
        assert bench.store.checkpoint(code, 10**9) == over
        assert bench.store.checkpoint(code, over.version) == dealt

    def test_a_debrief_and_an_undone_end_too(self, bench: Bench) -> None:
        code = bench.four()
        bench.do(code, ANA, clue("tree", 2))
        bench.do(code, ANA, touch(ASSASSIN))
        bench.do(code, ANA, Undo())
        assert bench.store.checkpoint(code, 10**9) == bench.room(code)
        bench.do(code, ANA, touch(ASSASSIN))
        bench.do(code, ANA, Debrief())
        assert bench.store.checkpoint(code, 10**9) == bench.room(code)

    def test_and_every_thousand_entries(self, bench: Bench) -> None:
        code = bench.four()
        for number in range(BETWEEN_CHECKPOINTS):
            bench.do(code, ANA, Rename(f"Ana {number}"))
        kept = bench.store.checkpoint(code, 10**9)
        assert kept is not None
        assert kept.version == BETWEEN_CHECKPOINTS

    def test_only_the_latest_few_stay(self, bench: Bench) -> None:
        code = bench.four()
        for _ in range(MAX_CHECKPOINTS + 2):
            bench.do(code, ANA, Abandon())
            bench.draw.again()
            bench.command(code, ANA, "deal")
        count = execute(bench, "select count(*) from checkpoints")
        assert count == [(MAX_CHECKPOINTS,)]

    def test_the_room_is_the_same_with_and_without_them(self, bench: Bench) -> None:
        code = ended(bench)
        before = bench.room(code)
        bench.restart()
        assert bench.room(code) == before
        assert replayed_from_the_beginning(bench, code) == before

    @pytest.mark.parametrize(
        "damage",
        [
            "update checkpoints set room = x'00'",
            "update checkpoints set room = substr(room, 1, 40)",
            # Of another room, or of another moment of this one.
            "update checkpoints set version = version - 1",
            "update checkpoints set code = 'ZZZZ'",
        ],
    )
    def test_one_that_does_not_fit_is_passed_over(self, bench: Bench, damage: str) -> None:
        code = ended(bench)
        before = bench.room(code)
        execute(bench, damage)
        bench.restart()
        assert bench.room(code) == before

    def test_also_one_of_another_log(self, bench: Bench) -> None:
        """Whole, of this room and of this version; but another entry led to it."""
        code = ended(bench)
        version = bench.room(code).version
        kept = bench.store.checkpoint(code, 10**9)
        assert kept is not None
        other = codec.encode(entry(ANA, Rename("Anna")))
        execute(bench, "update entries set entry = ? where version = ?", other, kept.version)
        bench.restart()
        assert bench.room(code).version == version
        assert bench.room(code).lobby.player(ANA).name == "Anna"

    def test_an_old_log_without_any_gets_one(self, bench: Bench) -> None:
        code = ended(bench)
        execute(bench, "delete from checkpoints")
        execute(bench, "delete from games")
        bench.restart()
        version = bench.room(code).version
        kept = bench.store.checkpoint(code, 10**9)
        assert kept is not None
        assert kept.version == version
        assert [game.number for game in bench.store.games(code)] == [1]


class TestEndedGames:
    def test_each_has_a_record(self, bench: Bench) -> None:
        code = ended(bench)
        bench.now = 9_000
        bench.do(code, ANA, touch(ASSASSIN))
        bench.do(code, ANA, Debrief())
        one, two = bench.store.games(code)
        assert (one.number, two.number) == (1, 2)
        assert two.table.phase is Phase.DEBRIEFED
        assert two.at == 9_000
        assert two.names[CEM] == "Cem"
        assert two.keys[Seat.RED_SPYMASTER] == (ANA,)

    def test_an_undone_end_has_none(self, bench: Bench) -> None:
        code = bench.four()
        bench.do(code, ANA, clue("tree", 2))
        bench.do(code, ANA, touch(ASSASSIN))
        assert len(bench.store.games(code)) == 1
        bench.do(code, ANA, Undo())
        assert bench.store.games(code) == []

    def test_its_repr_shows_no_key(self, bench: Bench) -> None:
        code = ended(bench)
        assert "assassin" not in repr(bench.store.games(code))

    def test_a_damaged_one_is_left_out(self, bench: Bench) -> None:
        code = ended(bench)
        execute(bench, "update games set record = x'00'")
        assert bench.store.games(code) == []


class TestLongLogs:
    LENGTH = 3_210

    def long(self, bench: Bench) -> str:
        """A room in which somebody changes names all evening, written straight into the store."""
        code = bench.four()
        version = bench.room(code).version
        rows = (
            (code, version + n, n, codec.encode(entry(ANA, Rename(f"Ana {n}"), f"c{n}", at=n)))
            for n in range(1, self.LENGTH + 1)
        )
        bench.store._db.executemany("insert into entries values (?, ?, ?, ?)", rows)
        bench.restart()
        return code

    def test_of_200_000_entries_only_the_latest_are_read(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        code = bench.four()
        first, last = bench.room(code).version, 200_000
        data = codec.encode(entry(ANA, Rename("Anna")))
        execute(
            bench,
            "with recursive n(version) as (select ?1 union all select version + 1 from n"
            " where version < ?2) insert into entries select ?3, version, 0, ?4 from n",
            *(first + 1, last, code, data),
        )
        bench.restart()
        assert bench.room(code).version == last  # once, slice by slice
        bench.restart()
        asked: list[tuple[int, int]] = []
        entries = bench.store.entries
        monkeypatch.setattr(bench.store, "entries", lambda c, *a: asked.append(a) or entries(c, *a))
        assert bench.room(code).version == last
        assert asked == [(last, SLICE)]

    def test_others_go_on_between_slices(self, bench: Bench) -> None:
        code = self.long(bench)
        bench.breaths = 0
        assert bench.room(code).lobby.player(ANA).name == f"Ana {self.LENGTH}"
        assert bench.breaths >= self.LENGTH // SLICE

    def test_what_took_long_is_kept(self, bench: Bench) -> None:
        code = self.long(bench)
        before = bench.room(code)
        bench.restart()
        bench.breaths = 0
        assert bench.room(code) == before
        assert bench.breaths == 0

    def test_nobody_waits_for_another_room_s_log(self, bench: Bench) -> None:
        code = self.long(bench)
        other = bench.rooms.create("t", "Eva", "en", ("en",), TYPED, "k")
        arrived, go_on = threading.Event(), threading.Event()

        def yield_control() -> None:
            if threading.current_thread() is slow:
                arrived.set()
                assert go_on.wait(PATIENCE)

        bench.yield_control = yield_control  # type: ignore[method-assign]
        bench.restart_rooms()
        slow = threading.Thread(target=bench.room, args=(code,))
        slow.start()
        assert arrived.wait(PATIENCE)
        bench.enter(other, "t")  # while the other one is being read
        assert slow.is_alive()
        go_on.set()
        slow.join()


class TestDamage:
    def test_it_costs_the_game_that_it_is_in_not_the_room(
        self, bench: Bench, caplog: pytest.LogCaptureFixture
    ) -> None:
        code = ended(bench)
        good = bench.room(code).version
        bench.do(code, ANA, touch(RED[0]))
        spoil(bench, code, good + 1)
        bench.restart()
        with caplog.at_level(logging.DEBUG):
            bench.enter(code, "token of Ana")
        view = bench.connections.messages[-1].view
        assert view.lobby.lost == LostView(game=2)
        assert view.game is None
        assert view.lobby.evening is not None
        assert f"Room {code} cannot be read" in caplog.text
        assert not any(word in caplog.text for word in ("assassin", "bystander", "token of"))

    def test_until_the_host_goes_on_nothing_else_is_done(self, bench: Bench) -> None:
        code = self.lost(bench)
        before = execute(bench, "select * from entries")
        assert why_not(lambda: bench.do(code, ANA, Rename("Anna"))) is Refusal.UNREADABLE
        assert why_not(lambda: bench.rooms.join(code, "t", "Eva")) is Refusal.UNREADABLE
        assert why_not(lambda: bench.rooms.ask_to_return(code, "t", BEN)) is Refusal.UNREADABLE
        assert why_not(lambda: bench.command(code, BEN, "go_on")) is Refusal.NOT_HOST
        assert execute(bench, "select * from entries") == before

    def test_the_host_goes_on_and_the_whole_log_is_kept_aside(self, bench: Bench) -> None:
        code = self.lost(bench)
        log = execute(bench, "select version, entry from entries order by version")
        bench.command(code, ANA, "go_on", None, "go")
        bench.command(code, ANA, "go_on", None, "go")  # the same command again
        room = bench.room(code)
        assert room.game is None
        assert len(room.lobby.played) == 1
        assert room.lobby.games == 2
        aside = "select version, entry from put_aside order by version"
        assert execute(bench, aside) == log
        bench.restart()
        assert bench.room(code) == room
        assert replayed_from_the_beginning(bench, code) == room
        bench.draw.again()
        bench.command(code, ANA, "deal")
        assert bench.room(code).running

    def test_not_when_the_disk_is_full(self, bench: Bench) -> None:
        code = self.lost(bench)
        bench.store.full_disk = True
        assert why_not(lambda: bench.command(code, ANA, "go_on")) is Refusal.NOT_SAVED
        bench.store.full_disk = False
        bench.command(code, ANA, "go_on")

    def test_not_when_a_backup_was_put_in_place_meanwhile(
        self, bench: Bench, tmp_path: Path
    ) -> None:
        code = ended(bench)
        whole = bench.room(code)
        backup.backup(bench.folder, tmp_path / "copy")
        spoil(bench, code, whole.version)
        bench.restart()
        bench.enter(code, "token of Ana")
        backup.restore(bench.folder, tmp_path / "copy")
        assert why_not(lambda: bench.command(code, ANA, "go_on")) is Refusal.NOT_SAVED
        assert bench.connections.seen_out == [(code, Refusal.RESTORED)]
        bench.store.was_restored()
        assert bench.room(code) == whole

    def test_the_referee_is_not_asked_about_a_lost_game(self, bench: Bench) -> None:
        code = self.lost(bench)
        judge = lambda: bench.rooms.judge(code, ANA, "tree", 1)  # noqa: E731
        assert why_not(judge) is Refusal.UNREADABLE

    def test_a_link_from_the_terminal_goes_on_too(self, bench: Bench) -> None:
        code = self.lost(bench)
        bench.rooms.become_host(code, "token of Ben", ANA)
        assert bench.room(code).lobby.host == BEN
        assert bench.room(code).game is None

    def test_what_can_be_read_again_is_read_again(self, bench: Bench) -> None:
        """A later version, or a mended file: nothing has been taken out."""
        code = ended(bench)
        whole = bench.room(code)
        row = execute(bench, "select entry from entries where version = ?", whole.version)[0]
        spoil(bench, code, whole.version)
        bench.restart()
        bench.enter(code, "token of Ana")
        why = "select set_aside from rooms"
        assert execute(bench, why) == [(f"entry {whole.version}: not an entry (DecodeError)",)]
        execute(bench, "update entries set entry = ? where version = ?", *row, whole.version)
        bench.restart()
        assert bench.room(code) == whole
        assert execute(bench, why) == [(None,)]

    def test_a_missing_entry_is_damage_too(self, bench: Bench) -> None:
        code = ended(bench)
        execute(bench, "delete from entries where version = ?", bench.room(code).version - 1)
        execute(bench, "delete from checkpoints")
        bench.restart()
        bench.enter(code, "token of Ana")
        assert bench.connections.messages[-1].view.lobby.lost == LostView(game=None)

    def test_damage_before_a_checkpoint_costs_nothing(self, bench: Bench) -> None:
        code = ended(bench)
        before = bench.room(code)
        spoil(bench, code, 3)
        bench.restart()
        assert bench.room(code) == before

    def test_an_entry_that_does_not_fit(self, bench: Bench) -> None:
        code = bench.four()
        version = bench.room(code).version + 1
        impossible = entry("p9", Rename("Nobody"))
        SqliteStore.append(bench.store, code, version, impossible)
        bench.restart()
        bench.enter(code, "token of Ana")
        why = f"entry {version} does not fit the rules (LookupError)"
        assert execute(bench, "select set_aside from rooms") == [(why,)]
        assert bench.connections.messages[-1].view.lobby.lost == LostView(game=1)

    def test_a_clock_that_ran_does_not_matter_any_more(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        version = bench.room(code).version + 1
        SqliteStore.append(bench.store, code, version, entry("p9", Rename("Nobody")))
        bench.restart()
        bench.now += 10**6
        bench.rooms.timer_due(code)
        bench.enter(code, "token of Ana")
        assert why_not(lambda: bench.do(code, ANA, Rename("Anna"))) is Refusal.UNREADABLE

    def test_nor_does_it_wake_anybody(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        version = bench.room(code).version + 1
        SqliteStore.append(bench.store, code, version, entry("p9", Rename("Nobody")))
        bench.restart()
        bench.now += 10**6
        for _ in range(BURST):
            bench.connections.here.clear()
            bench.rooms.refresh(code)
            bench.enter(code, None)
            bench.enter(code, "token of Ana")
        assert bench.timers_set, "the screen is owed a view"
        assert all(at > bench.now for _, at in bench.timers_set)
        bench.now = bench.timers_set[-1][1]
        bench.timers_set.clear()
        bench.rooms.timer_due(code)
        assert bench.timers_set == []

    @pytest.mark.parametrize("full", [True, False])
    def test_without_a_beginning_there_is_no_room(self, bench: Bench, full: bool) -> None:
        code = bench.create()
        spoil(bench, code, 1)
        bench.restart()
        bench.store.full_disk = full
        for _ in range(2):
            assert why_not(lambda: bench.enter(code, None)) is Refusal.UNREADABLE
        noted = execute(bench, "select set_aside from rooms")[0][0]
        assert (noted is None) == full

    def test_the_log_of_a_newer_version_is_left_alone(self, bench: Bench) -> None:
        code = ended(bench)
        version = bench.room(code).version
        newer = "replace(cast(entry as text), '\"format\":3', '\"format\":4')"
        execute(bench, f"update entries set entry = {newer} where version = ?", version)
        before = execute(bench, "select * from entries")
        bench.restart()
        assert why_not(lambda: bench.enter(code, "token of Ana")) is Refusal.NEWER_VERSION
        assert execute(bench, "select * from entries") == before
        assert execute(bench, "select set_aside from rooms") == [(None,)]

    @staticmethod
    def lost(bench: Bench) -> str:
        code = ended(bench)
        spoil(bench, code, bench.room(code).version)
        bench.restart()
        bench.enter(code, "token of Ana")
        return code
