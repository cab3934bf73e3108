"""From a text to glyphs in their places: HarfBuzz shapes it, whatever the system has or lacks."""

import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import uharfbuzz as hb
from PIL import ImageFont

from undercast.drawing.theme import Theme

PRIVATE = 0xE000
"""Glyph 5 of a font is its character PRIVATE_USE + 5 (tools/drawing/fonts.py)."""

_SIZES = 400
"""Fonts that are kept in memory, each in one size."""


class Glyph(NamedTuple):
    """One glyph of a line; its place in shares of the font size, from the line's beginning."""

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
    """All fonts of a look."""

    def __init__(self, look: Theme, folder: Path) -> None:
        self._hands = {
            hand: tuple(Face(folder / file) for file in files) for hand, files in look.faces.items()
        }
        self.signs = Face(folder / "signs.ttf")
        self.line = lru_cache(maxsize=4000)(self._line)
        self.sized = lru_cache(maxsize=_SIZES)(_sized)

    def _line(self, hand: str, text: str) -> ShapedLine:
        """The text, shaped. Each run of letters of one font is shaped together."""
        glyphs: list[Glyph] = []
        x = 0.0
        for face, run in self._runs(hand, unicodedata.normalize("NFC", text)):
            placed, width = face.shape(run)
            glyphs += [Glyph(face, letter, x + dx, dy) for letter, dx, dy in placed]
            x += width
        return ShapedLine(tuple(glyphs), x)

    def _runs(self, hand: str, text: str) -> list[tuple[Face, str]]:
        runs: list[tuple[Face, str]] = []
        for letter in text:
            last = runs[-1][0] if runs else None
            face = self._face(hand, letter, last)
            if face is last:
                runs[-1] = face, runs[-1][1] + letter
            else:
                runs.append((face, letter))
        return runs

    def _face(self, hand: str, letter: str, last: Face | None) -> Face:
        """Marks and joiners stay with what they hang on; for a letter that no font has, a box."""
        code = ord(letter)
        hangs = unicodedata.category(letter)[0] == "M" or letter in "\u200c\u200d"
        if hangs and last is not None and code in last.letters:
            return last
        faces = self._hands[hand]
        return next((face for face in faces if code in face.letters), faces[-1])


def _sized(file: str, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)
