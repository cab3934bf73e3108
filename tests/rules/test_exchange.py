"""Rule "Set-up": before the first clue up to three unsuitable codenames may be exchanged."""

import pytest

from rules.play import (
    CODENAMES,
    RED,
    SPOKEN,
    UNDO,
    clue,
    exchange,
    game,
    happened,
    play,
    refusal,
    touch,
)
from undercast.refusals import Refusal
from undercast.rules.events import CodenameExchanged
from undercast.rules.game import Exchange


def test_the_codename_changes_and_the_identity_stays() -> None:
    was = game()
    now = play(was, exchange(4, "BUTTON"))
    assert now.table.codenames == (*CODENAMES[:4], "BUTTON", *CODENAMES[5:])
    assert now.key == was.key
    assert now.table.exchanges == (Exchange(4, CODENAMES[4]),)


def test_publicly() -> None:
    assert happened(game(), exchange(4)) == (CodenameExchanged(4, CODENAMES[4]),)


def test_up_to_three_also_of_one_card() -> None:
    now = play(game(), exchange(4), exchange(4, "PEARL"), exchange(5, "OPAL"))
    assert [each.former for each in now.table.exchanges] == [CODENAMES[4], "BUTTON", CODENAMES[5]]
    assert refusal(now, exchange(6, "AMBER")) is Refusal.EXCHANGE_USED


def test_only_before_the_first_clue() -> None:
    assert refusal(play(game(), clue("tree", 2)), exchange(4)) is Refusal.EXCHANGE_TOO_LATE
    second_turn = play(game(), clue("tree", 1), touch(RED[0]), touch(RED[1]))
    assert refusal(second_turn, exchange(4)) is Refusal.EXCHANGE_TOO_LATE


def test_not_after_a_touch_that_was_undone() -> None:
    """With spoken clues a touch is a clue as well; everybody saw the card."""
    at_table = play(game(SPOKEN), touch(RED[0]), UNDO)
    assert refusal(at_table, exchange(RED[0])) is Refusal.EXCHANGE_TOO_LATE


@pytest.mark.parametrize("position", [25, -1, 10**9])
def test_a_card_that_lies_there(position: int) -> None:
    assert refusal(game(), exchange(position)) is Refusal.NO_SUCH_CARD


def test_the_new_codename_must_be_another_one() -> None:
    with pytest.raises(ValueError, match="on the board already"):
        play(game(), exchange(4, CODENAMES[7]))
