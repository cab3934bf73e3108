"""Waking a room: from checkpoints, in slices, past damage; and going on without what is lost."""

import logging
import threading
from pathlib import Path
from typing import Any

import pytest

from house import House, why_not
from room.evening import ANA, BEN, CEM, entry
from rules.play import ASSASSIN, RED, STRICT_TIMER, TYPED, clue, touch
from undercast.refusals import Refusal
from undercast.room.entries import Rename
from undercast.room.records import BETWEEN_CHECKPOINTS
from undercast.room.seats import Seat
from undercast.rules.actions import Abandon, Debrief, Undo
from undercast.rules.game import Phase
from undercast.service.waking import SLICE
from undercast.store import codec
from undercast.store.sqlite import CHECKPOINTS, SqliteStore
from undercast.views import LostView


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def ended(house: House) -> str:
    """A room whose first game red has lost, and in which a second one is played."""
    code = house.four()
    house.do(code, ANA, clue("tree", 2))
    house.do(code, ANA, touch(ASSASSIN))
    house.draw.again()
    house.command(code, ANA, "deal")
    house.do(code, ANA, clue("river", 1))
    return code


def execute(house: House, query: str, *values: object) -> Any:
    return house.store._db.execute(query, values).fetchall()


def spoil(house: House, code: str, version: int) -> None:
    execute(house, "update entries set entry = x'00' where code = ? and version = ?", code, version)


def replayed_from_the_beginning(house: House, code: str) -> Any:
    """The room by its log alone."""
    execute(house, "delete from checkpoints")
    house.restart()
    return house.room(code)


class TestCheckpoints:
    def test_at_each_deal_and_each_end(self, house: House) -> None:
        code = house.four()
        dealt = house.room(code)
        house.do(code, ANA, clue("tree", 2))
        house.do(code, ANA, touch(ASSASSIN))
        over = house.room(code)
        assert house.store.checkpoint(code, 10**9) == over
        assert house.store.checkpoint(code, over.version) == dealt

    def test_a_debrief_and_an_undone_end_too(self, house: House) -> None:
        code = house.four()
        house.do(code, ANA, clue("tree", 2))
        house.do(code, ANA, touch(ASSASSIN))
        house.do(code, ANA, Undo())
        assert house.store.checkpoint(code, 10**9) == house.room(code)
        house.do(code, ANA, touch(ASSASSIN))
        house.do(code, ANA, Debrief())
        assert house.store.checkpoint(code, 10**9) == house.room(code)

    def test_and_every_thousand_entries(self, house: House) -> None:
        code = house.four()
        for number in range(BETWEEN_CHECKPOINTS):
            house.do(code, ANA, Rename(f"Ana {number}"))
        kept = house.store.checkpoint(code, 10**9)
        assert kept is not None
        assert kept.version == BETWEEN_CHECKPOINTS

    def test_only_the_latest_few_stay(self, house: House) -> None:
        code = house.four()
        for _ in range(CHECKPOINTS + 2):
            house.do(code, ANA, Abandon())
            house.draw.again()
            house.command(code, ANA, "deal")
        count = execute(house, "select count(*) from checkpoints")
        assert count == [(CHECKPOINTS,)]

    def test_the_room_is_the_same_with_and_without_them(self, house: House) -> None:
        code = ended(house)
        before = house.room(code)
        house.restart()
        assert house.room(code) == before
        assert replayed_from_the_beginning(house, code) == before

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
    def test_one_that_does_not_fit_is_passed_over(self, house: House, damage: str) -> None:
        code = ended(house)
        before = house.room(code)
        execute(house, damage)
        house.restart()
        assert house.room(code) == before

    def test_also_one_of_another_log(self, house: House) -> None:
        """Whole, of this room and of this version; but another entry led to it."""
        code = ended(house)
        version = house.room(code).version
        kept = house.store.checkpoint(code, 10**9)
        assert kept is not None
        other = codec.encode(entry(ANA, Rename("Anna")))
        execute(house, "update entries set entry = ? where version = ?", other, kept.version)
        house.restart()
        assert house.room(code).version == version
        assert house.room(code).lobby.player(ANA).name == "Anna"

    def test_an_old_log_without_any_gets_one(self, house: House) -> None:
        code = ended(house)
        execute(house, "delete from checkpoints")
        execute(house, "delete from games")
        house.restart()
        version = house.room(code).version
        kept = house.store.checkpoint(code, 10**9)
        assert kept is not None
        assert kept.version == version
        assert [game.number for game in house.store.games(code)] == [1]


