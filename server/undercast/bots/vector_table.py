"""The table of English word vectors.

`tools/vectors` makes it and says what it is made from.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from undercast.bots.dependencies import TABLE
from undercast.bots.similarity import (
    Bytes,
    Floats,
    SimilaritySource,
    Sources,
    packed,
    source_of,
    with_further,
)
from undercast.words import fold

_ENDINGS = (
    *(("ies", "y"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", ""), ("ed", "e")),
    *(("ing", ""), ("ing", "e"), ("er", ""), ("ly", ""), ("ness", "")),
)
"""Endings that make an unknown form of a known word, and what to put in their place."""


class VectorTable:
    """English words, and their vectors."""

    def __init__(
        self, words: Sequence[str], rows: Bytes, given: int, sources: Sequence[SimilaritySource]
    ) -> None:
        """`rows`: a vector for each word. The first `given` may be said."""
        self.words = tuple(words)
        self.clue_count = given
        self.sources = Sources(sources)
        """How similar its vectors are."""
        self._rows = rows
        self._places = {_folded(word): place for place, word in enumerate(self.words)}
        self._vector = lru_cache(maxsize=1024)(self._found)

    def of_source(self, place: int) -> "VectorTable":
        """What one of its sources alone says."""
        source = self.sources.each[place]
        begin = sum(before.width for before in self.sources.each[:place])
        rows = self._rows[:, begin : begin + source.width]
        return VectorTable(self.words, rows, self.clue_count, [source_of(rows, weight=1.0)])

    @property
    def clue_rows(self) -> Bytes:
        """The vectors of the words that may be clues."""
        return self._rows[: self.clue_count]

    def rows(self, words: Sequence[str]) -> Bytes:
        """A vector for each word or codename; zeros for what is unknown."""
        return np.stack([self._vector(word) for word in words])

    def rarity(self, word: str) -> float:
        """How rare a word is, 0 to 1, by its rank among the possible clues or the others: both
        begin with the most common ones. 1 for an unknown word.
        """
        place = self._place(_folded(word))
        if place is None:
            return 1.0
        among = self.clue_count if place < self.clue_count else len(self.words) - self.clue_count
        return (place if place < self.clue_count else place - self.clue_count) / max(among - 1, 1)

    def knows(self, word: str) -> bool:
        """Whether the table knows this word."""
        return bool(self._vector(word).any())

    def _found(self, word: str) -> Bytes:
        """The vector of a word or of its stem, or the mean of several words."""
        place = self._place(_folded(word))
        if place is not None:
            row: Bytes = self._rows[place]
            return row
        parts = [self._place(_folded(part)) for part in word.replace("-", " ").split()]
        return self.sources.mean(self._rows[[part for part in parts if part is not None]])

    def _place(self, folded: str) -> int | None:
        if folded in self._places:
            return self._places[folded]
        stems = (
            folded.removesuffix(ending) + instead
            for ending, instead in _ENDINGS
            if folded.endswith(ending) and len(folded) - len(ending) >= 3
        )
        return next((self._places[stem] for stem in stems if stem in self._places), None)


def _folded(word: str) -> str:
    """`fold`, with a shortcut for plain ASCII."""
    return word.lower() if word.isascii() and word.isalpha() else fold(word)


def single_source(words: Sequence[str], rows: Floats, given: int) -> VectorTable:
    """A table of one source alone: its vectors, of length one or zeros."""
    mine = packed(rows)
    return VectorTable(words, mine, given, [source_of(mine, weight=1.0)])


def load(file: Path = TABLE, further: Sequence[Floats] = ()) -> VectorTable:
    """The table in `file`. Raises OSError.

    `further`: more sources, each with a vector of length one for each word, or zeros. They count
    in the consensus as its own do; each is one more opinion.
    """
    with np.load(file) as arrays:
        words = bytes(arrays["words"]).decode().split("\n")
        told = zip(arrays["widths"], arrays["spreads"], arrays["weights"], strict=True)
        sources: Sequence[SimilaritySource] = [
            SimilaritySource(int(width), float(spread), float(w)) for width, spread, w in told
        ]
        rows, given = arrays["rows"], int(arrays["given"])
    more = [packed(vectors) for vectors in further]
    if more:
        sources, rows = with_further(sources, rows, more), np.hstack([rows, *more])
    return VectorTable(words, rows, given, sources)
