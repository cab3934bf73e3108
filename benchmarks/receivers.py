"""How long until the next receiver shows the game when one fails, and does any of them leak?

    python benchmarks/receivers.py [--faults 3] [--cycles 50]

The server and its cast process, with its usual timeouts, are real. The Cast device is emulated on
this computer, starts apps at once and fetches pictures by a real GET. A client of this program acts
as the page. See casting.py for pages in browsers.
"""

# ruff: noqa: INP001, T201, E402

import argparse
import statistics
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [
    str(HERE.parent),
    str(HERE.parent / "server"),
    str(HERE.parent / "tests/e2e"),
    str(HERE.parent / "tests"),
]

from cast.emulated import DASHCAST, EmulatedDevice, eureka, eventually
from cast.rig import nonce_of
from clients import Client, token
from decks import EVENING
from servers import Server, children, running

OWN = "CAFE0001"
OPTIONS = ("--cast", "--patient", "--wall-clock", "--generous", "--cast-app-id", OWN)
CHAIN = ["own", "dashcast", "pictures"]


class House:
    """A room on a server, its host, and a television in reach."""

    def __init__(self, server: Server, tv: EmulatedDevice) -> None:
        self.server, self.tv = server, tv
        self.host = Client(server.url)
        view = self.host.enter(
            "create", cmd_id=token(), token=token(), name="Ana", language="en", decks=["en"]
        )
        self.code = view["room"]
        tv.open_page = self.open_page
        self.device = str(tv.uuid)
        eventually(lambda: self.device in self.listed())

    def listed(self) -> list[str]:
        """The televisions that can be cast to."""
        known = self.host.ask("list_tvs")["televisions"]
        return [each["id"] for each in known if each["refused"] is None]

    def open_page(self, url: str) -> Callable[[], None]:
        """A page that says hello, in a thread of its own as on a television."""
        page: list[Client] = []

        def live() -> None:
            client = Client(self.server.url, room=self.code)
            client.enter("watch", room=self.code, nonce=nonce_of(url))
            page.append(client)

        thread = threading.Thread(target=live)
        thread.start()

        def close() -> None:
            thread.join()
            for client in page:  # none, if the server was away
                client.close()

        return close

    def show(self) -> str:
        """By which receiver it is shown."""
        self.press()
        return self.shown()

    def press(self) -> None:
        """The host chooses the television."""
        self.host.ask("show_on_tv", device=self.device)

    def shown(self) -> str:
        """Wait for it; by which receiver."""
        self.until(lambda screen: screen is not None and screen["state"] == "showing")
        return str(self.host.lobby["screen"]["receiver"])

    def stop(self) -> None:
        """And wait until the device is free."""
        self.host.ask("stop_tv")
        self.tv.wait_for(lambda: self.tv.app is None and not self.tv.connections)
        self.until(lambda screen: screen is None)

    def until(self, condition: Callable[[dict[str, object] | None], object]) -> None:
        """Wait until the room's television is so, as its host sees it."""
        self.host.wait_for_view(lambda view: bool(condition(view["view"]["lobby"]["screen"])))


@contextmanager
def house() -> Iterator[House]:
    """A server with nothing remembered, and a television."""
    with (
        tempfile.TemporaryDirectory(prefix="undercast-bench-", dir=HERE.parent / "build") as data,
        EmulatedDevice(own_app=OWN) as tv,
        eureka(tv),
        running(Path(data), deal=EVENING, options=(*OPTIONS, "--device", tv.address)) as server,
    ):
        yield House(server, tv)


def seconds(do: Callable[[], object]) -> float:
    """How long this takes."""
    began = time.perf_counter()
    do()
    return time.perf_counter() - began


def faults(took: dict[str, list[float]]) -> None:
    """One time each, each on a server that remembers nothing."""
    with house() as at:
        took["none: shown after the press"].append(seconds(at.show))
    with house() as at:
        at.tv.faults.unavailable.add(OWN)
        took["not available: shown by the next"].append(seconds(at.show))
        at.stop()
        took["the same, the second time"].append(seconds(at.show))
    with house() as at:
        at.tv.faults.refused[OWN] = "CANCELLED"
        took["CANCELLED, again and again: shown by the next"].append(seconds(at.show))
    with house() as at:
        at.tv.faults.keeps_availability = True
        took["availability is not told: shown"].append(seconds(at.show))
    with house() as at:
        at.tv.faults.asks = True
        at.press()
        at.until(lambda screen: screen is not None and screen["reason"] == "cast/confirm_on_tv")
        at.tv.person_says(yes=True)
        took["somebody is asked on the TV: shown after the yes"].append(seconds(at.shown))
    with house() as at:
        at.tv.faults.unavailable |= {OWN, DASHCAST}
        took["neither app is available: shown by pictures"].append(seconds(at.show))


def cycles(count: int) -> Iterator[tuple[str, float, list[int]]]:
    """For each receiver: its name, seconds a cycle, and what was left behind of each resource."""
    for number, receiver in enumerate(CHAIN):
        with house() as at:
            at.tv.faults.unavailable |= set([OWN, DASHCAST][:number])
            for _ in range(3):  # what is made once
                assert at.show() == receiver
                at.stop()
            before = settled(at.server, [])
            took = seconds(lambda at=at: [(at.show(), at.stop()) for _ in range(count)])
            after = settled(at.server, before)
            yield receiver, took / count, [b - a for a, b in zip(before, after, strict=True)]


def settled(server: Server, wanted: list[int]) -> list[int]:
    """Processes, and threads and descriptors of all of them; looked at until they are as wanted, or
    for a while.
    """
    end = time.monotonic() + 5
    while (now := counted(server)) != wanted and time.monotonic() < end:
        time.sleep(0.1)
    return now


def counted(server: Server) -> list[int]:
    """Processes of the server; their threads; their descriptors."""
    processes = [server.pid, *children(server.pid)]
    return [
        len(processes),
        sum(len(list(Path(f"/proc/{each}/task").iterdir())) for each in processes),
        sum(len(list(Path(f"/proc/{each}/fd").iterdir())) for each in processes),
    ]


def main() -> None:
    """Measure, and print the tables of docs/benchmarks.md."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--faults", type=int, default=3)
    parser.add_argument("--cycles", type=int, default=50)
    options = parser.parse_args()
    took: dict[str, list[float]] = defaultdict(list)
    for _ in range(options.faults):
        faults(took)
    print("| fault: what is waited for | p50 s | slowest s |")
    print("| --- | ---: | ---: |")
    for fault, each in took.items():
        print(f"| {fault} | {statistics.median(each):.2f} | {max(each):.2f} |")
    if options.cycles:
        print("\n| receiver | cycles | s a cycle | processes, threads, descriptors left behind |")
        print("| --- | ---: | ---: | --- |")
        for receiver, each, left in cycles(options.cycles):
            print(f"| {receiver} | {options.cycles} | {each:.2f} | {left} |", flush=True)


if __name__ == "__main__":
    main()
