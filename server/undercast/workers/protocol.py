"""What a worker is given at its start, and the words on the line between it and its parent."""

import json
import socket
from collections.abc import Sequence
from typing import NamedTuple

READY = "ready"
"""The worker serves."""

ALIVE = "alive"
"""The worker still does; said every second."""

ASKED = "asked"
"""The worker was asked to end by somebody else than its parent, and waits to be told."""

LIVING = "living"
"""These workers live: their numbers follow."""

GREET = "greet"
"""All are ready: the first one says so at the terminal."""

LEAVE = "leave"
"""See everybody out, and end; the others go on, know it, and are given who still comes."""

STOP = "stop"
"""All end: see everybody out, and say so to whoever asks until then."""

NOW = "now"
"""End at once."""

MOST_LINE = 1024
"""Bytes of what was not read to the end of its line."""


class Inheritance(NamedTuple):
    """A worker's place: which one it is, and descriptors that it inherits."""

    worker: int
    line: int
    """A stream to its parent."""
    post: int
    """Where connections come in that others hand over."""
    posts: tuple[int, ...]
    """Where they are handed to each worker, this one among them."""
    listening: tuple[int, ...]

    @property
    def descriptors(self) -> tuple[int, ...]:
        """All of them."""
        return (self.line, self.post, *self.posts, *self.listening)


def written(inheritance: Inheritance) -> str:
    """As it stands on the worker's command line."""
    return json.dumps(inheritance, separators=(",", ":"))


def read(text: str) -> Inheritance:
    """Raises ValueError."""
    worker, line, post, posts, listening = json.loads(text)
    return Inheritance(worker, line, post, tuple(posts), tuple(listening))


def living(workers: Sequence[int]) -> str:
    """The words that tell who lives."""
    return " ".join((LIVING, *map(str, workers)))


class ParentLine:
    """One end of the line, which takes and gives words line by line. Never waits to send."""

    def __init__(self, sock: socket.socket) -> None:
        self.socket = sock
        self._rest = b""

    def say(self, words: str) -> bool:
        """Whether the other end can hear it."""
        try:
            self.socket.send(f"{words}\n".encode())
        except OSError:
            return False
        return True

    def heard(self) -> list[str] | None:
        """What came, if anything does; None at the end."""
        try:
            data = self.socket.recv(4096)
        except BlockingIOError:
            return []
        except OSError:
            return None
        if not data:
            return None
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._rest = self._rest[:MOST_LINE]
        return [line.decode("ascii", "replace") for line in lines]
