"""When bots act: between the rooms and the thinking process.

A bot's turn begins when its room gives it a task. Its delay is drawn then, from public facts only;
it thinks meanwhile. After the delay its move is handed over; if it has none by then, after further
fixed steps, so that the time tells nothing about its thinking. Its task limits what it may do,
whatever it thought.
"""

import logging
import random
from collections.abc import Callable, Mapping
from math import inf

import gevent
from msgspec import Struct

from undercast.base.refusals import Refused
from undercast.commands import GameCommand
from undercast.commands.command_types import (
    AllowClueCommand,
    CoverCardCommand,
    EndTurnCommand,
    GiveClueCommand,
    MarkCardCommand,
    NoteCardsCommand,
    RejectClueCommand,
    TouchCardCommand,
)
from undercast.room.bots import BotTask, Part
from undercast.rules.settings import BotPace
from undercast.service import Rooms, SeatSnapshot
from undercast.thinking.client import NoThought, ThinkingClient
from undercast.thinking.messages import Decided
from undercast.views import BotThinking, BotThinkingState

log = logging.getLogger(__name__)

MOVE_DELAYS: Mapping[Part, tuple[float, float]] = {
    Part.CLUE: (5.0, 11.0),
    Part.GUESS: (2.5, 5.0),
    Part.MARK: (2.5, 5.0),
    Part.COVER: (3.0, 6.0),
    Part.RULE: (3.0, 6.0),
}
"""Seconds that a bot takes, from and to."""

ALLOWED_COMMANDS: Mapping[Part, tuple[type[GameCommand], ...]] = {
    Part.CLUE: (GiveClueCommand,),
    Part.GUESS: (MarkCardCommand, TouchCardCommand, EndTurnCommand),
    Part.MARK: (MarkCardCommand,),
    Part.COVER: (CoverCardCommand,),
    Part.RULE: (AllowClueCommand, RejectClueCommand),
}
"""What each task allows. Anything else is left to others."""

PACE_FACTORS: Mapping[BotPace, float] = {
    BotPace.SLOW: 1.7,
    BotPace.NORMAL: 1.0,
    BotPace.QUICK: 0.35,
}
"""What a room's pace makes of all of these."""

THINKING_DELAY = 1.0
"""Seconds before it begins to think: a task that is over by then costs other rooms nothing."""

RECHECK_DELAY = 4.0
"""Seconds of each further step while it still thinks."""

RETRY_DELAY = 5.0
"""Seconds before it tries again after a failure."""

MIN_DELAY = 0.2
"""The least of these two, whatever the pace."""


class _Turn(Struct):
    """A bot's task, and the greenlet that does it; None when it is done."""

    task: BotTask
    greenlet: "gevent.Greenlet[..., None] | None" = None


class BotScheduler:
    """The `undercast.service.Bots` of a real server."""

    def __init__(
        self,
        thinker: ThinkingClient,
        rooms: Callable[[], Rooms],
        *,
        pace: float = 1.0,
        chance: random.Random | None = None,
    ) -> None:
        """`rooms` is called when needed, as the rooms need this object, too. `pace`: a factor for
        all delays.
        """
        self._thinker = thinker
        self._rooms = rooms
        self._pace = pace
        self._rng = chance or random.SystemRandom()
        self._turns: dict[str, dict[str, _Turn]] = {}

    @property
    def thinkers(self) -> BotThinking:
        """Whether bots can think now."""
        return self._thinker.thinkers

    def set_tasks(self, code: str, bot_tasks: Mapping[str, BotTask]) -> None:
        """Set the tasks of a room's bots. Turns with any other task end."""
        if self.thinkers.state is BotThinkingState.MISSING:
            bot_tasks = {}
        before = self._turns.pop(code, {})
        kept = {who: turn for who, turn in before.items() if bot_tasks.get(who) == turn.task}
        for who, turn in before.items():
            if who not in kept and turn.greenlet not in (None, gevent.getcurrent()):
                turn.greenlet.kill(block=False)
        if not bot_tasks:
            return
        self._turns[code] = kept
        for who, task in bot_tasks.items():
            if who not in kept:
                turn = kept[who] = _Turn(task)
                turn.greenlet = gevent.spawn(self._run, code, who, turn)

    def _run(self, code: str, who: str, turn: _Turn) -> None:
        """A bot's turn, from beginning to end."""
        while self._is_on(code, who, turn) and not self._try(code, who, turn):
            gevent.sleep(self._seconds(RETRY_DELAY))
        turn.greenlet = None

    def _is_on(self, code: str, who: str, turn: _Turn) -> bool:
        return self._turns.get(code, {}).get(who) is turn

    def _try(self, code: str, who: str, turn: _Turn) -> bool:
        """As `_act`. After a refusal or a fault it thinks again."""
        try:
            return self._act(code, who, turn)
        except Refused as refused:
            log.warning("Room %s: a bot was refused: %s", code, refused.code)
        except Exception:
            log.exception("Room %s: a bot's turn failed", code)
        return False

    def _act(self, code: str, who: str, turn: _Turn) -> bool:
        """Think, wait, act; false if thinking or saving failed."""
        wait, calm, step = self._delays(turn.task)
        seed = self._rng.getrandbits(53)
        gevent.sleep(calm)
        sight = self._rooms().seat_snapshot(code, who)
        # Not killed with this greenlet: that would end the process that thinks.
        thought = gevent.spawn(self._thought, code, who, turn, sight, seed)
        gevent.sleep(wait - calm)
        while not thought.ready():
            gevent.sleep(step)
        decided = thought.get(block=False)
        if decided is None:
            if turn.task.part is not Part.RULE:  # not everybody may know of it
                self._rooms().refresh(code)  # shows that bots fail, if they do again and again
            return False
        return self._hand_over(code, who, turn, decided)

    def _thought(
        self, code: str, who: str, turn: _Turn, sight: SeatSnapshot, seed: int
    ) -> Decided | None:
        secretly = turn.task.part is Part.RULE
        try:
            return self._thinker.decide(
                sight, seed, secretly=secretly, wanted=lambda: self._is_on(code, who, turn)
            )
        except NoThought:
            return None

    def _hand_over(self, code: str, who: str, turn: _Turn, decided: Decided) -> bool:
        moves = moves_of(turn.task.part, decided)
        done = not moves or self._rooms().play_bot(code, who, turn.task, moves)
        if not done and self._is_on(code, who, turn):
            del self._turns[code][who]  # nobody looks on: anew when somebody does again
        return True

    def _delays(self, task: BotTask) -> tuple[float, float, float]:
        """Seconds until it acts, until it begins to think, and of each further step."""
        factor = PACE_FACTORS[task.pace]
        drawn = self._rng.uniform(*MOVE_DELAYS[task.part]) * factor * self._pace
        most = inf if task.most_seconds is None else task.most_seconds
        wait, step = min(drawn, most), min(self._seconds(RECHECK_DELAY * factor), most)
        return wait, min(THINKING_DELAY * factor * self._pace, wait / 2), step

    def _seconds(self, seconds: float) -> float:
        return max(seconds * self._pace, MIN_DELAY)


def moves_of(part: Part, decided: Decided) -> tuple[GameCommand, ...]:
    """A bot's commands: first the note of its reasons, for the debrief. None if its decision is
    not part of its task.
    """
    move = decided.move()
    if not isinstance(move, ALLOWED_COMMANDS[part]):
        return ()
    if not decided.cards:
        return (move,)
    return NoteCardsCommand(cmd_id=f"{move.cmd_id}-note", step=move.step, cards=decided.cards), move
