"""A language is whole or not offered; and what the check of it says of one that is not."""

import json
import shutil
from pathlib import Path

import pytest

from tools import languages as check
from undercast.base import assets, languages


@pytest.mark.parametrize("language", languages.load())
def test_every_language_is_complete(language: str) -> None:
    assert [*check.missing(language)] == []


@pytest.fixture
def incomplete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Croatian, with texts that a test may spoil."""
    for language in ("en", "hr", "sh"):
        shutil.copytree(assets.languages() / language, tmp_path / language)
    monkeypatch.setattr(check, "ROOT", tmp_path)
    return tmp_path / "hr"


def spoil(file: Path, **changed: str | None) -> None:
    texts = json.loads(file.read_text(encoding="utf-8")) | changed
    kept = {key: text for key, text in texts.items() if text is not None}
    file.write_text(json.dumps(kept), encoding="utf-8")


def test_what_is_missing_is_told(incomplete: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (incomplete / "texts" / "primer.json").unlink()
    (incomplete / "review" / "pairs.tsv").write_text("# none\n", encoding="utf-8")
    phone = incomplete / "texts" / "phone.json"
    spoil(phone, **{"bots.fill": None, "deal": "", "yours": "nowhere", "undo": "Vrati|Vrati"})
    spoil(phone, **{"door.was": "To sam ja"})
    lists = incomplete.parent / "sh" / "associations.txt"
    kept = [
        line for line in lists.read_text("utf-8").splitlines() if not line.startswith("tuljan:")
    ]
    lists.write_text("\n".join(kept), encoding="utf-8")
    assert check.main(["hr"]) == 1
    told = capsys.readouterr().out
    for wanted in (
        "texts/primer.json is missing",
        "deal: other values in braces",
        "yours is said nowhere",
        "undo: 2 forms, not one",
        "door.was: other values in braces than in English: To sam ja",
        "review/pairs.tsv has 0 pairs of 400",
        "sh/associations.txt: too little of 1 codenames: tuljan",
    ):
        assert wanted in told


def test_an_unknown_language_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main(["qaa"]) == 1
    assert "no languages/qaa/language.json" in capsys.readouterr().out
