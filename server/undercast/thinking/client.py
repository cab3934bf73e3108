"""The server's side of thinking: asks the process, and knows whether it can."""

import logging
import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from undercast.base.child_process import ChildProcess
from undercast.bots.bot import SeatView
from undercast.llm.client import LlmClient
from undercast.room.seats import Seat
from undercast.room.state import BotStyle
from undercast.service import SeatSnapshot
from undercast.thinking import messages
from undercast.thinking.messages import Answer, Decide, Question, Rank, Suggest
from undercast.thinking.room_queue import RoomQueue
from undercast.views import BotThinking, BotThinkingState

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "undercast.thinking.child")

TIMEOUT = 15.0
"""Seconds for one thought, fifty times the longest; the first one loads the vectors."""

MAX_FAILURES = 3
"""After this many in a row people are told; thoughts that not everybody knows of do not count."""

IDEAS = 3
"""Clues that the coach suggests."""

_Kind = TypeVar("_Kind", bound=Answer)

_Fields = tuple[msgspec.Raw, int, Seat, str, BotStyle, tuple[str, ...], int]


class NoThought(Exception):
    """There is no answer: thinking failed, or nobody waits for it any more."""


class _Failed(NoThought):
    """The process died of the question, took too long, or had a fault of its own."""


def _always() -> bool:
    return True


class ThinkingClient:
    """Thinks for all bots of a server, one thought at a time; rooms take turns."""

    def __init__(
        self,
        *,
        able: bool,
        llm: LlmClient | None = None,
        command: Sequence[str] = COMMAND,
        timeout: float = TIMEOUT,
    ) -> None:
        """`able`: whether numpy is installed."""
        self._able = able
        self._llm = llm
        self._process = ChildProcess(command, timeout)
        self._queue = RoomQueue()
        self._failed = 0
        self.thoughts = self.failures = 0
        """Questions answered, and failed."""

    @property
    def thinkers(self) -> BotThinking:
        """Whether bots can think now."""
        if not self._able:
            return BotThinking(BotThinkingState.MISSING)
        failing = self._failed >= MAX_FAILURES
        model = None if self._llm is None else self._llm.model
        return BotThinking(BotThinkingState.FAILING if failing else BotThinkingState.READY, model)

    def decide(
        self,
        sight: SeatSnapshot,
        seed: int,
        *,
        secretly: bool = False,
        wanted: Callable[[], bool] = _always,
    ) -> messages.Decided:
        """What a bot does. Raises NoThought. A language model is asked first: up to 20 s more.

        `secretly`: not everybody knows that the bot has something to do.
        `wanted`: whether somebody still waits for the answer; else it is dropped, not thought.
        """
        proposal = None
        if self._llm is not None:
            message = sight.message
            seat = SeatView(message.view, message.step, sight.seat, sight.player, sight.languages)
            proposal = self._llm.propose(seat, sight.style)
        question = Decide(*place(sight, seed), proposal=proposal)
        try:
            answer = self._ask(sight, question, messages.Decided, wanted)
        except _Failed:
            self._failed += not secretly
            raise
        if not secretly:
            self._failed = 0
        return answer

    def rank(self, sight: SeatSnapshot, word: str) -> messages.RankResponse:
        """How a stranger would see the board after this clue. Raises NoThought."""
        return self._ask(sight, Rank(*place(sight, 0), word=word), messages.RankResponse)

    def suggest(self, sight: SeatSnapshot) -> messages.Suggested:
        """Clues that this seat could give. Raises NoThought."""
        return self._ask(sight, Suggest(*place(sight, 0), count=IDEAS), messages.Suggested)

    def _ask(
        self,
        sight: SeatSnapshot,
        question: Question,
        kind: type[_Kind],
        wanted: Callable[[], bool] = _always,
    ) -> _Kind:
        """Raises NoThought."""
        if not self._able:
            raise NoThought
        with self._queue.turn(sight.message.view.lobby.code):
            if not wanted():
                raise NoThought
            try:
                answer = messages.read_answer(self._process.ask(messages.encode(question)))
            except OSError:
                raise self._failure("it did not start, died or took too long") from None
            except msgspec.MsgspecError:
                self._process.stop()
                raise self._failure("its answer cannot be read") from None
            if isinstance(answer, messages.ThinkingFailed):
                raise self._failure(answer.fault)
            if not isinstance(answer, kind):
                self._process.stop()
                raise self._failure("an answer to something else")
        self.thoughts += 1
        return answer

    def _failure(self, why: str) -> NoThought:
        self.failures += 1
        log.warning("No thought: %s", why)
        return _Failed(why)


def place(sight: SeatSnapshot, seed: int) -> _Fields:
    """What every question says, in the order of its fields."""
    view = msgspec.Raw(msgspec.json.encode(sight.message.view))
    step, seat, languages = sight.message.step, sight.seat, sight.languages
    return view, step, seat, sight.player, sight.style, languages, seed
