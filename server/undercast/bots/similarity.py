"""How much words have to do with each other, where a word can mean several things.

A vector is what several sources say of a meaning, one beside the other, a part for each. What the
sources say together is what most people think; what one of them says alone, somebody may think.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Self

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats = NDArray[np.float32]

Bytes = NDArray[np.int8]
"""Vectors as they are kept: four times smaller, and as good."""

SCALE = 220
"""How long each source's part of a vector is; zeros where the source does not know the word. A
larger one would lose the largest numbers (127 is the end), a smaller one rounds more.
"""

CHUNK_SIZE = 1_000
"""Vectors that are turned into floats at once: all of them would be tens of megabytes."""

SAMPLE_PAIRS = 5_000
"""Pairs of words that tell how far similarity by chance goes."""


class WordSenses(Struct, frozen=True):
    """Several words, each with one vector or more: one for each thing that it means."""

    rows: Bytes
    """The vectors of all words, one word after the other."""
    starts: NDArray[np.intp]
    """Where the rows of each word begin. No word is without a row."""

    @classmethod
    def single(cls, rows: Bytes) -> Self:
        """Words that mean one thing each."""
        return cls(rows, np.arange(len(rows)))

    @classmethod
    def of(cls, words: Sequence[Bytes]) -> Self:
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


class SimilaritySource(Struct, frozen=True):
    """One source of a table."""

    width: int
    """How long its part of a vector is."""
    spread: float
    """The standard deviation of the cosine of two words by chance."""
    weight: float
    """What its z counts in that of the whole, which then has a standard deviation of one, too."""


def source_of(rows: Bytes, weight: float) -> SimilaritySource:
    """A source by its part of all vectors of a table."""
    rng = np.random.default_rng(1)
    one, other = rows[rng.integers(0, len(rows), (2, SAMPLE_PAIRS))].astype(np.float32) / SCALE
    found = np.einsum("ij,ij->i", one, other)
    spread = float(found[found != 0].std()) if found.any() else 1.0
    return SimilaritySource(rows.shape[1], spread, weight)


class Sources:
    """What the parts of a table's vectors say. Likeness is told as z: how many standard deviations
    of what chance gives two words are alike.
    """

    def __init__(self, sources: Sequence[SimilaritySource]) -> None:
        self._sources = tuple(sources)

    def consensus(self, one: WordSenses, other: WordSenses) -> Floats:
        """The z of each of `one` (rows) and each of `other` (columns), by all sources together: of
        the two senses that are likest.
        """
        theirs = other.rows * np.repeat(*self._scales)
        found = [rows.astype(np.float32) @ theirs.T for rows in _chunks(one.rows)]
        return _best_senses(np.concatenate(found), one, other)

    def by_source(self, one: WordSenses, other: WordSenses) -> Floats:
        """The same by each source alone: source, `one`, `other`."""
        found, begin = [], 0
        for source in self._sources:
            part = slice(begin, begin + source.width)
            mine, theirs = (words.rows[:, part].astype(np.float32) for words in (one, other))
            z = mine @ theirs.T / np.float32(SCALE * SCALE * source.spread)
            found.append(_best_senses(z, one, other))
            begin = part.stop
        return np.stack(found)

    @cached_property
    def _scales(self) -> tuple[Floats, NDArray[np.intp]]:
        """What each source's numbers count, and how many those are."""
        counts = [source.weight / source.spread / SCALE / SCALE for source in self._sources]
        return np.array(counts, np.float32), np.array([source.width for source in self._sources])

    def mean(self, rows: Bytes) -> Bytes:
        """The vector in the middle of some, each part as long as every other."""
        found, begin = [], 0
        for source in self._sources:
            part = rows[:, begin : begin + source.width].sum(axis=0, dtype=np.float32)
            found.append(part / max(float(np.linalg.norm(part)), 1e-9))
            begin += source.width
        return packed(np.concatenate(found))


def packed(rows: NDArray[np.floating]) -> Bytes:
    """Vectors, whose parts are of length one, as bytes."""
    return np.clip(np.round(rows * SCALE), -127, 127).astype(np.int8)


def _chunks(rows: Bytes) -> Iterator[Bytes]:
    return (rows[begin : begin + CHUNK_SIZE] for begin in range(0, max(len(rows), 1), CHUNK_SIZE))


def _best_senses(z: Floats, one: WordSenses, other: WordSenses) -> Floats:
    """By words, of what was found by senses."""
    if len(other) < len(other.rows):
        z = np.maximum.reduceat(z, other.starts, axis=1)
    if len(one) < len(one.rows):
        z = np.maximum.reduceat(z, one.starts, axis=0)
    return z
