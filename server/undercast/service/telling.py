"""What the people of a room are told: each audience its own view, whenever that changed."""

from undercast.room.happenings import Happening
from undercast.room.state import Room
from undercast.service.botseats import BotSeats, sight
from undercast.service.changes import ends_at
from undercast.service.live import PAUSE_MS, Live, Stream
from undercast.service.ports import Message, Screens, Sight, Tell, Wake
from undercast.service.presence import Presence
from undercast.views import Audience, LobbyView, views_with


class Telling:
    """Every view of every room, except those of pictures."""

    def __init__(
        self,
        tell: Tell,
        presence: Presence,
        bots: BotSeats,
        wake: Wake,
        screens: Screens | None,
    ) -> None:
        self._tell = tell
        self._presence = presence
        self._bots = bots
        self._wake = wake
        self._screens = screens

    def show(self, live: Live, after: Room, at: int, happened: tuple[Happening, ...] = ()) -> None:
        """The held room is another one since `at`, and that is saved: everybody hears of it."""
        before = live.room
        live.room = after
        self._presence.online(live)
        if ends_at(after) != ends_at(before):
            self.wake_for(live)
        if after.lobby is not before.lobby:
            self._tell.reseat(after.lobby.code, after)
        if after.step != before.step:
            self.changes(live, happened)
        else:
            self.soon(live, at, happened)
        self._bots.attend(live)

    def show_all(self, live: Live, after: Room, happened: tuple[Happening, ...] = ()) -> None:
        """The held room is another one, whatever it was before: everybody hears of it at once."""
        live.room = after
        self._presence.online(live)
        self.wake_for(live)
        self._tell.reseat(after.lobby.code, after)
        self.changes(live, happened)
        self._bots.attend(live)

    def soon(self, live: Live, now: int, happened: tuple[Happening, ...] = ()) -> None:
        """Tell what is no move. Where there is too much of it, some is told together, later."""
        if live.pace.allows(now):
            self.changes(live, happened)
            return
        live.owes = True
        self._wake(live.room.lobby.code, min((now + PAUSE_MS, *_hours(live))))

    def changes(self, live: Live, happened: tuple[Happening, ...] = ()) -> set[Audience]:
        """Tell every listening audience whose view changed, the shared screens first, for everybody
        looks at them; which ones were told.
        """
        live.owes = False
        room = live.shown
        code, told = room.lobby.code, set()
        listening = sorted(self._tell.audiences(code), key=_after_screens)
        self._presence.online(live)
        self._heed(live)
        seen_by = views_with(room, listening, self._lobby(live), live.game())
        for audience, seen in seen_by.items():
            stream = live.streams.setdefault(audience, Stream())
            if seen != stream.view:
                stream.n += 1
                stream.view = seen
                self._tell.tell(code, Message(audience, stream.n, room.step, happened, seen))
                told.add(audience)
        return told

    def sight(self, live: Live, player_id: str) -> Sight:
        """What this person or bot sees. Raises Refused(room/no_such_player)."""
        self._presence.online(live)
        return sight(live.shown, self._lobby(live), player_id, live.absence)

    def wake_for(self, live: Live, *, timer: bool = True) -> None:
        """Have the room struck when its strict timer runs out, unless another process does that;
        and when somebody was waited for long enough.
        """
        hours = _hours(live, timer=timer)
        if hours:
            self._wake(live.room.lobby.code, min(hours))

    def _heed(self, live: Live) -> None:
        """Another one is waited for: bots may act where people do not, and again they may not."""
        if live.absence != live.heeded:
            live.heeded = live.absence
            if live.absence.wait is not None:
                self.wake_for(live)
            self._bots.attend(live)

    def _lobby(self, live: Live) -> LobbyView:
        code = live.room.lobby.code
        screen = None if self._screens is None else self._screens.screen(code)
        return live.lobby(screen, self._bots.thinkers)


def _hours(live: Live, *, timer: bool = True) -> tuple[int, ...]:
    """When something is to be done for the room, whatever people do."""
    end, wait = ends_at(live.room) if timer else None, live.absence.wait
    until = None if wait is None else wait.until
    return tuple([at for at in (end, until) if at is not None])


def _after_screens(audience: Audience) -> bool:
    return audience is not Audience.PUBLIC
