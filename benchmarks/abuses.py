"""What one guest can do to a server: each abuse runs as fast as the server allows.

    attack(abuse, port, rooms, addresses)

Each abuse runs in its own process. Its connections are spread evenly over `addresses`; they read
what they are sent (except slow readers) and reconnect when they are thrown out.
"""

# ruff: noqa: INP001

import contextlib
import itertools
import json
import os
import random
import resource
import secrets
import selectors
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from swarm import HANDSHAKE, PONG, Member, masked

PONG_EVERY = 5.0
"""Seconds."""

AT_ONCE = 20
"""Messages that a flooding connection hands to the kernel together."""

COSTLY = "un-re-de-pre-non-anti-over"
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"


@dataclass
class Guest:
    """One connection of the abuser's: `sock` is open, and `say` brings what it sends next."""

    sock: socket.socket
    say: Iterator[bytes]
    reads: bool = True
    pause: float = 0.0
    """Seconds between two messages; 0: none."""
    pongs: bool = True
    waiting: bytes = b""
    next_at: float = 0.0
    pong_at: float = field(default_factory=lambda: time.monotonic() + PONG_EVERY)

    def send(self, now: float) -> None:
        """Hand the kernel as much as it takes."""
        if not self.waiting and now >= self.next_at:
            self.waiting = next(self.say, b"")
            self.next_at = now + self.pause
        if self.pongs and now >= self.pong_at:
            self.waiting, self.pong_at = self.waiting + PONG, now + PONG_EVERY
        if self.waiting:
            with contextlib.suppress(BlockingIOError):
                self.waiting = self.waiting[self.sock.send(self.waiting) :]


Comes = Callable[[int, str, str], Guest]
"""A guest comes to the server's port from an address, and abuses a room."""


@dataclass(frozen=True)
class Abuse:
    """A kind of abuse: how its guests come, and how many of them there are."""

    name: str
    comes: Comes
    guests: int = 60


def attack(abuse: Abuse, port: int, rooms: Sequence[str], addresses: Sequence[str]) -> None:
    """Go on as long as who started it lives. Guests are other people's machines, so this process
    takes what is left.
    """
    os.nice(19)
    parent = os.getppid()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16_000), hard))
    selector = selectors.DefaultSelector()
    places = list(zip(range(abuse.guests), itertools.cycle(addresses), itertools.cycle(rooms)))
    absent = [(0.0, place) for place in places]
    while os.getppid() == parent:
        now = time.monotonic()
        absent = [*_come(abuse, port, selector, absent, now)]
        _let_them_act(selector, absent, now)


def _come(
    abuse: Abuse, port: int, selector: Any, absent: list[Any], now: float
) -> Iterator[tuple[float, Any]]:
    """Those whose time it is come in; whoever cannot tries again in a while."""
    for at, (_, address, room) in absent:
        place = (_, address, room)
        if at > now:
            yield at, place
            continue
        try:
            guest = abuse.comes(port, address, room)
        except (OSError, RuntimeError, ConnectionError):
            yield now + 0.2, place
            continue
        guest.sock.settimeout(0.0)
        selector.register(guest.sock, selectors.EVENT_READ, (guest, place))


def _let_them_act(selector: Any, absent: list[Any], now: float) -> None:
    for key in list(selector.get_map().values()):
        guest, place = key.data
        try:
            guest.send(now)
        except OSError:
            selector.unregister(guest.sock)
            guest.sock.close()
            absent.append((now, place))
    for key, _ in selector.select(0.002):
        guest, place = key.data
        if not guest.reads:
            continue
        with contextlib.suppress(BlockingIOError):
            try:
                if guest.sock.recv(1 << 18):
                    continue
            except BlockingIOError:
                raise
            except OSError:
                pass
            selector.unregister(guest.sock)
            guest.sock.close()
            absent.append((now, place))


# --- How guests come -----------------------------------------------------------------------------


def stranger(port: int, address: str) -> Member:
    """Connected, in no room."""
    return Member(port, address)


def in_room(port: int, address: str, room: str) -> Member:
    """A spectator of somebody else's room."""
    member = Member(port, address)
    token = secrets.token_urlsafe(24)
    member.ask("join", protocol=2, room=room, token=token, name=secrets.token_hex(4))
    return member


def own_room(port: int, address: str, *, dealt: bool = False, **settings: object) -> Member:
    """A host with both keys of a room of his own."""
    member = Member(port, address)
    token = secrets.token_urlsafe(24)
    opening = {"cmd_id": "create", "token": token, "name": "Eve", "language": "en"}
    member.ask("create", protocol=2, decks=["en"], settings=settings, **opening)
    member.ask("take_seat", cmd_id="seat", seat="key_holder")
    if dealt:
        member.ask("deal", cmd_id="deal")
    return member


def event(name: str, /, **payload: object) -> bytes:
    """A masked frame with an event that wants an acknowledgement."""
    return masked(f"421{json.dumps([name, payload])}".encode())


def many(make: Callable[[int], bytes]) -> Iterator[bytes]:
    """Batches of messages for ever, each with a number of its own."""
    for first in itertools.count(0, AT_ONCE):
        yield b"".join(make(number) for number in range(first, first + AT_ONCE))


