"""Rule "Clues: what is legal", as far as form goes: meaning is for people and the referee."""

import pytest

from rules.play import RED, SPOKEN, clue, clue_of, correct, game, happened, play, refusal, touch
from undercast.refusals import Refusal
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


def test_until_the_first_touch_the_spelling_may_be_corrected_publicly() -> None:
    given = play(game(), clue("teh", 2, by="ana"))
    assert happened(given, correct("the")) == (ClueCorrected(Team.RED, Clue("the", 2)),)
    corrected = play(given, correct("the"))
    assert clue_of(corrected) == ("the", 2)
    assert corrected.table.turn.giver == "ana"
    touched = play(given, touch(RED[0]))
    assert refusal(touched, correct("the")) is Refusal.CLUE_TOUCHED


def test_a_correction_is_well_formed_too() -> None:
    assert refusal(play(game(), clue("teh", 2)), correct("")) is Refusal.CLUE_MALFORMED


def test_there_is_nothing_to_correct_before_a_clue() -> None:
    assert refusal(game(), correct("tree")) is Refusal.WRONG_PHASE


@pytest.mark.parametrize("word", ["oak", "OAK", "horse", "island", "sparrow", "knight"])
def test_meaning_is_for_people_to_judge(word: str) -> None:
    """Even a codename is accepted here: nobody is asked about it with these house rules."""
    assert clue_of(play(game(), clue(word, 1))) == (word, 1)
