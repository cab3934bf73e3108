"""A room as it is held: who is in it."""

import pytest

from room.room_builder import BEN, four, then
from undercast.base.refusals import Refused
from undercast.room.entries import Leave


def test_who_left_is_known_and_not_present() -> None:
    lobby = then(four(), BEN, Leave()).lobby
    assert lobby.known_player(BEN).name == "Ben"
    with pytest.raises(Refused):
        lobby.player(BEN)


def test_of_somebody_who_never_came_nothing_is_known() -> None:
    with pytest.raises(LookupError):
        four().lobby.known_player("p9")
