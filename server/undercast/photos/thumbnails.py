"""The thumbnails in the data folder, each a file named by its id.

An id is the start of the thumbnail's SHA-256: it says nothing about the photo's file, and the same
picture under two names is one. Thumbnails outlive their photos for a while, so that a running game
keeps its pictures when the folder changes.
"""

import hashlib
import json
import os
import re
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import astuple, dataclass
from pathlib import Path

INDEX = "index.json"
"""Which thumbnail was made of which file: a restart need not open them all again."""

FORMAT = 1
"""Of the index and the thumbnails; with another one all is made anew."""

ID = re.compile("[0-9a-f]{16}")
"""The id of a photo."""

_DAY = 24 * 3600


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file as it was when its thumbnail was made."""

    size: int
    changed: int
    photo: str
    """The id of its thumbnail."""


class Thumbnails:
    """The thumbnails in a folder, which is made with the first one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def jpeg(self, photo: str) -> bytes | None:
        """The thumbnail with this id, if there is one; None for anything that is no id."""
        if not ID.fullmatch(photo):
            return None
        file = self._file(photo)
        self._touch(file)
        try:
            return file.read_bytes()
        except OSError:
            return None

    def save(self, jpeg: bytes) -> str:
        """Save a thumbnail; its id. Raises OSError."""
        name = hashlib.sha256(jpeg).hexdigest()[:16]
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._write(self._file(name), jpeg)
        return name

    def has(self, photo: str) -> bool:
        """Whether the thumbnail is there; marks it as used."""
        file = self._file(photo)
        self._touch(file)
        try:
            return file.stat().st_size > 0  # a power cut can leave less
        except OSError:
            return False

    def index(self, source: Path) -> Mapping[str, KnownFile]:
        """The known files of this folder; none if the index can't be read."""
        try:
            index = json.loads((self._folder / INDEX).read_text(encoding="utf-8"))
            if index["format"] != FORMAT or index["folder"] != str(source):
                return {}
            return {
                name: KnownFile(int(size), int(changed), photo)
                for name, (size, changed, photo) in index["files"].items()
                if ID.fullmatch(photo)
            }
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return {}

    def indexed_at(self) -> int | None:
        """When the index was last written, in nanoseconds; None: never."""
        try:
            return (self._folder / INDEX).stat().st_mtime_ns
        except OSError:
            return None

    def photos(self, source: Path) -> tuple[str, ...]:
        """The ids of this folder's thumbnails that are there."""
        photos = dict.fromkeys(known.photo for known in self.index(source).values())
        return tuple(photo for photo in photos if self.has(photo))

    def save_index(self, source: Path, known: Mapping[str, KnownFile]) -> None:
        """Save what is known about the files of this folder. Raises OSError."""
        files = {name: list(astuple(file)) for name, file in known.items()}
        text = json.dumps({"format": FORMAT, "folder": str(source), "files": files})
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._write(self._folder / INDEX, text.encode())

    def prune(self, wanted: Collection[str], days: int) -> None:
        """Delete the thumbnails that were not used for this many days and are not wanted."""
        old = time.time() - days * _DAY
        for file in self._folder.glob("*.*"):
            with suppress(OSError):  # next time, then
                if file.name != INDEX and file.stem not in wanted and file.stat().st_mtime < old:
                    file.unlink()

    def _file(self, photo: str) -> Path:
        return self._folder / f"{photo}.jpg"

    @staticmethod
    def _touch(file: Path) -> None:
        with suppress(OSError):  # it is not there, or the disk is read-only
            if time.time() - file.stat().st_mtime > _DAY:  # spares SD cards
                os.utime(file)

    @staticmethod
    def _write(file: Path, content: bytes) -> None:
        beside = file.with_suffix(".new")
        beside.write_bytes(content)
        beside.replace(file)
