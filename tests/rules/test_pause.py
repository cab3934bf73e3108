"""Pause: nothing can be played until somebody resumes."""

import pytest

from rules.game_builder import (
    END_TURN,
    RED,
    SPOKEN_OPERATIVES,
    UNDO,
    clue,
    correct,
    exchange,
    game,
    happened,
    mark,
    play,
    refusal,
    touch,
)
from undercast.base.refusals import Refusal
from undercast.rules.actions import Abandon, Action, Debrief, Pause, Resume
from undercast.rules.events import Paused, Resumed


@pytest.mark.parametrize(
    "action",
    [
        clue("tree", 2),
        correct("trees"),
        touch(RED[0]),
        mark(RED[0]),
        END_TURN,
        UNDO,
        exchange(3),
        Pause(),
        Debrief(),
    ],
    ids=lambda action: type(action).__name__,
)
def test_while_paused_nothing_can_be_played(action: Action) -> None:
    assert refusal(play(game(SPOKEN_OPERATIVES), Pause()), action) is Refusal.PAUSED


@pytest.mark.parametrize("before", [(), (clue("tree", 2),), (clue("tree", 2), mark(RED[1]))])
def test_afterwards_the_game_goes_on_where_it_stood(before: tuple[Action, ...]) -> None:
    at_table = play(game(SPOKEN_OPERATIVES), *before)
    assert play(at_table, Pause(), Resume()) == at_table


def test_both_are_announced() -> None:
    assert happened(game(), Pause()) == (Paused(),)
    assert happened(game(), Pause(), Resume()) == (Resumed(),)


def test_there_must_be_a_pause_to_end() -> None:
    assert refusal(game(), Resume()) is Refusal.NOT_PAUSED


def test_a_paused_game_can_be_given_up() -> None:
    assert play(game(), Pause(), Abandon()).table.phase.over
