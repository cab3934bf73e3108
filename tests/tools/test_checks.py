"""Which checks a run has: no more than what was asked for can need."""

from pathlib import Path

import pytest

import go
from tools import checks


def names(found: list[checks.Check]) -> list[str]:
    return [check.name for check in found]


@pytest.mark.parametrize(
    ("test", "needed"),
    [
        ("tests/rules/test_timer.py", []),
        ("tests/rules", []),
        ("tests/web/protocol/test_timer.py", ["pages build"]),
        ("tests/e2e/test_timer.py", ["pages build", "browsers", "gallery build"]),
    ],
)
def test_only_what_a_test_needs_is_built_for_it(test: str, needed: list[str]) -> None:
    assert names(checks.builds([Path(test)])) == needed


@pytest.mark.parametrize(
    ("changed", "checked"),
    [
        ("server/undercast/rules/timer.py", ["ruff", "format", "mypy", "layers"]),
        ("controller/src/app.tsx", ["tsc", "vitest"]),
        ("docs/hosting.md", []),
    ],
)
def test_only_what_changed_is_checked_quickly(changed: str, checked: list[str]) -> None:
    assert names(checks.quick_checks([Path(changed)])) == checked


def test_a_path_is_not_an_option_of_pytest() -> None:
    known, others = checks.options_of(["--long", "tests/rules", "-k", "undo"])
    assert known.long
    assert others == ["tests/rules", "-k", "undo"]
    assert [word for word in others if checks._is_path(word)] == ["tests/rules"]


def test_a_misspelt_kind_is_told() -> None:
    with pytest.raises(go.Failed, match="Choose from lint, types, pages, py"):
        checks.main(["--only", "lnit"])
