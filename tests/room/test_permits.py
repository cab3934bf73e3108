"""Whose seat may do what in the game."""

import pytest

from room.evening import ANA, BEN, CEM, DORA, EVA, deal, four, joined, playing, then, why_not
from room.evening import room as room_with
from rules.play import (
    ASSASSIN,
    BLUE,
    BYSTANDERS,
    END_TURN,
    OPERATIVES_TAP,
    RED,
    SPOKEN_OPERATIVES,
    UNDO,
    clue,
    correct,
    exchange,
    mark,
    touch,
)
from undercast.refusals import Refusal
from undercast.room.entries import HandOver, TakeSeat
from undercast.room.permits import Anyone, permits
from undercast.room.seats import KEY_SEATS, Seat
from undercast.room.state import Room
from undercast.rules.actions import (
    Abandon,
    Action,
    Challenge,
    CorrectClue,
    Debrief,
    EndTurn,
    GiveClue,
    MarkCard,
    Pause,
    Resume,
    TouchCard,
    Undo,
)
from undercast.rules.settings import Settings

EVERYBODY = (ANA, BEN, CEM, DORA, EVA)


def five(settings: Settings = Settings()) -> Room:  # noqa: B008 - frozen
    """Two teams of two, Eva looks on and is the host; red begins."""
    return then(joined(then(four(settings), ANA, deal()), "Eva"), ANA, HandOver(EVA))


def allowed(now: Room, action: Action) -> set[str]:
    """Who of everybody may do this now."""
    may = set()
    for player in EVERYBODY:
        try:
            then(now, player, action)
        except Exception as refused:  # noqa: BLE001 - whatever the reason
            assert type(refused).__name__ == "Refused"  # noqa: PT017
        else:
            may.add(player)
    return may


def test_the_team_s_spymaster_gives_and_corrects_the_clue() -> None:
    assert allowed(five(), clue("tree", 2)) == {ANA}
    assert allowed(then(five(), ANA, clue("tree", 2)), correct("trees")) == {ANA}


def test_where_the_spymaster_taps_the_guessing_team_s_spymaster_touches_and_ends() -> None:
    guessing = then(five(), ANA, clue("tree", 2))
    assert allowed(guessing, touch(RED[0])) == {ANA}
    assert allowed(then(guessing, ANA, touch(RED[0])), END_TURN) == {ANA}


def test_where_operatives_tap_the_guessing_team_s_operatives_do() -> None:
    guessing = then(five(OPERATIVES_TAP), ANA, clue("tree", 2))
    assert allowed(guessing, mark(RED[0])) == {CEM}
    assert allowed(guessing, touch(RED[0])) == {CEM}
    assert allowed(then(guessing, CEM, touch(RED[0])), END_TURN) == {CEM}


def test_then_it_is_the_other_team_s_turn() -> None:
    blue = then(five(OPERATIVES_TAP), ANA, clue("tree", 2))
    blue = then(blue, CEM, touch(BYSTANDERS[0]))
    assert allowed(blue, clue("lime", 1)) == {BEN}
    assert allowed(then(blue, BEN, clue("lime", 1)), touch(BLUE[0])) == {DORA}


def test_one_operative_for_both_teams() -> None:
    now = room_with(
        OPERATIVES_TAP,
        Ana=Seat.RED_SPYMASTER,
        Ben=Seat.BLUE_SPYMASTER,
        Cem=Seat.OPERATIVE_FOR_BOTH,
    )
    now = then(now, ANA, deal(), clue("tree", 2))
    now = then(now, CEM, mark(RED[0]), touch(BYSTANDERS[0]))
    now = then(now, BEN, clue("lime", 1))
    assert then(now, CEM, touch(BLUE[0])).running


def test_one_key_holder_for_both_teams() -> None:
    now = room_with(Ana=Seat.KEY_HOLDER, Ben=Seat.OPERATIVE_FOR_BOTH)
    now = then(now, ANA, deal(), clue("tree", 2), touch(BYSTANDERS[0]))
    assert then(now, ANA, clue("lime", 1), touch(BLUE[0]), END_TURN).running


def test_a_spymaster_exchanges_a_codename() -> None:
    assert allowed(five(), exchange(3)) == {ANA, BEN}


def test_the_seat_that_touched_or_the_host_undoes() -> None:
    touched = then(five(), ANA, clue("tree", 2), touch(BYSTANDERS[0], by=ANA))
    assert allowed(touched, UNDO) == {ANA, EVA}


def test_also_when_it_ended_the_game() -> None:
    ended = then(five(), ANA, clue("tree", 2), touch(ASSASSIN, by=ANA))
    assert allowed(ended, UNDO) == {ANA, EVA}


