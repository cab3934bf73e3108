"""Rule "Clues: what is legal", as far as form goes: meaning is for people and the referee."""

import pytest

from rules.game_builder import (
    BYSTANDERS,
    RED,
    SPOKEN,
    clue,
    clue_of,
    correct,
    game,
    happened,
    play,
    refusal,
    touch,
)
from undercast.base.refusals import Refusal
from undercast.rules import clues
from undercast.rules.cards import Team
from undercast.rules.clues import Clue
from undercast.rules.events import ClueCorrected


@pytest.mark.parametrize("number", [*range(10), "unlimited"])
def test_numbers_are_0_to_9_or_unlimited(number: int) -> None:
    assert clue_of(play(game(), clue("tree", number))) == ("tree", number)


@pytest.mark.parametrize("number", [-1, 10, 10**9])
def test_there_are_no_other_numbers(number: int) -> None:
    assert refusal(game(), clue("tree", number)) is Refusal.CLUE_NUMBER


@pytest.mark.parametrize(
    "word",
    [
        "",
        " ",
        "   ",
        "a" * 51,
        "tab\there",
        "line\nbreak",
        "bell\x07",
        "zero\u200bwidth",  # zero-width space
        "\u202eright to left",
        "\u2066isolated",
        "no\u00a0break",
        "soft\u00adhyphen",
        "byte\ufeffmark",
        "\u3164",  # Hangul filler, a letter that draws nothing
        "bl\u2800nk",  # empty braille pattern
        "join\u200der",  # a joiner between Latin letters
        "\u200dx",
        "x\u200c",
        "z\u0300\u0301\u0302\u0303",  # a stack of accents
        "\u0301e",  # an accent on nothing
        "private\ue000",
        "half\ud800",
        "not\U0003fff0assigned",
        "line\u2028separator",
    ],
)
def test_empty_long_control_and_invisible_are_malformed(word: str) -> None:
    assert refusal(game(), clue(word, 1)) is Refusal.CLUE_MALFORMED


@pytest.mark.parametrize(
    "word",
    [
        "tree",
        "New York",
        "X",
        "eight",
        "8",
        "a" * 50,
        "k-n-i-g-h-t",
        "šuma",
        "ŠUMA",
        "шума",
        "it's",
        "C#",
        "क्‍ष",  # a joiner inside a Hindi word
        "👩‍🚀",  # … and inside an emoji
        "ẹ̃̀",
    ],
)
def test_what_people_can_read_is_well_formed(word: str) -> None:
    given, _ = clue_of(play(game(), clue(word, 1)))
    assert given is not None
    assert given.casefold()[0] == word.casefold()[0]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  tree ", "tree"),
        ("New    York", "New York"),
        ("s\u030cuma", "\u0161uma"),
        (" " * 60 + "tree", "tree"),
    ],
)
def test_the_word_is_tidied(typed: str, shown: str) -> None:
    assert clue_of(play(game(), clue(typed, 1))) == (shown, 1)


def test_a_typed_clue_has_a_word() -> None:
    assert refusal(game(), clue(None, 2)) is Refusal.CLUE_NEEDS_WORD
    assert clue_of(play(game(SPOKEN), clue(None, 2))) == (None, 2)


class TestSpelling:
    """Rule "Clue": until the first touch the giver may once correct its spelling."""

    def test_publicly_before_the_first_touch(self) -> None:
        given = play(game(), clue("rivre", 2, by="ana"))
        assert happened(given, correct("river")) == (ClueCorrected(Team.RED, Clue("river", 2)),)
        corrected = play(given, correct("river"))
        assert clue_of(corrected) == ("river", 2)
        assert corrected.table.turn.giver == "ana"
        assert refusal(play(given, touch(RED[0])), correct("river")) is Refusal.CLUE_TOUCHED

    def test_once(self) -> None:
        corrected = play(game(), clue("rivre", 2), correct("river"))
        assert corrected.table.turn.corrected
        assert refusal(corrected, correct("rivers")) is Refusal.CLUE_CORRECTED
        following = play(corrected, touch(BYSTANDERS[0]), clue("lime", 1), correct("lima"))
        assert clue_of(following) == ("lima", 1)

    @pytest.mark.parametrize(
        ("given", "word"),
        [
            ("tree", "trees"),
            ("tree", "three"),
            ("tree", "tre"),
            ("TREE", "free"),
            ("cafe", "Café"),
            ("kokos", "KOKOŠ"),
            ("rivre", "river"),
            ("oceann", "ocean"),
            ("new york", "New-York"),
            ("हाथी", "हाथि"),
        ],
    )
    def test_the_new_word_is_close_to_the_old_one(self, given: str, word: str) -> None:
        assert clue_of(play(game(), clue(given, 2), correct(word))) == (word, 2)

    @pytest.mark.parametrize(
        ("given", "word"),
        [
            ("tree", "thrse"),
            ("tree", "banana"),
            ("new york", "banana"),
            ("teh", "the"),
            ("ocean", "cane"),
            ("दल", "दाले"),
            ("दाल", "दीला"),
        ],
    )
    def test_anything_else_is_another_clue(self, given: str, word: str) -> None:
        assert refusal(play(game(), clue(given, 2)), correct(word)) is Refusal.ANOTHER_CLUE

    def test_a_clue_without_a_word_has_no_spelling(self) -> None:
        assert refusal(play(game(SPOKEN), clue(None, 2)), correct("tree")) is Refusal.ANOTHER_CLUE
        assert not clues.is_same_but_for_marks("tree", None)
        assert not clues.is_spelling_of("tree", None)

    def test_it_is_well_formed_too(self) -> None:
        given = play(game(), clue("x", 2))
        assert refusal(given, correct("")) is Refusal.CLUE_MALFORMED


def test_there_is_nothing_to_correct_before_a_clue() -> None:
    assert refusal(game(), correct("tree")) is Refusal.WRONG_PHASE


@pytest.mark.parametrize("word", ["oak", "OAK", "horse", "island", "sparrow", "knight"])
def test_meaning_is_for_people_to_judge(word: str) -> None:
    """Even a codename is accepted here: nobody is asked about it with these house rules."""
    assert clue_of(play(game(), clue(word, 1))) == (word, 1)
