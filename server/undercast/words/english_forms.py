"""Which English words an inflected one may come from, by its letters alone."""

import re
from collections.abc import Iterator


def uninflected(word: str) -> Iterator[str]:
    """The words that `word` may be a plural, a past, a participle of."""
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        yield word[:-1]
        if word.endswith(_TAKE_ES):
            yield word[:-2]
        if word.endswith("zzes"):
            yield word[:-3]
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) + len(instead) >= 2:
            yield word[: len(word) - len(ending)] + instead
    if word.endswith(_VES):
        yield word[:-3] + "f"
        yield word[:-3] + "fe"
    if word.endswith(("ed", "ing")):
        stem = word.removesuffix("ed") if word.endswith("ed") else word.removesuffix("ing")
        yield from (base for base in _whole(stem) if len(base) > 2 or base in _SHORT_VERBS)


def _whole(stem: str) -> Iterator[str]:
    """The words whose letters may have become `stem` before an ending that begins with a vowel.

    A short word doubles its last letter: striped comes from stripe, not from strip.
    """
    if not _DOUBLES.fullmatch(stem):
        yield stem
    yield stem + "e"
    if stem.endswith("i"):
        yield stem[:-1] + "y"
    if len(stem) > 3 and stem[-1] == stem[-2]:
        yield stem[:-1]


_DOUBLES = re.compile("[^aeiouy]*[aeiouy][^aeiouwxy]")

_SHORT_VERBS = frozenset(["ax", "be", "do", "go"])
_TAKE_ES = ("ses", "xes", "zes", "ches", "shes", "oes")
_ENDINGS = (("ies", "y"), ("men", "man"), ("ied", "y"), ("ying", "ie"))
_VES = (
    "calves", "dwarves", "elves", "halves", "hooves", "knives", "leaves", "lives", "loaves",
    "scarves", "selves", "sheaves", "thieves", "wharves", "wives", "wolves",
)  # fmt: skip
