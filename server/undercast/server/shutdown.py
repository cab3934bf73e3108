"""Graceful shutdown of a server, and of rooms that move to another worker."""

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

HANDOVER_SECONDS = 10.0
"""Time over which the people of rooms that move to other workers are disconnected."""

_POLL_SECONDS = 0.02


class Shutdown:
    """Ends a server: it reports itself not ready, accepts no new socket, finishes what has begun
    and asks every client to reconnect. When all are gone, or after `drain` seconds, it stops
    listening and drops the rest.
    """

    def __init__(self, app: App, servers: Sequence[Server], drain: float) -> None:
        self._app = app
        self._servers = servers
        self._drain = drain
        self._requested_by: set[object] = set()
        self._draining: gevent.Greenlet[[], None] | None = None
        self._begun, self._ended = Event(), Event()

    def wait(self) -> None:
        """Block until it was requested and is complete."""
        self._ended.wait()

    def request(self, by: object) -> None:
        """Shut down gracefully; at once when the same requester asks again."""
        if by in self._requested_by and self._draining is not None:
            self._draining.kill(block=False)
        self._requested_by.add(by)
        if self._draining is not None:
            return
        self._app.readiness.draining = True
        self._begun.set()
        self._draining = gevent.spawn(self._drain_sockets)
        self._draining.join()
        for server in self._servers:
            server.stop()
        self._ended.set()

    def leave_to_others(self) -> None:
        """Shut down gracefully; new connections go to the other workers."""
        for server in self._servers:
            server.close()
        self.request("the parent, which goes on")

    def request_once_begun(self, by: object, within: float) -> None:
        """As `request`, but wait up to `within` seconds for another requester to begin."""
        self._begun.wait(within)
        self.request(by)

    def _drain_sockets(self) -> None:
        until = time.monotonic() + self._drain
        self._app.photos.stop()
        self._app.picture_streams.stop()
        # TVs first: a page that loses its server would be cast again.
        if self._app.cast_bridge is not None:
            self._app.cast_bridge.stop()
        engine = self._app.socketio.server.eio
        engine.accepts, sockets = False, engine.sockets
        drain(sockets.values(), until - time.monotonic())
        while sockets and time.monotonic() < until:
            gevent.sleep(_POLL_SECONDS)


class RoomHandover:
    """Disconnects people whose room now belongs to another worker of this computer."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._moving: gevent.Greenlet[[], None] | None = None

    def __call__(self) -> None:
        """The set of workers has changed."""
        if self._moving is not None:
            self._moving.kill(block=False)
        self._moving = gevent.spawn(self._move)

    def _move(self) -> None:
        siblings = self._app.siblings
        assert siblings is not None
        sids = self._app.sessions.of_rooms(lambda code: not siblings.is_mine(code))
        if sids:
            log.info("%d connections are in rooms that moved to other workers", len(sids))
            drain(clients(self._app.socketio, sids), HANDOVER_SECONDS)
