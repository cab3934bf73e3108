"""Does a server stay as it is, month after month?

    python benchmarks/soak.py [--hours 1] [--engine everysec --workers 2] [--out build/soak]

A month of a busy house in an hour (`--days`): people play in every mode, phones sleep and come
back, rooms are unloaded, loaded, expire and are deleted, televisions are cast to, pictures watched,
books and statistics read; garbage and screens that do not read come in; backups are written. In the
first quarter the server is stopped or killed now and then. After a third of the time it has seen
everything, and from then on everything should stay level.

Game clocks are real; only the days that rooms are kept pass quickly. The folder gets every sample
(samples.csv), their curves (curves.svg) and the server's log.
"""

# ruff: noqa: E402, INP001, T201

import argparse
import contextlib
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / part) for part in ("", "server", "tests/e2e", "tests")]

from curves import drawing, verdict
from guests import Innocents, percentiles
from houses import SYNCS, Kind, place, processes_of
from memory import resident
from receivers import OWN
from reveals import processor_seconds
from shelves import Folder, InEngine, Shelf

from cast.emulated import fresh_address
from clients import Client, Refused
from servers import Server, command_of

EVERY = 10.0
"""Seconds between two samples."""

INNOCENTS_FOR = 120.0
"""Seconds after which those whose taps are timed have other rooms: no log grows for ever."""

FAULTS_UNTIL = 1 / 4
LEVEL_FROM = 1 / 3
"""Parts of the whole time."""

TELLING = 1200.0
"""Seconds after which it can be said what grows."""

FAULTS = 6
BACKUPS = 20

EXPIRE_DAYS = 2
"""So that rooms are deleted for good on the ninth day."""


@dataclass
class Hastened(Server):
    """A server whose days pass quickly."""

    meter: Path = Path()
    times: float = 1.0

    workers: int = 1

    def _program(self) -> list[str]:
        quick = ("--commands-a-second", "1000", "--bot-pace", "0.05")
        days = "days.py" if self.workers == 1 else "workers_of_days.py"
        more = () if self.workers == 1 else ("--workers", str(self.workers))
        program = str(HERE / "servers" / days)
        return [program, str(self.meter), str(self.times), "serve", *quick, *more]


KINDS = {
    "casting_mb": "undercast.cast.child",
    "thinking_mb": "undercast.thinking.child",
    "drawing_mb": "undercast.drawing.child",
    "parent_mb": "workers_of_days.py",
    "server_mb": "days.py",
}
"""How processes are known by their commands; what serves are one server, or its workers."""


def by_kind(pids: list[int]) -> dict[str, list[int]]:
    """The processes of each kind. Others come and go: those that read pasted words."""
    found: dict[str, list[int]] = {kind: [] for kind in KINDS}
    for pid in pids:
        kind = next((kind for kind, name in KINDS.items() if name in command_of(pid)), None)
        if kind is not None:
            found[kind].append(pid)
    return found


@dataclass(frozen=True)
class Sample:
    """The server at one moment. Times in milliseconds, memory and disk in megabytes."""

    seconds: float
    day: float
    pid: int
    server_mb: float
    casting_mb: float
    thinking_mb: float
    drawing_mb: float
    parent_mb: float
    engine_mb: float
    processes: int
    threads: int
    descriptors: int
    greenlets: int
    rooms_in_memory: int
    lag_p99: float
    lag_most: float
    tap_p50: float
    tap_p99: float
    processor_percent: float
    files_mb: float
    disk_mb: float
    rooms: int
    entries: int
    games_counted: int
    log_lines: int
    moves: int
    games: int
    surprises: int


@dataclass
class People:
    """The household, in a process of its own; `done` is what they have done so far."""

    process: "subprocess.Popen[str]"
    file: Path
    done: Counter[str] = field(default_factory=Counter)
    surprises: list[str] = field(default_factory=list)

    def look(self) -> None:
        """Read what they have done."""
        with self.file.open("rb") as file:
            file.seek(max(0, self.file.stat().st_size - 60_000))
            lines = file.read().splitlines()
        if lines:
            told = json.loads(lines[-1])
            self.done, self.surprises = Counter(told["counts"]), told["surprises"]


@contextlib.contextmanager
def household(url: str, data: Path, devices: list[str], options: Any) -> Iterator[People]:
    """People who live there until the end."""
    command = [sys.executable, str(HERE / "household.py"), url, str(data)]
    command += ["--tables", str(options.tables), "--pace", str(options.pace)]
    file = options.out / "household"
    with file.open("w") as out:
        process = subprocess.Popen(  # noqa: S603
            [*command, "--devices", *devices], stdin=subprocess.PIPE, stdout=out, text=True
        )
    while not file.stat().st_size and process.poll() is None:
        time.sleep(0.05)  # its televisions are there when they are looked for
    try:
        yield People(process, file)
    finally:
        process.communicate(timeout=60)


