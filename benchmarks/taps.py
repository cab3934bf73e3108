"""How long from one person's tap until the last screen of the room has it?

    python benchmarks/taps.py [--taps 300] [--rounds 3] [--sockets 4 16 64 200]

One client taps, and the server sends a new view to all clients of the room; the time ends when the
last one has it. The next tap comes 30 ms later. The contenders take turns, so that other load on
the machine affects all of them.
"""

# ruff: noqa: INP001, T201

import argparse
import statistics
import time

from contenders import BARE, Starter, contenders
from swarm import Swarm, address_of, is_view_of
from tables import table

PAUSE = 0.030
WARM_UP = 30


def round_of(contender: str, start: Starter, size: int, taps: int) -> list[float]:
    """Milliseconds of each tap with this many sockets."""
    took: list[float] = []
    with start() as (port, _):
        swarm = Swarm(port, 0)
        room = table(contender, port, [address_of(number) for number in range(size)], "room")
        for member in room.members:
            swarm.add(member)
        while len(took) < WARM_UP + taps:
            swarm.idle(PAUSE)
            began = time.perf_counter()
            is_tap = room.act()
            ended = swarm.until_all_hear(is_view_of(room.step))
            if is_tap:
                took.append((ended - began) * 1000)
        swarm.close()
    return took[WARM_UP:]


def main() -> None:
    """Measure, and print one line for each contender and size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--taps", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sockets", type=int, nargs="+", default=[4, 16, 64, 200])
    options = parser.parse_args()
    print("| sockets | server | p50 ms | p99 ms | p50, of the baseline |")
    print("| ---: | --- | ---: | ---: | ---: |")
    with contenders() as starters:
        for size in options.sockets:
            took: dict[str, list[float]] = {name: [] for name in starters}
            for _ in range(options.rounds):
                for name, start in starters.items():
                    took[name] += round_of(name, start, size, options.taps)
            baseline = statistics.median(took[BARE])
            for name, values in took.items():
                p50, p99 = statistics.median(values), statistics.quantiles(values, n=100)[98]
                print(f"| {size} | {name} | {p50:.2f} | {p99:.2f} | {p50 / baseline:.2f} |")


if __name__ == "__main__":
    main()
