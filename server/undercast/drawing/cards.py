"""One card: an index card while it is hidden, once revealed a sleeve that says whose it is."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from undercast.drawing import photos
from undercast.drawing.canvas import SMALL, UNIT, Box, Canvas, Tools
from undercast.drawing.identity_marks import badge, number, number_width, shape
from undercast.drawing.theme import Words
from undercast.rules.cards import Identity, Side, Team
from undercast.rules.clues import ClueNumber

_TEAR = (
    (0, 0), (88, 0), (86, 7), (90, 14), (88, 24), (93, 33), (91, 45), (96, 56), (94, 68),
    (98.5, 79), (97, 90), (100, 100), (64, 100), (60, 95), (55, 99), (49, 94), (42, 98), (36, 95),
    (29, 100), (0, 100),
)  # fmt: skip
"""The edge of the assassin's sleeve, in hundredths (receiver/src/styles/board.css)."""


class FoundUnder(NamedTuple):
    """Under which clue a card was found, by which team, and by whom; or why without a touch."""

    word: str
    number: ClueNumber | None = None
    team: Team | None = None
    """Only where it was the other team's card."""
    by: str = ""


class DrawnCard(NamedTuple):
    """All that a card shows: the same card is drawn once."""

    codename: str
    picture: bool
    identity: Identity | None
    in_keys: tuple[Identity, ...] = ()
    found: FoundUnder | None = None
    out: tuple[tuple[Side, str], ...] = ()
    """The sides of a duet to which it is a known bystander, and their names."""
    pins: tuple[str, ...] = ()
    """Initials of those who marked it."""
    team: Team = Team.RED
    """Whose pins they are."""
    paused: bool = False


def draw_card(tools: Tools, words: Words, size: tuple[int, int], card: DrawnCard) -> Canvas:
    """The card on a sheet of its own."""
    if card.identity is None:
        return _paper(tools, words, size, card)
    return _cover(tools, words, size, card, card.identity)


def paper(tools: Tools, size: tuple[int, int], colour: str) -> Canvas:
    """An index card without anything on it, and without its grid, which would double the bytes."""
    lit = "paper-lit" if colour == "paper" else colour
    return Canvas(tools, _slope(tools, size, lit, colour, 0.46).copy())


@lru_cache(maxsize=64)
def _slope(tools: Tools, size: tuple[int, int], first: str, then: str, until: float) -> Image.Image:
    """From one colour above to another one below."""
    top, foot = tools.look.colours[first], tools.look.colours[then]
    column = Image.new("RGB", (1, size[1]))
    for y in range(size[1]):
        share = min(1.0, y / (size[1] * until))
        column.putpixel(
            (0, y),
            tuple(round(a + (b - a) * share) for a, b in zip(top[:3], foot[:3], strict=True)),
        )
    return column.resize(size)


def _codename(sheet: Canvas, card: DrawnCard, box: Box, ink: str, largest: float) -> None:
    if not card.picture:
        sheet.fitted("words", card.codename.upper(), box, ink, largest=largest)
    elif photos.is_photo(card.codename):
        photos.draw(sheet, card.codename, box, card.identity)
    else:
        scene = card.codename.replace("\ufe0f", "")
        sheet.fitted("scenes", scene, box, ink, largest=0.86, lines=1)


# --- Hidden ---------------------------------------------------------------------------------------


def _paper(tools: Tools, words: Words, size: tuple[int, int], card: DrawnCard) -> Canvas:
    colour = "paper-dim" if card.paused else "paper-edge" if len(card.out) > 1 else "paper"
    sheet = paper(tools, size, colour)
    whole = Box(0, 0, *size)
    if not card.picture and not card.out:
        foot = size[1] * 0.87
        sheet.fill(Box(0, foot - 2, size[0], foot), "paper-rule")
    if card.in_keys:
        _unfound(sheet, words, card, whole)
        return sheet
    sheet.circle(1.75 * UNIT, 1.6 * UNIT, 0.85 * UNIT, "paper-hole")
    box = whole.inset(size[0] * 0.05, size[1] * 0.04, size[0] * 0.05, size[1] * 0.11)
    if card.picture:
        box = whole.inset(size[0] * 0.04, size[1] * 0.05, size[0] * 0.04, size[1] * 0.05)
    if card.out:
        box = box._replace(bottom=size[1] * 0.64)
    _codename(sheet, card, box, "ink", 0.69)
    if card.out:
        _out_for(sheet, words, card, whole)
    _pins(sheet, card, whole)
    return sheet


