"""What earlier clues still mean."""

from bots.boards import dealt, seen
from room.room_builder import ANA, BEN, CEM, DORA, then
from rules.game_builder import END_TURN, KEY, clue, touch
from undercast.bots import languages
from undercast.bots.open_clues import open_clues
from undercast.room.state import Room

ENGLISH = languages.load().on(("en",))


def still_open(room: Room) -> list[str]:
    game = seen(room, CEM).game
    assert game is not None
    return open_clues(ENGLISH, game, None)


def test_a_clue_stays_open_until_as_many_are_found() -> None:
    red, blue = KEY.index("r"), KEY.index("b")
    room = then(then(dealt(1, letters=KEY), ANA, clue("ocean", 2)), CEM, touch(red), END_TURN)
    assert still_open(room) == []  # of blue, whose turn it is
    room = then(then(room, BEN, clue("tree", 1)), DORA, touch(blue), END_TURN)
    assert still_open(room) == ["ocean"]
    room = then(then(room, ANA, clue("metal", 1)), CEM, touch(red + 1))
    assert still_open(room) == ["ocean"]
    room = then(room, CEM, touch(red + 2))  # the extra one
    room = then(then(room, BEN, clue("rain", 1)), DORA, touch(blue + 1), END_TURN)
    assert still_open(room) == []
