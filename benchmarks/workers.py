"""What does it cost that several workers share a computer?

    python benchmarks/workers.py [--rooms 20] [--moves 100] [--connections 500]

Processor time of all the server's processes, on the test extra's Valkey (appendfsync always): per
move (a person is renamed; four people and a screen are told), and per connection that names a room,
from opening to closing. With two workers half of the connections are handed over; `one's own` are
those that came to the right worker at once, which shows what a handover adds.
"""

# ruff: noqa: INP001, T201

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / folder) for folder in ("tests", "server", "")]

from clients import Client, token  # noqa: E402
from servers import Server, children, command_of  # noqa: E402
from store.redis_servers import VALKEY, redis_server  # noqa: E402

PEOPLE = 4
AT_ONCE = 4
TICK = os.sysconf("SC_CLK_TCK")


class Room:
    """Somebody who is renamed, and others who see it."""

    def __init__(self, url: str) -> None:
        self.ana = Client(url)
        entered = self.ana.enter(
            "create", token=token(), name="Ana", language="en", decks=["en"], cmd_id="create"
        )
        self.code = str(entered["room"])
        self.others = [self._come(url, number) for number in range(PEOPLE)]

    def _come(self, url: str, number: int) -> Client:
        client = Client(url, query=f"&room={self.code}")
        if number:
            client.enter("join", room=self.code, token=token(), name=f"Guest {number}")
        else:
            client.enter("watch", room=self.code)
        return client

    def play(self, moves: int) -> None:
        """So many moves, all of which everybody has seen at the end."""
        for move in range(moves):
            self.ana.do("rename", name=f"Ana {move}")
        for client in self.others:
            client.wait_for_view(
                lambda view: view["view"]["lobby"]["players"][0]["name"] == f"Ana {moves - 1}"
            )


def cpu(server: Server) -> float:
    """Seconds of the processor that the server's processes have taken."""
    found = [server.pid, *(p for p in children(server.pid) if "--worker " in command_of(p))]
    stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in found]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / TICK


def measured(server: Server, work: Callable[[], object]) -> tuple[float, float]:
    """Seconds that something took, and of the processor."""
    spent, began = cpu(server), time.perf_counter()
    work()
    return time.perf_counter() - began, cpu(server) - spent


def connect(url: str, codes: list[str], count: int) -> None:
    """Connections one after the other, each to another room."""
    for number in range(count):
        Client(url, query=f"&room={codes[number % len(codes)]}").close()


def report(workers: int, options: argparse.Namespace) -> None:
    """One line."""
    with (
        tempfile.TemporaryDirectory() as folder,
        redis_server(VALKEY, Path(folder) / "e") as valkey,
    ):
        free = ("--address-requests", "0", "--address-connections", "0")
        more = ("--store", valkey.url, "--workers", str(workers), *free)
        server = Server(Path(folder) / "data", options=more)
        try:
            server.start()
            rooms = [Room(server.url) for _ in range(options.rooms)]
            codes = [room.code for room in rooms]

            def all_play() -> None:
                with ThreadPoolExecutor(AT_ONCE) as pool:
                    list(pool.map(lambda room: room.play(options.moves), rooms))

            moves, count = options.rooms * options.moves, options.connections
            seconds, busy = measured(server, all_play)
            told = f"{busy / moves * 1e6:8.0f} {moves / seconds:9.0f}"
            for named in (codes, ["nobody"]):
                connect(server.url, named, 50)
                seconds, busy = measured(
                    server, lambda named=named: connect(server.url, named, count)
                )
                told += f" {busy / count * 1e6:12.0f} {count / seconds:9.0f}"
            print(f"{workers:7} {told}", flush=True)
        finally:
            server.kill()


def main() -> None:
    """Takes turns, so that whatever else the machine does hits all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, default=20)
    parser.add_argument("--moves", type=int, default=100)
    parser.add_argument("--connections", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print("workers  CPU µs a move, moves/s   CPU µs a named connection, /s    unnamed, /s")
    for _ in range(options.rounds):
        for workers in (1, 2):
            report(workers, options)


if __name__ == "__main__":
    main()
