"""Frames that no client of ours sends, from the protocol's own schema and from bytes.

    fuzz = Fuzz(server.url, seed=1)
    fuzz.send(20_000)          # frames, on several connections, into several rooms
    fuzz.rooms                 # the codes of the rooms, which must be readable afterwards

Half of the messages are what the schema allows, with values that fit the room, so that games are
played and rooms change; the others have fields, types, texts or bytes that are wrong. A connection
that the server closes comes back by itself.
"""

import contextlib
import json
import random
import re
import socket
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from patience import PATIENCE

SCHEMA = json.loads((Path(__file__).parent.parent / "docs/protocol.schema.json").read_text("utf-8"))

UPGRADE = (
    b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)

BATCHES = (1, 2, 5, 20, 60)
"""Messages that are sent before their answers are read."""

ROOMS = 4
CONNECTIONS = 12
LONGEST_LOG = 20_000
"""Frames into one room: then there is another one in its place."""

SETTINGS: tuple[dict[str, str], ...] = (
    {},
    {"guessing": "operatives_tap", "clues": "spoken"},
    {"mode": "coop", "board": "pictures", "referee": "off"},
    {"mode": "duet", "timer": "sand"},
)

MONSTERS: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 25, 2**31, 2**63, 2**64, -(2**63), 10**30, 1.5, -0.0, 1e308),
    *("", " ", "\x00", "\u202e", "\ud7ff\U0010ffff", "\u0301" * 200, "🦊" * 60, "x" * 3000),
    *("../../etc/passwd", "<script>", "%s%n", "' or 1=1 --", "constructor", "__proto__"),
    *([], {}, [[]], [None] * 300, {"": {}}, {"a": [{"b": 1}]}, {"__proto__": {"x": 1}}),
)

TEXTS = ("tree", "old pear", "Ђорђе", "घर", "Ana", "Ben", "a-b-c-d-e-f-g-h", "NEW YORK", "x")

RARELY = ("leave", "remove", "hand_over", "set_door", "create", "paste_words", "watch")
"""Messages after which a room is quieter, or which make many of them."""

ENDING = ("abandon", "pause")


@dataclass
class Place:
    """One room as the fuzzer knows it."""

    code: str
    tokens: list[str]
    step: int = 0
    may: list[str] = field(default_factory=list)
    sent: int = 0


@dataclass
class Line:
    """One connection, as the server sees it."""

    sock: socket.socket
    place: Place
    buffer: bytearray = field(default_factory=bytearray)


