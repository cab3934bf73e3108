"""Fits a text into a box as large as possible, as receiver/src/text/fitting.ts does."""

from collections.abc import Callable
from typing import NamedTuple

CAPITALS = 1.02
"""Height of a line as a share of the font size: capitals with their accents."""

DEVANAGARI = 1.3
"""Its letters have signs above and below."""

_MIN_GAIN = 1.15

Measure = Callable[[str], float]
"""A line's width at font size 1."""


class Fitted(NamedTuple):
    """A text in lines, and its font size."""

    lines: tuple[str, ...]
    size: float


def fit(
    text: str, width: float, height: float, largest: float, measure: Measure, *, lines: int = 2
) -> Fitted:
    """`largest` bounds the font size, `lines` the number of lines."""
    words = text.split(" ")
    best = Fitted((text,), _size((text,), width, height, largest, measure))
    for count in range(2, min(lines, len(words)) + 1):
        broken = _evenly(words, count, measure)
        size = _size(broken, width, height, largest, measure)
        if size > best.size * _MIN_GAIN:
            best = Fitted(broken, size)
    return best


def line_height(text: str) -> float:
    """How tall a line of this text is, as a share of its font size."""
    return DEVANAGARI if any("\u0900" <= letter <= "\u097f" for letter in text) else CAPITALS


def _size(
    lines: tuple[str, ...], width: float, height: float, largest: float, measure: Measure
) -> float:
    widest = max(0.001, *(measure(line) for line in lines))
    return min(largest, width / widest, height / (len(lines) * line_height("".join(lines))))


def _evenly(words: list[str], lines: int, measure: Measure) -> tuple[str, ...]:
    """The words in this many lines, the widest as narrow as possible."""
    if lines == 1:
        return (" ".join(words),)
    broken = [
        (" ".join(words[:first]), *_evenly(words[first:], lines - 1, measure))
        for first in range(1, len(words) - lines + 2)
    ]
    return min(broken, key=lambda each: max(measure(line) for line in each))
