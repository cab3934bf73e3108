"""What the shared screens show after a game instead of the table: see `state.ScreenPage`.

a game ends                  it is looked back upon, unless it was given up
its key is shown to all      the table, with the key, until the host goes on to the awards
its last touch is undone     the table: the game goes on
a game is dealt              the table
the host shows a page        that; of the latest game any part of looking back
the host closes it           the table
"""

from msgspec.structs import replace

from undercast.room.entries import ShowPage
from undercast.room.state import Playback, Room, ScreenPage
from undercast.rules.game import Ending, Phase


def show(room: Room, action: ShowPage, at: int) -> Room:
    """The host shows an ended game."""
    if action.part is not None:
        return _with(room, ScreenPage(action.game, Playback.LOOKING_BACK, 0, at, action.part))
    motion = Playback.PLAYING if action.plays else Playback.STILL
    return _with(room, ScreenPage(action.game, motion, action.moment, at))


def close(room: Room) -> Room:
    """The screens show the table."""
    return _with(room, None)


def after_move(before: Room, after: Room, at: int) -> Room:
    """The room after a move in its game, which may have been the last one."""
    assert before.game is not None
    assert after.game is not None
    was, table = before.game.table, after.game.table
    if table.phase is was.phase:
        return after
    if table.phase is not Phase.ENDED or table.result is None:
        return close(after)
    if table.result.ending is Ending.ABANDONED:
        return close(after)
    return _with(after, ScreenPage(after.lobby.games, Playback.LOOKING_BACK, 0, at))


def _with(room: Room, showing: ScreenPage | None) -> Room:
    if room.lobby.showing == showing:
        return room
    return replace(room, lobby=replace(room.lobby, showing=showing))
