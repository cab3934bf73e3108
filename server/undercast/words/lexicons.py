"""Lexicons: what words of other languages mean in English, for the bots.

A lexicon is one UTF-8 file in the folder `senses` of the word lists: a header as a deck has, whose
language is the tags that it serves; then `word: sense; sense` lines, first under `## codenames`
those of the decks, then under `## clues` what people say besides.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from undercast.words.files import read_header

FOLDER = "senses"
"""In the folder of the word lists."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What the words of one language, or of several alike ones, mean in English."""

    languages: tuple[str, ...]
    """Tags, without a script: hr, not hr-Latn."""
    senses: Mapping[str, tuple[str, ...]]
    """By word, as it is written on a deck, seams included: English senses, the most usual first."""


class LexiconUnreadable(ValueError):
    """A file among the lexicons is none: not UTF-8, no language, a line without senses."""


def load_lexicons(folder: Path) -> tuple[Lexicon, ...]:
    """All lexicons that belong to the word lists in `folder`. Raises LexiconUnreadable, OSError."""
    return tuple(_read(file) for file in sorted((folder / FOLDER).glob("*.txt")))


def _read(file: Path) -> Lexicon:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise LexiconUnreadable(f"{file.name}: not UTF-8") from error
    languages = read_header(text).get("language", "").split()
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    if not languages or not all(": " in line for line in lines):
        raise LexiconUnreadable(f"{file.name}: no language, or a line without senses")
    return Lexicon(tuple(languages), dict(_parted(line) for line in lines))


def _parted(line: str) -> tuple[str, tuple[str, ...]]:
    word, _, told = line.partition(": ")
    return word, tuple(told.split("; "))
