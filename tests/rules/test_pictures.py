"""Board "pictures": 20 cards instead of 25, in classic and co-op."""

from collections import Counter

import pytest

from rules.game_builder import (
    CODENAMES,
    END_TURN,
    clue,
    game,
    identities,
    key,
    play,
    touch,
    touches,
)
from undercast.rules import evolve as playing
from undercast.rules.actions import CoverCard
from undercast.rules.cards import COMPOSITIONS, Identity, Team
from undercast.rules.game import Ending, Phase, Result
from undercast.rules.settings import Board, Mode, Settings

KEY = "rrrrrrrrbbbbbbbnnnna"
BLUE_STARTS = "bbbbbbbbrrrrrrrnnnna"

RED, BLUE, BYSTANDERS, ASSASSIN = range(8), range(8, 15), range(15, 19), 19

PICTURES = Settings(board=Board.PICTURES)
COOP = Settings(mode=Mode.COOP, board=Board.PICTURES)


def test_twenty_cards_eight_and_seven_agents_four_bystanders_one_assassin() -> None:
    table = game(PICTURES, KEY).table
    assert len(table.codenames) == len(table.revealed) == 20
    assert (table.agents_left(Team.RED), table.agents_left(Team.BLUE)) == (8, 7)
    assert Counter(identities(KEY))[Identity.BYSTANDER] == 4
    assert COMPOSITIONS[Board.PICTURES] == (8, 7, 4, 1)
    assert COMPOSITIONS[Board.PICTURES].cards == 20


@pytest.mark.parametrize(("letters", "starting"), [(KEY, Team.RED), (BLUE_STARTS, Team.BLUE)])
def test_the_team_with_eight_starts(letters: str, starting: Team) -> None:
    assert game(PICTURES, letters).table.turn.team is starting


@pytest.mark.parametrize(
    "letters",
    ["rrrrrrrrrbbbbbbbbnnnnnnna", "rrrrrrrrbbbbbbbbnnna", "rrrrrrrrbbbbbbbnnnnn", KEY + "n"],
)
def test_any_other_composition_is_the_dealer_s_fault(letters: str) -> None:
    with pytest.raises(ValueError, match="a key for pictures"):
        key(letters, Board.PICTURES)


def test_a_key_of_pictures_is_none_of_words() -> None:
    with pytest.raises(ValueError, match="a key for words"):
        playing.deal(Settings(), CODENAMES[:20], (identities(KEY),))


def test_there_are_twenty_different_codenames() -> None:
    with pytest.raises(ValueError, match="20 different codenames"):
        playing.deal(PICTURES, CODENAMES, (identities(KEY),))


def test_a_turn_is_played_as_with_words() -> None:
    blue = play(game(PICTURES, KEY), clue("tree", 2), touch(RED[0]), touch(BYSTANDERS[0]))
    assert (blue.table.phase, blue.table.turn.team) == (Phase.CLUE, Team.BLUE)
    red = play(blue, clue("sea", 1), touch(BLUE[0]), END_TURN)
    assert red.table.turn.team is Team.RED


def test_it_is_won_by_finding_all_eight() -> None:
    won = play(game(PICTURES, KEY), clue("tree", 0), *touches(*RED)).table
    assert won.result == Result(Team.RED, Ending.ALL_AGENTS)


def test_it_is_lost_by_the_assassin() -> None:
    lost = play(game(PICTURES, KEY), clue("tree", 0), touch(ASSASSIN)).table
    assert lost.result == Result(Team.BLUE, Ending.ASSASSIN)


def test_co_op_scores_the_pictures_that_are_still_hidden() -> None:
    before = play(game(COOP, KEY), clue("tree", 1), touch(BYSTANDERS[0]), CoverCard(BLUE[0]))
    won = play(before, clue("oak", 0), *touches(*RED)).table
    assert won.result == Result(Team.RED, Ending.ALL_AGENTS, 6)
