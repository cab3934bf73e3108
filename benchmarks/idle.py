"""What do idle rooms cost?

    python benchmarks/idle.py [--rooms 50000] [--seconds 30]

The store holds rooms with a game on the table. A server starts, six rooms play as in guests.py, and
an hour of the server's days passes every five seconds (servers/days.py), so hourly work happens
while they play. In the end, as if nobody had been there for a month, all rooms expire at once, and
are deleted at once a week later: the most work there can be.
"""

# ruff: noqa: E402, INP001, T201

import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "server")]

from guests import Innocents, percentiles
from houses import House, Kind, house, place
from waking import BEGINNING

from undercast.room.entries import CreateRoom, Entry
from undercast.rules.settings import Settings
from undercast.service import Store
from undercast.store.port import run_inline
from undercast.store.redis.connection import RedisConnection
from undercast.store.redis.store import RedisStore
from undercast.store.sqlite.store import SqliteStore

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"

HOUR_IN = 5.0
"""Seconds."""

DAY = 86_400.0


def fill(store: Store, rooms: int) -> None:
    """Rooms with a game on the table, used just now."""
    now = int(time.time() * 1000)
    codes = ("".join(letters) for letters in itertools.product(LETTERS, repeat=4))
    for code in itertools.islice(codes, rooms):
        opening = CreateRoom(code, "Ana", "hash", "en", ("en",), Settings())
        store.create(code, f"the origin of {code}", Entry(now, "p1", "c0", opening))
        for version, do in enumerate(BEGINNING, start=2):
            store.append(code, version, Entry(now, "p1", f"c{version}", do))


def days(meter: Path, times: float) -> tuple[str, ...]:
    """A server whose days pass so many times as quickly, and that notes how late it is."""
    return str(HERE / "servers" / "days.py"), str(meter), str(times)


def lateness(meter: Path, since: int) -> Iterator[dict[str, Any]]:
    """What the server noted after so many lines."""
    for line in meter.read_text(encoding="utf-8").splitlines()[since:]:
        yield json.loads(line)


def row(kind: Kind, rooms: int, seconds: float) -> str:
    """A line of the table."""
    with place(kind) as at, tempfile.TemporaryDirectory() as folder:
        data, engine = at
        data.mkdir(exist_ok=True)
        store = (
            SqliteStore(data)
            if engine is None
            else RedisStore(RedisConnection(engine.url), offload=run_inline)
        )
        fill(store, rooms)
        store.close()
        meter, began = Path(folder) / "meter", time.perf_counter()
        hourly = days(meter, 3600 / HOUR_IN)
        with house(kind, "--most-rooms", "100000", at=at, program=hourly) as running:
            start = time.perf_counter() - began
            memory = running.megabytes()
            innocents = Innocents(running.port)
            innocents.play(2 * HOUR_IN)
            noted = sum(1 for _ in lateness(meter, 0))
            taps = innocents.play(seconds)
            late = max(line["lag_most"] for line in lateness(meter, noted))
            listed = timed_rooms(running)
            innocents.leave()
            kept = running.engine_megabytes() or (data / "rooms.sqlite3").stat().st_size / 1e6
        expired = expiring(kind, at, Path(folder) / "expiring")
    p50, p99 = percentiles(taps)
    shown = [kind.name, f"{rooms:,}", f"{start:.2f}", f"{memory:.0f}", f"{kept:.0f}"]
    shown += [f"{p50:.1f}", f"{p99:.1f}", f"{late:.0f}", f"{listed:.1f}", f"{expired:.0f}"]
    return f"| {' | '.join(shown)} |"


def timed_rooms(running: House) -> float:
    """Seconds of `undercast rooms`."""
    began = time.perf_counter()
    subprocess.run(  # noqa: S603
        [sys.executable, "-m", "undercast.cli", "rooms", *running.where],
        env={**os.environ, "PYTHONPATH": str(HERE.parent / "server")},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - began


def expiring(kind: Kind, at: Any, meter: Path) -> float:
    """Milliseconds that the loop was late at most while all rooms expired, and were deleted."""
    program, options = days(meter, DAY), ("--expire-days", "1", "--most-rooms", "100000")
    with house(kind, *options, at=at, program=program):
        end = time.monotonic() + 30
        while time.monotonic() < end:
            time.sleep(1)
    return max(line["lag_most"] for line in lateness(meter, 0))


def main() -> None:
    """Measure, and print a line for each store, empty and full."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rooms", type=int, default=50_000)
    parser.add_argument("--seconds", type=float, default=30.0)
    options = parser.parse_args()
    print("| server | rooms | start s | MB | MB in the store | tap p50 ms | p99 ", end="")
    print("| loop late at most ms | `undercast rooms` s | late when all expire ms |")
    print(f"| --- {'| ---: ' * 9}|")
    for kind in (Kind(), Kind(1, "everysec")):
        for rooms in (0, options.rooms):
            print(row(kind, rooms, options.seconds), flush=True)


if __name__ == "__main__":
    main()
