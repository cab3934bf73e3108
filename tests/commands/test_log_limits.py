"""How long a room's log may get, and how much of it one person may write."""

import pytest
from msgspec.structs import replace

from room.room_builder import (
    ANA,
    BEN,
    CEM,
    DORA,
    NOBODY,
    ask_to_return,
    deal,
    four,
    joined,
    playing,
    then,
    why_not,
)
from rules.game_builder import STRICT_TIMER, At, clue
from undercast.base.refusals import Refusal, Refused
from undercast.commands.log_limits import MAX_ENTRIES, MAX_PER_PERSON
from undercast.room import evolve
from undercast.room.entries import BecomeHost, Join, Leave, Rename
from undercast.room.state import Room
from undercast.rules.actions import Abandon, TimeUp
from undercast.rules.game import Phase


def written(now: Room, who: str, entries: int = MAX_PER_PERSON) -> Room:
    """As if this person had written so much."""
    return replace(now, written={**now.written, who: entries})


def test_everybody_writes_on_an_own_account_and_strangers_on_one() -> None:
    now = then(four(), BEN, Rename("Benn"))
    assert now.written == {ANA: 2, BEN: 2, CEM: 1, DORA: 1, evolve.STRANGERS: 3}
    now = then(now, NOBODY, ask_to_return(CEM))
    now = joined(then(now, DORA, Leave()), "Dora")
    assert now.written[evolve.STRANGERS] == 4
    assert now.written[DORA] == 3


def test_the_server_writes_on_nobody_s() -> None:
    now = playing(STRICT_TIMER)
    assert then(now, evolve.SERVER, At(TimeUp(), 10**9)).written == now.written


def test_whose_share_is_used_up_may_give_up_and_leave_and_nothing_else() -> None:
    now = written(playing(), ANA)
    assert why_not(now, ANA, clue("tree", 2)) is Refusal.LOG_FULL
    assert why_not(now, ANA, BecomeHost(ANA)) is Refusal.LOG_FULL
    ended = then(now, ANA, Abandon())
    assert ended.game is not None
    assert ended.game.table.phase is Phase.ENDED
    gone = then(ended, ANA, Leave())
    assert why_not(gone, ANA, Join("Ana", "hash of Ana")) is Refusal.LOG_FULL
    then(now, BEN, Rename("Benn"))


def test_one_less_and_there_is_room_for_one() -> None:
    now = then(written(four(), ANA, MAX_PER_PERSON - 1), ANA, Rename("Anna"))
    assert why_not(now, ANA, Rename("Ana")) is Refusal.LOG_FULL


def test_strangers_share_one_account_that_is_nobody_else_s() -> None:
    now = written(four(), evolve.STRANGERS)
    assert why_not(now, NOBODY, ask_to_return(CEM)) is Refusal.LOG_FULL
    with pytest.raises(Refused, match="room/log_full"):
        joined(now, "Eva")
    then(now, ANA, deal())


def test_no_person_fills_a_room_alone() -> None:
    assert 3 * MAX_PER_PERSON < MAX_ENTRIES


def test_in_a_full_room_the_host_ends_the_game() -> None:
    now = replace(playing(), public=MAX_ENTRIES)
    for who, do in ((ANA, clue("tree", 2)), (NOBODY, ask_to_return(CEM)), (BEN, Rename("B"))):
        assert why_not(now, who, do) is Refusal.LOG_FULL
    ended = then(now, ANA, Abandon())
    assert why_not(ended, ANA, deal()) is Refusal.LOG_FULL
    then(ended, BEN, Leave())
