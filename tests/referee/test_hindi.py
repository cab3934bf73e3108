"""The referee's Hindi: figures by the pairs, and examples by name."""

import random

import pytest

from referee.pairs import confusion
from undercast.referee import Referee
from undercast.referee.hindi import Hindi
from undercast.rules.findings import Finding, Objection, Verdict
from undercast.rules.settings import Settings

ILLEGAL, QUESTIONED = Verdict.ILLEGAL, Verdict.QUESTIONED
ALPHABET = "कखगघचजटडतदनपबमयरलवशसहािीुूेैोौ्ंँ़अआइईa1"


def judge(clue: str, *codenames: str) -> tuple[Finding, ...]:
    return Referee().judge(("hi",), dict(enumerate(codenames)), clue, 1, 9, Settings())


@pytest.mark.parametrize("half", ["a", "b"])
def test_figures(half: str) -> None:
    found = confusion("hi", half)
    assert found.share("illegal", "illegal", "questioned") >= 0.85
    assert found.share("illegal", "illegal") >= 0.35
    assert found.share("legal", "illegal") == 0
    assert found.share("legal", "questioned") <= 0.08


@pytest.mark.parametrize(
    ("clue", "codename"),
    [
        ("लड़के", "लड़का"),
        ("लड़कों", "लड़का"),
        ("किताबें", "किताब"),
        ("किताबों", "किताब"),
        ("घोड़े", "घोड़ा"),
        ("दुकानदार", "दुकान"),
    ],
)
def test_forms_are_illegal(clue: str, codename: str) -> None:
    assert judge(clue, codename) == (Finding(ILLEGAL, Objection.FORM, 0),)


@pytest.mark.parametrize(
    ("clue", "codename"),
    [
        ("दूकान", "दुकान"),
        ("मिठास", "मीठा"),
        ("अशांति", "शांति"),
        ("बेईमान", "ईमान"),
        ("सामाजिक", "समाज"),
        ("ऐतिहासिक", "इतिहास"),
        ("लिखावट", "लिखना"),
    ],
)
def test_vowels_that_change_and_prefixes_hide_no_form(clue: str, codename: str) -> None:
    assert [found.reason for found in judge(clue, codename)] == [Objection.FORM]


@pytest.mark.parametrize(
    ("clue", "codename", "reason"),
    [
        ("रेलगाड़ी", "गाड़ी", Objection.SHARES_MEMBER),
        ("गाड़ी", "रेलगाड़ी", Objection.PART),
        ("पुस्तकालय", "पुस्तक", Objection.SHARES_MEMBER),
        ("विद्यालय", "विद्या", Objection.SHARES_MEMBER),
        ("घुड़सवार", "घोड़ा", Objection.SHARES_MEMBER),
    ],
)
def test_members_of_compounds_also_where_vowels_merge(
    clue: str, codename: str, reason: Objection
) -> None:
    assert judge(clue, codename) == (Finding(QUESTIONED, reason, 0),)


@pytest.mark.parametrize(
    ("clue", "codename"),
    [
        ("जलेबी", "जल"),
        ("तारीख", "तार"),
        ("तारा", "तार"),
        ("कानून", "कान"),
        ("मकान", "कान"),
        ("पुलिस", "पुल"),
        ("दिन", "दीन"),
        ("कारखाना", "कार"),
    ],
)
def test_letters_that_merely_coincide_are_legal(clue: str, codename: str) -> None:
    assert judge(clue, codename) == ()


@pytest.mark.parametrize(
    ("clue", "codename"), [("हिन्दी", "हिंदी"), ("चांद", "चाँद"), ("जहाज", "जहाज़"), ("अण्डा", "अंडा")]
)
def test_other_spellings_of_nasals_and_nukta_are_illegal(clue: str, codename: str) -> None:
    assert [found.verdict for found in judge(clue, codename)] == [ILLEGAL]
    compared = Hindi().compare(clue, codename)
    assert compared is not None
    assert compared.verdict is ILLEGAL


def test_nothing_is_raised_whatever_the_words_are() -> None:
    language, chance = Hindi(), random.Random(1)
    for _ in range(500):
        clue, codename = (
            "".join(chance.choices(ALPHABET, k=chance.randint(1, 40))) for _ in range(2)
        )
        language.compare(clue, codename)
        language.abbreviation(clue, capitals=False)
