"""One card: an index card while it is hidden, once revealed a sleeve that says whose it is."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from undercast.drawing import photos
from undercast.drawing.canvas import SMALL, UNIT, Box, Canvas, Resources
from undercast.drawing.identity_marks import badge, number, number_width, shape
from undercast.rules.cards import Identity, Side, Team
from undercast.rules.clues import ClueNumber

_TORN_EDGE = (
    (0, 0), (88, 0), (86, 7), (90, 14), (88, 24), (93, 33), (91, 45), (96, 56), (94, 68),
    (98.5, 79), (97, 90), (100, 100), (64, 100), (60, 95), (55, 99), (49, 94), (42, 98), (36, 95),
    (29, 100), (0, 100),
)  # fmt: skip
"""The edge of the assassin's sleeve, in per cent (receiver/src/styles/board.css)."""


class FoundUnder(NamedTuple):
    """The clue that a card was found under, the team and the player; or why it was not touched."""

    word: str
    number: ClueNumber | None = None
    team: Team | None = None
    """Only where it was the other team's card."""
    by: str = ""
    language: str = ""
    """The tag of the clue's language."""


class DrawnCard(NamedTuple):
    """Everything that a card shows: the cache key of its picture."""

    codename: str
    picture: bool
    identity: Identity | None
    in_keys: tuple[Identity, ...] = ()
    found: FoundUnder | None = None
    out: tuple[tuple[Side, str], ...] = ()
    """The sides of a duet to which it is a known bystander, and their names."""
    pins: tuple[str, ...] = ()
    """Stamps of those who marked it; "" for a bot."""
    team: Team = Team.RED
    """Whose pins they are."""
    paused: bool = False
    language: str = ""
    """Of the codename; of a picture none."""


def draw_card(resources: Resources, size: tuple[int, int], card: DrawnCard) -> Canvas:
    """The card on a canvas of its own."""
    if card.identity is None:
        return _paper(resources, size, card)
    return _cover(resources, size, card, card.identity)


def paper(resources: Resources, size: tuple[int, int], colour: str) -> Canvas:
    """An empty index card, without a grid, which would double the bytes."""
    lit = "paper-lit" if colour == "paper" else colour
    return Canvas(resources, _gradient(resources, size, lit, colour, 0.46).copy())


@lru_cache(maxsize=64)
def _gradient(
    resources: Resources, size: tuple[int, int], first: str, then: str, until: float
) -> Image.Image:
    """From one colour above to another one below."""
    top, foot = resources.theme.colours[first], resources.theme.colours[then]
    column = Image.new("RGB", (1, size[1]))
    for y in range(size[1]):
        share = min(1.0, y / (size[1] * until))
        column.putpixel(
            (0, y),
            tuple(round(a + (b - a) * share) for a, b in zip(top[:3], foot[:3], strict=True)),
        )
    return column.resize(size)


def _codename(canvas: Canvas, card: DrawnCard, box: Box, ink: str, largest: float) -> None:
    if not card.picture:
        canvas.fitted(
            "words", canvas.capitals(card.codename, card.language), box, ink, largest=largest
        )
    elif photos.is_photo(card.codename):
        photos.draw(canvas, card.codename, box, card.identity)
    else:
        scene = card.codename.replace("\ufe0f", "")
        canvas.fitted("scenes", scene, box, ink, largest=0.86, lines=1)


# --- Hidden ---------------------------------------------------------------------------------------


def _paper(resources: Resources, size: tuple[int, int], card: DrawnCard) -> Canvas:
    colour = "paper-dim" if card.paused else "paper-edge" if len(card.out) > 1 else "paper"
    canvas = paper(resources, size, colour)
    whole = Box(0, 0, *size)
    if not card.picture and not card.out:
        foot = size[1] * 0.87
        canvas.fill(Box(0, foot - 2, size[0], foot), "paper-rule")
    if card.in_keys:
        _unfound(canvas, card, whole)
        return canvas
    canvas.circle(1.75 * UNIT, 1.6 * UNIT, 0.85 * UNIT, "paper-hole")
    box = whole.inset(size[0] * 0.05, size[1] * 0.04, size[0] * 0.05, size[1] * 0.11)
    if card.picture:
        box = whole.inset(size[0] * 0.04, size[1] * 0.05, size[0] * 0.04, size[1] * 0.05)
    if card.out:
        box = box._replace(bottom=size[1] * 0.64)
    _codename(canvas, card, box, "ink", 0.69)
    if card.out:
        _out_for(canvas, card, whole)
    _pins(canvas, card, whole)
    return canvas


