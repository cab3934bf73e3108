"""What people call to mind: lists of associations, and what bots make of them."""

from pathlib import Path

import numpy as np
import pytest

from bots.boards import DECK
from undercast.base import assets
from undercast.bots import languages
from undercast.bots.associations import AssociationLists
from undercast.cli.main import main
from undercast.words.associations import (
    FILE,
    associates_of,
    read_associations,
)
from undercast.words.blush import is_unfit
from undercast.words.file_format import TableUnreadable

pytestmark = pytest.mark.slow

HOUSE = """# language: xx
# name: House
Nonna: pasta; kitchen; Sunday
kitchen: Nonna; stove
oven: Sunday
mlijeko: krava; bijelo/belo
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    file = tmp_path / "house.txt"
    file.write_text(HOUSE, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "file", sorted(assets.languages().glob(f"*/{FILE}")), ids=lambda file: file.parent.name
)
def test_the_lists_are_tidy_and_fit_for_families(file: Path) -> None:
    given = read_associations(file)
    for word, told in given.lists.items():
        said = [spelling.casefold() for spellings in associates_of(told) for spelling in spellings]
        assert len(set(said)) == len(said), word
        assert word.casefold() not in said
        assert said == [one.strip() for one in said if one.strip()], word
        assert not [one for one in said if is_unfit(one, ("en", *given.languages))], word


def test_strength_is_by_place_both_ways_and_through_what_is_shared(house: Path) -> None:
    lists = AssociationLists([read_associations(house)])
    cards = ["Nonna", "kitchen", "mlijeko"]
    assert all(map(lists.covers, cards))
    assert not lists.covers("stove")
    found = lists.strengths(
        lists.ids(["pasta", "Sunday", "stove", "belo", "oven", "unknown"]), lists.ids(cards)
    )
    pasta, sunday, stove, belo, oven, unknown = found
    assert pasta[0] > sunday[0] > 0
    assert stove[1] > stove[0] == 0
    assert belo[2] > 0
    assert sunday[0] > oven[0] > 0  # both call Sunday to mind
    assert not unknown.any()
    (both,) = lists.strengths(lists.ids(["kitchen"]), lists.ids(["Nonna"]))
    assert both > pasta[1]


def test_a_board_is_judged_by_them_only_where_all_of_it_is_covered(house: Path) -> None:
    usual, more = languages.load(), languages.load(associations=_as_english(house))
    covered, open_ = [*DECK[:24], DECK[30]], [*DECK[:24], "Nonna"]
    assert usual.on(("en",)).cards(covered).associated is not None
    assert usual.on(("en",)).cards(open_).associated is None
    speech = more.on(("en",))
    assert speech.cards(open_).associated is not None
    guess = speech.similarity(speech.said(["pasta"]), speech.cards(open_))[0]
    assert int(np.argmax(guess)) == 24
    assert len(speech.opinions(speech.said(["pasta"]), speech.cards(open_))) == 5
    assert usual.on(("en", "hr")).cards(covered).associated is None


def _as_english(file: Path) -> Path:
    file.write_text(HOUSE.replace("language: xx", "language: en"), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "text", ["Nonna: pasta", "# language: en\nNonna pasta", "# language: en\na: b\na: c"]
)
def test_what_is_no_list_is_told(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(TableUnreadable):
        read_associations(file)
    assert main(["simulate", "--games", "1", "--associations", str(file)]) == 2
    assert "associations/unreadable" in capsys.readouterr().err


def test_they_play(house: Path) -> None:
    options = ["simulate", "--games", "1", "--processes", "1", "--blue", "none"]
    assert main([*options, "--associations", str(house)]) == 0
