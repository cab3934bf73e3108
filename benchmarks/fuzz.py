"""Does anything that can be sent break the server?

    python benchmarks/fuzz.py [--frames 1000000] [--seed 1]

Frames from the protocol's schema, half of them with something wrong in it, and from bytes
(tests/fuzz.py), on twelve connections from 58 addresses into rooms of all modes, while a game is
played in a room of its own. At the end the server is stopped, and a new one opens every room.
"""

# ruff: noqa: E402, INP001, T201

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / folder) for folder in ("", "server", "tests")]

from clients import Client, Refused
from fuzz import Fuzz
from servers import Server, running
from stored.party import Party
from table import Table

ROUND = 1_000
"""Frames between two moves of the innocent."""

UNLIMITED = ("--commands-a-second", "100000", "--address-requests", "0")


class Innocent:
    """A room that nobody attacks, in which games are played one after the other."""

    def __init__(self, server: Server) -> None:
        table = Table(server).dealt()
        self.code = table.code
        self.took: list[float] = []
        self._party = Party(server.url, table.code)
        for name, person in table.people.items():
            self._party.add(name, person)

    def move(self) -> None:
        """One move; a new game after the last."""
        began = time.perf_counter()
        if self._party.phase == "ended":
            self._party.deal()
        else:
            self._party.play_one()
        self.took.append((time.perf_counter() - began) * 1000)

    @property
    def game(self) -> object:
        """What the screen shows of it."""
        return self._party.game


def memory(server: Server) -> int:
    """Resident MiB."""
    text = Path(f"/proc/{server.pid}/status").read_text(encoding="utf-8")
    return int(text.split("VmRSS:")[1].split()[0]) // 1024


def unreadable(server: Server, rooms: list[str]) -> list[str]:
    """The rooms that cannot be watched."""
    found = []
    for code in rooms:
        screen = Client(server.url)
        try:
            screen.enter("watch", room=code)
        except Refused as refused:
            found.append(f"{code}: {refused}")
        screen.close()
    return found


def main() -> None:
    """Send, and print what came of it. The exit code says whether all was well."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="fuzz-", dir=HERE.parent / "build") as folder,
        running(Path(folder) / "data", options=UNLIMITED) as server,
    ):
        innocent, fuzz = Innocent(server), Fuzz(server.url, options.seed)
        before, began, most = memory(server), time.monotonic(), 0
        while fuzz.sent < options.frames:
            fuzz.send(ROUND)
            innocent.move()
            most = max(most, memory(server) - before)
        took, last = time.monotonic() - began, innocent.game
        fuzz.close()
        stopped = server.stop()
        server.start()
        broken = unreadable(server, [*fuzz.rooms, innocent.code])
        screen = Client(server.url)
        screen.enter("watch", room=innocent.code)
        unharmed = screen.game == last
        server.stop()
        faults = server.output.count("Traceback") + server.output.count("ERROR")
        size = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
    p99 = statistics.quantiles(innocent.took, n=100)[98]
    print(f"{fuzz.sent:,} frames in {took:.0f} s, seed {options.seed}")
    print(f"{fuzz.answered:,} answered, {fuzz.done:,} of them done; {fuzz.closed:,} sockets closed")
    print(f"{len(fuzz.rooms)} rooms, {len(broken)} unreadable afterwards {broken or ''}")
    print(f"{faults} tracebacks or errors in {len(server.output):,} characters of log")
    print(f"memory +{most} MiB at most, data folder {size / 1e6:.0f} MB")
    print(f"innocent room: {len(innocent.took):,} moves, p99 {p99:.0f} ms, unharmed: {unharmed}")
    sys.exit(bool(broken or faults or stopped or not unharmed))


if __name__ == "__main__":
    main()
