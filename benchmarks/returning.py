"""How long until everybody is back, when a router restarts and all phones call at once?

    python benchmarks/returning.py [--clients 200 2000]

All dial at the same moment, ten for each room of Undercast: screens, or people with tokens, of whom
everybody in their room is told. *Connected* is when the last CONNECT is answered, *back* when the
last client has its view; the bare servers have no rooms.
"""

# ruff: noqa: INP001, T201

import argparse
import json
import secrets
import selectors
import socket
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

from contenders import UNDERCAST, Starter, contenders
from swarm import Member, handshake, masked
from tables import Game

PEOPLE = 10
"""In a room."""

PATIENCE = 60.0


class Place(NamedTuple):
    """Where somebody comes back to, and as whom."""

    room: str
    token: str | None
    """None: a screen."""


def address_of(number: int) -> str:
    """From where this one calls."""
    return f"127.0.0.{number % 60 + 1}"


class Caller:
    """One who dials, says hello, and enters a room if there is one."""

    def __init__(self, port: int, number: int, place: Place | None) -> None:
        self._entrance: str | None = None
        self._handshake = handshake(place and place.room)
        if place is not None:
            name = "watch" if place.token is None else "enter"
            who = {} if place.token is None else {"token": place.token}
            self._entrance = json.dumps([name, {"protocol": 2, "room": place.room, **who}])
        self._port, self._address = port, address_of(number)
        self.connected: float | None = None
        self.back: float | None = None
        self.dial()

    def dial(self) -> None:
        """Call, again if it was in vain."""
        self._seen = b""
        self._steps = self._call()
        self.sock = socket.socket()
        self.sock.settimeout(0)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock.bind((self._address, 0))
        self.sock.connect_ex(("127.0.0.1", self._port))

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return (self.back if self._entrance else self.connected) is not None

    def writable(self) -> None:
        """The line stands."""
        next(self._steps)

    def readable(self) -> None:
        """Something came."""
        received = self.sock.recv(65536)
        if not received:
            raise ConnectionError("the server closed a socket")
        self._seen += received
        next(self._steps, None)

    def _call(self) -> Iterator[None]:
        self.sock.sendall(self._handshake)
        yield from self._until(b"0{")
        self.sock.sendall(masked(b"40"))
        yield from self._until(b"40{")
        self.connected = time.perf_counter()
        if self._entrance is not None:
            self.sock.sendall(masked(b"420" + self._entrance.encode()))
            yield from self._until(b'42["view"')
            self.back = time.perf_counter()

    def _until(self, said: bytes) -> Iterator[None]:
        """Frames are not taken apart: what is waited for comes once. Raises ConnectionError."""
        while said not in self._seen:
            if b'[{"error"' in self._seen:
                raise ConnectionError(f"refused: {self._seen[-200:]!r}")
            yield
        self._seen = self._seen.partition(said)[2]


def returning(contender: str, start: Starter, clients: int) -> tuple[float, float | None]:
    """Seconds until all are connected, and until all are back."""
    with start() as (port, _):
        places = []
        if contender == UNDERCAST:
            places = [Place(room_of(port), None) for _ in range(clients // PEOPLE)]
        return all_at_once(port, places, clients)


def people_returning(start: Starter, clients: int) -> tuple[float, float | None]:
    """The same of people whom Undercast knows."""
    with start() as (port, _):
        rooms = [room_of(port) for _ in range(clients // PEOPLE)]
        places = [Place(rooms[n % len(rooms)], secrets.token_urlsafe(24)) for n in range(clients)]
        for number, place in enumerate(places):
            with closing(Member(port, address_of(number)).sock) as sock:
                hello = {"room": place.room, "token": place.token, "name": f"P{number}"}
                event = json.dumps(["join", {"protocol": 2, **hello}])
                sock.sendall(masked(b"420" + event.encode()))
                answered = b""
                while b"430[" not in answered:
                    answered += sock.recv(65536)
        return all_at_once(port, places, clients)


def room_of(port: int) -> str:
    """A new room, in which a game has begun."""
    return Game([Member(port)]).room


def all_at_once(port: int, places: list[Place], clients: int) -> tuple[float, float | None]:
    """Everybody dials now, and again when the server hangs up. Seconds until all are connected, and
    until all are back in the rooms.
    """
    selector = selectors.DefaultSelector()
    began = time.perf_counter()
    callers = [Caller(port, i, places[i % len(places)] if places else None) for i in range(clients)]
    for caller in callers:
        selector.register(caller.sock, selectors.EVENT_WRITE, caller)
    missing, why = set(callers), Counter[str]()
    while missing and time.perf_counter() - began < PATIENCE:
        for key, events in selector.select(1):
            caller: Caller = key.data
            try:
                if events & selectors.EVENT_WRITE:
                    selector.modify(caller.sock, selectors.EVENT_READ, caller)
                    caller.writable()
                else:
                    caller.readable()
            except OSError as fault:
                why[str(fault)[:120]] += 1
                selector.unregister(caller.sock)
                caller.sock.close()
                caller.dial()
                selector.register(caller.sock, selectors.EVENT_WRITE, caller)
            if caller.done:
                missing.discard(caller)
    for caller in callers:
        caller.sock.close()
    for reason, times in why.items():
        print(f"{times} dialled again: {reason}", file=sys.stderr)
    if missing:
        raise TimeoutError(f"{len(missing)} never came back")
    connected = max(caller.connected or 0.0 for caller in callers) - began
    return connected, max(caller.back or 0.0 for caller in callers) - began if places else None


def main() -> None:
    """Measure, and print one line for each contender."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clients", type=int, nargs="+", default=[200, 2000])
    options = parser.parse_args()
    print("| server | clients | connected, s | back, s |")
    print("| --- | ---: | ---: | ---: |")
    with contenders() as starters:
        for clients in options.clients:
            for name, start in starters.items():
                connected, back = returning(name, start, clients)
                show(name, clients, connected, back)
            show(f"{UNDERCAST}, people", clients, *people_returning(starters[UNDERCAST], clients))


def show(name: str, clients: int, connected: float, back: float | None) -> None:
    """A row of the table."""
    last = "" if back is None else f"{back:.2f}"
    print(f"| {name} | {clients} | {connected:.2f} | {last} |", flush=True)


if __name__ == "__main__":
    main()
