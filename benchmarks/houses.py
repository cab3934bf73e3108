"""Undercast with more than one process: on a real engine, with workers."""

# ruff: noqa: E402, INP001

import contextlib
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from contenders import HERE
from contenders import running as serving
from memory import resident
from reveals import processor_seconds

sys.path[:0] = [str(HERE.parent / "tests")]
from servers import children
from store.redis_servers import VALKEY, Running

SYNCS = ("always", "everysec")
"""When the engine writes down what it has answered: before that, or within a second."""


@dataclass(frozen=True)
class Kind:
    """How a server is started: `sync` is the engine's, None for a file on this computer's disk."""

    workers: int = 1
    sync: str | None = None

    @property
    def name(self) -> str:
        """For a table."""
        who = "one process" if self.workers == 1 else f"{self.workers} workers"
        return f"{who}, {'SQLite' if self.sync is None else f'engine, {self.sync}'}"


@dataclass(frozen=True)
class House:
    """A server that runs, with all its processes, and its engine if it has one."""

    port: int
    pid: int
    data: Path
    engine: Running | None

    @property
    def where(self) -> list[str]:
        """The options that say where its rooms are."""
        store = [] if self.engine is None else ["--store", self.engine.url]
        return ["--data", str(self.data), *store]

    @property
    def processes(self) -> list[int]:
        """The server and all that it has started."""
        return processes_of(self.pid)

    def busy(self) -> float:
        """Processor seconds of the server so far."""
        return sum(map(processor_seconds, self.processes))

    def engine_busy(self) -> float:
        """Processor seconds of the engine so far."""
        return 0.0 if self.engine is None else processor_seconds(self.engine.pid)

    def megabytes(self) -> float:
        """Memory of the server."""
        return sum(map(resident, self.processes))

    def descriptors(self) -> int:
        """Open ones of the server."""
        return sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in self.processes)

    def engine_megabytes(self) -> float:
        """Memory of the engine."""
        return 0.0 if self.engine is None else resident(self.engine.pid)


def processes_of(pid: int) -> list[int]:
    """It and all that it has started, and those that they have."""
    found, asked = [], [pid]
    while asked:
        found.append(asked.pop())
        asked += children(found[-1])
    return found


@contextlib.contextmanager
def place(kind: Kind) -> Iterator[tuple[Path, Running | None]]:
    """A data folder on this computer's disk, and an engine whose data lie there, too."""
    with tempfile.TemporaryDirectory(prefix="undercast-bench-", dir=HERE.parent / "build") as name:
        if kind.sync is None:
            yield Path(name), None
            return
        options = ("--appendonly", "yes", "--appendfsync", kind.sync)
        engine = Running(VALKEY, Path(name) / "engine", options)
        try:
            yield Path(name) / "data", engine.start()
        finally:
            engine.kill()


@contextlib.contextmanager
def house(
    kind: Kind,
    *options: str,
    at: tuple[Path, Running | None],
    program: tuple[str, ...] = ("-m", "undercast.cli"),
) -> Iterator[House]:
    """A server of this kind at a place. `program` is what Python runs, if not the command line."""
    data, engine = at
    command = [sys.executable, *program, "serve", "--host", "127.0.0.1", "--port", "0"]
    command += ["--commands-a-second", "100000", "--address-requests", "0", "--no-cast", *options]
    command += ["--data", str(data), *([] if engine is None else ["--store", engine.url])]
    command += [] if kind.workers == 1 else ["--workers", str(kind.workers)]
    data.mkdir(exist_ok=True)
    with (data / "log").open("a") as log, serving(command, log) as (port, pid):
        yield House(port, pid, data, engine)


@contextlib.contextmanager
def started(kind: Kind, *options: str) -> Iterator[House]:
    """A server of this kind with nothing in its store."""
    with place(kind) as at, house(kind, *options, at=at) as running:
        yield running
