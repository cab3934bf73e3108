"""Lexicons: what words of other languages, and emoji, mean in English. Every line is looked at."""

from pathlib import Path

import pytest

from undercast import words
from undercast.base import assets
from undercast.bots import vector_table
from undercast.cli.main import main
from undercast.words.file_format import TableUnreadable
from undercast.words.lexicons import CLUES, CODENAMES, LexiconReason

FOLDER, LANGUAGES = assets.wordlists(), assets.languages()
FILES = {
    file.parent.name: file
    for file in (*LANGUAGES.glob("*/senses.txt"), FOLDER / "scenes" / "senses.txt")
}
TABLE = vector_table.load()


def text(name: str) -> str:
    return FILES[name].read_text(encoding="utf-8")


def reasons(lexicon: str) -> list[LexiconReason]:
    found = words.check_lexicon(lexicon, FOLDER, TABLE.knows)
    assert [words.explain_lexicon(problem) for problem in found]
    return [problem.reason for problem in found]


@pytest.mark.parametrize("name", sorted(FILES))
def test_what_is_shipped_is_good(name: str) -> None:
    found = words.check_lexicon(text(name), FOLDER, TABLE.knows)
    assert [words.explain_lexicon(problem) for problem in found] == []


def test_each_deck_but_the_english_one_has_a_lexicon() -> None:
    served = {
        tag for lexicon in words.load_lexicons(LANGUAGES, FOLDER) for tag in lexicon.languages
    }
    decks = {deck.partition("-")[0] for deck in words.load(FOLDER)}
    assert decks - served == {"en"}


@pytest.mark.parametrize(
    ("line", "instead", "reason"),
    [
        ("banka: bank", "banka", LexiconReason.MALFORMED),
        ("banka: bank", "banka: ", LexiconReason.MALFORMED),
        ("banka: bank", "banka: bank;money", LexiconReason.UNKNOWN_SENSE),
        ("banka: bank", "banka: bank ; money", LexiconReason.MALFORMED),
        ("banka: bank", "banka: bánk", LexiconReason.MALFORMED),
        ("banka: bank", " banka: bank", LexiconReason.MALFORMED),
        ("banka: bank", "banka: xqzzt", LexiconReason.UNKNOWN_SENSE),
        ("banka: bank", "banka: bank; bank", LexiconReason.SENSE_TWICE),
        ("banka: bank", "banka: bank; money; coin; loan; vault", LexiconReason.TOO_MANY_SENSES),
        ("banka: bank", "banka: bank\nBanka: money", LexiconReason.DUPLICATE),
        ("banka: bank", "", LexiconReason.MISSING_CODENAME),
        ("banka: bank", "banka: bank\ndvanaestopalačno: finger", LexiconReason.NO_CODENAME),
        ("# name: Bosanski, hrvatski, srpski", "", LexiconReason.MISSING_HEADER),
        ("banka: bank", "banka (hr): bank", LexiconReason.WRONG_LANGUAGE),
        ("banka: bank", "banka (bs hr sr de): bank", LexiconReason.WRONG_LANGUAGE),
        (CODENAMES, "", LexiconReason.MISSING_PART),
        (CLUES, "", LexiconReason.MISSING_PART),
    ],
)
def test_what_is_wrong_is_told(line: str, instead: str, reason: LexiconReason) -> None:
    whole = text("sh")
    assert f"\n{line}\n" in whole
    assert reason in reasons(whole.replace(f"\n{line}\n", f"\n{instead}\n" if instead else "\n"))


def test_a_lexicon_of_few_words_is_told() -> None:
    assert reasons(text("sh").partition(CLUES)[0] + CLUES) == [LexiconReason.TOO_FEW]


def test_it_is_checked_at_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "check", str(FILES["scenes"])]) == 0
    bad = tmp_path / "bad.txt"
    bad.write_text(text("scenes").replace("🐟: fish", "🐟: xqzzt"), encoding="utf-8")
    assert main(["words", "check", str(bad)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].endswith("senses.txt: good")
    assert "does not know “xqzzt”" in told[1]
    assert told[2].endswith("bad.txt: 1 problems")


@pytest.mark.parametrize("content", [b"\xff", b"# name: x\na: b\n", b"# language: hr\nbanka\n"])
def test_what_cannot_be_read_is_told(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "hr").mkdir()
    (tmp_path / "hr" / "senses.txt").write_bytes(content)
    with pytest.raises(TableUnreadable, match=r"^hr/senses\.txt"):
        words.load_lexicons(tmp_path, FOLDER)
