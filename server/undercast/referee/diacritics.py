"""Marks that make another letter in a language (š, ñ), beside those that are decoration (café)."""

import unicodedata
from functools import lru_cache

from undercast.words import fold
from undercast.words.serbian_scripts import LATIN

_OWN = 0xE000
"""Where letters of nobody begin (a private use area): they stand for those with marks."""


@lru_cache(maxsize=4096)
def distinct(word: str, letters: str) -> str:
    """`word` as it is folded, but `letters` told from those without their marks."""
    return fold(_latin(word).translate({ord(c): _OWN + i for i, c in enumerate(letters)}))


def has_any(word: str, letters: str) -> bool:
    """Whether one of `letters` is in `word`: its writer has marks and uses them."""
    return any(char in letters for char in _latin(word))


def _latin(word: str) -> str:
    composed = unicodedata.normalize("NFC", word.casefold())
    return "".join(LATIN.get(char, char) for char in composed).replace("đ", "dj")
