"""Setting `guessing`: `operatives tap`. An operative marks, then confirms."""

import pytest
from msgspec.structs import replace

from rules.game_builder import (
    ASSASSIN,
    BLUE,
    BYSTANDERS,
    END_TURN,
    OPERATIVES_TAP,
    RED,
    SPOKEN_OPERATIVES,
    clue,
    game,
    happened,
    mark,
    play,
    refusal,
    touch,
    unmark,
)
from undercast.base.refusals import Refusal
from undercast.rules.actions import Abandon, Action, Pause, Resume
from undercast.rules.game import Game, Mark


def guessing() -> Game:
    return play(game(OPERATIVES_TAP), clue("tree", 2))


def test_a_mark_is_set_and_taken_back() -> None:
    marked = play(guessing(), mark(3, by="cem"))
    assert marked.marks == (Mark(3, "cem"),)
    assert play(marked, unmark(3, by="cem")).marks == ()


def test_a_mark_may_say_that_the_clue_is_unknown() -> None:
    marked = play(guessing(), replace(mark(3, by="cem"), unsure=True))
    assert marked.marks == (Mark(3, "cem", unsure=True),)
    assert play(marked, mark(3, by="cem")).marks == (Mark(3, "cem"),)
    assert play(marked, unmark(3, by="cem")).marks == ()


def test_each_operative_has_marks_of_their_own() -> None:
    marked = play(guessing(), mark(3, by="cem"), mark(3, by="dora"), mark(4, by="dora"))
    assert marked.marks == (Mark(3, "cem"), Mark(3, "dora"), Mark(4, "dora"))
    assert play(marked, unmark(3, by="cem")).marks == (Mark(3, "dora"), Mark(4, "dora"))


def test_a_mark_twice_is_one_and_none_can_be_taken_back() -> None:
    assert play(guessing(), mark(3), mark(3)).marks == (Mark(3, "operative"),)
    assert play(guessing(), unmark(3)).marks == ()


def test_marks_are_thoughts_they_change_nothing_public() -> None:
    assert play(guessing(), mark(3)).table == guessing().table
    assert happened(guessing(), mark(3)) == ()


def test_touching_takes_the_marks_off_that_card() -> None:
    at_table = play(guessing(), mark(RED[0]), mark(RED[1]), touch(RED[0]))
    assert at_table.marks == (Mark(RED[1], "operative"),)


@pytest.mark.parametrize(
    "ending",
    [
        (touch(BYSTANDERS[0]),),
        (touch(BLUE[0]),),
        (touch(ASSASSIN),),
        (touch(RED[0]), END_TURN),
        (touch(RED[0]), touch(RED[1]), touch(RED[2])),
        (Abandon(),),
        (Pause(), Abandon()),
    ],
    ids=["bystander", "rival agent", "assassin", "by choice", "limit", "abandoned", "paused"],
)
def test_marks_end_with_the_turn_however_it_ends(ending: tuple[Action, ...]) -> None:
    """Otherwise the rival would see them: marks belong to the current team."""
    assert play(guessing(), mark(RED[5]), *ending).marks == ()


def test_marks_stay_while_the_turn_goes_on() -> None:
    thinking = play(game(SPOKEN_OPERATIVES), mark(RED[5]))
    assert play(thinking, clue("tree", 2), Pause(), Resume()).marks == thinking.marks


def test_a_mark_needs_a_hidden_card_on_the_board() -> None:
    assert refusal(guessing(), mark(25)) is Refusal.NO_SUCH_CARD
    assert refusal(play(guessing(), touch(RED[0])), mark(RED[0])) is Refusal.ALREADY_REVEALED


def test_there_is_nothing_to_think_about_before_the_clue() -> None:
    assert refusal(game(OPERATIVES_TAP), mark(3)) is Refusal.WRONG_PHASE
    assert play(game(SPOKEN_OPERATIVES), mark(3)).marks == (Mark(3, "operative"),)


def test_operatives_mark_where_the_spymaster_taps_too() -> None:
    """Rule "Marks": in either way of guessing."""
    marked = play(game(), clue("tree", 2), mark(3), mark(4))
    assert marked.marks == (Mark(3, "operative"), Mark(4, "operative"))
    assert play(marked, touch(3)).marks == (Mark(4, "operative"),)


def test_whoever_leaves_takes_their_marks_along_for_good() -> None:
    marked = play(guessing(), mark(3, by="cem"), mark(4, by="dora"), touch(RED[0]))
    without = marked.without_marks_of("cem")
    assert without.marks == (Mark(4, "dora"),)
    assert without.before is not None
    assert without.before.marks == (Mark(4, "dora"),)
