"""The link between rooms and the bot scheduler."""

from collections.abc import Mapping

from undercast.room.absence import NOBODY_ABSENT, Absence
from undercast.room.bots import BotTask, bot_tasks
from undercast.room.state import BotStyle, Room
from undercast.service.loaded_room import LoadedRoom
from undercast.service.ports import Bots, Message, Peers, RoomConnections, SeatSnapshot
from undercast.views import (
    BotThinking,
    BotThinkingState,
    LobbyView,
    audience_of,
    public_game_view,
    views_with,
)

NONE = BotThinking(BotThinkingState.MISSING)


class BotSeats:
    """The bots' seats in all rooms."""

    def __init__(self, bots: Bots | None, connections: RoomConnections, peers: Peers) -> None:
        """`bots`: None on a server without bots."""
        self._bots = bots
        self._connections = connections
        self._peers = peers

    @property
    def thinkers(self) -> BotThinking:
        """Whether bots can think, as everybody may know."""
        return NONE if self._bots is None else self._bots.thinkers

    @property
    def missing(self) -> bool:
        """Whether this server has no bots at all."""
        return self.thinkers.state is BotThinkingState.MISSING

    def publish_tasks(self, loaded: LoadedRoom) -> None:
        """Tell the scheduler what a room's bots have to do, if anybody is connected; nothing if
        another process owns the room.
        """
        code = loaded.room.lobby.code
        if self._bots is not None and self._connections.audiences(code):
            self._bots.set_tasks(code, tasks_of(loaded) if self._peers.owns(code) else {})

    def clear_tasks(self, code: str) -> None:
        """Cancel whatever a room's bots were doing."""
        if self._bots is not None:
            self._bots.set_tasks(code, {})

    def has_task(self, loaded: LoadedRoom, bot: str, task: BotTask) -> bool:
        """Whether this bot has this task now, and anybody is connected."""
        on = tasks_of(loaded).get(bot) == task
        return on and bool(self._connections.audiences(loaded.room.lobby.code))


def tasks_of(loaded: LoadedRoom) -> Mapping[str, BotTask]:
    """What a room's bots have to do; nothing while its log cannot be read."""
    return {} if loaded.lost else bot_tasks(loaded.room, loaded.absence.away)


def seat_snapshot(
    room: Room, lobby: LobbyView, player_id: str, absence: Absence = NOBODY_ABSENT
) -> SeatSnapshot:
    """What this person or bot sees. Raises Refused(room/no_such_player)."""
    player, audience = room.lobby.player(player_id), audience_of(room, player_id)
    view = views_with(room, [audience], lobby, public_game_view(room, absence))[audience]
    message = Message(audience, 0, room.step, (), view)
    style = player.bot or BotStyle.NORMAL
    return SeatSnapshot(player_id, player.seat, style, room.languages, message)
