"""Languages that compound: a word that everybody knows may be the codename and another one."""

from pathlib import Path

import pytest

from undercast.referee.family_language import FamilyLanguage
from undercast.referee.language import Evidence, questioned
from undercast.rules.findings import Objection

INFLECTION = """
[language]
tags = "de"
lemma_table = "de"
joints = "s"
{keys}
[classes]
n = "| 0 s es *e en"
f = "e | e *en"
[guess]
e = "f"
"" = "n"
"""
FAMILIES = """\
auto: + autobahn / autopilot
bank:
falle:
schule:
strasse:
tisch:
zeitung:
"""
COMPOUNDS = 'compounds = "s"\ncapitals = "nouns"'


def german(folder: Path, keys: str) -> FamilyLanguage:
    (folder / "inflection.toml").write_text(INFLECTION.format(keys=keys), encoding="utf-8")
    (folder / "families.txt").write_text(FAMILIES, encoding="utf-8")
    return FamilyLanguage(folder)


@pytest.mark.parametrize(
    ("clue", "codename"),
    [
        ("autohaus", "auto"),
        ("sandbank", "bank"),
        ("schulgarten", "schule"),  # its stem
        ("küchentische", "tisch"),  # both are forms
        ("zeitungsleser", "zeitung"),  # with a seam
        ("bergstrasse", "strasse"),  # casefolded from Bergstraße
    ],
)
def test_a_known_compound_is_a_question(tmp_path: Path, clue: str, codename: str) -> None:
    wanted = questioned(Objection.SHARES_MEMBER, Evidence.CUT, codename)
    assert german(tmp_path, COMPOUNDS).compare(clue, codename) == wanted


@pytest.mark.parametrize(
    ("clue", "codename"),
    [
        ("autor", "auto"),  # too little is left
        ("autopilot", "auto"),  # its family says so
        ("bankett", "bank"),
        ("fallstudie", "falle"),  # Fall is a word of its own
        ("dramatisch", "tisch"),  # no noun
        ("zeitlupe", "zeitung"),
    ],
)
def test_letters_that_coincide_are_none(tmp_path: Path, clue: str, codename: str) -> None:
    assert german(tmp_path, COMPOUNDS).compare(clue, codename) is None


def test_other_languages_do_not_cut_what_is_known(tmp_path: Path) -> None:
    assert german(tmp_path, "").compare("sandbank", "bank") is None


def test_without_capitals_any_known_word_is_a_member(tmp_path: Path) -> None:
    language = german(tmp_path, 'compounds = "0"')
    assert language.compare("sandbank", "bank") is not None
    assert language.compare("dramatisch", "tisch") is not None  # so German says that it has nouns
