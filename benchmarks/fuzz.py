"""Can any message break the server, or disturb those who play beside?

    python benchmarks/fuzz.py [--frames 1000000] [--seed 1] [--quiet 20]

A separate process sends frames from the protocol's schema, half of them broken, and raw bytes
(tests/fuzz.py) on twelve connections from 58 addresses into rooms of all modes. Six rooms of four
play beside, as in guests.py, timed before, during and after. At the end the server is stopped, and
a new one opens every room.
"""

# ruff: noqa: E402, INP001, T201

import argparse
import contextlib
import multiprocessing
import sqlite3
import sys
import tempfile
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / folder) for folder in ("", "server", "tests")]

from guests import Innocents, percentiles
from memory import resident

from clients import Client, Refused
from fuzz import Fuzz
from servers import Server, running

UNLIMITED = ("--commands-a-second", "100000", "--address-requests", "0")


@dataclass(frozen=True)
class Sent:
    """What came of the frames."""

    frames: int
    answered: int
    done: int
    closed: int


@dataclass
class Seen:
    """What became of the server, and of the innocent."""

    quiet: list[float] = field(default_factory=list)
    fuzzed: list[float] = field(default_factory=list)
    disconnects: int = 0
    memory: list[float] = field(default_factory=list)
    seconds: float = 0.0


def send(url: str, frames: int, seed: int, tell: Connection) -> None:
    """Send so many frames, and tell what came of them."""
    fuzz = Fuzz(url, seed)
    fuzz.send(frames)
    fuzz.close()
    tell.send(Sent(fuzz.sent, fuzz.answered, fuzz.done, fuzz.closed))


def beside(server: Server, options: argparse.Namespace, innocents: Innocents) -> tuple[Sent, Seen]:
    """Play quietly, beside the frames, and quietly again. Innocents who are thrown out play no
    further.
    """
    seen = Seen()
    innocents.play(2)  # what is only slow at first
    seen.quiet += innocents.play(options.quiet / 2)
    hear, tell = multiprocessing.Pipe(duplex=False)
    fuzzer = multiprocessing.get_context("fork").Process(
        target=send, args=(server.url, options.frames, options.seed, tell)
    )
    began = time.monotonic()
    fuzzer.start()
    tell.close()
    try:
        while fuzzer.is_alive():
            seen.fuzzed += innocents.play(1)
            seen.memory.append(resident(server.pid))
    except ConnectionError:
        seen.disconnects += 1
    sent: Sent = hear.recv()  # EOFError: they were not all sent
    seen.seconds = time.monotonic() - began
    if not seen.disconnects:
        seen.quiet += innocents.play(options.quiet / 2)
    return sent, seen


def shown(server: Server, codes: list[str]) -> dict[str, Any]:
    """What a screen shows of each room; of one that cannot be watched why."""
    found: dict[str, Any] = {}
    for code in codes:
        screen = Client(server.url)
        try:
            screen.enter("watch", room=code)
            found[code] = screen.view["view"]["game"]
        except Refused as refused:
            found[code] = refused.code
        screen.close()
    return found


def codes_in(data: Path) -> list[str]:
    """All rooms that there are."""
    with contextlib.closing(sqlite3.connect(data / "rooms.sqlite3")) as db:
        return [str(code) for (code,) in db.execute("select code from rooms where expired is null")]


def main() -> None:
    """Send, and print what came of it. The exit code says whether all was well."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quiet", type=float, default=20.0, help="seconds without frames")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="fuzz-", dir=HERE.parent / "build") as folder,
        running(Path(folder) / "data", options=UNLIMITED) as server,
    ):
        innocents = Innocents(server.port)
        alone = resident(server.pid)
        sent, seen = beside(server, options, innocents)
        last = shown(server, innocents.rooms)
        stopped = server.stop()
        rooms = codes_in(server.data)
        server.start()
        again = shown(server, rooms)
        unharmed = all(again[code] == game for code, game in last.items())
        server.stop()
        faults = server.output.count("Traceback") + server.output.count("ERROR")
        log = len(server.output)
    broken = [f"{code}: {game}" for code, game in again.items() if isinstance(game, str)]
    print(f"{sent.frames:,} frames in {seen.seconds:.0f} s, seed {options.seed}")
    print(f"{sent.answered:,} answered, {sent.done:,} of them done; {sent.closed:,} sockets closed")
    print(f"{len(rooms):,} rooms, {len(broken)} unreadable afterwards {broken[:20] or ''}")
    print(f"{faults} tracebacks or errors in {log:,} characters of log")
    grown = [each - alone for each in seen.memory]
    print(f"memory +{max(grown):.0f} MiB at most, +{grown[-1]:.0f} in the end")
    print(f"innocent rooms: {seen.disconnects} disconnects, unharmed: {unharmed}")
    for when, took in (("quietly", seen.quiet), ("beside", seen.fuzzed)):
        p50, p99 = percentiles(took)
        print(f"    {len(took):,} taps {when}: p50 {p50:.1f} ms, p99 {p99:.1f} ms")
    sys.exit(bool(broken or faults or stopped or seen.disconnects or not unharmed))


if __name__ == "__main__":
    main()
