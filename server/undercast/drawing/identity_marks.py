"""The shapes of the identities with letters or marks, people's stamps, tags of a duet's
sides, numbers.
"""

from undercast.drawing.canvas import Box, Canvas

MARKED = ("bystander", "assassin")
"""They carry a mark, no letter."""


def shape(
    canvas: Canvas,
    identity: str,
    x: float,
    middle: float,
    size: float,
    *,
    inverted: bool = False,
    letter: bool = True,
) -> float:
    """An identity's shape, by its left end and middle; its right end."""
    assassin = identity == "assassin"
    light = "assassin-light" if assassin else "on-identity"
    y = middle - size / 2
    own, inner = (light, identity) if inverted else (identity, light)
    if assassin and not inverted:
        canvas.sign(identity, x - 1.5, y - 1.5, size + 3, light)
    canvas.sign(identity, x, y, size, own)
    if identity in MARKED:
        canvas.sign(f"mark_{identity}", x, y, size, inner)
    elif letter:
        text = canvas.text(f"letter.{identity}")
        large, foot = (0.44, 0.81) if identity == "green" else (0.54, 0.69)
        left = x + (size - canvas.measure("words", text) * large * size) / 2
        canvas.write("words", text, left, y + foot * size, large * size, inner)
    return x + size


def stamp(canvas: Canvas, emoji: str, box: Box, ink: str, ground: str) -> float:
    """A person's stamp in its frame, on a ground of that colour; its end."""
    canvas.outline(box, ink, 0.07 * box.height, 0.26 * box.height, ground)
    canvas.centred("scenes", emoji, box, 0.68 * box.height, ink)
    return box.right


def badge(canvas: Canvas, side: str, x: float, middle: float, size: float) -> float:
    """The tag of a duet's side; its end."""
    text = canvas.text(f"letter.{side}")
    width = max(1.25, canvas.measure("words", text) + 0.5) * size
    box = Box(x, middle - 0.6 * size, x + width, middle + 0.6 * size)
    canvas.fill(box, "paper", 0.25 * size)
    canvas.centred("words", text, box, size, "ink")
    return box.right


def number(
    canvas: Canvas, value: int | str, x: float, middle: float, size: float, ink: str
) -> float:
    """A clue's number; without a limit it is drawn. Its end."""
    if value != "unlimited":
        return canvas.write("words", str(value), x, middle + 0.35 * size, size, ink)
    return canvas.sign("infinity", x, middle - 0.37 * size, 1.1 * size, ink)


def number_width(canvas: Canvas, value: int | str, size: float) -> float:
    """How wide `number` draws it."""
    return (1.1 if value == "unlimited" else canvas.measure("words", str(value))) * size
