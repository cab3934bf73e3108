"""The server's side of the adviser: what a language model proposes for a bot's seat. It is asked in
a process of its own, several questions at a time, so that no room waits for another one's.

Only `threading` and `subprocess` are used, each through its module, so that all waiting cooperates
where gevent has patched them.
"""

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence

import msgspec

from undercast.llm.http_client import PATIENCE
from undercast.llm.proposals import Proposal
from undercast.thinking import messages
from undercast.thinking.messages import Consult

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "undercast.thinking.adviser_process")

SPARE = 5.0
"""Seconds that the process has beyond those of its question; its start takes one."""


class AdviserClient:
    """Has the model asked.

    The process is started when it is first needed, and anew when it died. It takes the key from the
    environment of the server.
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        command: Sequence[str] = COMMAND,
        patience: float = PATIENCE + SPARE,
    ) -> None:
        self._command = (*command, url, model)
        self._patience = patience
        self._lock = threading.Lock()
        self._process: _Process | None = None
        self.model = model

    def ask(self, question: Callable[[int], Consult]) -> Proposal | None:
        """What is proposed; None where there is nothing to ask, or no proposal of any use. It takes
        `patience` at most. `question`: the one of this id.
        """
        with self._lock:
            if self._process is not None and self._process.is_overdue(self._patience):
                self._process.end()  # who waited has gone, and it hangs all the same
            if self._process is None or not self._process.lives:
                try:
                    self._process = _Process(self._command)
                except OSError as fault:
                    log.warning("No process to ask the language model: %s", fault.strerror)
                    return None
            process = self._process
            waiting = process.ask(question)
        if not waiting.answered.wait(self._patience):
            log.warning("The process that asks the language model hangs: it is ended")
            process.end()
        return waiting.proposal

    def stop(self) -> None:
        """End the process; who waits gets no proposal."""
        with self._lock:
            if self._process is not None:
                self._process.end()


class _Waiting:
    """Somebody who waits for an answer."""

    def __init__(self) -> None:
        self.since = time.monotonic()
        self.answered = threading.Event()
        self.proposal: Proposal | None = None

    def take(self, proposal: Proposal | None) -> None:
        """Go on with this."""
        self.proposal = proposal
        self.answered.set()


class _Process:
    """A process that asks, until it ends for whatever reason."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(  # noqa: S603  # our own command
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._waiting: dict[int, _Waiting] = {}
        self._count = 0
        self.lives = True
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def pid(self) -> int:
        """The system's name of it."""
        return self._process.pid

    def is_overdue(self, patience: float) -> bool:
        """Whether something that it was asked so many seconds ago has no answer."""
        first = next(iter(self._waiting.values()), None)
        return first is not None and time.monotonic() - first.since > patience

    def ask(self, question: Callable[[int], Consult]) -> _Waiting:
        """Send a question. One caller at a time."""
        assert self._process.stdin is not None
        self._count += 1
        waiting = self._waiting[self._count] = _Waiting()
        try:
            self._process.stdin.write(messages.encode(question(self._count)) + b"\n")
            self._process.stdin.flush()
        except OSError:
            self.end()
            waiting.take(None)
        return waiting

    def end(self) -> None:
        """Kill it."""
        self.lives = False
        self._process.kill()

    def _listen(self) -> None:
        """Hand out answers. When it has ended nobody waits any longer."""
        assert self._process.stdout is not None
        try:
            for line in self._process.stdout:
                advice = messages.read_advice(line)
                waiting = self._waiting.pop(advice.id, None)
                if waiting is not None:
                    waiting.take(advice.proposal)
        except (OSError, ValueError, msgspec.MsgspecError):
            log.warning("The process that asks the language model said what cannot be read")
        finally:
            self.end()
            for waiting in list(self._waiting.values()):
                waiting.take(None)
            self._process.wait()
