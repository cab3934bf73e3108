"""A game can be abandoned at any time: recorded, no winner."""

import pytest

from rules.game_builder import RED, clue, game, happened, play, refusal, touch
from undercast.base.refusals import Refusal
from undercast.rules.actions import Abandon, Action, Debrief, Pause, Resume
from undercast.rules.events import GameEnded
from undercast.rules.game import Ending, Phase, Result, TurnEnd

NOBODY = Result(None, Ending.ABANDONED)

ANY_TIME = pytest.mark.parametrize(
    "before",
    [(), (clue("tree", 2),), (clue("tree", 2), touch(RED[0])), (Pause(),)],
    ids=["at first", "after a clue", "after a touch", "paused"],
)


@ANY_TIME
def test_it_ends_without_a_winner(before: tuple[Action, ...]) -> None:
    table = play(game(), *before, Abandon()).table
    assert (table.phase, table.result) == (Phase.ENDED, NOBODY)
    assert table.turn.ended is TurnEnd.ABANDONED
    assert happened(game(), *before, Abandon()) == (GameEnded(NOBODY),)


@ANY_TIME
def test_it_can_be_debriefed_like_any_ended_game(before: tuple[Action, ...]) -> None:
    ended = play(game(), *before, Abandon())
    assert not ended.table.paused
    assert refusal(ended, Resume()) is Refusal.NOT_PAUSED
    assert play(ended, Debrief()).table.phase is Phase.DEBRIEFED


def test_only_once() -> None:
    assert refusal(play(game(), Abandon()), Abandon()) is Refusal.ENDED
