"""The background: lamplight on a dark table, tinted in a team's colour."""

from functools import lru_cache

from PIL import Image

from undercast.drawing.canvas import UNIT, Box, Resources, shadow

WIDTH, HEIGHT = 1280, 720

STAGE = Box(64, 40, WIDTH - 72, HEIGHT - 40)
"""Inside the margin that a television may cut off; as wide as five cards in whole JPEG blocks."""


@lru_cache(maxsize=12)
def background(
    resources: Resources, hue: str | None, under: tuple[Box, ...], *, dim: bool = False
) -> Image.Image:
    """The empty table. `under`: boxes that cast a shadow. `dim`: darker."""
    colours = resources.theme.colours
    far = Image.radial_gradient("L").resize((1990, 1524))
    middle = round(WIDTH / 2), round(0.32 * 792 - 36)
    left, top = 995 - middle[0], 762 - middle[1]
    far = far.crop((left, top, left + WIDTH, top + HEIGHT))
    bands = []
    for band in range(3):
        lit, half, deep = (colours[name][band] for name in ("table-lit", "table", "table-deep"))
        bands.append(far.point([_between(value / 255, lit, half, deep) for value in range(256)]))
    image = Image.merge("RGB", bands)
    if hue is not None:
        image = Image.blend(image, Image.new("RGB", image.size, colours[hue][:3]), 0.15)
    if dim:
        image = Image.blend(image, Image.new("RGB", image.size), 0.37)
    if under:
        mask = shadow(image.size, list(under), 0.7 * UNIT, 0.3 * UNIT)
        image.paste((0, 0, 0), None, mask.point([value // 2 for value in range(256)]))
    return image


def _between(share: float, lit: int, half: int, deep: int) -> int:
    if share < 0.48:
        return round(lit + (half - lit) * share / 0.48)
    return round(half + (deep - half) * (share - 0.48) / 0.52)
