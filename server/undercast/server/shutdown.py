"""The orderly end of a server, and of a room that belongs to another worker from now on."""

import logging
import time
from collections.abc import Sequence

import gevent
from gevent.event import Event

from undercast.server.app import App
from undercast.web.transport.drain import drain
from undercast.web.transport.listener import Server
from undercast.web.transport.websocket import clients

log = logging.getLogger(__name__)

MOVING = 10.0
"""Seconds in which the people of rooms that belong to others are seen out, however many."""

_LOOK = 0.02  # seconds between looks whether all are gone


class Shutdown:
    """Ends a server: it says that it is ready no more, lets no new socket in, finishes what was
    begun and asks everybody to come back. When all are gone, or after `drain` seconds, it listens
    no more, and what is still there is let go.
    """

    def __init__(self, app: App, servers: Sequence[Server], drain: float) -> None:
        self._app = app
        self._servers = servers
        self._drain = drain
        self._told_by: set[object] = set()
        self._leaving: gevent.Greenlet[[], None] | None = None
        self._begun, self._ended = Event(), Event()

    def wait(self) -> None:
        """Until it was told, and all of it is done."""
        self._ended.wait()

    def told(self, by: object) -> None:
        """In order; and at once when the same one says it again."""
        if by in self._told_by and self._leaving is not None:
            self._leaving.kill(block=False)
        self._told_by.add(by)
        if self._leaving is not None:
            return
        self._app.readiness.draining = True
        self._begun.set()
        self._leaving = gevent.spawn(self._see_out)
        self._leaving.join()
        for server in self._servers:
            server.stop()
        self._ended.set()

    def leave(self) -> None:
        """In order; who comes meanwhile comes to the other workers."""
        for server in self._servers:
            server.close()
        self.told("the parent, who goes on")

    def told_once_begun(self, by: object, within: float) -> None:
        """As `told`, by somebody who has asked another one to tell; it may last so many seconds."""
        self._begun.wait(within)
        self.told(by)

    def _see_out(self) -> None:
        until = time.monotonic() + self._drain
        self._app.photos.stop()
        self._app.pictures.stop()
        # First the televisions: a page that loses its server would be cast again.
        if self._app.televisions is not None:
            self._app.televisions.stop()
        engine = self._app.socketio.server.eio
        engine.accepts, sockets = False, engine.sockets
        drain(sockets.values(), until - time.monotonic())
        while sockets and time.monotonic() < until:
            gevent.sleep(_LOOK)


class RoomHandover:
    """Sees people out whose room belongs to another worker of this computer."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._moving: gevent.Greenlet[[], None] | None = None

    def __call__(self) -> None:
        """Other workers live than before."""
        if self._moving is not None:
            self._moving.kill(block=False)
        self._moving = gevent.spawn(self._move)

    def _move(self) -> None:
        neighbours = self._app.neighbours
        assert neighbours is not None
        sids = self._app.sessions.of_rooms(lambda code: not neighbours.is_mine(code))
        if sids:
            log.info("%d connections are in rooms that are others' now", len(sids))
            drain(clients(self._app.socketio, sids), MOVING)
