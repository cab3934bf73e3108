"""Draws the app's icon and writes what a browser needs to keep the page as an app.

    python -m tools.icons

An index card with a punched corner, and on it somebody in a hat. The colours come from
common/look/tokens.css; the files lie in controller/public, from where the build takes them as they
are.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from PIL import Image, ImageDraw

ROOT = Path(__file__).parent.parent
PUBLIC = ROOT / "controller" / "public"
TOKENS = ROOT / "common" / "look" / "tokens.css"

SIZE = 512
"""Of the drawing's box."""

ZOOM = 1.22
"""How large the card lies on the table."""

SMOOTH = 4
"""Pixels are drawn so many times as fine, each way, and then made smaller."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Round:
    """A rectangle with round corners: left, top, right, bottom."""

    colour: str
    box: tuple[float, float, float, float]
    radius: float


class Half(Enum):
    """Which half of an ellipse is drawn: from this angle on, clockwise from the right."""

    UPPER = 180
    LOWER = 0


@dataclass(frozen=True)
class Oval:
    """An ellipse in a box, or half of it."""

    colour: str
    box: tuple[float, float, float, float]
    half: Half | None = None


@dataclass(frozen=True)
class Outline:
    """A shape with straight sides."""

    colour: str
    points: tuple[Point, ...]


Shape = Round | Oval | Outline

ICON = (
    Round("--paper", (104, 76, 408, 436), 26),
    Oval("--table", (340, 100, 384, 144)),
    Round("--paper-rule", (104, 392, 408, 400), 0),
    # Somebody in a hat: shoulders, face, crown, band, brim.
    Oval("--ink", (146, 300, 366, 484), Half.UPPER),
    Oval("--ink", (198, 160, 314, 314), Half.LOWER),
    Outline(
        "--ink",
        ((204, 222), (216, 150), (232, 134), (256, 142), (280, 134), (296, 150), (308, 222)),
    ),
    Outline("--red", ((208, 200), (304, 200), (308, 224), (204, 224))),
    Round("--ink", (160, 222, 352, 244), 11),
)
"""The mark, from the bottom up."""


def colours() -> dict[str, str]:
    """The tokens that are plain colours, by lamplight."""
    text = TOKENS.read_text(encoding="utf-8")
    lamp = text[: text.index("data-light")]
    return dict(re.findall(r"(--[\w-]+):\s*(#[0-9a-f]{3,6});", lamp))


def background(*, bleeds: bool) -> Round:
    """The table under the card: to the edges where the system cuts the icon's shape itself."""
    return Round("--table", (0, 0, SIZE, SIZE), 0 if bleeds else 96)


def svg(below: Shape, mark: tuple[Shape, ...], *, zoom: float = ZOOM) -> str:
    """The mark on the table, as SVG."""
    known, middle = colours(), SIZE / 2
    table, *parts = (_element(shape, known[shape.colour]) for shape in (below, *mark))
    place = f"translate({middle} {middle}) scale({zoom}) translate(-{middle} -{middle})"
    drawn = "".join(f"    {part}\n" for part in parts)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}">'
    return f'{head}\n  {table}\n  <g transform="{place}">\n{drawn}  </g>\n</svg>\n'


def _element(shape: Shape, colour: str) -> str:
    match shape:
        case Round(_, (left, top, right, bottom), radius):
            place = f'x="{left}" y="{top}" width="{right - left}" height="{bottom - top}"'
            return f'<rect {place} rx="{radius}" fill="{colour}"/>'
        case Oval(_, (left, top, right, bottom), half):
            x, y = (right - left) / 2, (bottom - top) / 2
            if half is not None:
                sweep = int(half is Half.UPPER)
                path = f"M{left} {top + y}a{x} {y} 0 0 {sweep} {2 * x} 0z"
                return f'<path d="{path}" fill="{colour}"/>'
            place = f'cx="{left + x}" cy="{top + y}" rx="{x}" ry="{y}"'
            return f'<ellipse {place} fill="{colour}"/>'
        case Outline(_, points):
            path = " ".join(f"{x},{y}" for x, y in points)
            return f'<polygon points="{path}" fill="{colour}"/>'


def draw_png(
    below: Round, mark: tuple[Shape, ...], size: int, *, zoom: float = ZOOM
) -> Image.Image:
    """The mark on the table, in pixels."""
    known, scale = colours(), size * SMOOTH / SIZE
    image = Image.new("RGBA", (size * SMOOTH, size * SMOOTH))
    draw = ImageDraw.Draw(image)

    def at(*numbers: float) -> Iterator[float]:
        middle = SIZE / 2
        return (((number - middle) * zoom + middle) * scale for number in numbers)

    whole = (0, 0, image.width - 1, image.height - 1)
    draw.rounded_rectangle(whole, below.radius * scale, fill=known[below.colour])
    for shape in mark:
        colour = known[shape.colour]
        match shape:
            case Round(_, box, radius):
                draw.rounded_rectangle(tuple(at(*box)), radius * zoom * scale, fill=colour)
            case Oval(_, box, half):
                begin, end = (0, 360) if half is None else (half.value, half.value + 180)
                draw.pieslice(tuple(at(*box)), begin, end, fill=colour)
            case Outline(_, points):
                draw.polygon([tuple(at(*point)) for point in points], fill=colour)
    return image.resize((size, size), Image.Resampling.LANCZOS)


def manifest() -> str:
    """What a browser reads to keep the page as an app; it speaks no language but the name's."""
    known = colours()
    icons = [
        {"src": "/icons/icon.svg", "sizes": "any", "type": "image/svg+xml"},
        {"src": "/icons/192.png", "sizes": "192x192", "type": "image/png"},
        {"src": "/icons/512.png", "sizes": "512x512", "type": "image/png"},
        {
            "src": "/icons/maskable.png",
            "sizes": "512x512",
            "type": "image/png",
            "purpose": "maskable",
        },
    ]
    told = {
        "id": "/",
        "name": "Undercast",
        "short_name": "Undercast",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": known["--table-deep"],
        "theme_color": known["--table-deep"],
        "icons": icons,
    }
    return json.dumps(told, indent=2) + "\n"


def texts() -> dict[str, str]:
    """The files that are text, by their names in controller/public."""
    return {
        "manifest.webmanifest": manifest(),
        "icons/icon.svg": svg(background(bleeds=False), ICON),
    }


def pictures() -> dict[str, Image.Image]:
    """The files that are pixels, by their names in controller/public."""
    rounded, square = background(bleeds=False), background(bleeds=True)
    return {
        "icons/192.png": draw_png(rounded, ICON, 192),
        "icons/512.png": draw_png(rounded, ICON, 512),
        # A system may cut it down to a circle of 80 percent.
        "icons/maskable.png": draw_png(square, ICON, 512, zoom=0.84),
        "icons/apple.png": draw_png(square, ICON, 180).convert("RGB"),
    }


def main() -> None:
    """Write all of them."""
    (PUBLIC / "icons").mkdir(parents=True, exist_ok=True)
    for name, text in texts().items():
        (PUBLIC / name).write_text(text, encoding="utf-8")
    for name, image in pictures().items():
        image.save(PUBLIC / name, optimize=True)


if __name__ == "__main__":
    main()
