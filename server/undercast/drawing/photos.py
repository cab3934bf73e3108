"""The household's photos on the cards, from the server's thumbnails."""

import re
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageEnhance, ImageFilter, ImageOps, UnidentifiedImageError

from undercast.drawing.canvas import Box, Canvas
from undercast.rules.cards import Identity

_ID = re.compile("[0-9a-f]{16}")

_folder: list[Path] = []


def set_folder(folder: Path) -> None:
    """Of the thumbnails."""
    _folder[:] = [folder]


def is_photo(codename: str) -> bool:
    """Whether a codename on a board of pictures is a photo, and not a scene."""
    return _ID.fullmatch(codename) is not None


def draw(canvas: Canvas, photo: str, box: Box, identity: Identity | None) -> None:
    """The whole photo on a blurred fill of itself; revealed, in the colour of its sleeve."""
    size = round(box.width), round(box.height)
    drawn = Canvas(canvas.resources, _fitted(photo, size, identity is None).copy())
    if identity is not None:
        red, green, blue, _ = canvas.colour(identity)
        drawn.image.paste((red, green, blue), None, Image.new("L", size, 143))
    canvas.paste(drawn, box, 5)


@lru_cache(maxsize=100)
def _fitted(photo: str, size: tuple[int, int], coloured: bool) -> Image.Image:
    try:
        with Image.open(_folder[0] / f"{photo}.jpg") as opened:
            image = opened.convert("RGB")
    except (OSError, UnidentifiedImageError, IndexError):
        return Image.new("RGB", size, (120, 112, 100))
    if not coloured:
        image = image.convert("L").convert("RGB")
    fill = ImageOps.fit(image, size).filter(ImageFilter.GaussianBlur(8))
    fill = ImageEnhance.Brightness(fill).enhance(0.75)
    image = ImageOps.contain(image, size)
    fill.paste(image, ((size[0] - image.width) // 2, (size[1] - image.height) // 2))
    return fill
