"""The pairing keys of LG televisions, on disk.

A key belongs to one television and to its certificate when people said yes: no other gets it.
"""

import threading
from pathlib import Path
from typing import Annotated

import msgspec

from undercast.cast.private_files import read_private, write_private

FILE = "tv-keys.json"
MAX_KEYS = 100
_MAX_BYTES = 200_000

_Text = Annotated[str, msgspec.Meta(max_length=300)]


class PairedTv(msgspec.Struct, frozen=True):
    """A television that we are paired with."""

    key: _Text
    certificate: _Text = ""
    """The SHA-256 of its certificate; "": without TLS."""


class PairingKeys:
    """All keys; from any thread. Without a folder they live as long as this object."""

    def __init__(self, folder: Path | None) -> None:
        self._path = folder / FILE if folder else None
        self._lock = threading.Lock()
        self._pairings = self._read()

    def find(self, tv: str, certificate: str) -> str:
        """The key for this television with this certificate; "": none."""
        with self._lock:
            pairing = self._pairings.get(tv)
        return pairing.key if pairing and pairing.certificate == certificate else ""

    def has(self, tv: str) -> bool:
        """Whether there is a key, for any certificate."""
        with self._lock:
            return tv in self._pairings

    def save(self, tv: str, pairing: PairedTv) -> None:
        """Save a key; of too many, the oldest goes. Raises OSError."""
        with self._lock:
            if self._pairings.get(tv) == pairing:
                return
            self._pairings.pop(tv, None)
            self._pairings[tv] = pairing
            while len(self._pairings) > MAX_KEYS:
                del self._pairings[next(iter(self._pairings))]
            self._write()

    def forget(self, tv: str) -> None:
        """The television no longer accepts it. Raises OSError."""
        with self._lock:
            if self._pairings.pop(tv, None):
                self._write()

    def _read(self) -> dict[str, PairedTv]:
        """What was saved; nothing if it can't be read: a lost key costs one tap on the TV."""
        if self._path is None:
            return {}
        return read_private(self._path, dict[str, PairedTv], _MAX_BYTES) or {}

    def _write(self) -> None:
        if self._path is not None:
            write_private(self._path, self._pairings)
