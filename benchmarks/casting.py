"""How long until the board is on the television, and until it is back after a fault?

    python benchmarks/casting.py [--taps 15] [--faults 3] [--idle 600]

The server, its cast process with its usual timeouts, and both pages are real, each page in a
Chromium. The Cast device and the LG television are emulated and start apps at once. What the device
itself takes (here, opening a tab) is subtracted.
"""

# ruff: noqa: INP001, T201, E402, SLF001

import argparse
import os
import signal
import statistics
import sys
import tempfile
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

from memory import resident
from zeroconf import IPVersion, Zeroconf

import browsers
from cast.emulated import eventually, fresh_address
from cast.webos.emulated_lg import LIVE_TV
from chromium70 import Chromium70, OldPage, open_chromium70
from clients import Client, token
from decks import EVENING
from servers import Server, is_alive, running
from televisions import LgTelevision, Television, Tube, see

OPTIONS = ("--cast", "--patient", "--wall-clock", "--generous")
TICKS = os.sysconf("SC_CLK_TCK")

PAINTED = """
  (function look() {
    const board = document.querySelector('[data-testid="tv-board"]');
    if (!board || board.children.length < 25) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => (window.painted = Date.now())));
  })();
  window.begun = performance.timeOrigin;
"""
"""Runs before the page does: when its loading began, and when the frame with the board was done."""


class Noting(Tube):
    """Notes when it was told to open something."""

    told = 0.0

    def _note(self, url: str) -> Callable[[], None]:
        self.told = time.time() * 1000
        page = self._tube.tab()
        page.send("Page.addScriptToEvaluateOnNewDocument", source=PAINTED)
        page.leave_for(url)
        self.pages.append(page)
        return page.shut


class Measured(Noting, Television):
    """With a Cast device."""

    def __init__(self, tube: Chromium70) -> None:
        Television.__init__(self, tube, "Living room")
        self.open_page = self._note

    @property
    def is_free(self) -> bool:
        """Whether nothing runs on it."""
        return self.app is None


class MeasuredLg(Noting, LgTelevision):
    """One of LG's; somebody says yes at once."""

    def __init__(self, tube: Chromium70) -> None:
        LgTelevision.__init__(self, tube, "Living room")
        self.open_page = self._note

    @property
    def is_free(self) -> bool:
        """Whether its browser is closed."""
        return self.foreground == LIVE_TV


class Room:
    """A game that runs, with the host at a phone and two people who speak the protocol."""

    def __init__(self, server: Server, phones: Chromium70) -> None:
        self.server = server
        self.phone = phones.open(server.url, width=390, height=844)
        self.phone.wait_for(see("start-name"))
        self.phone.evaluate(
            f"(field => {{ field.value = 'Ana'; field.dispatchEvent("
            f"new Event('input', {{ bubbles: true }})) }})({see('start-name')})"
        )
        tap(self.phone, "start-new-game")
        self.phone.wait_for(see("tv-open"))
        self.code = self.phone.evaluate("location.pathname.slice(1)")
        self.token = token()
        self.ben = self.enter("join", name="Ben")
        self.ben.do("take_seat", seat="red_spymaster")
        cem = Client(server.url)
        cem.enter("join", room=self.code, token=token(), name="Cem")
        cem.do("take_seat", seat="blue_spymaster")
        self.ben.do("deal")

    def enter(self, how: str, **fields: object) -> Client:
        """Ben comes in."""
        client = Client(self.server.url)
        client.enter(how, room=self.code, token=self.token, **fields)
        return client

    def look_anew(self) -> None:
        """Ben comes back: while a television was waited for, he answered no ping."""
        self.ben.close()
        self.ben = self.enter("enter")

    def show(self, tv: Measured | MeasuredLg) -> float:
        """Tap on the television in the list; milliseconds from the tap to the painted board."""
        tap(self.phone, "tv-open")
        self.phone.wait_for(f"{see(f'tv-{tv.uuid}')} && !{see(f'tv-{tv.uuid}')}.disabled", 30)
        shown = len(tv.pages)
        tapped = tap(self.phone, f"tv-{tv.uuid}")
        tv.wait_for(lambda: len(tv.pages) > shown)
        tv.page.wait_for("window.painted", 30)
        begun, painted = tv.page.evaluate("[window.begun, window.painted]")
        self.until(fine)
        tap(self.phone, "sheet-close")
        self.phone.wait_for(f"!{see('sheet-close')}")
        return float((tv.told - tapped) + (painted - begun))

    def stop(self, tv: Measured | MeasuredLg) -> None:
        """Tap on *Stop*, and wait until the device is free."""
        tap(self.phone, "tv-open")
        self.phone.wait_for(see("tv-stop"))
        tap(self.phone, "tv-stop")
        tv.wait_for(lambda: tv.is_free)
        self.until(lambda screen: screen is None)
        tap(self.phone, "sheet-close")
        self.phone.wait_for(f"!{see('sheet-close')}")

    def until(self, condition: Callable[[dict[str, object] | None], object]) -> None:
        """Wait until the room's television is so, as Ben sees it."""
        self.ben.wait_for_view(lambda view: bool(condition(view["view"]["lobby"]["screen"])))

    def comes_back(self) -> None:
        """The television's state is disturbed, and then as it should be."""
        self.until(lambda screen: not fine(screen))
        self.until(fine)


