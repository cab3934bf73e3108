"""The server's side of the asker: what a model proposes for a bot's seat, asked in a process of its
own that holds up nobody.

Only `threading` and `subprocess` are used, each through its module, so that all waiting cooperates
where gevent has patched them.
"""

import logging
import subprocess
import sys
import threading
from collections.abc import Sequence

import msgspec

from undercast.bots.bot import Seen, Style
from undercast.llm.asking import PATIENCE
from undercast.llm.proposals import Answer, Asked, Proposal

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "undercast.llm.asker")

SPARE = 5.0
"""Seconds that the asker has beyond those for its question, the first one's start included."""


class Advice:
    """Has the model asked, several questions at a time.

    The asker is started when it is first needed, and anew when it died. It takes the key from the
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
        self._asker: _Asker | None = None

    def __call__(self, seen: Seen, style: Style, languages: Sequence[str]) -> Proposal | None:
        """What the model proposes for this seat; None where it proposes nothing, or nothing that
        can be used, or where there is nothing to ask. It takes `patience` at most.
        """
        with self._lock:
            if self._asker is None or not self._asker.lives:
                self._asker = _Asker(self._command)
            asker = self._asker
            waiting = asker.ask(seen, style, tuple(languages))
        if not waiting.answered.wait(self._patience):
            asker.end()  # it hangs
        return waiting.proposal

    def stop(self) -> None:
        """End the asker; who waits gets no proposal."""
        with self._lock:
            if self._asker is not None:
                self._asker.end()


class _Waiting:
    """Somebody who waits for an answer."""

    def __init__(self) -> None:
        self.answered = threading.Event()
        self.proposal: Proposal | None = None

    def take(self, proposal: Proposal | None) -> None:
        """Go on with this."""
        self.proposal = proposal
        self.answered.set()


class _Asker:
    """A process that asks, until it ends for whatever reason."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(  # noqa: S603  # our own command
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._waiting: dict[int, _Waiting] = {}
        self._count = 0
        self.lives = True
        threading.Thread(target=self._listen, daemon=True).start()

    def ask(self, seen: Seen, style: Style, languages: tuple[str, ...]) -> _Waiting:
        """Send a question. One caller at a time."""
        assert self._process.stdin is not None
        self._count += 1
        waiting = self._waiting[self._count] = _Waiting()
        line = msgspec.json.encode(Asked(self._count, seen, style, languages)) + b"\n"
        try:
            self._process.stdin.write(line)
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
        """Hand out answers. When it ends, nobody waits any longer."""
        assert self._process.stdout is not None
        try:
            for line in self._process.stdout:
                answer = msgspec.json.decode(line, type=Answer)
                waiting = self._waiting.pop(answer.id, None)
                if waiting is not None:
                    waiting.take(answer.proposal)
        except (OSError, ValueError, msgspec.MsgspecError):
            log.warning("The asker of the language model said nothing that can be read")
        finally:
            self.end()
            for waiting in list(self._waiting.values()):
                waiting.take(None)
            self._process.wait()
