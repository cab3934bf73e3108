"""The referee's Hindi: figures by the pairs, and examples by name."""

import random

import pytest

from referee.pair_lists import confusion
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
    assert found.share("illegal", "illegal") >= 0.55
    assert found.share("legal", "illegal") == 0
    assert found.share("legal", "questioned") <= 0.03


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


def judged(codename: str, clues: str) -> set[tuple[str, str]]:
    found = {clue: judge(clue, codename) for clue in clues.split()}
    return {(clue, str(f[0].verdict) if f else "legal") for clue, f in found.items()}


@pytest.mark.parametrize(
    ("codename", "clues"),
    [
        ("सितार", "सितारे"), ("सीटी", "सीटें"), ("वर्षा", "वर्षों"), ("हाथ", "अनाथ"),
        ("उल्लू", "उल्लास"), ("आईना", "आई"), ("बंदर", "बंदरगाह"), ("दिल", "दिलाना"),
    ],
)  # fmt: skip
def test_plurals_over_another_vowel_are_other_words(codename: str, clues: str) -> None:
    assert judged(codename, clues) == {(clue, "legal") for clue in clues.split()}


def test_elephants_are_no_hands() -> None:
    assert ("हाथियों", "illegal") not in judged("हाथ", "हाथियों")
    assert judged("हाथी", "हाथियों") == {("हाथियों", "illegal")}


@pytest.mark.parametrize(
    ("codename", "clues"),
    [
        ("पाठ", "पाठशाला"), ("नृत्य", "नर्तकी"), ("रात", "रात्रि रातें"), ("देश", "विदेश"),
        ("समुद्र", "samudra samudr"), ("कमल", "kamal"), ("वर्षा", "वर्षाओं"), ("कुर्सी", "कुर्सियाँ"),
    ],
)  # fmt: skip
def test_derivations_and_latin_letters_are_illegal(codename: str, clues: str) -> None:
    assert judged(codename, clues) == {(clue, "illegal") for clue in clues.split()}


def test_a_short_word_in_latin_letters_may_be_another() -> None:
    assert judged("रात", "rat") == {("rat", "questioned")}
