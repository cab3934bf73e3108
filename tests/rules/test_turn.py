"""Rule "A turn": clue, touches, guess limit, the other team's turn."""

import pytest

from rules.game_builder import (
    ASSASSIN,
    BLUE,
    BYSTANDERS,
    END_TURN,
    RED,
    clue,
    clue_of,
    game,
    happened,
    play,
    refusal,
    touch,
    touches,
)
from undercast.base.refusals import Refusal
from undercast.rules.cards import Identity, Team
from undercast.rules.clues import Clue
from undercast.rules.events import CardTouched, ClueGiven, TurnEnded
from undercast.rules.game import Game, Phase, Touch, TurnEnd


def the_rival_s_turn(at_table: Game, why: TurnEnd) -> bool:
    """Whether blue's first turn has begun because red's ended like this."""
    table = at_table.table
    begun = (table.phase, table.turn.team, len(table.turns)) == (Phase.CLUE, Team.BLUE, 2)
    return begun and table.turns[0].ended is why


def test_a_clue_is_a_word_and_a_number() -> None:
    at_table = play(game(), clue("tree", 2, by="ana"))
    assert clue_of(at_table) == ("tree", 2)
    assert at_table.table.turn.giver == "ana"
    assert at_table.table.phase is Phase.GUESS
    assert happened(game(), clue("tree", 2)) == (ClueGiven(Team.RED, Clue("tree", 2)),)


def test_one_clue_a_turn() -> None:
    assert refusal(play(game(), clue("tree", 2)), clue("plant", 3)) is Refusal.WRONG_PHASE


def test_no_card_is_touched_before_the_clue() -> None:
    assert refusal(game(), touch(RED[0])) is Refusal.WRONG_PHASE


def test_own_agent_the_team_may_touch_another() -> None:
    at_table = play(game(), clue("tree", 2), touch(RED[0], by="ana"))
    assert at_table.table.phase is Phase.GUESS
    assert at_table.table.revealed[RED[0]] is Identity.RED
    assert at_table.table.agents_left(Team.RED) == 8
    assert at_table.table.turn.touches == (Touch(RED[0], Identity.RED, "ana"),)


def test_a_bystander_ends_the_turn() -> None:
    at_table = play(game(), clue("tree", 2), touch(BYSTANDERS[0]))
    assert the_rival_s_turn(at_table, TurnEnd.BYSTANDER)
    assert (at_table.table.agents_left(Team.RED), at_table.table.agents_left(Team.BLUE)) == (9, 8)


def test_the_other_team_s_agent_counts_for_it_and_ends_the_turn() -> None:
    at_table = play(game(), clue("tree", 2), touch(BLUE[0]))
    assert the_rival_s_turn(at_table, TurnEnd.RIVAL_AGENT)
    assert at_table.table.agents_left(Team.BLUE) == 7


def test_the_assassin_ends_the_game() -> None:
    assert play(game(), clue("tree", 2), touch(ASSASSIN)).table.phase is Phase.ENDED


def test_what_a_touch_announces() -> None:
    touched = CardTouched(Team.RED, BYSTANDERS[0], Identity.BYSTANDER, "ana")
    ended = TurnEnded(Team.RED, TurnEnd.BYSTANDER)
    assert happened(game(), clue("tree", 2), touch(BYSTANDERS[0], by="ana")) == (touched, ended)


def test_at_least_one_touch_before_the_turn_may_end_by_choice() -> None:
    assert refusal(game(), END_TURN) is Refusal.TOUCH_FIRST
    guessing = play(game(), clue("tree", 2))
    assert refusal(guessing, END_TURN) is Refusal.TOUCH_FIRST
    stopped = play(guessing, touch(RED[0]), END_TURN)
    assert the_rival_s_turn(stopped, TurnEnd.BY_CHOICE)


def test_tree_2_then_river_3_with_a_guess_for_the_earlier_clue() -> None:
    """tree: 2 finds one of two; with river: 3 the team may touch four, one of them for tree."""
    tree = play(game(), clue("tree", 2), touch(RED[0]), touch(BYSTANDERS[0]))
    blue = play(tree, clue("lime", 1), touch(BLUE[0]), END_TURN)
    river = play(blue, clue("river", 3))
    assert river.table.guesses_left() == 4
    found = play(river, *touches(RED[1], RED[2], RED[3]))
    assert found.table.guesses_left() == 1
    for_tree = play(found, touch(RED[4]))
    assert for_tree.table.turns[2].ended is TurnEnd.LIMIT
    assert for_tree.table.turn.team is Team.BLUE
    assert for_tree.table.agents_left(Team.RED) == 4


@pytest.mark.parametrize("number", range(1, 9))
def test_the_guess_limit_is_number_plus_one(number: int) -> None:
    at_table = play(game(), clue("tree", number))
    for guess in range(number):
        assert at_table.table.guesses_left() == number + 1 - guess
        at_table = play(at_table, touch(RED[guess]))
    assert at_table.table.phase is Phase.GUESS
    at_table = play(at_table, touch(RED[number]))
    assert at_table.table.phase is (Phase.CLUE if number < 8 else Phase.ENDED)


def test_the_extra_guess_is_there_in_every_turn_and_need_not_be_used() -> None:
    at_table = play(game(), clue("tree", 1), touch(RED[0]))
    assert at_table.table.guesses_left() == 1
    assert the_rival_s_turn(play(at_table, END_TURN), TurnEnd.BY_CHOICE)


@pytest.mark.parametrize(("word", "number"), [("feathers", 0), ("river", "unlimited")])
def test_feathers_0_and_unlimited_know_no_limit(word: str, number: int) -> None:
    at_table = play(game(), clue(word, number))
    assert at_table.table.guess_limit() is None
    at_table = play(at_table, *touches(*RED[:8]))
    assert at_table.table.phase is Phase.GUESS
    assert at_table.table.guesses_left() is None


def test_feathers_0_still_owes_one_touch() -> None:
    assert refusal(play(game(), clue("feathers", 0)), END_TURN) is Refusal.TOUCH_FIRST


def test_before_a_clue_nothing_is_said_of_guesses() -> None:
    assert game().table.guesses_left() is None


def test_a_card_is_touched_once() -> None:
    at_table = play(game(), clue("tree", 2), touch(RED[0]))
    assert refusal(at_table, touch(RED[0])) is Refusal.ALREADY_REVEALED


def test_a_card_found_in_an_earlier_turn_stays_revealed() -> None:
    at_table = play(game(), clue("tree", 2), touch(BYSTANDERS[0]), clue("lime", 1))
    assert refusal(at_table, touch(BYSTANDERS[0])) is Refusal.ALREADY_REVEALED


@pytest.mark.parametrize("position", [25, -1, 10**9])
def test_a_card_must_lie_on_the_board(position: int) -> None:
    assert refusal(play(game(), clue("tree", 2)), touch(position)) is Refusal.NO_SUCH_CARD


def test_the_teams_take_turns() -> None:
    at_table = game()
    for turn in range(6):
        assert at_table.table.turn.team is (Team.RED, Team.BLUE)[turn % 2]
        at_table = play(at_table, clue("tree", 1), touch(BYSTANDERS[turn]))
    assert len(at_table.table.turns) == 7
