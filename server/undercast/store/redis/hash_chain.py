"""Hash chains: they tell a room's log from another one of the same length.

An entry's link is the checksum of its bytes and the previous link. Two logs with the same link at
some version are the same up to there. A store remembers the links of each room's latest entries; an
entry is added only after the one that it was decided on.
"""

import zlib
from array import array
from collections import OrderedDict
from collections.abc import Iterable

MAX_ROOMS = 100_000
"""Rooms whose links are remembered. A room that was dropped is read again: everybody re-enters."""

START = 0
"""The link before the first entry."""


def next_link(entry: bytes, before: int) -> int:
    """The link of this entry, after one with that link."""
    return zlib.crc32(entry, before)


def encode_link(of: int) -> bytes:
    """A link as it is stored in Redis."""
    return b"%08x" % of


def decode_link(text: bytes) -> int:
    """The link in this text. Raises ValueError."""
    return int(text, 16)


class HashChains:
    """The links of the latest entries of many rooms."""

    def __init__(self, most: int = MAX_ROOMS) -> None:
        self._most = most
        self._rooms: OrderedDict[str, tuple[int, array[int]]] = OrderedDict()

    def remember(self, code: str, version: int, links: Iterable[int]) -> None:
        """Remember the links of this version and those that follow, and no others of the room.

        Version 0 has START.
        """
        self._rooms[code] = (version, array("I", links))
        self._rooms.move_to_end(code)
        while len(self._rooms) > self._most:
            self._rooms.popitem(last=False)

    def get(self, code: str, version: int) -> int | None:
        """The link of this version, if it is remembered."""
        first, links = self._rooms.get(code, (0, ()))
        return links[version - first] if 0 <= version - first < len(links) else None

    def matches(self, code: str, version: int, text: bytes | None) -> bool:
        """Whether a log with this stored link at this version can be the remembered one."""
        remembered = self.get(code, version)
        return remembered is None or encode_link(remembered) == text
