"""The table of English word vectors.

`tools/vectors` makes it and says what it is made from.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from undercast.bots.likeness import Floats, Opinion, first, projected
from undercast.bots.needs import TABLE
from undercast.words import fold

SEEN_BY = "seen_by_"
"""How the arrays of projections begin in the file."""

_ENDINGS = (
    *(("ies", "y"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", ""), ("ed", "e")),
    *(("ing", ""), ("ing", "e"), ("er", ""), ("ly", ""), ("ness", "")),
)
"""What makes an unknown form of a known word."""

_BY_CHANCE = 5_000
"""Pairs that tell how far likeness by chance goes."""


class Table:
    """English words, and their vectors."""

    def __init__(
        self,
        words: Sequence[str],
        rows: NDArray[Any],
        given: int,
        projections: Sequence[NDArray[Any]] = (),
        further: Sequence[Floats] = (),
    ) -> None:
        """`rows`: a vector for each word, of any length. The first `given` may be said.

        `projections`: of the vectors onto what each source by itself had to say. `further`: what
        others say of the words, a vector for each, or zeros.
        """
        self.words = tuple(words)
        self.given = given
        lengths = np.linalg.norm(rows.astype(np.float32), axis=1, keepdims=True)
        own: Floats = rows.astype(np.float32) / np.maximum(lengths, 1e-9)
        self._width = own.shape[1]
        self._rows: Floats = np.hstack([own, *further])
        self._places = {_folded(word): place for place, word in enumerate(self.words)}
        self._vector = lru_cache(maxsize=1024)(self._found)
        rng = np.random.default_rng(1)
        pairs = self._rows[rng.integers(0, len(self.words), (2, _BY_CHANCE))]
        self.opinion = Opinion(first(self._width), pairs)
        """What the whole of it says."""
        self.opinions = tuple(Opinion(seen, pairs) for seen in self._others(projections, further))
        """What people think who see things otherwise: each source by itself, and all others."""

    def _others(
        self, projections: Sequence[NDArray[Any]], further: Sequence[Floats]
    ) -> Iterator[Callable[[Floats], Floats]]:
        for projection in projections:
            yield projected(projection.astype(np.float32), 0)
        begin = self._width
        for rows in further:
            yield projected(np.eye(rows.shape[1], dtype=np.float32), begin)
            begin += rows.shape[1]

    @property
    def said(self) -> Floats:
        """The vectors of the words that a bot may say."""
        return self._rows[: self.given]

    def rows(self, words: Sequence[str]) -> Floats:
        """A vector for each word or codename; zeros for what is unknown."""
        return np.stack([self._vector(word) for word in words])

    def rarity(self, word: str) -> float:
        """How unusual a word is, 0 to 1, by its place among those that may be said or among the
        others: both begin with the most usual ones. 1 for what is unknown.
        """
        place = self._place(_folded(word))
        if place is None:
            return 1.0
        among = self.given if place < self.given else len(self.words) - self.given
        return (place if place < self.given else place - self.given) / max(among - 1, 1)

    def knows(self, word: str) -> bool:
        """Whether there is an opinion about this word."""
        return bool(self._vector(word).any())

    def _found(self, word: str) -> Floats:
        """Of a word, of a form of it, or the mean of several words."""
        place = self._place(_folded(word))
        if place is not None:
            row: Floats = self._rows[place]
            return row
        parts = [self._place(_folded(part)) for part in word.replace("-", " ").split()]
        known = [part for part in parts if part is not None]
        total: Floats = self._rows[known].sum(axis=0)
        length = float(np.linalg.norm(total[: self._width]))
        mean: Floats = (total / (length or 1.0)).astype(np.float32)
        return mean

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
    """`fold`, which letters of English alone need not go through."""
    return word.lower() if word.isascii() and word.isalpha() else fold(word)


def load(file: Path = TABLE, further: Sequence[Floats] = ()) -> Table:
    """The table in `file`; `further` as the table takes it. Raises OSError."""
    with np.load(file) as arrays:
        words = bytes(arrays["words"]).decode().split("\n")
        projections = [arrays[name] for name in sorted(arrays.files) if name.startswith(SEEN_BY)]
        return Table(words, arrays["rows"], int(arrays["given"]), projections, further)
