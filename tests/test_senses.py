"""What words of other languages mean in English: no codename is without a meaning."""

import unicodedata
from pathlib import Path

import pytest

WORDLISTS = Path(__file__).parent.parent / "wordlists"
DECKS = {"bcs": ("bs", "hr", "sr"), "hi": ("hi",)}
FEWEST_CLUES = 2_500
MOST_SENSES = 4


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def codenames(deck: str) -> set[str]:
    words = (line for line in lines(WORDLISTS / f"{deck}.txt") if not line.startswith("#"))
    return {word.casefold() for word in words if word}


@pytest.mark.parametrize("name", DECKS)
def test_senses(name: str) -> None:
    parts: dict[str, list[str]] = {}
    for line in lines(WORDLISTS / "senses" / f"{name}.txt"):
        if line.startswith("## "):
            parts[line[3:]] = []
        elif not line.startswith("#"):
            parts[list(parts)[-1]].append(line)
    assert list(parts) == ["codenames", "clues"]
    read = {}
    for line in (*parts["codenames"], *parts["clues"]):
        word, told = line.split(": ")
        senses = told.split("; ")
        assert unicodedata.is_normalized("NFC", line), line
        assert 1 <= len(set(senses)) == len(senses) <= MOST_SENSES, line
        assert all(sense == sense.strip() and sense.isascii() and sense for sense in senses), line
        assert word.casefold() not in read, line
        read[word.casefold()] = senses
    known = {line.split(": ")[0].casefold() for line in parts["codenames"]}
    assert known == set().union(*(codenames(deck) for deck in DECKS[name]))
    assert len(parts["clues"]) >= FEWEST_CLUES
