"""How much words have to do with each other, where a word can mean several things."""

from collections.abc import Callable
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

    def __init__(self, seen: Callable[[Floats], Floats], pairs: Floats) -> None:
        """`seen`: vectors as this one sees them, each of length one or zeros.

        `pairs`: vectors of words by chance, twice as many; they tell how far chance goes.
        """
        self._seen = seen
        one, other = (seen(rows) for rows in pairs)
        found = np.einsum("ij,ij->i", one, other)
        self._spread = float(found[found != 0].std()) if found.any() else 1.0

    def likeness(self, one: Senses, other: Senses) -> Floats:
        """How many standard deviations above chance each of `one` is like each of `other`."""
        seen = [Senses(self._seen(words.rows), words.starts) for words in (one, other)]
        result: Floats = cosines(*seen) / np.float32(self._spread)
        return result


def first(width: int) -> Callable[[Floats], Floats]:
    """Sees the first numbers of vectors, of which length one is meant."""
    return lambda rows: rows[:, :width]


def projected(projection: Floats, begin: int) -> Callable[[Floats], Floats]:
    """Sees the numbers from `begin` on, as far as this projection of them goes."""

    def seen(rows: Floats) -> Floats:
        found = rows[:, begin : begin + len(projection)] @ projection
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        result: Floats = found / np.maximum(lengths, np.float32(1e-9))
        return result

    return seen