def fine(screen: dict[str, object] | None) -> bool:
    """Whether the television shows the game, and nothing is amiss."""
    return screen is not None and (screen["state"], screen["reason"]) == ("showing", None)


def tap(page: OldPage, testid: str) -> float:
    """When it happened, in milliseconds."""
    return float(page.evaluate(f"(({see(testid)}).click(), Date.now())"))


@contextmanager
def served(phones: Chromium70) -> Iterator[tuple[Server, Room]]:
    """A server, and a room."""
    with (
        tempfile.TemporaryDirectory(prefix="undercast-bench-", dir=HERE.parent / "build") as data,
        running(Path(data), deal=EVENING, options=OPTIONS) as server,
    ):
        yield server, Room(server, phones)


@contextmanager
def house(tube: Chromium70, phones: Chromium70) -> Iterator[tuple[Server, Measured, Room]]:
    """A server, a television that it sees, and a room."""
    with (
        served(phones) as (server, room),
        Zeroconf(["127.0.0.1"], ip_version=IPVersion.V4Only) as zeroconf,
        Measured(tube) as tv,
    ):
        tv.advertise(zeroconf)
        yield server, tv, room


def taps(tube: Chromium70, phones: Chromium70, count: int) -> list[float]:
    """Milliseconds from the tap to the board, so many times."""
    took = []
    with house(tube, phones) as (_, tv, room):
        for _ in range(count + 1):
            took.append(room.show(tv))
            room.stop(tv)
    return took[1:]  # the first one fills the browser's cache


def seconds(do: Callable[[], None]) -> float:
    """How long this takes."""
    began = time.perf_counter()
    do()
    return time.perf_counter() - began


def faults(tube: Chromium70, phones: Chromium70, took: dict[str, list[float]]) -> None:
    """One time each, each on a cast of its own."""
    with house(tube, phones) as (server, tv, room):
        room.show(tv)
        tv.reset()
        began = time.perf_counter()
        tv.wait_for(lambda: tv.connections == 0)
        tv.wait_for(lambda: tv.connections == 1)
        took["connection reset: connected again (the page shows all the time)"].append(
            time.perf_counter() - began
        )

        tv.faults.black_hole = True
        linked = set(tv._connections)
        took["black hole: noticed (the page shows all the time)"].append(
            seconds(lambda: tv.wait_for(lambda: not linked & tv._connections, 60))
        )
        heard = len(tv.received)
        tv.faults.black_hole = False
        took["black hole: connected again when it answers"].append(
            seconds(lambda: tv.wait_for(lambda: len(tv.received) > heard, 60))
        )
        room.look_anew()
        room.stop(tv)

        room.show(tv)
        tv.idle_out()
        took["idle screen: shown again"].append(seconds(room.comes_back))
        room.stop(tv)

        room.show(tv)
        began = time.perf_counter()
        tv.reboot(fresh_address())
        room.comes_back()
        took["reboot at a new address: shown again, from its loss"].append(
            time.perf_counter() - began
        )
        room.stop(tv)

        _kills(server, tv, room, took)


def _kills(server: Server, tv: Measured, room: Room, took: dict[str, list[float]]) -> None:
    room.show(tv)
    child = server.cast_process()
    assert child is not None
    os.kill(child, signal.SIGKILL)
    took["cast process killed: back (the page shows all the time)"].append(seconds(room.comes_back))

    child = server.cast_process()
    assert child is not None
    server.die()
    took["server killed: its cast process is gone"].append(
        seconds(lambda: eventually(lambda: not is_alive(child)))
    )
    launches = tv.launches
    server.kill()
    server.start()
    began = time.perf_counter()
    room.look_anew()
    room.until(fine)
    took["server killed: shown and counted again, from its new start's end"].append(
        time.perf_counter() - began
    )
    assert tv.launches == launches


