"""Rules, "Clues: what is legal": each example of the rule book, by name."""

import pytest

from undercast.referee import Referee
from undercast.rules.findings import Finding, Objection, Verdict
from undercast.rules.settings import Abbreviations, Settings, SeveralWords

REFEREE = Referee()
ILLEGAL = Verdict.ILLEGAL
WORDS_ALLOWED = Settings(several_words=SeveralWords.ALLOW)


def judge(clue: str, codename: str, settings: Settings = WORDS_ALLOWED) -> tuple[Finding, ...]:
    return REFEREE.judge(("en",), {7: codename}, clue, 1, 9, settings)


@pytest.mark.parametrize("clue", ["break", "Break", "BREAK", "bréak", "bre-ak"])
def test_a_codename_itself(clue: str) -> None:
    assert judge(clue, "Break") == (Finding(ILLEGAL, Objection.SAME, 7),)


@pytest.mark.parametrize("clue", ["broken", "breakage", "breakdown", "breaks", "broke", "breaking"])
def test_any_form_of_break(clue: str) -> None:
    (found,) = judge(clue, "break")
    assert found.verdict is ILLEGAL


@pytest.mark.parametrize(
    ("clue", "codename"), [("theatre", "theater"), ("theater", "theatre"), ("colour", "color")]
)
def test_another_spelling(clue: str, codename: str) -> None:
    assert judge(clue, codename) == (Finding(ILLEGAL, Objection.FORM, 7),)


@pytest.mark.parametrize("clue", ["horse", "shoe", "horses", "shoes"])
def test_a_part_of_horseshoe(clue: str) -> None:
    assert judge(clue, "horseshoe") == (Finding(ILLEGAL, Objection.PART, 7),)


def test_unhorsed_while_horseshoe_is_visible() -> None:
    (found,) = judge("unhorsed", "horseshoe")
    assert found.verdict is ILLEGAL


def test_snowshoe_shares_a_member_with_horseshoe() -> None:
    assert judge("snowshoe", "horseshoe") == (Finding(ILLEGAL, Objection.SHARES_MEMBER, 7),)


@pytest.mark.parametrize(
    ("clue", "codename"),
    [
        ("sparrow", "row"),
        ("island", "England"),
        ("land", "England"),
        ("carpet", "car"),
        ("knight", "night"),
        ("night", "knight"),
        ("sol", "solo"),
        ("past", "paste"),
        ("universe", "university"),
    ],
)
def test_letters_that_merely_coincide_and_sounds_are_legal(clue: str, codename: str) -> None:
    assert judge(clue, codename) == ()


def test_new_horse_while_horseshoe_is_visible() -> None:
    found = judge("New horse", "horseshoe", Settings(several_words=SeveralWords.ASK))
    assert found == (
        Finding(ILLEGAL, Objection.PART, 7),
        Finding(Verdict.QUESTIONED, Objection.SEVERAL_WORDS),
    )


def test_new_york_by_setting() -> None:
    def found(setting: SeveralWords) -> tuple[Finding, ...]:
        return judge("New York", "apple", Settings(several_words=setting))

    assert found(SeveralWords.REFUSE) == (Finding(ILLEGAL, Objection.SEVERAL_WORDS),)
    assert found(SeveralWords.ASK) == (Finding(Verdict.QUESTIONED, Objection.SEVERAL_WORDS),)
    assert found(SeveralWords.ALLOW) == ()


@pytest.mark.parametrize("clue", ["FBI", "NASA", "N.A.S.A.", "DNA"])
def test_abbreviations_by_setting(clue: str) -> None:
    refusing = Settings(abbreviations=Abbreviations.REFUSE)
    assert judge(clue, "spy") == ()
    assert judge(clue, "spy", refusing) == (Finding(ILLEGAL, Objection.ABBREVIATION),)


@pytest.mark.parametrize("clue", ["laser", "radar", "sonar", "LASER"])
def test_laser_radar_and_sonar_are_words(clue: str) -> None:
    assert judge(clue, "spy", Settings(abbreviations=Abbreviations.REFUSE)) == ()


def test_spelled_out_letters_are_the_word() -> None:
    assert judge("t-h-e-a-t-r-e", "theater") == (Finding(ILLEGAL, Objection.FORM, 7),)
    assert judge("k-n-i-g-h-t", "night", Settings(several_words=SeveralWords.REFUSE)) == ()


@pytest.mark.parametrize("clue", ["X", "eight", "8"])
def test_letters_and_digits_as_the_word(clue: str) -> None:
    assert judge(clue, "octopus") == ()


def test_the_number_may_not_itself_be_the_clue() -> None:
    found = REFEREE.judge(("en",), {7: "lemon"}, "citrus", 8, 3, WORDS_ALLOWED)
    assert found == (Finding(Verdict.QUESTIONED, Objection.NUMBER),)
