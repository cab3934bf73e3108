"""Asking for consent: for a key seat that somebody holds, and for one's own former seat."""

import pytest

from room.room_builder import (
    ANA,
    BEN,
    CEM,
    DORA,
    EVA,
    NOBODY,
    announced,
    ask_to_return,
    consent,
    four,
    joined,
    playing,
    refuse,
    seat_of,
    then,
    why_not,
)
from undercast.base.refusals import Refusal
from undercast.commands.room_checks import MAX_REQUESTS
from undercast.room.entries import (
    AskForSeat,
    AskToReturn,
    HandOver,
    Join,
    Leave,
    Remove,
    TakeSeat,
)
from undercast.room.events import SeatTaken
from undercast.room.seats import Seat
from undercast.room.state import Request, RequestKind, Room

RED_SM, BLUE_SM = Seat.RED_SPYMASTER, Seat.BLUE_SPYMASTER


def eva_asks_for_ben_s_seat() -> Room:
    """Eva looks on and would like to be blue's spymaster; Ana is the host."""
    return then(joined(playing(), "Eva"), EVA, AskForSeat(BLUE_SM))


def test_the_request_is_public() -> None:
    asked = Request(1, RequestKind.SEAT, BEN, EVA, BLUE_SM)
    assert eva_asks_for_ben_s_seat().lobby.requests == (asked,)


@pytest.mark.parametrize("who", [BEN, ANA])
@pytest.mark.parametrize("online", [True, False])
def test_holder_or_host_consent_also_when_the_holder_is_offline(who: str, online: bool) -> None:
    now = then(eva_asks_for_ben_s_seat(), who, consent(online=online))
    assert seat_of(now, EVA) is BLUE_SM
    assert seat_of(now, BEN) is Seat.SPECTATOR
    assert now.lobby.requests == ()
    assert {BEN, EVA} <= now.seen_key.keys()


def test_taking_over_is_announced_by_name() -> None:
    by = announced(eva_asks_for_ben_s_seat(), BEN, consent())
    assert by == (SeatTaken("Eva", BLUE_SM, sees_key=True),)


@pytest.mark.parametrize("who", [CEM, DORA, EVA])
def test_nobody_else_consents(who: str) -> None:
    assert why_not(eva_asks_for_ben_s_seat(), who, consent()) is Refusal.NOT_YOURS_TO_ANSWER


@pytest.mark.parametrize("who", [BEN, ANA, EVA])
def test_holder_and_host_may_refuse_the_asker_may_withdraw(who: str) -> None:
    now = then(eva_asks_for_ben_s_seat(), who, refuse())
    assert now.lobby.requests == ()
    assert seat_of(now, BEN) is BLUE_SM


@pytest.mark.parametrize("who", [CEM, DORA])
def test_nobody_else_refuses(who: str) -> None:
    assert why_not(eva_asks_for_ben_s_seat(), who, refuse()) is Refusal.NOT_YOURS_TO_ANSWER


def test_a_request_is_answered_once() -> None:
    now = then(eva_asks_for_ben_s_seat(), BEN, refuse())
    assert why_not(now, BEN, consent()) is Refusal.NO_SUCH_REQUEST


def test_asking_twice_is_asking_once() -> None:
    now = then(eva_asks_for_ben_s_seat(), EVA, AskForSeat(BLUE_SM))
    assert len(now.lobby.requests) == 1


@pytest.mark.parametrize("seat", [Seat.KEY_HOLDER, Seat.RED_OPERATIVE, Seat.SPECTATOR])
def test_what_may_be_taken_need_not_be_asked_for(seat: Seat) -> None:
    assert why_not(joined(four(), "Eva"), EVA, AskForSeat(seat)) is Refusal.SEAT_FREE


def test_nor_one_s_own_seat() -> None:
    assert why_not(four(), BEN, AskForSeat(BLUE_SM)) is Refusal.SEAT_FREE


def test_nor_a_seat_of_another_mode() -> None:
    assert why_not(four(), BEN, AskForSeat(Seat.SIDE_A)) is Refusal.SEAT_OTHER_MODE


def test_an_operative_who_takes_over_cannot_go_back_in_this_game() -> None:
    now = then(playing(), DORA, AskForSeat(BLUE_SM))
    now = then(now, BEN, consent())
    assert why_not(now, DORA, TakeSeat(Seat.BLUE_OPERATIVE)) is Refusal.HAS_SEEN_KEY


@pytest.mark.parametrize(
    ("who", "do"),
    [
        (BEN, TakeSeat(Seat.SPECTATOR)),
        (BEN, Leave()),
        (EVA, Leave()),
        (ANA, Remove(BEN)),
        (ANA, Remove(EVA)),
    ],
)
def test_a_request_lapses_with_the_seat_or_a_person(who: str, do: Leave) -> None:
    assert then(eva_asks_for_ben_s_seat(), who, do).lobby.requests == ()


