"""Language data that is not there: weaker, not broken, and said."""

import logging
import shutil
from pathlib import Path

import pytest

from undercast.base import assets
from undercast.referee import Referee, lemma_table
from undercast.referee.languages import LanguageRegistry, described
from undercast.rules.findings import Verdict
from undercast.rules.settings import Settings

DATA = assets.languages()


@pytest.mark.parametrize("tag", described(DATA))
def test_a_language_without_its_data_judges_by_letters_and_says_so(
    tag: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = described(DATA)[tag]["folder"]
    (tmp_path / folder).mkdir()
    shutil.copy(DATA / folder / "inflection.toml", tmp_path / folder)
    referee = Referee(LanguageRegistry(tmp_path))
    with caplog.at_level(logging.WARNING):
        same = referee.judge((tag,), {0: "Lopata"}, "LOPATA", 1, 9, Settings())
        inside = referee.judge((tag,), {0: "Lopata"}, "lopatarnik", 1, 9, Settings())
    assert same[0].verdict is Verdict.ILLEGAL
    assert inside[0].verdict is Verdict.QUESTIONED
    assert caplog.messages == [
        f"The referee judges {tag} by letters alone: no {folder}/families.txt"
    ]


@pytest.mark.parametrize(
    ("clue", "verdict"),
    [("kubi", "illegal"), ("kubanski", "illegal"), ("kubanskim", "questioned"), ("kubist", None)],
)
def test_without_the_general_table_forms_of_kin_are_questions(
    clue: str, verdict: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lemma_table, "find_spec", lambda _: None)
    found = Referee().judge(("hr",), {0: "Kuba"}, clue, 1, 9, Settings())
    assert [it.verdict for it in found if it.verdict != Verdict.QUESTIONED or verdict] == (
        [verdict] if verdict else []
    )
