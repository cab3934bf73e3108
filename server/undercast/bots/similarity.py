"""How similar words are, each of which may have several senses.

A vector holds what several sources say of a sense, one part after the other. What the sources say
together is what most people think; what one of them says alone, somebody may think.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Self

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

Floats = NDArray[np.float32]

Bytes = NDArray[np.int8]
"""Vectors as they are stored: four times smaller, and as good."""

SCALE = 220
"""The length of each source's part of a vector; zeros if the source does not know the word. A
larger scale would clip the largest numbers (at 127), a smaller one rounds more.
"""

CHUNK_SIZE = 1_000
"""Vectors converted to floats at a time: all of them would take tens of megabytes."""

SAMPLE_PAIRS = 5_000
"""Random pairs of words: they show what similarity is due to chance."""


class WordSenses(Struct, frozen=True):
    """Several words, each with one vector or more: one for each sense."""

    rows: Bytes
    """The vectors of all words, word by word."""
    starts: NDArray[np.intp]
    """The index of each word's first row. Every word has one."""

    @classmethod
    def single(cls, rows: Bytes) -> Self:
        """Words with one sense each."""
        return cls(rows, np.arange(len(rows)))

    @classmethod
    def of(cls, words: Sequence[Bytes]) -> Self:
        """Words by their rows; at least one word."""
        counts = [len(rows) for rows in words]
        return cls(np.concatenate(words), np.cumsum([0, *counts[:-1]]))

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def known(self) -> NDArray[np.bool_]:
        """Of each word, whether it has any sense that is not zeros."""
        any_: NDArray[np.bool_] = np.logical_or.reduceat(self.rows.any(axis=1), self.starts)
        return any_

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
    """The width of its part of a vector."""
    spread: float
    """The standard deviation of the cosine of two random words."""
    weight: float
    """The weight of its z in the consensus, which then has a standard deviation of one, too."""


def source_of(rows: Bytes, weight: float) -> SimilaritySource:
    """A source, measured on its part of a table's vectors."""
    rng = np.random.default_rng(1)
    one, other = rows[rng.integers(0, len(rows), (2, SAMPLE_PAIRS))].astype(np.float32) / SCALE
    found = np.einsum("ij,ij->i", one, other)
    spread = float(found[found != 0].std()) if found.any() else 1.0
    return SimilaritySource(rows.shape[1], spread, weight)


def with_further(
    sources: Sequence[SimilaritySource], rows: Bytes, further: Sequence[Bytes]
) -> tuple[SimilaritySource, ...]:
    """The sources of a table with `rows` and of further parts beside them, which count as much as
    one of its own if they know all words, and less by their share of unknown ones; together they
    have the consensus's standard deviation of before.
    """
    usual = sum(source.weight for source in sources) / len(sources)
    known = [float(part.any(axis=1).mean()) for part in further]
    added = [source_of(part, usual * share) for part, share in zip(further, known, strict=True)]
    more = (*sources, *added)
    places = np.random.default_rng(1).integers(0, len(rows), (2, SAMPLE_PAIRS))
    before = _spread_of(sources, rows, places)
    after = _spread_of(more, np.hstack([rows, *further]), places)
    share = before / after
    return tuple(replace(it, weight=it.weight * share) for it in more)


def _spread_of(
    sources: Sequence[SimilaritySource], rows: Bytes, places: NDArray[np.integer]
) -> float:
    """The standard deviation of the consensus on these pairs of words."""
    one, other = (rows[part].astype(np.float32) for part in places)
    total, begin = np.zeros(places.shape[1], np.float32), 0
    for source in sources:
        part = slice(begin, begin + source.width)
        cosines = np.einsum("ij,ij->i", one[:, part], other[:, part])
        total += cosines * np.float32(source.weight / source.spread)
        begin = part.stop
    return float(total.std())


class Sources:
    """The sources of a table. Similarity is z: in standard deviations of what chance gives."""

    def __init__(self, sources: Sequence[SimilaritySource]) -> None:
        self.each = tuple(sources)

    def consensus(self, one: WordSenses, other: WordSenses) -> Floats:
        """The z of each of `one` (rows) with each of `other` (columns), by all sources together: of
        their two most similar senses.
        """
        theirs = other.rows * np.repeat(*self._scales)
        found = [rows.astype(np.float32) @ theirs.T for rows in _chunks(one.rows)]
        return _best_senses(np.concatenate(found), one, other)

    def by_source(self, one: WordSenses, other: WordSenses) -> Floats:
        """The same by each source alone: axes source, `one`, `other`."""
        found, begin = [], 0
        for source in self.each:
            part = slice(begin, begin + source.width)
            mine, theirs = (words.rows[:, part].astype(np.float32) for words in (one, other))
            z = mine @ theirs.T / np.float32(SCALE * SCALE * source.spread)
            found.append(_best_senses(z, one, other))
            begin = part.stop
        return np.stack(found)

    @cached_property
    def _scales(self) -> tuple[Floats, NDArray[np.intp]]:
        """The factor for each source's numbers, and its width."""
        counts = [source.weight / source.spread / SCALE / SCALE for source in self.each]
        return np.array(counts, np.float32), np.array([source.width for source in self.each])

    def mean(self, rows: Bytes) -> Bytes:
        """The mean of some vectors, with all parts of the same length."""
        found, begin = [], 0
        for source in self.each:
            part = rows[:, begin : begin + source.width].sum(axis=0, dtype=np.float32)
            found.append(part / max(float(np.linalg.norm(part)), 1e-9))
            begin += source.width
        return packed(np.concatenate(found))


def packed(rows: NDArray[np.floating]) -> Bytes:
    """Vectors with parts of length one, as bytes."""
    return np.clip(np.round(rows * SCALE), -127, 127).astype(np.int8)


def _chunks(rows: Bytes) -> Iterator[Bytes]:
    return (rows[begin : begin + CHUNK_SIZE] for begin in range(0, max(len(rows), 1), CHUNK_SIZE))


def _best_senses(z: Floats, one: WordSenses, other: WordSenses) -> Floats:
    """From z by senses, z by words."""
    if len(other) < len(other.rows):
        z = np.maximum.reduceat(z, other.starts, axis=1)
    if len(one) < len(one.rows):
        z = np.maximum.reduceat(z, one.starts, axis=0)
    return z
