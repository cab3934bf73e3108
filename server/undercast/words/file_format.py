"""The form of a word list: a header of `# key: value` lines, then one codename a line."""

import re
from collections.abc import Iterator
from pathlib import Path

MIN_LENGTH = 2
MAX_LENGTH = 13
"""Letters of a codename, spaces included: what a card can show to the far end of the sofa."""

MIN_PASTED = 25
"""A board; a host's own list is a deck from here on."""

MIN_SHIPPED = 400
"""Sixteen boards without a repetition: more than an evening."""

MIN_PACK = 150
"""Of a pack, which is meant to be mixed with others."""

MAX_CODENAMES = 2_000
MAX_BYTES = 38_000
"""Bounds of a pasted list, so that nobody can keep the server busy with one. So many bytes fit into
one message, also when each is a line break or a quotation mark, which JSON doubles.
"""

HEADER = ("language", "name", "licence", "version")
"""The keys that a word list states about itself."""


def read_header(text: str) -> dict[str, str]:
    """The `# key: value` lines above the first codename."""
    header = {}
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            break
        key, colon, value = line.lstrip("# ").partition(":")
        if colon:
            header[key.strip().lower()] = value.strip()
    return header


def read_lines(text: str) -> Iterator[tuple[int, str]]:
    """The codenames of a file with their line numbers; comments and blank lines left out."""
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=1):
        if line.strip() and not line.startswith("#"):
            yield number, line.strip(" ")


class TableUnreadable(ValueError):
    """A file is no table of words: not UTF-8, no language, a line that says nothing of a word."""


def read_table(file: Path) -> tuple[tuple[str, ...], dict[str, str]]:
    """Of a file with a header and lines `word: what is said of it`: the languages, and by word what
    is said. Raises TableUnreadable, OSError.
    """
    name = f"{file.parent.name}/{file.name}"
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise TableUnreadable(f"{name}: not UTF-8") from error
    languages = tuple(read_header(text).get("language", "").split())
    if not languages:
        raise TableUnreadable(f"{name}: the header has no language")
    table = dict[str, str]()
    for number, line in read_lines(text):
        word, colon, said = line.partition(": ")
        if not colon or word in table:
            raise TableUnreadable(f"{name}, line {number}: not “word: …”, or the word again")
        table[word] = said
    return languages, table
