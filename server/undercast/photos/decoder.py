"""The process that opens photos: `python -m undercast.photos.decoder`, asked over its stdin.

Photos are untrusted files, which can make it crash, hang or grow. So it has limits, writes no
file, and can be replaced at any time. It ends with its stdin.
"""

import math
import os
import signal
import stat
import sys
from contextlib import suppress
from pathlib import Path

from undercast.base.child_process import answer_lines
from undercast.photos.image_processing import thumbnail
from undercast.photos.messages import (
    Answer,
    FolderEntry,
    Listing,
    Rejected,
    Thumbnail,
    decode_request,
    encode_answer,
)
from undercast.photos.reports import FolderTrouble, NotTaken, PhotoReason

if sys.platform != "win32":  # there the server's patience is the only limit
    import resource

MAX_BYTES = 25 * 1024 * 1024
"""Of a photo's file."""

MAX_LISTED = 20_000
"""Names of a folder."""

MAX_MEMORY = 768 * 1024 * 1024
"""Bytes of address space."""

MAX_SECONDS = 30
"""Of processor time for one photo, in case the server is gone and cannot end it."""


def main() -> None:
    """Answer requests until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the server's
    _limit_process()
    answer_lines(_answer)


def _answer(line: bytes) -> bytes:
    _limit_cpu_time()
    folder, name = decode_request(line)
    return encode_answer(_answer_to(Path(folder), name))


def _answer_to(folder: Path, name: str | None) -> Answer:
    if name is None:
        return _listing(folder)
    try:
        return Thumbnail(thumbnail(_read(folder, name)))
    except NotTaken as error:
        return Rejected(error.reason)


def _listing(folder: Path) -> Listing:
    """Everything directly in the folder, except hidden names."""
    found: list[FolderEntry] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if len(found) == MAX_LISTED:
                    break
                if not entry.name.startswith("."):
                    found.append(_entry(entry))
    except (FileNotFoundError, NotADirectoryError):
        return Listing((), FolderTrouble.NO_FOLDER)
    except OSError:
        return Listing(tuple(found), FolderTrouble.UNREADABLE)
    return Listing(tuple(found))


def _entry(entry: os.DirEntry[str]) -> FolderEntry:
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError:
        return FolderEntry(entry.name, 0, 0, PhotoReason.UNREADABLE)
    return FolderEntry(entry.name, status.st_size, status.st_mtime_ns, _reason_against(status))


def _reason_against(status: os.stat_result) -> PhotoReason | None:
    if stat.S_ISLNK(status.st_mode):
        return PhotoReason.LINK
    if stat.S_ISDIR(status.st_mode):
        return PhotoReason.FOLDER
    if not stat.S_ISREG(status.st_mode):
        return PhotoReason.NO_FILE
    return PhotoReason.TOO_LARGE if status.st_size > MAX_BYTES else None


def _read(folder: Path, name: str) -> bytes:
    """All bytes of a file directly in the folder. Raises NotTaken.

    Links are never opened, not even those made after the listing.
    """
    try:
        path = (folder / name).resolve(strict=True)
        if (path.parent, path.name) != (folder.resolve(strict=True), name):
            raise NotTaken(PhotoReason.LINK)
        descriptor = os.open(folder / name, os.O_RDONLY | _OPEN_FLAGS)
    except OSError:
        raise NotTaken(PhotoReason.UNREADABLE) from None
    with os.fdopen(descriptor, "rb") as file:
        if reason := _reason_against(os.fstat(descriptor)):
            raise NotTaken(reason)
        try:
            data = file.read(MAX_BYTES + 1)
        except OSError:
            raise NotTaken(PhotoReason.UNREADABLE) from None
    if len(data) > MAX_BYTES:
        raise NotTaken(PhotoReason.TOO_LARGE)
    return data


_OPEN_FLAGS = (
    getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
)
"""No links, no waiting for the writer of a pipe, and no text mode on Windows."""


def _limit_process() -> None:
    if sys.platform == "win32":
        return
    os.nice(10)  # a running game goes first
    for resource_, most in (
        (resource.RLIMIT_AS, MAX_MEMORY),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        _set(resource_, most)


def _limit_cpu_time() -> None:
    if sys.platform == "win32":
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _set(resource.RLIMIT_CPU, math.ceil(used.ru_utime + used.ru_stime) + MAX_SECONDS)


def _set(resource_: int, most: int) -> None:
    if sys.platform == "win32":
        return
    hard = resource.getrlimit(resource_)[1]
    with suppress(ValueError, OSError):  # a system without this limit
        resource.setrlimit(resource_, (most, hard))


if __name__ == "__main__":
    main()
