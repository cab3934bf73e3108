"""Rule "Seats": what each seat is for, who may sit down, and what a seat says of the key."""

from collections import Counter

import msgspec
import pytest

from room.room_builder import (
    ANA,
    BEN,
    CEM,
    DORA,
    EVA,
    announced,
    four,
    joined,
    playing,
    seat_of,
    then,
    why_not,
)
from room.room_builder import room as room_with
from rules.game_builder import ASSASSIN, clue, touch
from undercast.base.refusals import Refusal
from undercast.room import seats
from undercast.room.entries import Leave, TakeSeat
from undercast.room.events import SeatTaken
from undercast.room.permissions import offered_seats
from undercast.room.roles import latecomer_seat
from undercast.room.roles import suggested as suggested_seats
from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.cards import Team
from undercast.rules.game import Table
from undercast.rules.settings import Mode, Settings

RED_SM, BLUE_SM = Seat.RED_SPYMASTER, Seat.BLUE_SPYMASTER
RED_OP, BLUE_OP = Seat.RED_OPERATIVE, Seat.BLUE_OPERATIVE
BOTH, HOLDER = Seat.OPERATIVE_FOR_BOTH, Seat.KEY_HOLDER


@pytest.mark.parametrize(
    ("people", "suggested"),
    [
        *((few, {RED_SM: 1, BLUE_SM: 1, RED_OP: 1, BLUE_OP: 1}) for few in range(5)),
        (5, {RED_SM: 1, BLUE_SM: 1, RED_OP: 2, BLUE_OP: 1}),
        (9, {RED_SM: 1, BLUE_SM: 1, RED_OP: 4, BLUE_OP: 3}),
    ],
)
def test_suggested_seats(people: int, suggested: dict[Seat, int]) -> None:
    assert suggested_seats(people, Mode.CLASSIC) == Counter(suggested)


@pytest.mark.parametrize("people", range(4, 61))
def test_everybody_is_suggested_a_seat_and_no_key_seat_is_shared(people: int) -> None:
    suggested = suggested_seats(people, Mode.CLASSIC)
    assert suggested.total() == people
    assert all(count == 1 for seat, count in suggested.items() if seat.sees_key)


@pytest.mark.parametrize("mode", [*Mode])
def test_no_seat_comes_or_goes_while_people_arrive(mode: Mode) -> None:
    seats = {frozenset(suggested_seats(people, mode)) for people in range(61)}
    assert len(seats) == 1


def test_who_gives_clues_and_who_guesses() -> None:
    assert seats.spymasters(Team.RED) == (RED_SM, HOLDER)
    assert seats.spymasters(Team.BLUE) == (BLUE_SM, HOLDER)
    assert seats.operatives(Team.RED) == (RED_OP, BOTH)
    assert seats.operatives(Team.BLUE) == (BLUE_OP, BOTH)


def test_only_the_sides_of_a_duet_both_guess_and_see_a_key() -> None:
    both = [seat for seat in Seat if seat.guesses and seat.sees_key]
    assert both == [Seat.SIDE_A, Seat.SIDE_B]


def test_many_operatives_one_spymaster() -> None:
    now = joined(four(), "Eva")
    assert seat_of(then(now, EVA, TakeSeat(RED_OP)), EVA) is RED_OP
    for seat in (RED_SM, BLUE_SM):
        assert why_not(now, EVA, TakeSeat(seat)) is Refusal.SEAT_HELD


def test_a_key_seat_is_free_again_when_its_holder_goes() -> None:
    now = then(joined(four(), "Eva"), ANA, Leave())
    assert seat_of(then(now, EVA, TakeSeat(RED_SM)), EVA) is RED_SM


def test_taking_a_seat_that_sees_the_key_is_announced_by_name() -> None:
    now = room_with(Ana=Seat.SPECTATOR, Ben=Seat.SPECTATOR)
    assert announced(now, ANA, TakeSeat(RED_SM)) == (SeatTaken("Ana", RED_SM, sees_key=True),)
    assert announced(now, BEN, TakeSeat(RED_OP)) == (SeatTaken("Ben", RED_OP, sees_key=False),)


def test_sitting_down_where_one_sits_already_is_no_harm() -> None:
    assert then(four(), ANA, TakeSeat(RED_SM)).lobby == four().lobby


@pytest.mark.parametrize("seat", [Seat.SIDE_A, Seat.SIDE_B])
def test_the_sides_of_a_duet_are_no_seats_here(seat: Seat) -> None:
    assert why_not(four(), ANA, TakeSeat(seat)) is Refusal.SEAT_OTHER_MODE


