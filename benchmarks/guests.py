"""What does one guest's abuse cost everybody else?

    python benchmarks/guests.py [--seconds 10] [--only pastes clues] [--addresses 1 60] [--short]

Each abuse (abuses.py) gets a new server as started at home, with its usual limits. Innocent people
play in six rooms, 24 taps a second together, each within a person's limits. Quiet alternates with
abuse from one address or from 60. A tap's time ends when the last of its room's four clients has
the new view.

If a few seconds promise a lot of data for a minute, the abuse continues for a full minute, and
counts by how much the files of the data folder have grown. `--short` skips that and extrapolates,
which overstates whatever happens at once.

Guests stand for other people's machines: here they get leftover processor time (nice 19).
"""

# ruff: noqa: INP001, T201

import argparse
import contextlib
import itertools
import multiprocessing
import os
import signal
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from abuses import ABUSES, Abuse, attack
from contenders import HERE, running
from swarm import Swarm, is_view_of
from tables import gathered

ROOMS = 6
TAPS_A_SECOND = 24.0
WARM_UP_SECONDS = 1.5
QUIET_SECONDS = 1.5
ROUNDS = 3
PATIENCE = 20.0
"""Seconds after which a tap counts as unanswered."""

LONGEST_RECOVERY = 30.0
CALM = 20
"""Taps in a row of which the median is as before."""

AIMS = {1: 100.0, 60: 250.0}
"""Milliseconds that the p99 may be, by the number of addresses."""

MAX_MEMORY = 64.0
"""MiB that the server may grow by."""

MAX_DISK = 10.0
"""Megabytes that a minute may cost, data and log together."""

WORTH_A_MINUTE = 5.0
"""Megabytes of data: what promises less is not tried for a whole minute."""


def _addresses(room: int) -> list[str]:
    """Of four connections, each one's own, which no guest has."""
    return [f"127.0.1.{room * 4 + seat + 1}" for seat in range(4)]


class Innocents:
    """Six rooms in which people play, a tap in one after the other."""

    def __init__(self, port: int) -> None:
        self._swarm = Swarm(port, 0)
        self._games = [gathered(port, _addresses(number)) for number in range(ROOMS)]
        self._turns = itertools.cycle(self._games)
        for game in self._games:
            for member in game.members:
                self._swarm.add(member)

    @property
    def rooms(self) -> list[str]:
        """The codes that a guest may have heard of."""
        return [game.room for game in self._games]

    def tap(self) -> float:
        """Milliseconds of the next tap in the next room."""
        game = next(self._turns)
        self._swarm.idle(0)
        began = time.perf_counter()
        game.act()
        is_it = is_view_of(game.step)
        missing = set(game.members)
        while missing and time.perf_counter() - began < PATIENCE:
            with contextlib.suppress(TimeoutError):
                missing.difference_update(self._swarm.hearing(lambda _: is_it))
        return (time.perf_counter() - began) * 1000

    def play(self, seconds: float) -> list[float]:
        """Milliseconds of all taps in this time."""
        took, end = [], time.monotonic() + seconds
        due = time.monotonic()
        while (now := time.monotonic()) < end:
            if due > now:
                time.sleep(due - now)
            took.append(self.tap())
            due = max(due + 1 / TAPS_A_SECOND, time.monotonic() - 1)
        return took

    def sit(self, seconds: float) -> None:
        """Do nothing but stay connected."""
        self._swarm.idle(seconds)

    def leave(self) -> None:
        """Everybody goes home."""
        self._swarm.close()

    def seconds_until_calm(self, quiet: float) -> float:
        """Until the median of some taps is at most twice `quiet` (milliseconds)."""
        began = time.monotonic()
        while time.monotonic() - began < LONGEST_RECOVERY:
            started = time.monotonic()
            took = self.play(CALM / TAPS_A_SECOND)
            if statistics.median(took) <= max(2 * quiet, quiet + 2):
                return started - began
        return LONGEST_RECOVERY


@dataclass(frozen=True)
class House:
    """What the server holds: bytes of memory, of tables, of the data folder's files, of its log."""

    memory: int
    data: int
    files: int
    log: int


@dataclass(frozen=True)
class Found:
    """What one abuse did. Milliseconds, megabytes (of disk and log: in a minute), seconds."""

    abuse: str
    addresses: int
    quiet: tuple[float, float]
    abused: tuple[float, float]
    memory: float
    data: float
    log: float
    calm: float

    @property
    def missed(self) -> list[str]:
        """The aims that are missed, if any are."""
        most = max(5 * self.quiet[1], 25.0)
        missed = []
        if self.abused[1] > min(most, AIMS[self.addresses]):
            missed.append("p99")
        missed += ["memory"] if self.memory > MAX_MEMORY else []
        missed += ["disk"] if self.data + self.log > MAX_DISK else []
        return missed

    def line(self) -> str:
        """A row of the table."""
        numbers = (*self.quiet, *self.abused)
        shown = " | ".join(f"{number:.1f}" for number in numbers)
        grown = f"{self.memory:.0f} | {self.data:.1f} | {self.log:.1f} | {self.calm:.0f}"
        missed = ", ".join(self.missed)
        return f"| {self.abuse} | {self.addresses} | {shown} | {grown} | {missed} |"


