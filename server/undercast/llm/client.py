"""Asks the model, remembers its proposals, and leaves it alone for a while when it fails."""

import hashlib
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future

from undercast.bots.bot import BotStyle, SeatView
from undercast.llm import http_client, response_parser
from undercast.llm.endpoint import Endpoint
from undercast.llm.http_client import TIMEOUT, FailureReason, NoAnswer
from undercast.llm.prompts import question_of
from undercast.llm.proposals import LlmQuestion, Proposal

log = logging.getLogger(__name__)

CACHE_SIZE = 200
"""Remembered answers. The same question is asked once, so that a bot that marked a card on an
answer touches it on the same one."""

MAX_CONCURRENT = 4
"""Questions open at a time; beyond that there is no proposal."""

MAX_FAILURES = 2
"""After this many questions in a row without an answer, none is asked …"""

COOLDOWN = 60.0
"""… for this many seconds: nobody waits again and again for a model that is switched off."""

_Result = Proposal | FailureReason

Run = Callable[[Callable[[], _Result]], _Result]
"""Runs a function, perhaps in another thread, and waits for its result."""


class LlmClient:
    """Asks an endpoint. Several threads or greenlets may ask at a time."""

    def __init__(
        self,
        endpoint: Endpoint,
        timeout: float = TIMEOUT,
        now: Callable[[], float] = time.monotonic,
        run: Run = lambda ask: ask(),
    ) -> None:
        """`run`: where a question is sent and its answer read, which never raises."""
        self.model = endpoint.model
        self._endpoint = endpoint
        self._timeout = timeout
        self._now = now
        self._run = run
        self._slots = threading.BoundedSemaphore(MAX_CONCURRENT)
        self._cache: OrderedDict[bytes, Future[Proposal | None]] = OrderedDict()
        self._failures = 0
        self._paused_until = 0.0

    def propose(self, seen: SeatView, style: BotStyle) -> Proposal | None:
        """What the model proposes for this seat; None if it has nothing to ask, or gets nothing of
        use. Never raises: whatever goes wrong, the bot goes on by itself.
        """
        try:
            question = question_of(seen, style)
            return None if question is None else self(question)
        except Exception as fault:  # noqa: BLE001  # its text could tell the key
            log.warning("A language model could not be asked: %s", type(fault).__name__)
            return None

    def __call__(self, question: LlmQuestion) -> Proposal | None:
        """The proposal, within `timeout` seconds; None if there is none: the log says why."""
        body = http_client.request(self._endpoint, question)
        digest = hashlib.sha256(body).digest()
        if digest in self._cache:
            return self._cache[digest].result()
        if self._now() < self._paused_until:
            return None
        if not self._slots.acquire(blocking=False):
            _warn(FailureReason.BUSY)
            return None
        answer = self._cache[digest] = Future()
        if len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)
        try:
            answer.set_result(self._proposal(self._run(lambda: self._ask(body, question))))
        finally:
            if answer.cancel():  # it never came: those who wait get nothing, others ask again
                self._cache.pop(digest, None)
            self._slots.release()
        return answer.result()

    def _ask(self, body: bytes, question: LlmQuestion) -> _Result:
        try:
            text = http_client.ask(self._endpoint, body, self._timeout)
            return response_parser.read(text, question) or FailureReason.NO_PROPOSAL
        except NoAnswer as fault:
            return fault.why
        except Exception:  # noqa: BLE001  # its traceback could tell the key
            return FailureReason.OUR_FAULT

    def _proposal(self, result: _Result) -> Proposal | None:
        """The proposal, if there is one. Failures in a row are counted."""
        if not isinstance(result, FailureReason):
            self._failures = 0
            return result
        _warn(result)
        self._failures = 0 if result is FailureReason.NO_PROPOSAL else self._failures + 1
        if self._failures >= MAX_FAILURES:
            self._paused_until = self._now() + COOLDOWN
        return None


def _warn(why: FailureReason) -> None:
    log.warning("The language model gave no proposal: %s. The bot decides on its own", why)
