"""The languages that Undercast speaks: each is one folder, whose `language.json` says what it is.

How a language is added: languages/README.md.
"""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from undercast.base import assets

PluralRules = Mapping[str, str]
"""By kind of number, in the order of a text's forms, the rule of Unicode CLDR for whole numbers:
"n % 10 = 2..4 and n % 100 != 12..14"; the last one has none.
"""


class LanguageHeader(msgspec.Struct, frozen=True):
    """A language's header."""

    name: str
    """What it calls itself."""
    english: str
    """What a language model is told that it is."""
    tag: str
    """For browsers (BCP 47)."""
    script: str
    """ISO 15924."""
    plurals: PluralRules
    texts_of: str | None = None
    """The language whose texts it converts into its own script."""
    words_of: str | None = None
    """The folder of the data about its words, where several languages share it."""
    stemmer: str = ""
    """What Snowball calls it, if it knows it."""
    endings: tuple[str, ...] = ()
    """By declension: endings that inflect a word, as words are folded; `-` is none."""


def load(folder: Path | None = None) -> Mapping[str, LanguageHeader]:
    """Every language by its id, of the shipped ones or of another folder of languages.

    Raises OSError, msgspec.MsgspecError.
    """
    return _load(folder or assets.languages())


def written() -> Mapping[str, LanguageHeader]:
    """The languages that have texts of their own."""
    return {name: header for name, header in load().items() if header.texts_of is None}


def folder_of_words(tag: str, folder: Path | None = None) -> Path | None:
    """Where the data about the words of a deck's language lie: of "sr-Cyrl" those of "sr"."""
    folder = folder or assets.languages()
    language, known = tag.partition("-")[0], load(folder)
    return folder / (known[language].words_of or language) if language in known else None


def of_terminal(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the locale names ("hr_HR.UTF-8"), if it has texts, or else English."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, names), "")
    language = re.split("[_.@]", locale)[0]
    return language if language in written() else "en"


def texts(language: str, name: str) -> Mapping[str, str]:
    """A catalog of a language's own, by key."""
    file = assets.languages() / language / "texts" / f"{name}.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str])


@cache
def _load(folder: Path) -> Mapping[str, LanguageHeader]:
    files = sorted(folder.glob("*/language.json"))
    return {
        file.parent.name: msgspec.json.decode(file.read_bytes(), type=LanguageHeader)
        for file in files
    }


# --- plurals -------------------------------------------------------------------------------------

_RELATION = re.compile(r"n(?: % (?P<modulus>\d+))? (?P<negated>!?)= (?P<ranges>[\d.,]+)")


def plural_form(rules: PluralRules, n: int) -> int:
    """Which form of a text counts `n` things: the place of the first rule that holds."""
    return next((at for at, rule in enumerate(_compiled(tuple(rules.values()))) if rule(n)), 0)


@cache
def _compiled(rules: Sequence[str]) -> tuple[Callable[[int], bool], ...]:
    return tuple(map(_rule, rules))


def _rule(text: str) -> Callable[[int], bool]:
    """Raises ValueError for a rule that CLDR would not write."""
    if not text:
        return lambda _: True
    either = [[_relation(part) for part in some.split(" and ")] for some in text.split(" or ")]
    return lambda n: any(all(relation(n) for relation in some) for some in either)


def _relation(text: str) -> Callable[[int], bool]:
    found = _RELATION.fullmatch(text)
    if found is None:
        raise ValueError(f"no plural rule: {text}")
    pairs = [part.partition("..") for part in found["ranges"].split(",")]
    ranges = [range(int(first), int(last or first) + 1) for first, _, last in pairs]
    modulus, negated = int(found["modulus"] or 0), bool(found["negated"])
    return lambda n: any((n % modulus if modulus else n) in some for some in ranges) is not negated
