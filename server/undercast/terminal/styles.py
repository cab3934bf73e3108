"""Lines of styled text, and how they become bytes for terminals of every kind.

No other file knows a colour or a control sequence of what is drawn.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from msgspec import Struct

from undercast.rules.cards import Identity
from undercast.terminal.text_width import columns


class TextStyle(StrEnum):
    """What a piece of text is."""

    PLAIN = "plain"
    STRONG = "strong"
    FAINT = "faint"
    CARD = "card"
    """A hidden card, to somebody without a key."""
    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    BYSTANDER = "bystander"
    ASSASSIN = "assassin"
    """Revealed cards …"""
    KEY_RED = "key_red"
    KEY_BLUE = "key_blue"
    KEY_GREEN = "key_green"
    KEY_BYSTANDER = "key_bystander"
    KEY_ASSASSIN = "key_assassin"
    """… and hidden ones, to somebody with a key."""


REVEALED: Mapping[Identity, TextStyle] = {identity: TextStyle(identity) for identity in Identity}
IN_KEY: Mapping[Identity, TextStyle] = {
    identity: TextStyle(f"key_{identity}") for identity in Identity
}


class Span(Struct, frozen=True):
    """A piece of text in one style."""

    text: str
    style: TextStyle = TextStyle.PLAIN
    width: int = 0
    """Columns that it fills; 0 for as many as it needs."""


Line = tuple[Span, ...]


def line(text: str, style: TextStyle = TextStyle.PLAIN) -> Line:
    """A line of one style."""
    return (Span(text, style),)


class Depth(StrEnum):
    """How many colours there are."""

    NONE = "none"
    SIXTEEN = "sixteen"
    MANY = "many"


class TerminalFeatures(Struct, frozen=True):
    """What a terminal can show."""

    width: int = 80
    height: int = 24
    depth: Depth = Depth.NONE
    places: bool = False
    """Whether it knows control sequences: text can be put at a column, the screen be cleared."""


# Foreground and background as SGR numbers; the cards are paper, as on the phones.
_MANY: Mapping[TextStyle, str] = {
    TextStyle.PLAIN: "",
    TextStyle.STRONG: "1",
    TextStyle.FAINT: "2",
    TextStyle.CARD: "38;5;16;48;5;253",
    TextStyle.RED: "1;38;5;231;48;5;124",
    TextStyle.BLUE: "1;38;5;231;48;5;25",
    TextStyle.GREEN: "1;38;5;231;48;5;28",
    TextStyle.BYSTANDER: "38;5;16;48;5;180",
    TextStyle.ASSASSIN: "1;38;5;203;48;5;232",
    TextStyle.KEY_RED: "1;38;5;124;48;5;224",
    TextStyle.KEY_BLUE: "1;38;5;19;48;5;189",
    TextStyle.KEY_GREEN: "1;38;5;22;48;5;194",
    TextStyle.KEY_BYSTANDER: "38;5;16;48;5;253",
    TextStyle.KEY_ASSASSIN: "1;38;5;231;48;5;240",
}

_SIXTEEN: Mapping[TextStyle, str] = {
    TextStyle.PLAIN: "",
    TextStyle.STRONG: "1",
    TextStyle.FAINT: "",
    TextStyle.CARD: "30;47",
    TextStyle.RED: "1;37;41",
    TextStyle.BLUE: "1;37;44",
    TextStyle.GREEN: "30;42",
    TextStyle.BYSTANDER: "30;43",
    TextStyle.ASSASSIN: "1;31;40",
    TextStyle.KEY_RED: "31;47",
    TextStyle.KEY_BLUE: "34;47",
    TextStyle.KEY_GREEN: "32;47",
    TextStyle.KEY_BYSTANDER: "30;47",
    TextStyle.KEY_ASSASSIN: "7;30;47",
}

_CODES: Mapping[Depth, Mapping[TextStyle, str]] = {
    Depth.NONE: dict.fromkeys(TextStyle, ""),
    Depth.SIXTEEN: _SIXTEEN,
    Depth.MANY: _MANY,
}

HIDE = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen and all that can be scrolled back to: also what was there before the game."""

HOME, REST_OF_LINE, REST_OF_SCREEN = "\x1b[H", "\x1b[K", "\x1b[J"

ENTER, LEAVE = "\x1b[?1049h", "\x1b[?1049l"
"""A screen of its own, which leaves nothing to scroll back to; and the one from before."""


def painted(of: Line, look: TerminalFeatures) -> str:
    """A line as it is written, without its end."""
    written, at = "", 1
    for span in of:
        written += _styled(_placed(span, at, look), span.style, look)
        at += span.width or columns(span.text)
    return written if look.places else written.rstrip()


def _placed(span: Span, at: int, look: TerminalFeatures) -> str:
    """The text in its width. A terminal that can is told where its end is, since it may take
    another number of columns for a text than we do.
    """
    if not span.width:
        return span.text
    if look.places:
        return f"{' ' * span.width}\x1b[{at}G{span.text}\x1b[{at + span.width}G"
    return span.text + " " * (span.width - columns(span.text))


def _styled(text: str, style: TextStyle, look: TerminalFeatures) -> str:
    code = _CODES[look.depth][style]
    return f"\x1b[{code}m{text}\x1b[0m" if code else text


def page(lines: Iterable[Line], look: TerminalFeatures) -> str:
    """A whole screen of lines, over what is there."""
    painted_lines = "".join(f"{painted(one, look)}{REST_OF_LINE}\n" for one in lines)
    return f"{HOME}{painted_lines}{REST_OF_SCREEN}"
