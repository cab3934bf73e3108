"""Makes a font of the pages' drawings (shapes, silhouettes, the wordmark …)."""

import re
from itertools import pairwise
from math import cos, hypot, pi, sin
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.reverseContourPen import ReverseContourPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont

from tools.drawing.fonts import name_every_glyph

EM = 1000

SvgPaths = dict[str, tuple[float, str]]
"""By name: the height of the view box, and the path."""

_STAR = re.compile(r"star\((\d+), (\d+), (\d+)\)")


def read_svg_paths(common: Path, receiver: Path) -> SvgPaths:
    """All drawings, from the pages' sources."""
    shapes = (common / "look" / "shapes.tsx").read_text(encoding="utf-8")
    drawn = re.findall(r'^  (\w+): "(M[^"]+)",', shapes, re.MULTILINE)
    paths: SvgPaths = {}
    for name, path in drawn:  # the outlines, then the marks
        paths[f"mark_{name}" if name in paths or name == "assassin" else name] = 100.0, path
    spikes = _STAR.search(shapes)
    assert spikes is not None
    paths["assassin"] = 100.0, _star(*(int(number) for number in spikes.groups()))
    drawings = (common / "look" / "drawings.svg").read_text(encoding="utf-8")
    symbols = r'<symbol id="(\w+)" viewBox="0 0 \d+ (\d+)">\s*<path[^>]*? d="([^"]+)"'
    for name, height, path in re.findall(symbols, drawings):
        own = name if name in ("wordmark", "bot") else f"figure_{name}"
        paths[own] = float(height), path
    key_sign = receiver / "src" / "teams" / "key-sign.tsx"
    path = re.search(r'<path d="([^"]+)"', key_sign.read_text(encoding="utf-8"))
    assert path is not None
    paths["key"] = 24.0, path[1]
    return paths


def _star(spikes: int, outer: int, inner: int) -> str:
    points = []
    for i in range(spikes * 2):
        radius = inner if i % 2 else outer
        angle = pi * i / spikes
        points.append(f"{50 + radius * sin(angle):.1f} {50 - radius * cos(angle):.1f}")
    return f"M{' '.join(points)}Z"


def make_icon_font(paths: SvgPaths, file: Path) -> dict[str, str]:
    """Write the font; the character of each drawing."""
    names = [".notdef", *paths, "infinity"]
    glyphs = {".notdef": TTGlyphPen(None).glyph()}
    widths = {".notdef": (EM, 0)}
    for name, (height, path) in paths.items():
        contours = _contours(path, EM / height)
        glyphs[name], width = _glyph(_oriented(contours))
        widths[name] = (width, 0)
    glyphs["infinity"], width = _glyph(_infinity_strokes())
    widths["infinity"] = (width, 0)
    build = FontBuilder(EM, isTTF=True)
    build.setupGlyphOrder(names)
    build.setupCharacterMap({ord("A"): names[1]})
    build.setupGlyf(glyphs)
    build.setupHorizontalMetrics(
        {
            name: (width, glyphs[name].xMin if name in paths or name == "infinity" else 0)
            for name, (width, _) in widths.items()
        }
    )
    build.setupHorizontalHeader(ascent=EM, descent=0)
    build.setupOS2(sTypoAscender=EM, usWinAscent=EM, usWinDescent=0)
    build.setupPost()
    font: TTFont = build.font
    name_every_glyph(font, set())
    font.save(file)
    return {name: chr(0xE000 + number) for number, name in enumerate(names)}


Contour = list[tuple[str, tuple[tuple[float, float], ...]]]


def _contours(path: str, scale: float) -> list[Contour]:
    record = RecordingPen()
    parse_path(path, TransformPen(record, (scale, 0, 0, -scale, 0, EM)))
    contours: list[Contour] = []
    for step in record.value:
        if step[0] == "moveTo":
            contours.append([])
        contours[-1].append(step)
    return contours


def _oriented(contours: list[Contour]) -> list[Contour]:
    """Orients each contour by its depth: a contour inside another is a hole."""
    outlines = [_polygon(contour) for contour in contours]
    turned = []
    for contour, outline in zip(contours, outlines, strict=True):
        others = [other for other in outlines if other is not outline]
        depth = sum(_contains_point(outline[0], other) for other in others)
        clockwise = _area(outline) < 0
        turned.append(contour if clockwise == (depth % 2 == 0) else _reversed(contour))
    return turned


def _polygon(contour: Contour) -> list[tuple[float, float]]:
    """The outline as a polygon, fine enough for point tests."""
    points: list[tuple[float, float]] = []
    for kind, ends in contour:
        if kind in ("curveTo", "qCurveTo"):
            start = points[-1]
            points += [_bezier_point((start, *ends), step / 8) for step in range(1, 9)]
        else:
            points += ends
    return points


def _bezier_point(ends: tuple[tuple[float, float], ...], t: float) -> tuple[float, float]:
    row = list(ends)
    while len(row) > 1:
        row = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(row)]
    return row[0]


def _area(points: list[tuple[float, float]]) -> float:
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2


def _contains_point(point: tuple[float, float], outline: list[tuple[float, float]]) -> bool:
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def _reversed(contour: Contour) -> Contour:
    record = RecordingPen()
    pen = ReverseContourPen(record)
    for kind, ends in contour:
        getattr(pen, kind)(*ends)
    return list(record.value)


def _glyph(contours: list[Contour]) -> tuple[object, int]:
    pen = TTGlyphPen(None)
    rounded = Cu2QuPen(pen, 1.0, reverse_direction=False)
    bounds = BoundsPen(None)
    for contour in contours:
        for kind, ends in contour:
            getattr(rounded, kind)(*ends)
            getattr(bounds, kind)(*ends)
    assert bounds.bounds is not None
    glyph = pen.glyph()
    glyph.recalcBounds(None)
    return glyph, round(bounds.bounds[2])


def _infinity_strokes() -> list[Contour]:
    """The clue number without a limit, as clue-number.tsx draws it: a line of 13 in a box of 60."""
    loops = _contours(
        "M50 30C38 12 30 8 24 8a22 22 0 0 0 0 44c6 0 14-4 26-22s20-22 26-22a22 22 0 0 1 0 44"
        "c-6 0-14-4-26-22Z",
        10.0,
    )
    line = _polygon(loops[0])
    half = 65.0
    strokes: list[Contour] = []
    for (ax, ay), (bx, by) in pairwise(line):
        length = hypot(bx - ax, by - ay)
        if length < 1:
            continue
        dx, dy = (bx - ax) / length * half, (by - ay) / length * half
        x1, y1, x2, y2 = ax - dx / 4, ay - dy / 4, bx + dx / 4, by + dy / 4
        corners = [(x1 - dy, y1 + dx), (x2 - dy, y2 + dx), (x2 + dy, y2 - dx), (x1 + dy, y1 - dx)]
        if _area(corners) > 0:
            corners.reverse()
        strokes.append(
            [("moveTo", (corners[0],)), *(("lineTo", (c,)) for c in corners[1:]), ("closePath", ())]
        )
    return strokes
