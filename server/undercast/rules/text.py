"""Text that people type and others must read on a shared screen: clues, names, codenames."""

import unicodedata
from collections.abc import Callable

Category = Callable[[str], str]
"""The Unicode category of a character, like "Lu", by the tables of some version of Unicode. Every
release of Python brings its own, so they come in from outside."""

INVISIBLE = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Unicode categories of control, format, unassigned, private and separator characters."""

BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5")
"""Characters that draw nothing although their category says letter, symbol or mark."""

JOINERS = frozenset("\u200c\u200d")
"""Zero-width joiners: spelling inside Indian words and emoji, invisible anywhere else."""

MAX_MARKS_IN_A_ROW = 3
"""Combining marks on one letter; more is decoration that runs over the neighbours."""


def tidy(text: str) -> str:
    """`text` in composed form (NFC), without blanks around it and with single spaces inside."""
    return " ".join(part for part in unicodedata.normalize("NFC", text).split(" ") if part)


def is_plain(text: str, category: Category = unicodedata.category) -> bool:
    """Whether `text` shows exactly what it holds: nothing invisible, no stacks of accents."""
    marks = 0
    for index, char in enumerate(text):
        kind = category(char)
        marks = marks + 1 if kind[0] == "M" else 0
        if marks > MAX_MARKS_IN_A_ROW or (marks and index == 0):
            return False
        if char in BLANKS or (kind == "Zs" and char != " "):
            return False
        if kind in INVISIBLE and not _joins(text, index, category):
            return False
    return True


NUKTA = 7
"""The combining class of the dot that makes a Devanagari consonant another one."""

ABOVE_AND_BELOW = 200
"""Combining classes from here on are those of marks around a letter: accents, hooks, dots."""


def without_marks(text: str) -> str:
    """`text` in small letters and without marks. A vowel sign is a letter."""
    folded = unicodedata.normalize("NFD", text.casefold())
    classes = ((char, unicodedata.combining(char)) for char in folded)
    return "".join(c for c, place in classes if place < ABOVE_AND_BELOW and place != NUKTA)


def _joins(text: str, index: int, category: Category) -> bool:
    """Whether the character at `index` is a joiner between two that it may join."""
    if text[index] not in JOINERS or not 0 < index < len(text) - 1:
        return False
    return all(_joinable(neighbour, category) for neighbour in (text[index - 1], text[index + 1]))


def _joinable(char: str, category: Category) -> bool:
    """Devanagari, or a part of an emoji (symbol, skin tone, emoji selector)."""
    return "\u0900" <= char <= "\u097f" or char == "\ufe0f" or category(char) in {"So", "Sk"}
