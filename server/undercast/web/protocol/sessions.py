"""Which connection belongs to which room, person and audience; and sending views to them."""

from collections import Counter
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Protocol

from flask_socketio import SocketIO
from msgspec import Raw, Struct, json
from msgspec.structs import replace

from undercast.base.cast_status import CastReason
from undercast.base.refusals import Refusal, Refused
from undercast.room.predictions import OwnPredictions
from undercast.room.state import Room
from undercast.service import Message, RoomAccess, player_of_token
from undercast.views import Audience, View, audience_of
from undercast.web.protocol.responses import LeftRoom, ShownReaction
from undercast.web.transport.packets import event_frame
from undercast.web.transport.websocket import broadcast


class Listener(Protocol):
    """A screen without a socket: `undercast.web.protocol.room_listener`."""

    def view_changed(self, message: Message, view: Raw) -> None:
        """The public view has changed; `view` is what screens get. Never blocks or raises."""

    def removed(self, why: Refusal) -> None:
        """It is in the room no more."""


@dataclass(slots=True)
class Session:
    """A connection in a room."""

    sid: str
    code: str
    token_hash: str | None
    """None for a shared screen, which has no seat."""
    player: str | None
    audience: Audience
    listener: Listener | None = None
    """Instead of a socket."""


class _Json:
    """The JSON of one part of a room's views, encoded once until it changes."""

    __slots__ = ("_json", "_part")

    def __init__(self) -> None:
        self._part: object = self
        self._json = Raw()

    def of(self, part: Struct | None) -> Raw:
        """The JSON of `part`, by identity."""
        if part is not self._part:
            self._part, self._json = part, Raw(json.encode(part))
        return self._json


@dataclass(slots=True)
class _Connections:
    """The connections of one room, and what was sent to them last."""

    by_audience: dict[Audience, dict[str, Session]] = field(default_factory=dict)
    people: Counter[str] = field(default_factory=Counter)
    lobby: _Json = field(default_factory=_Json)
    game: _Json = field(default_factory=_Json)
    listeners: dict[str, Listener] = field(default_factory=dict)


