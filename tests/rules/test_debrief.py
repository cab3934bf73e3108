"""Debrief: the whole key of an ended game, shown when somebody chooses to."""

from rules.game_builder import ASSASSIN, RED, clue, game, happened, play, refusal, touch
from undercast.base.refusals import Refusal
from undercast.rules import phases
from undercast.rules.actions import Debrief
from undercast.rules.events import Debriefed
from undercast.rules.game import Phase


def test_only_for_an_ended_game() -> None:
    assert refusal(game(), Debrief()) is Refusal.NOT_ENDED
    going_on = play(game(), clue("tree", 2), touch(RED[0]))
    assert refusal(going_on, Debrief()) is Refusal.NOT_ENDED


def test_by_choice_and_not_by_itself() -> None:
    ended = play(game(), clue("tree", 2), touch(ASSASSIN))
    assert ended.table.phase is Phase.ENDED
    assert play(ended, Debrief()).table.phase is Phase.DEBRIEFED
    assert happened(ended, Debrief()) == (Debriefed(),)


def test_once() -> None:
    debriefed = play(game(), clue("tree", 2), touch(ASSASSIN), Debrief())
    assert refusal(debriefed, Debrief()) is Refusal.WRONG_PHASE
    assert phases.possible_actions(debriefed.table) == ()


def test_the_table_itself_shows_no_more_than_before() -> None:
    ended = play(game(), clue("tree", 2), touch(ASSASSIN))
    assert play(ended, Debrief()).table.revealed == ended.table.revealed