def measured(abuse: Abuse, addresses: int, seconds: float, *, short: bool) -> Found:
    """One abuse, on a server of its own: quiet and abused by turns, as the guest is held and let
    go, so that whatever else the machine does hits both.
    """
    with served() as (port, pid, data, log):
        innocents = Innocents(port)
        innocents.play(WARM_UP_SECONDS)
        guests = [f"127.0.0.{number + 1}" for number in range(addresses)]
        attacker = multiprocessing.get_context("fork").Process(
            target=attack, args=(abuse, port, innocents.rooms, guests)
        )
        houses, quiet, took = [house(pid, data, log)], [], []
        for number in range(ROUNDS):
            if number:
                os.kill(attacker.pid or 0, signal.SIGSTOP)
                innocents.seconds_until_calm(statistics.median(quiet))
            quiet += innocents.play(QUIET_SECONDS)
            if number == 0:
                houses.append(house(pid, data, log))
                attacker.start()
            else:
                os.kill(attacker.pid or 0, signal.SIGCONT)
            took += innocents.play(seconds / ROUNDS)
            houses.append(house(pid, data, log))
        grown = in_a_minute([each.data for each in houses], seconds / ROUNDS)
        if grown > WORTH_A_MINUTE and not short:
            innocents.sit(60 - seconds)
            houses.append(house(pid, data, log))
            grown = (houses[-1].files - houses[1].files) / 1e6
        os.kill(attacker.pid or 0, signal.SIGSTOP)
        calm = innocents.seconds_until_calm(statistics.median(quiet))
        assert attacker.is_alive(), "the guest did not abuse it to the end"
        attacker.kill()
        attacker.join()
    return Found(
        abuse.name,
        addresses,
        percentiles(quiet),
        percentiles(took),
        (max(each.memory for each in houses) - houses[1].memory) / (1 << 20),
        grown,
        in_a_minute([each.log for each in houses[: ROUNDS + 2]], seconds / ROUNDS),
        calm,
    )


def in_a_minute(sizes: list[int], each: float) -> float:
    """Megabytes that a minute of abuse costs, of bytes before and after a first quiet, and after
    each round of abuse (and of quiet before it): what may be done at once is done in the first.
    """
    quietly = sizes[1] - sizes[0]
    first = sizes[2] - sizes[1] - quietly * each / QUIET_SECONDS
    between = QUIET_SECONDS + each
    later = (sizes[-1] - sizes[2]) - quietly * between / QUIET_SECONDS * (ROUNDS - 1)
    rate = max(0.0, later) / (ROUNDS - 1) / each
    return max(0.0, first + rate * (60 - each)) / 1e6


@contextlib.contextmanager
def served() -> Iterator[tuple[int, int, Path, Path]]:
    """A server as at home; its port, process id, data folder and log."""
    (HERE.parent / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="guests-", dir=HERE.parent / "build") as name:
        data, log = Path(name) / "data", Path(name) / "log"
        command = [sys.executable, "-c", LOGGED, str(log), "serve", "--no-cast"]
        command += ["--host", "127.0.0.1", "--port", "0", "--data", str(data)]
        with running(command) as (port, pid):
            yield port, pid, data, log


LOGGED = """\
import os, sys
os.dup2(os.open(sys.argv.pop(1), os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
from undercast.cli import main
sys.exit(main())
"""
"""The command line, with its log in a file."""


def house(pid: int, data: Path, log: Path) -> House:
    """What the server holds now."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    resident = int(status.split("VmRSS:")[1].split()[0]) * 1024
    with contextlib.closing(sqlite3.connect(data / "rooms.sqlite3")) as db:
        pages, size = (
            db.execute(f"pragma {what}").fetchone()[0] for what in ("page_count", "page_size")
        )
    files = sum(each.stat().st_size for each in data.rglob("*") if each.is_file())
    return House(resident, pages * size, files, log.stat().st_size)


def percentiles(took: list[float]) -> tuple[float, float]:
    """The median and the 99th of a hundred."""
    return statistics.median(took), statistics.quantiles(took, n=100)[98]


def main() -> None:
    """Measure, and print a row for each abuse and number of addresses."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="of each abuse")
    parser.add_argument("--only", nargs="+", default=[], help="abuses whose names contain this")
    parser.add_argument("--addresses", type=int, nargs="+", default=[1, 60], choices=AIMS)
    parser.add_argument("--short", action="store_true", help="a minute of none")
    options = parser.parse_args()
    print(
        "| abuse | addresses | quiet p50 | p99 | abused p50 | p99 | memory MB | data MB/min ",
        end="",
    )
    print("| log MB/min | calm after s | missed |")
    print(f"| --- {'| ---: ' * 9}| --- |")
    found = []
    for abuse in ABUSES:
        if not options.only or any(part in abuse.name for part in options.only):
            for addresses in options.addresses:
                found.append(measured(abuse, addresses, options.seconds, short=options.short))
                print(found[-1].line(), flush=True)
    print()
    for aim in ("p99", "memory", "disk"):
        missed = [f"{each.abuse} ({each.addresses})" for each in found if aim in each.missed]
        print(f"{aim}: {'missed by ' + ', '.join(missed) if missed else 'met by all'}")


if __name__ == "__main__":
    main()
