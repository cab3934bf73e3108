"""Setting `agreement`: a card can be confirmed once every operative who is online has marked it."""

import pytest

from room.room_builder import ANA, BEN, CEM, DORA, EVA, deal, facts, room, then
from rules.game_builder import ALL_AGREE, MARKS_FOR_ALL, RED, clue, mark, touch
from undercast.base.refusals import Refusal, Refused
from undercast.commands import decision
from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.settings import Agreement, Guessing, Settings


def guessing(settings: Settings = ALL_AGREE, also: Seat = Seat.RED_OPERATIVE) -> Room:
    now = room(
        settings,
        Ana=Seat.RED_SPYMASTER,
        Ben=Seat.BLUE_SPYMASTER,
        Cem=Seat.RED_OPERATIVE,
        Dora=also,
        Eva=Seat.BLUE_OPERATIVE,
    )
    return then(then(now, ANA, deal()), ANA, clue("tree", 2))


def can_touch(now: Room, *online: str, by: str = CEM) -> bool:
    try:
        decision.require_details(now, by, touch(RED[0], by=by), facts(online=set(online)))
    except Refused as refused:
        return refused.code is not Refusal.NOT_ALL_AGREE
    return True


@pytest.mark.parametrize("also", [Seat.RED_OPERATIVE, Seat.OPERATIVE_FOR_BOTH])
def test_all_of_the_team_who_are_online(also: Seat) -> None:
    now = then(guessing(also=also), CEM, mark(RED[0], by=CEM))
    everybody = (ANA, BEN, CEM, DORA, EVA)
    assert not can_touch(now, *everybody)
    assert can_touch(now, ANA, BEN, CEM, EVA), "Dora's phone is off"
    agreed = then(now, DORA, mark(RED[0], by=DORA))
    assert can_touch(agreed, *everybody)
    other = then(now, DORA, mark(RED[1], by=DORA))
    assert not can_touch(other, *everybody)


def test_one_of_them_is_enough_by_default() -> None:
    assert can_touch(guessing(MARKS_FOR_ALL), CEM, DORA)


def test_it_is_about_operatives_who_tap() -> None:
    spymaster = Settings(guessing=Guessing.SPYMASTER_TAPS, agreement=Agreement.ALL)
    assert can_touch(guessing(spymaster), ANA, CEM, DORA, by=ANA)
