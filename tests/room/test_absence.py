"""Whom a game waits for, and how long."""

import pytest
from msgspec.structs import replace

from room.room_builder import ANA, BEN, CEM, DORA, bots, deal, four, playing, then
from room.room_builder import room as room_with
from rules.duet_builder import BOTH, DUET, KEYS, A, B, clue_by, touch_by
from rules.game_builder import BYSTANDERS, OPERATIVES_TAP, RED, clue, touch
from undercast.room.absence import (
    NOBODY_ABSENT,
    OFFLINE_WAIT_MS,
    Absence,
    Wait,
    could_wait,
    next_absence,
)
from undercast.room.bots import Part, bot_tasks, thinking
from undercast.room.entries import Remove
from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.actions import AskRival, Challenge, EndTurn, Pause, Resume, WithdrawChallenge
from undercast.rules.game import Phase

NOON = 1_000_000
LATE = NOON + OFFLINE_WAIT_MS

RED_HAND, RED_KEY = Seat.RED_OPERATIVE, Seat.RED_SPYMASTER
BOT = "p5"


def beside() -> Room:
    """Two teams of two, and a bot beside Cem, who guesses for red."""
    now = room_with(OPERATIVES_TAP, **dict(zip(("Ana", "Ben", "Cem", "Dora"), SEATS, strict=True)))
    return then(then(now, ANA, bots(RED_HAND)), ANA, deal(), clue("tree", 2))


SEATS = (RED_KEY, Seat.BLUE_SPYMASTER, RED_HAND, Seat.BLUE_OPERATIVE)


def without(*gone: str) -> set[str]:
    return {ANA, BEN, CEM, DORA}.difference(gone)


def test_without_a_bot_or_a_challenge_nobody_can_be_waited_for() -> None:
    assert not could_wait(four(), without(CEM))
    assert not could_wait(playing(), without(CEM))
    assert could_wait(then(then(playing(), ANA, clue("tree", 2)), BEN, Challenge()), without(CEM))
    assert could_wait(beside(), without(CEM))
    assert not could_wait(beside(), without())


def test_nobody_is_waited_for_while_somebody_can_go_on() -> None:
    assert next_absence(beside(), without(), NOBODY_ABSENT, NOON) == NOBODY_ABSENT
    assert next_absence(beside(), without(ANA, BEN, DORA), NOBODY_ABSENT, NOON) == NOBODY_ABSENT


def test_the_bot_beside_somebody_offline_goes_on_after_20_seconds() -> None:
    now = beside()
    went = next_absence(now, without(CEM), NOBODY_ABSENT, NOON)
    assert went == Absence(frozenset(), Wait((CEM,), LATE, BOT), {CEM: NOON})
    assert next_absence(now, without(CEM), went, LATE - 1) == went
    assert bot_tasks(now, went.away)[BOT].part is Part.MARK
    assert now.game is not None
    assert thinking(now.lobby, now.game.table, went.away) == ()
    long = next_absence(now, without(CEM), went, LATE)
    assert long == Absence(frozenset({CEM}))
    assert bot_tasks(now, long.away)[BOT].part is Part.GUESS
    assert thinking(now.lobby, now.game.table, long.away) == (BOT,)


def test_who_comes_back_has_the_time_anew() -> None:
    now = beside()
    went = next_absence(now, without(CEM), NOBODY_ABSENT, NOON)
    back = next_absence(now, without(), went, LATE - 1)
    assert back == NOBODY_ABSENT
    again = next_absence(now, without(CEM), back, LATE)
    assert again.wait == Wait((CEM,), LATE + OFFLINE_WAIT_MS, BOT)
    long = next_absence(now, without(CEM), again, LATE + OFFLINE_WAIT_MS)
    assert next_absence(now, without(), long, LATE + OFFLINE_WAIT_MS) == NOBODY_ABSENT


def test_whoever_went_before_the_turn_is_waited_for_once() -> None:
    """A phone that slept meanwhile has its time; one that is gone does not cost it every turn."""
    now = beside()
    blue = then(now, CEM, touch(BYSTANDERS[0]))
    assert next_absence(blue, without(CEM), NOBODY_ABSENT, NOON) == NOBODY_ABSENT
    went = next_absence(now, without(CEM), NOBODY_ABSENT, LATE)
    assert went.wait == Wait((CEM,), LATE + OFFLINE_WAIT_MS, BOT)
    long = next_absence(now, without(CEM), went, LATE + OFFLINE_WAIT_MS)
    assert next_absence(blue, without(CEM), long, LATE + OFFLINE_WAIT_MS) == Absence(
        frozenset({CEM})
    )
    assert next_absence(now, without(CEM), long, 2 * LATE) == Absence(frozenset({CEM}))


def test_a_pause_is_no_waiting() -> None:
    now = beside()
    went = next_absence(now, without(CEM), NOBODY_ABSENT, NOON)
    paused = then(now, ANA, Pause())
    stands = next_absence(paused, without(CEM), went, NOON + 1_000)
    assert stands == NOBODY_ABSENT
    resumed = next_absence(then(paused, ANA, Resume()), without(CEM), stands, 2 * LATE)
    assert resumed.wait == Wait((CEM,), 2 * LATE + OFFLINE_WAIT_MS, BOT)


