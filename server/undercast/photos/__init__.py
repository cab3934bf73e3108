"""The household's own photos as a deck: read from a folder, made small, known by opaque ids.

Photos may be damaged or hostile, and decoding takes time. So only a process of its own opens them
(`decoder`); the server gets small JPEG files without metadata and keeps them in its data folder.
"""

from undercast.photos.album import BOARD, Photos
from undercast.photos.reports import (
    FolderReport,
    FolderTrouble,
    PhotoReason,
    Skipped,
    explain,
    showable,
)

__all__ = [
    "BOARD",
    "FolderReport",
    "FolderTrouble",
    "PhotoReason",
    "Photos",
    "Skipped",
    "explain",
    "showable",
]
