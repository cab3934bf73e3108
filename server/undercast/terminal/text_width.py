"""The width of text in a terminal, in columns."""

import unicodedata
from itertools import chain

_NONE = frozenset({"Mn", "Me", "Cf"})
_WIDE = frozenset({"W", "F"})


def text_width(text: str) -> int:
    """The columns of a text. Where terminals disagree (about vowel signs of Indian scripts),
    the larger number.
    """
    return sum(_char_width(char) for char in text)


def _char_width(char: str) -> int:
    if unicodedata.category(char) in _NONE:
        return 0
    return 2 if unicodedata.east_asian_width(char) in _WIDE else 1


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` columns, broken between words or in longer words."""
    lines: list[str] = []
    for piece in chain.from_iterable(_split_word(word, width) for word in text.split()):
        if lines and text_width(lines[-1]) + 1 + text_width(piece) <= width:
            lines[-1] += f" {piece}"
        else:
            lines.append(piece)
    return lines


def _split_word(word: str, width: int) -> list[str]:
    pieces: list[str] = []
    while text_width(word) > width and (piece := truncate(word, width)):
        pieces.append(piece)
        word = word.removeprefix(piece)
    return [*pieces, word]


def truncate(text: str, width: int) -> str:
    """The start of the text that fits in `width` columns; marks stay with their letter."""
    taken, used = "", 0
    for char in text:
        used += _char_width(char)
        if used > width:
            break
        taken += char
    return taken
