"""Processes that are killed: at any instant, or at a chosen moment of what they do in Redis.

Each is forked from a process that was started for that and has no threads: what a thread of the
tests holds at that instant would stay held in a copy of theirs for ever.
"""

import itertools
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, BinaryIO

from undercast.store.redis.connection import RedisConnection

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(
    ["hypothesis", "pytest", "undercast.server.app", "undercast.store.redis.store"]
)
"""What would take long to import in each; what is a test's own cannot be found there."""


def killed_at(moment: int, do: Callable[..., object], *given: object) -> bool:
    """A process does this with what is given, and is killed when it asks Redis for the
    so-many-th time; whether it came so far.
    """
    child = FORKS.Process(target=_do, args=(moment, do, given))
    child.start()
    child.join()
    assert child.exitcode in (0, -signal.SIGKILL)
    return child.exitcode != 0


def _do(moment: int, do: Callable[..., object], given: tuple[object, ...]) -> None:
    asked = itertools.count(1)
    for name in ("do", "pipelined"):
        real = getattr(RedisConnection, name)

        def asking(self: RedisConnection, *given: object, real: Any = real) -> object:
            if next(asked) == moment:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(self, *given)

        setattr(RedisConnection, name, asking)
    do(*given)


@contextmanager
def telling(write: Callable[..., object], *given: object) -> Iterator[tuple[int, BinaryIO]]:
    """A process that writes for ever; its id, and the lines that it tells. `write` is given what
    is `given`, and a function that tells one.
    """
    reading, writing = FORKS.Pipe(duplex=False)
    child = FORKS.Process(target=_write, args=(writing, write, given))
    child.start()
    writing.close()
    assert child.pid is not None
    try:
        with reading, open(reading.fileno(), "rb", closefd=False) as lines:
            yield child.pid, lines
    finally:
        child.kill()
        child.join()


def _write(writing: Connection, write: Callable[..., object], given: tuple[object, ...]) -> None:
    def tell(line: str) -> None:
        os.write(writing.fileno(), f"{line}\n".encode())

    write(*given, tell)
