"""Publishing: each audience gets its own view whenever that changes."""

from collections.abc import Iterable, Sequence

from undercast.room.events import RoomEvent
from undercast.room.predictions import NO_PREDICTIONS, own_predictions
from undercast.room.state import Room
from undercast.service.bot_seats import BotSeats, seat_snapshot
from undercast.service.entry_effects import timer_end
from undercast.service.loaded_room import LoadedRoom, ViewStream
from undercast.service.ports import Message, RoomConnections, Screens, SeatSnapshot, SetTimer
from undercast.service.presence import Presence
from undercast.views import Audience, View, views_with


class Publisher:
    """Sends every view of every room, except pictures."""

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
        """Publish the locked room's next state, which was saved with an entry made at `at`."""
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
        self._send_predictions(before, after)
        self._bots.publish_tasks(loaded)

    def publish_all(
        self, loaded: LoadedRoom, after: Room, happened: tuple[RoomEvent, ...] = ()
    ) -> None:
        """Publish a new state of the locked room to everybody at once, whatever it was before."""
        before, loaded.room = loaded.room, after
        self.set_timer(loaded)
        self._connections.update_audiences(after.lobby.code, after)
        self.update_surroundings(loaded)
        self._publish_now(loaded, happened)
        self._send_predictions(before, after)
        self._bots.publish_tasks(loaded)

    def refresh(self, loaded: LoadedRoom, now: int) -> set[Audience]:
        """Publish a change beside the room (who is online, its television). Returns the audiences
        that got a view.
        """
        self.update_surroundings(loaded)
        return self._publish_paced(loaded, now)

    def welcome(self, loaded: LoadedRoom, audience: Audience, now: int) -> Message | None:
        """Somebody joined this audience: publish who is online. Returns the newcomer's view, which
        is not paced; None if the whole audience just got one.
        """
        if audience in self.refresh(loaded, now):
            return None
        seen, stream = self._views(loaded, [audience])[audience], loaded.streams[audience]
        if seen != stream.view:
            stream.view = None  # owed whatever comes: the newcomer has seen more than the rest
        return Message(audience, stream.n, loaded.room.step, (), seen)

    def publish_pending(self, loaded: LoadedRoom, now: int) -> None:
        """Publish the pending views that are due by `now`."""
        due = [one for one in loaded.streams if loaded.streams[one].pending]
        due = [one for one in due if loaded.streams[one].ready_at <= now]
        for audience in due:
            loaded.streams[audience].pending = False
        self._publish_changed(loaded, self._listeners(loaded, due), now, ())

    def update_surroundings(self, loaded: LoadedRoom) -> None:
        """Update what views show beside the room."""
        former = loaded.absence
        self._presence.online(loaded)
        self._presence.update_absence(loaded)
        screen = None if self._screens is None else self._screens.screen(loaded.room.lobby.code)
        loaded.set_surroundings(screen, self._bots.thinkers)
        if loaded.absence != former:  # bots may act where people do not, and again they may not
            self.set_timer(loaded)
            self._bots.publish_tasks(loaded)

    def seat_snapshot(self, loaded: LoadedRoom, player_id: str) -> SeatSnapshot:
        """What this person or bot sees. Raises Refused(room/no_such_player)."""
        return seat_snapshot(loaded.shown, loaded.lobby(), player_id, loaded.absence)

    def set_timer(self, loaded: LoadedRoom, *, timer: bool = True) -> None:
        """Set the timer for the next event: the strict timer runs out (unless another process ends
        the turn: `timer`), the wait for somebody offline is over, or a pending view is due.
        """
        ends, wait = timer_end(loaded.shown) if timer else None, loaded.absence.wait
        times = (ends, None if wait is None else wait.until, loaded.ready_at)
        soonest = min((time for time in times if time is not None), default=None)
        if soonest is not None:
            self._set_timer(loaded.room.lobby.code, soonest)

    def _send_predictions(self, before: Room, after: Room) -> None:
        """Send people their own predictions where these changed, after the view that shows why.
        They are in no view: nobody else's stream or pace knows of them.
        """
        if before.predictions is after.predictions and before.step == after.step:
            return
        former, own = own_predictions(before), own_predictions(after)
        for player in former.keys() | own.keys():
            now = own.get(player, NO_PREDICTIONS)
            if now != former.get(player, NO_PREDICTIONS):
                self._connections.send_predictions(after.lobby.code, player, now)

    def _publish_now(self, loaded: LoadedRoom, happened: tuple[RoomEvent, ...]) -> None:
        """Publish a move, unpaced, with all pending views."""
        for stream in loaded.streams.values():
            stream.pending = False
        self._publish_changed(loaded, self._listeners(loaded), None, happened)

    def _publish_paced(
        self, loaded: LoadedRoom, now: int, happened: tuple[RoomEvent, ...] = ()
    ) -> set[Audience]:
        """Publish what is no move. Audiences over their pace get one combined view later. An
        audience with a pending view is skipped: its timing may depend only on its own earlier
        views. Returns the audiences that got a view.
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
        """Publish to these audiences if their view changed; paced, unless `now` is None."""
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
        """The audiences with a connection, shared screens first: everybody looks at them."""
        listening = self._connections.audiences(loaded.room.lobby.code)
        return sorted((one for one in among if one in listening), key=_after_screens)


def _after_screens(audience: Audience) -> bool:
    return audience is not Audience.PUBLIC
