"""Codenames that are the same, or nearly: spelling, inflection, compounds."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

import snowballstemmer

from undercast.base import languages
from undercast.rules.text import JOINERS
from undercast.words.devanagari import normalize_spelling
from undercast.words.problems import WordReason, showable
from undercast.words.serbian_scripts import to_latin


@lru_cache(maxsize=20_000)  # each deal folds whole decks
def fold(codename: str) -> str:
    """What `codename` is apart from case, accents, ligatures, hyphens, blanks, scripts, Hindi dots.

    Two codenames with one fold are the same codename: they never lie on one board.
    """
    latin = to_latin(codename.casefold()).replace("đ", "dj").replace("œ", "oe")
    letters = normalize_spelling(unicodedata.normalize("NFKD", latin))
    return "".join(char for char in letters if not _is_accent(char) and _is_spelling(char))


def _is_accent(char: str) -> bool:
    # Only these: the vowel signs of Indian scripts are marks too, but they are no decoration.
    return "\u0300" <= char <= "\u036f"


def _is_spelling(char: str) -> bool:
    return char not in " -'’." and char not in JOINERS


_DIFFERENT = {("", "e"), ("e", "y"), ("y", "e")}
"""English pairs that differ by endings and are words of their own all the same: past and paste."""

_IRREGULAR = {
    "calves": "calf", "children": "child", "dice": "die", "feet": "foot", "geese": "goose",
    "halves": "half", "knives": "knife", "leaves": "leaf", "lives": "life", "loaves": "loaf",
    "men": "man", "mice": "mouse", "oxen": "ox", "people": "person", "scarves": "scarf",
    "shelves": "shelf", "teeth": "tooth", "thieves": "thief", "wives": "wife", "wolves": "wolf",
    "women": "woman",
}  # fmt: skip


class TakenWords:
    """The codenames of a list so far, for telling whether the next one is among them."""

    def __init__(self, language: str) -> None:
        known = languages.load().get(language.partition("-")[0])
        self._algorithm = known.stemmer if known else ""
        self._declensions = _declensions(known.endings) if known else ()
        self._stemmer = snowballstemmer.stemmer(self._algorithm) if self._algorithm else None
        self._by_fold: dict[str, str] = {}
        self._by_root: dict[str, list[str]] = defaultdict(list)
        self._roots: dict[str, str] = {}

    def add(self, codename: str) -> None:
        """The next ones are compared with `codename` too."""
        self._by_fold[fold(codename)] = codename
        self._by_root[self._root(codename)].append(codename)

    def collision(self, codename: str) -> tuple[WordReason | None, str]:
        """Why `codename` is a codename of the list again, and which."""
        if same := self._by_fold.get(fold(codename)):
            return WordReason.DUPLICATE, showable(same)
        for other in self._by_root[self._root(codename)]:
            if self._is_form(fold(codename), fold(other)):
                return WordReason.INFLECTION, other
        return None, ""

    def member_of(self, codename: str) -> str:
        """A codename of the list that is a word of `codename` (Robin Hood, horseshoe), or ""."""
        words = re.split("[ -]", codename)
        if len(words) > 1:
            members = (self._by_fold.get(fold(word), "") for word in words)
            return next((member for member in members if member), "")
        whole = fold(codename)
        for cut in range(_MEMBER, len(whole) - _MEMBER + 1):
            # Both halves must be codenames: that "carpet" begins with "car" says nothing.
            if whole[:cut] in self._by_fold and whole[cut:] in self._by_fold:
                return self._by_fold[whole[:cut]]
        return ""

    def _root(self, codename: str) -> str:
        if codename not in self._roots:
            self._roots[codename] = self._stemmed(codename)
        return self._roots[codename]

    def _stemmed(self, codename: str) -> str:
        latin = to_latin(codename.casefold())
        before, blank, last = latin.rpartition(" ")
        if self._algorithm == "english":
            last = _IRREGULAR.get(last.removesuffix("'s"), last)
        if self._algorithm == "serbian":
            last = re.sub("(?<=..)[oe]v(i|a|e|ima)$", "", last)
        if self._algorithm == "hindi":
            last = re.sub("(?<=..)िया$", "ी", fold(last))  # it knows one spelling of its endings
        stem = self._stemmer.stemWord(last) if self._stemmer else last
        return fold(before) + blank + fold(stem)

    def _is_form(self, one: str, other: str) -> bool:
        """Whether two folded words of the same root differ as forms of one word do."""
        if _IRREGULAR.get(one) == other or _IRREGULAR.get(other) == one:
            return True
        if not self._declensions:
            return True
        short, long = sorted((one, other), key=len)
        for shared in range(len(short), 1, -1):
            pair = (short[shared:], long[shared:])
            declined = any(declension.issuperset(pair) for declension in self._declensions)
            if one[:shared] == other[:shared] and declined:
                return self._algorithm != "english" or pair not in _DIFFERENT
        return False


def _declensions(endings: Iterable[str]) -> tuple[frozenset[str], ...]:
    """Endings that inflect a word, as they are folded, by declension.

    Stemmers cut off more than those (organ, organic; कल, कला), so two words of one stem count as
    forms of each other only when they differ by two endings of one declension.
    """
    lines = [line.split() for line in endings]
    return tuple(frozenset("" if end == "-" else end for end in line) for line in lines)


_MEMBER = 4
"""Letters of a word that may count as a member of a compound."""
