"""What the rooms have to do with those who think for bots."""

from collections.abc import Mapping

from undercast.room.absence import ALL_THERE, Absence
from undercast.room.bots import Duty, duties
from undercast.room.state import BotStyle, Room
from undercast.service.loaded_room import LoadedRoom
from undercast.service.ports import Bots, Message, Peers, Sight, Tell
from undercast.views import LobbyView, Thinkers, ThinkersState, audience_of, game_of, views_with

NONE = Thinkers(ThinkersState.MISSING)


class BotSeats:
    """The seats of bots, of all rooms."""

    def __init__(self, bots: Bots | None, tell: Tell, peers: Peers) -> None:
        """`bots`: None where nobody thinks for them."""
        self._bots = bots
        self._tell = tell
        self._peers = peers

    @property
    def thinkers(self) -> Thinkers:
        """Whether bots can think, as everybody may know."""
        return NONE if self._bots is None else self._bots.thinkers

    @property
    def missing(self) -> bool:
        """Whether they never can."""
        return self.thinkers.state is ThinkersState.MISSING

    def attend(self, live: LoadedRoom) -> None:
        """Let a room's bots know what they have to do, where somebody looks on; nothing where
        another process thinks for them.
        """
        code = live.room.lobby.code
        if self._bots is not None and self._tell.audiences(code):
            self._bots.attend(code, duties_of(live) if self._peers.owns(code) else {})

    def dismiss(self, code: str) -> None:
        """Whatever a room's bots were about is over."""
        if self._bots is not None:
            self._bots.attend(code, {})

    def is_on(self, live: LoadedRoom, bot: str, duty: Duty) -> bool:
        """Whether that is what this bot has to do, and somebody looks on."""
        on = duties_of(live).get(bot) == duty
        return on and bool(self._tell.audiences(live.room.lobby.code))


def duties_of(live: LoadedRoom) -> Mapping[str, Duty]:
    """What a room's bots have to do; nothing while its log cannot be read."""
    return {} if live.lost else duties(live.room, live.absence.away)


def sight(room: Room, lobby: LobbyView, player_id: str, absence: Absence = ALL_THERE) -> Sight:
    """What this person or bot sees, as it is told. Raises Refused(room/no_such_player)."""
    player, audience = room.lobby.player(player_id), audience_of(room, player_id)
    view = views_with(room, [audience], lobby, game_of(room, absence))[audience]
    message = Message(audience, 0, room.step, (), view)
    style = player.bot or BotStyle.NORMAL
    return Sight(player_id, player.seat, style, room.languages, message)
