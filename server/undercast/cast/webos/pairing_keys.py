"""The keys by which LG televisions know us again, on disk.

A key belongs to one television and to the certificate that it showed when somebody confirmed us
there: it is sent to no other.
"""

import threading
from pathlib import Path
from typing import Annotated

import msgspec

from undercast.cast.private_files import write_private

FILE = "tv-keys.json"
MOST = 100
_LARGEST = 200_000

_Text = Annotated[str, msgspec.Meta(max_length=300)]


class PairedTv(msgspec.Struct, frozen=True):
    """What a television gave us."""

    key: _Text
    certificate: _Text = ""
    """The SHA-256 of its certificate; "": it spoke without TLS."""


class PairingKeys:
    """All of them; from any thread. Without a folder they live as long as this object."""

    def __init__(self, folder: Path | None) -> None:
        self._path = folder / FILE if folder else None
        self._lock = threading.Lock()
        self._pairings = self._read()

    def of(self, tv: str, certificate: str) -> str:
        """The key for this television with this certificate; "": there is none."""
        with self._lock:
            pairing = self._pairings.get(tv)
        return pairing.key if pairing and pairing.certificate == certificate else ""

    def knows(self, tv: str) -> bool:
        """Whether there is one, for whatever certificate."""
        with self._lock:
            return tv in self._pairings

    def keep(self, tv: str, pairing: PairedTv) -> None:
        """Remember it; the oldest of too many is forgotten. Raises OSError."""
        with self._lock:
            if self._pairings.get(tv) == pairing:
                return
            self._pairings.pop(tv, None)
            self._pairings[tv] = pairing
            while len(self._pairings) > MOST:
                del self._pairings[next(iter(self._pairings))]
            self._write()

    def forget(self, tv: str) -> None:
        """The television does not know it any more. Raises OSError."""
        with self._lock:
            if self._pairings.pop(tv, None):
                self._write()

    def _read(self) -> dict[str, PairedTv]:
        """What was kept; nothing where nothing can be read: a lost key costs one tap on the TV."""
        if self._path is None:
            return {}
        try:
            if self._path.stat().st_size > _LARGEST:
                return {}
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, PairedTv])
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return {}

    def _write(self) -> None:
        if self._path is not None:
            write_private(self._path, msgspec.json.encode(self._pairings))
