"""What a worker gets at its start, and the words on the line between it and its parent."""

import json
import socket
from collections.abc import Sequence
from typing import NamedTuple

READY = "ready"
"""The worker serves."""

ALIVE = "alive"
"""It still does: a heartbeat."""

ASKED = "asked"
"""Something else than the parent wants the worker's end; it waits for the order."""

LIVING = "living"
"""The numbers of the workers that live follow."""

GREET = "greet"
"""All are ready; the first worker prints the greeting."""

LEAVE = "leave"
"""Drain and end. The others go on, know it, and get the connections that still arrive."""

STOP = "stop"
"""All drain and end."""

NOW = "now"
"""End at once."""

MAX_LINE = 1024
"""Bytes of an incomplete line that are kept."""


class Inheritance(NamedTuple):
    """The number of a worker, and the file descriptors that it inherits."""

    worker: int
    line: int
    """A stream to its parent."""
    inbox: int
    """Receives connections that others hand over."""
    outboxes: tuple[int, ...]
    """Send them to each worker, itself included."""
    listening: tuple[int, ...]

    @property
    def descriptors(self) -> tuple[int, ...]:
        """All of them."""
        return (self.line, self.inbox, *self.outboxes, *self.listening)


def to_argument(inheritance: Inheritance) -> str:
    """For the worker's command line."""
    return json.dumps(inheritance, separators=(",", ":"))


def from_argument(text: str) -> Inheritance:
    """Raises ValueError."""
    worker, line, inbox, outboxes, listening = json.loads(text)
    return Inheritance(worker, line, inbox, tuple(outboxes), tuple(listening))


def living(workers: Sequence[int]) -> str:
    """The words that say which workers live."""
    return " ".join((LIVING, *map(str, workers)))


class ParentLine:
    """The parent's end of a line to a worker. Never waits."""

    def __init__(self, sock: socket.socket) -> None:
        self.socket = sock
        self._rest = b""

    def send(self, words: str) -> bool:
        """Whether it was sent."""
        try:
            self.socket.send(f"{words}\n".encode())
        except OSError:
            return False
        return True

    def receive(self) -> list[str] | None:
        """The lines that came, if any; None at the end."""
        try:
            data = self.socket.recv(4096)
        except BlockingIOError:
            return []
        except OSError:
            return None
        if not data:
            return None
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._rest = self._rest[:MAX_LINE]
        return [line.decode("ascii", "replace") for line in lines]
