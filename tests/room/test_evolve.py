"""What an entry does to a room, where no other test speaks of it."""

import pytest

from room.room_builder import ANA, entry, four, playing, then
from undercast.room import evolve
from undercast.room.entries import GoOn
from undercast.room.state import Room
from undercast.rules.actions import Abandon


@pytest.mark.parametrize(
    ("before", "is_left"),
    [(four(), False), (playing(), False), (then(playing(), ANA, Abandon()), True)],
)
def test_who_goes_on_leaves_a_running_game_behind_and_keeps_one_that_ended(
    before: Room, is_left: bool
) -> None:
    after, happened = evolve.evolve(before, entry(ANA, GoOn()))
    assert happened == ()
    assert (after.game is not None) is is_left
    assert after.lobby.players == before.lobby.players