class Fuzz:
    """One run. The same seed sends the same to a server that answers the same."""

    def __init__(self, url: str, seed: int) -> None:
        self._port = urlsplit(url).port
        self._rng = random.Random(seed)
        self._names = list(SCHEMA["sent"])
        self._weights = [1 if name in RARELY else 8 for name in self._names]
        self._count = 0
        self._places: list[Place] = []
        self._lines: list[Line | None] = [None] * CONNECTIONS
        self.rooms: list[str] = []
        self.sent = self.closed = self.answered = self.done = 0

    def send(self, frames: int) -> None:
        """So many frames more, and read what is answered."""
        until = self.sent + frames
        while self.sent < until:
            for number in range(CONNECTIONS):
                self._round(number)

    def close(self) -> None:
        """Hang up."""
        for line in filter(None, self._lines):
            line.sock.close()

    def _round(self, number: int) -> None:
        """One connection sends a batch and reads until it is answered, or closed."""
        try:
            line = self._lines[number] or self._come()
            self._lines[number] = line
            batch = b"".join(self._frames(line.place))
            if self._rng.random() < 0.5:  # it may only have watched, or left
                batch = event("enter", self._entering(line.place)) + batch
            line.sock.sendall(batch + frame(b'42999999["end",{}]'))
            while not self._read(line):
                pass
        except (OSError, EOFError):
            self.closed += 1
            gone, self._lines[number] = self._lines[number], None
            if gone is not None:
                gone.sock.close()

    def _come(self) -> Line:
        if self._rng.random() < 0.05:
            self._knock()
        place = self._place()
        here = f"127.0.0.{self._rng.randrange(2, 60)}"
        sock = socket.create_connection(("127.0.0.1", self._port), PATIENCE, (here, 0))
        line = Line(sock, place)
        sock.sendall(UPGRADE + frame(b"40"))
        if len(place.tokens) < 6:
            place.tokens.append(self._token())
            joining = {"token": place.tokens[-1], "name": f"P{self._next()}"}
            sock.sendall(event("join", self._entering(place) | joining))
        else:
            sock.sendall(event("enter", self._entering(place)))
        return line

    def _knock(self) -> None:
        """Bytes that are no upgrade, or one that is cut or changed."""
        data = bytearray(UPGRADE)
        for _ in range(self._rng.randrange(1, 6)):
            data[self._rng.randrange(len(data))] = self._rng.randrange(256)
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", self._port), PATIENCE) as sock,
        ):
            sock.sendall(data[: self._rng.randrange(1, len(data))])
            sock.shutdown(socket.SHUT_WR)
            while sock.recv(65536):
                pass

    def _entering(self, place: Place) -> dict[str, Any]:
        return {"protocol": 2, "room": place.code, "token": self._rng.choice(place.tokens)}

    def _place(self) -> Place:
        self._places = [place for place in self._places if place.sent < LONGEST_LOG]
        if len(self._places) < ROOMS:
            self._places.append(self._open())
        return self._rng.choice(self._places)

    def _open(self) -> Place:
        token, settings = self._token(), SETTINGS[len(self.rooms) % len(SETTINGS)]
        opening = {"protocol": 2, "cmd_id": "c", "token": token, "name": "Ana", "language": "en"}
        decks = ["en", "scenes"]
        with socket.create_connection(("127.0.0.1", self._port), PATIENCE) as sock:
            created = event("create", opening | {"decks": decks, "settings": settings}, 7)
            sock.sendall(UPGRADE + frame(b"40") + created)
            data = b""
            while b'"room":"' not in data:
                received = sock.recv(65536)
                if not received:
                    raise EOFError
                data += received
        code = data.partition(b'"room":"')[2][:4].decode()
        self.rooms.append(code)
        return Place(code, [token])

    def _read(self, line: Line) -> bool:
        """Whether everything that was sent has been answered. Raises EOFError."""
        received = line.sock.recv(1 << 18)
        if not received:
            raise EOFError
        line.buffer += received
        data = bytes(line.buffer)
        self.answered += received.count(b'[{"error"') + received.count(b'"ok":true')
        self.done += received.count(b'"ok":true')
        at = data.rfind(b'"step":')
        if at >= 0 and (digits := data[at + 7 : at + 17].split(b",")[0]).isdigit():
            line.place.step = int(digits)
        at = data.rfind(b'"may":{')
        if at >= 0:
            may = re.findall(r'"(\w+)":\[', data[at : at + 700].decode("ascii", "replace"))
            line.place.may = [name for name in may if name in SCHEMA["sent"]]
            if len(line.place.may) > len(ENDING) and self._rng.random() < 0.95:
                line.place.may = [name for name in line.place.may if name not in ENDING]
        line.buffer = line.buffer[-800:]
        return b"43999999[" in data

    # What is sent

    def _frames(self, place: Place) -> Iterator[bytes]:
        for _ in range(self._rng.choice(BATCHES)):
            self.sent += 1
            place.sent += 1
            yield self._frame(place)

    def _frame(self, place: Place) -> bytes:
        rng = self._rng
        message = self._message(place)
        luck = rng.random()
        if luck > 0.004:
            return frame(message)
        if luck > 0.002:
            return frame(self._bent(message))
        return rng.choice((_without_mask, _binary, _in_pieces, _ping, _too_long, _noise))(
            message, rng
        )

    def _message(self, place: Place) -> bytes:
        rng = self._rng
        (name,) = rng.choices(self._names, self._weights)
        if place.may and rng.random() < 0.5:
            name = rng.choice(place.may)
        payload = self._value(SCHEMA["sent"][name]["payload"], "", place)
        if rng.random() < 0.5:
            payload = self._spoilt(payload)
        if rng.random() < 0.02:
            name = str(rng.choice(MONSTERS))
        elements = [name, payload] if rng.random() < 0.98 else [name, *[payload] * rng.randrange(3)]
        number = str(self._next() % 900_000) if rng.random() < 0.95 else ""
        text = json.dumps(elements, ensure_ascii=rng.random() < 0.2)
        return f"42{number}{text}".encode("utf-8", "surrogatepass")

    def _bent(self, message: bytes) -> bytes:
        """Some bytes changed, cut or doubled."""
        data, at = bytearray(message), self._rng.randrange(len(message))
        match self._rng.randrange(4):
            case 0:
                data[at] = self._rng.randrange(256)
            case 1:
                del data[at:]
            case 2:
                data[at:at] = data[:at]
            case _:
                data[:at] = b""
        return bytes(data[:70_000])

    def _spoilt(self, payload: Any) -> Any:
        """The same with something wrong in it."""
        rng = self._rng
        if not isinstance(payload, dict) or rng.random() < 0.1:
            return rng.choice(MONSTERS)
        spoilt, names = dict(payload), list(payload)
        match rng.randrange(4):
            case 0 if names:
                del spoilt[rng.choice(names)]
            case 1:
                spoilt[str(rng.choice(MONSTERS))] = rng.choice(MONSTERS)
            case _ if names:
                name = rng.choice(names)
                spoilt[name] = self._spoilt(spoilt[name])
        return spoilt

    def _value(self, schema: dict[str, Any], name: str, place: Place) -> Any:
        """Something that the schema allows, as a rule."""
        if name in _FITTING and self._rng.random() < 0.95:
            return _FITTING[name](self, place)
        if "$ref" in schema:
            schema = SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]]
        if "anyOf" in schema:
            return self._value(self._rng.choice(schema["anyOf"]), name, place)
        if "enum" in schema or "const" in schema:
            return self._rng.choice(schema.get("enum") or [schema["const"]])
        match schema["type"]:
            case "object":
                return self._object(schema, place)
            case "array":
                number = self._rng.randrange(1, 4)
                return [self._value(schema["items"], "", place) for _ in range(number)]
            case "boolean":
                return self._rng.random() < 0.5
            case "integer":
                return self._rng.choice([0, 1, 2, 3, 100])
            case "string":
                return self._rng.choice(TEXTS)
            case _:
                return None

    def _object(self, schema: dict[str, Any], place: Place) -> dict[str, Any]:
        return {
            name: self._value(part, name, place)
            for name, part in schema["properties"].items()
            if name in schema["required"] or self._rng.random() < 0.3
        }

    def _next(self) -> int:
        self._count += 1
        return self._count

    def _token(self) -> str:
        return f"{self._rng.getrandbits(160):040x}"

    def _cmd_id(self) -> str:
        return f"c{self._next() - self._rng.choice([0] * 9 + [3])}"

    def _step(self, place: Place) -> int:
        """Everything that is done moves it, so guesses are sent as well."""
        return place.step + self._rng.choice([0, 0, 0, 1, 1, 2, 3, -1])