def _unfound(canvas: Canvas, card: DrawnCard, whole: Box) -> None:
    """Debrief: what was never found stays paper, with a tab of its identity."""
    if len(card.in_keys) == 2:
        box = _both_keys(canvas, card, whole)
        _codename(canvas, card, box, "ink", 0.6)
        return
    (identity,) = card.in_keys
    tab = whole._replace(right=6.2 * UNIT)
    canvas.fill(tab, identity)
    size = 5 * UNIT
    shape(canvas, identity, (tab.width - size) / 2, whole.middle, size, inverted=True)
    box = whole.inset(
        tab.right + 0.03 * whole.width, 0.04 * whole.width, 0.01 * whole.width, 0.07 * whole.width
    )
    _codename(canvas, card, box, "ink", 0.8)


def _both_keys(canvas: Canvas, card: DrawnCard, whole: Box) -> Box:
    """Side A's identity is a tab at the left, side B's at the right; what is between them."""
    wide = 3.7 * UNIT
    for side, identity in zip(Side, card.in_keys, strict=True):
        left = 0 if side is Side.A else whole.width - wide
        canvas.fill(Box(left, 0, left + wide, whole.height), identity)
        badge_at = left + (wide - 1.25 * SMALL) / 2
        badge(canvas, side, badge_at, whole.height * 0.28, SMALL)
        size = 3.4 * UNIT
        middle = whole.height * 0.54 + size / 2
        shape(canvas, identity, left + (wide - size) / 2, middle, size, inverted=True)
    return whole.inset(wide + 4, 4, wide + 4, 4)


def _out_for(canvas: Canvas, card: DrawnCard, whole: Box) -> None:
    """To whom the card is a known bystander: a grey tab at that side's end of the card."""
    share = 0.494 if len(card.out) > 1 else 0.74
    strip = whole._replace(top=whole.height * 0.69)
    for side, name in card.out:
        wide = whole.width * share
        edge = {"right": wide} if side is Side.A else {"left": whole.width - wide}
        tab = strip._replace(**edge)
        canvas.fill(tab, "bystander")
        size = strip.height * 0.86
        if side is Side.A:
            end = badge(canvas, side, tab.left + 2, tab.middle, size * 0.8) + 3
            end = shape(canvas, "bystander", end, tab.middle, size, inverted=True)
            canvas.line("strong", name, tab._replace(left=end + 3), SMALL * 0.9, "on-identity")
        else:
            start = tab.right - size - 2
            badge(canvas, side, start, tab.middle, size * 0.8)
            shape(canvas, "bystander", start - size - 3, tab.middle, size, inverted=True)
            box = tab._replace(right=start - size - 6)
            canvas.line("strong", name, box, SMALL * 0.9, "on-identity", "right")


_MAX_PINS = 4


def _pins(canvas: Canvas, card: DrawnCard, whole: Box) -> None:
    """The operatives' marks; many are partly counted."""
    pins = card.pins
    if len(pins) > _MAX_PINS:
        pins = (*pins[: _MAX_PINS - 1], f"+{len(pins) - _MAX_PINS + 1}")
    right, radius = whole.width * 0.97, 2.2 * UNIT
    middle = whole.height - 0.4 * UNIT - radius
    for pin in reversed(pins):
        canvas.circle(right - radius, middle, radius, "paper")
        canvas.circle(right - radius, middle, radius - 0.3 * UNIT, card.team)
        at = Box(right - 2 * radius, middle - radius, right, middle + radius)
        if not pin:
            canvas.sign("bot", at.left + radius - 9, middle - 9, 18, "on-identity")
        else:
            style, share = ("strong", 0.9) if pin[0] == "+" else ("scenes", 0.8)
            canvas.centred(style, pin, at, SMALL * share, "on-identity")
        right -= 2 * radius + 0.3 * UNIT


