"""A strict timer in a server's rooms: the server ends the turn, and time away does not count."""

from pathlib import Path

import pytest

from house import House, why_not
from room.evening import ANA, BEN, CEM
from rules.play import OPERATIVES_TAP, RED, STRICT_TIMER, UNDO, clue, mark, touch
from undercast.refusals import Refusal
from undercast.room.entries import Rename
from undercast.room.evolve import SERVER
from undercast.rules.actions import Pause, Resume, TimeUp, TurnSand
from undercast.rules.cards import Team
from undercast.rules.clock import Clock
from undercast.rules.game import Table, TurnEnd
from undercast.rules.settings import Settings, Timer
from undercast.views import Audience

SAND = Settings(timer=Timer.SAND, sand_seconds=30)

DEALT = 1_000
"""The house's clock stands unless it is moved."""


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def table(house: House, code: str) -> Table:
    game = house.room(code).game
    assert game is not None
    return game.table


class TestStrike:
    def test_nothing_happens_before_the_hour(self, house: House) -> None:
        code = house.four(STRICT_TIMER)
        before = house.room(code)
        house.now = DEALT + 9_999
        house.rooms.strike(code)
        assert house.room(code) is before

    def test_at_the_hour_the_turn_ends_and_everybody_is_told(self, house: House) -> None:
        code = house.four(STRICT_TIMER)
        house.now = DEALT + 10_000
        house.rooms.strike(code)
        assert table(house, code).turns[0].ended is TurnEnd.TIME
        assert table(house, code).turn.team is Team.BLUE
        told = house.connections.told(Audience.PUBLIC)[-1]
        assert [event.kind for event in told.happened] == ["turn_ended"]
        latest = house.store.log(code)[-1]
        assert (latest.by, latest.do, latest.at) == (SERVER, TimeUp(), DEALT + 10_000)

    def test_struck_twice_is_struck_once(self, house: House) -> None:
        code = house.four(STRICT_TIMER)
        house.now = DEALT + 10_000
        house.rooms.strike(code)
        house.rooms.strike(code)
        assert len(table(house, code).turns) == 2

    def test_a_room_that_was_forgotten_has_no_hour(self, house: House) -> None:
        code = house.four(STRICT_TIMER)
        house.connections.here.pop(code)
        house.rooms.forget_idle()
        house.journal.clear()
        house.now = DEALT + 10_000
        house.rooms.strike(code)
        house.rooms.strike("ZZZZ")
        assert house.journal == []

    def test_what_cannot_be_saved_waits(self, house: House) -> None:
        code = house.four(STRICT_TIMER)
        before = house.room(code)
        house.now = DEALT + 10_000
        house.store.full_disk = True
        house.journal.clear()
        assert why_not(lambda: house.rooms.strike(code)) is Refusal.NOT_SAVED
        assert why_not(lambda: house.do(code, ANA, clue("tree", 2))) is Refusal.NOT_SAVED
        assert house.room(code) is before
        assert house.journal == []
        house.store.full_disk = False
        house.now += 1_000
        house.rooms.strike(code)
        assert table(house, code).turn.team is Team.BLUE


class TestWake:
    def test_the_server_is_woken_at_the_end_of_each_phase(self, house: House) -> None:
        code = house.four(STRICT_TIMER)
        assert house.woken == [(code, DEALT + 10_000)]
        house.now += 4_000
        house.do(code, ANA, clue("tree", 2))
        assert house.woken[1:] == [(code, DEALT + 24_000)]
        house.do(code, ANA, touch(RED[0]))
        assert len(house.woken) == 2, "the same hour"

    def test_not_while_paused_and_anew_afterwards(self, house: House) -> None:
        code = house.four(STRICT_TIMER)
        house.now += 4_000
        house.do(code, CEM, Pause())
        assert len(house.woken) == 1
        house.now += 60_000
        house.rooms.strike(code)
        assert len(house.woken) == 1
        house.do(code, CEM, Resume())
        assert house.woken[1:] == [(code, DEALT + 70_000)]

    def test_who_is_woken_early_is_woken_again(self, house: House) -> None:
        code = house.four(STRICT_TIMER)
        house.rooms.strike(code)
        assert house.woken == [(code, DEALT + 10_000)] * 2

    def test_an_undo_moves_the_hour(self, house: House) -> None:
        code = house.four(STRICT_TIMER)
        house.do(code, ANA, clue("tree", 2))
        house.do(code, ANA, touch(RED[0], by=ANA))
        house.now += 7_000
        house.do(code, ANA, UNDO)
        assert house.woken[-1] == (code, DEALT + 27_000)

    def test_nobody_is_woken_for_sand_or_without_a_timer(self, house: House) -> None:
        code = house.four(SAND)
        house.do(code, CEM, TurnSand())
        assert house.woken == []


