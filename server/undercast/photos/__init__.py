"""The household's own photos as a deck: read from a folder, made small, known by opaque ids.

What comes in a folder of photos may be damaged or made to harm, and decoding it takes time. So only
a process of its own looks at it (`darkroom`); the server gets small JPEG files without any metadata
and keeps them in its data folder.
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
