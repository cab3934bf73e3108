"""The WebSocket transport, over real sockets to a real server (in a thread with a gevent hub)."""

import base64
import gc
import json
import logging
import os
import random
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import gevent
import pytest
from flask import Flask, request
from gevent.event import Event

from cast.emulated import eventually as until
from patience import PATIENCE
from undercast.web.limits.limit_values import SocketLimits
from undercast.web.transport import http_request, listener
from undercast.web.transport.frames import text_frame
from undercast.web.transport.listener import make_server
from undercast.web.transport.packets import event_frame
from undercast.web.transport.websocket import broadcast, close, make_socketio
from wire import said_by_phones

PATH = "/socket.io/?EIO=4&transport=websocket"
KEY = base64.b64encode(b"0123456789abcdef").decode()
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


# --- The server ----------------------------------------------------------------------------------


class Served:
    """An app whose every socket hears whatever any of them says."""

    def __init__(self, limits: SocketLimits, **options: Any) -> None:
        self.limits, self.options = limits, options
        self.sids, self.gone = list[str](), list[str]()
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        assert self.ready.wait(PATIENCE)

    def run(self) -> None:
        app = Flask("served")
        app.add_url_rule("/", view_func=lambda: request.data or "hello", methods=["GET", "POST"])
        self.socketio = make_socketio(app, self.limits)
        on = self.socketio.server.on
        on("connect", lambda sid, environ, auth: self.sids.append(sid))
        on("disconnect", self.disconnected)
        on("say", self.say)
        on("fill", lambda sid, size: broadcast(self.socketio, self.sids, text_frame("x" * size)))
        on("fail", lambda sid, data: 1 / 0)
        on("echo", lambda sid, data: data)
        on("bye", lambda sid, data: close(self.socketio, sid))
        on("hold", self.hold)
        on("let", lambda sid, data: self.let.set())
        on("nap", lambda sid, data: gevent.sleep(data))
        self.server = make_server(app, self.socketio, "127.0.0.1", 0, **self.options)
        self.server.start()
        self.hub = gevent.get_hub()
        self.ready.set()
        self.server.serve_forever()

    def say(self, sid: str, data: Any) -> Any:
        broadcast(self.socketio, self.sids, event_frame("said", data))
        return data

    def hold(self, sid: str, data: Any) -> None:
        self.let = Event()
        broadcast(self.socketio, self.sids, event_frame("held", data))
        self.let.wait()

    def disconnected(self, sid: str, reason: str) -> None:
        self.sids.remove(sid)
        self.gone.append(sid)

    @property
    def address(self) -> tuple[str, int]:
        return self.server.address

    @property
    def sockets(self) -> dict[str, Any]:
        return self.socketio.server.eio.sockets

    @property
    def send_budget(self) -> Any:
        return self.socketio.server.eio.send_budget

    def do(self, act: Callable[[], Any]) -> None:
        """Run something in the server's thread."""
        self.hub.loop.run_callback_threadsafe(gevent.spawn, act)

    def stop(self) -> None:
        if self.thread.is_alive():
            self.do(self.server.stop)
            self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


@contextmanager
def serving(limits: SocketLimits | None = None, **options: Any) -> Iterator[Served]:
    served = Served(limits or SocketLimits(), **options)
    try:
        yield served
    finally:
        served.stop()


@pytest.fixture
def served(quiet: None) -> Iterator[Served]:
    with serving() as running:
        yield running


@pytest.fixture
def quiet(capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fails a test in which anything was printed or logged as a warning."""
    caplog.set_level(logging.DEBUG)
    yield
    out, err = capfd.readouterr()
    assert (out, err) == ("", "")
    assert [r for r in caplog.records if r.levelno >= logging.WARNING] == []


# --- The client ----------------------------------------------------------------------------------


def masked(opcode: int, payload: bytes, fin: bool = True) -> bytes:
    """A client's frame."""
    mask = b"\x01\x02\x03\x04"
    head = bytes([opcode | (0x80 if fin else 0)])
    if len(payload) < 126:
        head += bytes([0x80 | len(payload)])
    elif len(payload) < 65536:
        head += struct.pack("!BH", 0xFE, len(payload))
    else:
        head += struct.pack("!BQ", 0xFF, len(payload))
    return head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload))


