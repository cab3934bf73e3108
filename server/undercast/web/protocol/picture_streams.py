"""Rooms as streams of pictures, for screens that show no page: one drawing for all who look.

A room that somebody looks at so has a listener among its connections, which is told what every
screen is told. What it hears waits for the reveal's suspense and is drawn once. Then each viewer
takes the newest picture in its own time: a slow one misses some, and holds up nobody.
"""

import logging
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import gevent
from gevent.event import Event
from msgspec import Raw

from undercast.base.child_process import START
from undercast.base.refusals import Refusal, Refused, require
from undercast.drawing.client import PATIENCE, DrawingFailed
from undercast.drawing.messages import DrawRequest, Question, TextRequest
from undercast.drawing.reveal_delay import seconds_until_next, seconds_until_shown
from undercast.service import Message, Rooms
from undercast.views import GameView
from undercast.web.protocol.sessions import Sessions
from undercast.web.transport.addresses import Addresses
from undercast.web.transport.connection_counter import ConnectionCounter

log = logging.getLogger(__name__)

AGAIN = 10.0
"""Seconds after which the same picture is sent again, so that nobody takes the line for dead."""

REST = 60.0
"""Seconds without a viewer after which the drawing process ends."""

MOST_WAITING = 3
"""Changes that may wait for their suspense. Of more the latest gives way to the newest, so that the
first is shown in its time, however many follow."""

FIRST = START + PATIENCE
"""Seconds in which a newcomer is shown something, or is refused: the process may have to start."""


@dataclass(frozen=True)
class Most:
    """How many may look at pictures at a time."""

    at_all: int = 1_000
    at_a_room: int = 250
    from_an_address: int = 250


class Draws(Protocol):
    """Whoever draws (`undercast.drawing.client`)."""

    def draw(self, question: Question) -> bytes:
        """The picture. Raises NoPicture."""

    def stop(self) -> None:
        """Nobody looks any more."""


class Picture(NamedTuple):
    """What is on the screen."""

    number: int
    jpeg: bytes
    last: bool = False
    """Nothing comes after it: the room is gone."""


class _Waiting(NamedTuple):
    """What was heard."""

    due: float
    """When it may be seen (monotonic seconds)."""
    free: float
    """When a page would lift the next card."""
    view: Raw


class RoomStream:
    """The picture of one room, as long as somebody looks at it."""

    def __init__(self, code: str, join: str, beats: Mapping[str, int]) -> None:
        """`join`: the address for others. `beats`: see `seconds_until_shown`."""
        self.code = code
        self.join = join
        self.sid = f"pictures of {code}"
        self.viewers = 0
        self.picture: Picture | None = None
        self.changed = Event()
        """Set, and replaced, when there is another picture."""
        self._beats = beats
        self._former: GameView | None = None
        self._language = "en"
        self._waiting: deque[_Waiting] = deque()
        self._taken = _Waiting(0.0, 0.0, Raw())
        """What was drawn last."""
        self._heard = Event()
        self.why: Refusal | None = None
        """Why it was seen out of the room."""

    def hear(self, message: Message, view: Raw) -> None:
        """The room has another public view. Never blocks."""
        game = message.view.game
        seconds = seconds_until_shown(self._former, message.happened, self._beats)
        self._former, self._language = game, message.view.lobby.language
        now = time.monotonic()
        due = max(now, self._newest().due)
        if len(self._waiting) == MOST_WAITING:
            self._waiting.pop()
        free = self._newest().free
        if seconds:
            due = max(due, max(now, free) + seconds)
            free = due + seconds_until_next(self._beats)
        self._waiting.append(_Waiting(due, free, view))
        self._heard.set()

    def _newest(self) -> _Waiting:
        return self._waiting[-1] if self._waiting else self._taken

    def seen_out(self, why: Refusal) -> None:
        """The room is gone, or was put back from a backup."""
        self.why = why
        self._heard.set()

    def next_question(self) -> Question:
        """Waits for what there is to be drawn next."""
        while self.why is None:
            if not self._waiting:
                self._heard.clear()
                self._heard.wait()
            elif (wait := self._waiting[0].due - time.monotonic()) > 0:
                gevent.sleep(wait)
            else:
                while self._waiting and self._waiting[0].due <= time.monotonic():
                    self._taken = self._waiting.popleft()
                return DrawRequest(self._taken.view, self.join)
        return TextRequest("picture.gone", self._language)

    def show(self, jpeg: bytes, *, last: bool) -> None:
        """From now on it looks like this. What looks as before is no change; after the last picture
        there is none.
        """
        before = self.picture
        if before is not None and (before.last or (before.jpeg == jpeg and not last)):
            return
        number = 1 if before is None else before.number + 1
        self.picture = Picture(number, jpeg, last)
        changed, self.changed = self.changed, Event()
        changed.set()

    def end(self) -> None:
        """Who looks sees no other picture than this one."""
        if self.picture is not None:
            self.picture = self.picture._replace(last=True)
        self.changed.set()
        self.seen_out(Refusal.ROOM_NOT_FOUND)


