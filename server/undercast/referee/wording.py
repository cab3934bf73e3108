"""How a clue or a codename is written: one word, several, spelled out, an abbreviation."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from undercast.referee.homoglyphs import is_disguised, skeletons
from undercast.rules.text import JOINERS

MAX_UNFOLDED = 100
"""Characters of an unfolded clue that are looked at: single ones may unfold into a sentence."""

_BETWEEN_WORDS = re.compile(r"[\s\-‐‑‒–—−/+&,;:_·•|]+")
_AND = re.compile(r"(?<=\w)\s*['’‘`´]?\s*\b(n)\b\s*['’‘`´]\s*(?=\w)|(?<=\w)['’‘`´](n)(?=\s)")
"""Rock'n'roll."""
_POSSESSIVE = re.compile(r"(?<=\w)['’‘`´]s\b")
_ELIDED = re.compile(r"\b\w{1,4}['’‘`´](?=\w\w)")
"""An article, or what else loses its vowel before a word: l'avion, dell'acqua."""
_DIGITS = re.compile(r"\d+")
_LOOK_ALIKES = tuple(str.maketrans("0134578", f"o{one}eastb") for one in "il")
"""Digits as the letters that they look like; 1 looks like two."""
_DOTTED = re.compile(r"(?:[^\W\d_]\.){1,}[^\W\d_]\.?")


@dataclass(frozen=True, slots=True)
class Wording:
    """A clue or codename taken apart."""

    words: tuple[str, ...]
    """Casefolded words without punctuation; spelled-out letters are one word. May be empty."""
    spelled_out: bool = False
    """It was letters with something between them."""

    @property
    def joined(self) -> str:
        """All of it as one word."""
        return "".join(self.words)


@lru_cache(maxsize=4096)
def split_words(text: str) -> Wording:
    """The words of `text`."""
    parts = [part for part in _BETWEEN_WORDS.split(_AND.sub(" n ", _composed(text))) if _bare(part)]
    letters = [letter for part in parts for letter in part.split(".") if _bare(letter)]
    if len(letters) > 1 and all(_is_one_letter(letter) for letter in letters):
        return Wording((_bare("".join(letters)),), spelled_out=True)
    return Wording(tuple(_bare(part) for part in parts))


def is_dotted(text: str) -> bool:
    """Whether `text` is written as an abbreviation: capitals with dots (U.S.A.)."""
    return text == text.upper() and _DOTTED.fullmatch(text) is not None


@lru_cache(maxsize=4096)
def readings(text: str) -> tuple[Wording, ...]:
    """`text` as it is written and as it looks.

    Without a possessive s (cat's) and articles before an apostrophe (l'avion), without digits that
    are stuck to its words (king2) and with digits as letters (dr4gon), and in Latin letters where
    look-alike ones make Latin words of it.
    """
    plain = _POSSESSIVE.sub("", _AND.sub(" n ", _composed(text)))
    written, elided = split_words(plain), split_words(_ELIDED.sub("", plain))
    without = _without_digits(written)
    if not any(map(is_disguised, without.words)):
        return tuple(dict.fromkeys((written, elided, without, *_with_digits_as_letters(written))))
    looks = dict.fromkeys(zip(*(skeletons(word) for word in without.words), strict=True))
    disguised = [words for words in looks if "".join(words).isascii() and words != without.words]
    return written, *(Wording(words, written.spelled_out) for words in disguised)


def _without_digits(written: Wording) -> Wording:
    bare = tuple(filter(None, (_DIGITS.sub("", word) for word in written.words)))
    return Wording(bare, written.spelled_out) if bare else written


def _with_digits_as_letters(written: Wording) -> Iterator[Wording]:
    for letters in _LOOK_ALIKES:
        yield Wording(tuple(w if w.isdecimal() else w.translate(letters) for w in written.words))


def _composed(text: str) -> str:
    unfolded = unicodedata.normalize("NFKC", text).casefold()
    kept = "".join(char for char in unfolded[:MAX_UNFOLDED] if char not in JOINERS)
    return unicodedata.normalize("NFC", kept)


def _bare(part: str) -> str:
    """Letters, marks and digits: no quotes, exclamation marks, emoji."""
    return "".join(char for char in part if unicodedata.category(char)[0] in "LMN")


def _is_one_letter(part: str) -> bool:
    """One letter with the marks on it, as a reader counts."""
    return sum(1 for char in part if unicodedata.category(char)[0] != "M") == 1
