"""The server's side of thinking: asks the process, and knows whether it can."""

import logging
import sys
from collections.abc import Sequence
from typing import TypeVar

import msgspec

from undercast.base.child_process import ChildProcess
from undercast.room.seats import Seat
from undercast.room.state import BotStyle
from undercast.service import Sight
from undercast.thinking import messages
from undercast.thinking.adviser_client import AdviserClient
from undercast.thinking.messages import Answer, Consult, Decide, Question, Rank, Suggest
from undercast.views import Thinkers, ThinkersState

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "undercast.thinking.child")

PATIENCE = 15.0
"""Seconds for one thought, fifty times what the longest takes; the first loads what is known."""

FAILURES = 3
"""After so many in a row people are told: of what everybody knows that it is thought about."""

IDEAS = 3
"""Clues that the coach suggests."""


_Kind = TypeVar("_Kind", bound=Answer)

_Fields = tuple[msgspec.Raw, int, Seat, str, BotStyle, tuple[str, ...], int]


class NoThought(Exception):
    """The process has died of the question, takes too long, or found a fault of its own."""


class ThinkingClient:
    """Thinks for all bots of a server, one thought after the other."""

    def __init__(
        self,
        *,
        able: bool,
        adviser: AdviserClient | None = None,
        command: Sequence[str] = COMMAND,
        patience: float = PATIENCE,
    ) -> None:
        """`able`: whether numpy is there. `adviser`: for who has a language model asked."""
        self._able = able
        self._adviser = adviser
        self._worker = ChildProcess(command, patience)
        self._failed = 0
        self.thoughts = self.failures = 0
        """What was thought, and what was not; for how many it was asked."""

    @property
    def thinkers(self) -> Thinkers:
        """Whether bots can think now."""
        if not self._able:
            return Thinkers(ThinkersState.MISSING)
        failing = self._failed >= FAILURES
        model = None if self._adviser is None else self._adviser.model
        return Thinkers(ThinkersState.FAILING if failing else ThinkersState.READY, model)

    def decide(self, sight: Sight, seed: int, *, secretly: bool = False) -> messages.Decided:
        """What a bot does. Raises NoThought. A language model is asked first: up to 25 s more.
        `secretly`: not everybody knows that it has to do anything.
        """
        about = place(sight, seed)
        proposal = None
        if self._adviser is not None:
            proposal = self._adviser.ask(lambda number: Consult(*about, id=number))
        question = Decide(*about, proposal=proposal)
        return self._asked(question, messages.Decided, secretly=secretly)

    def rank(self, sight: Sight, word: str) -> messages.RankResponse:
        """How a stranger would see the board after this clue. Raises NoThought."""
        return self._asked(Rank(*place(sight, 0), word=word), messages.RankResponse, secretly=True)

    def suggest(self, sight: Sight) -> messages.Suggested:
        """Clues that this seat could give. Raises NoThought."""
        question = Suggest(*place(sight, 0), count=IDEAS)
        return self._asked(question, messages.Suggested, secretly=True)

    def _asked(self, question: Question, kind: type[_Kind], *, secretly: bool) -> _Kind:
        """What is asked secretly changes nothing of what people are told of the thinkers."""
        try:
            answer = self._answer(question, kind)
        except NoThought:
            self._failed += not secretly
            raise
        if not secretly:
            self._failed = 0
        return answer

    def _answer(self, question: Question, kind: type[_Kind]) -> _Kind:
        if not self._able:
            raise NoThought
        try:
            answer = messages.read_answer(self._worker.ask(messages.encode(question)))
        except OSError:
            raise self._failure("it did not start, died or took too long") from None
        except msgspec.MsgspecError:
            self._worker.stop()
            raise self._failure("an answer that is none") from None
        if isinstance(answer, messages.ThinkingFailed):
            raise self._failure(answer.fault)
        if not isinstance(answer, kind):
            self._worker.stop()
            raise self._failure("an answer to something else")
        self.thoughts += 1
        return answer

    def _failure(self, why: str) -> NoThought:
        self.failures += 1
        log.warning("No thought: %s", why)
        return NoThought(why)


def place(sight: Sight, seed: int) -> _Fields:
    """What every question says, in the order of its fields."""
    view = msgspec.Raw(msgspec.json.encode(sight.message.view))
    step, seat, languages = sight.message.step, sight.seat, sight.languages
    return view, step, seat, sight.player, sight.style, languages, seed
