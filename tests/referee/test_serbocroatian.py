"""The referee's Bosnian, Croatian and Serbian: figures by the pairs, and examples by name."""

import random

import pytest

from referee.pair_lists import confusion
from undercast.referee import Referee
from undercast.referee.serbocroatian import SerboCroatian
from undercast.rules.findings import Finding, Objection, Verdict
from undercast.rules.settings import Settings
from undercast.words.serbian_scripts import to_cyrillic

ILLEGAL, QUESTIONED = Verdict.ILLEGAL, Verdict.QUESTIONED
ALPHABET = "abcčćdđefghijklmnoprsštuvzžабвгђжљњћџш' 1"


def judge(clue: str, *codenames: str, tag: str = "sr") -> tuple[Finding, ...]:
    return Referee().judge((tag,), dict(enumerate(codenames)), clue, 1, 9, Settings())


def objection(clue: str, codename: str) -> Objection | None:
    found = judge(clue, codename)
    return found[0].reason if found else None


@pytest.mark.parametrize("tag", ["bs", "hr", "sr"])
@pytest.mark.parametrize("half", ["a", "b"])
def test_figures(tag: str, half: str) -> None:
    found = confusion(tag, half)
    assert found.share("illegal", "illegal", "questioned") >= 0.86
    assert found.share("illegal", "questioned") < 0.3
    assert found.share("legal", "illegal") == 0
    assert found.share("legal", "questioned") <= 0.03


@pytest.mark.parametrize(
    ("clue", "codename"),
    [
        ("knjigama", "knjiga"),
        ("gradovi", "grad"),
        ("kućama", "kuća"),
        ("knjige", "knjiga"),
        ("mleko", "mlijeko"),
        ("zvijezda", "zvezda"),
        ("točka", "tačka"),
        ("kuvar", "kuhar"),
        ("čovek", "ljudi"),
    ],
)
def test_forms_and_spellings_are_illegal_in_both_scripts(clue: str, codename: str) -> None:
    for said in (clue, to_cyrillic(clue)):
        for shown in (codename, to_cyrillic(codename)):
            assert judge(said, shown) == (Finding(ILLEGAL, Objection.FORM, 0),)


@pytest.mark.parametrize(
    ("clue", "codename"),
    [
        ("ruci", "ruka"),
        ("ručni", "ruka"),
        ("oči", "oko"),
        ("psa", "pas"),
        ("vrapca", "vrabac"),
        ("orlovi", "orao"),
        ("misli", "misao"),
        ("jači", "jak"),
        ("kućetina", "kuća"),
        ("podvodni", "voda"),
        ("zapis", "pisati"),
        ("pisac", "pisati"),
    ],
)
def test_sounds_that_change_hide_no_form(clue: str, codename: str) -> None:
    assert objection(clue, codename) is Objection.FORM


@pytest.mark.parametrize(
    ("clue", "codename", "reason"),
    [
        ("vodopad", "voda", Objection.SHARES_MEMBER),
        ("pad", "vodopad", Objection.PART),
        ("kišobran", "kiša", Objection.SHARES_MEMBER),
        ("rukopis", "rukomet", Objection.SHARES_MEMBER),
    ],
)
def test_members_of_compounds(clue: str, codename: str, reason: Objection) -> None:
    assert objection(clue, codename) is reason


@pytest.mark.parametrize(
    ("clue", "codename"),
    [
        ("solo", "sol"),
        ("rakija", "rak"),
        ("pasta", "pas"),
        ("luka", "luk"),
        ("luk", "luka"),
        ("kosa", "kos"),
        ("lista", "list"),
        ("mačka", "mač"),
        ("duga", "dug"),
        ("zmaj", "kralj"),
    ],
)
def test_letters_that_merely_coincide_are_legal(clue: str, codename: str) -> None:
    assert judge(clue, codename) == ()
    assert judge(to_cyrillic(clue), codename) == ()


def test_without_marks_it_is_a_question() -> None:
    assert judge("suma", "šuma") == (Finding(QUESTIONED, Objection.SAME, 0),)
    assert judge("sumski", "šuma") == (Finding(QUESTIONED, Objection.FORM, 0),)


def test_nothing_is_raised_whatever_the_words_are() -> None:
    language, chance = SerboCroatian(), random.Random(1)
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
        ("kokos", "kokoš"), ("sok", "šok"), ("kos", "koš"),
        ("mozak", "moskovski"), ("herc", "herceg"), ("tvornica", "fabrika"),
        ("oseka", "Osijeka"), ("Tesla", "tjestenina"), ("mačka", "Njemačka njemački"),
        ("noga", "nož"), ("karta", "karate"), ("muha", "muzika"), ("brava", "bravo"),
    ],
)  # fmt: skip
def test_other_words_are_legal_with_their_marks_and_without_kinship(
    codename: str, clues: str
) -> None:
    assert judged(codename, clues) == {(clue, "legal") for clue in clues.split()}


def test_accidental_pieces_are_no_members() -> None:
    assert [f for f in judge("Bjelašnica", "Las Vegas") if f.position is not None] == []
    assert [f for f in judge("Las Vegas", "Bjelašnica") if f.position is not None] == []


@pytest.mark.parametrize(
    ("codename", "clues"),
    [
        ("konj", "konji konja konjima"), ("zub", "zubi zubima"), ("noga", "noge nogu nozi"),
        ("ruka", "ruke ruku ruci"), ("kost", "kosti"), ("lonac", "lonci lonca"),
        ("orao", "orlovi orla"), ("dugme", "dugmeta"), ("rame", "ramena"),
        ("škare", "škarama"), ("grad", "gradski građani"), ("kralj", "kraljica kraljevstvo"),
        ("šuma", "šume šumski šumar"), ("luk", "lukom"), ("točka", "točke točku"),
        ("as", "asovi"),
    ],
)  # fmt: skip
def test_plain_forms_are_illegal_however_short(codename: str, clues: str) -> None:
    assert judged(codename, clues) == {(clue, "illegal") for clue in clues.split()}


def test_typed_without_marks_it_is_asked() -> None:
    assert judged("šok", "sok") == {("sok", "questioned")}
    assert judged("kuća", "kuča") == {("kuča", "questioned")}
    assert judged("anđeo", "andjeo") == {("andjeo", "illegal")}
