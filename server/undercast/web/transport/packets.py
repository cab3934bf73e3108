"""Socket.IO packets as Undercast speaks them.

A client may send three kinds, each in one strict form; all else is `Malformed`:

    0 or 0{...}                  CONNECT, with what it says about itself
    1                            DISCONNECT
    2["name",payload]            EVENT; the payload is None unless there is exactly one
    2<id>["name",payload]        EVENT that wants an ACK

There is only the namespace "/" and nothing binary. Names of events that python-socketio raises
itself are refused: it would call our "connect" handler for a client's `2["connect",{}]`. We never
ask a client for an ACK, so none may come.
"""

from typing import Any, ClassVar

import msgspec

from undercast.web.transport.frames import text_frame

EVENT = 2
ACK = 3

MAX_ID_DIGITS = 15
"""Clients count their ids up from 0; JavaScript counts exactly up to 15 digits."""

RESERVED = frozenset({"connect", "connect_error", "disconnect", "disconnecting", "*"})

_EVENT = msgspec.json.Decoder(list[Any])
_AUTH = msgspec.json.Decoder(dict[str, Any])


class Malformed(ValueError):
    """A client sent something that no client of ours sends."""


def event_frame(name: str, payload: object) -> bytes:
    """A Socket.IO event as a finished frame.

    `payload` is anything that msgspec encodes; `msgspec.Raw` for encoded JSON.
    """
    return text_frame(b"42" + msgspec.json.encode((name, payload)))


class Json:
    """msgspec, as the JSON module that python-socketio wants."""

    @staticmethod
    def dumps(value: object, **_: object) -> str:
        """`value` as compact JSON."""
        return msgspec.json.encode(value).decode()

    @staticmethod
    def loads(text: str | bytes, **_: object) -> Any:
        """The value of a JSON text. Raises msgspec.DecodeError."""
        return msgspec.json.decode(text)


class Packet:
    """A Socket.IO packet, as python-socketio makes and parses them.

    Unlike the stock class, it does not search what is sent for bytes.
    """

    json: ClassVar[type[Json]] = Json

    def __init__(
        self,
        packet_type: int = EVENT,
        data: Any = None,
        namespace: str | None = None,
        id: int | None = None,  # noqa: A002 - python-socketio's name for it
        binary: object = None,  # noqa: ARG002
        encoded_packet: str | None = None,
    ) -> None:
        """A packet to send; or `encoded_packet`, parsed. Raises Malformed."""
        self.packet_type = packet_type
        self.data = data
        self.namespace = namespace
        self.id = id
        if encoded_packet is not None:
            self._decode(encoded_packet)

    def encode(self) -> str:
        """The packet's text."""
        number = "" if self.id is None else str(self.id)
        body = "" if self.data is None else Json.dumps(self.data)
        return f"{self.packet_type}{number}{body}"

    def _decode(self, text: str) -> None:
        kind, rest = text[:1], text[1:]
        if kind not in ("0", "1", "2") or (kind == "1" and rest):
            raise Malformed("no packet of ours")
        self.packet_type = int(kind)
        try:
            if kind == "2":
                self._decode_event(rest)
            elif rest:
                self.data = _AUTH.decode(rest)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise Malformed(str(error)) from None

    def _decode_event(self, rest: str) -> None:
        number, bracket, _ = rest.partition("[")
        if number:
            if not (number.isascii() and number.isdigit() and len(number) <= MAX_ID_DIGITS):
                raise Malformed("no id")
            self.id = int(number)
        name, *payloads = _EVENT.decode(rest[len(number) :] if bracket else "")
        if not isinstance(name, str):
            raise Malformed("no name")
        if name in RESERVED:
            raise Malformed("a reserved name")
        self.data = [name, payloads[0] if len(payloads) == 1 else None]
