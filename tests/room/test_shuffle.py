"""Rule "Shuffle": the host has the people present seated by chance."""

import random
from collections import Counter
from collections.abc import Mapping

import pytest

from room.room_builder import (
    ANA,
    BEN,
    CEM,
    DORA,
    EVA,
    announced,
    bots,
    deal,
    joined,
    room,
    then,
    why_not,
)
from rules.game_builder import KEY
from undercast.base.refusals import Refusal
from undercast.room import roles
from undercast.room.bots import suggested_seats
from undercast.room.entries import ChangeSettings, Leave, Shuffle, TakeSeat
from undercast.room.events import SeatTaken
from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.actions import Abandon
from undercast.rules.settings import Mode, Settings

NAMES = ("Ana", "Ben", "Cem", "Dora", "Eva")
PEOPLE = (ANA, BEN, CEM, DORA, EVA)
RED_KEY, BLUE_KEY = Seat.RED_SPYMASTER, Seat.BLUE_SPYMASTER
RED_HAND, BLUE_HAND = Seat.RED_OPERATIVE, Seat.BLUE_OPERATIVE
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


# --- Only those without a seat


def beside(
    sitting: dict[Seat, int], *players: str, wanted: Mapping[Seat, int] = TEAMS, **at_key: int
) -> dict[str, Seat]:
    return roles.seats_beside(sitting, players, wanted, at_key)


def test_a_free_key_goes_to_who_has_had_one_least() -> None:
    drawn = beside({RED_KEY: 1, RED_HAND: 1}, ANA, BEN, CEM, p1=2, p2=0, p3=1)
    assert drawn == {BEN: BLUE_KEY, ANA: BLUE_HAND, CEM: RED_HAND}


def test_everybody_else_goes_where_fewest_sit() -> None:
    drawn = beside({RED_KEY: 1, BLUE_KEY: 1, BLUE_HAND: 3}, ANA, BEN, CEM, DORA)
    assert Counter(drawn.values()) == {RED_HAND: 4}
    assert Counter(beside({}, *PEOPLE).values()) == TEAMS


def test_one_key_for_both_teams_is_enough() -> None:
    drawn = beside({Seat.KEY_HOLDER: 1}, ANA, BEN, CEM)
    assert Counter(drawn.values()) == {RED_HAND: 2, BLUE_HAND: 1}


@pytest.mark.parametrize(
    ("mode", "seats"),
    [
        (Mode.COOP, {RED_KEY: 1, RED_HAND: 4}),
        (Mode.DUET, {Seat.SIDE_A: 3, Seat.SIDE_B: 2}),
    ],
)
def test_in_other_modes_too(mode: Mode, seats: dict[Seat, int]) -> None:
    assert Counter(beside({}, *PEOPLE, wanted=roles.suggested(5, mode)).values()) == seats


def unseated(now: Room) -> list[str]:
    return [player.id for player in roles.unseated(now.lobby, now.mode)]


def test_who_has_no_seat_until_they_choose_to_watch() -> None:
    now = then(then(five(), ANA, TakeSeat(RED_KEY)), BEN, TakeSeat(Seat.SPECTATOR))
    assert unseated(now) == [CEM, DORA, EVA]
    assert suggested_seats(now.lobby) == roles.suggested(4, Mode.CLASSIC)
    now = then(now, BEN, TakeSeat(BLUE_KEY))
    assert unseated(then(now, ANA, ChangeSettings(Settings(mode=Mode.COOP), ("en",), "en"))) == [
        *(BEN, CEM, DORA, EVA)
    ]


def test_who_is_dealt_a_seat_no_longer_watches() -> None:
    now = then(five(), ANA, TakeSeat(Seat.SPECTATOR), Shuffle({BEN: RED_KEY}))
    assert unseated(now) == [CEM, DORA, EVA]
    now = then(now, ANA, Shuffle({ANA: BLUE_KEY}), Shuffle({ANA: Seat.SPECTATOR}))
    assert unseated(now) == [ANA, CEM, DORA, EVA]


def test_bots_are_never_without_a_seat_that_somebody_waits_for() -> None:
    now = then(five(), ANA, bots(Seat.RED_SPYMASTER))
    duet = then(now, ANA, ChangeSettings(Settings(mode=Mode.DUET), ("en",), "en"))
    assert unseated(duet) == list(PEOPLE)
