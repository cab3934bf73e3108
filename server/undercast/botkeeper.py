"""Between the rooms and those who think for bots: when a bot acts.

A bot's turn begins when its room says that it has something to do. How long it will wait is drawn
then, of nothing but what everybody knows; it thinks meanwhile. When it has waited, what it found is
handed over; where it has found nothing by then, so much later that the time tells nothing of it.
"""

import logging
import random
from collections.abc import Callable, Mapping

import gevent
from msgspec import Struct

from undercast.commands import GameCommand
from undercast.commands.kinds import NoteCards
from undercast.refusals import Refusal, Refused
from undercast.room.bots import Duty, Part
from undercast.service import Rooms
from undercast.thinking.letters import Decided
from undercast.thinking.thinker import NoThought, Thinker
from undercast.views import Thinkers

log = logging.getLogger(__name__)

WAITS: Mapping[Part, tuple[float, float]] = {
    Part.CLUE: (5.0, 11.0),
    Part.GUESS: (2.5, 5.0),
    Part.MARK: (2.5, 5.0),
    Part.COVER: (3.0, 6.0),
    Part.RULE: (3.0, 6.0),
}
"""Seconds that a bot takes, from and to."""

OVERRUN = 10.0
"""Seconds more, where it has not come to an end by then."""

WITH_MODEL = 3
"""As often so long at most, where a language model is asked first."""

AGAIN = 5.0
"""Seconds after which what could not be thought or saved is tried anew."""


class _Turn(Struct):
    """What a bot is about, and who does it; None when that is over."""

    duty: Duty
    doing: "gevent.Greenlet[..., None] | None" = None


class BotKeeper:
    """The `undercast.service.Bots` of a real server."""

    def __init__(
        self,
        thinker: Thinker,
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
        self._chance = chance or random.SystemRandom()
        self._turns: dict[str, dict[str, _Turn]] = {}

    @property
    def thinkers(self) -> Thinkers:
        """Whether bots can think now."""
        return self._thinker.thinkers

    def attend(self, code: str, duties: Mapping[str, Duty]) -> None:
        """What the bots of a room have to do now; whatever else they were about is over."""
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
                turn.doing = gevent.spawn(self._take, code, who, turn)

    def _take(self, code: str, who: str, turn: _Turn) -> None:
        """A bot's turn, from its beginning on."""
        try:
            while self._is_on(code, who, turn) and not self._done(code, who, turn.duty):
                gevent.sleep(AGAIN * self._pace)
        except Refused as refused:
            log.warning("Room %s: a bot was refused: %s", code, refused.code)
        except Exception:
            log.exception("Room %s: a bot's turn failed", code)
        turn.doing = None

    def _is_on(self, code: str, who: str, turn: _Turn) -> bool:
        return self._turns.get(code, {}).get(who) is turn

    def _done(self, code: str, who: str, duty: Duty) -> bool:
        """Think, wait, act. Whether that is all: not where thinking or saving failed."""
        wait = self._chance.uniform(*WAITS[duty.part]) * self._pace
        seed = self._chance.getrandbits(53)
        sight = self._rooms().sight(code, who)
        thought = gevent.spawn(self._thought, sight, seed)
        gevent.sleep(wait)
        if not thought.ready():
            self._overrun(duty, thought)
        decided = thought.get(block=False) if thought.ready() else None
        thought.kill(block=False)
        if decided is None:
            self._rooms().refresh(code)  # everybody sees it where it happens again and again
            return False
        return self._hand_over(code, who, duty, decided)

    def _overrun(self, duty: Duty, thought: "gevent.Greenlet[..., Decided | None]") -> None:
        """Wait longer: for a guess, which is found by what everybody sees, until it is there; for
        all else so much that the time tells nothing of it.
        """
        times = 1 if self.thinkers.llm is None else WITH_MODEL
        if duty.part in (Part.GUESS, Part.MARK):
            thought.join(times * OVERRUN * self._pace)
            return
        for _ in range(times):
            gevent.sleep(OVERRUN * self._pace)
            if thought.ready():
                return

    def _thought(self, *about: object) -> Decided | None:
        try:
            return self._thinker.decide(*about)  # type: ignore[arg-type]  # as `_done` has them
        except NoThought:
            return None

    def _hand_over(self, code: str, who: str, duty: Duty, decided: Decided) -> bool:
        move = decided.move()
        if move is None:
            return True
        try:
            if not self._rooms().hand_over(code, who, duty, _moves(move, decided.cards)):
                self._turns.get(code, {}).pop(who, None)  # when somebody looks on again: anew
        except Refused as refused:
            if refused.code is not Refusal.NOT_SAVED:
                raise
            return False
        return True


def _moves(move: GameCommand, cards: tuple[int, ...]) -> tuple[GameCommand, ...]:
    """What a bot does: the note of what it thought first, for the debrief."""
    if not cards:
        return (move,)
    return NoteCards(cmd_id=f"{move.cmd_id}-note", step=move.step, cards=cards), move
