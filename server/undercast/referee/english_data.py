"""The referee's English words: a sorted text in which a word is found by halving, and our own list.

See `tools.referee.english` for what stands in the text. It is read at the first word, which takes
some milliseconds, and stays one piece: a dictionary of it would take twenty times the memory.
`data/english_families.txt` says what a line of our own list means.
"""

import gzip
from collections import defaultdict
from functools import cached_property, lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent / "data"

FILE = FOLDER / "english.txt.gz"

FAMILIES = FOLDER / "english_families.txt"
"""What people see in words and a dictionary does not, or the other way round."""

_SIGILS = {":": "~", "=": "=", "&": "&", ">": "~"}
"""What a mark of our own list says, as a relation."""

_Links = dict[str, set[str]]


class OwnList:
    """Our own list, by its marks."""

    def __init__(self) -> None:
        self.related: _Links = defaultdict(set)
        """By word, its relations as the text has them."""
        self.forms: _Links = defaultdict(set)
        """By form, the words that it is refused for (>)."""
        self.asked: _Links = defaultdict(set)
        """By word, those that are at most questioned for it (?), in both directions."""
        self.apart: _Links = defaultdict(set)
        """By word, those that it has nothing to do with (/), in both directions."""
        self.no_members: _Links = defaultdict(set)
        """By word, what stands in it by its letters alone (-)."""
        for line in FAMILIES.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                self._add(line)

    def _add(self, line: str) -> None:
        basic, mark, others = self.taken_apart(line)
        for other in others:
            if mark in _SIGILS:
                self.related[other].add(_SIGILS[mark] + basic)
            if mark == ">":
                self.forms[other].add(basic)
            elif mark == "-":
                self.no_members[other].add(basic)
            elif mark in "?/":
                links = self.asked if mark == "?" else self.apart
                links[basic].add(other)
                links[other].add(basic)

    @staticmethod
    def taken_apart(line: str) -> tuple[str, str, list[str]]:
        """The word, the mark and the other words of a line; a word without its blanks."""
        first, *others = line.split()
        if first.endswith(":"):
            return first.removesuffix(":"), ":", others
        mark = next(word for word in others if not word.isalpha())
        place = others.index(mark)
        return "".join([first, *others[:place]]), mark, others[place + 1 :]


class EnglishWords:
    """What is known about English words."""

    @cached_property
    def _text(self) -> bytes:
        return b"\n" + gzip.decompress(FILE.read_bytes())

    @cached_property
    def own(self) -> OwnList:
        """Our own list."""
        return OwnList()

    def load(self) -> None:
        """Read all of it."""
        _ = self._text, self.own

    @lru_cache(maxsize=8192)  # noqa: B019 - there is one of these
    def related(self, word: str) -> tuple[str, ...] | None:
        """What `word` has to do with which others, each with its sigil; None for unknown words."""
        found, own = self.looked_up(word), self.own.related.get(word, set())
        if found is None and not own:
            return None
        said = {relation[1:] for relation in own if relation[0] != "~"}
        said |= self.own.apart.get(word, set())  # dive: no plural of diva
        kept = (relation for relation in found or () if relation[1:] not in said)
        return (*kept, *sorted(own))

    def looked_up(self, word: str) -> tuple[str, ...] | None:
        """What the text says of `word`; None when it is not there."""
        if not word.isascii():
            return None
        text, wanted = self._text, word.encode()
        low, high = 0, len(text) - 1  # each is where a line break stands
        while low < high:
            start = text.rfind(b"\n", low, (low + high) // 2 + 1)
            end = text.index(b"\n", start + 1)
            found, _, relations = text[start + 1 : end].partition(b"\t")
            if found == wanted:
                return tuple(relations.decode().split())
            if found < wanted:
                low = end
            else:
                high = start
        return None

    def knows(self, word: str) -> bool:
        """Whether `word` is a word in its basic form, or an irregular form."""
        return self.related(word) is not None