_FITTING: dict[str, Any] = {
    "protocol": lambda fuzz, place: 2,
    "cmd_id": lambda fuzz, place: fuzz._cmd_id(),
    "room": lambda fuzz, place: place.code,
    "token": lambda fuzz, place: fuzz._rng.choice(place.tokens),
    "step": Fuzz._step,
    "position": lambda fuzz, place: fuzz._rng.randrange(26),
    "player": lambda fuzz, place: f"p{fuzz._rng.randrange(1, 9)}",
    "request": lambda fuzz, place: fuzz._rng.randrange(1, 9),
    "question": lambda fuzz, place: fuzz._rng.randrange(1, 9),
    "language": lambda fuzz, place: "en",
    "decks": lambda fuzz, place: fuzz._rng.choice([["en"], ["en", "scenes"], ["house", "en"]]),
    "text": lambda fuzz, place: "\n".join(
        fuzz._rng.choice(TEXTS) + str(n) for n in range(fuzz._rng.randrange(60))
    ),
}
"""What a field of this name should hold, so that something comes of it."""


# --- Frames --------------------------------------------------------------------------------------


def frame(payload: bytes, opcode: int = 0x81, mask: bytes = b"\x12\x34\x56\x78") -> bytes:
    """A client's frame."""
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", opcode, 0x80 | size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", opcode, 0xFE, size)
    else:
        head = struct.pack("!BBQ", opcode, 0xFF, size)
    key = (mask * (size // 4 + 1))[:size]
    masked = int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")
    return head + mask + masked.to_bytes(size, "big")


def event(name: str, payload: object, number: int = 1) -> bytes:
    return frame(f"42{number}{json.dumps([name, payload])}".encode())


def _without_mask(message: bytes, _rng: random.Random) -> bytes:
    return struct.pack("!BBH", 0x81, 126, len(message)) + message


def _binary(message: bytes, rng: random.Random) -> bytes:
    return frame(message, rng.choice([0x82, 0x83, 0xC1, 0x8F, 0x01, 0x00]))


def _in_pieces(message: bytes, rng: random.Random) -> bytes:
    """One message in three frames, with a ping between them."""
    first, second = sorted((rng.randrange(len(message)), rng.randrange(len(message))))
    ping = frame(b"", 0x89)
    return (
        frame(message[:first], 0x01)
        + ping
        + frame(message[first:second], 0x00)
        + frame(message[second:], 0x80)
    )


def _ping(_message: bytes, rng: random.Random) -> bytes:
    return frame(bytes(rng.randrange(130)), rng.choice([0x88, 0x89, 0x8A]))


def _too_long(_message: bytes, rng: random.Random) -> bytes:
    """A head that promises more than may come."""
    return struct.pack("!BBQ", 0x81, 0xFF, rng.choice([80_001, 2**31, 2**63])) + b"\0" * 40


def _noise(_message: bytes, rng: random.Random) -> bytes:
    return rng.randbytes(rng.randrange(1, 200))
