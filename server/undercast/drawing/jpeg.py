"""The picture as a small JPEG: each change is sent whole to every screen."""

import io

from PIL import Image

_QUALITY = 40
_COARSENING = 1.6
"""Coarser by this factor for twice the frequency: on a board, that is the rim of large letters."""


def as_jpeg(image: Image.Image) -> bytes:
    """The bytes depend on the image alone."""
    out = io.BytesIO()
    image.save(out, "JPEG", qtables=_TABLES, subsampling="4:2:0", optimize=True)
    return out.getvalue()


def _tables() -> list[list[int]]:
    """The standard's tables for brightness, coarser at high frequencies, and for colour."""
    usual = io.BytesIO()
    Image.new("RGB", (8, 8)).save(usual, "JPEG", quality=_QUALITY)
    with Image.open(usual) as image:
        tables: dict[int, list[int]] = image.quantization  # type: ignore[attr-defined]
    light = [
        min(255, round(step * _COARSENING ** ((i // 8 + i % 8) / 4)))
        for i, step in enumerate(tables[0])
    ]
    return [light, list(tables[1])]


_TABLES = _tables()
