"""A clue: a word and a number. Here is its form; the referee judges its meaning."""

from typing import Literal

from msgspec import Struct

from undercast.base.refusals import Refusal, require
from undercast.rules import text

LONGEST_WORD = 50
"""Characters in a clue's word, after tidying."""

MAX_PARTS = 8
"""Runs of letters and digits in a clue's word, separated by anything else. More is no word, and the
referee would have to try every way of joining them."""

HIGHEST_NUMBER = 9

ClueNumber = int | Literal["unlimited"]
"""1 to 9, 0, or "unlimited"."""


class Clue(Struct, frozen=True, array_like=True):
    """A public clue; without a word when it was only spoken."""

    word: str | None
    number: ClueNumber

    @property
    def count(self) -> int:
        """How many cards the clue claims to mean; 0 also for `unlimited`."""
        return 0 if self.number == "unlimited" else self.number


SPOKEN_BY_TOUCHING = Clue(word=None, number="unlimited")
"""The clue that a touch in the clue phase stands for when clues are spoken."""


def tidied(word: str | None) -> str | None:
    """The word as it is shown: composed, with single spaces; None stays None."""
    return None if word is None else text.tidy(word)


def require_form(word: str | None, number: ClueNumber, category: text.Category) -> None:
    """Raise Refused for a tidied word, or a number, that no clue can have.

    game/clue_malformed for a word that is empty, too long, in too many parts, or with control or
    invisible characters; game/clue_number for a number outside 0 to 9.
    """
    require(number == "unlimited" or number in range(HIGHEST_NUMBER + 1), Refusal.CLUE_NUMBER)
    if word is not None:
        require(word != "", Refusal.CLUE_MALFORMED, "empty")
        require(len(word) <= LONGEST_WORD, Refusal.CLUE_MALFORMED, "too long")
        require(_parts(word, category) <= MAX_PARTS, Refusal.CLUE_MALFORMED, "too many parts")
        plain = text.is_plain(word, category)
        require(plain, Refusal.CLUE_MALFORMED, "control or invisible characters")


LETTERS_OF_A_SHORT_WORD = 4


def is_spelling_of(word: str, given: str | None) -> bool:
    """Whether `word` is another spelling of the given word: case and marks are free, and one letter
    may be changed, missing or added; two in a word of more than four.
    """
    if given is None:
        return False
    former = text.without_marks(given)
    free = 1 if len(former) <= LETTERS_OF_A_SHORT_WORD else 2
    return _distance(text.without_marks(word), former) <= free


def is_same_but_for_marks(word: str, given: str | None) -> bool:
    """Whether only letter case or marks differ."""
    return given is not None and text.without_marks(word) == text.without_marks(given)


def is_same_but_for_case(word: str, given: str | None) -> bool:
    """Whether only letter case differs."""
    return given is not None and word.casefold() == given.casefold()


def _distance(one: str, other: str) -> int:
    """The Levenshtein distance between two texts."""
    row = list(range(len(other) + 1))
    for i, char in enumerate(one, start=1):
        former, row[0] = row[0], i
        for j, expected in enumerate(other, start=1):
            changed = former + (char != expected)
            former = row[j]
            row[j] = min(changed, row[j] + 1, row[j - 1] + 1)
    return row[-1]


def _parts(word: str, category: text.Category) -> int:
    """How many runs of letters and digits there are."""
    spelt = "".join(char if _spells(char, category) else " " for char in word)
    return len(spelt.split())


def _spells(char: str, category: text.Category) -> bool:
    return category(char)[0] in "LMN" or char in text.JOINERS