def lg_faults(tube: Chromium70, phones: Chromium70, took: dict[str, list[float]]) -> None:
    """The same for an LG television."""
    with MeasuredLg(tube) as tv:
        tv.advertise()
        with served(phones) as (server, room):
            _lg_evening(server, tv, room, took)


def _lg_evening(server: Server, tv: MeasuredLg, room: Room, took: dict[str, list[float]]) -> None:
    took["LG: tap to board, with a yes at once"].append(room.show(tv) / 1000)
    known = len(tv.said("getForegroundAppInfo"))
    tv.reset()
    took["LG: connection reset: known again (the page shows all the time)"].append(
        seconds(lambda: tv.wait_for(lambda: len(tv.said("getForegroundAppInfo")) > known))
    )
    tv.faults.black_hole = True
    linked = set(tv.connections)
    took["LG: black hole: noticed (the page shows all the time)"].append(
        seconds(lambda: tv.wait_for(lambda: not linked & tv.connections, 60))
    )
    tv.faults.black_hole = False
    registered = len(tv.said("register"))
    took["LG: black hole: known again when it answers"].append(
        seconds(lambda: tv.wait_for(lambda: len(tv.said("register")) > registered, 60))
    )
    room.look_anew()
    room.stop(tv)
    tv.forget_keys()
    tv.change_certificate()
    took["LG: key forgotten, other certificate: tap to board"].append(room.show(tv) / 1000)
    tv.take_over()
    room.until(lambda screen: screen is not None and screen["state"] == "taken_over")
    tap(room.phone, "tv-open")
    room.phone.wait_for(see("tv-take-back"))
    tap(room.phone, "tv-take-back")
    took["LG: taken back from another app"].append(seconds(lambda: room.until(fine)))
    tap(room.phone, "sheet-close")
    child = server.cast_process()
    assert child is not None
    os.kill(child, signal.SIGKILL)
    took["LG: cast process killed: back (the page shows all the time)"].append(
        seconds(room.comes_back)
    )
    tv.stop()
    room.until(lambda screen: not fine(screen))
    tv.foreground = LIVE_TV
    tv.start()
    took["LG: off and on: left on what it shows then"].append(
        seconds(
            lambda: room.until(
                lambda screen: screen is not None and screen["state"] == "taken_over"
            )
        )
    )


def idle(tube: Chromium70, phones: Chromium70, length: float) -> None:
    """The cast process while a game is shown and nobody does anything."""
    with house(tube, phones) as (server, tv, room):
        room.show(tv)
        child = server.cast_process()
        assert child is not None
        before, began = processor_time(child), time.monotonic()
        most = resident(child)
        while time.monotonic() - began < length:
            time.sleep(1)
            most = max(most, resident(child))
        used = processor_time(child) - before
        threads = len(list(Path(f"/proc/{child}/task").iterdir()))
        print(
            f"| {length:.0f} | {used:.2f} | {100 * used / length:.3f} | {most:.1f}"
            f" | {resident(child):.1f} | {threads} |"
        )


def processor_time(process: int) -> float:
    """Seconds that it has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def main() -> None:
    """Measure, and print the tables of docs/benchmarks.md."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--taps", type=int, default=15)
    parser.add_argument("--faults", type=int, default=3)
    parser.add_argument("--idle", type=float, default=600.0)
    options = parser.parse_args()
    with open_chromium70(browsers.current()) as phones, open_chromium70(browsers.current()) as tube:
        if options.taps:
            print("| the television's browser | p50 ms | slowest ms |")
            print("| --- | ---: | ---: |")
            tell("current Chromium", taps(tube, phones, options.taps))
            with open_chromium70() as old:
                tell("Chromium 70", taps(old, phones, options.taps))
        if options.faults:
            took: dict[str, list[float]] = defaultdict(list)
            for _ in range(options.faults):
                faults(tube, phones, took)
                lg_faults(tube, phones, took)
            print("\n| fault: what is waited for | p50 s | slowest s |")
            print("| --- | ---: | ---: |")
            for fault, each in took.items():
                print(f"| {fault} | {statistics.median(each):.2f} | {max(each):.2f} |")
        if options.idle:
            print("\n| s | s of a core | % of a core | MB at most | MB at the end | threads |")
            print("| ---: | ---: | ---: | ---: | ---: | ---: |")
            idle(tube, phones, options.idle)


def tell(name: str, took: list[float]) -> None:
    """One line of the first table."""
    print(f"| {name} | {statistics.median(took):.0f} | {max(took):.0f} |", flush=True)


if __name__ == "__main__":
    main()
