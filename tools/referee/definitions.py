"""WordNet's definitions as sets of terms, to find related words."""

import re
from collections import Counter
from functools import cache, cached_property
from math import log

from tools.referee.wordnet import Synset, WordNet
from undercast.referee.english_spelling import SMALL_WORDS, uncompared_forms, uninflected

_TAXONOMY = re.compile(r"\b(genus|genera|family|order|class|phylum|suborder|subfamily)\b")

MAX_HYPERNYM_STEPS = 3
"""Levels of hypernyms: a snowshoe is a device, an object."""


COMMON_RATIO = 8
"""A meaning is common if it has at least one in so many uses of the word."""


class Definitions:
    """Single words in lower case, and the terms of their definitions."""

    def __init__(self, wordnet: WordNet) -> None:
        self.wordnet = wordnet
        self.terms = cache(self._terms)
        self.common_terms = cache(self._common_terms)
        self.base_forms = cache(self._base_forms)

    @cached_property
    def words(self) -> frozenset[str]:
        """All words but scientific names."""
        return frozenset(
            word
            for word, synsets in self.wordnet.meanings.items()
            if re.fullmatch("[a-z]{2,}", word) and not self._is_scientific(word, synsets)
        )

    @cached_property
    def abbreviations(self) -> frozenset[str]:
        """Words only written in capitals."""
        return frozenset(
            word
            for word in self.words
            if all(
                spelling.isupper()
                for synset in self.wordnet.meanings[word]
                for spelling in synset.words
                if spelling.lower() == word
            )
        )

    def _is_scientific(self, word: str, synsets: list[Synset]) -> bool:
        return not self.count(word) and all(
            word not in synset.words and _TAXONOMY.search(synset.definition) for synset in synsets
        )

    def count(self, word: str, parts: str = "nvar") -> int:
        """Its count in texts as one of these parts of speech."""
        return sum(sum(self.wordnet.counts.get((word, part), {}).values()) for part in parts)

    def is_common(self, word: str, meaning: tuple[str, int]) -> bool:
        """Whether this meaning is common: cow is rarely a verb."""
        part, offset = meaning
        ranked = self.wordnet.ranked[word, part]
        number = ranked.index(offset) + 1
        met = self.wordnet.counts.get((word, part), {}).get(number, 0)
        first = number == 1 and not self.wordnet.counts.get((word, part))
        often = self.count(word, part) * COMMON_RATIO >= self.count(word)
        return often and (first or met * COMMON_RATIO >= self.count(word, part) > 0)

    def is_a(self, word: str, parts: str) -> bool:
        """Whether it has one of these parts of speech."""
        return any(synset.key[0] in parts for synset in self.wordnet.meanings.get(word, []))

    def is_name(self, word: str) -> bool:
        """Whether it is only written with a capital."""
        synsets = self.wordnet.meanings.get(word, [])
        return bool(synsets) and all(word not in synset.words for synset in synsets)

    def _terms(self, word: str) -> frozenset[str]:
        """The base forms of its definitions and multi-word synonyms, without small words
        and `word`.
        """
        return self._terms_of(word, self.wordnet.meanings.get(word, []))

    def _common_terms(self, word: str) -> frozenset[str]:
        """The terms of its common meanings: a letter is rarely one who lets."""
        synsets = self.wordnet.meanings.get(word, [])
        if self.count(word):
            synsets = [synset for synset in synsets if self.is_common(word, synset.key)]
        return self._terms_of(word, synsets)

    def _terms_of(self, word: str, synsets: list[Synset]) -> frozenset[str]:
        found: set[str] = set()
        for synset in synsets:
            if not is_person(synset):
                found |= self._base_forms_in(synset.definition)
                for synonym in synset.words:
                    if not synonym.isalpha():
                        found |= self._base_forms_in(synonym)
        return frozenset(found - {word} - SMALL_WORDS)

    def _base_forms_in(self, text: str) -> set[str]:
        found: set[str] = set()
        for token in re.findall("[a-z]+", text.lower()):
            found |= self.base_forms(token)
        return found

    def _base_forms(self, token: str) -> frozenset[str]:
        """The words that `token` may be a form of."""
        found = {token} & self.words | self.wordnet.irregular.get(token, set()) & self.words
        if token not in self.words:
            regular = {*uninflected(token), *uncompared_forms(token)}
        else:
            regular = {basic for basic in uninflected(token) if len(basic) > 2}
        return frozenset(found | regular & self.words)

    def synonyms(self, word: str) -> frozenset[str]:
        """Words with a common meaning."""
        synsets = self.wordnet.meanings.get(word, [])
        return frozenset(w.lower() for s in synsets for w in s.words) - {word}

    def hypernyms(self, word: str) -> frozenset[str]:
        """Its hypernyms, some levels up."""
        level, found = list(self.wordnet.meanings.get(word, [])), set[str]()
        for _ in range(MAX_HYPERNYM_STEPS):
            level = [
                self.wordnet.synsets[target]
                for synset in level
                for symbol, target, *_ in synset.pointers
                if symbol == "@"
            ]
            found |= {word.lower() for synset in level for word in synset.words}
        return frozenset(found)

    @cached_property
    def _frequency(self) -> Counter[str]:
        return Counter(term for word in self.words for term in self.terms(word))

    def relatedness(self, one: str, other: str) -> float:
        """The relatedness of two words: shared terms, weighted by rarity."""
        mine = self.terms(one) | self.synonyms(one) & self.words
        theirs = self.terms(other) | self.synonyms(other) & self.words
        return sum(log(len(self.words) / (1 + self._frequency[term])) for term in mine & theirs)


def is_person(synset: Synset) -> bool:
    """Whether it is somebody or something of its own, known by several words."""
    several = any(" " in word for word in synset.words)
    return several and any(symbol == "@i" for symbol, *_ in synset.pointers)