class PictureStreams:
    """All easels of a server."""

    def __init__(
        self,
        rooms: Rooms,
        sessions: Sessions,
        addresses: Addresses,
        draws: Draws,
        beats: Mapping[str, int],
        most: Most | None = None,
    ) -> None:
        """`most`: how many may look at a time."""
        self._rooms = rooms
        self._sessions = sessions
        self._addresses = addresses
        self._draws = draws
        self._beats = beats
        self._most = most or Most()
        self._easels: dict[str, RoomStream] = {}
        self.viewers = ConnectionCounter(self._most.from_an_address)
        self._over = False
        self._resting: gevent.Greenlet[[], None] | None = None

    @contextmanager
    def looked_at(self, code: str, address: str) -> Iterator[RoomStream]:
        """The room's easel with a picture on it, for as long as somebody from this address looks.

        Raises Refused: room/not_found, room/unreadable, wire/too_many, server/not_saved,
        server/fault (no picture).
        """
        self._require_room_for(code, address)
        self.viewers.add(address)
        try:
            easel = self._easels.get(code) or self._set_up(code)
            easel.viewers += 1
            try:
                self._await_first(easel)
                yield easel
            finally:
                easel.viewers -= 1
                self._take_down(easel)
        finally:
            self.viewers.remove(address)

    def stop(self) -> None:
        """The server ends: so does every stream, and nothing is drawn any more."""
        self._over = True
        for easel in self._easels.values():
            easel.end()

    def _require_room_for(self, code: str, address: str) -> None:
        easel = self._easels.get(code)
        full = (
            self.viewers.here.total() >= self._most.at_all
            or not self.viewers.welcomes(address)
            or (easel is not None and easel.viewers >= self._most.at_a_room)
        )
        require(not full, Refusal.TOO_MANY)

    def _set_up(self, code: str) -> RoomStream:
        easel = self._easels[code] = RoomStream(
            code, f"{self._addresses.base()}/{code}", self._beats
        )
        try:
            self._listen(easel)
        except Refused:
            self._give_up(easel)
            raise
        gevent.spawn(self._paint, easel)
        return easel

    def _listen(self, easel: RoomStream) -> None:
        """Let it hear of the room from now on. Raises Refused."""
        admitted, message = self._rooms.admit(
            easel.code, None, lambda it: self._sessions.add(easel.sid, it, listener=easel)
        )
        if message is not None:
            easel.hear(message, self._sessions.view(admitted.code, message))

    def _await_first(self, easel: RoomStream) -> None:
        if easel.picture is None:
            easel.changed.wait(FIRST)
        require(easel.picture is not None, Refusal.FAULT)

    def _take_down(self, easel: RoomStream) -> None:
        if easel.viewers or self._easels.get(easel.code) is not easel:
            return
        del self._easels[easel.code]
        easel.seen_out(Refusal.ROOM_NOT_FOUND)
        if self._sessions.remove(easel.sid) is not None:
            with suppress(Refused):  # nobody is left who could be told
                self._rooms.refresh(easel.code)
        if not self._easels and self._resting is None:
            self._resting = gevent.spawn_later(REST, self._rest)

    def _rest(self) -> None:
        self._resting = None
        if not self._easels:
            self._draws.stop()

    def _paint(self, easel: RoomStream) -> None:
        """Draw what is new, until nobody looks any more, or the room is gone."""
        while easel.viewers or easel.picture is None:
            question = easel.next_question()
            if self._over:
                return
            if easel.why is not None and self._is_back(easel):
                continue
            gone = isinstance(question, TextRequest)
            if gone and not easel.viewers:
                return
            try:
                easel.show(self._draws.draw(question), last=gone)
            except DrawingFailed:
                if gone or easel.picture is None:
                    self._give_up(easel)
                    return
            if gone:
                self._give_up(easel)
                return

    def _is_back(self, easel: RoomStream) -> bool:
        """Whether a room that was put back from a backup is heard of again."""
        if easel.why is Refusal.ROOM_NOT_FOUND:
            return False
        easel.why = None
        try:
            self._listen(easel)
        except Refused as refused:
            easel.why = (
                refused.code if isinstance(refused.code, Refusal) else Refusal.ROOM_NOT_FOUND
            )
            return False
        return True

    def _give_up(self, easel: RoomStream) -> None:
        """Who comes next begins anew."""
        if self._easels.get(easel.code) is easel:
            del self._easels[easel.code]
            self._sessions.remove(easel.sid)
        easel.end()
