"""How much words have to do with each other, where a word can mean several things."""

from typing import Self

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class Senses(Struct, frozen=True):
    """Several words, each with one vector or more: one for each thing that it means."""

    rows: Floats
    """The vectors of all words, one word after the other, each of length one or zeros."""
    starts: NDArray[np.intp]
    """Where the rows of each word begin. No word is without a row."""

    @classmethod
    def single(cls, rows: Floats) -> Self:
        """Words that mean one thing each."""
        return cls(rows, np.arange(len(rows)))

    @classmethod
    def of(cls, words: list[Floats]) -> Self:
        """Each word by its rows. At least one word."""
        counts = [len(rows) for rows in words]
        return cls(np.concatenate(words), np.cumsum([0, *counts[:-1]]))

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, places: NDArray[np.intp]) -> Self:
        """The words at these places."""
        if len(self) == len(self.rows):
            return type(self).single(self.rows[places])
        counts = np.diff(self.starts, append=len(self.rows))[places]
        starts = np.cumsum(counts) - counts
        within = np.arange(counts.sum()) - np.repeat(starts, counts)
        return type(self)(self.rows[np.repeat(self.starts[places], counts) + within], starts)


def cosines(one: Senses, other: Senses) -> Floats:
    """Of each of `one` (rows) and each of `other` (columns): of the two senses that are likest."""
    found: Floats = one.rows @ other.rows.T
    if len(other) < len(other.rows):
        found = np.maximum.reduceat(found, other.starts, axis=1)
    if len(one) < len(one.rows):
        found = np.maximum.reduceat(found, one.starts, axis=0)
    return found


class Opinion:
    """One view of what words have to do with each other."""

    def __init__(self, projection: Floats | None, pairs: Floats) -> None:
        """`pairs`: vectors of words by chance, twice as many; they tell how far chance goes."""
        self._projection = projection
        one, other = (self._seen(rows) for rows in pairs)
        self._spread = float(np.einsum("ij,ij->i", one, other).std()) or 1.0

    def likeness(self, one: Senses, other: Senses) -> Floats:
        """How many standard deviations above chance each of `one` is like each of `other`."""
        seen = [Senses(self._seen(words.rows), words.starts) for words in (one, other)]
        result: Floats = cosines(*seen) / np.float32(self._spread)
        return result

    def _seen(self, rows: Floats) -> Floats:
        if self._projection is None:
            return rows
        projected = rows @ self._projection
        lengths = np.linalg.norm(projected, axis=1, keepdims=True)
        seen: Floats = projected / np.maximum(lengths, np.float32(1e-9))
        return seen
