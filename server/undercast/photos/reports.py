"""The result of reading a folder of photos, and its text for the host's terminal."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from undercast.rules.text import is_plain

MAX_NAMED = 20
"""Skipped files in the text."""

LONGEST_NAME = 60
"""Characters of a file's name in the text."""


class PhotoReason(StrEnum):
    """Why a file is not part of the deck."""

    LINK = "link"
    FOLDER = "folder"
    NO_FILE = "no_file"
    UNREADABLE = "unreadable"
    EMPTY = "empty"
    TOO_LARGE = "too_large"
    HEIC = "heic"
    UNKNOWN_FORMAT = "unknown_format"
    TOO_MANY_PIXELS = "too_many_pixels"
    TOO_SMALL = "too_small"
    ANIMATED = "animated"
    DAMAGED = "damaged"
    TOO_SLOW = "too_slow"
    DUPLICATE = "duplicate"


class FolderTrouble(StrEnum):
    """Why the folder could not be read, or only a part of it."""

    NO_FOLDER = "no_folder"
    UNREADABLE = "unreadable"
    NO_DECODER = "no_decoder"
    NOT_SAVED = "not_saved"


class NotTaken(Exception):
    """A file is not part of the deck."""

    def __init__(self, reason: PhotoReason) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Skipped:
    """A raw name of the folder; show it only through `showable`."""

    name: str
    reason: PhotoReason


@dataclass(frozen=True, slots=True)
class FolderReport:
    """The result of reading a folder."""

    taken: int
    """Photos that can be dealt."""
    skipped: tuple[Skipped, ...] = ()
    left_over: int = 0
    """Files not opened because there were enough."""
    trouble: FolderTrouble | None = None


def explain(report: FolderReport, board: int) -> list[str]:
    """Lines for a terminal, free of control characters. `board`: how many photos a game needs."""
    lines = [f"Photos: {report.taken} ready, {len(report.skipped)} skipped."]
    if report.trouble is not None:
        lines = [f"Photos: {report.taken} ready. {_TROUBLES[report.trouble]}"]
    elif report.taken < board:
        lines.append(f"  A game needs {board}: add {board - report.taken} more and restart.")
    for skipped in report.skipped[:MAX_NAMED]:
        lines.append(f"  {showable(skipped.name)}: {_REASONS[skipped.reason]}")
    if len(report.skipped) > MAX_NAMED:
        lines.append(f"  … and {len(report.skipped) - MAX_NAMED} more")
    if report.left_over:
        lines.append(f"  {report.left_over} more were left out: the deck is full.")
    return lines


def showable(name: str) -> str:
    """`name` cut to a part of a line, with "\ufffd" for invisible characters."""
    cut = name if len(name) <= LONGEST_NAME else name[:LONGEST_NAME] + "…"
    return "".join(char if is_plain(char) else "\ufffd" for char in cut)


_TROUBLES: Mapping[FolderTrouble, str] = {
    FolderTrouble.NO_FOLDER: "The folder does not exist: check --photos and restart.",
    FolderTrouble.UNREADABLE: "The folder cannot be read: check its permissions and restart.",
    FolderTrouble.NO_DECODER: "The program that reads photos does not start: reinstall Undercast.",
    FolderTrouble.NOT_SAVED: "The data folder is full: free some disk space and restart.",
}

_REASONS: Mapping[PhotoReason, str] = {
    PhotoReason.LINK: "a link; copy the photo itself into the folder",
    PhotoReason.FOLDER: "a folder; only photos directly in the folder are used",
    PhotoReason.NO_FILE: "not a regular file",
    PhotoReason.UNREADABLE: "cannot be read; check its permissions",
    PhotoReason.EMPTY: "empty",
    PhotoReason.TOO_LARGE: "larger than 25 MB",
    PhotoReason.HEIC: "HEIC, which browsers don't show; save it as JPEG",
    PhotoReason.UNKNOWN_FORMAT: "unknown format; use JPEG, PNG, WebP or GIF",
    PhotoReason.TOO_MANY_PIXELS: "too many pixels; make it smaller",
    PhotoReason.TOO_SMALL: "too small for a card",
    PhotoReason.ANIMATED: "animated; only still pictures are used",
    PhotoReason.DAMAGED: "damaged",
    PhotoReason.TOO_SLOW: "takes too long to open",
    PhotoReason.DUPLICATE: "a copy of another photo",
}