def test_when_one_of_two_gets_the_seat_the_other_asks_in_vain() -> None:
    now = then(eva_asks_for_ben_s_seat(), DORA, AskForSeat(BLUE_SM))
    assert then(now, BEN, consent(2)).lobby.requests == ()


def test_at_most_12_browsers_ask_to_return_and_they_block_nobody_who_asks_for_a_seat() -> None:
    now = four()
    for number in range(MAX_REQUESTS):
        now = then(now, NOBODY, ask_to_return(CEM, f"phone {number}"))
    assert why_not(now, NOBODY, ask_to_return(CEM)) is Refusal.TOO_MANY
    instead = then(now, NOBODY, AskToReturn(DORA, "hash of a new phone", 2)).lobby.requests
    assert [asked.id for asked in instead] == [1, *range(3, MAX_REQUESTS + 2)]
    assert len(then(now, DORA, AskForSeat(BLUE_SM)).lobby.requests) == MAX_REQUESTS + 1


def test_at_most_12_people_ask_for_a_seat() -> None:
    now = four()
    for number in range(MAX_REQUESTS + 1):
        now = joined(now, f"guest {number}")
    *asking, last = (player.id for player in now.lobby.present[4:])
    for player in asking:
        now = then(now, player, AskForSeat(BLUE_SM))
    assert why_not(now, last, AskForSeat(BLUE_SM)) is Refusal.TOO_MANY
    assert len(then(now, NOBODY, ask_to_return(CEM)).lobby.requests) == MAX_REQUESTS + 1


# "I was Cem"


def cem_asks() -> Room:
    return then(four(), NOBODY, ask_to_return(CEM))


def test_i_was_cem() -> None:
    assert cem_asks().lobby.requests == (Request(1, RequestKind.RETURN, CEM),)


def test_the_holder_being_offline_the_host_consents_and_the_lost_token_ends() -> None:
    now = then(cem_asks(), ANA, consent(online=False))
    assert now.tokens["hash of a new phone"] == CEM
    assert "hash of Cem" not in now.tokens
    assert seat_of(now, CEM) is Seat.RED_OPERATIVE
    assert now.lobby.requests == ()
    assert now.claims == {}


def test_also_while_a_former_phone_of_the_holder_is_connected() -> None:
    now = then(cem_asks(), ANA, consent(online=True))
    assert now.tokens["hash of a new phone"] == CEM
    assert "hash of Cem" not in now.tokens


def test_the_person_may_have_several_browsers() -> None:
    now = then(cem_asks(), CEM, consent(online=True))
    assert {now.tokens[h] for h in ("hash of Cem", "hash of a new phone")} == {CEM}


@pytest.mark.parametrize("who", [BEN, DORA])
def test_nobody_else_answers(who: str) -> None:
    for answer in (consent(), refuse()):
        assert why_not(cem_asks(), who, answer) is Refusal.NOT_YOURS_TO_ANSWER


@pytest.mark.parametrize("who", [ANA, CEM])
def test_refused(who: str) -> None:
    now = then(cem_asks(), who, refuse(online=True))
    assert (now.lobby.requests, now.claims) == ((), {})
    assert "hash of a new phone" not in now.tokens


def test_only_somebody_who_is_in_the_room() -> None:
    assert why_not(four(), NOBODY, ask_to_return("p9")) is Refusal.NO_SUCH_PLAYER
    left = then(four(), CEM, Leave())
    assert why_not(left, NOBODY, ask_to_return(CEM)) is Refusal.NO_SUCH_PLAYER


def test_a_browser_that_has_a_seat_has_nothing_to_return_to() -> None:
    assert why_not(four(), NOBODY, AskToReturn(CEM, "hash of Dora")) is Refusal.SEAT_FREE


def test_a_browser_has_one_claim() -> None:
    now = then(cem_asks(), NOBODY, ask_to_return(DORA))
    assert now.lobby.requests == (Request(2, RequestKind.RETURN, DORA),)


def test_the_request_lapses_when_the_browser_joins_as_somebody_new() -> None:
    """Otherwise a later consent would leave that newcomer without any token."""
    now = then(cem_asks(), EVA, Join("Eva", "hash of a new phone"))
    assert (now.lobby.requests, now.claims) == ((), {})
    assert now.tokens["hash of a new phone"] == EVA


def test_it_lapses_when_the_person_leaves_but_not_with_the_seat() -> None:
    assert then(cem_asks(), CEM, Leave()).lobby.requests == ()
    assert len(then(cem_asks(), CEM, TakeSeat(Seat.SPECTATOR)).lobby.requests) == 1


def test_a_host_who_gave_the_role_away_answers_no_more() -> None:
    now = then(cem_asks(), ANA, HandOver(BEN))
    assert why_not(now, ANA, consent()) is Refusal.NOT_YOURS_TO_ANSWER
    assert then(now, BEN, consent()).tokens["hash of a new phone"] == CEM
