"""Somebody who could go on is offline: how long a server's rooms wait for whom."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from pathlib import Path

import pytest
from msgspec.structs import replace

from room.room_builder import ANA, BEN, CEM, DORA
from room_harness import Bench, why_not
from rules.game_builder import OPERATIVES_TAP, RED, STRICT_TIMER, clue
from undercast.base.refusals import Refusal
from undercast.commands import command_types
from undercast.room.absence import Wait
from undercast.room.bots import BotTask, Part
from undercast.room.permissions import Anyone
from undercast.room.seats import Seat
from undercast.room.state import BotStyle
from undercast.rules.actions import Challenge, WithdrawChallenge
from undercast.rules.game import Phase
from undercast.service.entry_effects import timer_end
from undercast.service.ports import NoPeers
from undercast.views import Audience, BotThinking, GameView

BOT = "p5"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


class Attended:
    """Bots that only note what they have to do."""

    thinkers = BotThinking()

    def __init__(self) -> None:
        self.bot_tasks: Mapping[str, BotTask] = {}

    def set_tasks(self, code: str, bot_tasks: Mapping[str, BotTask]) -> None:
        self.bot_tasks = bot_tasks

    @property
    def parts(self) -> dict[str, Part]:
        """What each bot has to do."""
        return {bot: task.part for bot, task in self.bot_tasks.items()}


class Elsewhere(NoPeers):
    """Another process serves the room, too, and has its bots."""

    people: AbstractSet[str] = frozenset()

    def online(self, code: str) -> AbstractSet[str]:  # any
        return self.people

    def owns(self, code: str) -> bool:  # any
        return False


class TestWaiting:
    """A bot, or the host, goes on without somebody who has been waited for."""

    @pytest.fixture
    def attended(self, bench: Bench) -> Attended:
        bench.bots = attended = Attended()
        bench.restart_rooms()
        return attended

    def beside(self, bench: Bench) -> str:
        """Cem guesses for red, and a bot beside him; it is their turn."""
        code = bench.four(OPERATIVES_TAP)
        bench.command(code, ANA, "add_bot", seat=Seat.RED_OPERATIVE, style=BotStyle.NORMAL)
        bench.do(code, ANA, clue("tree", 2))
        return code

    def goes(self, bench: Bench, code: str, *who: str) -> None:
        here = bench.connections.here[code]
        bench.connections.here[code] = [c for c in here if c.player not in who]
        bench.rooms.refresh(code)

    def seen(self, bench: Bench) -> GameView:
        game = bench.connections.told(Audience.PUBLIC)[-1].view.game
        assert isinstance(game, GameView)
        return game

    def test_everybody_sees_how_long_and_then_the_bot_goes_on(
        self, bench: Bench, attended: Attended
    ) -> None:
        code = self.beside(bench)
        assert (self.seen(bench).waiting, attended.parts) == (None, {BOT: Part.MARK})
        bench.now = 50_000
        self.goes(bench, code, CEM)
        assert self.seen(bench).waiting == Wait((CEM,), 70_000, BOT)
        assert bench.timers_set[-1] == (code, 70_000)
        assert attended.parts == {BOT: Part.MARK}
        bench.now = 69_999
        bench.rooms.timer_due(code)
        assert bench.timers_set[-1] == (code, 70_000)
        assert attended.parts == {BOT: Part.MARK}
        bench.now = 70_000
        bench.rooms.timer_due(code)
        assert (self.seen(bench).waiting, self.seen(bench).thinking) == (None, (BOT,))
        assert attended.parts == {BOT: Part.GUESS}
        guess = command_types.TouchCardCommand(
            cmd_id="b", step=bench.room(code).step, position=RED[0]
        )
        assert bench.rooms.play_bot(code, BOT, attended.bot_tasks[BOT], (guess,))

    def test_not_when_they_are_back(self, bench: Bench, attended: Attended) -> None:
        code = self.beside(bench)
        self.goes(bench, code, CEM)
        bench.now += 19_999
        bench.enter(code, "token of Cem")
        assert self.seen(bench).waiting is None
        bench.now += 1
        bench.rooms.timer_due(code)
        assert attended.parts == {BOT: Part.MARK}
        self.goes(bench, code, CEM)
        assert self.seen(bench).waiting == Wait((CEM,), bench.now + 20_000, BOT)
        bench.now += 20_000
        bench.rooms.timer_due(code)
        task = attended.bot_tasks[BOT]
        assert task.part is Part.GUESS
        bench.enter(code, "token of Cem")
        assert attended.parts == {BOT: Part.MARK}
        assert not bench.rooms.play_bot(code, BOT, task, ())

    def test_a_strict_timer_keeps_its_hour(self, bench: Bench, attended: Attended) -> None:
        strict = replace(STRICT_TIMER, guessing=OPERATIVES_TAP.guessing, guess_seconds=60)
        code = bench.four(strict)
        bench.command(code, ANA, "add_bot", seat=Seat.RED_OPERATIVE, style=BotStyle.NORMAL)
        bench.do(code, ANA, clue("tree", 2))
        self.goes(bench, code, CEM)
        end = timer_end(bench.room(code))
        assert end is not None
        assert bench.timers_set[-1] == (code, min(end, bench.now + 20_000))
        bench.now += 20_000
        bench.rooms.timer_due(code)
        assert bench.timers_set[-1] == (code, end)
        assert attended.parts == {BOT: Part.GUESS}

    def test_after_a_restart_everybody_has_the_time_to_come_back(
        self, bench: Bench, attended: Attended
    ) -> None:
        code = self.beside(bench)
        self.goes(bench, code, CEM)
        bench.now += 60_000
        bench.rooms.timer_due(code)
        bench.connections.here.clear()
        bench.restart()
        bench.now += 60_000
        bench.rooms.require_room(code)
        bench.now += 60_000
        bench.enter(code, None)
        assert self.seen(bench).waiting == Wait((CEM,), bench.now + 20_000, BOT)
        assert attended.parts == {BOT: Part.MARK}
        bench.enter(code, "token of Cem")
        assert self.seen(bench).waiting is None

    def test_the_time_does_not_run_unseen(self, bench: Bench, attended: Attended) -> None:
        code = self.beside(bench)
        self.goes(bench, code, ANA, BEN, CEM, DORA)
        bench.now += 5_000
        bench.connections.here.clear()
        bench.rooms.refresh(code)
        bench.now += 60_000
        bench.rooms.timer_due(code)
        bench.enter(code, "token of Ana")
        latest = bench.connections.told(Audience.RED_SPYMASTER)[-1].view.game
        assert latest is not None
        assert latest.waiting == Wait((CEM,), bench.now + 20_000, BOT)
        assert attended.parts == {BOT: Part.MARK}

    def test_where_another_process_has_the_bots_all_is_seen_the_same(self, bench: Bench) -> None:
        bench.bots, bench.peers = Attended(), Elsewhere()
        bench.restart_rooms()
        code = self.beside(bench)
        bench.peers.people = frozenset({CEM})
        self.goes(bench, code, CEM)
        assert self.seen(bench).waiting is None
        bench.peers.people = frozenset()
        bench.rooms.log_changed(code, 0)
        assert self.seen(bench).waiting == Wait((CEM,), bench.now + 20_000, BOT)
        for _ in range(2):
            bench.rooms.timer_due(code)
            assert bench.timers_set[-1] == (code, bench.now + 20_000)
        bench.now += 20_000
        bench.rooms.timer_due(code)
        assert (self.seen(bench).waiting, self.seen(bench).thinking) == (None, (BOT,))
        assert bench.bots.parts == {}

    def test_the_host_withdraws_for_a_challenger_who_has_gone(self, bench: Bench) -> None:
        code = bench.four()
        bench.do(code, ANA, clue("tree", 2))
        bench.do(code, BEN, Challenge())
        self.goes(bench, code, BEN)
        assert self.seen(bench).waiting == Wait((BEN,), bench.now + 20_000)
        bench.now += 19_999
        refused = why_not(lambda: bench.do(code, ANA, WithdrawChallenge()))
        assert refused is Refusal.NOT_YOUR_TURN
        bench.now += 1
        bench.rooms.timer_due(code)
        assert self.seen(bench).may["withdraw_challenge"] == (Seat.BLUE_SPYMASTER, Anyone.HOST)
        bench.do(code, ANA, WithdrawChallenge())
        assert self.seen(bench).phase is Phase.GUESS