class Sessions:
    """The `undercast.service.Tell` of a real server."""

    def __init__(self, socketio: SocketIO) -> None:
        self._socketio = socketio
        self._by_sid: dict[str, Session] = {}
        self._rooms: dict[str, _Connections] = {}
        self.views = 0
        """Views that were sent: one for a whole audience."""

    def find(self, sid: str) -> Session | None:
        """The session of this connection, if it is in a room."""
        return self._by_sid.get(sid)

    def add(self, sid: str, admitted: RoomAccess, listener: Listener | None = None) -> None:
        """Put a connection into a room. With a `listener` it is a screen without a socket."""
        session = Session(
            *(sid, admitted.code, admitted.token_hash, admitted.player, admitted.audience),
            listener=listener,
        )
        self._by_sid[sid] = session
        room = self._rooms.setdefault(session.code, _Connections())
        if listener is not None:
            room.listeners[sid] = listener
        room.by_audience.setdefault(session.audience, {})[sid] = session
        if session.player is not None:
            room.people[session.player] += 1

    def remove(self, sid: str) -> str | None:
        """Take a connection out of its room; the code of that room."""
        session = self._by_sid.pop(sid, None)
        if session is None:
            return None
        room = self._rooms[session.code]
        self._take_out(room, session)
        room.listeners.pop(sid, None)
        if session.player is not None:
            room.people -= Counter((session.player,))
        if not room.by_audience:
            del self._rooms[session.code]
        return session.code

    def send(self, sid: str, message: Message) -> None:
        """Send a view to one connection."""
        broadcast(self._socketio, (sid,), self._frame(self._rooms[self._by_sid[sid].code], message))

    def publish(self, code: str, message: Message) -> None:
        """Send a view to every connection of its audience: encoded once, in one frame for all."""
        room = self._rooms.get(code)
        if room is not None and message.audience in room.by_audience:
            sids = room.by_audience[message.audience]
            broadcast(self._socketio, sids, self._frame(room, message))
            if message.audience is Audience.PUBLIC:
                for listener in room.listeners.values():
                    listener.view_changed(message, Raw(json.encode(_parts(room, message))))

    def show_reaction(self, code: str, shown: ShownReaction) -> None:
        """Send a reaction to the room's shared screens. Pictures of the room show none."""
        screens = [
            session.sid
            for session in self._in_room(code)
            if session.player is None and session.listener is None
        ]
        broadcast(self._socketio, screens, event_frame("reaction", shown))

    def send_predictions(self, code: str, player: str, predictions: OwnPredictions) -> None:
        """Send a person's own predictions to all their connections."""
        own = [session.sid for session in self._in_room(code) if session.player == player]
        broadcast(self._socketio, own, event_frame("predictions", predictions))

    def view(self, code: str, message: Message) -> Raw:
        """A message's view as it is sent."""
        return Raw(json.encode(_parts(self._rooms[code], message)))

    def _frame(self, room: _Connections, message: Message) -> bytes:
        self.views += 1
        return event_frame("view", replace(message, view=_parts(room, message)))

    def audiences(self, code: str) -> AbstractSet[Audience]:
        """The audiences that have a connection."""
        room = self._rooms.get(code)
        return frozenset() if room is None else room.by_audience.keys()

    def online(self, code: str) -> AbstractSet[str]:
        """Ids of the people that have a connection."""
        room = self._rooms.get(code)
        return frozenset() if room is None else room.people.keys()

    def of_rooms(self, which: Callable[[str], bool]) -> list[str]:
        """The sockets in the rooms whose codes `which` accepts."""
        sessions = self._by_sid.items()
        return [sid for sid, one in sessions if one.listener is None and which(one.code)]

    @property
    def people(self) -> int:
        """How many people are connected, in all rooms."""
        return sum(len(room.people) for room in self._rooms.values())

    @property
    def screens(self) -> int:
        """How many shared screens are connected, picture streams not counted."""
        sessions = self._by_sid.values()
        return sum(session.player is None and session.listener is None for session in sessions)

    def update_audiences(self, code: str, room: Room) -> None:
        """Put each connection into its audience, or remove it if its person is gone."""
        for session in self._in_room(code):
            try:
                if session.token_hash is not None:
                    session.player = player_of_token(room, session.token_hash)
            except Refused as refused:
                self._remove_for(session, refused.code)
                continue
            self._move(session, audience_of(room, session.player))

    def evict(self, code: str, why: Refusal) -> None:
        """Remove all connections from the room."""
        for session in self._in_room(code):
            self._remove_for(session, why)

    def _in_room(self, code: str) -> list[Session]:
        room = self._rooms.get(code)
        if room is None:
            return []
        return [session for group in room.by_audience.values() for session in group.values()]

    def _move(self, session: Session, audience: Audience) -> None:
        if audience is session.audience:
            return
        room = self._rooms[session.code]
        self._take_out(room, session)
        session.audience = audience
        room.by_audience.setdefault(audience, {})[session.sid] = session

    def _take_out(self, room: _Connections, session: Session) -> None:
        group = room.by_audience[session.audience]
        del group[session.sid]
        if not group:
            del room.by_audience[session.audience]

    def _remove_for(self, session: Session, why: Refusal | CastReason) -> None:
        self.remove(session.sid)
        if session.listener is not None:
            session.listener.removed(why if isinstance(why, Refusal) else Refusal.ROOM_NOT_FOUND)
            return
        broadcast(self._socketio, (session.sid,), event_frame("gone", LeftRoom(why)))


def _parts(room: _Connections, message: Message) -> View:
    """The view, with its large parts already encoded."""
    view = message.view
    return replace(view, lobby=room.lobby.of(view.lobby), game=room.game.of(view.game))
