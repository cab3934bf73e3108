"""Between the rooms and those who think for bots: when a bot acts.

A bot's turn begins when its room says that it has something to do. How long it will wait is drawn
then, of nothing but what everybody knows; it thinks meanwhile, after a moment. When it has waited,
what it found is handed over; where it has found nothing by then, so much later that the time tells
nothing of it.
What it has to do bounds what it can do, whatever it thought.
"""

import logging
import random
from collections.abc import Callable, Mapping

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
from undercast.room.bots import Duty, Part
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
"""What it may do then. Anything else that comes to its mind it leaves to others."""

THINKING_DELAY = 1.0
"""Seconds after which it begins to think: what is over by then, because people tap to and fro,
keeps other rooms' bots from nothing."""

OVERRUN = 4.0
"""Seconds more, again and again, where it has not come to an end by then."""

RETRY_DELAY = 5.0
"""Seconds after which what could not be thought or done is tried anew."""

MIN_DELAY = 0.2
"""Seconds of either, however quick the bots are."""


class _Turn(Struct):
    """What a bot is about, and who does it; None when that is over."""

    duty: Duty
    doing: "gevent.Greenlet[..., None] | None" = None


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
        """`rooms` are asked for when they are needed: they need this, too. `pace`: bots take so
        many times as long.
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

    def set_duties(self, code: str, duties: Mapping[str, Duty]) -> None:
        """What the bots of a room have to do now; whatever else they were about is over."""
        if self.thinkers.state is BotThinkingState.MISSING:
            duties = {}
        before = self._turns.pop(code, {})
        kept = {who: turn for who, turn in before.items() if duties.get(who) == turn.duty}
        for who, turn in before.items():
            if who not in kept and turn.doing not in (None, gevent.getcurrent()):
                turn.doing.kill(block=False)
        if not duties:
            return
        self._turns[code] = kept
        for who, duty in duties.items():
            if who not in kept:
                turn = kept[who] = _Turn(duty)
                turn.doing = gevent.spawn(self._run, code, who, turn)

    def _run(self, code: str, who: str, turn: _Turn) -> None:
        """A bot's turn, from its beginning on."""
        while self._is_on(code, who, turn) and not self._try(code, who, turn):
            gevent.sleep(self._seconds(RETRY_DELAY))
        turn.doing = None

    def _is_on(self, code: str, who: str, turn: _Turn) -> bool:
        return self._turns.get(code, {}).get(who) is turn

    def _try(self, code: str, who: str, turn: _Turn) -> bool:
        """As `_done`. What was refused, or failed, is thought about anew."""
        try:
            return self._act(code, who, turn)
        except Refused as refused:
            log.warning("Room %s: a bot was refused: %s", code, refused.code)
        except Exception:
            log.exception("Room %s: a bot's turn failed", code)
        return False

    def _act(self, code: str, who: str, turn: _Turn) -> bool:
        """Think, wait, act. Whether that is all: not where thinking or saving failed."""
        wait = self._rng.uniform(*MOVE_DELAYS[turn.duty.part]) * self._pace
        seed = self._rng.getrandbits(53)
        calm = THINKING_DELAY * self._pace
        gevent.sleep(calm)
        sight = self._rooms().seat_snapshot(code, who)
        # Not killed with this greenlet: that would end the process that thinks.
        thought = gevent.spawn(self._thought, code, who, turn, sight, seed)
        gevent.sleep(wait - calm)
        while not thought.ready():
            gevent.sleep(self._seconds(OVERRUN))
        decided = thought.get(block=False)
        if decided is None:
            if turn.duty.part is not Part.RULE:  # of which not everybody may know
                self._rooms().refresh(code)  # everybody sees it where it happens again and again
            return False
        return self._hand_over(code, who, turn, decided)

    def _thought(
        self, code: str, who: str, turn: _Turn, sight: SeatSnapshot, seed: int
    ) -> Decided | None:
        secretly = turn.duty.part is Part.RULE
        try:
            return self._thinker.decide(
                sight, seed, secretly=secretly, wanted=lambda: self._is_on(code, who, turn)
            )
        except NoThought:
            return None

    def _hand_over(self, code: str, who: str, turn: _Turn, decided: Decided) -> bool:
        moves = moves_of(turn.duty.part, decided)
        done = not moves or self._rooms().play_bot(code, who, turn.duty, moves)
        if not done and self._is_on(code, who, turn):
            del self._turns[code][who]  # nobody looks on: anew when somebody does again
        return True

    def _seconds(self, seconds: float) -> float:
        return max(seconds * self._pace, MIN_DELAY)


def moves_of(part: Part, decided: Decided) -> tuple[GameCommand, ...]:
    """What a bot does: the note of what it thought first, for the debrief. None where what it
    decided is not its part.
    """
    move = decided.move()
    if not isinstance(move, ALLOWED_COMMANDS[part]):
        return ()
    if not decided.cards:
        return (move,)
    return NoteCardsCommand(cmd_id=f"{move.cmd_id}-note", step=move.step, cards=decided.cards), move
