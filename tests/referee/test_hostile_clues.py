"""Clues that are typed to get past the referee, or to break it.

What is no plain text (control and invisible characters) never comes here: see rules.clues.
"""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercast.referee import Referee
from undercast.rules.findings import Finding, Objection, Verdict
from undercast.rules.settings import Abbreviations, Settings, SeveralWords

REFEREE = Referee()
ILLEGAL = Verdict.ILLEGAL
SETTINGS = Settings(several_words=SeveralWords.ALLOW)


def judge(clue: str, *codenames: str, languages: tuple[str, ...] = ("en",)) -> tuple[Finding, ...]:
    return REFEREE.judge(languages, dict(enumerate(codenames)), clue, 1, 9, SETTINGS)


@pytest.mark.parametrize(
    "clue",
    [
        "b\u0430nk",  # Cyrillic a
        "ban\u043a",  # Cyrillic ka
        "\u0432\u0430nk",
        "\u0392\u0391\u039d\u039a",  # all Greek capitals
        "b\u03b1nk",  # Greek alpha
        "b\u0430\u0301nk",  # and an accent on it
    ],
)
def test_letters_of_another_script_that_look_like_a_codename(clue: str) -> None:
    assert judge(clue, "river", "bank") == (Finding(ILLEGAL, Objection.LOOKS_LIKE, 1),)


@pytest.mark.parametrize(
    "clue",
    [
        "\uff42\uff41\uff4e\uff4b",  # full width
        "\u24d1\u24d0\u24dd\u24da",  # in circles
        "\U0001d41b\U0001d41a\U0001d427\U0001d424",  # mathematical
        "b\u0336a\u0336n\u0336k\u0336",  # struck through
        "b\u0308ank",
        "b.a.n.k.",
        "b\u2010a\u2011n\u2012k",
        "«bank»",
        "bank!",
        "“bank”",
        "bank…",
        "\u0299\u1d00\u0274\u1d0b",  # small capitals
    ],
)
def test_decorated_letters_are_the_same_letters(clue: str) -> None:
    (found,) = judge(clue, "river", "bank")
    assert found.verdict is ILLEGAL
    assert found.position == 1


@pytest.mark.parametrize("clue", ["b\u0430nking", "b\u0430nks", "\u0430nchored b\u0430nks"])
def test_disguised_words_are_judged_as_what_they_look_like(clue: str) -> None:
    (found,) = judge(clue, "river", "bank")
    assert found.verdict is ILLEGAL


def test_disguised_members_of_a_compound() -> None:
    (found,) = judge("sn\u043ewsh\u043e\u0435", "horseshoe")
    assert found == Finding(ILLEGAL, Objection.SHARES_MEMBER, 0)


def test_a_cyrillic_word_among_cyrillic_codenames_may_be_a_word() -> None:
    """Сат is a clock, and looks like a cat."""
    assert judge("сат", "cat") == (Finding(ILLEGAL, Objection.LOOKS_LIKE, 0),)
    mixed = judge("сат", "cat", languages=("en", "sr-Cyrl"))
    assert mixed == (Finding(Verdict.QUESTIONED, Objection.LOOKS_LIKE, 0),)


@pytest.mark.parametrize("clue", ["река", "कमल", "猫", "🐎", "🏴‍☠️", "नदी‍", "...", "-", "'", "1234"])
def test_what_looks_like_no_codename_is_legal(clue: str) -> None:
    assert judge(clue, "horse", "bank", "New York") == ()


BOARD = ("horseshoe", "New York", "row", "Mr. X", "rock'n'roll", "yo-yo", "банк", "कमल", "a", "८")
LANGUAGES = ("en", "bs", "hr", "sr", "sr-Cyrl", "hi", "tlh")

AWKWARD = [
    "a" * 50,
    "s" * 50,
    "ing" * 16,
    "unreunreunreunreunreunreunreunreunreunreunreunre",
    "horse" * 10,
    "horseshoehorseshoehorseshoehorseshoehorseshoehorse",
    "a-" * 25,
    "a b c d e f g h i j k l m n o p q r s t u v w x y",
    "of the of the of the of the of the of the of the",
    "\u0430" * 50,
    "a\u0301" * 25,
    "ß" * 50,
    "\ufb03" * 50,
    "\ufdfa" * 50,
    "İ" * 50,
    "\u1100" * 50,
    "र्" * 25,
    "\U0001f468\u200d" * 25,
    ". " * 25,
    "\\" * 50,
    "(" * 50,
]


@pytest.mark.parametrize("clue", AWKWARD, ids=range(len(AWKWARD)))
def test_awkward_clues_are_judged_all_the_same(clue: str) -> None:
    hidden = dict(enumerate(BOARD))
    strict = Settings(several_words=SeveralWords.REFUSE, abbreviations=Abbreviations.REFUSE)
    found = REFEREE.judge(LANGUAGES, hidden, clue, 9, 1, strict)
    assert Finding(Verdict.QUESTIONED, Objection.NUMBER) in found


@given(clue=st.text(max_size=50), codename=st.text(min_size=1, max_size=13))
def test_nothing_raises_and_the_findings_are_in_order(clue: str, codename: str) -> None:
    found = REFEREE.judge(LANGUAGES, {3: codename, 1: "horse"}, clue, 1, 9, SETTINGS)
    assert [finding.verdict for finding in found] == sorted(finding.verdict for finding in found)
    positions = [finding.position for finding in found if finding.position is not None]
    assert len(positions) == len(set(positions))


@given(
    word=st.sampled_from(["horse", "bank", "New York", "Time Machine"]),
    form=st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]),
)
def test_a_codename_is_itself_in_any_form_of_unicode(word: str, form: str) -> None:
    found = judge(unicodedata.normalize(form, word.upper()), word)  # type: ignore[arg-type]
    assert found == (Finding(ILLEGAL, Objection.SAME, 0),)
