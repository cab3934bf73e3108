"""The referee's English words: a sorted text in which a word is found by halving.

See `building.english` for what stands in it. It is read at the first word, which takes some
milliseconds, and stays one piece of text: a dictionary of it would take twenty times the memory.
"""

import gzip
from collections import defaultdict
from functools import cached_property, lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent / "data"

FILE = FOLDER / "english.txt.gz"

FAMILIES = FOLDER / "english_families.txt"
"""Words whose kinship no spelling shows (strong, strength): beside what a dictionary links."""


class Lexicon:
    """What is known about English words."""

    @cached_property
    def _text(self) -> bytes:
        return b"\n" + gzip.decompress(FILE.read_bytes())

    @cached_property
    def _kin(self) -> dict[str, tuple[str, ...]]:
        """By word, what it is perhaps derived from."""
        kin = defaultdict[str, list[str]](list)
        for line in FAMILIES.read_text(encoding="utf-8").splitlines():
            basic, colon, derived = line.partition(":")
            if colon and not line.startswith("#"):
                for word in derived.split():
                    kin[word].append("~" + basic)
        return {word: tuple(basics) for word, basics in kin.items()}

    @lru_cache(maxsize=8192)  # noqa: B019 - there is one of these
    def related(self, word: str) -> tuple[str, ...] | None:
        """What `word` has to do with which others, each with its sigil; None for unknown words."""
        found, kin = self._looked_up(word), self._kin.get(word, ())
        return (*(found or ()), *kin) if found is not None or kin else None

    def _looked_up(self, word: str) -> tuple[str, ...] | None:
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
