"""How the words of a language are compared, whatever script or spelling they are written in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from undercast.referee import devanagari
from undercast.words.serbian_scripts import to_latin


def _never(_: str) -> bool:
    return False


def _none(_: str) -> frozenset[str]:
    return frozenset()


@dataclass(frozen=True, slots=True)
class Orthography:
    """What a language needs code for; most need none."""

    written: Callable[[str], str] = str
    """A word in the one spelling in which all are compared."""
    is_typed: Callable[[str], bool] = _never
    """Whether a word is typed in the letters of another script."""
    typed: Callable[[str], str] = str
    """Such a word in one spelling."""
    typings: Callable[[str], frozenset[str]] = _none
    """The ways to type a word so, in that spelling."""


ORTHOGRAPHIES: Mapping[str, Orthography] = {
    "": Orthography(),
    "devanagari": Orthography(
        devanagari.written, str.isascii, devanagari.normalize_latin, devanagari.romanized
    ),
    "serbian": Orthography(lru_cache(maxsize=4096)(to_latin)),
}
"""By the name in `inflection.toml`."""
