"""What the household's statistics count of a game."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from book.played_games import (
    ANA,
    BEN,
    CEM,
    COOP,
    DEADLY,
    DORA,
    A,
    by,
    dealt,
    duet_dealt,
    duet_won,
    finds,
    gives,
    record,
    red_won,
    renamed,
    taps,
)
from room.room_builder import then
from rules.game_builder import ASSASSIN, RED
from undercast.book.counted_games import GameRow, PersonRow, game_row, name_key, person_rows
from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.actions import Abandon
from undercast.rules.game import Ending
from undercast.rules.settings import Mode


def coop_dealt() -> Room:
    return dealt(COOP, Ana=Seat.RED_SPYMASTER, Ben=Seat.RED_OPERATIVE, Cem=Seat.RED_OPERATIVE)


def coop_won() -> Room:
    return then(coop_dealt(), ANA, by(ANA, "tree", 9), *taps(CEM, *RED))


def coop_lost() -> Room:
    return then(coop_dealt(), ANA, by(ANA, "tree", 1), *taps(CEM, ASSASSIN))


def duet_lost() -> Room:
    return then(duet_dealt(), BEN, gives(A, "river", 1), *finds(A.partner, DEADLY))


def test_a_game() -> None:
    expected = GameRow(
        Mode.CLASSIC, Ending.ALL_AGENTS, True, turns=5, clues=5, found=10, assassins=0
    )
    assert game_row(record(red_won())) == expected


@pytest.mark.parametrize(
    ("played", "won"),
    [
        (red_won, True),
        (lambda: then(dealt(), ANA, Abandon()), False),
        (coop_won, True),
        (coop_lost, False),
        (duet_won, True),
        (duet_lost, False),
    ],
)
def test_whether_somebody_won(played: Callable[[], Room], won: bool) -> None:
    assert game_row(record(played())).won is won


def test_players_and_pairs_who_agreed() -> None:
    ended = renamed(replace(record(red_won()), counted=(ANA, CEM, DORA)), **{CEM: "ÇEM"})
    ana, cem, dora = (ended.names[who] for who in (ANA, CEM, DORA))
    of_ana = (3, 14, 9, 0)
    assert sorted(person_rows(ended), key=lambda row: row[:2]) == sorted(
        [
            PersonRow(name_key(ana), "", ana, 1, 0, *of_ana, 0, 0, 3, "OCEAN"),
            PersonRow(name_key(ana), "çem", ana, 0, 0, *of_ana, 0, 0, 3, "OCEAN"),
            PersonRow("çem", "", cem, 1, 0, 0, 0, 0, 0, 0, 0, None, None),
            PersonRow(name_key(dora), "", dora, 0, 1, 0, 0, 0, 0, 0, 0, None, None),
        ],
        key=lambda row: row[:2],
    )
    assert {row.key for row in person_rows(ended)}.isdisjoint({name_key(ended.names[BEN])})


def test_nobody_is_counted_for_an_abandoned_game() -> None:
    ended = record(then(dealt(), ANA, Abandon()))
    assert list(person_rows(replace(ended, counted=(ANA, CEM)))) == []
