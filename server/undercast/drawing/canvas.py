"""The canvas: named colours, shapes, texts and signs. All lengths are pixels."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Self

from PIL import Image, ImageDraw, ImageFilter

from undercast.base.capitals import capitals
from undercast.drawing.text_fitting import Fitted, fit, line_height
from undercast.drawing.text_shaping import Faces, ShapedLine
from undercast.drawing.theme import Colour, Texts, Theme

UNIT = 7.2
"""A hundredth of the picture's height, as the pages' style sheets count."""

SMALL = 3.2 * UNIT
"""The smallest text that is read from a sofa."""

CORNER = 0.7 * UNIT
"""How round a card's corners are."""

_MARGIN = 1.02
_OVERSAMPLING = 4


class Box(NamedTuple):
    """A rectangle: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        """Halfway down."""
        return (self.top + self.bottom) / 2

    def inset(self, left: float, top: float, right: float, bottom: float) -> "Box":
        """The box within."""
        return Box(self.left + left, self.top + top, self.right - right, self.bottom - bottom)


@dataclass(frozen=True, eq=False)
class Resources:
    """What all canvases of one language share."""

    theme: Theme
    faces: Faces
    texts: Texts


class Canvas:
    """An image to draw on.

    Places are counted as for a script whose lines begin at the left. Where they begin at the right,
    everything lies mirrored, and looks the same in itself.
    """

    def __init__(self, resources: Resources, image: Image.Image) -> None:
        self.resources = resources
        self.texts = resources.texts
        self.image = image
        self._draw = ImageDraw.Draw(image, "RGBA")

    def colour(self, name: str) -> Colour:
        """A colour of the style sheets; "figure/60" is 60 % of it."""
        name, _, share = name.partition("/")
        red, green, blue, alpha = self.resources.theme.colours[name]
        return red, green, blue, alpha * int(share or 100) // 100

    def text(self, key: str, **values: str | int) -> str:
        """The text of a key in the canvas's language."""
        return self.texts.get(key, **values)

    def capitals(self, text: str, language: str = "") -> str:
        """A text in capitals, by default those of the canvas's language."""
        return capitals(text, language or self.texts.language)

    def fill(self, box: Box, colour: str, radius: float = 0) -> Self:
        """A rectangle, with rounded corners if `radius`."""
        if radius:
            mask = rounded(round(box.width), round(box.height), radius)
            left = self._left(round(box.left), mask.width)
            self._put(mask, (round(left), round(box.top)), self.colour(colour))
        else:
            self._draw.rectangle(_inclusive(self.mirrored(box)), self.colour(colour))
        return self

    def outline(self, box: Box, colour: str, width: float, radius: float, inside: str) -> None:
        """A rectangle with a border."""
        self.fill(box, colour, radius)
        self.fill(box.inset(width, width, width, width), inside, max(radius - width, 1))

    def circle(self, x: float, y: float, radius: float, colour: str) -> None:
        """A disc around a point."""
        box = Box(round(x - radius), round(y - radius), round(x + radius), round(y + radius))
        self.fill(box, colour, box.width / 2)

    def paste(self, other: "Canvas", box: Box, radius: float = 0) -> None:
        """Paste another canvas at the box's corner."""
        mask = rounded(*other.image.size, radius) if radius else None
        self.put(other.image, round(box.left), round(box.top), mask)

    def put(self, image: Image.Image, x: int, y: int, mask: Image.Image | None = None) -> None:
        """Paste an image, with its upper corner here."""
        self.image.paste(image, (round(self._left(x, image.width)), y), mask)

    def mirrored(self, box: Box) -> Box:
        """Where a box lies in the image."""
        left = self._left(box.left, box.width)
        return box._replace(left=left, right=left + box.width)

    def _left(self, x: float, width: float) -> float:
        """Where in the image something begins that is this wide."""
        return self.image.width - x - width if self.texts.rtl else x

    # --- Texts ------------------------------------------------------------------------------------

    def measure(self, style: str, text: str) -> float:
        """A line's width at font size 1."""
        return self.resources.faces.line(style, text).width

    def write(
        self, style: str, text: str, x: float, baseline: float, size: float, ink: str
    ) -> float:
        """A line of text; where it ends."""
        line = self.resources.faces.line(style, text)
        wide = line.width * size
        self._glyphs(line, self._left(x, wide), baseline, size, self.colour(ink))
        return x + wide

    def centred(self, style: str, text: str, box: Box, size: float, ink: str) -> None:
        """A line in the middle of a box."""
        x = box.left + (box.width - self.measure(style, text) * size) / 2
        self.write(style, text, x, box.middle + baseline_offset(text) * size, size, ink)

    def line(
        self, style: str, text: str, box: Box, size: float, ink: str, align: str = "left"
    ) -> float:
        """A line in a box, cut to its width with "…"; where it ends."""
        text = self.cut(style, text, box.width / size)
        width = self.measure(style, text) * size
        shares = {"left": 0.0, "centre": 0.5, "right": 1.0}
        x = box.left + (box.width - width) * shares[align]
        return self.write(style, text, x, box.middle + baseline_offset(text) * size, size, ink)

    def cut(self, style: str, text: str, width: float) -> str:
        """The part of a text that fits, with "…" for the rest; `width` at font size 1."""
        if self.measure(style, text) <= width:
            return text
        while text and self.measure(style, text + "…") > width:
            text = text[:-1].rstrip()
        return text + "…"

    def fitted(
        self,
        style: str,
        text: str,
        box: Box,
        ink: str,
        *,
        largest: float = 1.0,
        lines: int = 2,
        smallest: float = 0.0,
        align: str = "centre",
    ) -> None:
        """A text as large as its box allows. `largest`: as a share of the box's height; a text that
        would be smaller than `smallest` is cut.
        """
        width, height = box.width, box.height

        def measure(part: str) -> float:
            return self.measure(style, part) * _MARGIN

        fitted = fit(text, width, height, largest * height, measure, lines=lines)
        if fitted.size < smallest:
            self.line(style, text, box, smallest, ink, align)
        else:
            self._lines(style, fitted, box, ink, align)

    def label(
        self, style: str, text: str, box: Box, ink: str, largest: float, smallest: float = SMALL
    ) -> None:
        """A single line from the box's left edge, as large as the box allows."""
        self.fitted(
            style, text, box, ink, largest=largest, lines=1, smallest=smallest, align="left"
        )

    def _lines(self, style: str, fitted: Fitted, box: Box, ink: str, align: str) -> None:
        tall = line_height("".join(fitted.lines)) * fitted.size
        top = box.middle - tall * len(fitted.lines) / 2
        for i, line in enumerate(fitted.lines):
            at = Box(box.left - 1, top + i * tall, box.right + 1, top + (i + 1) * tall)
            self.line(style, line, at, fitted.size, ink, align)

    def _glyphs(
        self, line: ShapedLine, x: float, baseline: float, size: float, ink: Colour
    ) -> None:
        faces, size = self.resources.faces, round(size * 2) / 2
        for face, letter, dx, dy in line.glyphs:
            font = faces.sized(face.file, size)
            at = x + dx * size, baseline - dy * size
            self._draw.text(at, letter, ink, font, anchor="ls")

    # --- Drawings ---------------------------------------------------------------------------------

    def sign(self, name: str, x: float, y: float, size: float, ink: str) -> float:
        """A drawing `size` tall with its upper corner here; where it ends."""
        faces, letter = self.resources.faces, self.resources.theme.signs[name]
        font = faces.sized(faces.signs.file, size)
        colour, wide = self.colour(ink), font.getlength(letter)
        left = self._left(x, wide)
        if colour[3] < 255:
            mask = Image.new("L", (round(size * 1.2), round(size * 1.2)))
            ImageDraw.Draw(mask).text((0, size), letter, 255, font, anchor="ls")
            self._put(mask, (round(left), round(y)), colour)
        else:
            self._draw.text((left, y + size), letter, colour, font, anchor="ls")
        return x + wide

    def _put(self, mask: Image.Image, at: tuple[int, int], colour: Colour) -> None:
        if colour[3] < 255:
            mask = mask.point([value * colour[3] // 255 for value in range(256)])
        right, bottom = at[0] + mask.width, at[1] + mask.height
        self.image.paste(colour[:3], (*at, right, bottom), mask)


def baseline_offset(text: str) -> float:
    """From the middle of a line down to its baseline, as a share of the font size."""
    return 0.32 if line_height(text) > 1.1 else 0.35


@lru_cache(maxsize=200)
def rounded(width: int, height: int, radius: float) -> Image.Image:
    """A mask with smooth corners."""
    large = Image.new("L", (width * _OVERSAMPLING, height * _OVERSAMPLING))
    corner = (0, 0, width * _OVERSAMPLING - 1, height * _OVERSAMPLING - 1)
    ImageDraw.Draw(large).rounded_rectangle(corner, radius * _OVERSAMPLING, 255)
    return large.reduce(_OVERSAMPLING)


def shadow(size: tuple[int, int], boxes: list[Box], blur: float, below: float) -> Image.Image:
    """A mask of these boxes' shadows."""
    mask = Image.new("L", size)
    draw = ImageDraw.Draw(mask)
    for box in boxes:
        draw.rectangle((box.left, box.top + below, box.right, box.bottom + below), 255)
    return mask.filter(ImageFilter.GaussianBlur(blur / 2))


def _inclusive(box: Box) -> tuple[int, int, int, int]:
    return round(box.left), round(box.top), round(box.right) - 1, round(box.bottom) - 1
