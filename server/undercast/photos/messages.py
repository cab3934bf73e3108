"""What server and darkroom say to each other: a line of JSON each, and behind an answer's line the
print itself, if there is one.
"""

import json
from dataclasses import dataclass
from typing import IO

from undercast.photos.reports import FolderTrouble, PhotoReason

MOST_LINE = 8 * 1024 * 1024
"""Bytes of a line: a listing is the longest."""

MOST_PRINT = 1024 * 1024
"""Bytes of a print; they have some ten thousands."""


class Garbled(Exception):
    """That is no answer; nothing that follows can be trusted."""


@dataclass(frozen=True, slots=True)
class FolderEntry:
    """A name in the folder; `reason` if it cannot be a photo, whatever is in it."""

    name: str
    size: int
    changed: int
    """Nanoseconds since 1970."""
    reason: PhotoReason | None


@dataclass(frozen=True, slots=True)
class Listing:
    """What is in the folder."""

    found: tuple[FolderEntry, ...]
    trouble: FolderTrouble | None = None


Answer = Listing | PhotoReason | bytes


def write_request(stream: IO[bytes], folder: str, name: str | None) -> None:
    """Ask for the listing of a folder, or for the print of one of its files."""
    stream.write(json.dumps([folder, name]).encode() + b"\n")
    stream.flush()


def read_request(line: bytes) -> tuple[str, str | None]:
    """What was asked."""
    folder, name = json.loads(line)
    return folder, name


def write_answer(stream: IO[bytes], answer: Answer) -> None:
    """Answer one request."""
    body = b""
    if isinstance(answer, bytes):
        head: dict[str, object] = {"print": len(answer)}
        body = answer
    elif isinstance(answer, PhotoReason):
        head = {"reason": answer}
    else:
        head = {"found": [[f.name, f.size, f.changed, f.reason] for f in answer.found]}
        head |= {"trouble": answer.trouble}
    stream.write(json.dumps(head).encode() + b"\n" + body)
    stream.flush()


def read_answer(stream: IO[bytes]) -> Answer:
    """The next answer. Raises Garbled, also at the end of the stream.

    Checked in full: a file that was made to harm may have taken the darkroom over.
    """
    try:
        head = json.loads(stream.readline(MOST_LINE))
        if "print" in head:
            return _print(stream, head["print"])
        if "reason" in head:
            return PhotoReason(head["reason"])
        trouble = head["trouble"]
        return Listing(
            tuple(_found(*entry) for entry in head["found"]),
            None if trouble is None else FolderTrouble(trouble),
        )
    except (ValueError, TypeError, KeyError, RecursionError) as fault:
        raise Garbled from fault


def _print(stream: IO[bytes], size: object) -> bytes:
    if not (isinstance(size, int) and 0 < size <= MOST_PRINT):
        raise ValueError(size)
    body = stream.read(size)
    if len(body) != size or not (body.startswith(b"\xff\xd8\xff") and body.endswith(b"\xff\xd9")):
        raise ValueError("no JPEG")
    return body


def _found(name: object, size: object, changed: object, reason: object) -> FolderEntry:
    if not (isinstance(name, str) and isinstance(size, int) and isinstance(changed, int)):
        raise TypeError(name)
    return FolderEntry(name, size, changed, None if reason is None else PhotoReason(str(reason)))
