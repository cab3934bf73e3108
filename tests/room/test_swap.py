"""Swapping the spymasters for a new game: everybody moves on, everybody gets the key once."""

from room.room_builder import ANA, CEM, DORA, announced, deal, four, playing, seat_of, then, why_not
from room.room_builder import room as room_with
from rules.game_builder import CODENAMES
from undercast.base.refusals import Refusal
from undercast.room.events import GameDealt, SeatTaken
from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.actions import Abandon

RED_SM, BLUE_SM = Seat.RED_SPYMASTER, Seat.BLUE_SPYMASTER
RED_OP, BLUE_OP = Seat.RED_OPERATIVE, Seat.BLUE_OPERATIVE
BOTH, HOLDER = Seat.OPERATIVE_FOR_BOTH, Seat.KEY_HOLDER


def evening(now: Room, games: int) -> list[dict[str, Seat]]:
    """Who sat where, game after game."""
    seats = []
    for _ in range(games):
        now = then(now, ANA, deal(swap=True))
        seats.append({player.name: player.seat for player in now.lobby.present})
        now = then(now, ANA, Abandon())
    return seats


def holders(seats: list[dict[str, Seat]], seat: Seat) -> list[str]:
    return [name for game in seats for name, taken in game.items() if taken is seat]


def test_two_teams_of_two_change_places() -> None:
    now = then(four(), ANA, deal(swap=True))
    assert [player.seat for player in now.lobby.present] == [RED_OP, BLUE_OP, RED_SM, BLUE_SM]


def test_it_is_announced_by_name() -> None:
    assert announced(four(), ANA, deal(swap=True)) == (
        GameDealt(),
        SeatTaken("Ana", RED_OP, sees_key=False),
        SeatTaken("Ben", BLUE_OP, sees_key=False),
        SeatTaken("Cem", RED_SM, sees_key=True),
        SeatTaken("Dora", BLUE_SM, sees_key=True),
    )


def test_in_a_larger_team_everybody_gets_the_key_in_turn() -> None:
    now = room_with(Ana=RED_SM, Ben=BLUE_SM, Cem=RED_OP, Dora=BLUE_OP, Eva=RED_OP)
    seats = evening(now, 4)
    assert holders(seats, RED_SM) == ["Cem", "Eva", "Ana", "Cem"]
    assert holders(seats, BLUE_SM) == ["Dora", "Ben", "Dora", "Ben"]


def test_among_three_players_each_guesses_once_in_three_games() -> None:
    seats = evening(room_with(Ana=RED_SM, Ben=BLUE_SM, Cem=BOTH), 3)
    assert sorted(holders(seats, BOTH)) == ["Ana", "Ben", "Cem"]
    assert sorted(holders(seats, RED_SM)) == ["Ana", "Ben", "Cem"]
    assert sorted(holders(seats, BLUE_SM)) == ["Ana", "Ben", "Cem"]


def test_one_key_holder_and_one_operative_change_places() -> None:
    seats = evening(room_with(Ana=HOLDER, Ben=BOTH), 2)
    assert holders(seats, HOLDER) == ["Ben", "Ana"]


def test_one_key_holder_and_several_operatives_for_both_go_round() -> None:
    seats = evening(room_with(Ana=HOLDER, Ben=BOTH, Cem=BOTH), 3)
    assert holders(seats, HOLDER) == ["Ben", "Cem", "Ana"]


def test_spectators_stay_and_a_spymaster_without_operatives_too() -> None:
    now = room_with(Ana=RED_SM, Ben=BLUE_SM, Cem=Seat.SPECTATOR, Dora=BLUE_OP)
    swapped = then(now, ANA, deal(swap=True))
    assert seat_of(swapped, ANA) is RED_SM
    assert seat_of(swapped, CEM) is Seat.SPECTATOR
    assert seat_of(swapped, DORA) is BLUE_SM


def test_without_swapping_everybody_stays() -> None:
    assert then(four(), ANA, deal()).lobby.players == four().lobby.players


def test_nobody_moves_when_the_deal_is_refused() -> None:
    assert why_not(playing(), ANA, deal(codenames=CODENAMES, swap=True)) is Refusal.GAME_RUNNING
