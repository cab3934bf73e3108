"""Colours, fonts and texts, which `tools.drawing` takes from the sources of the pages."""

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

Colour = tuple[int, int, int, int]
"""Red, green, blue, alpha; each of 255."""


class Theme(Struct, frozen=True):
    """The contents of look.json."""

    faces: Mapping[str, tuple[str, ...]]
    """The font files of each style ("words", "text", "strong", "scenes")."""
    signs: Mapping[str, str]
    """The character of each drawing, in signs.ttf."""
    colours: Mapping[str, Colour]
    beats: Mapping[str, int]
    """Milliseconds."""
    texts: Mapping[str, Mapping[str, str]]
    """By language and key."""


def load(folder: Path) -> Theme:
    """Raises OSError, msgspec.MsgspecError."""
    return msgspec.json.decode((folder / "look.json").read_bytes(), type=Theme)


class Texts:
    """The texts in one language, as in common/language/words.ts."""

    def __init__(self, theme: Theme, language: str) -> None:
        parent = language.split("-", 1)[0]
        known = parent in theme.texts
        self.language = language if known else "en"
        self.texts = theme.texts[parent if known else "en"]
        self._cyrillic = self.language == "sr-Cyrl"

    def get(self, key: str, **values: str | int) -> str:
        """The text of a key, with its values filled in."""
        forms = self.texts[key].split("|")
        text = forms[self._form(int(values["n"]))] if len(forms) > 1 else forms[0]
        if self._cyrillic:
            text = to_cyrillic(text)
        return re.sub(r"\{(\w+)\}", lambda name: str(values[name[1]]), text)

    def has(self, key: str) -> bool:
        """Whether there is such a key."""
        return key in self.texts

    def _form(self, n: int) -> int:
        """The plural form for `n` (rules of Unicode CLDR)."""
        if self.language == "en":
            return int(n != 1)
        if self.language == "hi":
            return int(n > 1)
        if n % 10 == 1 and n % 100 != 11:
            return 0
        return 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2


_DIGRAPHS = {"lj": "љ", "nj": "њ", "dž": "џ"}
_LETTERS = dict(zip("abcčćdđefghijklmnoprsštuvzž", "абцчћдђефгхијклмнопрсштувзж", strict=True))
_NO_DIGRAPH = re.compile(r"nad(?=ž)|in(?=je[kd])|kon(?=jun)|tan(?=jug)", re.IGNORECASE)
_LATIN_WORDS = {"undercast", "codenames", "fi", "ok"}


def to_cyrillic(text: str) -> str:
    """A Serbian text in Cyrillic, as in common/language/serbian.ts: some names stay Latin."""
    return re.sub(r"\{\w+\}|[A-Za-zČĆĐŠŽčćđšž]+", lambda word: _in_cyrillic(word[0]), text)


def _in_cyrillic(word: str) -> str:
    if word[0] == "{" or word.lower() in _LATIN_WORDS or re.search("[qwxy]", word, re.IGNORECASE):
        return word
    seam = _NO_DIGRAPH.match(word)
    first = seam[0] if seam else ""
    return _spelled(first) + _spelled(word[len(first) :])


def _spelled(part: str) -> str:
    return re.sub("lj|nj|dž|.", lambda it: _letter(it[0]), part, flags=re.IGNORECASE)


def _letter(latin: str) -> str:
    small = _DIGRAPHS.get(latin.lower()) or _LETTERS[latin.lower()]
    return small if latin[0].islower() else small.upper()
