"""A strict timer in a server's rooms: the server ends the turn, and time away does not count."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from room.room_builder import ANA, BEN, CEM, EVA
from room_harness import Bench, why_not
from rules.game_builder import BLUE, OPERATIVES_TAP, RED, STRICT_TIMER, UNDO, clue, mark, touch
from undercast.base.refusals import Refusal
from undercast.room.entries import LogAction, Predict, Rename, TakeSeat
from undercast.room.evolve import SERVER
from undercast.room.seats import Seat
from undercast.rules.actions import AskRival, Pause, Resume, TimeUp, TurnSand
from undercast.rules.cards import Identity, Team
from undercast.rules.clock import Clock
from undercast.rules.events import TurnEnded
from undercast.rules.game import Table, Turn, TurnEnd
from undercast.rules.settings import Mode, Settings, Timer
from undercast.views import Audience

SAND = Settings(timer=Timer.SAND, sand_seconds=30)

DEALT = 1_000
"""The bench's clock stands unless it is moved."""


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def table(bench: Bench, code: str) -> Table:
    game = bench.room(code).game
    assert game is not None
    return game.table


class TestStrike:
    def test_nothing_happens_before_the_hour(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        before = bench.room(code)
        bench.now = DEALT + 9_999
        bench.rooms.timer_due(code)
        assert bench.room(code) is before

    def test_at_the_hour_the_turn_ends_and_everybody_is_told(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        bench.now = DEALT + 10_000
        bench.rooms.timer_due(code)
        assert table(bench, code).turns[0].ended is TurnEnd.TIME
        assert table(bench, code).turn.team is Team.BLUE
        told = bench.connections.told(Audience.PUBLIC)[-1]
        assert [type(event) for event in told.happened] == [TurnEnded]
        latest = bench.store.log(code)[-1]
        assert (latest.by, latest.do, latest.at) == (SERVER, TimeUp(), DEALT + 10_000)

    def test_struck_twice_is_struck_once(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        bench.now = DEALT + 10_000
        bench.rooms.timer_due(code)
        bench.rooms.timer_due(code)
        assert len(table(bench, code).turns) == 2

    def test_at_the_simulated_opponent_s_turn_what_was_drawn_stands_in_the_entry(
        self, bench: Bench
    ) -> None:
        code = bench.create(replace(STRICT_TIMER, mode=Mode.COOP))
        bench.rooms.join(code, "token of Ana", "Ana")
        bench.do(code, ANA, TakeSeat(Seat.RED_SPYMASTER))
        bench.command(code, ANA, "deal")
        for after_ms in (10_000, 30_000):
            bench.now = DEALT + after_ms
            bench.rooms.timer_due(code)
        latest = bench.store.log(code)[-1]
        assert isinstance(latest.do, TimeUp)
        drawn = latest.do.cover
        assert drawn in BLUE
        assert str(drawn) not in repr(latest.do)
        assert table(bench, code).turns[1] == Turn(Team.BLUE, cover=drawn, ended=TurnEnd.TIME)
        assert table(bench, code).revealed.count(Identity.BLUE) == 1

    def test_a_room_that_was_forgotten_has_no_hour(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        bench.connections.here.pop(code)
        bench.rooms.evict_idle()
        bench.journal.clear()
        bench.now = DEALT + 10_000
        bench.rooms.timer_due(code)
        bench.rooms.timer_due("ZZZZ")
        assert bench.journal == []

    def test_what_cannot_be_saved_waits(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        before = bench.room(code)
        bench.now = DEALT + 10_000
        bench.store.full_disk = True
        bench.journal.clear()
        assert why_not(lambda: bench.rooms.timer_due(code)) is Refusal.NOT_SAVED
        assert why_not(lambda: bench.do(code, ANA, clue("tree", 2))) is Refusal.NOT_SAVED
        assert bench.room(code) is before
        assert bench.journal == []
        bench.store.full_disk = False
        bench.now += 1_000
        bench.rooms.timer_due(code)
        assert table(bench, code).turn.team is Team.BLUE


class TestWake:
    def test_a_timer_is_set_for_the_end_of_each_phase(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        assert bench.timers_set == [(code, DEALT + 10_000)]
        bench.now += 4_000
        bench.do(code, ANA, clue("tree", 2))
        assert bench.timers_set[1:] == [(code, DEALT + 24_000)]
        bench.do(code, ANA, touch(RED[0]))
        assert len(bench.timers_set) == 2, "the same hour"

    def test_not_while_paused_and_anew_afterwards(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        bench.now += 4_000
        bench.do(code, CEM, Pause())
        assert len(bench.timers_set) == 1
        bench.now += 60_000
        bench.rooms.timer_due(code)
        assert len(bench.timers_set) == 1
        bench.do(code, CEM, Resume())
        assert bench.timers_set[1:] == [(code, DEALT + 70_000)]

    def test_a_timer_that_fires_early_is_set_again(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        bench.rooms.timer_due(code)
        assert bench.timers_set == [(code, DEALT + 10_000)] * 2

    def test_an_undo_moves_the_hour(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        bench.do(code, ANA, clue("tree", 2))
        bench.do(code, ANA, touch(RED[0], by=ANA))
        bench.now += 7_000
        bench.do(code, ANA, UNDO)
        assert bench.timers_set[-1] == (code, DEALT + 27_000)

    def test_no_timer_is_set_for_sand_or_without_a_strict_timer(self, bench: Bench) -> None:
        code = bench.four(SAND)
        bench.do(code, CEM, TurnSand())
        assert bench.timers_set == []


class TestCommands:
    def test_after_the_deadline_the_turn_is_over_and_the_command_stale(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        step = bench.room(code).step
        bench.now = DEALT + 10_000
        late = why_not(lambda: bench.do(code, ANA, clue("tree", 2), step=step))
        assert late is Refusal.STALE
        assert table(bench, code).turns[0].ended is TurnEnd.TIME

    def test_in_the_last_millisecond_it_is_done(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        bench.now = DEALT + 9_999
        bench.do(code, ANA, clue("tree", 2), step=bench.room(code).step)
        assert table(bench, code).turns[0].clue is not None

    def test_what_is_no_move_ends_the_turn_too_and_is_done(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        bench.now = DEALT + 10_000
        bench.do(code, CEM, Rename("Cemal"))
        assert table(bench, code).turn.team is Team.BLUE
        assert bench.room(code).lobby.player(CEM).name == "Cemal"

    def test_a_known_command_is_answered_again_whatever_the_hour(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        give = lambda: bench.do(code, ANA, clue("tree", 2), 1, "k")  # noqa: E731
        give()
        bench.now += 10**6
        give()
        assert table(bench, code).turn.team is Team.RED

    def test_a_mark_moves_no_hour(self, bench: Bench) -> None:
        strict = Settings(guessing=OPERATIVES_TAP.guessing, timer=Timer.STRICT)
        code = bench.four(strict)
        bench.do(code, ANA, clue("tree", 2))
        before = list(bench.timers_set)
        bench.do(code, CEM, mark(RED[0], by=CEM))
        assert bench.timers_set == before


class TestRestart:
    def test_a_running_clock_comes_back_paused_with_what_was_left(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        bench.now += 4_000
        bench.do(code, CEM, Rename("Cemal"))
        bench.restart()
        bench.now = DEALT + 10**9
        assert table(bench, code).paused
        assert table(bench, code).clock == Clock(total=10_000, left=6_000)
        latest = bench.store.log(code)[-1]
        assert (latest.by, latest.do, latest.at) == (SERVER, Pause(), DEALT + 4_000)

    @pytest.mark.parametrize("secret", [Predict(3), AskRival("two words", 1, ANA)])
    def test_when_something_was_done_in_secret_is_not_told(
        self, bench: Bench, secret: LogAction
    ) -> None:
        code = bench.four(STRICT_TIMER)
        bench.rooms.join(code, "token of Eva", "Eva")
        bench.now += 4_000
        bench.do(code, EVA if isinstance(secret, Predict) else ANA, secret)
        bench.restart()
        assert table(bench, code).clock == Clock(total=10_000, left=10_000)

    def test_and_the_downtime_does_not_count(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        bench.restart()
        bench.now = DEALT + 10**9
        bench.rooms.require_room(code)
        assert bench.timers_set == []
        bench.do(code, BEN, Resume())
        assert bench.timers_set == [(code, bench.now + 10_000)]
        assert table(bench, code).turn.team is Team.RED

    def test_once(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        for _ in range(3):
            bench.restart()
            bench.rooms.require_room(code)
        pauses = [entry for entry in bench.store.log(code) if entry.do == Pause()]
        assert len(pauses) == 1

    def test_also_when_the_room_was_only_forgotten(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        bench.connections.here.pop(code)
        bench.rooms.evict_idle()
        bench.now = DEALT + 10**6
        assert table(bench, code).paused

    def test_a_game_without_a_running_clock_goes_on(self, bench: Bench) -> None:
        code = bench.four()
        bench.restart()
        assert not table(bench, code).paused

    def test_running_sand_is_paused_too_an_empty_glass_is_not(self, bench: Bench) -> None:
        code = bench.four(SAND)
        bench.do(code, CEM, TurnSand())
        bench.now += 30_000
        bench.do(code, ANA, clue("tree", 2))
        bench.restart()
        assert not table(bench, code).paused
        bench.do(code, CEM, TurnSand())
        bench.now += 29_999
        bench.do(code, ANA, touch(RED[0]))
        bench.restart()
        assert table(bench, code).paused
        assert table(bench, code).clock == Clock(total=30_000, left=1)

    def test_a_room_that_cannot_be_paused_cannot_be_entered_yet(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        bench.restart()
        bench.store.full_disk = True
        assert why_not(lambda: bench.enter(code, None)) is Refusal.NOT_SAVED
        bench.store.full_disk = False
        bench.enter(code, None)
        assert table(bench, code).paused
