"""What the server asks the decoder and what it answers: a line of JSON each.

JSON of the standard library, because file names need not be valid Unicode.
"""

import json
from typing import Annotated

import msgspec

from undercast.photos.reports import FolderTrouble, PhotoReason

MAX_LINE = 8 * 1024 * 1024
"""Bytes of a line: a listing is the longest."""

MAX_THUMBNAIL = 1024 * 1024
"""Bytes of a thumbnail; most have some ten thousand."""


class InvalidAnswer(Exception):
    """That is no answer; nothing that follows can be trusted."""


class FolderEntry(msgspec.Struct, frozen=True):
    """A name in the folder; `reason` if it cannot be a photo, whatever is in it."""

    name: str
    size: int
    changed: int
    """Nanoseconds since 1970."""
    reason: PhotoReason | None


class Listing(msgspec.Struct, frozen=True, tag=True):
    """What is in the folder."""

    entries: tuple[FolderEntry, ...]
    trouble: FolderTrouble | None = None


class Thumbnail(msgspec.Struct, frozen=True, tag=True):
    """The photo made small, as JPEG."""

    jpeg: Annotated[bytes, msgspec.Meta(min_length=1, max_length=MAX_THUMBNAIL)]


class Rejected(msgspec.Struct, frozen=True, tag=True):
    """Why a file is no photo of the deck."""

    reason: PhotoReason


Answer = Listing | Thumbnail | Rejected


def encode_request(folder: str, name: str | None) -> bytes:
    """Ask for the listing of a folder, or for the thumbnail of one of its files."""
    return json.dumps([folder, name]).encode()


def decode_request(line: bytes) -> tuple[str, str | None]:
    """What was asked."""
    folder, name = json.loads(line)
    return folder, name


def encode_answer(answer: Answer) -> bytes:
    """As a line, without its end."""
    return json.dumps(msgspec.to_builtins(answer)).encode()


def decode_answer(line: bytes) -> Answer:
    """Raises InvalidAnswer. Checked in full: a hostile file may have taken over the decoder."""
    try:
        answer: Answer = msgspec.convert(json.loads(line), Answer)
    except (ValueError, RecursionError) as error:
        raise InvalidAnswer from error
    if isinstance(answer, Thumbnail) and not (
        answer.jpeg.startswith(b"\xff\xd8\xff") and answer.jpeg.endswith(b"\xff\xd9")
    ):
        raise InvalidAnswer("no JPEG")
    return answer
