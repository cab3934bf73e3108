"""Codenames of one list that spoil each other: each warning with a trigger and a near miss."""

from pathlib import Path

import pytest

from undercast import words
from undercast.base import assets
from undercast.words import ConfusableKind, PairWarning
from undercast.words.confusable_pairs import FILE, read_near


def warned(language: str, *codenames: str) -> list[PairWarning]:
    text = f"# language: {language}\n" + "\n".join(codenames)
    return words.warnings(text)


@pytest.mark.parametrize(
    ("language", "one", "other", "likeness"),
    [
        ("en", "corn", "popcorn", ConfusableKind.CONTAINED),
        ("en", "jigsaw", "saw", ConfusableKind.CONTAINED),
        ("en", "yo-jigsaw", "saw", ConfusableKind.CONTAINED),
        ("hi", "दल", "दलदल", ConfusableKind.CONTAINED),
        ("hi", "इंद्रधनुष", "धनुष", ConfusableKind.CONTAINED),
        ("hr", "cvijet", "suncocvijet", ConfusableKind.CONTAINED),
        ("sr-Cyrl", "сунце", "сунцокрет", None),
        ("sr-Cyrl", "цвет", "сунцоцвет", ConfusableKind.CONTAINED),
        ("en", "Big Apple", "Big Ben", ConfusableKind.SHARED_PART),
        ("en", "hip-hop", "hip joint", ConfusableKind.SHARED_PART),
        ("en", "Big Apple", "pineapple", ConfusableKind.SHARED_PART),
        ("hi", "जंगल", "वन", ConfusableKind.SYNONYM),
        ("bs", "ćuprija", "most", ConfusableKind.SYNONYM),
        ("sr", "ćuprija", "most", ConfusableKind.SYNONYM),
        ("sr-Cyrl", "ћуприја", "мост", ConfusableKind.SYNONYM),
        ("en", "key", "turkey", ConfusableKind.CONTAINED),
        ("en", "pop", "popcorn", ConfusableKind.CONTAINED),
        ("en", "car", "card", None),
        ("en", "ear", "tearful", None),
        ("en", "Bank of India", "Isle of Man", None),
        ("en", "Tom and Jerry", "salt and oil", None),
        ("en", "the Alps", "the Nile", None),
        ("en", "New York", "Newton", None),
        ("en", "car", "carpet", None),
        ("hr", "car", "carina", None),
        ("hi", "कल", "कला", None),
        ("hi", "गुड़", "गुड़िया", None),
        ("hi", "चक", "चक्कर", None),
        ("hi", "तार", "अवतार", None),
        ("en", "most", "ćuprija", None),
        ("ja", "東京", "東京タワー", None),
    ],
)
def test_two_codenames(
    language: str, one: str, other: str, likeness: ConfusableKind | None
) -> None:
    for pair in ((one, other), (other, one)):
        found = warned(language, *pair)
        assert [each.likeness for each in found] == ([likeness] if likeness else [])
        assert all({each.codename, each.other} == {one, other} for each in found)


def test_the_line_is_that_of_the_one_that_spoils() -> None:
    assert warned("en", "popcorn", "key", "corn") == [
        PairWarning(2, "popcorn", ConfusableKind.CONTAINED, "corn")
    ]
    assert warned("en", "Big Ben", "key", "Big Apple") == [
        PairWarning(4, "Big Apple", ConfusableKind.SHARED_PART, "Big Ben", "big")
    ]


def test_a_pair_is_warned_of_once_and_three_of_a_kind_twice() -> None:
    assert len(warned("en", "Big Apple", "pineapple", "apple")) == 2
    assert [each.line for each in warned("hi", "आकाश", "गगन", "नभ")] == [3, 4]


def test_what_the_check_calls_a_mistake_is_not_warned_of() -> None:
    assert warned("en", "robin", "Robin Hood", "Robin", "ROBIN") == []


def test_seams_are_no_letters() -> None:
    (found,) = warned("sr", "jekcija", "in|jekcija" * 2)
    assert found.codename == "injekcija" * 2


@pytest.mark.parametrize("language", ["", "tlh", "../en", "en/../en"])
def test_a_language_without_a_list(language: str) -> None:
    assert read_near(language).synonyms == ()
    assert read_near("en").synonyms != ()


@pytest.mark.parametrize(
    "file", sorted(assets.languages().glob(f"*/{FILE}")), ids=lambda f: f.parent.name
)
def test_our_list_says_of_no_word_twice_what_it_means(file: Path) -> None:
    near = read_near("sr" if file.parent.name == "sh" else file.parent.name)
    assert near.synonyms
    assert near.strangers
    folded = [word for group in near.synonyms for word in group]
    assert len(folded) == len(set(folded))
    assert all(len(pair) == 2 for pair in near.strangers)
    assert all(len(group) > 1 for group in near.synonyms)


@pytest.mark.parametrize("likeness", list(ConfusableKind))
def test_every_warning_is_a_sentence_with_nothing_invisible(likeness: ConfusableKind) -> None:
    sentence = words.explain_warning(PairWarning(3, "दलदल", likeness, "\u202eदल", "दल"))
    assert sentence.startswith("line 3: warning: “दलदल”")
    assert "\ufffdदल" in sentence
    assert "{" not in sentence
    assert sentence.isprintable()
