"""The shapes of the identities with their letters, the tags of a duet's sides, numbers."""

from undercast.drawing.canvas import Box, Canvas
from undercast.drawing.theme import Words


def shape(
    sheet: Canvas,
    words: Words | None,
    identity: str,
    x: float,
    y: float,
    size: float,
    *,
    inverted: bool = False,
) -> float:
    """An identity's shape, its top left corner here; without `words` no letter. Its end."""
    assassin = identity == "assassin"
    light = "assassin-light" if assassin else "on-identity"
    own, letter = (light, identity) if inverted else (identity, light)
    if assassin and not inverted:
        sheet.sign(identity, x - 1.5, y - 1.5, size + 3, light)
    sheet.sign(identity, x, y, size, own)
    if assassin:
        sheet.sign("cross", x, y, size, letter)
    elif words is not None:
        text = words.say(f"letter.{identity}")
        large, foot = (0.44, 0.81) if identity == "green" else (0.54, 0.69)
        left = x + (size - sheet.measure("words", text) * large * size) / 2
        sheet.write("words", text, left, y + foot * size, large * size, letter)
    return x + size


def badge(sheet: Canvas, words: Words, side: str, x: float, middle: float, size: float) -> float:
    """The tag of a duet's side; its end."""
    text = words.say(f"letter.{side}")
    width = max(1.25, sheet.measure("words", text) + 0.5) * size
    box = Box(x, middle - 0.6 * size, x + width, middle + 0.6 * size)
    sheet.fill(box, "paper", 0.25 * size)
    sheet.centred("words", text, box, size, "ink")
    return box.right


def number(
    sheet: Canvas, value: int | str, x: float, middle: float, size: float, ink: str
) -> float:
    """A clue's number; without a limit it is drawn. Its end."""
    if value != "unlimited":
        return sheet.write("words", str(value), x, middle + 0.35 * size, size, ink)
    return sheet.sign("infinity", x, middle - 0.37 * size, 1.1 * size, ink)


def number_width(sheet: Canvas, value: int | str, size: float) -> float:
    """How wide `number` draws it."""
    return (1.1 if value == "unlimited" else sheet.measure("words", str(value))) * size
