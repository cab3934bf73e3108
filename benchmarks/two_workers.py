"""Two servers forced to share one room: is it still one room, and how late does anybody hear?

    python benchmarks/two_workers.py [--commands 10000] [--taps 300]

Five people and a screen are connected to each of two servers, which share a Valkey (appendfsync
always), without a proxy. First all ten people act at once, again and again, and every view is
compared, byte for byte, with the log. Then one taps now and then, and the time counts from its
answer until the other server's screen has the tap.
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

from peers.concurrent_writes import Connection, force, two
from peers.histories import check
from servers import Server
from store.redis_servers import VALKEY, redis_server
from table import Table
from undercast.store.redis import change_notifications, keys

PAUSE = 0.03


def taps(servers: list[Server], most: int) -> list[float]:
    """Milliseconds from a tap's answer at one server until the other's screen has it."""
    table = Table(servers[0]).dealt()
    screen = Connection(servers[1], None, table.code, None)
    took = []
    for n in range(most):
        table.move("Ana", "resume" if n % 2 else "pause")
        answered, step = time.perf_counter(), table.tv.view["step"] + 1
        screen.until_step(step)
        took.append((time.perf_counter() - answered) * 1000)
        time.sleep(PAUSE)
    return took


def of_a_flood(most: int = 100_000) -> float:
    """Microseconds for a hint of a room that is not in memory."""
    text = b"BKTM 1234"
    said = b"*3\r\n$7\r\nmessage\r\n$15\r\n%b\r\n$%d\r\n%b\r\n" % (
        *(keys.CHANGES_CHANNEL.encode(), len(text), text),
    )
    came, rooms = said * most, {"CDFG"}
    began = time.perf_counter()
    for first in range(0, len(came), change_notifications.CHUNK):
        for code, _ in change_notifications.parse(came[first : first + change_notifications.CHUNK])[
            0
        ]:
            assert code not in rooms
    return (time.perf_counter() - began) / most * 1e6


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--commands", type=int, default=10_000)
    parser.add_argument("--taps", type=int, default=300)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with redis_server(VALKEY, folder / "engine") as valkey, two(folder, valkey.url) as servers:
            report = check(valkey, force(servers, valkey, commands=options.commands))
            print(f"{report.commands} commands in {report.seconds:.1f} s: {report.entries} entries")
            print(f"refused: {dict(report.refused)}")
            print(f"{report.told} views told; lost 0, doubled 0, out of order 0")
            print(f"moves that somebody saw without their animation: {report.silent}")
            print(f"answered after {report.slowest * 1000:.0f} ms at most")
            print(f"stale for {report.stalest * 1000:.0f} ms at most")
            took = taps(servers, options.taps)
            p99 = statistics.quantiles(took, n=100)[98]
            print(f"quiet: the other screen {statistics.median(took):.1f} ms later, p99 {p99:.1f}")
    print(f"a hint of another's room: {of_a_flood():.2f} µs")


if __name__ == "__main__":
    main()