class TestEndedGames:
    def test_each_has_a_record(self, house: House) -> None:
        code = ended(house)
        house.now = 9_000
        house.do(code, ANA, touch(ASSASSIN))
        house.do(code, ANA, Debrief())
        one, two = house.store.games(code)
        assert (one.number, two.number) == (1, 2)
        assert two.table.phase is Phase.DEBRIEFED
        assert two.at == 9_000
        assert two.names[CEM] == "Cem"
        assert two.keys[Seat.RED_SPYMASTER] == ANA

    def test_an_undone_end_has_none(self, house: House) -> None:
        code = house.four()
        house.do(code, ANA, clue("tree", 2))
        house.do(code, ANA, touch(ASSASSIN))
        assert len(house.store.games(code)) == 1
        house.do(code, ANA, Undo())
        assert house.store.games(code) == []

    def test_its_repr_shows_no_key(self, house: House) -> None:
        code = ended(house)
        assert "assassin" not in repr(house.store.games(code))

    def test_a_damaged_one_is_left_out(self, house: House) -> None:
        code = ended(house)
        execute(house, "update games set record = x'00'")
        assert house.store.games(code) == []


class TestLongLogs:
    LENGTH = 3_210

    def long(self, house: House) -> str:
        """A room in which somebody changes names all evening, written straight into the store."""
        code = house.four()
        version = house.room(code).version
        rows = (
            (code, version + n, n, codec.encode(entry(ANA, Rename(f"Ana {n}"), f"c{n}", at=n)))
            for n in range(1, self.LENGTH + 1)
        )
        house.store._db.executemany("insert into entries values (?, ?, ?, ?)", rows)
        house.restart()
        return code

    def test_of_200_000_entries_only_the_latest_are_read(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        code = house.four()
        first, last = house.room(code).version, 200_000
        data = codec.encode(entry(ANA, Rename("Anna")))
        execute(
            house,
            "with recursive n(version) as (select ?1 union all select version + 1 from n"
            " where version < ?2) insert into entries select ?3, version, 0, ?4 from n",
            *(first + 1, last, code, data),
        )
        house.restart()
        assert house.room(code).version == last  # once, slice by slice
        house.restart()
        asked: list[tuple[int, int]] = []
        entries = house.store.entries
        monkeypatch.setattr(house.store, "entries", lambda c, *a: asked.append(a) or entries(c, *a))
        assert house.room(code).version == last
        assert asked == [(last, SLICE)]

    def test_others_go_on_between_slices(self, house: House) -> None:
        code = self.long(house)
        house.breaths = 0
        assert house.room(code).lobby.player(ANA).name == f"Ana {self.LENGTH}"
        assert house.breaths >= self.LENGTH // SLICE

    def test_what_took_long_is_kept(self, house: House) -> None:
        code = self.long(house)
        before = house.room(code)
        house.restart()
        house.breaths = 0
        assert house.room(code) == before
        assert house.breaths == 0

    def test_nobody_waits_for_another_room_s_log(self, house: House) -> None:
        code = self.long(house)
        other = house.rooms.create("t", "Eva", "en", ("en",), TYPED, "k")
        arrived, go_on = threading.Event(), threading.Event()

        def breathe() -> None:
            if threading.current_thread() is slow:
                arrived.set()
                assert go_on.wait(20)

        house.breathe = breathe  # type: ignore[method-assign]
        house.restart_rooms()
        slow = threading.Thread(target=house.room, args=(code,))
        slow.start()
        assert arrived.wait(20)
        house.enter(other, "t")  # while the other one is being read
        assert slow.is_alive()
        go_on.set()
        slow.join()


class TestDamage:
    def test_it_costs_the_game_that_it_is_in_not_the_room(
        self, house: House, caplog: pytest.LogCaptureFixture
    ) -> None:
        code = ended(house)
        good = house.room(code).version
        house.do(code, ANA, touch(RED[0]))
        spoil(house, code, good + 1)
        house.restart()
        with caplog.at_level(logging.DEBUG):
            house.enter(code, "token of Ana")
        view = house.connections.messages[-1].view
        assert view.lobby.lost == LostView(game=2)
        assert view.game is None
        assert view.lobby.evening is not None
        assert f"Room {code} cannot be read" in caplog.text
        assert not any(word in caplog.text for word in ("assassin", "bystander", "token of"))

    def test_until_the_host_goes_on_nothing_else_is_done(self, house: House) -> None:
        code = self.lost(house)
        before = execute(house, "select * from entries")
        assert why_not(lambda: house.do(code, ANA, Rename("Anna"))) is Refusal.UNREADABLE
        assert why_not(lambda: house.rooms.join(code, "t", "Eva")) is Refusal.UNREADABLE
        assert why_not(lambda: house.rooms.ask_to_return(code, "t", BEN)) is Refusal.UNREADABLE
        assert why_not(lambda: house.command(code, BEN, "go_on")) is Refusal.NOT_HOST
        assert execute(house, "select * from entries") == before

    def test_the_host_goes_on_and_the_whole_log_is_kept_aside(self, house: House) -> None:
        code = self.lost(house)
        log = execute(house, "select version, entry from entries order by version")
        house.command(code, ANA, "go_on", None, "go")
        house.command(code, ANA, "go_on", None, "go")  # the same command again
        room = house.room(code)
        assert room.game is None
        assert len(room.lobby.played) == 1
        assert room.lobby.games == 2
        aside = "select version, entry from put_aside order by version"
        assert execute(house, aside) == log
        house.restart()
        assert house.room(code) == room
        assert replayed_from_the_beginning(house, code) == room
        house.draw.again()
        house.command(code, ANA, "deal")
        assert house.room(code).running

    def test_not_when_the_disk_is_full(self, house: House) -> None:
        code = self.lost(house)
        house.store.full_disk = True
        assert why_not(lambda: house.command(code, ANA, "go_on")) is Refusal.NOT_SAVED
        house.store.full_disk = False
        house.command(code, ANA, "go_on")

    def test_a_link_from_the_terminal_goes_on_too(self, house: House) -> None:
        code = self.lost(house)
        house.rooms.become_host(code, "token of Ben", ANA)
        assert house.room(code).lobby.host == BEN
        assert house.room(code).game is None

    def test_what_can_be_read_again_is_read_again(self, house: House) -> None:
        """A later version, or a mended file: nothing has been taken out."""
        code = ended(house)
        whole = house.room(code)
        row = execute(house, "select entry from entries where version = ?", whole.version)[0]
        spoil(house, code, whole.version)
        house.restart()
        house.enter(code, "token of Ana")
        why = "select set_aside from rooms"
        assert execute(house, why) == [(f"entry {whole.version}: not an entry (DecodeError)",)]
        execute(house, "update entries set entry = ? where version = ?", *row, whole.version)
        house.restart()
        assert house.room(code) == whole
        assert execute(house, why) == [(None,)]

    def test_a_missing_entry_is_damage_too(self, house: House) -> None:
        code = ended(house)
        execute(house, "delete from entries where version = ?", house.room(code).version - 1)
        execute(house, "delete from checkpoints")
        house.restart()
        house.enter(code, "token of Ana")
        assert house.connections.messages[-1].view.lobby.lost == LostView(game=None)

    def test_damage_before_a_checkpoint_costs_nothing(self, house: House) -> None:
        code = ended(house)
        before = house.room(code)
        spoil(house, code, 3)
        house.restart()
        assert house.room(code) == before

    def test_an_entry_that_does_not_fit(self, house: House) -> None:
        code = house.four()
        version = house.room(code).version + 1
        impossible = entry("p9", Rename("Nobody"))
        SqliteStore.append(house.store, code, version, impossible)
        house.restart()
        house.enter(code, "token of Ana")
        why = f"entry {version} does not fit the rules (LookupError)"
        assert execute(house, "select set_aside from rooms") == [(why,)]
        assert house.connections.messages[-1].view.lobby.lost == LostView(game=1)

    def test_a_clock_that_ran_does_not_matter_any_more(self, house: House) -> None:
        code = house.four(STRICT_TIMER)
        version = house.room(code).version + 1
        SqliteStore.append(house.store, code, version, entry("p9", Rename("Nobody")))
        house.restart()
        house.now += 10**6
        house.rooms.strike(code)
        house.enter(code, "token of Ana")
        assert why_not(lambda: house.do(code, ANA, Rename("Anna"))) is Refusal.UNREADABLE

    @pytest.mark.parametrize("full", [True, False])
    def test_without_a_beginning_there_is_no_room(self, house: House, full: bool) -> None:
        code = house.create()
        spoil(house, code, 1)
        house.restart()
        house.store.full_disk = full
        for _ in range(2):
            assert why_not(lambda: house.enter(code, None)) is Refusal.UNREADABLE
        noted = execute(house, "select set_aside from rooms")[0][0]
        assert (noted is None) == full

    def test_the_log_of_a_newer_version_is_left_alone(self, house: House) -> None:
        code = ended(house)
        version = house.room(code).version
        newer = "replace(cast(entry as text), '\"format\":2', '\"format\":3')"
        execute(house, f"update entries set entry = {newer} where version = ?", version)
        before = execute(house, "select * from entries")
        house.restart()
        assert why_not(lambda: house.enter(code, "token of Ana")) is Refusal.NEWER_VERSION
        assert execute(house, "select * from entries") == before
        assert execute(house, "select set_aside from rooms") == [(None,)]

    @staticmethod
    def lost(house: House) -> str:
        code = ended(house)
        spoil(house, code, house.room(code).version)
        house.restart()
        house.enter(code, "token of Ana")
        return code