@pytest.mark.parametrize("seat", [RED_OP, BLUE_OP, BOTH])
def test_whoever_has_seen_a_game_s_key_cannot_guess_in_it(seat: Seat) -> None:
    assert why_not(playing(), ANA, TakeSeat(seat)) is Refusal.HAS_SEEN_KEY
    looking_on = then(playing(), ANA, TakeSeat(Seat.SPECTATOR))
    assert why_not(looking_on, ANA, TakeSeat(seat)) is Refusal.HAS_SEEN_KEY


def test_nor_after_leaving_and_coming_back() -> None:
    now = joined(then(playing(), ANA, Leave()), "Ana")
    assert why_not(now, ANA, TakeSeat(RED_OP)) is Refusal.HAS_SEEN_KEY


def test_nor_whoever_took_the_key_seat_during_the_game() -> None:
    now = then(playing(), ANA, Leave())
    now = then(now, CEM, TakeSeat(RED_SM), TakeSeat(Seat.SPECTATOR))
    assert why_not(now, CEM, TakeSeat(RED_OP)) is Refusal.HAS_SEEN_KEY


def test_before_the_deal_a_key_seat_has_shown_nothing() -> None:
    assert seat_of(then(four(), ANA, TakeSeat(RED_OP)), ANA) is RED_OP


def test_after_the_game_everybody_may_sit_anywhere() -> None:
    ended = then(playing(), ANA, clue("tree", 1), touch(ASSASSIN))
    assert seat_of(then(ended, ANA, TakeSeat(RED_OP)), ANA) is RED_OP


def test_when_people_change_places_after_the_end_the_last_touch_stands() -> None:
    """Otherwise somebody could look at the key, and then the game would go on."""
    ended = then(playing(), ANA, clue("tree", 1), touch(ASSASSIN))
    assert ended.game is not None
    assert ended.game.table.undo is not None
    now = then(ended, CEM, TakeSeat(Seat.SPECTATOR))
    assert now.game is not None
    assert now.game.table.undo is None
    assert now.game.before is None


def test_during_the_game_the_undo_stays() -> None:
    now = then(playing(), ANA, clue("tree", 1), touch(0))
    now = then(now, DORA, Leave())
    assert now.game is not None
    assert now.game.table.undo is not None


@pytest.mark.parametrize(
    ("sitting", "wanted"),
    [
        ({RED_SM: 1, BLUE_SM: 1, RED_OP: 1}, BLUE_OP),
        ({RED_SM: 1, BLUE_SM: 1, BLUE_OP: 1}, RED_OP),
        ({RED_SM: 1, BLUE_SM: 1, BOTH: 1}, BOTH),
        ({HOLDER: 1}, BOTH),
        ({RED_SM: 1, BLUE_SM: 1}, RED_OP),
    ],
)
def test_who_comes_late_is_wanted_where_fewest_guess(
    sitting: dict[Seat, int], wanted: Seat
) -> None:
    assert latecomer_seat(sitting, table_of(playing())) is wanted


def test_or_in_the_team_that_has_more_to_find() -> None:
    now = then(playing(), ANA, clue("tree", 3), touch(0), touch(1))
    assert latecomer_seat({RED_OP: 1, BLUE_OP: 1}, table_of(now)) is BLUE_OP


def test_or_where_the_mode_has_a_seat_for_them() -> None:
    coop = msgspec.structs.replace(table_of(playing()), settings=Settings(mode=Mode.COOP))
    assert latecomer_seat({RED_SM: 1}, coop) is RED_OP
    duet = msgspec.structs.replace(coop, settings=Settings(mode=Mode.DUET))
    assert latecomer_seat({Seat.SIDE_A: 1}, duet) is Seat.SIDE_B
    assert latecomer_seat({Seat.SIDE_A: 1, Seat.SIDE_B: 1}, duet) is Seat.SIDE_A


def test_whoever_looks_on_is_offered_a_seat_that_they_may_take() -> None:
    assert offered_seats(joined(four(), "Eva")) == {}
    assert offered_seats(playing()) == {}
    now = joined(playing(), "Eva")
    assert offered_seats(now) == {EVA: RED_OP}
    assert offered_seats(then(now, ANA, TakeSeat(Seat.SPECTATOR))) == {EVA: RED_OP}
    assert offered_seats(then(now, ANA, clue("tree", 1), touch(ASSASSIN))) == {}


def table_of(now: Room) -> Table:
    assert now.game is not None
    return now.game.table