class Soak:
    """One run."""

    def __init__(self, server: Hastened, shelf: Shelf, people: People, seconds: float) -> None:
        self._server = server
        self._shelf = shelf
        self.people = people
        self._seconds = seconds
        self._began = time.monotonic()
        self._innocents: Innocents | None = None
        self._since = 0.0
        self._busy = (0.0, 0.0)
        self._done: Counter[str] = Counter()
        self.samples: list[Sample] = []
        self.faults: list[str] = []

    @property
    def passed(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self._began

    def run(self) -> Iterator[Sample]:
        """Live on; a sample now and then."""
        faults = [FAULTS_UNTIL * self._seconds * (n + 1) / FAULTS for n in range(FAULTS)]
        backups = [self._seconds * (n + 1) / (BACKUPS + 1) for n in range(BACKUPS)]
        while self.passed < self._seconds:
            if faults and self.passed > faults[0]:
                faults.pop(0)
                self.restart(killed=len(faults) % 2 == 0)
            if backups and self.passed > backups[0]:
                backups.pop(0)
                self._back_up()
            yield self._sample()
        self._let_go()

    def restart(self, *, killed: bool) -> None:
        """An orderly stop, or a sudden death; and a new one."""
        self._let_go()
        if killed:
            self._server.die()
            self._server.kill()  # what is left of it
        elif self._server.stop():
            self.faults.append("a stop was not orderly")
        self._server.start()
        self._done["killed" if killed else "stopped"] += 1

    def unreadable(self) -> list[str]:
        """The rooms that there are and that cannot be watched. Meanwhile some expire."""
        found = {}
        for code in self._shelf.codes():
            screen = Client(self._server.url, room=code)
            try:
                screen.enter("watch", room=code)
            except Refused as refused:
                found[code] = f"{code}: {refused}"
            screen.close()
        return [found[code] for code in self._shelf.codes() if code in found]

    def done(self) -> Counter[str]:
        """All that happened."""
        self.people.look()
        return self.people.done + self._done

    def _back_up(self) -> None:
        self._let_go()  # on a busy machine it takes longer than a ping may be left unanswered
        with tempfile.TemporaryDirectory(prefix="backup-") as folder:
            sound = self._shelf.copied(Path(folder))
        if sound != "ok":
            self.faults.append(f"a backup is damaged: {sound}")
        self._done["backups"] += 1

    def _sample(self) -> Sample:
        took = self._play()
        self.people.look()
        if self.people.process.poll() is not None:
            raise RuntimeError("the household is gone")
        pid, done = self._server.pid, self.people.done
        every = [each for each in processes_of(pid) if Path(f"/proc/{each}/fd").exists()]
        kinds = by_kind(every)
        meter = self._meter(kinds["server_mb"])
        p50, p99 = percentiles(took)
        sample = Sample(
            seconds=round(self.passed, 1),
            day=round(self.passed * self._server.times / 86_400, 2),
            pid=pid,
            **{kind: _megabytes(pids) for kind, pids in kinds.items()},
            engine_mb=round(self._shelf.megabytes(), 2),
            processes=len(every),
            threads=sum(_number_in(f"/proc/{each}/task") for each in every),
            descriptors=sum(_number_in(f"/proc/{each}/fd") for each in every),
            greenlets=sum(each["greenlets"] for each in meter),
            rooms_in_memory=sum(each["rooms"] for each in meter),
            lag_p99=round(max((each["lag_p99"] for each in meter), default=0.0), 2),
            lag_most=round(max((each["lag_most"] for each in meter), default=0.0), 2),
            tap_p50=round(p50, 2),
            tap_p99=round(p99, 2),
            processor_percent=round(self._processor(kinds["server_mb"]), 1),
            **self._shelf.kept(),
            log_lines=self._server.output.count("\n"),
            moves=done["moves"],
            games=done["games"],
            surprises=done["surprises"],
        )
        self.samples.append(sample)
        return sample

    def _play(self) -> list[float]:
        """Those whose taps are timed play until the next sample."""
        if self._innocents is None or self.passed - self._since > INNOCENTS_FOR:
            self._let_go()
            self._innocents, self._since = Innocents(self._server.port), self.passed
        return self._innocents.play(EVERY)

    def _let_go(self) -> None:
        if self._innocents is not None:
            self._innocents.leave()
            self._innocents = None

    def _processor(self, pids: list[int]) -> float:
        """Per cent of a core that those who serve took since the last sample."""
        now, busy = time.monotonic(), sum(map(processor_seconds, pids))
        (then, before), self._busy = self._busy, (now, busy)
        return 100 * max(busy - before, 0.0) / (now - then) if then else 0.0

    def _meter(self, pids: list[int]) -> list[dict[str, Any]]:
        """What these said of themselves last."""
        if not self._server.meter.exists():
            return []
        with self._server.meter.open("rb") as file:
            file.seek(max(0, self._server.meter.stat().st_size - 4_000))
            lines = file.read().splitlines()[1:]  # of the first one perhaps half was read
        told = {line["pid"]: line for line in map(json.loads, lines)}
        return [told[pid] for pid in pids if pid in told]


def _megabytes(pids: list[int]) -> float:
    """Of all these; one may be gone by now."""
    sizes = []
    for pid in pids:
        with contextlib.suppress(OSError, IndexError):
            sizes.append(resident(pid))
    return round(sum(sizes), 2)


def _number_in(folder: str) -> int:
    with contextlib.suppress(OSError):
        return len(os.listdir(folder))  # noqa: PTH208
    return 0


def free_port() -> int:
    """A port that nobody has."""
    import socket  # noqa: PLC0415

    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def lived(options: argparse.Namespace, data: Path, shelf: Shelf) -> tuple[Soak, list[str]]:
    """The whole life of a server; and which rooms were unreadable afterwards."""
    devices, out = [fresh_address() for _ in range(3)], options.out
    seconds = options.seconds or options.hours * 3600
    server = Hastened(
        data,
        options=(
            *shelf.options,
            *("--expire-days", str(EXPIRE_DAYS), "--cast-app-id", OWN),
            *(part for address in devices for part in ("--device", address)),
        ),
        port=free_port(),
        casts=True,
        meter=out / "meter",
        workers=options.workers,
        times=options.days * 86_400 / seconds,
    )
    server.meter.unlink(missing_ok=True)
    try:
        with (
            household(server.url, data, devices, options) as people,
            (out / "samples.csv").open("w", newline="") as file,
        ):
            server.start()
            rows = csv.DictWriter(file, [each.name for each in fields(Sample)])
            rows.writeheader()
            soak = Soak(server, shelf, people, seconds)
            for sample in soak.run():
                rows.writerow(asdict(sample))
                file.flush()
        soak.restart(killed=False)
        broken = soak.unreadable()
        server.stop()
    finally:
        server.kill()
        (out / "log").write_text(server.output, encoding="utf-8")
    return soak, broken


def main() -> None:
    """Live, and tell how it was. The exit code says whether all was well."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--seconds", type=float, help="instead of hours")
    parser.add_argument("--days", type=float, default=30.0, help="that pass meanwhile")
    parser.add_argument("--tables", type=int, default=8, help="at which people play")
    parser.add_argument("--pace", type=float, default=0.15, help="seconds between moves")
    parser.add_argument("--engine", choices=SYNCS, help="on an engine that writes down so")
    parser.add_argument("--workers", type=int, default=1, help="with --engine: so many")
    parser.add_argument("--out", type=Path, default=HERE.parent / "build" / "soak")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with place(Kind(options.workers, options.engine)) as (data, engine):
        shelf = Folder(data) if engine is None else InEngine(engine)
        soak, broken = lived(options, data, shelf)
    log = (options.out / "log").read_text(encoding="utf-8")
    print(", ".join(f"{what}: {times:,}" for what, times in sorted(soak.done().items())))
    rows = [asdict(sample) for sample in soak.samples]
    (options.out / "curves.svg").write_text(drawing(rows), encoding="utf-8")
    print()
    level = verdict([row for row in rows if row["seconds"] >= rows[-1]["seconds"] * LEVEL_FROM])
    if rows[-1]["seconds"] < TELLING:
        print("\nSo short a time tells nothing about growth.")
        level = True
    faults = [*soak.faults, *broken, *soak.people.surprises]
    warnings = Counter(line[24:] for line in log.splitlines() if " WARNING " in line)
    print("\n", *(f"{times} x {line}" for line, times in warnings.most_common(8)), sep="\n")
    faults += [line for line in log.splitlines() if "Traceback" in line or " ERROR " in line]
    print(f"\n{len(faults)} faults", *faults[:20], sep="\n")
    sys.exit(bool(faults or not level))


if __name__ == "__main__":
    main()
