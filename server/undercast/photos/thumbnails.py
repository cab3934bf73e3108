"""The prints that the server keeps, each a file of the data folder, known by an id.

An id is the beginning of the SHA-256 of the print: it says nothing about the file that the photo
came from, and a picture is the same one under whatever name. Prints outlive their photos for a
while, so that a game goes on with its pictures when the folder has changed.
"""

import hashlib
import json
import os
import re
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

INDEX = "index.json"
"""Which print was made of which file, so that a start need not open them all again."""

FORMAT = 1
"""Of the index and the prints; another one begins anew."""

ID = re.compile("[0-9a-f]{16}")
"""What the id of a photo looks like: a part of its picture's hash."""

_DAY = 24 * 3600


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file as it was when its print was made."""

    size: int
    changed: int
    photo: str
    """The id of its print."""


class Thumbnails:
    """The prints in a folder of their own, which is made when the first one comes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def jpeg(self, photo: str) -> bytes | None:
        """A print, if there is one with this id. Whatever else is asked for, there is none."""
        if not ID.fullmatch(photo):
            return None
        file = self._file(photo)
        self._touch(file)
        try:
            return file.read_bytes()
        except OSError:
            return None

    def keep(self, jpeg: bytes) -> str:
        """Keep a print; its id. Raises OSError."""
        name = hashlib.sha256(jpeg).hexdigest()[:16]
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._write(self._file(name), jpeg)
        return name

    def has(self, photo: str) -> bool:
        """Whether the print is there; notes that it is still of use."""
        file = self._file(photo)
        self._touch(file)
        try:
            return file.stat().st_size > 0  # a power cut can leave less
        except OSError:
            return False

    def known(self, source: Path) -> Mapping[str, KnownFile]:
        """What was noted about the files of this folder; nothing if it can't be read."""
        try:
            noted = json.loads((self._folder / INDEX).read_text(encoding="utf-8"))
            if noted["format"] != FORMAT or noted["folder"] != str(source):
                return {}
            return {
                name: KnownFile(int(size), int(changed), photo)
                for name, (size, changed, photo) in noted["files"].items()
                if ID.fullmatch(photo)
            }
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return {}

    def noted_at(self) -> int | None:
        """When something was noted last: nanoseconds of the file system. None: never."""
        try:
            return (self._folder / INDEX).stat().st_mtime_ns
        except OSError:
            return None

    def photos(self, source: Path) -> tuple[str, ...]:
        """The ids of the prints of this folder that were noted and are there."""
        noted = dict.fromkeys(known.photo for known in self.known(source).values())
        return tuple(photo for photo in noted if self.has(photo))

    def note(self, source: Path, known: Mapping[str, KnownFile]) -> None:
        """Note what is known about the files of this folder. Raises OSError."""
        files = {name: list(asdict(facts).values()) for name, facts in known.items()}
        text = json.dumps({"format": FORMAT, "folder": str(source), "files": files})
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._write(self._folder / INDEX, text.encode())

    def prune(self, wanted: Collection[str], days: int) -> None:
        """Delete the prints that nobody has looked at for so many days, but for the wanted ones."""
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
            if time.time() - file.stat().st_mtime > _DAY:  # each time would wear an SD card out
                os.utime(file)

    @staticmethod
    def _write(file: Path, content: bytes) -> None:
        beside = file.with_suffix(".new")
        beside.write_bytes(content)
        beside.replace(file)
