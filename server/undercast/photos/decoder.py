"""The process that opens photos: `python -m undercast.photos.decoder`, asked over its stdin.

It opens what other people's cameras and phones have written, so it may crash, hang or grow: it has
limits, writes no file, and is not missed. It ends with its stdin.
"""

import math
import os
import signal
import stat
import sys
from contextlib import suppress
from pathlib import Path

from undercast.photos.image_processing import develop
from undercast.photos.messages import Answer, FolderEntry, Listing, read_request, write_answer
from undercast.photos.reports import FolderTrouble, NotTaken, PhotoReason

if sys.platform != "win32":  # where the server's patience is the only limit
    import resource

MOST_BYTES = 25 * 1024 * 1024
"""Of a photo's file."""

MOST_LISTED = 20_000
"""Names of a folder that are looked at."""

MOST_MEMORY = 768 * 1024 * 1024
"""Bytes of addresses."""

MOST_SECONDS = 30
"""Of computing for one photo, should the server not be there any more to end it."""


def main() -> None:
    """Answer requests until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the server's
    _limit()
    for line in sys.stdin.buffer:
        _limit_computing()
        folder, name = read_request(line)
        write_answer(sys.stdout.buffer, _answer(Path(folder), name))


def _answer(folder: Path, name: str | None) -> Answer:
    if name is None:
        return _listing(folder)
    try:
        return develop(_read(folder, name))
    except NotTaken as fault:
        return fault.reason


def _listing(folder: Path) -> Listing:
    """All that is directly in the folder, but for hidden names."""
    found: list[FolderEntry] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if len(found) == MOST_LISTED:
                    break
                if not entry.name.startswith("."):
                    found.append(_looked_at(entry))
    except (FileNotFoundError, NotADirectoryError):
        return Listing((), FolderTrouble.NO_FOLDER)
    except OSError:
        return Listing(tuple(found), FolderTrouble.UNREADABLE)
    return Listing(tuple(found))


def _looked_at(entry: os.DirEntry[str]) -> FolderEntry:
    try:
        facts = entry.stat(follow_symlinks=False)
    except OSError:
        return FolderEntry(entry.name, 0, 0, PhotoReason.UNREADABLE)
    return FolderEntry(entry.name, facts.st_size, facts.st_mtime_ns, _unfit(facts))


def _unfit(facts: os.stat_result) -> PhotoReason | None:
    if stat.S_ISLNK(facts.st_mode):
        return PhotoReason.LINK
    if stat.S_ISDIR(facts.st_mode):
        return PhotoReason.FOLDER
    if not stat.S_ISREG(facts.st_mode):
        return PhotoReason.NO_FILE
    return PhotoReason.TOO_LARGE if facts.st_size > MOST_BYTES else None


def _read(folder: Path, name: str) -> bytes:
    """All bytes of a file directly in the folder. Raises NotTaken.

    Nothing that leads elsewhere is opened, also when it was put there since the listing.
    """
    try:
        path = (folder / name).resolve(strict=True)
        if (path.parent, path.name) != (folder.resolve(strict=True), name):
            raise NotTaken(PhotoReason.LINK)
        descriptor = os.open(folder / name, os.O_RDONLY | _NO_SURPRISES)
    except OSError:
        raise NotTaken(PhotoReason.UNREADABLE) from None
    with os.fdopen(descriptor, "rb") as file:
        if reason := _unfit(os.fstat(descriptor)):
            raise NotTaken(reason)
        try:
            data = file.read(MOST_BYTES + 1)
        except OSError:
            raise NotTaken(PhotoReason.UNREADABLE) from None
    if len(data) > MOST_BYTES:
        raise NotTaken(PhotoReason.TOO_LARGE)
    return data


_NO_SURPRISES = (
    getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
)
"""No links, no waiting for whoever writes to a pipe, and on Windows no text."""


def _limit() -> None:
    if sys.platform == "win32":
        return
    os.nice(10)  # a game that runs goes first
    for what, most in (
        (resource.RLIMIT_AS, MOST_MEMORY),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        _set(what, most)


def _limit_computing() -> None:
    if sys.platform == "win32":
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _set(resource.RLIMIT_CPU, math.ceil(used.ru_utime + used.ru_stime) + MOST_SECONDS)


def _set(what: int, most: int) -> None:
    if sys.platform == "win32":
        return
    hard = resource.getrlimit(what)[1]
    with suppress(ValueError, OSError):  # a system that doesn't know this limit
        resource.setrlimit(what, (most, hard))


if __name__ == "__main__":
    main()
