"""Devanagari words: one spelling of many, and how people type them in Latin letters.

One word has many spellings: with and without nukta (जहाज़, जहाज), with a nasal letter or a dot
(हिन्दी, हिंदी), with a moon or a dot (चाँद, चांद). In Latin letters समुद्र is samudra, or samudr.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

NUKTA = "\u093c"

_ALIKE = str.maketrans("ँऑ", "ंआ")

_NASALS = re.compile("ङ्(?=[कखगघ])|ञ्(?=[चछजझ])|ण्(?=[टठडढ])|न्(?=[तथदध])|म्(?=[पफबभ])")


@lru_cache(maxsize=4096)
def written(word: str) -> str:
    """`word` in the one spelling in which all are compared."""
    letters = (
        unicodedata.normalize("NFD", word).replace(NUKTA, "").replace("ँ", "ं").replace("ऑ", "आ")
    )
    return _NASALS.sub("ं", letters)


def _pairs(text: str) -> dict[str, str]:
    return {pair[0]: pair[1:] for pair in text.split()}


_CONSONANTS = _pairs("""
    कk खkh गg घgh ङn चch छchh जj झjh ञn टt ठth डd ढdh णn तt थth दd धdh नn पp फph बb भbh मm यy रr लl
    वv शsh षsh सs हh
    """)
_SIGNS = _pairs("ाa िi ीi ुu ूu ेe ैai ोo ौau ृri ॉo")
_VOWELS = _pairs("अa आa इi ईi उu ऊu एe ऐai ओo औau ऋri ऑo")

_TYPED = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        ("aa+", "a"), ("ee|ii|iy(?=a)", "i"), ("oo|uu", "u"), ("w", "v"), ("f", "ph"), ("z", "j"),
        ("q", "k"), ("x", "ksh"), ("m(?=[bp])", "n"), ("ch+", "ch"),
        (r"([b-df-hj-np-tv-z])\1", r"\1"),
    )
)  # fmt: skip


@lru_cache(maxsize=4096)
def normalize_latin(latin: str) -> str:
    """`latin` with one spelling for what people type in several."""
    for pattern, instead in _TYPED:
        latin = pattern.sub(instead, latin)
    return latin


@lru_cache(maxsize=4096)
def romanized(written: str) -> frozenset[str]:
    """The ways to type a `written` word, as `normalize_latin` has them."""
    return frozenset(normalize_latin("".join(parts)) for parts in product(*_syllables(written)))


def _syllables(written: str) -> Iterator[tuple[str, ...]]:
    """Letter by letter what may be typed; the vowel that a consonant has by itself may be left out
    where another syllable follows or the word ends.
    """
    free = 4  # more of them would make too many spellings
    for at, char in enumerate(written):
        after = written[at + 1 : at + 2]
        if char in _CONSONANTS:
            yield (_CONSONANTS[char],)
            if after not in _SIGNS and after != "्":
                yield ("a", "") if free > 0 and at > 0 else ("a",)
                free -= 1
        elif char in "ंँ":
            yield ("n", "")
        else:
            yield (_SIGNS.get(char, _VOWELS.get(char, "")),)
