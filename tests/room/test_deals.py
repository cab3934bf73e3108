"""A series of games in a room: who deals, when, and which codenames."""

import pytest

from room.room_builder import (
    ANA,
    BEN,
    CEM,
    DORA,
    EVA,
    announced,
    deal,
    entry,
    four,
    joined,
    played,
    playing,
    then,
    why_not,
)
from room.room_builder import room as room_with
from rules.game_builder import (
    ASSASSIN,
    BLUE_STARTS,
    CODENAMES,
    OPERATIVES_TAP,
    UNDO,
    clue,
    exchange,
    key,
    touch,
)
from undercast.base.refusals import Refusal
from undercast.room.entries import Leave, Rename, TakeSeat
from undercast.room.events import GameDealt
from undercast.room.permissions import why_no_deal
from undercast.room.seats import Seat
from undercast.room.state import REMEMBERED_COMMANDS, Room
from undercast.rules.actions import Abandon
from undercast.rules.cards import Team

OTHERS = tuple(f"word {number}" for number in range(25))


def test_a_deal_puts_a_new_game_on_the_table() -> None:
    now = then(four(), ANA, deal(BLUE_STARTS))
    assert now.game is not None
    assert now.game.table.codenames == CODENAMES
    assert now.game.table.turn.team is Team.BLUE
    assert now.lobby.games == 1
    assert announced(four(), ANA, deal()) == (GameDealt(),)


@pytest.mark.parametrize("who", [ANA, BEN])
def test_the_host_or_a_spymaster_deals(who: str) -> None:
    assert then(four(), who, deal()).running


@pytest.mark.parametrize("who", [CEM, EVA])
def test_nobody_else_deals(who: str) -> None:
    assert why_not(joined(four(), "Eva"), who, deal()) is Refusal.NOT_HOST


def test_not_while_a_game_is_running() -> None:
    assert why_not(playing(), ANA, deal()) is Refusal.GAME_RUNNING
    assert why_no_deal(playing()) is Refusal.GAME_RUNNING
    assert then(playing(), ANA, Abandon(), deal()).lobby.games == 2


@pytest.mark.parametrize("gone", [ANA, BEN])
def test_each_team_needs_a_spymaster(gone: str) -> None:
    now = then(four(), gone, TakeSeat(Seat.SPECTATOR))
    assert why_not(now, ANA, deal()) is Refusal.NO_SPYMASTER


def test_a_key_holder_is_spymaster_of_both() -> None:
    now = room_with(Ana=Seat.KEY_HOLDER)
    assert why_no_deal(now) is None
    assert then(now, ANA, deal()).running


@pytest.mark.parametrize("gone", [CEM, DORA])
def test_each_team_needs_an_operative_where_operatives_tap(gone: str) -> None:
    now = then(four(OPERATIVES_TAP), gone, Leave())
    assert why_not(now, ANA, deal()) is Refusal.NO_OPERATIVE
    both = then(joined(now, "Eva"), EVA, TakeSeat(Seat.OPERATIVE_FOR_BOTH))
    assert then(both, ANA, deal()).running


def test_where_the_spymaster_taps_operatives_need_no_phone() -> None:
    now = room_with(Ana=Seat.RED_SPYMASTER, Ben=Seat.BLUE_SPYMASTER)
    assert then(now, BEN, deal()).running


def test_a_deal_that_is_none_is_the_dealers_fault() -> None:
    with pytest.raises(ValueError, match="more=9, fewer=8"):
        then(four(), ANA, deal("r" * 25))
    with pytest.raises(ValueError, match="different codenames"):
        then(four(), ANA, deal(codenames=CODENAMES[:24]))


def test_those_who_see_the_key_are_remembered_for_this_game_alone() -> None:
    first = then(playing(), CEM, TakeSeat(Seat.SPECTATOR))
    assert first.seen_key == {ANA: {Seat.RED_SPYMASTER}, BEN: {Seat.BLUE_SPYMASTER}}
    swapped = then(then(playing(), ANA, Abandon()), ANA, deal(codenames=OTHERS, swap=True))
    assert swapped.seen_key == {CEM: {Seat.RED_SPYMASTER}, DORA: {Seat.BLUE_SPYMASTER}}


def rounds(now: Room, *codenames: str) -> list[int]:
    return [now.seen_codenames.get(codename, 0) for codename in codenames]


def test_the_room_remembers_the_codenames_that_lay_on_its_table() -> None:
    now = then(playing(), ANA, exchange(3, "BUTTON"))
    assert rounds(now, *CODENAMES, "BUTTON", "PEARL") == [1] * 26 + [0]


def test_after_all_were_used_a_new_round_begins_for_those_that_are_laid_again() -> None:
    first = then(playing(), ANA, Abandon())
    leftovers = ("BUTTON", "PEARL")
    again = then(first, ANA, deal(codenames=(*CODENAMES[:23], *leftovers)))
    assert rounds(again, *CODENAMES) == [2] * 23 + [1] * 2
    assert rounds(again, *leftovers) == [2, 2]


def test_a_new_game_forgets_marks_undo_and_the_last_key() -> None:
    ended = then(playing(), ANA, clue("tree", 2), touch(ASSASSIN))
    now = then(ended, ANA, deal(BLUE_STARTS, OTHERS))
    assert now.game is not None
    assert now.game.key == key(BLUE_STARTS)
    assert why_not(now, ANA, UNDO) is Refusal.NOTHING_TO_UNDO


# One order per room


def test_every_entry_is_one_version() -> None:
    now = playing()
    for do in (Rename("Anna"), clue("tree", 2), touch(0), UNDO):
        after = then(now, ANA, do)
        assert after.version == now.version + 1
        now = after


def test_step_moves_with_the_table_and_with_nothing_else() -> None:
    now = playing()
    assert joined(now, "Eva").step == now.step
    assert then(now, ANA, Rename("Anna")).step == now.step
    assert then(now, ANA, clue("tree", 2)).step == now.step + 1


def test_a_new_deal_moves_the_step_even_to_an_equal_table() -> None:
    first = then(playing(), ANA, Abandon())
    assert then(first, ANA, deal()).step == first.step + 1


def test_each_person_s_latest_32_commands_are_remembered() -> None:
    now, _ = played(four(), entry(BEN, Rename("Ben"), cmd_id="c1"))
    for number in range(REMEMBERED_COMMANDS + 1):
        now, _ = played(now, entry(ANA, Rename("Ana"), cmd_id=f"c{number}"))
    assert not now.has_done(ANA, "c0")
    assert now.has_done(ANA, "c1")
    assert now.has_done(ANA, f"c{REMEMBERED_COMMANDS}")
    assert len(now.done[ANA]) == REMEMBERED_COMMANDS == 32
    assert now.has_done(BEN, "c1")
    assert not now.has_done(CEM, "c1")


def test_nothing_is_remembered_of_somebody_who_was_forgotten() -> None:
    now, _ = played(joined(four(), "Eva"), entry(EVA, Rename("Ewa"), cmd_id="c1"))
    now, _ = played(now, entry(EVA, Leave(forget=True), cmd_id="c2"))
    assert EVA not in now.done
