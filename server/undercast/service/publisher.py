"""What the people of a room are told: each audience its own view, whenever that changed."""

from collections.abc import Iterable, Sequence

from undercast.room.events import RoomEvent
from undercast.room.state import Room
from undercast.service.bot_seats import BotSeats, seat_snapshot
from undercast.service.entry_effects import timer_end
from undercast.service.loaded_room import LoadedRoom, ViewStream
from undercast.service.ports import Message, RoomConnections, Screens, SeatSnapshot, SetTimer
from undercast.service.presence import Presence
from undercast.views import Audience, View, views_with


class Publisher:
    """Every view of every room, except those of pictures."""

    def __init__(
        self,
        connections: RoomConnections,
        presence: Presence,
        bots: BotSeats,
        set_timer: SetTimer,
        screens: Screens | None,
    ) -> None:
        self._connections = connections
        self._presence = presence
        self._bots = bots
        self._set_timer = set_timer
        self._screens = screens

    def publish(
        self, loaded: LoadedRoom, after: Room, at: int, happened: tuple[RoomEvent, ...] = ()
    ) -> None:
        """The held room is another one since `at`, and that is saved: everybody hears of it."""
        before = loaded.room
        loaded.room = after
        if timer_end(after) != timer_end(before):
            self.set_timer(loaded)
        if after.lobby is not before.lobby:
            self._connections.update_audiences(after.lobby.code, after)
        if after.public != before.public:
            self.update_surroundings(loaded)
        if after.step != before.step:
            self._publish_now(loaded, happened)
        else:
            self._publish_paced(loaded, at, happened)
        self._bots.publish_duties(loaded)

    def publish_all(
        self, loaded: LoadedRoom, after: Room, happened: tuple[RoomEvent, ...] = ()
    ) -> None:
        """The held room is another one, whatever it was before: everybody hears of it at once."""
        loaded.room = after
        self.set_timer(loaded)
        self._connections.update_audiences(after.lobby.code, after)
        self.update_surroundings(loaded)
        self._publish_now(loaded, happened)
        self._bots.publish_duties(loaded)

    def refresh(self, loaded: LoadedRoom, now: int) -> set[Audience]:
        """What is beside the room is another: tell who sees it; which audiences were told."""
        self.update_surroundings(loaded)
        return self._publish_paced(loaded, now)

    def welcome(self, loaded: LoadedRoom, audience: Audience, now: int) -> Message | None:
        """Somebody came and belongs to this audience: tell who sees it. The message is the view for
        the newcomer, who need not wait; None when all of the audience was told just now.
        """
        if audience in self.refresh(loaded, now):
            return None
        seen, stream = self._views(loaded, [audience])[audience], loaded.streams[audience]
        if seen != stream.view:
            stream.view = None  # owed whatever comes: the newcomer has seen more than the rest
        return Message(audience, stream.n, loaded.room.step, (), seen)

    def publish_pending(self, loaded: LoadedRoom, now: int) -> None:
        """Tell those who are owed a view, and may be told by `now`."""
        due = [one for one in loaded.streams if loaded.streams[one].pending]
        due = [one for one in due if loaded.streams[one].ready_at <= now]
        for audience in due:
            loaded.streams[audience].pending = False
        self._publish_changed(loaded, self._listeners(loaded, due), now, ())

    def update_surroundings(self, loaded: LoadedRoom) -> None:
        """What is beside the room is shown from now on as it is."""
        former = loaded.absence
        self._presence.online(loaded)
        self._presence.update_absence(loaded)
        screen = None if self._screens is None else self._screens.screen(loaded.room.lobby.code)
        loaded.set_surroundings(screen, self._bots.thinkers)
        if loaded.absence != former:  # bots may act where people do not, and again they may not
            self.set_timer(loaded)
            self._bots.publish_duties(loaded)

    def seat_snapshot(self, loaded: LoadedRoom, player_id: str) -> SeatSnapshot:
        """What this person or bot sees. Raises Refused(room/no_such_player)."""
        return seat_snapshot(loaded.shown, loaded.lobby(), player_id, loaded.absence)

    def set_timer(self, loaded: LoadedRoom, *, timer: bool = True) -> None:
        """Have the room struck when its strict timer runs out (unless that is another's: `timer`),
        somebody was waited for long enough, or who is owed a view may be told.
        """
        ends, wait = timer_end(loaded.shown) if timer else None, loaded.absence.wait
        times = (ends, None if wait is None else wait.until, loaded.ready_at)
        soonest = min((time for time in times if time is not None), default=None)
        if soonest is not None:
            self._set_timer(loaded.room.lobby.code, soonest)

    def _publish_now(self, loaded: LoadedRoom, happened: tuple[RoomEvent, ...]) -> None:
        """Tell a move, and all that waits: that costs nothing."""
        for stream in loaded.streams.values():
            stream.pending = False
        self._publish_changed(loaded, self._listeners(loaded), None, happened)

    def _publish_paced(
        self, loaded: LoadedRoom, now: int, happened: tuple[RoomEvent, ...] = ()
    ) -> set[Audience]:
        """Tell what is no move. An audience for which there is too much of it is told some of it
        together, later; which ones were told. One that is owed a view is skipped: when that
        comes may depend on nothing but what this audience was told before.
        """
        waiting = [audience for audience, stream in loaded.streams.items() if stream.pending]
        listening = [one for one in self._listeners(loaded) if one not in waiting]
        return self._publish_changed(loaded, listening, now, happened)

    def _publish_changed(
        self,
        loaded: LoadedRoom,
        audiences: Sequence[Audience],
        now: int | None,
        happened: tuple[RoomEvent, ...],
    ) -> set[Audience]:
        """Tell each of these whose view changed: at its pace, or without one if `now` is None."""
        code, published, owing = loaded.room.lobby.code, set(), False
        for audience, seen in self._views(loaded, audiences).items():
            stream = loaded.streams.setdefault(audience, ViewStream())
            if seen == stream.view:
                continue
            if now is not None and stream.ready_at > now:
                stream.pending = owing = True
                continue
            if now is not None:
                stream.charge(now)
            stream.n += 1
            stream.view = seen
            self._connections.publish(
                code, Message(audience, stream.n, loaded.room.step, happened, seen)
            )
            published.add(audience)
        if owing:
            self.set_timer(loaded)
        return published

    def _views(self, loaded: LoadedRoom, audiences: Sequence[Audience]) -> dict[Audience, View]:
        if not audiences:
            return {}
        return views_with(loaded.shown, audiences, loaded.lobby(), loaded.game())

    def _listeners(
        self, loaded: LoadedRoom, among: Iterable[Audience] = Audience
    ) -> list[Audience]:
        """The shared screens first, for everybody looks at them."""
        listening = self._connections.audiences(loaded.room.lobby.code)
        return sorted((one for one in among if one in listening), key=_after_screens)


def _after_screens(audience: Audience) -> bool:
    return audience is not Audience.PUBLIC
