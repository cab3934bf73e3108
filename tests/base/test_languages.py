"""Languages: headers, plurals by CLDR, the language of a terminal."""

import pytest

from undercast.base import assets, languages

SLAVIC = {
    "one": "n % 10 = 1 and n % 100 != 11",
    "few": "n % 10 = 2..4 and n % 100 != 12..14",
    "other": "",
}


@pytest.mark.parametrize(
    ("rules", "n", "form"),
    [
        *(({"one": "n = 1", "other": ""}, n, int(n != 1)) for n in (0, 1, 2, 11)),
        *(({"one": "n = 0,1", "other": ""}, n, int(n > 1)) for n in (0, 1, 2)),
        *((SLAVIC, n, 0) for n in (1, 21, 101)),
        *((SLAVIC, n, 1) for n in (2, 4, 22, 102)),
        *((SLAVIC, n, 2) for n in (0, 5, 11, 12, 14, 111, 112)),
        ({"one": "n = 1", "few": "n % 10 = 2..4 or n = 9", "other": ""}, 9, 1),
    ],
)
def test_which_form_counts(rules: dict[str, str], n: int, form: int) -> None:
    assert languages.plural_form(rules, n) == form


def test_a_rule_that_cldr_would_not_write_is_no_rule() -> None:
    with pytest.raises(ValueError, match="no plural rule: n is few"):
        languages.plural_form({"few": "n is few"}, 1)


def test_the_last_kind_of_number_has_no_rule() -> None:
    for header in languages.load().values():
        assert [kind for kind, rule in header.plurals.items() if not rule] == ["other"]
        assert list(header.plurals)[-1] == "other"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "hr_HR.UTF-8"}, "hr"),
        ({"LANG": "hr_HR.UTF-8", "LC_ALL": "hi_IN"}, "hi"),
        ({"LANG": "sr_RS@latin"}, "sr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": ""}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_of_a_terminal(environment: dict[str, str], language: str) -> None:
    assert languages.of_terminal(environment) == language


def test_words_of_several_languages_lie_in_one_folder() -> None:
    shipped = assets.languages()
    assert languages.folder_of_words("sr-Cyrl") == languages.folder_of_words("hr") == shipped / "sh"
    assert languages.folder_of_words("hi") == shipped / "hi"
    assert languages.folder_of_words("qaa") is None
