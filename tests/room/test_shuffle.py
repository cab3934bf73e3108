"""Rule "Shuffle": the host has the people present seated by chance."""

import random
from collections import Counter

import pytest

from room.room_builder import ANA, BEN, CEM, DORA, EVA, announced, deal, joined, room, then, why_not
from rules.game_builder import KEY
from undercast.base.refusals import Refusal
from undercast.room import roles
from undercast.room.entries import Leave, Shuffle, TakeSeat
from undercast.room.events import SeatTaken
from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.actions import Abandon
from undercast.rules.settings import Mode, Settings

NAMES = ("Ana", "Ben", "Cem", "Dora", "Eva")
PEOPLE = (ANA, BEN, CEM, DORA, EVA)
TEAMS = roles.suggested(5, Mode.CLASSIC)


def five(mode: Mode = Mode.CLASSIC) -> Room:
    return room(Settings(mode=mode), **dict.fromkeys(NAMES, Seat.SPECTATOR))


def seats_of(now: Room) -> dict[str, Seat]:
    return {player.id: player.seat for player in now.lobby.present}


@pytest.mark.parametrize("mode", [*Mode])
def test_everybody_has_a_seat_that_the_mode_has(mode: Mode) -> None:
    dealt = roles.shuffled_seats(PEOPLE, roles.suggested(5, mode), {})
    assert Counter(dealt.values()) == roles.suggested(5, mode)
    assert set(dealt) == set(PEOPLE)


def test_spymasters_are_those_who_have_had_the_key_least() -> None:
    rng, seen = random.Random(1), set()
    for _ in range(100):
        order = tuple(rng.sample(PEOPLE, 5))
        dealt = roles.shuffled_seats(order, TEAMS, {ANA: 2, BEN: 1, CEM: 1, EVA: 1})
        spymasters = {who: seat for who, seat in dealt.items() if seat.sees_key}
        assert DORA in spymasters
        assert ANA not in spymasters
        seen.add(tuple(sorted(dealt.items())))
    assert len(seen) > 10
    assert {dict(dealt)[ANA] for dealt in seen} == {Seat.RED_OPERATIVE, Seat.BLUE_OPERATIVE}


def test_who_sits_elsewhere_is_announced() -> None:
    now = then(five(), ANA, TakeSeat(Seat.RED_SPYMASTER))
    drawn = Shuffle({ANA: Seat.RED_SPYMASTER, BEN: Seat.BLUE_SPYMASTER, CEM: Seat.RED_OPERATIVE})
    assert announced(now, ANA, drawn) == (
        SeatTaken("Ben", Seat.BLUE_SPYMASTER, sees_key=True),
        SeatTaken("Cem", Seat.RED_OPERATIVE, sees_key=False),
    )
    after = then(now, ANA, drawn)
    assert seats_of(after)[CEM] is Seat.RED_OPERATIVE
    assert seats_of(then(after, CEM, TakeSeat(Seat.BLUE_OPERATIVE)))[CEM] is Seat.BLUE_OPERATIVE


def test_by_the_host_between_games() -> None:
    drawn = Shuffle(roles.shuffled_seats(PEOPLE, TEAMS, {}))
    assert why_not(five(), BEN, drawn) is Refusal.NOT_HOST
    playing = then(then(five(), ANA, drawn), ANA, deal(KEY))
    assert why_not(playing, ANA, drawn) is Refusal.GAME_RUNNING
    assert seats_of(then(then(playing, ANA, Abandon()), ANA, drawn)) == drawn.seats


def test_not_for_somebody_alone() -> None:
    alone = then(joined(room(Ana=Seat.SPECTATOR), "Ben"), BEN, Leave())
    drawn = Shuffle(roles.shuffled_seats((ANA,), TEAMS, {}))
    assert why_not(alone, ANA, drawn) is Refusal.NO_OPERATIVE
