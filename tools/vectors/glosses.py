"""Vectors from WordNet's definitions: the words that define a word."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache

import numpy as np
import snowballstemmer
from scipy.sparse import csr_matrix
from scipy.sparse.linalg import svds

from tools.vectors.arrays import Floats
from tools.vectors.small_words import SMALL_WORDS
from tools.vectors.wordnet import Synset, WordNet

WIDTH = 300
MIN_WORDS_PER_FEATURE = 3
"""Fewer words make a feature useless."""

LINKED_WEIGHT = 0.5
"""The weight of a word from a linked meaning, relative to one from the definition."""


def encode(wordnet: WordNet, words: Sequence[str]) -> Floats:
    """A row for each word; zeros for words that WordNet does not have."""
    by_word = [_features(wordnet, word.lower()) for word in words]
    common = Counter(feature for features in by_word for feature in features)
    numbers = {
        feature: n
        for n, feature in enumerate(sorted(common))
        if common[feature] >= MIN_WORDS_PER_FEATURE
    }
    entries = [
        (row, numbers[feature], weight)
        for row, features in enumerate(by_word)
        for feature, weight in sorted(features.items())
        if feature in numbers
    ]
    rows, columns, weights = (np.array(part) for part in zip(*entries, strict=True))
    counts = csr_matrix((weights, (rows, columns)), (len(words), max(numbers.values()) + 1))
    start = np.random.default_rng(1).standard_normal(min(counts.shape))
    left, sizes, _ = svds(_positive_pmi(counts), WIDTH, v0=start)
    result: Floats = left * np.sqrt(sizes)
    return result


def _positive_pmi(counts: csr_matrix) -> csr_matrix:
    """Positive pointwise mutual information; rare features are smoothed."""
    by_row, by_column = np.asarray(counts.sum(1)).ravel(), np.asarray(counts.sum(0)).ravel() ** 0.75
    cells = counts.tocoo()
    expected = by_row[cells.row] * by_column[cells.col] / by_column.sum()
    found = np.maximum(np.log(np.maximum(cells.data / np.maximum(expected, 1e-9), 1e-9)), 0)
    return csr_matrix((found, (cells.row, cells.col)), counts.shape)


def _features(wordnet: WordNet, word: str) -> dict[str, float]:
    """The weighted stems of a word's definitions; common meanings weigh more."""
    features: dict[str, float] = defaultdict(float)
    for letter in "nvar":
        for rank, offset in enumerate(wordnet.ranked.get((word, letter), ())):
            synset = wordnet.synsets[letter, offset]
            weight = (1.0 if letter == "n" else 0.5) / (rank + 1)
            for feature in _stems(synset.definition):
                features[feature] += weight
            for other in _linked_stems(wordnet, synset):
                features[other] += weight * LINKED_WEIGHT
    features[_stem(word)] += 1.0
    return features


def _linked_stems(wordnet: WordNet, synset: Synset) -> list[str]:
    linked = [synset, *(wordnet.synsets[target] for _, target, _, _ in synset.pointers[:12])]
    return [piece for one in linked for name in one.words for piece in _stems(name)]


def _stems(text: str) -> list[str]:
    """The stems of a text, without small words."""
    found = re.findall(r"[a-z]{3,}", text.lower())
    return [_stem(word) for word in found if word not in SMALL_WORDS]


_stem = cache(snowballstemmer.stemmer("english").stemWord)