def upgrade(path: str = PATH, **changed: str | None) -> bytes:
    headers: dict[str, str | None] = {
        "Host": "localhost",
        "Upgrade": "websocket",
        "Connection": "keep-alive, Upgrade",
        "Sec-WebSocket-Key": KEY,
        "Sec-WebSocket-Version": "13",
    }
    headers.update({name.replace("_", "-"): value for name, value in changed.items()})
    lines = [f"{name}: {value}" for name, value in headers.items() if value is not None]
    return "\r\n".join([f"GET {path} HTTP/1.1", *lines, "", ""]).encode()


class Client:
    """A browser's end, frame by frame."""

    def __init__(
        self, served: Served, *, join: bool = True, receive_buffer: int = 0, tls: bool = False
    ) -> None:
        self.sock: socket.socket = socket.socket()
        if receive_buffer:
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.sock.settimeout(PATIENCE)
        self.sock.connect(served.address)
        if tls:
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            self.sock = context.wrap_socket(self.sock)
        self.file = self.sock.makefile("rb")
        if join:
            self.send(upgrade())
            self.head()
            self.opened = self.text()
            self.say("40")
            self.joined = self.text()

    def send(self, data: bytes) -> None:
        self.sock.sendall(data)

    def say(self, text: str) -> None:
        self.send(masked(TEXT, text.encode()))

    def head(self) -> str:
        """The HTTP response up to the empty line."""
        lines = []
        while (line := self.file.readline()) not in (b"\r\n", b""):
            lines.append(line.decode())
        return "".join(lines)

    def frame(self) -> tuple[int, bytes]:
        """The next frame. Raises EOFError."""
        head = self.file.read(2)
        if len(head) < 2:
            raise EOFError
        size = head[1]
        assert head[0] & 0x80, "a server's frames are whole"
        if size == 126:
            (size,) = struct.unpack("!H", self.file.read(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self.file.read(8))
        payload = self.file.read(size)
        if len(payload) < size:
            raise EOFError
        return head[0] & 0x0F, payload

    def text(self) -> str:
        """The next message; engine.io's pings are answered."""
        opcode, payload = self.frame()
        assert opcode == TEXT, (opcode, payload)
        if payload == b"2":
            self.say("3")
            return self.text()
        return payload.decode()

    def closed(self) -> int:
        """The code with which the server closes after whatever else it sends."""
        while True:
            opcode, payload = self.frame()
            if opcode == CLOSE:
                assert self.file.read() == b""
                return int.from_bytes(payload[:2], "big")

    def close(self) -> None:
        self.file.close()
        self.sock.close()


def works(client: Client) -> None:
    """The client's socket still does what it should."""
    client.say('4277["echo",{"a":1}]')
    while (text := client.text()) != '4377[{"a":1}]':
        assert text.startswith("42"), text


# --- Order ---------------------------------------------------------------------------------------


def test_broadcasts_and_acks_of_a_socket_come_in_order(served: Served) -> None:
    clients = [Client(served) for _ in range(3)]
    for i in range(500):
        clients[0].say(f'42{i}["say",{i}]')
    for i in range(500):
        assert clients[0].text() == f'42["said",{i}]'
        assert clients[0].text() == f"43{i}[{i}]"
        assert clients[1].text() == clients[2].text() == f'42["said",{i}]'


def test_what_others_say_waits_for_no_handler_and_overtakes_nothing(served: Served) -> None:
    busy, other = Client(served), Client(served)
    busy.say('421["hold",1]')
    assert other.text() == '42["held",1]'
    other.say('42["say",2]')
    assert [busy.text(), busy.text()] == ['42["held",1]', '42["said",2]']
    other.say('42["let"]')
    assert busy.text() == "431[]"


def test_messages_of_one_client_are_handled_one_after_the_other(served: Served) -> None:
    slow, other = Client(served), Client(served)
    slow.send(masked(TEXT, b'421["nap",0.2]') + masked(TEXT, b'422["echo",2]'))
    works(other)  # while `slow` naps
    assert slow.text() == "431[]"
    assert slow.text() == "432[2]"


def test_a_message_in_many_pieces_is_one_message(served: Served) -> None:
    client = Client(served)
    message = '427["echo","grüße"]'.encode()
    for i, byte in enumerate(message):  # one byte a frame, one byte of a frame a packet
        for part in masked(0 if i else TEXT, bytes([byte]), fin=i == len(message) - 1):
            client.send(bytes([part]))
        client.send(masked(PING, b"between"))
        if i == len(message) - 1:
            assert client.text() == '437["grüße"]'
        assert client.frame() == (PONG, b"between")


@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_what_came_with_the_handshake_is_not_lost(served: Served, size: int) -> None:
    client = Client(served, join=False)
    sent = upgrade() + masked(TEXT, b"40") + masked(TEXT, b'425["echo",5]')
    for start in range(0, len(sent), size):
        client.send(sent[start : start + size])
    assert client.head().startswith("HTTP/1.1 101 ")
    assert client.text().startswith('0{"sid":')
    assert client.text().startswith('40{"sid":')
    assert client.text() == "435[5]"


def test_long_frames(quiet: None) -> None:
    with serving(SocketLimits(max_message=200_000)) as served:
        client = Client(served)
        for size in (125, 126, 65_530, 65_536, 150_000):
            client.say(f'421["echo","{"x" * size}"]')
            assert client.text() == f'431["{"x" * size}"]'


# --- Slow readers --------------------------------------------------------------------------------


def test_a_stalled_reader_is_dropped_and_the_others_get_everything(quiet: None) -> None:
    with serving(SocketLimits(max_waiting=50_000)) as served:
        stalled = Client(served, receive_buffer=4096)
        others = [Client(served) for _ in range(3)]
        sent = 0
        while len(served.sids) == 4:
            assert sent < 1000
            others[0].say(f'42{sent}["say",["{"y" * 2000}",{sent}]]')
            for client in others:
                assert json.loads(client.text()[2:])[1][1] == sent
            assert others[0].text().startswith(f"43{sent}[")
            sent += 1
        received = []
        with suppress(EOFError, ConnectionError):
            while True:  # what did come is whole and in order
                received.append(json.loads(stalled.text()[2:])[1][1])
        assert received == list(range(len(received)))
        assert len(received) <= sent
        for client in others:
            works(client)


def test_a_slow_reader_gets_everything(quiet: None) -> None:
    with serving(SocketLimits(max_waiting=4_000_000)) as served:
        slow, other = Client(served, receive_buffer=4096), Client(served)
        for i in range(300):
            other.say(f'42["say",["{"z" * 5000}",{i}]]')
        other.say('421["echo",1]')
        while other.text() != "431[1]":
            pass
        assert [json.loads(slow.text()[2:])[1][1] for _ in range(300)] == list(range(300))
        works(slow)


def test_all_clients_have_one_send_budget_and_the_fullest_goes_first(quiet: None) -> None:
    limits = SocketLimits(max_waiting=10_000_000, max_waiting_together=3_000_000)
    with serving(limits) as served:
        fullest = Client(served, receive_buffer=4096)
        (first,) = served.sids
        fullest.say('42["fill",2000000]')
        until(lambda: served.send_budget.total > 1_000_000)
        stalled = [Client(served, receive_buffer=4096) for _ in range(20)]
        reader = Client(served)
        until(lambda: len(served.sids) == 22)
        rounds = 0
        while len(served.sids) > 12:
            assert rounds < 1000
            reader.say('421["fill",30000]')
            assert len(reader.text()) == 30_000
            assert reader.text() == "431[]"
            assert served.send_budget.total <= limits.max_waiting_together
            rounds += 1
        assert served.gone[0] == first
        works(reader)
        for client in [fullest, *stalled, reader]:
            client.close()
        until(lambda: not served.sockets)
        assert served.send_budget.total == 0
        assert not served.send_budget._sizes


def test_a_client_that_was_slow_once_is_not_dropped_later(quiet: None) -> None:
    with serving(SocketLimits(max_waiting=4_000_000)) as served:
        slow = Client(served, receive_buffer=4096)
        slow.say('42["fill",3000000]')
        until(lambda: served.send_budget.total > 0)
        assert len(slow.text()) == 3_000_000
        until(lambda: served.send_budget.total == 0)
        works(slow)


# --- Limits --------------------------------------------------------------------------------------


def test_a_size_is_refused_when_it_is_announced(served: Served) -> None:
    client, other = Client(served), Client(served)
    client.send(struct.pack("!BBQ", 0x81, 0xFF, 5_000_000))
    assert client.closed() == 1009
    works(other)


def test_a_size_is_refused_before_joining_too(served: Served) -> None:
    client = Client(served, join=False)
    client.send(upgrade() + struct.pack("!BBQ", 0x81, 0xFF, 5_000_000))
    client.head()
    assert client.closed() == 1009


def test_fragments_count_in_sum(served: Served) -> None:
    client = Client(served)
    with suppress(ConnectionError):
        client.send(masked(TEXT, b'42["echo","', fin=False))
        for _ in range(20):
            client.send(masked(0, b"x" * 1000, fin=False))
    assert client.closed() == 1009


def test_the_limit_itself_is_allowed(quiet: None) -> None:
    with serving(SocketLimits(max_message=100)) as served:
        client = Client(served)
        message = '421["echo","' + "x" * 86 + '"]'
        assert len(message) == 100
        client.say(message)
        assert client.text().startswith("431[")
        client.send(masked(TEXT, message[:60].encode(), fin=False))
        client.send(masked(0, message[60:].encode()))
        assert client.text().startswith("431[")
        client.say(message[:-2] + 'x"]')
        assert client.closed() == 1009


def test_deflate_is_not_negotiated(served: Served) -> None:
    client = Client(served, join=False)
    client.send(upgrade(Sec_WebSocket_Extensions="permessage-deflate; client_max_window_bits"))
    head = client.head()
    assert head.startswith("HTTP/1.1 101 ")
    assert "extensions" not in head.lower()
    assert "s3pPLMBiTxaQ9kYGzhZRbK" not in head
    client.text()
    client.send(b"\xc1" + masked(TEXT, b"40")[1:])  # compressed nevertheless
    assert client.closed() == 1002


def test_a_socket_that_does_not_join_is_closed(quiet: None) -> None:
    with serving(SocketLimits(connect_timeout=1.0)) as served:
        joined, idle = Client(served), Client(served, join=False)
        idle.send(upgrade())
        idle.head()
        assert idle.closed() == 1008
        works(joined)
        joined.say("41")
        assert joined.closed() == 1000


def test_a_socket_that_answers_no_pings_is_dropped(quiet: None) -> None:
    with serving(SocketLimits(ping_interval=0.1, ping_timeout=1.0)) as served:
        silent, alive = Client(served), Client(served)
        assert json.loads(alive.opened[1:])["pingInterval"] == 100
        while len(served.sids) == 2:
            with suppress(IndexError):
                assert alive.frame() == (TEXT, b"2")
                alive.say("3")
        assert silent.frame() == (TEXT, b"2")
        with suppress(EOFError, ConnectionError):
            while True:
                assert silent.frame() == (TEXT, b"2")


def test_a_fault_in_checking_one_socket_is_logged_and_the_others_are_pinged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with serving(SocketLimits(ping_interval=0.1, ping_timeout=1.0)) as served:
        odd = Client(served)
        next(iter(served.sockets.values())).heard = None
        until(lambda: "checking a socket failed" in caplog.text)
        other = Client(served)
        for _ in range(2):
            assert other.frame() == (TEXT, b"2")
        works(odd)


def test_sockets_of_an_address_are_limited_before_the_upgrade(quiet: None) -> None:
    with serving(SocketLimits(max_sockets_per_address=2)) as served:
        kept = [Client(served), Client(served)]
        third = Client(served, join=False)
        third.send(upgrade())
        assert third.head().startswith("HTTP/1.1 429 ")
        kept.pop().close()
        until(lambda: len(served.sockets) == 1)
        until(lambda: served.socketio.server.eio.connections.here["127.0.0.1"] == 1)
        works(Client(served))


def test_nobody_is_accepted_while_sockets_are_drained(served: Served) -> None:
    """A proxy has connections of its own, on which more may come when nothing listens any more."""
    before, kept = Client(served), Client(served, join=False)
    kept.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert kept.head().startswith("HTTP/1.1 200 ")
    assert kept.file.read(len("hello")) == b"hello"
    served.socketio.server.eio.accepts = False
    kept.send(upgrade())
    assert kept.head().startswith("HTTP/1.1 503 ")
    works(before)


def test_a_flood_does_not_starve_the_others(served: Served) -> None:
    flood, other = Client(served), Client(served)
    stop = threading.Event()

    def pour() -> None:
        with suppress(OSError):
            while not stop.is_set():
                flood.send(masked(TEXT, b"3") * 5000)

    thread = threading.Thread(target=pour)
    thread.start()
    for _ in range(20):
        works(other)
    stop.set()
    thread.join()


# --- Handshakes ----------------------------------------------------------------------------------

BAD_HANDSHAKES = {
    "an older protocol": upgrade(PATH.replace("EIO=4", "EIO=3")),
    "no protocol": upgrade("/socket.io/?transport=websocket"),
    "polling": upgrade(PATH.replace("websocket", "polling")),
    "polling that upgrades": upgrade(PATH + "&sid=abc"),
    "no upgrade": upgrade(Upgrade=None),
    "no connection": upgrade(Connection="keep-alive"),
    "no key": upgrade(Sec_WebSocket_Key=None),
    "a short key": upgrade(Sec_WebSocket_Key="abcd"),
    "no base64": upgrade(Sec_WebSocket_Key="\xff" * 24),
    "post": upgrade().replace(b"GET", b"POST"),
    "http 1.0": upgrade().replace(b"HTTP/1.1", b"HTTP/1.0"),
    "http 0.9": b"GET " + PATH.encode() + b"\r\n\r\n",
    "no http": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "half a version": upgrade().replace(b"HTTP/1.1", b"HTTP/1"),
    "an endless line": b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n",
    "an endless header": upgrade(X="y" * 20_000),
    "endless headers": upgrade(**{f"X{i}": "y" * 900 for i in range(20)}),
    "a length that is none": upgrade(Content_Length="x"),
}


@pytest.mark.parametrize("name", BAD_HANDSHAKES)
def test_a_bad_handshake_is_refused(served: Served, name: str) -> None:
    client = Client(served, join=False)
    with suppress(ConnectionError):
        client.send(BAD_HANDSHAKES[name])
        assert client.head().split()[1] in ("400", "414")
    works(Client(served))


def test_another_websocket_version_is_told_ours(served: Served) -> None:
    client = Client(served, join=False)
    client.send(upgrade(Sec_WebSocket_Version="8"))
    head = client.head()
    assert head.startswith("HTTP/1.1 426 ")
    assert "Sec-WebSocket-Version: 13" in head


POST = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n"


@pytest.mark.parametrize("start", [b"", b"GET /socket.io/?EIO=4", upgrade()[:-2], POST + b"half"])
def test_half_a_request_is_given_up(
    quiet: None, start: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_request, "BODY_TIMEOUT", 0.2)
    monkeypatch.setattr(listener, "HEAD_TIMEOUT", 0.2)
    with serving() as served:
        client = Client(served, join=False)
        client.send(start)
        answer = client.file.read()
        assert answer.startswith(b"HTTP/1.1 408 ") if start else answer == b""


def test_a_body_has_a_time_for_all_of_it_however_it_trickles(
    quiet: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_request, "BODY_TIMEOUT", 0.3)
    with serving() as served:
        client = Client(served, join=False)
        client.send(POST)
        with suppress(ConnectionError):
            for sent in range(60_001):  # noqa: B007
                client.send(b"x")
                time.sleep(0.001)
        assert 0 < sent < 60_000


def test_pages_are_served_beside(served: Served) -> None:
    client = Client(served, join=False)
    for _ in range(2):
        client.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert client.head().startswith("HTTP/1.1 200 ")
        assert client.file.read(5) == b"hello"


# --- What no client of ours sends ----------------------------------------------------------------

BAD_FRAMES = {
    "not masked": (b"\x81\x02hi", 1002),
    "an unknown opcode": (masked(3, b"hi"), 1002),
    "an unknown control frame": (masked(11, b"hi"), 1002),
    "a reserved bit": (b"\xd1" + masked(1, b"hi")[1:], 1002),
    "a fragmented ping": (masked(PING, b"hi", fin=False), 1002),
    "a long ping": (masked(PING, b"x" * 126), 1002),
    "a continuation of nothing": (masked(0, b"hi"), 1002),
    "two messages at once": (masked(1, b"4", fin=False) + masked(1, b"4"), 1002),
    "a negative length": (b"\x81\xff" + b"\xff" * 8, 1002),
    "a length written too long": (b"\x81\xfe\x00\x05", 1002),
    "binary": (masked(BINARY, b"hi"), 1003),
    "no utf-8": (masked(TEXT, b"42\xff\xfe"), 1007),
    "half a letter": (masked(TEXT, "ü".encode()[:1]), 1007),
    "a close of one byte": (masked(CLOSE, b"\x03"), 1002),
    "a close for no reason": (masked(CLOSE, b"\x00\x05"), 1002),
    "a close with a reason that is none": (masked(CLOSE, b"\x03\xe8\xff"), 1007),
}


@pytest.mark.parametrize("name", BAD_FRAMES)
def test_a_bad_frame_closes_its_socket_alone(served: Served, name: str) -> None:
    bad, other = Client(served), Client(served)
    data, code = BAD_FRAMES[name]
    bad.send(data)
    assert bad.closed() == code
    works(other)
    until(lambda: len(served.gone) == 1)


BAD_MESSAGES = [
    *["", "0", "2", "2probe", "5", "6", "7", "x", "bAAAA", "4", "4x", "47", "4²", "4-1"],
    *[
        "42",
        "42{}",
        "42[",
        '42["x"',
        "42[1,2]",
        "42[]",
        "42null",
        "42[[]]",
    ],
    *['42-1["echo",1]', '42²["echo",1]', f'42{"9" * 16}["echo",1]', f'42{"9" * 5000}["echo",1]'],
    *[
        '42/admin,["echo",1]',
        '42/,["echo",1]',
        "40/admin,",
        "40/admin",
        "40[]",
        '40"x"',
        "41/a",
        "411",
    ],
    *['42["connect",{}]', '42["disconnect",{}]', '42["connect_error",{}]', '42["*",1]'],
    *["43[]", "430[]", "431[1]", "44{}", '451-["x",{"_placeholder":true,"num":0}]', "461-[]"],
    *[f'42["echo",{"[" * 5000}', f'42["echo",{"9" * 5000}]', '42["echo",NaN]', '42["echo",1e999]'],
    *['42["echo","\\ud800"]', '42["echo","\\udc00"]', '42["echo","\x00"]', '42["echo",1]x'],
]


@pytest.mark.parametrize("text", BAD_MESSAGES, ids=lambda text: text[:24])
def test_a_malformed_message_closes_its_socket_alone(served: Served, text: str) -> None:
    bad, other = Client(served), Client(served)
    bad.say(text)
    assert bad.closed() == 1008
    works(other)
    until(lambda: len(served.gone) == 1)


def test_nothing_is_said_before_joining(served: Served) -> None:
    client = Client(served, join=False)
    client.send(upgrade())
    client.head()
    client.text()
    client.say('421["echo",1]')
    assert client.closed() == 1008
    assert served.sids == served.gone == []


def test_an_unknown_event_gets_no_answer_and_does_no_harm(served: Served) -> None:
    client = Client(served)
    client.say('421["nobody listens",1]')
    works(client)


def test_a_bug_in_a_handler_is_logged_and_stays_alone(caplog: pytest.LogCaptureFixture) -> None:
    with serving() as served:
        client = Client(served)
        client.say('421["fail",1]')
        works(client)
    assert "a handler failed" in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_garbage(served: Served) -> None:
    """Random bytes, and random changes of good ones, never show in the log or hurt another."""
    dice = random.Random(7)
    other = Client(served)
    good = masked(TEXT, b"40") + masked(TEXT, b'421["echo",{"a":[1,2,"x"]}]') + masked(PING, b"")
    for i in range(300):
        client = Client(served, join=False)
        data = bytearray(good if i % 2 else dice.randbytes(200))
        for _ in range(dice.randrange(4)):
            data[dice.randrange(len(data))] = dice.randrange(256)
        head = bytearray(upgrade())
        if i % 3 == 0:
            head[dice.randrange(len(head))] = dice.randrange(256)
        with suppress(ConnectionError):
            client.send(bytes(head) + bytes(data))
            client.sock.shutdown(socket.SHUT_WR)
            client.file.read()
        client.close()
    works(other)
    until(lambda: len(served.sockets) == 1)


# --- The end -------------------------------------------------------------------------------------


def test_each_way_to_leave_is_noticed_once(served: Served) -> None:
    ways: list[Callable[[Client], object]] = [
        lambda client: client.close(),
        lambda client: client.say("41"),
        lambda client: client.say("1"),
        lambda client: client.say('42["bye",1]'),
        lambda client: client.send(masked(CLOSE, b"\x03\xe8bye")),
        lambda client: client.send(masked(CLOSE, b"")),
        lambda client: client.sock.shutdown(socket.SHUT_WR),
        lambda client: (
            client.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            or client.close()
        ),
    ]
    for count, way in enumerate(ways, start=1):
        way(Client(served))
        until(lambda count=count: len(served.gone) == count)
    assert served.sids == []
    until(lambda: not served.sockets)
    assert not served.socketio.server.environ


def test_a_close_is_answered(served: Served) -> None:
    client = Client(served)
    client.send(masked(CLOSE, b"\x03\xe9"))
    assert client.closed() == 1001


def test_what_was_sent_before_a_close_arrives(served: Served) -> None:
    client = Client(served)
    client.send(b"".join(masked(TEXT, b'42["say",%d]' % i) for i in range(50)))
    client.say('42["bye",1]')
    client.say('42["say",50]')  # too late
    assert [client.text() for _ in range(50)] == [f'42["said",{i}]' for i in range(50)]
    assert client.closed() == 1000


def test_stopping_closes_every_socket(served: Served) -> None:
    client = Client(served)
    stopping = threading.Thread(target=served.stop)
    stopping.start()
    assert client.closed() == 1001
    client.close()
    stopping.join(PATIENCE)
    with pytest.raises(OSError, match="refused"):
        Client(served)


def greenlets() -> int:
    gc.collect()
    return sum(isinstance(thing, gevent.Greenlet) and not thing.dead for thing in gc.get_objects())


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts descriptors in /proc")
def test_a_thousand_clients_leave_nothing_behind(quiet: None) -> None:
    with serving(SocketLimits(connect_timeout=1.0)) as served:
        Client(served).close()
        until(lambda: not served.socketio.server.eio._checker)
        before = greenlets(), descriptors()
        for start in range(0, 1000, 50):
            clients = [Client(served, join=i % 5 != 0) for i in range(start, start + 50)]
            # Whoever leaves is looked for in every Socket.IO room there is.
            assert list(served.socketio.server.manager.rooms["/"]) == [None]
            for i, client in enumerate(clients):
                if i % 5 == 0:
                    client.send(upgrade()[: i * 4 or None])
                if i % 7 == 0:
                    client.send(masked(TEXT, b'42["say",1]')[: i // 2])
                client.close()
        until(lambda: not served.sockets)
        until(lambda: not served.socketio.server.eio._checker)
        until(lambda: (greenlets(), descriptors()) <= before)
        assert served.sids == []
        assert not served.socketio.server.eio.connections.here
        assert not served.socketio.server.environ
        assert not served.socketio.server.manager.rooms
        assert not served.socketio.server.manager.clients


# --- Apart and together --------------------------------------------------------------------------


def test_two_apps_of_a_process_share_nothing(quiet: None) -> None:
    with serving() as one, serving() as two:
        here, there = Client(one), Client(two)
        one.socketio.server.on("mine", lambda sid, data: "one")
        here.say('421["mine",1]')
        assert here.text() == '431["one"]'
        there.say('421["mine",1]')
        here.say('42["say","psst"]')
        assert here.text() == '42["said","psst"]'
        works(there)
        assert len(one.sids) == len(two.sids) == 1


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("tls")
    cert, key = folder / "cert.pem", folder / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    try:
        subprocess.run(
            [*command, "-keyout", key, "-out", cert], check=True, capture_output=True, timeout=60
        )
    except (OSError, subprocess.SubprocessError):
        pytest.skip("no openssl to make a certificate")
    return cert, key


@pytest.mark.skipif(sys.platform == "win32", reason="knows no such limit")
def test_beyond_the_limit_of_open_files_new_ones_are_told_so(
    quiet: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource  # noqa: PLC0415

    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    monkeypatch.setattr(listener, "_OTHER_FILES", limits[0])
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (limits[0] + 2, limits[0] + 2))
    with serving() as served:
        first, second = Client(served), Client(served)
        third = Client(served, join=False)
        third.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert third.head().startswith("HTTP/1.1 503 ")
        assert third.file.read() == said_by_phones("server/crowded")
        third.close()
        works(first)
        assert len(served.sockets) == 2
        second.close()
        until(lambda: len(served.server.pool) == 1)
        works(Client(served))


@pytest.mark.skipif(not Path("/proc/sys/net/core/somaxconn").exists(), reason="asks Linux")
def test_many_can_come_while_the_server_is_busy(quiet: None) -> None:
    most = int(Path("/proc/sys/net/core/somaxconn").read_text())
    come = min(400, most)
    with serving() as served:
        busy, free = threading.Event(), threading.Event()
        served.do(lambda: busy.set() or free.wait())  # the whole thread, as a long game's view
        assert busy.wait(PATIENCE)
        # Nobody is accepted now: who finds no place in line would wait in vain.
        line = [socket.create_connection(served.address, 20) for _ in range(come)]
        free.set()
        for connection in line:
            connection.close()
        works(Client(served))
        told = served.server.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 32)
        assert struct.unpack_from("I", told, 28) == (min(listener.BACKLOG, most),)


def test_the_same_over_tls(quiet: None, certificate: tuple[Path, Path]) -> None:
    with serving(SocketLimits(max_waiting=4_000_000), certificate=certificate) as served:
        slow, other = Client(served, tls=True, receive_buffer=4096), Client(served, tls=True)
        other.send(b"".join(masked(TEXT, b'42["say",%d]' % i) for i in range(2000)))
        assert [slow.text() for _ in range(2000)] == [f'42["said",{i}]' for i in range(2000)]
        for i in range(100):
            other.say(f'42["say",["{"z" * 10_000}",{i}]]')
        other.say('421["echo",1]')
        while other.text() != "431[1]":
            pass
        assert [json.loads(slow.text()[2:])[1][1] for _ in range(100)] == list(range(100))
        works(slow)


def test_a_client_without_tls_is_dropped_quietly(
    quiet: None, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "HEAD_TIMEOUT", 1.0)
    with serving(certificate=certificate) as served:
        plain, silent = Client(served, join=False), Client(served, join=False)
        plain.send(upgrade())
        with suppress(ConnectionError):
            plain.file.read()
        assert silent.file.read() == b""
        works(Client(served, tls=True))
