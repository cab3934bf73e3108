"""How many columns a text takes in a terminal."""

import unicodedata
from itertools import chain

_NONE = frozenset({"Mn", "Me", "Cf"})
_WIDE = frozenset({"W", "F"})


def columns(text: str) -> int:
    """The columns of a text; where terminals disagree (vowel signs of Indian scripts that stand
    beside their letter), the most.
    """
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.category(char) in _NONE:
        return 0
    return 2 if unicodedata.east_asian_width(char) in _WIDE else 1


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` columns, broken between words; longer words inside."""
    lines: list[str] = []
    for piece in chain.from_iterable(_pieces(word, width) for word in text.split()):
        if lines and columns(lines[-1]) + 1 + columns(piece) <= width:
            lines[-1] += f" {piece}"
        else:
            lines.append(piece)
    return lines


def _pieces(word: str, width: int) -> list[str]:
    pieces: list[str] = []
    while columns(word) > width and (piece := cut(word, width)):
        pieces.append(piece)
        word = word.removeprefix(piece)
    return [*pieces, word]


def cut(text: str, width: int) -> str:
    """As much of the text as `width` columns hold; marks stay with their letter."""
    taken, used = "", 0
    for char in text:
        used += _columns(char)
        if used > width:
            break
        taken += char
    return taken
