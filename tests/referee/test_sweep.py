"""Words of every day against all codenames: nothing is refused that nobody has read through.

`python -m tools.referee.sweep` judges all of it, in minutes; here a part that changes with every
change of the referee, and all that is written down.
"""

import pytest

from tools.referee import sweep
from undercast import words
from undercast.base import assets

pytestmark = pytest.mark.slow

PLAYED = [(listed, deck) for listed, decks in sweep.DECKS.items() for deck in decks]

SHARE = {"bcs": 4, "en": 2, "hi": 2}
"""One word in so many is judged here."""


@pytest.mark.parametrize("listed", sweep.DECKS)
def test_what_is_refused_has_been_reviewed(listed: str) -> None:
    said = sweep.sample(listed, SHARE[listed])
    assert list(sweep.news(listed, sweep.judged(listed, said))) == []


@pytest.mark.parametrize("listed", sweep.DECKS)
def test_what_was_reviewed_is_still_refused(listed: str) -> None:
    """So the file says what the referee does, and no plain form is let go."""
    reviewed = sweep.reviewed(listed)
    assert sweep.judged_pairs(listed, reviewed) == reviewed


@pytest.mark.parametrize("listed", sweep.DECKS)
def test_there_are_ten_thousand_words_and_each_is_a_word_of_the_list_once(listed: str) -> None:
    said = sweep.forms(listed)
    assert len(said) == len(set(said)) >= 10_000
    refused = {word for row in sweep.reviewed(listed).values() for word in row}
    assert refused <= set(said)
    assert sweep.reviewed(listed).keys() <= set(sweep.codenames(listed))


@pytest.mark.parametrize(("listed", "deck"), PLAYED)
def test_no_codename_of_a_deck_is_refused_as_a_clue_for_another(listed: str, deck: str) -> None:
    codenames = words.load(assets.wordlists())[deck].codenames
    said = {codename.casefold() for codename in codenames}
    refused = sweep.reviewed(listed)
    both = {codename: said & set(refused.get(codename, ())) for codename in codenames}
    assert {codename: clues for codename, clues in both.items() if clues} == {}
