"""A room's public view as requests to draw it, each when a screen's page would show it."""

import time
from collections import deque
from collections.abc import Mapping
from typing import NamedTuple

import gevent
from gevent.event import Event
from msgspec import Raw

from undercast.base.refusals import Refusal
from undercast.drawing.messages import DrawRequest, Question, TextRequest
from undercast.drawing.reveal_delay import seconds_until_next, seconds_until_shown
from undercast.service import Message
from undercast.views import GameView

MAX_PENDING = 3
"""Views that may wait for a reveal. When another one comes, it replaces the latest, so that the
first is shown in time, however many follow."""


class _PendingView(NamedTuple):
    """Times are monotonic seconds."""

    due: float
    """When it may be shown."""
    next_reveal: float
    """When a page would begin to reveal the next card."""
    view: Raw


class RoomListener:
    """The `undercast.web.protocol.sessions.Listener` of a room that is watched as pictures."""

    def __init__(self, code: str, join_url: str, beats: Mapping[str, int]) -> None:
        """`beats`: see `seconds_until_shown`."""
        self.code = code
        self.sid = f"pictures of {code}"
        self.removed_for: Refusal | None = None
        """Why it is in the room no more."""
        self._join_url = join_url
        self._beats = beats
        self._game: GameView | None = None
        self._language = "en"
        self._pending: deque[_PendingView] = deque()
        self._taken = _PendingView(0.0, 0.0, Raw())
        self._changed = Event()

    def view_changed(self, message: Message, view: Raw) -> None:
        """The room has another public view. Never blocks."""
        game = message.view.game
        seconds = seconds_until_shown(self._game, message.happened, self._beats)
        self._game, self._language = game, message.view.lobby.language
        now = time.monotonic()
        due = max(now, self._latest().due)
        if len(self._pending) == MAX_PENDING:
            self._pending.pop()
        next_reveal = self._latest().next_reveal
        if seconds:
            due = max(due, max(now, next_reveal) + seconds)
            next_reveal = due + seconds_until_next(self._beats)
        self._pending.append(_PendingView(due, next_reveal, view))
        self._changed.set()

    def _latest(self) -> _PendingView:
        return self._pending[-1] if self._pending else self._taken

    def removed(self, why: Refusal) -> None:
        """The room is gone, or was restored from a backup."""
        self.removed_for = why
        self._changed.set()

    def next_request(self) -> Question:
        """Wait for the next thing to draw: the room, or a text once there is none."""
        while self.removed_for is None:
            if not self._pending:
                self._changed.clear()
                self._changed.wait()
            elif (wait := self._pending[0].due - time.monotonic()) > 0:
                gevent.sleep(wait)
            else:
                while self._pending and self._pending[0].due <= time.monotonic():
                    self._taken = self._pending.popleft()
                return DrawRequest(self._taken.view, self._join_url)
        return TextRequest("picture.gone", self._language)