def _sleeve(
    resources: Resources, size: tuple[int, int], identity: Identity, opacity: int
) -> Image.Image:
    """An empty sleeve. `opacity`: of the silhouette, in per cent."""
    width, height = size
    if identity is Identity.ASSASSIN:
        canvas = Canvas(
            resources, Image.new("RGB", size, resources.theme.colours["paper-edge"][:3])
        )
        large = Image.new("L", (width * 4, height * 4))
        torn = [(100 - x if canvas.texts.rtl else x, y) for x, y in _TORN_EDGE]
        ImageDraw.Draw(large).polygon([(x * width / 25, y * height / 25) for x, y in torn], 255)
        canvas.image.paste(canvas.colour("assassin")[:3], None, large.reduce(4))
    else:
        canvas = Canvas(resources, Image.new("RGB", size, resources.theme.colours[identity][:3]))
        light = Image.new("L", (1, height))
        dark = Image.new("L", (1, height))
        for y in range(height):
            share = y / height
            light.putpixel((0, y), round(36 * max(0.0, 1 - share / 0.42)))
            dark.putpixel((0, y), round(51 * max(0.0, (share - 0.42) / 0.58)))
        canvas.image.paste((255, 255, 255), None, light.resize(size))
        canvas.image.paste((0, 0, 0), None, dark.resize(size))
    if opacity:
        figure = "figure-light" if identity is Identity.ASSASSIN else "figure"
        tall = 12 * UNIT
        top = height + 0.6 * UNIT - tall
        canvas.sign(f"figure_{identity}", 2.6 * UNIT, top, tall, f"{figure}/{opacity}")
    if identity is not Identity.ASSASSIN:
        canvas.circle(width - 4.5 * UNIT, -1.1 * UNIT, 2.1 * UNIT, "paper-edge")
    return canvas.image


def _cover(
    resources: Resources, size: tuple[int, int], card: DrawnCard, identity: Identity
) -> Canvas:
    figure = 0 if len(card.in_keys) == 2 else 60 if card.found is not None else 100
    canvas = Canvas(resources, _sleeve(resources, size, identity, figure).copy())
    ink = "assassin-light" if identity is Identity.ASSASSIN else "on-identity"
    whole = Box(0, 0, *size)
    torn = 0.08 * whole.width if identity is Identity.ASSASSIN else 0
    box = whole.inset(
        0.02 * whole.width + 5.8 * UNIT, 0.5 * UNIT, 0.024 * whole.width + torn, 0.8 * UNIT
    )
    if len(card.in_keys) == 2:
        box = _both_keys(canvas, card, whole)
    else:
        sign = 5 * UNIT
        shape(canvas, identity, 0.02 * whole.width, box.bottom - sign / 2, sign, inverted=True)
    row = box._replace(top=box.bottom - 3.3 * UNIT * 1.15)
    if card.found is not None:
        _codename(canvas, card, box._replace(bottom=row.top), ink, 1.0)
        _found(canvas, card.found, row, ink)
    elif identity is Identity.BYSTANDER:
        _codename(canvas, card, box._replace(bottom=row.top), ink, 0.58)
        word = canvas.capitals(canvas.text("identity.bystander"))
        canvas.line("words", word, row, 3.3 * UNIT, ink, "centre")
    else:
        _codename(canvas, card, box, ink, 0.58)
    return canvas


def _found(canvas: Canvas, found: FoundUnder, row: Box, ink: str) -> None:
    """The clue and the finder. A long clue is cut, so that a short name has room."""
    size = 3.3 * UNIT
    x = row.left
    if found.team is not None:
        x = shape(canvas, found.team, x, row.middle, size, inverted=True) + 5
    if found.number is None and not found.by:
        canvas.line("words", found.word, row, size, ink)
        return
    by = min(canvas.measure("text", found.by) * SMALL, 0.33 * row.width)
    most = row.right - by - (0.4 * size if found.by else 0) - 1
    room = (
        most - x - (number_width(canvas, found.number, size) if found.number is not None else 0) - 6
    )
    x = canvas.line(
        "words",
        canvas.capitals(found.word, found.language),
        Box(x, row.top, x + room, row.bottom),
        size,
        ink,
    )
    if found.number is not None:
        x = number(canvas, found.number, x + 5, row.middle, size, ink)
    canvas.line("text", found.by, row._replace(left=x + 0.4 * size), SMALL, ink, "right")