def test_nor_is_a_pause_of_a_dispute() -> None:
    now = then(then(playing(), ANA, clue("tree", 2)), BEN, Challenge())
    went = next_absence(now, without(BEN), NOBODY_ABSENT, NOON)
    stands = next_absence(then(now, ANA, Pause()), without(BEN), went, NOON + 1_000)
    assert stands == NOBODY_ABSENT


def test_no_bot_waits_for_the_ruling_on_a_clue_of_somebody_who_is_away() -> None:
    now = room_with(OPERATIVES_TAP, Ana=Seat.KEY_HOLDER, Ben=Seat.BLUE_SPYMASTER, Cem=RED_HAND)
    now = then(then(now, ANA, bots(RED_KEY, Seat.BLUE_OPERATIVE)), ANA, deal())
    asked = then(now, ANA, AskRival("oak", 2, ANA, rival=True))
    assert "p4" not in bot_tasks(asked)
    assert bot_tasks(asked, {ANA})["p4"].part is Part.CLUE
    given = then(asked, "p4", clue("tree", 2, by="p4"))
    assert given.game is not None
    assert (given.game.table.phase, given.game.question) == (Phase.GUESS, None)


def test_of_two_the_one_who_is_there_goes_on() -> None:
    now = room_with(DUET, Ana=Seat.SIDE_A, Ben=Seat.SIDE_B, Cem=Seat.SIDE_A)
    now = then(then(now, ANA, bots(Seat.SIDE_A)), ANA, deal(KEYS))
    assert next_absence(now, {CEM}, NOBODY_ABSENT, NOON) == NOBODY_ABSENT
    went = next_absence(now, set(), NOBODY_ABSENT, NOON)
    assert went.wait == Wait((ANA, BEN, CEM), LATE, "p4")
    back = next_absence(now, {BEN}, went, LATE - 1)
    assert back == NOBODY_ABSENT


@pytest.mark.parametrize(
    ("bot", "person"), [(RED_KEY, Seat.KEY_HOLDER), (Seat.KEY_HOLDER, RED_KEY)]
)
def test_where_both_hold_the_key_the_person_gives_the_clue(bot: Seat, person: Seat) -> None:
    now = room_with(Ana=person, Ben=Seat.BLUE_SPYMASTER, Cem=RED_HAND)
    now = then(then(now, ANA, bots(bot, Seat.BLUE_OPERATIVE)), ANA, deal())
    assert now.game is not None
    assert "p4" not in bot_tasks(now)
    assert thinking(now.lobby, now.game.table) == ()
    went = next_absence(now, {BEN, CEM}, NOBODY_ABSENT, NOON)
    assert went.wait == Wait((ANA,), LATE, "p4")
    assert bot_tasks(now, {ANA})["p4"].part is Part.CLUE
    given = then(now, ANA, clue("tree", 2))
    assert "p4" not in bot_tasks(given, {ANA}), "who sees the key touches nothing"
    assert next_absence(given, {BEN, CEM}, NOBODY_ABSENT, NOON).wait is None


def test_the_host_withdraws_for_a_challenger_who_is_away_for_20_seconds() -> None:
    now = then(then(playing(), ANA, clue("tree", 2)), BEN, Challenge())
    assert next_absence(now, without(), NOBODY_ABSENT, NOON) == NOBODY_ABSENT
    went = next_absence(now, without(BEN), NOBODY_ABSENT, NOON)
    assert went == Absence(frozenset(), Wait((BEN,), LATE), {BEN: NOON})
    long = next_absence(now, without(BEN), went, LATE)
    assert long == Absence(frozenset({BEN}))
    withdrawn = then(now, BEN, WithdrawChallenge())
    assert next_absence(withdrawn, without(BEN), long, LATE) == NOBODY_ABSENT


def test_nobody_is_waited_for_who_is_not_in_the_room_or_without_a_game() -> None:
    now = beside()
    went = next_absence(now, without(CEM), NOBODY_ABSENT, NOON)
    assert next_absence(then(now, ANA, Remove(CEM)), without(CEM), went, LATE) == NOBODY_ABSENT
    assert next_absence(room_with(Ana=RED_KEY), set(), NOBODY_ABSENT, NOON) == NOBODY_ABSENT


def test_in_sudden_death_no_bot_waits() -> None:
    now = room_with(replace(DUET, tokens=1), Ana=Seat.SIDE_A)
    now = then(then(now, ANA, bots(Seat.SIDE_B)), ANA, deal(KEYS), clue_by(A))
    now = then(now, BEN, touch_by(B, BOTH[0]), EndTurn())
    assert now.game is not None
    assert now.game.table.phase is Phase.SUDDEN_DEATH
    assert bot_tasks(now)[BEN].part is Part.GUESS
    assert next_absence(now, set(), NOBODY_ABSENT, NOON) == NOBODY_ABSENT


def test_nobody_where_there_are_neither_bots_nor_a_challenge() -> None:
    now = then(playing(), ANA, clue("tree", 2), touch(RED[0]))
    assert next_absence(now, set(), NOBODY_ABSENT, NOON) == NOBODY_ABSENT