def _unfound(sheet: Canvas, words: Words, card: DrawnCard, whole: Box) -> None:
    """Debrief: what was never found stays paper, with a tab of its identity."""
    if len(card.in_keys) == 2:
        box = _both_keys(sheet, words, card, whole)
        _codename(sheet, card, box, "ink", 0.6)
        return
    (identity,) = card.in_keys
    tab = whole._replace(right=6.2 * UNIT)
    sheet.fill(tab, identity)
    size = 5 * UNIT
    shape(
        sheet, words, identity, (tab.width - size) / 2, whole.middle - size / 2, size, inverted=True
    )
    box = whole.inset(
        tab.right + 0.03 * whole.width, 0.04 * whole.width, 0.01 * whole.width, 0.07 * whole.width
    )
    _codename(sheet, card, box, "ink", 0.8)


def _both_keys(sheet: Canvas, words: Words, card: DrawnCard, whole: Box) -> Box:
    """Side A's identity is a tab at the left, side B's at the right; what is between them."""
    wide = 3.7 * UNIT
    for side, identity in zip(Side, card.in_keys, strict=True):
        left = 0 if side is Side.A else whole.width - wide
        sheet.fill(Box(left, 0, left + wide, whole.height), identity)
        badge_at = left + (wide - 1.25 * SMALL) / 2
        badge(sheet, words, side, badge_at, whole.height * 0.28, SMALL)
        size = 3.4 * UNIT
        shape(
            sheet,
            words,
            identity,
            left + (wide - size) / 2,
            whole.height * 0.54,
            size,
            inverted=True,
        )
    return whole.inset(wide + 4, 4, wide + 4, 4)


def _out_for(sheet: Canvas, words: Words, card: DrawnCard, whole: Box) -> None:
    """To whom the card is a known bystander: a grey tab at that side's end of the card."""
    share = 0.494 if len(card.out) > 1 else 0.74
    strip = whole._replace(top=whole.height * 0.69)
    for side, name in card.out:
        wide = whole.width * share
        tab = (
            strip._replace(right=wide)
            if side is Side.A
            else strip._replace(left=whole.width - wide)
        )
        sheet.fill(tab, "bystander")
        size = strip.height * 0.86
        if side is Side.A:
            end = badge(sheet, words, side, tab.left + 2, tab.middle, size * 0.8) + 3
            end = shape(sheet, words, "bystander", end, tab.middle - size / 2, size, inverted=True)
            sheet.line("strong", name, tab._replace(left=end + 3), SMALL * 0.9, "on-identity")
        else:
            start = tab.right - size - 2
            badge(sheet, words, side, start, tab.middle, size * 0.8)
            shape(
                sheet,
                words,
                "bystander",
                start - size - 3,
                tab.middle - size / 2,
                size,
                inverted=True,
            )
            box = tab._replace(right=start - size - 6)
            sheet.line("strong", name, box, SMALL * 0.9, "on-identity", "right")


_MOST_PINS = 4


def _pins(sheet: Canvas, card: DrawnCard, whole: Box) -> None:
    """Thoughts of the operatives, pinned to the card; of many some are only counted."""
    names = card.pins
    if len(names) > _MOST_PINS:
        names = (*names[: _MOST_PINS - 1], f"+{len(names) - _MOST_PINS + 1}")
    right, radius = whole.width * 0.97, 2.2 * UNIT
    middle = whole.height - 0.4 * UNIT - radius
    for name in reversed(names):
        sheet.circle(right - radius, middle, radius, "paper")
        sheet.circle(right - radius, middle, radius - 0.3 * UNIT, card.team)
        at = Box(right - 2 * radius, middle - radius, right, middle + radius)
        if name == _BOT:
            sheet.sign("bot", at.left + radius - 9, middle - 9, 18, "on-identity")
        else:
            sheet.centred("strong", name, at, SMALL * 0.9, "on-identity")
        right -= 2 * radius + 0.3 * UNIT


_BOT = "\0bot"


def pin(name: str, *, bot: bool) -> str:
    """What stands on somebody's pin: the first letter as it is read, with what hangs on it."""
    if bot:
        return _BOT
    end = 1
    while end < len(name) and _hangs(name[end]):
        end += 1
    return name[:end]


def _hangs(letter: str) -> bool:
    return (
        "\u0300" <= letter <= "\u036f"
        or "\u093a" <= letter <= "\u094d"
        or letter in "ऀँंः\u0962\u0963"
    )


