"""Everyday words against all codenames: no refusal is unreviewed.

`python -m tools.referee.word_review` judges all of them, in minutes. Here: a sample that changes
with the referee, and all reviewed refusals.
"""

import pytest

from tools.referee import word_review
from undercast import words
from undercast.base import assets

PLAYED = [(listed, deck) for listed, decks in word_review.DECKS_BY_LIST.items() for deck in decks]

SHARE = {"bcs": 4, "en": 2, "hi": 2}
"""One word in so many is judged here."""


@pytest.mark.parametrize("listed", word_review.DECKS_BY_LIST)
def test_what_is_refused_has_been_reviewed(listed: str) -> None:
    said = word_review.sample(listed, SHARE[listed])
    assert list(word_review.unreviewed(listed, word_review.judge_words(listed, said))) == []


@pytest.mark.parametrize("listed", word_review.DECKS_BY_LIST)
def test_what_was_reviewed_is_still_refused(listed: str) -> None:
    """So the file says what the referee does, and no plain form is let go."""
    reviewed = word_review.read_reviewed(listed)
    assert word_review.judge_pairs(listed, reviewed) == reviewed


@pytest.mark.parametrize("listed", word_review.DECKS_BY_LIST)
def test_there_are_ten_thousand_words_and_each_is_a_word_of_the_list_once(listed: str) -> None:
    said = word_review.inflected_words(listed)
    assert len(said) == len(set(said)) >= 10_000
    refused = {word for row in word_review.read_reviewed(listed).values() for word in row}
    assert refused <= set(said)
    assert word_review.read_reviewed(listed).keys() <= set(word_review.codenames(listed))


@pytest.mark.parametrize(("listed", "deck"), PLAYED)
def test_no_codename_of_a_deck_is_refused_as_a_clue_for_another(listed: str, deck: str) -> None:
    codenames = words.load(assets.wordlists())[deck].codenames
    said = {codename.casefold() for codename in codenames}
    refused = word_review.read_reviewed(listed)
    both = {codename: said & set(refused.get(codename, ())) for codename in codenames}
    assert {codename: clues for codename, clues in both.items() if clues} == {}