def test_where_operatives_touch_only_the_host_undoes() -> None:
    guessing = then(five(OPERATIVES_TAP), ANA, clue("tree", 2))
    assert allowed(then(guessing, CEM, touch(RED[0], by=CEM)), UNDO) == {EVA}


@pytest.mark.parametrize("seat", [Seat.SPECTATOR, Seat.BLUE_SPYMASTER])
def test_whoever_touched_and_sits_elsewhere_now_cannot_undo(seat: Seat) -> None:
    touched = then(five(), ANA, clue("tree", 2), touch(RED[0], by=ANA))
    assert allowed(touched, UNDO) == {ANA, EVA}
    moved = then(then(touched, BEN, TakeSeat(Seat.SPECTATOR)), ANA, TakeSeat(seat))
    assert allowed(moved, UNDO) == {EVA}


def test_everybody_with_a_seat_and_the_host_may_pause_and_resume() -> None:
    assert allowed(five(), Pause()) == set(EVERYBODY)
    assert allowed(then(five(), CEM, Pause()), Resume()) == set(EVERYBODY)
    looking_on = then(five(), EVA, HandOver(ANA))
    assert allowed(looking_on, Pause()) == {ANA, BEN, CEM, DORA}


def test_only_the_host_abandons() -> None:
    assert allowed(five(), Abandon()) == {EVA}
    assert allowed(then(five(), ANA, Pause()), Abandon()) == {EVA}


def test_a_key_holder_or_the_host_debriefs() -> None:
    ended = then(five(), ANA, clue("tree", 2), touch(ASSASSIN))
    assert allowed(ended, Debrief()) == {ANA, BEN, EVA}


@pytest.mark.parametrize(
    ("player", "action", "why"),
    [
        (BEN, clue("tree", 2), Refusal.NOT_YOUR_TURN),
        (CEM, clue("tree", 2), Refusal.NOT_YOUR_SEAT),
        (EVA, clue("tree", 2), Refusal.NOT_YOUR_SEAT),
        (DORA, touch(RED[0]), Refusal.NOT_YOUR_TURN),
        (ANA, touch(RED[0]), Refusal.NOT_YOUR_SEAT),
        (DORA, mark(RED[0]), Refusal.NOT_YOUR_TURN),
        (ANA, Abandon(), Refusal.NOT_HOST),
        (CEM, exchange(RED[0]), Refusal.NOT_YOUR_SEAT),
    ],
)
def test_the_reason_is_said(player: str, action: Action, why: Refusal) -> None:
    assert why_not(five(SPOKEN_OPERATIVES), player, action) is why


def test_what_nobody_can_do_now_has_the_better_reason() -> None:
    """Not "that is not your seat" where the seat would not help either."""
    assert why_not(five(), EVA, touch(RED[0])) is Refusal.WRONG_PHASE
    assert why_not(five(), CEM, UNDO) is Refusal.NOTHING_TO_UNDO
    assert why_not(five(), CEM, Abandon()) is Refusal.NOT_HOST
    assert why_not(five(), CEM, Debrief()) is Refusal.NOT_ENDED


def test_without_a_game_there_is_nothing_to_do() -> None:
    assert why_not(four(), ANA, clue("tree", 2)) is Refusal.NO_GAME


def test_what_the_phones_draw_their_buttons_from() -> None:
    now = then(playing(OPERATIVES_TAP), ANA, clue("tree", 2))
    assert now.game is not None
    red_guesses = (Seat.RED_OPERATIVE, Seat.OPERATIVE_FOR_BOTH)
    assert permits(now.lobby, now.game.table) == {
        TouchCard: red_guesses,
        MarkCard: red_guesses,
        Challenge: (Seat.BLUE_SPYMASTER,),
        CorrectClue: (Seat.RED_SPYMASTER, Seat.KEY_HOLDER),
        Pause: (Anyone.SEATED, Anyone.HOST),
        Abandon: (Anyone.HOST,),
    }
    touched = then(now, CEM, touch(RED[0]))
    assert touched.game is not None
    may = permits(touched.lobby, touched.game.table)
    assert may[EndTurn] == red_guesses
    assert may[Undo] == (Anyone.HOST,)
    assert GiveClue not in may


def test_an_ended_game_offers_debrief_and_undo_alone() -> None:
    ended = then(playing(), ANA, clue("tree", 2), touch(ASSASSIN, by=ANA))
    assert ended.game is not None
    assert permits(ended.lobby, ended.game.table) == {
        Debrief: (*KEY_SEATS, Anyone.HOST),
        Undo: (Seat.RED_SPYMASTER, Anyone.HOST),
    }