# --- Revealed -------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _sleeve(tools: Tools, size: tuple[int, int], identity: Identity, shares: int) -> Image.Image:
    """A sleeve without anything on it. `shares`: per cent of the silhouette."""
    width, height = size
    if identity is Identity.ASSASSIN:
        sheet = Canvas(tools, Image.new("RGB", size, tools.look.colours["paper-edge"][:3]))
        large = Image.new("L", (width * 4, height * 4))
        ImageDraw.Draw(large).polygon([(x * width / 25, y * height / 25) for x, y in _TEAR], 255)
        sheet.image.paste(sheet.colour("assassin")[:3], None, large.reduce(4))
    else:
        sheet = Canvas(tools, Image.new("RGB", size, tools.look.colours[identity][:3]))
        light = Image.new("L", (1, height))
        dark = Image.new("L", (1, height))
        for y in range(height):
            share = y / height
            light.putpixel((0, y), round(36 * max(0.0, 1 - share / 0.42)))
            dark.putpixel((0, y), round(51 * max(0.0, (share - 0.42) / 0.58)))
        sheet.image.paste((255, 255, 255), None, light.resize(size))
        sheet.image.paste((0, 0, 0), None, dark.resize(size))
    if shares:
        figure = "figure-light" if identity is Identity.ASSASSIN else "figure"
        tall = 12 * UNIT
        sheet.sign(
            f"figure_{identity}", 2.6 * UNIT, height + 0.6 * UNIT - tall, tall, f"{figure}/{shares}"
        )
    if identity is not Identity.ASSASSIN:
        sheet.circle(width - 4.5 * UNIT, -1.1 * UNIT, 2.1 * UNIT, "paper-edge")
    return sheet.image


def _cover(
    tools: Tools, words: Words, size: tuple[int, int], card: DrawnCard, identity: Identity
) -> Canvas:
    figure = 0 if len(card.in_keys) == 2 else 60 if card.found is not None else 100
    sheet = Canvas(tools, _sleeve(tools, size, identity, figure).copy())
    ink = "assassin-light" if identity is Identity.ASSASSIN else "on-identity"
    whole = Box(0, 0, *size)
    torn = 0.08 * whole.width if identity is Identity.ASSASSIN else 0
    box = whole.inset(
        0.02 * whole.width + 5.8 * UNIT, 0.5 * UNIT, 0.024 * whole.width + torn, 0.8 * UNIT
    )
    if len(card.in_keys) == 2:
        box = _both_keys(sheet, words, card, whole)
    else:
        size_ = 5 * UNIT
        shape(sheet, words, identity, 0.02 * whole.width, box.bottom - size_, size_, inverted=True)
    row = box._replace(top=box.bottom - 3.3 * UNIT * 1.15)
    if card.found is not None:
        _codename(sheet, card, box._replace(bottom=row.top), ink, 1.0)
        _found(sheet, words, card.found, row, ink)
    elif identity is Identity.BYSTANDER:
        _codename(sheet, card, box._replace(bottom=row.top), ink, 0.58)
        _spaced(sheet, words.say("sleeve.nobody").upper(), row, ink)
    else:
        _codename(sheet, card, box, ink, 0.58)
    return sheet


def _spaced(sheet: Canvas, text: str, box: Box, ink: str) -> None:
    """Letters apart, but for those that hang together."""
    size, apart = 3.3 * UNIT, 0.14 * 3.3 * UNIT
    if any("\u0900" <= letter <= "\u097f" for letter in text):
        sheet.line("words", text, box, size, ink, "centre")
        return
    width = sum(sheet.measure("words", letter) * size + apart for letter in text) - apart
    x = box.left + (box.width - width) / 2
    for letter in text:
        x = sheet.write("words", letter, x, box.middle + 0.35 * size, size, ink) + apart


def _found(sheet: Canvas, words: Words, found: FoundUnder, row: Box, ink: str) -> None:
    """Under which clue, and by whom. A long clue is cut: a short name has room beside it."""
    size = 3.3 * UNIT
    x = row.left
    if found.team is not None:
        x = shape(sheet, words, found.team, x, row.middle - size / 2, size, inverted=True) + 5
    if found.number is None and not found.by:
        sheet.line("words", found.word, row, size, ink)
        return
    by = min(sheet.measure("text", found.by) * SMALL, 0.33 * row.width)
    most = row.right - by - (0.4 * size if found.by else 0) - 1
    room = (
        most - x - (number_width(sheet, found.number, size) if found.number is not None else 0) - 6
    )
    x = sheet.line("words", found.word.upper(), Box(x, row.top, x + room, row.bottom), size, ink)
    if found.number is not None:
        x = number(sheet, found.number, x + 5, row.middle, size, ink)
    sheet.line("text", found.by, row._replace(left=x + 0.4 * size), SMALL, ink, "right")
