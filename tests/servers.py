"""Real server processes for tests: started, talked to over real sockets, killed.

    with running(tmp_path) as server:             # `undercast serve` as a user starts it
    with running(tmp_path, deal=Deal(...)) as server:   # with injected deals and a counting clock

`Server.kill()` is SIGKILL to the whole process group; `Server.start()` starts it again on the same
port and data.
"""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from patience import PATIENCE
from ports import free_port

TESTS = Path(__file__).parent
SOURCES = TESTS.parent / "server"
FIXED_SERVER = TESTS / "fixed_server.py"
LEAN = TESTS / "lean.py"
STORE = "UNDERCAST_STORE"

HOW = {"PYTHONPATH": str(SOURCES), "PYTHONDONTWRITEBYTECODE": ""}
"""What every server is started with; compiled anew each time, it would take twice as long."""


@dataclass(frozen=True)
class Deal:
    """What a server with an injected deal hands out, game after game (the last one again and
    again). A key is a string of one letter a card: r, b, g, n (bystander), a (assassin); a duet's
    are two with a stroke between them, side A's first."""

    keys: tuple[str, ...]
    codenames: tuple[str, ...] = tuple(f"word{n:03}" for n in range(400))
    codes: tuple[str, ...] = ("BKTM", "CDFG", "HJKL", "PQRS", "TVWX", "ZBCD", "FGHJ", "KLMN")
    pictures: tuple[str, ...] = tuple(f"picture{n:03}" for n in range(200))


@dataclass
class Server:
    """One server on a port of its own, which it keeps when it is started again."""

    data: Path
    deal: Deal | None = None
    options: tuple[str, ...] = ()
    port: int = 0
    environment: dict[str, str] = field(default_factory=dict)
    casts: bool = False
    """Whether it looks for televisions, in a process of its own."""
    _process: subprocess.Popen[str] | None = None
    _output: list[str] = field(default_factory=list)
    _reader: threading.Thread | None = None

    @property
    def url(self) -> str:
        """Where it can be reached from here."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def output(self) -> str:
        """Everything that it has printed and logged so far."""
        return "".join(self._output)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> "Server":
        """Start it and wait until it is ready."""
        ready = self.launch()
        assert ready.wait(PATIENCE), self.output
        assert self.port, self.output
        return self

    def launch(self) -> threading.Event:
        """Start it; the event comes when it is ready, or has ended."""
        self.port = self.port or free_port()
        command = [sys.executable, *self._program(), "--data", str(self.data)]
        command += ["--port", str(self.port), "--host", "127.0.0.1", *self.options]
        self._process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            env={**os.environ, **HOW, **self.environment},
        )
        ready = threading.Event()
        self._reader = threading.Thread(target=self._read, args=(ready,), daemon=True)
        self._reader.start()
        return ready

    def kill(self) -> None:
        """SIGKILL to every process of it."""
        self._end(signal.SIGKILL)

    def die(self) -> None:
        """SIGKILL to the server alone, as when it crashes."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(PATIENCE)

    def cast_process(self) -> int | None:
        """The process that casts for it now, if there is one (on Linux)."""
        return next((child for child in children(self.pid) if "cast" in command_of(child)), None)

    def stop(self) -> int:
        """An orderly stop; the exit code."""
        return self._end(signal.SIGTERM)

    def _program(self) -> list[str]:
        if self.deal is None:
            quick = ("--commands-a-second", "1000")  # tests are quicker than people
            casts = () if self.casts else ("--no-cast",)
            return [*self._started("undercast.cli"), "serve", *quick, *casts]
        return [*self._started(str(FIXED_SERVER)), json.dumps(asdict(self.deal))]

    def _started(self, program: str) -> list[str]:
        """Where no engine is used, without what would be loaded for one: see lean.py."""
        engine = {"--store", "--workers"} & {*self.options} or STORE in self.environment
        if not engine:
            return [str(LEAN), program]
        return [program] if program.endswith(".py") else ["-m", program]

    def _read(self, ready: threading.Event) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._output.append(line)
            found = re.search(r"Phones: +\S+?:(\d+)\s*$", line)
            if found:
                self.port = int(found[1])
            if "Stop with" in line:
                ready.set()
        ready.set()

    def _end(self, number: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        with suppress(ProcessLookupError):  # it died before, and nothing of it is left
            os.killpg(process.pid, number)
        code = process.wait(PATIENCE)
        assert self._reader is not None
        self._reader.join(PATIENCE)
        return code


@contextmanager
def running(
    data: Path, *, deal: Deal | None = None, options: tuple[str, ...] = ()
) -> Iterator[Server]:
    """A server that is killed at the end."""
    server = Server(data, deal, options)
    try:
        yield server.start()
    finally:
        server.kill()


# --- Processes, as Linux tells of them ------------------------------------------------------------


def children(pid: int) -> list[int]:
    """The processes that this one started and that live."""
    processes = [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]
    return [process for process in processes if _parent(process) == pid]


def is_alive(pid: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    return _parent(pid) is not None


def command_of(pid: int) -> str:
    """With what it was started; nothing if it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def _parent(pid: int) -> int | None:
    """None: it has ended, though perhaps nobody has asked yet how."""
    try:
        state, parent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:2]
    except OSError:
        return None
    return None if state in "ZX" else int(parent)
