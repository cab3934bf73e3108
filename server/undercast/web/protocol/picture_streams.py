"""Rooms as streams of pictures, for screens that show no page: one drawing for all viewers.

A room with viewers has a `RoomListener` among its connections, and what that asks for is drawn
once. Each viewer takes the newest picture in its own time: a slow one misses some, and holds up
nobody.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import NamedTuple, Protocol

import gevent
from gevent.event import Event

from undercast.base.child_process import START
from undercast.base.refusals import Refusal, Refused, require
from undercast.drawing.client import PATIENCE, DrawingFailed
from undercast.drawing.messages import Question, TextRequest
from undercast.service import Rooms
from undercast.web.limits.connection_counter import ConnectionCounter
from undercast.web.limits.limit_values import ViewerLimits
from undercast.web.protocol.room_listener import RoomListener
from undercast.web.protocol.sessions import Sessions
from undercast.web.transport.addresses import Addresses

REPEAT_SECONDS = 10.0
"""The same picture is sent again after this, so that nobody takes the connection for dead."""

IDLE_SECONDS = 60.0
"""Without viewers for this long, the drawing process ends."""

FIRST_PICTURE_TIMEOUT = START + PATIENCE
"""Seconds for a viewer's first picture: the drawing process may have to start."""


class PictureDrawer(Protocol):
    """Whoever draws (`undercast.drawing.client`)."""

    def draw(self, question: Question) -> bytes:
        """The picture. Raises DrawingFailed."""

    def stop(self) -> None:
        """Nobody watches any more."""


class Picture(NamedTuple):
    """What viewers see."""

    number: int
    jpeg: bytes
    last: bool = False
    """None follows: the room is gone."""


class RoomStream:
    """The newest picture of one room, as long as it has viewers."""

    def __init__(self, listener: RoomListener) -> None:
        self.listener = listener
        self.viewers = 0
        self.picture: Picture | None = None
        self.changed = Event()
        """Set, and replaced, when there is another picture."""

    def show(self, jpeg: bytes, *, last: bool) -> None:
        """Publish a picture, unless it is the same or the last one was published already."""
        before = self.picture
        if before is not None and (before.last or (before.jpeg == jpeg and not last)):
            return
        number = 1 if before is None else before.number + 1
        self.picture = Picture(number, jpeg, last)
        changed, self.changed = self.changed, Event()
        changed.set()

    def end(self) -> None:
        """The picture that is shown is the last one."""
        if self.picture is not None:
            self.picture = self.picture._replace(last=True)
        self.changed.set()
        self.listener.removed(Refusal.ROOM_NOT_FOUND)


class PictureStreams:
    """The streams of all rooms that somebody watches as pictures."""

    def __init__(
        self,
        rooms: Rooms,
        sessions: Sessions,
        addresses: Addresses,
        drawer: PictureDrawer,
        beats: Mapping[str, int],
    ) -> None:
        self._rooms = rooms
        self._sessions = sessions
        self._addresses = addresses
        self._drawer = drawer
        self._beats = beats
        self._limits = ViewerLimits()
        self._streams: dict[str, RoomStream] = {}
        self.viewers = ConnectionCounter(self._limits.per_address)
        self._stopped = False
        self._idle_timer: gevent.Greenlet[[], None] | None = None

    @contextmanager
    def watch(self, code: str, address: str) -> Iterator[RoomStream]:
        """The room's stream, with a picture, while somebody from this address watches.

        Raises Refused: room/not_found, room/unreadable, wire/too_many, server/not_saved,
        server/fault (no picture).
        """
        require(self._admits(code, address), Refusal.TOO_MANY)
        self.viewers.add(address)
        try:
            stream = self._streams.get(code) or self._start(code)
            stream.viewers += 1
            try:
                if stream.picture is None:
                    stream.changed.wait(FIRST_PICTURE_TIMEOUT)
                require(stream.picture is not None, Refusal.FAULT)
                yield stream
            finally:
                stream.viewers -= 1
                self._stop_unwatched(stream)
        finally:
            self.viewers.remove(address)

    def stop(self) -> None:
        """End all streams, and draw nothing any more: the server stops."""
        self._stopped = True
        for stream in self._streams.values():
            stream.end()

    def _admits(self, code: str, address: str) -> bool:
        stream = self._streams.get(code)
        return (
            self.viewers.here.total() < self._limits.total
            and self.viewers.admits(address)
            and (stream is None or stream.viewers < self._limits.per_room)
        )

    def _start(self, code: str) -> RoomStream:
        listener = RoomListener(code, f"{self._addresses.base()}/{code}", self._beats)
        stream = self._streams[code] = RoomStream(listener)
        try:
            self._listen(listener)
        except Refused:
            self._drop(stream)
            raise
        gevent.spawn(self._draw, stream)
        return stream

    def _listen(self, listener: RoomListener) -> None:
        """Have the listener told of the room from now on. Raises Refused."""
        admitted, message = self._rooms.admit(
            listener.code, None, lambda it: self._sessions.add(listener.sid, it, listener=listener)
        )
        if message is not None:
            listener.view_changed(message, self._sessions.view(admitted.code, message))

    def _stop_unwatched(self, stream: RoomStream) -> None:
        listener = stream.listener
        if stream.viewers or self._streams.get(listener.code) is not stream:
            return
        del self._streams[listener.code]
        listener.removed(Refusal.ROOM_NOT_FOUND)
        if self._sessions.remove(listener.sid) is not None:
            with suppress(Refused):  # nobody is left to be told
                self._rooms.refresh(listener.code)
        if not self._streams and self._idle_timer is None:
            self._idle_timer = gevent.spawn_later(IDLE_SECONDS, self._rest_if_idle)

    def _rest_if_idle(self) -> None:
        self._idle_timer = None
        if not self._streams:
            self._drawer.stop()

    def _draw(self, stream: RoomStream) -> None:
        """Draw what is new, until nobody watches any more or the room is gone."""
        listener = stream.listener
        while stream.viewers or stream.picture is None:
            request = listener.next_request()
            if self._stopped:
                return
            if listener.removed_for is not None and self._is_back(listener):
                continue
            gone = isinstance(request, TextRequest)
            if gone and not stream.viewers:
                return
            try:
                stream.show(self._drawer.draw(request), last=gone)
            except DrawingFailed:
                gone = gone or stream.picture is None
            if gone:
                self._drop(stream)
                return

    def _is_back(self, listener: RoomListener) -> bool:
        """Whether a room that was restored from a backup can be listened to again."""
        if listener.removed_for is Refusal.ROOM_NOT_FOUND:
            return False
        listener.removed_for = None
        try:
            self._listen(listener)
        except Refused as refused:
            code = refused.code
            listener.removed_for = code if isinstance(code, Refusal) else Refusal.ROOM_NOT_FOUND
            return False
        return True

    def _drop(self, stream: RoomStream) -> None:
        """End a stream; the next viewer starts another one."""
        listener = stream.listener
        if self._streams.get(listener.code) is stream:
            del self._streams[listener.code]
            self._sessions.remove(listener.sid)
        stream.end()
