"""How long does it take until a room can be entered after a restart?

    python benchmarks/waking.py [--entries 200000] [--times 5]

Rooms are read from a log on this machine's disk: a short one (the baseline), a very long one with a
checkpoint, and the same without. The longest pause is the longest time in which no other room had a
turn.
"""

# ruff: noqa: INP001, T201

import argparse
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from undercast.room.entries import CreateRoom, Deal, Entry, Rename, TakeSeat
from undercast.room.seats import Seat
from undercast.rules.cards import Identity
from undercast.rules.settings import Settings
from undercast.service import load
from undercast.store import codec
from undercast.store.sqlite.store import SqliteStore

KEY = tuple(
    Identity(name)
    for name, cards in (("red", 9), ("blue", 8), ("bystander", 7), ("assassin", 1))
    for _ in range(cards)
)
BEGINNING = (
    TakeSeat(Seat.KEY_HOLDER),
    Deal(tuple(f"word {n}" for n in range(25)), KEY, swap_spymasters=False),
)


@dataclass
class Pauses:
    """Notes how long others had to wait at a time, in seconds."""

    since: float = field(default_factory=time.perf_counter)
    longest: float = 0.0

    def breathe(self) -> None:
        """The others' turn."""
        now = time.perf_counter()
        self.longest = max(self.longest, now - self.since)
        self.since = now


def fill(store: SqliteStore, code: str, entries: int) -> None:
    """A room with a game on the table, in which somebody changes names until the log is so long."""
    opening = CreateRoom(code, "Ana", "hash", "en", ("en",), Settings())
    log = [Entry(n, "p1", f"c{n}", do) for n, do in enumerate((opening, *BEGINNING))]
    log += [Entry(n, "p1", f"c{n}", Rename(f"Ana {n}")) for n in range(len(log), entries)]
    rows = ((code, n, entry.at, codec.encode(entry)) for n, entry in enumerate(log, start=1))
    store._db.execute("insert into rooms (code, origin) values (?, ?)", (code, code))  # noqa: SLF001  # nobody would tap so often
    store._db.executemany("insert into entries values (?, ?, ?, ?)", rows)  # noqa: SLF001


def timed(store: SqliteStore, code: str, times: int) -> tuple[float, float]:
    """Seconds that it took at least, and the longest pause of that time."""
    best = (float("inf"), 0.0)
    for _ in range(times):
        pauses, began = Pauses(), time.perf_counter()
        load(store, code, pauses.breathe)
        pauses.breathe()
        best = min(best, (time.perf_counter() - began, pauses.longest))
    return best


def main() -> None:
    """Measure, and print one line for each room."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entries", type=int, default=200_000)
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="undercast-bench-") as folder:
        store = SqliteStore(Path(folder))
        fill(store, "SHRT", 20)
        fill(store, "LONG", options.entries)
        nothing = timed(store, "LONG", 1)
        short = timed(store, "SHRT", options.times)
        kept = timed(store, "LONG", options.times)
    print("| room | ms | of the short one | longest pause, ms |")
    print("| --- | ---: | ---: | ---: |")
    for name, (took, pause) in (
        ("20 entries", short),
        (f"{options.entries:,} entries, kept", kept),
        (f"{options.entries:,} entries, nothing kept (once, after an upgrade)", nothing),
    ):
        print(f"| {name} | {took * 1e3:.1f} | {took / short[0]:.1f} | {pause * 1e3:.1f} |")


if __name__ == "__main__":
    main()
