"""Capital letters as each language writes them, the same as browsers make for styles."""

import re
import unicodedata
from collections.abc import Iterator

_LETTER = re.compile(r"(.)([\u0300-\u036f]*)", re.DOTALL)
_ACCENTS = frozenset("\u0300\u0301\u0302\u0303\u0311\u0342")
_TONOS, _DIALYTIKA, _IOTA_BELOW = "\u0301", "\u0308", "\u0345"
_VOWELS = frozenset("ΑΕΗΙΟΥΩ")


def capitals(text: str, language: str) -> str:
    """`text` in capitals; `language` is a tag.

    Turkish has two letters i, and Greek capitals have no accents. All others follow Unicode.
    """
    match language.split("-", 1)[0]:
        case "tr" | "az":
            return text.replace("i", "İ").upper()
        case "el":
            return unicodedata.normalize("NFC", "".join(_greek(text)))
        case _:
            return text.upper()


def _greek(text: str) -> Iterator[str]:
    """An accent that goes leaves a dialytika: ρόιδι is ΡΟΪΔΙ. The word ή, "or", keeps its own."""
    decomposed = unicodedata.normalize("NFD", text)
    parted = False
    for found in _LETTER.finditer(decomposed):
        letter, marks = found[1].upper(), found[2]
        if letter not in _VOWELS:
            yield letter + (marks if not "Α" <= letter <= "Ω" else "")
            parted = False
            continue
        accented = not _ACCENTS.isdisjoint(marks)
        apart = _DIALYTIKA in marks or (parted and letter in "ΙΥ")
        if letter == "Η" and accented and _stands_alone(decomposed, found):
            letter += _TONOS
        yield letter + _DIALYTIKA * (apart and letter in "ΙΥ") + "Ι" * marks.count(_IOTA_BELOW)
        parted = accented and not apart


def _stands_alone(text: str, found: re.Match[str]) -> bool:
    around = text[: found.start()][-1:] + text[found.end() :][:1]
    return not any(char.isalpha() for char in around)
