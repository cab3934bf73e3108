"""Associations: what people call to mind at a word, for the bots.

`associations.txt` in a language's folder is UTF-8: a header as a deck has, then lines
`word: associate; associate`, what people say first standing first. All senses of the word count.
Spellings of one associate are told with a slash: `mlijeko/mleko`. Anybody's list has the same form.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from undercast.words import fold
from undercast.words.file_format import read_header, read_lines
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


class AssociationsUnreadable(ValueError):
    """A file is no list of associations: not UTF-8, no language, a line without associates."""


def load_associations(languages: Path) -> tuple[Associations, ...]:
    """Those of each folder of `languages`. Raises AssociationsUnreadable, OSError."""
    return tuple(read_associations(file) for file in sorted(languages.glob(f"*/{FILE}")))


def read_associations(file: Path) -> Associations:
    """One file. Raises AssociationsUnreadable, OSError."""
    name = f"{file.parent.name}/{file.name}"
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise AssociationsUnreadable(f"{name}: not UTF-8") from error
    languages = read_header(text).get("language", "").split()
    if not languages:
        raise AssociationsUnreadable(f"{name}: the header has no language")
    lists = dict[str, str]()
    for number, line in read_lines(text):
        word, colon, told = line.partition(": ")
        if not colon or word in lists:
            raise AssociationsUnreadable(f"{name}, line {number}: not “word: associate; associate”")
        lists[word] = told
    return Associations(tuple(languages), lists)


def key_of(word: str) -> str:
    """What is the same for all ways in which a word is written."""
    return fold(without_seams(word))


def associates_of(told: str) -> tuple[Spellings, ...]:
    """A word's associates, the first one first, each in its spellings."""
    return tuple(tuple(one.split("/")) for one in told.split("; "))
