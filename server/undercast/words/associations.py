"""Associations: what people call to mind at a word, for the bots.

`associations.txt` in a language's folder is UTF-8: a header as a deck has, then lines
`word: associate; associate`, what people say first standing first. All senses of the word count.
Spellings of one associate are told with a slash: `mlijeko/mleko`. Anybody's list has the same form.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from undercast.words import fold
from undercast.words.file_format import read_table
from undercast.words.serbian_scripts import without_seams

FILE = "associations.txt"
"""In the folder of a language."""

MIN_ASSOCIATES = 20
"""Of a codename: with fewer, bots think of too little."""

Spellings = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Associations:
    """What the words of one language, or of several alike ones, call to mind."""

    languages: tuple[str, ...]
    """Tags, without a script: hr, not hr-Latn."""
    lists: Mapping[str, str]
    """By word what it calls to mind, as it stands in the file: `associates_of` reads it. All lists
    in pieces would take tens of megabytes.
    """


def load_associations(languages: Path) -> tuple[Associations, ...]:
    """Those of each folder of `languages`. Raises TableUnreadable, OSError."""
    return tuple(read_associations(file) for file in sorted(languages.glob(f"*/{FILE}")))


def read_associations(file: Path) -> Associations:
    """One file. Raises TableUnreadable, OSError."""
    return Associations(*read_table(file))


def key_of(word: str) -> str:
    """What is the same for all ways in which a word is written."""
    return fold(without_seams(word))


def associates_of(told: str) -> tuple[Spellings, ...]:
    """A word's associates, the first one first, each in its spellings."""
    return tuple(tuple(one.split("/")) for one in told.split("; "))
