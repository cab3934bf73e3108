"""Awards: three at most, from what everybody saw."""

import pytest
from msgspec.structs import replace

from book.played_games import (
    ANA,
    BEN,
    CEM,
    COOP,
    DEADLY,
    DORA,
    OF_A,
    OPERATIVES,
    A,
    B,
    by,
    dealt,
    duet_dealt,
    duet_won,
    finds,
    gives,
    red_won,
    taps,
)
from room.room_builder import then
from rules.game_builder import ASSASSIN, BLUE, BYSTANDERS, RED
from undercast.book.awards import Award, AwardKind, awards
from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.actions import Abandon, CoverCard, EndTurn, Undo
from undercast.rules.cards import Identity
from undercast.rules.game import Table


def table(now: Room) -> Table:
    assert now.game is not None
    return now.game.table


def of(now: Room) -> dict[AwardKind, tuple[int, int]]:
    """Kind -> turn and value."""
    return {award.kind: (award.turn, award.value) for award in awards(table(now))}


def test_the_boldest_clue_was_found_whole() -> None:
    # "tree 9" found five of nine.
    assert of(red_won()) == {AwardKind.BOLDEST: (0, 3), AwardKind.STREAK: (4, 5)}


def test_of_two_alike_the_first() -> None:
    now = then(dealt(), ANA, by(ANA, "one", 2), *taps(ANA, 0, 1), EndTurn())
    now = then(now, BEN, by(BEN, "two", 2), *taps(BEN, 9, 10), EndTurn())
    now = then(now, ANA, by(ANA, "three", 9), *taps(ANA, 2, 3, ASSASSIN))
    assert of(now) == {AwardKind.BOLDEST: (0, 2)}


def test_a_clue_for_one_is_not_bold_and_two_in_a_row_are_no_streak() -> None:
    now = then(dealt(), ANA, by(ANA, "one", 1), *taps(ANA, 0, 1))
    assert of(then(now, BEN, by(BEN, "two", 1), *taps(BEN, ASSASSIN))) == {AwardKind.FIND: (0, 1)}


def test_what_was_taken_back_does_not_count() -> None:
    now = then(dealt(), ANA, by(ANA, "one", 3), *taps(ANA, 0, 1, 2), Undo(), EndTurn())
    assert of(then(now, BEN, by(BEN, "two", 1), *taps(BEN, ASSASSIN))) == {}


def test_a_row_ends_with_anything_else() -> None:
    now = then(dealt(), ANA, by(ANA, "one", 9), *taps(ANA, 0, 1, 2, BYSTANDERS[0]))
    assert of(then(now, BEN, by(BEN, "two", 1), *taps(BEN, ASSASSIN))) == {AwardKind.STREAK: (0, 3)}


@pytest.mark.parametrize("left", [1, 2, 3])
def test_who_wins_when_the_rival_had_hardly_any_left_escapes(left: int) -> None:
    now = then(dealt(), ANA, by(ANA, "one", 1), *taps(ANA, BYSTANDERS[0]))
    now = then(now, BEN, by(BEN, "two", 9), *taps(BEN, *BLUE[left:]), EndTurn())
    now = then(now, ANA, by(ANA, "three", 0), *taps(ANA, *RED))
    assert of(now).get(AwardKind.ESCAPE) == ((2, left) if left <= 2 else None)


def test_in_co_op_it_is_the_score() -> None:
    now = dealt(COOP, Ana=Seat.RED_SPYMASTER, Ben=Seat.RED_OPERATIVE)
    now = then(now, ANA, by(ANA, "one", 0), *taps(ANA, *RED))
    assert AwardKind.ESCAPE not in of(now)  # eight were left
    shown = (Identity.RED,) * 9 + (None,) + (Identity.BLUE,) * 7 + (None,) * 8
    assert Award(AwardKind.ESCAPE, 0, 1) in awards(replace(table(now), revealed=shown))


def test_a_lost_co_op_game_is_nobodys_escape() -> None:
    now = dealt(COOP, Ana=Seat.RED_SPYMASTER, Ben=Seat.RED_OPERATIVE)
    for n, position in enumerate(BLUE):
        now = then(now, ANA, by(ANA, "one", 1), *taps(ANA, RED[n]), EndTurn(), CoverCard(position))
    assert AwardKind.ESCAPE not in of(now)


def test_in_a_duet_it_is_the_tokens() -> None:
    assert of(duet_won()) == {AwardKind.BOLDEST: (0, 9), AwardKind.GUESSER: (0, 9)}
    won = table(duet_won())
    assert won.duet is not None
    close = replace(won, duet=replace(won.duet, tokens=0))
    assert awards(close)[2] == Award(AwardKind.ESCAPE, 1, 0)


def test_a_lost_duet_has_its_clues_all_the_same() -> None:
    now = then(duet_dealt(), ANA, gives(A, "river", 2))
    now = then(now, BEN, *finds(B, *OF_A[:2], DEADLY))
    assert of(now) == {AwardKind.BOLDEST: (0, 2)}


def test_no_clue_is_honoured_twice_and_one_award_is_for_who_guesses() -> None:
    now = then(dealt(OPERATIVES), ANA, by(ANA, "one", 4))
    now = then(then(now, CEM, *taps(CEM, *RED[:4]), EndTurn()), BEN, by(BEN, "two", 1))
    now = then(then(now, DORA, *taps(DORA, BYSTANDERS[0])), ANA, by(ANA, "three", 2))
    now = then(now, CEM, *taps(CEM, *RED[4:7]))
    now = then(then(now, BEN, by(BEN, "four", 1)), DORA, *taps(DORA, ASSASSIN))
    assert awards(table(now)) == (
        Award(AwardKind.BOLDEST, 0, 4, ANA),
        Award(AwardKind.FIND, 2, 1, CEM),
    )


def test_who_stops_far_below_the_number_and_wins_has_a_cool_head() -> None:
    now = then(dealt(), ANA, by(ANA, "one", 4), *taps(ANA, 0), EndTurn())
    now = then(now, BEN, by(BEN, "two", 4), *taps(BEN, BLUE[0]), EndTurn())
    assert of(then(now, ANA, by(ANA, "x", 1), *taps(ANA, ASSASSIN))) == {AwardKind.STOP: (1, 3)}


def test_none_for_an_abandoned_game_or_one_that_goes_on() -> None:
    now = then(dealt(), ANA, by(ANA, "one", 3), *taps(ANA, 0, 1, 2))
    assert awards(table(now)) == ()
    assert awards(table(then(now, ANA, Abandon()))) == ()
