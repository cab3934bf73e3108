"""The open rooms of this household, for somebody at home who has no code."""

from collections.abc import Iterable
from heapq import nsmallest

from msgspec import Struct

from undercast.room.state import Room
from undercast.rules.settings import Board, Mode

MAX_LISTED = 12
"""Most households have one or two; with more, the fullest are listed."""


class OpenGame(Struct, frozen=True):
    """A room that anybody at home may join."""

    room: str
    """Its code."""
    host: str
    """Name of its host."""
    people: int
    """How many are in the room, without bots."""
    mode: Mode
    """What is being played, or else what is played next."""
    board: Board
    playing: bool
    """Whether a game is on; else it is before one or after one."""


def list_open_games(rooms: Iterable[tuple[Room, int]]) -> tuple[OpenGame, ...]:
    """The open rooms, each given with how many of its people are connected: the fullest first, then
    those with most games. Rooms with a closed door are left out.
    """
    open_ = [found for found in rooms if not found[0].lobby.closed]
    return tuple(_open_game(room) for room, _ in nsmallest(MAX_LISTED, open_, key=_rank))


def _rank(found: tuple[Room, int]) -> tuple[int, int, str]:
    room, here = found
    return -here, -room.lobby.games, room.lobby.code


def _open_game(room: Room) -> OpenGame:
    lobby, game = room.lobby, room.game
    on_table = game.table.settings if game is not None and room.running else lobby.settings
    host = lobby.find(lobby.host)
    return OpenGame(
        room=lobby.code,
        host="" if host is None else host.name,
        people=len(lobby.people),
        mode=on_table.mode,
        board=on_table.board,
        playing=room.running,
    )
