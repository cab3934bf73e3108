"""The pages' fonts as the drawing process reads them: unpacked, every glyph with a name of its own.

HarfBuzz says which glyphs a text takes; Pillow draws characters only. So each glyph can be
asked for as the character PRIVATE + its number, whatever letters led to it.
"""

import re
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

PRIVATE_USE = 0xE000
"""Of Unicode's private use area, which has room for 6,400 glyphs."""

_FONT_FACE = re.compile(
    r'font-family: "(?P<family>[^"]+)";\s*font-weight: (?P<weight>\d+);.*?'
    r'url\("(?P<package>@fontsource/[^/]+)/files/(?P<file>[^"]+)\.woff2"\).*?'
    r"unicode-range:(?P<range>[^;]+);",
    re.DOTALL,
)

_FONT_NAMES = {
    ("Undercast Words", "800"): "words",
    ("Undercast Text", "500"): "text",
    ("Undercast Text", "700"): "strong",
    ("Undercast Scenes", "700"): "scenes",
}
"""By family and weight, what the drawing process calls them."""

_DROPPED_TABLES = ("fpgm", "prep", "cvt ", "gasp", "DSIG", "STAT", "hdmx", "VDMX", "LTSH")
"""Hints, which would move what was measured; and what nobody reads."""


def make_fonts(sheets: list[Path], modules: Path, folder: Path) -> dict[str, list[str]]:
    """Write the fonts that these style sheets name; by hand, their files."""
    made: dict[str, list[str]] = {name: [] for name in _FONT_NAMES.values()}
    for sheet in sheets:
        for found in _FONT_FACE.finditer(sheet.read_text(encoding="utf-8")):
            file = f"{found['file']}.ttf"
            source = modules / found["package"] / "files" / f"{found['file']}.woff2"
            _unpack(source, _codes(found["range"])).save(folder / file)
            made[_FONT_NAMES[found["family"], found["weight"]]].append(file)
    if not all(made.values()):
        raise ValueError(f"a hand without a font: {made}")
    return made


def _codes(ranges: str) -> set[int]:
    """The characters of a `unicode-range`."""
    codes: set[int] = set()
    for part in ranges.split(","):
        first, _, last = part.strip().removeprefix("U+").partition("-")
        codes.update(range(int(first, 16), int(last or first, 16) + 1))
    return codes


def _unpack(source: Path, letters: set[int]) -> TTFont:
    font = TTFont(source, recalcTimestamp=False)
    font.flavor = None
    for table in _DROPPED_TABLES:
        if table in font:
            del font[table]
    for name in font.getGlyphOrder():
        font["glyf"][name].removeHinting()
    name_every_glyph(font, letters)
    return font


def name_every_glyph(font: TTFont, of: set[int]) -> None:
    """Every glyph is the character PRIVATE + its number; `of`: the letters that it is for."""
    named = {PRIVATE_USE + number: glyph for number, glyph in enumerate(font.getGlyphOrder())}
    if len(named) > 6400:
        raise ValueError("more glyphs than private characters")
    letters = {code: name for code, name in font.getBestCmap().items() if code in of}
    tables = [_subtable(4, 1, {**{c: n for c, n in letters.items() if c <= 0xFFFF}, **named})]
    if any(code > 0xFFFF for code in letters):
        tables.append(_subtable(12, 10, {**letters, **named}))
    font["cmap"].tables = tables
    # FreeType hints by itself what says that it has no hints.
    font["maxp"].maxSizeOfInstructions = 1


def _subtable(form: int, encoding: int, codes: dict[int, str]) -> CmapSubtable:
    table = CmapSubtable.newSubtable(form)
    table.platformID, table.platEncID, table.language, table.cmap = 3, encoding, 0, codes
    return table
