"""How strongly clues and cards call each other to mind, by lists of associations.

The first associate of a word counts one, later ones less. A clue and a card are related directly,
if one is an associate of the other, and through associates that they share.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from undercast.bots.similarity import Floats
from undercast.words.associations import Associations, associates_of, key_of

FADING = 6.0
"""The place in a list, from 0, at which an associate counts half as much as the first."""

SHARED = 0.35
"""What an associate of both counts beside a direct one."""

Ids = NDArray[np.int32]


class _Links(Struct, frozen=True):
    """From words (by id) to words, with a strength each."""

    starts: NDArray[np.intp]
    """Where the links of each word begin; one more, at the end."""
    ends: Ids
    strengths: Floats

    @classmethod
    def of(cls, begins: Ids, ends: Ids, strengths: Floats, count: int) -> "_Links":
        """The links in any order, of `count` words."""
        order = np.argsort(begins, kind="stable")
        starts = np.searchsorted(begins[order], np.arange(count + 1))
        return cls(starts, ends[order], strengths[order])

    def of_word(self, word: int) -> slice:
        """The place of its links."""
        return slice(int(self.starts[word]), int(self.starts[word + 1]))


class AssociationLists:
    """The associations of one language, ready to be asked."""

    def __init__(self, given: Sequence[Associations]) -> None:
        """`given`: a language's own, and what a household puts beside it."""
        self.languages = frozenset(tag for one in given for tag in one.languages)
        self._told = {key_of(head): told for one in given for head, told in one.lists.items()}
        self._ids = dict[str, int]()
        begins, ends, strengths = list[int](), list[int](), list[float]()
        for head, place, spelling in _told(given):
            begins.append(self._ids.setdefault(key_of(head), len(self._ids)))
            ends.append(self._ids.setdefault(key_of(spelling), len(self._ids)))
            strengths.append(FADING / (place + FADING))
        count = len(self._ids)
        heads, tails = np.array(begins, np.int32), np.array(ends, np.int32)
        weights = np.array(strengths, np.float32)
        self._from = _Links.of(heads, tails, weights, count)
        self._to = _Links.of(tails, heads, weights, count)

    def covers(self, word: str) -> bool:
        """Whether there is a list of what this word calls to mind."""
        return key_of(word) in self._told

    def associates(self, word: str) -> tuple[str, ...]:
        """What a covered word calls to mind."""
        return tuple(spellings[0] for spellings in associates_of(self._told[key_of(word)]))

    def common(self) -> tuple[str, ...]:
        """Single words that several others call to mind: they can be clues for more than one."""
        heads = Counter[str]()
        for told in self._told.values():
            heads.update(spellings[0] for spellings in associates_of(told) if len(spellings) == 1)
        return tuple(word for word, count in heads.items() if count > 1 and _is_one_word(word))

    def ids(self, words: Sequence[str]) -> Ids:
        """The words by number, -1 for unknown ones."""
        return np.array([self._ids.get(key_of(word), -1) for word in words], np.int32)

    def strengths(self, words: Ids, cards: Ids, *, shared: float = SHARED) -> Floats:
        """How strongly each of the words (rows) and each of the cards (columns) are associated.

        `shared`: what an associate of both counts beside a direct one.
        """
        places = np.full(len(self._ids) + 1, -1, np.int32)
        places[words] = np.arange(len(words))
        places[-1] = -1  # of the unknown ones
        columns = [self._column(int(card), places, len(words), shared) for card in cards]
        return np.stack(columns, axis=1)

    def _column(self, card: int, places: Ids, count: int, shared: float) -> Floats:
        """By the places of words: how strongly one card is associated with each."""
        if card < 0:
            return np.zeros(count, np.float32)
        mine, theirs = self._from.of_word(card), self._to.of_word(card)
        thought, strong = self._from.ends[mine], self._from.strengths[mine]
        found, weights = [thought, self._to.ends[theirs]], [strong, self._to.strengths[theirs]]
        for associate, strength in zip(thought, strong, strict=True) if shared else ():
            others = self._to.of_word(int(associate))
            found.append(self._to.ends[others])
            weights.append(self._to.strengths[others] * strength * np.float32(shared))
        at, by = places[np.concatenate(found)], np.concatenate(weights)
        known = at >= 0
        return np.bincount(at[known], by[known], count).astype(np.float32)


def _is_one_word(text: str) -> bool:
    return all(unicodedata.category(sign)[0] in "LM" for sign in text)


def _told(given: Sequence[Associations]) -> Iterator[tuple[str, int, str]]:
    """Each word with each associate's spelling, and the associate's place in the list."""
    for associations in given:
        for head, told in associations.lists.items():
            for place, spellings in enumerate(associates_of(told)):
                yield from ((head, place, spelling) for spelling in spellings)
