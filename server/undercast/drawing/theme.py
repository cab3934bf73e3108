"""Colours, fonts and texts, which `tools.drawing` takes from the sources of the pages."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from undercast.base import languages

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
    rtl: tuple[str, ...]
    """The scripts whose lines begin at the right (ISO 15924)."""


def load(folder: Path) -> Theme:
    """Raises OSError, msgspec.MsgspecError."""
    return msgspec.json.decode((folder / "look.json").read_bytes(), type=Theme)


class Texts:
    """The texts in one language, as in common/language/words.ts."""

    def __init__(self, theme: Theme, language: str) -> None:
        known = languages.load()
        self.language = language if language in known else "en"
        self._header = known[self.language]
        self.texts = theme.texts[self._header.texts_of or self.language]
        self._convert = CONVERTS.get(self.language, str)
        self.rtl = self._header.script in theme.rtl

    def get(self, key: str, **values: str | int) -> str:
        """The text of a key, with its values filled in."""
        forms = self.texts[key].split("|")
        text = forms[self._form(values)] if len(forms) > 1 else forms[0]
        text = self._convert(text)
        return re.sub(r"\{(\w+)\}", lambda name: str(values[name[1]]), text)

    def has(self, key: str) -> bool:
        """Whether there is such a key."""
        return key in self.texts

    def _form(self, values: Mapping[str, str | int]) -> int:
        return languages.plural_form(self._header.plurals, int(values["n"]))


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


CONVERTS: Mapping[str, Callable[[str], str]] = {"sr-Cyrl": to_cyrillic}
"""What makes a language's texts of those that it converts."""
