"""Language data that is not there: weaker, not broken, and said."""

import logging
from pathlib import Path

import pytest

from undercast.referee import Referee, languages
from undercast.rules.findings import Verdict
from undercast.rules.settings import Settings


@pytest.mark.parametrize("tag", languages.LANGUAGES)
def test_a_language_without_its_data_judges_by_letters_and_says_so(
    tag: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    gone = dict.fromkeys(languages.DATA, (tmp_path / "gone.txt",))
    monkeypatch.setattr(languages, "DATA", gone)
    referee = Referee()
    with caplog.at_level(logging.WARNING):
        same = referee.judge((tag,), {0: "Lopata"}, "LOPATA", 1, 9, Settings())
        inside = referee.judge((tag,), {0: "Lopata"}, "lopatarnik", 1, 9, Settings())
    assert same[0].verdict is Verdict.ILLEGAL
    assert inside[0].verdict is Verdict.QUESTIONED
    assert caplog.messages == [f"The referee judges {tag} by letters alone: no gone.txt"]


@pytest.mark.parametrize("make", languages.LANGUAGES.values())
def test_every_language_names_its_data(make: type) -> None:
    assert all(file.is_file() for file in languages.DATA[make])
