"""Serbian in two scripts: one list serves both."""

import re
import unicodedata
from collections.abc import Mapping

SEAM = "|"
"""Stands in the Serbian list between two letters that only look like lj, nj or dž (in|jekcija)."""


def to_cyrillic(codename: str) -> str:
    """A Serbian codename in Cyrillic: lj, nj and dž are one letter unless a SEAM parts them.

    Raises ValueError for a letter that Serbian does not have: names are written as they are
    spoken (Njujork).
    """
    parts = _DIGRAPHS.split(unicodedata.normalize("NFC", codename))
    return "".join(_cyrillic(part) for part in parts if part != SEAM)


def _cyrillic(letter: str) -> str:
    if letter and letter[0].isalpha():
        try:
            lower = _CYRILLIC[letter.lower()]
        except KeyError:
            raise ValueError(f"no Serbian letter: {letter!r}") from None
        return lower.upper() if letter[0].isupper() else lower
    return letter


def to_latin(written: str) -> str:
    """Small letters, of which the Cyrillic ones become Latin ones."""
    return "".join(LATIN.get(letter, letter) for letter in written)


def without_seams(codename: str) -> str:
    """The Latin spelling of a marked codename."""
    return codename.replace(SEAM, "")


_DIGRAPHS = re.compile("(lj|nj|dž|.)", re.IGNORECASE | re.DOTALL)

_CYRILLIC: Mapping[str, str] = {
    **dict(zip("abvgdđežzijklmnoprstćufhcčš", "абвгдђежзијклмнопрстћуфхцчш", strict=True)),
    "lj": "љ",
    "nj": "њ",
    "dž": "џ",
}

LATIN: Mapping[str, str] = {cyrillic: latin for latin, cyrillic in _CYRILLIC.items()}
