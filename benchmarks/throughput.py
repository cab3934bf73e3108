"""What do an engine and workers cost, and what do they give?

    python benchmarks/throughput.py [--workers 1 2 4] [--seconds 6] [--rounds 3] [--rooms 60]

As in reveals.py, rooms of five, where the next tap comes when all have seen the last one; and as in
guests.py, 21 taps a second in six rooms. The kinds of servers take turns. Servers, engine and
clients share one computer's cores, so more workers cannot give more reveals than there are cores
for: compare the processor time per reveal.
"""

# ruff: noqa: INP001, T201

import argparse
import statistics
from collections import defaultdict
from dataclasses import dataclass

from contenders import UNDERCAST
from guests import Innocents, percentiles
from houses import SYNCS, Kind, started
from reveals import House as Rooms

OPTIONS = ("--no-bots",)


@dataclass(frozen=True)
class Found:
    """One round of one kind: reveals a second, microseconds of the processor for each, taps."""

    rate: float
    server: float
    engine: float
    taps: list[float]


def measured(kind: Kind, rooms: int, seconds: float) -> Found:
    """One round."""
    with started(kind, *OPTIONS) as house:
        innocents = Innocents(house.port)
        innocents.play(1)
        taps = innocents.play(seconds)
        innocents.leave()
        players = Rooms(UNDERCAST, house.port, rooms)
        players.play(1)
        server, engine = house.busy(), house.engine_busy()
        reveals, took = players.play(seconds)
        server, engine = house.busy() - server, house.engine_busy() - engine
        players.close()
    return Found(reveals / took, server / reveals * 1e6, engine / reveals * 1e6, taps)


def kinds(workers: list[int]) -> list[Kind]:
    """All that are compared, the one that the others are compared with first."""
    return [Kind(), *(Kind(number, sync) for sync in SYNCS for number in workers)]


def main() -> None:
    """Measure, and print a line for each kind."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rooms", type=int, default=60)
    options = parser.parse_args()
    found: dict[Kind, list[Found]] = defaultdict(list)
    for _ in range(options.rounds):
        for kind in kinds(options.workers):
            found[kind].append(measured(kind, options.rooms, options.seconds))
    print(
        "| server | reveals a second | processor µs a reveal | of one process | of SQLite ", end=""
    )
    print("| engine's µs | tap p50 ms | p99 |")
    print(f"| --- {'| ---: ' * 7}|")
    server = {
        kind: statistics.median(each.server for each in rounds) for kind, rounds in found.items()
    }
    for kind, rounds in found.items():
        rate, engine = (
            statistics.median(getattr(each, what) for each in rounds) for what in ("rate", "engine")
        )
        one = server[kind] / server[Kind(1, kind.sync)]
        home = server[kind] / server[Kind()]
        p50, p99 = percentiles([tap for each in rounds for tap in each.taps])
        costs = f"{rate:.0f} | {server[kind]:.0f} | {one:.2f} | {home:.2f} | {engine:.0f}"
        print(f"| {kind.name} | {costs} | {p50:.2f} | {p99:.1f} |")


if __name__ == "__main__":
    main()
