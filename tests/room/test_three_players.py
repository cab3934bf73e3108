"""The three-player game: classic, with one operative who guesses for both teams."""

import pytest
from msgspec.structs import replace

from room.room_builder import ANA, BEN, CEM, deal, joined, seat_of, then, why_not
from room.room_builder import room as room_with
from rules.game_builder import (
    BLUE,
    BYSTANDERS,
    END_TURN,
    OPERATIVES_TAP,
    RED,
    ask,
    clue,
    mark,
    touch,
    touches,
)
from undercast.base.refusals import Refusal
from undercast.room.bots import suggested_seats
from undercast.room.entries import Leave, TakeSeat
from undercast.room.permissions import why_no_deal
from undercast.room.presets import PRESETS
from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.actions import Abandon, AllowClue, Challenge, WithdrawChallenge
from undercast.rules.cards import Team
from undercast.rules.game import Ending, Mark, Phase, Result
from undercast.rules.settings import Board, Settings

SPYMASTERS = (Seat.RED_SPYMASTER, Seat.BLUE_SPYMASTER)

SEATS = {
    "Ana": Seat.RED_SPYMASTER,
    "Ben": Seat.BLUE_SPYMASTER,
    "Cem": Seat.OPERATIVE_FOR_BOTH,
}


def three(settings: Settings = OPERATIVES_TAP) -> Room:
    return room_with(settings, **SEATS)


def dealt(settings: Settings = OPERATIVES_TAP) -> Room:
    return then(three(settings), ANA, deal())


def test_these_seats_are_suggested_when_it_is_chosen_and_no_more_are_there() -> None:
    now = three(replace(PRESETS["three_of_us"], coach=True, board=Board.PICTURES))
    assert suggested_seats(now.lobby) == dict.fromkeys(SEATS.values(), 1)
    four = joined(now, "Dora")
    two_teams = {*SPYMASTERS, Seat.RED_OPERATIVE, Seat.BLUE_OPERATIVE}
    for lobby in (four.lobby, three(Settings()).lobby, three().lobby):
        assert suggested_seats(lobby).keys() == two_teams


def test_the_preset_can_be_dealt() -> None:
    assert why_no_deal(three(PRESETS["three_of_us"])) is None


def test_nobody_else_has_to_sit_down() -> None:
    assert why_no_deal(three()) is None
    assert why_not(then(three(), CEM, Leave()), ANA, deal()) is Refusal.NO_OPERATIVE


def test_the_operative_guesses_in_both_teams_turns() -> None:
    red = then(dealt(), ANA, clue("tree", 1))
    blue = then(then(red, CEM, touch(RED[0]), END_TURN), BEN, clue("sea", 1))
    after = then(blue, CEM, touch(BLUE[0]), touch(BYSTANDERS[0]))
    assert after.game is not None
    assert (after.game.table.phase, after.game.table.turn.team) == (Phase.CLUE, Team.RED)


def test_the_operative_marks_for_both() -> None:
    red = then(then(dealt(), ANA, clue("tree", 1)), CEM, mark(RED[0], by=CEM))
    assert red.game is not None
    assert red.game.marks == (Mark(RED[0], CEM),)


@pytest.mark.parametrize(("player", "giver"), [(ANA, BEN), (BEN, ANA)])
def test_a_spymaster_never_gives_for_the_rival(player: str, giver: str) -> None:
    now = dealt()
    if giver == BEN:
        now = then(then(now, ANA, clue("tree", 1)), CEM, touch(BYSTANDERS[0]))
    assert why_not(now, player, clue("sea", 1)) is Refusal.NOT_YOUR_TURN
    assert then(now, giver, clue("sea", 1)).running


def test_each_spymaster_judges_the_other_s_clues() -> None:
    asked = then(then(dealt(), ANA, ask("sea", 1)), BEN, AllowClue(1))
    assert asked.running
    challenged = then(then(dealt(), ANA, clue("tree", 1)), BEN, Challenge(), WithdrawChallenge())
    assert challenged.running


def test_where_the_spymaster_taps_the_operative_needs_no_phone() -> None:
    now = then(dealt(Settings()), ANA, clue("tree", 1), touch(RED[0]))
    assert why_not(now, CEM, touch(RED[1])) is Refusal.NOT_YOUR_SEAT


def test_the_operative_wins_for_the_team_whose_turn_it_is() -> None:
    now = then(then(dealt(), ANA, clue("tree", 0)), CEM, *touches(*RED))
    assert now.game is not None
    assert now.game.table.result == Result(Team.RED, Ending.ALL_AGENTS)


def test_in_the_next_game_everybody_moves_on() -> None:
    later = then(then(dealt(), ANA, Abandon()), ANA, deal(swap=True))
    assert [seat_of(later, player) for player in (ANA, BEN, CEM)] == [
        Seat.OPERATIVE_FOR_BOTH,
        Seat.RED_SPYMASTER,
        Seat.BLUE_SPYMASTER,
    ]
    assert why_not(later, BEN, TakeSeat(Seat.OPERATIVE_FOR_BOTH)) is Refusal.HAS_SEEN_KEY
