"""A lean crowd of clients: raw WebSocket frames over plain sockets, all in one thread.

The client must cost less than what it measures, so it decodes no JSON: it recognizes a message by
its first bytes.
"""

# ruff: noqa: INP001

import json
import os
import selectors
import socket
import struct
import time
from collections.abc import Callable, Iterator
from typing import Any


def handshake(room: str | None = None) -> bytes:
    """The upgrade; with a room it says which, so that the worker that has it takes the socket."""
    where = f"&room={room}" if room else ""
    return (
        f"GET /socket.io/?EIO=4&transport=websocket{where} HTTP/1.1\r\n"
        "Host: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


HANDSHAKE = handshake()


def masked(text: bytes) -> bytes:
    """A client's text frame."""
    size = len(text)
    if size <= 125:
        head = struct.pack("!BB", 0x81, 0x80 | size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", 0x81, 0xFE, size)
    else:
        head = struct.pack("!BBQ", 0x81, 0xFF, size)
    mask = os.urandom(4)
    key = int.from_bytes((mask * (size // 4 + 1))[:size])
    return head + mask + (int.from_bytes(text) ^ key).to_bytes(size)


PONG = masked(b"3")


class Member:
    """One client's socket. `view` is the latest view message's JSON, `["view",{...}]`.

    `address` is the client's own: the application counts some things by address, and on Linux all
    of 127.0.0.0/8 is ours.
    """

    __slots__ = ("_asked", "buffer", "sock", "view")

    def __init__(self, port: int, address: str = "127.0.0.1", room: str | None = None) -> None:
        self.buffer = self.view = b""
        self._asked = 0
        self.sock = socket.create_connection(("127.0.0.1", port), 20, (address, 0))
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock.sendall(handshake(room))
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.received()
        self.buffer = self.buffer.partition(b"\r\n\r\n")[2]
        self.wait_for(b"0{")
        self.say(b"40")
        self.wait_for(b"40{")

    def received(self) -> bytes:
        """The next bytes."""
        data = self.sock.recv(65536)
        if not data:
            raise ConnectionError("the server closed a socket")
        return data

    def say(self, text: bytes) -> None:
        """Send one message."""
        self.sock.sendall(masked(text))

    def ask(self, name: str, /, **payload: object) -> Any:
        """Send an event and wait for its ack."""
        number = self.tell(name, **payload)
        answer = json.loads(self.wait_for(b"43%d[" % number).partition(b"[")[2][:-1])
        if "error" in answer:
            raise RuntimeError(f"{name}: {answer['error']}")
        return answer

    def tell(self, name: str, /, **payload: object) -> int:
        """Send an event that wants an ack, and don't wait; the ack's number."""
        self._asked += 1
        event = json.dumps([name, payload], separators=(",", ":"))
        self.say(f"42{self._asked}{event}".encode())
        return self._asked

    def messages(self) -> Iterator[bytes]:
        """The whole messages of what is here; pings are answered."""
        buffer, start = self.buffer, 0
        while len(buffer) - start >= 2:
            size, body = buffer[start + 1], start + 2
            if size == 126:
                size, body = int.from_bytes(buffer[start + 2 : start + 4], "big"), start + 4
            elif size == 127:
                size, body = int.from_bytes(buffer[start + 2 : start + 10], "big"), start + 10
            if len(buffer) < body + size:
                break
            start = body + size
            message = buffer[body:start]
            if message == b"2":
                self.sock.sendall(PONG)
                continue
            if message.startswith(b'42["view"'):
                self.view = message[2:]
            yield message
        self.buffer = buffer[start:]

    def wait_for(self, beginning: bytes) -> bytes:
        """The next message that begins like this; others are passed over."""
        while True:
            found = [m for m in self.messages() if m.startswith(beginning)]
            if found:
                return found[0]
            self.buffer += self.received()


def is_view_of(step: int) -> Callable[[bytes], bool]:
    """Tells the view with this step from other messages."""
    mark = b'"step":%d,' % step
    return lambda message: message.startswith(b'42["view"') and message.find(mark, 0, 80) > 0


def address_of(number: int) -> str:
    """One of 60 addresses."""
    return f"127.0.0.{number % 60 + 1}"


class Swarm:
    """Clients of one server, from 60 addresses."""

    def __init__(self, port: int, size: int) -> None:
        self.members: list[Member] = []
        self.selector = selectors.DefaultSelector()
        for number in range(size):
            self.add(Member(port, address_of(number)))

    def add(self, member: Member) -> None:
        """One more."""
        self.members.append(member)
        self.selector.register(member.sock, selectors.EVENT_READ, member)

    def hearing(self, what: Callable[[Member], Callable[[bytes], bool]]) -> Iterator[Member]:
        """Wait for something to come; the members who got the message that they wait for."""
        events = self.selector.select(20)
        if not events:
            raise TimeoutError("not everybody was told")
        for key, _ in events:
            member: Member = key.data
            member.buffer += member.received()
            is_it = what(member)
            for message in member.messages():
                if is_it(message):
                    yield member

    def until_all_hear(self, what: Callable[[bytes], bool]) -> float:
        """Seconds (perf_counter) at which the last member got such a message."""
        missing = set(self.members)
        while missing:
            missing.difference_update(self.hearing(lambda _: what))
        return time.perf_counter()

    def idle(self, seconds: float) -> None:
        """Answer pings for a while; with 0 those that are here."""
        end = time.monotonic() + seconds
        left = seconds
        while left >= 0:
            for key, _ in self.selector.select(left):
                key.data.buffer += key.data.received()
                for _ in key.data.messages():
                    pass
            left = end - time.monotonic()

    def close(self) -> None:
        """Leave."""
        for member in self.members:
            member.sock.close()
        self.selector.close()
