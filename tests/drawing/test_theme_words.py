"""What pictures say: every language has the same texts, counted and written as on the pages."""

import re
from pathlib import Path

import pytest

from undercast.base import assets, languages
from undercast.drawing import theme as looks
from undercast.drawing.theme import Texts, to_cyrillic

LOOK = looks.load(assets.drawing())
SOURCES = Path(looks.__file__).parent


def test_every_language_has_every_text() -> None:
    keys = {language: texts.keys() for language, texts in LOOK.texts.items()}
    assert set(map(frozenset, keys.values())) == {frozenset(keys["en"])}
    for key in keys["en"]:
        wanted = {language: placeholders(texts[key]) for language, texts in LOOK.texts.items()}
        assert set(map(frozenset, wanted.values())) == {frozenset(wanted["en"])}, key


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_the_texts_of_pictures_alone_are_said() -> None:
    own = languages.texts("en", "pictures")
    code = "".join(file.read_text(encoding="utf-8") for file in SOURCES.glob("*.py"))
    code += (SOURCES.parent / "web" / "protocol" / "room_listener.py").read_text(encoding="utf-8")
    assert [key for key in own if f'"{key}"' not in code] == []


@pytest.mark.parametrize("language", languages.load())
def test_what_counts_has_a_form_for_every_number(language: str) -> None:
    words, forms = Texts(LOOK, language), len(languages.load()[language].plurals)
    for key, text in words.texts.items():
        if "|" in text:
            assert len(text.split("|")) == forms, key
            said = [
                words.get(key, **dict.fromkeys(placeholders(text) | {"n"}, n)) for n in range(30)
            ]
            assert all(said)


def test_one_two_and_five() -> None:
    said = [Texts(LOOK, "hr").get("guesses.left", n=n) for n in (1, 2, 5, 11, 21, 22)]
    one, few, many = LOOK.texts["hr"]["guesses.left"].split("|")
    wanted = [one, few, many, many, one, few]
    assert said == [
        text.replace("{n}", str(n)) for text, n in zip(wanted, (1, 2, 5, 11, 21, 22), strict=True)
    ]


def test_a_language_that_is_not_spoken_is_english() -> None:
    assert Texts(LOOK, "eo").get("team.red") == "Red"


def test_serbian_cyrillic_leaves_names_of_things() -> None:
    assert to_cyrillic("Ljuta NJEGOVA injekcija {name}") == "Љута ЊЕГОВА инјекција {name}"
    assert to_cyrillic("Wi-Fi, Undercast, Codenames") == "Wi-Fi, Undercast, Codenames"
    latin = [
        word
        for text in LOOK.texts["sr"].values()
        for word in re.findall("[A-Za-z]+", re.sub(r"\{\w+\}", "", to_cyrillic(text)))
    ]
    assert set(latin) <= {"Wi", "Fi", "Undercast", "Codenames", "QR", "OK"}
