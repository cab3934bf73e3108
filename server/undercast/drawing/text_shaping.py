"""From a text to placed glyphs, shaped by HarfBuzz, independent of the system's fonts."""

import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import uharfbuzz as hb
from PIL import ImageFont

from undercast.drawing.theme import Theme

PRIVATE = 0xE000
"""Glyph 5 of a font is its character PRIVATE_USE + 5 (tools/drawing/fonts.py)."""

_CACHED = 400
"""Fonts in memory, each in one size."""


class Glyph(NamedTuple):
    """One glyph of a line; its place from the line's start, at font size 1."""

    face: "Face"
    letter: str
    x: float
    y: float


class ShapedLine(NamedTuple):
    """A shaped line of text at font size 1."""

    glyphs: tuple[Glyph, ...]
    width: float


class Face:
    """One font file."""

    def __init__(self, file: Path) -> None:
        self.file = str(file)
        face = hb.Face(hb.Blob.from_file_path(self.file))
        self._font = hb.Font(face)
        self._em = face.upem
        self.letters = frozenset(code for code in face.unicodes if not PRIVATE <= code < 0xF900)

    def shape(self, text: str) -> tuple[list[tuple[str, float, float]], float]:
        """Characters that draw the glyphs, with their places; and where the next run begins."""
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "ltr"
        hb.shape(self._font, buffer)
        placed, x = [], 0.0
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            at = (x + place.x_offset) / self._em, place.y_offset / self._em
            placed.append((chr(PRIVATE + info.codepoint), *at))
            x += place.x_advance
        return placed, x / self._em


class Faces:
    """All fonts of a theme."""

    def __init__(self, theme: Theme, folder: Path) -> None:
        self._styles = {
            style: tuple(Face(folder / file) for file in files)
            for style, files in theme.faces.items()
        }
        self.signs = Face(folder / "signs.ttf")
        self.line = lru_cache(maxsize=4000)(self._line)
        self.sized = lru_cache(maxsize=_CACHED)(_sized)

    def _line(self, style: str, text: str) -> ShapedLine:
        """The text, shaped. Each run of letters of one font is shaped together."""
        glyphs: list[Glyph] = []
        x = 0.0
        for face, run in self._runs(style, unicodedata.normalize("NFC", text)):
            placed, width = face.shape(run)
            glyphs += [Glyph(face, letter, x + dx, dy) for letter, dx, dy in placed]
            x += width
        return ShapedLine(tuple(glyphs), x)

    def _runs(self, style: str, text: str) -> list[tuple[Face, str]]:
        runs: list[tuple[Face, str]] = []
        for letter in text:
            last = runs[-1][0] if runs else None
            face = self._face(style, letter, last)
            if face is last:
                runs[-1] = face, runs[-1][1] + letter
            else:
                runs.append((face, letter))
        return runs

    def _face(self, style: str, letter: str, last: Face | None) -> Face:
        """Combining marks stay with their letter; a letter that no font has becomes a box."""
        code = ord(letter)
        combines = unicodedata.category(letter)[0] == "M" or letter in "\u200c\u200d"
        if combines and last is not None and code in last.letters:
            return last
        faces = self._styles[style]
        return next((face for face in faces if code in face.letters), faces[-1])


def _sized(file: str, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)
