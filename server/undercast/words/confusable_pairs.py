"""Codenames of one list that spoil each other: each is good, but both of them are one too many."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from undercast.base import languages
from undercast.words.duplicates import fold
from undercast.words.file_format import read_header, read_lines
from undercast.words.problems import showable
from undercast.words.serbian_scripts import without_seams


class ConfusableKind(StrEnum):
    """Why a list is better off with one of two codenames."""

    CONTAINED = "contained"
    SHARED_PART = "shared_part"
    SYNONYM = "synonym"


@dataclass(frozen=True, slots=True)
class PairWarning:
    """Two codenames of a list that people should look at: `codename` of `line`, and `other`.

    `part` is what both of them have, or "".
    """

    line: int
    codename: str
    likeness: ConfusableKind
    other: str
    part: str = ""


@dataclass(frozen=True, slots=True)
class ConfusablePair:
    """What our own lists say of words, which are folded here."""

    synonyms: Sequence[frozenset[str]] = ()
    strangers: frozenset[frozenset[str]] = frozenset()
    """Pairs of which one only looks as if it were in the other (car, carina)."""


FILE = "near.txt"
"""In the folder of a language's words."""


def read_near(language: str) -> ConfusablePair:
    """Our list of near-synonyms (`a = b`) and strangers (`a ≠ b`); empty where there is none."""
    folder = languages.folder_of_words(language)
    file = folder / FILE if folder else None
    if file is None or not file.is_file():
        return ConfusablePair()
    lines = [line for _, line in read_lines(file.read_text(encoding="utf-8"))]
    return ConfusablePair(
        tuple(frozenset(map(fold, line.split("="))) for line in lines if "=" in line),
        frozenset(frozenset(map(fold, line.split("≠"))) for line in lines if "≠" in line),
    )


def warnings(text: str) -> list[PairWarning]:
    """Which codenames of the text of a word list spoil each other, in the order of its lines.

    A pair is warned of once.
    """
    language = read_header(text.removeprefix("\ufeff")).get("language", "")
    near = read_near(language)
    lines = [(line, without_seams(codename)) for line, codename in read_lines(text)]
    pairs = _Pairs(lines, language)
    found: dict[frozenset[str], PairWarning] = {}
    for warned in (*pairs.synonyms(near), *pairs.contained(), *pairs.sharing()):
        pair = frozenset({fold(warned.codename), fold(warned.other)})
        if len(pair) == 2 and pair not in near.strangers:
            found.setdefault(pair, warned)
    return sorted(found.values(), key=lambda warned: warned.line)


_LEAST: Mapping[str, int] = {"hi": 2}
"""Letters of a part that says something, by language; a letter of Hindi is a syllable."""

_SMALL = frozenset(["and", "the"])


class _Pairs:
    """The codenames of a list, compared with each other."""

    def __init__(self, lines: Sequence[tuple[int, str]], language: str) -> None:
        self._lines = lines
        self._least = _LEAST.get(language.partition("-")[0], 3)

    def synonyms(self, near: ConfusablePair) -> Iterator[PairWarning]:
        """Codenames that mean nearly the same."""
        for group in near.synonyms:
            listed = [line for line in self._lines if fold(line[1]) in group]
            for line, codename in listed[1:]:
                yield PairWarning(line, codename, ConfusableKind.SYNONYM, listed[0][1])

    def contained(self) -> Iterator[PairWarning]:
        """Codenames, or words of one, that another one begins or ends with."""
        for line, codename in self._lines:
            for part in (part for word in _words(codename) for part in self._parts(word)):
                for _, other in self._by_word[part]:
                    if fold(other) == part:
                        yield PairWarning(line, codename, ConfusableKind.CONTAINED, other)
                    elif _letters(part) > self._least:
                        yield PairWarning(line, codename, ConfusableKind.SHARED_PART, other, part)

    def sharing(self) -> Iterator[PairWarning]:
        """Names of several words that have one of them in common."""
        for word, listed in self._by_word.items():
            if _letters(word) >= self._least and word not in _SMALL:
                names = [line for line in listed if fold(line[1]) != word]
                for line, codename in names[1:]:
                    yield PairWarning(line, codename, ConfusableKind.SHARED_PART, names[0][1], word)

    @cached_property
    def _by_word(self) -> Mapping[str, list[tuple[int, str]]]:
        """By each of their words, the codenames and their lines."""
        by_word = defaultdict[str, list[tuple[int, str]]](list)
        for line, codename in self._lines:
            for word in dict.fromkeys(_words(codename)):
                by_word[word].append((line, codename))
        return by_word

    def _parts(self, word: str) -> Iterator[str]:
        """The words of the list that `word` begins or ends with, apart from scraps."""
        for cut in range(1, len(word)):
            parts = word[:cut], word[cut:]
            if _parts_letters(word, cut) and min(map(_letters, parts)) >= self._least:
                yield from (part for part in parts if part in self._by_word)


def _words(codename: str) -> list[str]:
    return [folded for word in re.split("[ -]", codename) if (folded := fold(word))]


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"


def _letters(folded: str) -> int:
    return sum(not _is_mark(char) for char in folded)


_VIRAMA = "\u094d"


def _parts_letters(word: str, cut: int) -> bool:
    """Whether `word` can be cut there: no vowel sign is left alone, no two letters are torn."""
    return not _is_mark(word[cut]) and word[cut - 1] != _VIRAMA


def explain_warning(warned: PairWarning) -> str:
    """One English line about `warned`, for a terminal."""
    sentence = _SENTENCES[warned.likeness]
    said = sentence.format(*map(showable, (warned.codename, warned.other, warned.part)))
    return f"line {warned.line}: warning: {said}"


_SENTENCES: Mapping[ConfusableKind, str] = {
    ConfusableKind.CONTAINED: "“{0}” contains “{1}”, which is also a codename",
    ConfusableKind.SHARED_PART: "“{0}” and “{1}” have “{2}” in common",
    ConfusableKind.SYNONYM: "“{0}” means nearly the same as “{1}”",
}
