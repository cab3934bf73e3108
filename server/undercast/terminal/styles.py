"""Lines of styled text, and their colours and control sequences.

Only this file knows either.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from undercast.rules.cards import Identity
from undercast.terminal.text_width import text_width, wrap


class TextStyle(StrEnum):
    """The kind of a piece of text."""

    PLAIN = "plain"
    STRONG = "strong"
    FAINT = "faint"
    CARD = "card"
    """A hidden card, without a key."""
    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    BYSTANDER = "bystander"
    ASSASSIN = "assassin"
    """These five: revealed cards."""
    KEY_RED = "key_red"
    KEY_BLUE = "key_blue"
    KEY_GREEN = "key_green"
    KEY_BYSTANDER = "key_bystander"
    KEY_ASSASSIN = "key_assassin"
    """These five: hidden cards, with a key."""


REVEALED_STYLES: Mapping[Identity, TextStyle] = {
    identity: TextStyle(identity) for identity in Identity
}
KEY_STYLES: Mapping[Identity, TextStyle] = {
    identity: TextStyle(f"key_{identity}") for identity in Identity
}


class Span(Struct, frozen=True):
    """A piece of text in one style."""

    text: str
    style: TextStyle = TextStyle.PLAIN
    width: int = 0
    """Columns to fill; 0: as many as the text needs."""


Line = tuple[Span, ...]


def line(text: str, style: TextStyle = TextStyle.PLAIN) -> Line:
    """A line in one style."""
    return (Span(text, style),)


def paragraphs(
    texts: Sequence[str], features: "TerminalFeatures", style: TextStyle = TextStyle.PLAIN
) -> list[Line]:
    """Each text in as many lines as it needs."""
    return [line(part, style) for text in texts for part in wrap(text, features.width - 1)]


class ColourDepth(StrEnum):
    """How many colours a terminal has."""

    NONE = "none"
    SIXTEEN = "sixteen"
    MANY = "many"


class TerminalFeatures(Struct, frozen=True):
    """What a terminal can show."""

    width: int = 80
    height: int = 24
    depth: ColourDepth = ColourDepth.NONE
    control_sequences: bool = False
    """Whether it can clear the screen and place text at a column."""


_SGR_CODES: Mapping[TextStyle, tuple[str, str]] = {
    TextStyle.PLAIN: ("", ""),
    TextStyle.STRONG: ("1", "1"),
    TextStyle.FAINT: ("", "2"),
    TextStyle.CARD: ("30;47", "38;5;16;48;5;253"),
    TextStyle.RED: ("1;37;41", "1;38;5;231;48;5;124"),
    TextStyle.BLUE: ("1;37;44", "1;38;5;231;48;5;25"),
    TextStyle.GREEN: ("30;42", "1;38;5;231;48;5;28"),
    TextStyle.BYSTANDER: ("30;43", "38;5;16;48;5;180"),
    TextStyle.ASSASSIN: ("1;31;40", "1;38;5;203;48;5;232"),
    TextStyle.KEY_RED: ("31;47", "1;38;5;124;48;5;224"),
    TextStyle.KEY_BLUE: ("34;47", "1;38;5;19;48;5;189"),
    TextStyle.KEY_GREEN: ("32;47", "1;38;5;22;48;5;194"),
    TextStyle.KEY_BYSTANDER: ("30;47", "38;5;16;48;5;253"),
    TextStyle.KEY_ASSASSIN: ("7;30;47", "1;38;5;231;48;5;240"),
}
"""Foreground and background in 16 colours and in 256. Cards look like paper, as on the phones."""

CLEAR_ALL = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen and the scrollback, including what preceded the game."""

CURSOR_HOME, CLEAR_TO_LINE_END, CLEAR_TO_SCREEN_END = "\x1b[H", "\x1b[K", "\x1b[J"

ENTER_ALT_SCREEN, LEAVE_ALT_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
"""Switch to the alternate screen, which has no scrollback; and back."""


def render_line(spans: Line, features: TerminalFeatures) -> str:
    """The line as written, without the newline."""
    written, at = "", 1
    for span in spans:
        written += _apply_style(_pad(span, at, features), span.style, features)
        at += span.width or text_width(span.text)
    return written if features.control_sequences else written.rstrip()


def _pad(span: Span, at: int, features: TerminalFeatures) -> str:
    """The text, padded to its width. With control sequences the end is an explicit column, since
    terminals differ about the width of some characters.
    """
    if not span.width:
        return span.text
    if features.control_sequences:
        return f"{' ' * span.width}\x1b[{at}G{span.text}\x1b[{at + span.width}G"
    return span.text + " " * (span.width - text_width(span.text))


def _apply_style(text: str, style: TextStyle, features: TerminalFeatures) -> str:
    if features.depth is ColourDepth.NONE:
        return text
    code = _SGR_CODES[style][features.depth is ColourDepth.MANY]
    return f"\x1b[{code}m{text}\x1b[0m" if code else text


def render_screen(lines: Iterable[Line], features: TerminalFeatures) -> str:
    """A full screen, drawn over the old one."""
    rendered = "".join(f"{render_line(line, features)}{CLEAR_TO_LINE_END}\n" for line in lines)
    return f"{CURSOR_HOME}{rendered}{CLEAR_TO_SCREEN_END}"
