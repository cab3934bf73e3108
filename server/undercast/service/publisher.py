"""What the people of a room are told: each audience its own view, whenever that changed."""

from collections.abc import Iterable, Sequence

from undercast.room.events import RoomEvent
from undercast.room.state import Room
from undercast.service.bot_seats import BotSeats, sight
from undercast.service.entry_effects import ends_at
from undercast.service.loaded_room import LoadedRoom, ViewStream
from undercast.service.ports import Message, Screens, SetTimer, Sight, Tell
from undercast.service.presence import Presence
from undercast.views import Audience, View, views_with


class Publisher:
    """Every view of every room, except those of pictures."""

    def __init__(
        self,
        tell: Tell,
        presence: Presence,
        bots: BotSeats,
        wake: SetTimer,
        screens: Screens | None,
    ) -> None:
        self._tell = tell
        self._presence = presence
        self._bots = bots
        self._wake = wake
        self._screens = screens

    def show(
        self, live: LoadedRoom, after: Room, at: int, happened: tuple[RoomEvent, ...] = ()
    ) -> None:
        """The held room is another one since `at`, and that is saved: everybody hears of it."""
        before = live.room
        live.room = after
        if ends_at(after) != ends_at(before):
            self.wake_for(live)
        if after.lobby is not before.lobby:
            self._tell.reseat(after.lobby.code, after)
        if after.public != before.public:
            self.look(live)
        if after.step != before.step:
            self._at_once(live, happened)
        else:
            self._soon(live, at, happened)
        self._bots.attend(live)

    def show_all(self, live: LoadedRoom, after: Room, happened: tuple[RoomEvent, ...] = ()) -> None:
        """The held room is another one, whatever it was before: everybody hears of it at once."""
        live.room = after
        self.wake_for(live)
        self._tell.reseat(after.lobby.code, after)
        self.look(live)
        self._at_once(live, happened)
        self._bots.attend(live)

    def refresh(self, live: LoadedRoom, now: int) -> set[Audience]:
        """What is beside the room is another: tell who sees it; which audiences were told."""
        self.look(live)
        return self._soon(live, now)

    def welcome(self, live: LoadedRoom, audience: Audience, now: int) -> Message | None:
        """Somebody came and belongs to this audience: tell who sees it. The message is the view for
        the newcomer, who need not wait; None when all of the audience was told just now.
        """
        if audience in self.refresh(live, now):
            return None
        seen, stream = self._views(live, [audience])[audience], live.streams[audience]
        if seen != stream.view:
            stream.view = None  # owed whatever comes: the newcomer has seen more than the rest
        return Message(audience, stream.n, live.room.step, (), seen)

    def settle(self, live: LoadedRoom, now: int) -> None:
        """Tell those who are owed a view, and may be told by `now`."""
        due = [one for one in live.streams if live.streams[one].owed]
        due = [one for one in due if live.streams[one].ready_at <= now]
        for audience in due:
            live.streams[audience].owed = False
        self._tell_changed(live, self._listening(live, due), now, ())

    def look(self, live: LoadedRoom) -> None:
        """What is beside the room is shown from now on as it is."""
        former = live.absence
        self._presence.online(live)
        self._presence.wait(live)
        screen = None if self._screens is None else self._screens.screen(live.room.lobby.code)
        live.look(screen, self._bots.thinkers)
        if live.absence != former:  # bots may act where people do not, and again they may not
            self.wake_for(live)
            self._bots.attend(live)

    def sight(self, live: LoadedRoom, player_id: str) -> Sight:
        """What this person or bot sees. Raises Refused(room/no_such_player)."""
        return sight(live.shown, live.lobby(), player_id, live.absence)

    def wake_for(self, live: LoadedRoom, *, timer: bool = True) -> None:
        """Have the room struck when its strict timer runs out (unless that is another's: `timer`),
        somebody was waited for long enough, or who is owed a view may be told.
        """
        ends, wait = ends_at(live.shown) if timer else None, live.absence.wait
        times = (ends, None if wait is None else wait.until, live.ready_at)
        soonest = min((time for time in times if time is not None), default=None)
        if soonest is not None:
            self._wake(live.room.lobby.code, soonest)

    def _at_once(self, live: LoadedRoom, happened: tuple[RoomEvent, ...]) -> None:
        """Tell a move, and all that waits: that costs nothing."""
        for stream in live.streams.values():
            stream.owed = False
        self._tell_changed(live, self._listening(live), None, happened)

    def _soon(
        self, live: LoadedRoom, now: int, happened: tuple[RoomEvent, ...] = ()
    ) -> set[Audience]:
        """Tell what is no move. An audience for which there is too much of it is told some of it
        together, later; which ones were told. One that is owed a view is skipped: when that
        comes may depend on nothing but what this audience was told before.
        """
        waiting = [audience for audience, stream in live.streams.items() if stream.owed]
        listening = [one for one in self._listening(live) if one not in waiting]
        return self._tell_changed(live, listening, now, happened)

    def _tell_changed(
        self,
        live: LoadedRoom,
        audiences: Sequence[Audience],
        now: int | None,
        happened: tuple[RoomEvent, ...],
    ) -> set[Audience]:
        """Tell each of these whose view changed: at its pace, or without one if `now` is None."""
        code, told, owing = live.room.lobby.code, set(), False
        for audience, seen in self._views(live, audiences).items():
            stream = live.streams.setdefault(audience, ViewStream())
            if seen == stream.view:
                continue
            if now is not None and stream.ready_at > now:
                stream.owed = owing = True
                continue
            if now is not None:
                stream.charge(now)
            stream.n += 1
            stream.view = seen
            self._tell.tell(code, Message(audience, stream.n, live.room.step, happened, seen))
            told.add(audience)
        if owing:
            self.wake_for(live)
        return told

    def _views(self, live: LoadedRoom, audiences: Sequence[Audience]) -> dict[Audience, View]:
        if not audiences:
            return {}
        return views_with(live.shown, audiences, live.lobby(), live.game())

    def _listening(self, live: LoadedRoom, among: Iterable[Audience] = Audience) -> list[Audience]:
        """The shared screens first, for everybody looks at them."""
        listening = self._tell.audiences(live.room.lobby.code)
        return sorted((one for one in among if one in listening), key=_after_screens)


def _after_screens(audience: Audience) -> bool:
    return audience is not Audience.PUBLIC