class TestCommands:
    def test_after_the_deadline_the_turn_is_over_and_the_command_stale(self, house: House) -> None:
        code = house.four(STRICT_TIMER)
        step = house.room(code).step
        house.now = DEALT + 10_000
        late = why_not(lambda: house.do(code, ANA, clue("tree", 2), step=step))
        assert late is Refusal.STALE
        assert table(house, code).turns[0].ended is TurnEnd.TIME

    def test_in_the_last_millisecond_it_is_done(self, house: House) -> None:
        code = house.four(STRICT_TIMER)
        house.now = DEALT + 9_999
        house.do(code, ANA, clue("tree", 2), step=house.room(code).step)
        assert table(house, code).turns[0].clue is not None

    def test_what_is_no_move_ends_the_turn_too_and_is_done(self, house: House) -> None:
        code = house.four(STRICT_TIMER)
        house.now = DEALT + 10_000
        house.do(code, CEM, Rename("Cemal"))
        assert table(house, code).turn.team is Team.BLUE
        assert house.room(code).lobby.player(CEM).name == "Cemal"

    def test_a_known_command_is_answered_again_whatever_the_hour(self, house: House) -> None:
        code = house.four(STRICT_TIMER)
        give = lambda: house.do(code, ANA, clue("tree", 2), 1, "k")  # noqa: E731
        give()
        house.now += 10**6
        give()
        assert table(house, code).turn.team is Team.RED

    def test_a_mark_moves_no_hour(self, house: House) -> None:
        strict = Settings(guessing=OPERATIVES_TAP.guessing, timer=Timer.STRICT)
        code = house.four(strict)
        house.do(code, ANA, clue("tree", 2))
        woken = list(house.woken)
        house.do(code, CEM, mark(RED[0], by=CEM))
        assert house.woken == woken


class TestRestart:
    def test_a_running_clock_comes_back_paused_with_what_was_left(self, house: House) -> None:
        code = house.four(STRICT_TIMER)
        house.now += 4_000
        house.do(code, CEM, Rename("Cemal"))
        house.restart()
        house.now = DEALT + 10**9
        assert table(house, code).paused
        assert table(house, code).clock == Clock(total=10_000, left=6_000)
        latest = house.store.log(code)[-1]
        assert (latest.by, latest.do, latest.at) == (SERVER, Pause(), DEALT + 4_000)

    def test_and_the_downtime_does_not_count(self, house: House) -> None:
        code = house.four(STRICT_TIMER)
        house.restart()
        house.now = DEALT + 10**9
        house.rooms.require_room(code)
        assert house.woken == []
        house.do(code, BEN, Resume())
        assert house.woken == [(code, house.now + 10_000)]
        assert table(house, code).turn.team is Team.RED

    def test_once(self, house: House) -> None:
        code = house.four(STRICT_TIMER)
        for _ in range(3):
            house.restart()
            house.rooms.require_room(code)
        pauses = [entry for entry in house.store.log(code) if entry.do == Pause()]
        assert len(pauses) == 1

    def test_also_when_the_room_was_only_forgotten(self, house: House) -> None:
        code = house.four(STRICT_TIMER)
        house.connections.here.pop(code)
        house.rooms.forget_idle()
        house.now = DEALT + 10**6
        assert table(house, code).paused

    def test_a_game_without_a_running_clock_goes_on(self, house: House) -> None:
        code = house.four()
        house.restart()
        assert not table(house, code).paused

    def test_running_sand_is_paused_too_an_empty_glass_is_not(self, house: House) -> None:
        code = house.four(SAND)
        house.do(code, CEM, TurnSand())
        house.now += 30_000
        house.do(code, ANA, clue("tree", 2))
        house.restart()
        assert not table(house, code).paused
        house.do(code, CEM, TurnSand())
        house.now += 29_999
        house.do(code, ANA, touch(RED[0]))
        house.restart()
        assert table(house, code).paused
        assert table(house, code).clock == Clock(total=30_000, left=1)

    def test_a_room_that_cannot_be_paused_cannot_be_entered_yet(self, house: House) -> None:
        code = house.four(STRICT_TIMER)
        house.restart()
        house.store.full_disk = True
        assert why_not(lambda: house.enter(code, None)) is Refusal.NOT_SAVED
        house.store.full_disk = False
        house.enter(code, None)
        assert table(house, code).paused