def flood(member: Callable[[int, str, str], Member], make: Callable[[int, str], bytes]) -> Comes:
    """Whoever has come in so sends such messages without a pause; `make` knows number and room."""

    def comes(port: int, address: str, room: str) -> Guest:
        here = member(port, address, room)
        run = secrets.token_hex(3)
        return Guest(here.sock, many(lambda number: make(number, f"{run}_{room}")))

    return comes


def http(make: Callable[[int], bytes], *, once: bool = False, pause: float = 0.0) -> Comes:
    """Requests on a connection that is kept; `once`: on a new one each."""

    def comes(port: int, address: str, _room: str) -> Guest:
        sock = socket.create_connection(("127.0.0.1", port), 5, (address, 0))
        if once:
            sock.sendall(make(random.getrandbits(30)))
            sock.shutdown(socket.SHUT_WR)
            return Guest(sock, iter(()), pongs=False)
        requests = (make(random.getrandbits(30)) for _ in itertools.count())
        return Guest(sock, requests, pause=pause, pongs=False)

    return comes


def get(path: str) -> bytes:
    """A request's bytes."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


def _code(number: int) -> str:
    return "".join(CODE_LETTERS[number // 20**place % 20] for place in range(4))


def _anywhere(port: int, address: str, _room: str) -> Member:
    return stranger(port, address)


def _at_home(port: int, address: str, _room: str) -> Member:
    return own_room(port, address)


def _playing(port: int, address: str, _room: str) -> Member:
    return own_room(port, address, dealt=True)


def _coached(port: int, address: str, _room: str) -> Member:
    return own_room(port, address, dealt=True, coach=True)


def _bots_play(port: int, address: str, _room: str) -> Guest:
    """A room in which bots play by themselves: no abuse, but they think."""
    member = stranger(port, address)
    token = secrets.token_urlsafe(24)
    opening = {"cmd_id": "create", "token": token, "name": "Eve", "language": "en"}
    member.ask("create", protocol=2, decks=["en"], settings={"guessing": _TAP}, **opening)
    member.ask("fill_with_bots", cmd_id="bots", style="bold")
    member.ask("deal", cmd_id="deal")
    return Guest(member.sock, iter(()))


def _join_and_leave(port: int, address: str, room: str) -> Guest:
    member = in_room(port, address, room)

    def say() -> Iterator[bytes]:
        for number in itertools.count():
            token = secrets.token_urlsafe(24)
            joining = {"protocol": 2, "room": room, "token": token, "name": token[:8]}
            yield event("leave", cmd_id=f"l{number}") + event("join", **joining)

    return Guest(member.sock, say())


def _slow(port: int, address: str, room: str) -> Guest:
    member = stranger(port, address)
    member.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    member.ask("watch", protocol=2, room=room)
    return Guest(member.sock, iter(()), reads=False)


def _looks(port: int, address: str, room: str) -> Guest:
    """A frame for photos that shows a room: no abuse, but many of them are much to send."""
    sock = socket.create_connection(("127.0.0.1", port), 5, (address, 0))
    sock.sendall(get(f"/tv/{room}.mjpg"))
    return Guest(sock, iter(()), pongs=False)


def _looks_away(port: int, address: str, room: str) -> Guest:
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.bind((address, 0))
    sock.connect(("127.0.0.1", port))
    sock.sendall(get(f"/tv/{room}.mjpg"))
    return Guest(sock, iter(()), reads=False, pongs=False)


def _trickle(port: int, address: str, _room: str) -> Guest:
    sock = socket.create_connection(("127.0.0.1", port), 5, (address, 0))
    sock.sendall(b"POST /tv HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60\r\n\r\n")
    return Guest(sock, itertools.repeat(b"x"), pause=1.0, pongs=False)


def _trickle_head(port: int, address: str, _room: str) -> Guest:
    sock = socket.create_connection(("127.0.0.1", port), 5, (address, 0))
    sock.sendall(b"GET /tv HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ")
    return Guest(sock, itertools.repeat(b"x"), pause=1.0, pongs=False)


def _never_joins(port: int, address: str, _room: str) -> Guest:
    sock = socket.create_connection(("127.0.0.1", port), 5, (address, 0))
    sock.sendall(HANDSHAKE)
    return Guest(sock, iter(()), pongs=False)


def _comes_and_goes(port: int, address: str, _room: str) -> Guest:
    member = stranger(port, address)
    member.sock.shutdown(socket.SHUT_WR)
    return Guest(member.sock, iter(()), pongs=False)


def _words(number: int) -> str:
    return "\n".join(f"{_code(n)}{_code(number)}".lower() for n in range(1900))


def _ask_to_return(number: int, room: str) -> bytes:
    token = f"{room[:6]}{number:022}"
    return event("ask_to_return", protocol=2, room=room[-4:], token=token, player="p1")


def _create(number: int, room: str) -> bytes:
    opening = {"token": f"{room[:6]}{number:022}", "name": "Eve", "language": "en"}
    return event("create", protocol=2, cmd_id="c", decks=["en"], **opening)


_TAP = "operatives_tap"
_SETTINGS = {"decks": ["en"], "language": "en"}
_LONG = "x" * 79_000
_NESTED = masked(b'421["rename",' + b"[" * 900 + b"]" * 900 + b"]")
_PING = b"\x89\x80\x00\x00\x00\x00"
_REPORT = {"agent": "x" * 300, "width": 1, "height": 1, "latency": 1}


def _clue(number: int, room: str) -> bytes:
    return event("give_clue", cmd_id=f"{room[:6]}{number}", step=1, word=COSTLY, number=1)


ABUSES = (
    Abuse("clues by who may not", flood(in_room, _clue)),
    Abuse(
        "judged clues, own room",
        flood(_playing, lambda n, _: event("judge_clue", word=f"{COSTLY}-{_code(n)}", number=1)),
    ),
    Abuse(
        "renames, to and fro",
        flood(in_room, lambda n, room: event("rename", cmd_id=f"c{n}", name=f"{room[:6]}{n % 2}")),
    ),
    Abuse(
        "renames to the same",
        flood(in_room, lambda n, room: event("rename", cmd_id=f"c{n}", name=f"{room[:6]}")),
    ),
    Abuse(
        "seats, to and fro",
        flood(
            in_room,
            lambda n, _: event(
                "take_seat", cmd_id=f"c{n}", seat=("spectator", "red_operative")[n % 2]
            ),
        ),
    ),
    Abuse("ask_to_return", flood(_anywhere, _ask_to_return)),
    Abuse("join and leave", _join_and_leave),
    Abuse("wrong codes", flood(_anywhere, lambda n, _: event("watch", protocol=2, room=_code(n)))),
    Abuse("new rooms", flood(_anywhere, _create)),
    Abuse(
        "pastes, own room",
        flood(_at_home, lambda n, _: event("paste_words", cmd_id=f"c{n}", text=_words(n))),
    ),
    Abuse("books, own room", flood(_at_home, lambda n, _: _book(n))),
    Abuse("statistics", flood(in_room, lambda *_: event("open_statistics"))),
    Abuse("deals, own room", flood(_at_home, lambda n, _: _deal(n))),
    Abuse("ten rooms of bots, playing", _bots_play, guests=10),
    Abuse("bots, own room", flood(_at_home, lambda n, _: _bots(n))),
    Abuse(
        "coach, own room",
        flood(_coached, lambda n, _: event("ask_coach", word=f"{_code(n)}")),
    ),
    Abuse("ideas, own room", flood(_coached, lambda *_: event("ask_ideas"))),
    Abuse(
        "settings, own room",
        flood(
            _at_home,
            lambda n, _: event(
                "change_settings",
                cmd_id=f"c{n}",
                settings={"sand_seconds": 60 + n % 2},
                **_SETTINGS,
            ),
        ),
    ),
    Abuse("unknown messages", flood(_anywhere, lambda n, _: event("fly", n=n))),
    Abuse(
        "messages of 79 kB",
        flood(_anywhere, lambda *_: event("rename", cmd_id="c", name=_LONG)),
        guests=30,
    ),
    Abuse("nested messages", flood(_anywhere, lambda *_: _NESTED)),
    Abuse("reports of screens", flood(_anywhere, lambda *_: event("report", **_REPORT))),
    Abuse("WebSocket pings", flood(_anywhere, lambda *_: _PING)),
    Abuse("sockets that come and go", _comes_and_goes),
    Abuse("sockets that never join", _never_joins, guests=1_900),
    Abuse("screens that do not read", _slow, guests=1_500),
    Abuse("pictures, looked at", _looks, guests=200),
    Abuse("pictures that nobody reads", _looks_away, guests=200),
    Abuse("assets that are none", http(lambda n: get(f"/assets/receiver/{'a' * 7_900}{n}"))),
    Abuse(
        "bodies that are cut off",
        http(
            lambda _: b"POST /terminal/cast HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{",
            once=True,
        ),
    ),
    Abuse("bodies that trickle", _trickle, guests=2_900),
    Abuse("heads that trickle", _trickle_head, guests=2_900),
    Abuse("QR codes", http(lambda n: get(f"/qr/{_code(n)}.svg"))),
    Abuse("pages of /tv", http(lambda _: get("/tv"))),
    Abuse("games of the house", http(lambda _: get("/games"))),
)


def _bots(number: int) -> bytes:
    """A room full of bots, who begin to think and are sent away again."""
    come = event("fill_with_bots", cmd_id=f"b{number}", style="bold")
    goes = event("remove", cmd_id=f"r{number}", player=f"p{number % 40 + 2}")
    return come + _deal(number) + goes


def _deal(number: int) -> bytes:
    return event("deal", cmd_id=f"d{number}") + event("abandon", cmd_id=f"a{number}", step=number)


def _book(number: int) -> bytes:
    """A book that gets longer while it is read."""
    game, reading = divmod(number, 4)
    if reading:
        return event("open_book")
    abandon = event("abandon", cmd_id=f"a{game}", step=2 * game + 1)
    return event("deal", cmd_id=f"d{game}") + abandon
