"""What the store keeps beside a room's log: records of ended games, and checkpoints.

Replaying the log gives both; keeping them saves the replay.
"""

from collections.abc import Mapping

from undercast.room.predictions import PredictionScore, final_scores
from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.cards import Key
from undercast.rules.game import Note, Phase, Table
from undercast.rules.secret import Secret

BETWEEN_CHECKPOINTS = 1000
"""Entries after which a checkpoint is kept in any case."""


class EndedGame(Secret, frozen=True):
    """A game that is over, with everything that the room's book may show once it was debriefed."""

    number: int
    """Which game of the room it was; the first is 1."""
    at: int
    """When it ended or was debriefed: the server's clock, Unix milliseconds."""
    table: Table
    key: Key
    """Duet: side A's. Secret until the game is debriefed."""
    key_b: Key | None
    """Duet: side B's."""
    keys: Mapping[Seat, tuple[str, ...]]
    """Who sat where the key is seen when the game was dealt: player ids."""
    names: Mapping[str, str]
    """Player id -> name, of everybody who had been in the room by then."""
    seats: Mapping[str, Seat]
    """Player id -> the seat, of everybody who was in the room then."""
    counted: tuple[str, ...]
    """Ids of those who had agreed to be counted by name, across rooms."""
    bots: tuple[str, ...] = ()
    """Ids of those in the room who were no people."""
    stamps: Mapping[str, str] = {}
    """Player id -> stamp, of everybody who had been in the room by then; bots left out."""
    notes: tuple[Note, ...] = ()
    """What was noted while it was played. Secret until the game is debriefed."""
    predictions: tuple[PredictionScore, ...] = ()
    """Of whoever watched until its end, the best first."""


def ended_game(room: Room, at: int) -> EndedGame | None:
    """The room's game if it is over, as of server time `at`."""
    game, lobby = room.game, room.lobby
    if game is None or not game.table.phase.over:
        return None
    return EndedGame(
        number=lobby.games,
        at=at,
        table=game.table,
        key=game.key,
        key_b=game.key_b,
        keys=room.keys,
        names={player.id: player.name for player in lobby.players},
        seats={player.id: player.seat for player in lobby.present},
        counted=tuple(player.id for player in lobby.present if player.counted),
        bots=tuple(player.id for player in lobby.players if player.bot),
        stamps={player.id: player.stamp for player in lobby.players if player.stamp},
        notes=game.notes,
        predictions=final_scores(room),
    )


def is_milestone(before: Room, after: Room) -> bool:
    """Whether to keep a checkpoint: a game was dealt, ended, resumed by an undo or debriefed, or
    many entries have passed.
    """
    dealt = after.lobby.games != before.lobby.games
    turned = _ending(before) is not _ending(after)
    return dealt or turned or after.version % BETWEEN_CHECKPOINTS == 0


def _ending(room: Room) -> Phase | None:
    over = room.game is not None and room.game.table.phase.over
    return room.game.table.phase if over and room.game is not None else None
