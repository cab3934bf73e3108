"""Rooms and ended games as bytes and back. They save replaying a log from its beginning.

A checkpoint can always be thrown away, as the log says the same. So there are no upgrades: another
format or shape is not read, and a checksum detects damage.
"""

import zlib
from typing import Generic, TypeVar

import msgspec

from undercast.room.ended_games import EndedGame
from undercast.room.state import Room

FORMAT = 1
"""Raise it when a field of `Room` or `EndedGame` changes its meaning but not its type."""

T = TypeVar("T")


class UnusableCheckpoint(Exception):
    """These bytes are damaged, or another release wrote them."""


class _Codec(Generic[T]):
    """Values of one type as MessagePack, after a header that detects damage and other shapes."""

    def __init__(self, kind: type[T]) -> None:
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder = msgspec.msgpack.Decoder(kind)
        self._shape = zlib.crc32(repr(msgspec.inspect.type_info(kind)).encode(), FORMAT)

    def encode(self, value: T) -> bytes:
        body = self._encoder.encode(value)
        return self._head(body) + body

    def decode(self, data: bytes) -> T:
        """Raises UnusableCheckpoint."""
        head, body = data[:8], data[8:]
        if head != self._head(body):
            raise UnusableCheckpoint("damaged, or of another shape")
        try:
            return self._decoder.decode(body)
        except msgspec.MsgspecError as fault:
            raise UnusableCheckpoint(type(fault).__name__) from None

    def _head(self, body: bytes) -> bytes:
        return self._shape.to_bytes(4, "big") + zlib.crc32(body).to_bytes(4, "big")


rooms = _Codec(Room)
ended_games = _Codec(EndedGame)


def ending_checksum(ended: EndedGame) -> int:
    """Tells one ending of a game from another."""
    return zlib.crc32(msgspec.msgpack.encode((ended.table.turns, ended.table.result)))
