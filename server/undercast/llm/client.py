"""Asks the model, remembers what it said, and leaves it alone for a while where it fails."""

import hashlib
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from undercast.llm import http_client, response_parser
from undercast.llm.endpoint import Endpoint
from undercast.llm.http_client import PATIENCE, FailureReason, NoAnswer
from undercast.llm.proposals import LlmQuestion, Proposal

log = logging.getLogger(__name__)

MOST_KEPT = 200
"""Questions whose answer is kept: the same question is asked once, so that a bot that has marked a
card by an answer touches it by the same one."""

AT_ONCE = 4
"""Questions that are open at a time; beyond that there is no proposal."""

FAILURES = 2
"""So many questions in a row without an answer, and none is asked for …"""

REST = 60.0
"""… so many seconds: nobody waits again and again for a model that is switched off."""


class LlmClient:
    """Asks an endpoint. Any number of threads may ask."""

    def __init__(
        self,
        endpoint: Endpoint,
        patience: float = PATIENCE,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._endpoint = endpoint
        self._patience = patience
        self._now = now
        self._places = threading.BoundedSemaphore(AT_ONCE)
        self._lock = threading.Lock()
        self._kept: OrderedDict[bytes, Proposal | None] = OrderedDict()
        self._failures = 0
        self._rests_until = 0.0

    def __call__(self, question: LlmQuestion) -> Proposal | None:
        """The proposal; None where there is none, for which a line of the log says why."""
        body = http_client.request(self._endpoint, question)
        name = hashlib.sha256(body).digest()
        with self._lock:
            if name in self._kept:
                return self._kept[name]
            if self._now() < self._rests_until:
                return None
        if not self._places.acquire(blocking=False):
            _note(FailureReason.BUSY)
            return None
        try:
            proposal = self._asked(body, question)
        finally:
            self._places.release()
        self._keep(name, proposal)
        return proposal

    def _asked(self, body: bytes, question: LlmQuestion) -> Proposal | None:
        try:
            text = http_client.ask(self._endpoint, body, self._patience)
        except NoAnswer as fault:
            _note(fault.why)
            self._count(self._failures + 1)
            return None
        self._count(0)
        proposal = response_parser.read(text, question)
        if proposal is None:
            _note(FailureReason.NO_PROPOSAL)
        return proposal

    def _count(self, failures: int) -> None:
        with self._lock:
            self._failures = failures
            if failures >= FAILURES:
                self._rests_until = self._now() + REST

    def _keep(self, name: bytes, proposal: Proposal | None) -> None:
        with self._lock:
            self._kept[name] = proposal
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)


def _note(why: FailureReason) -> None:
    log.warning("The language model gave no proposal: %s. The bot decides on its own", why)
