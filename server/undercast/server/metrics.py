"""What a server tells Prometheus: which numbers there are, and where they can be had.

None of them is about a person, a room or an address, and none depends on a key.
"""

import gc
import logging
import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import gevent
from gevent.pool import Pool
from gevent.pywsgi import WSGIServer

from undercast import __version__
from undercast.base.cast_status import CastPhase
from undercast.base.prometheus import CONTENT_TYPE, Histogram, Registry, Sample, by, one
from undercast.server.app import App
from undercast.service import NotSaved
from undercast.web.transport.addresses import Addresses
from undercast.web.transport.request_guard import RequestGuard

log = logging.getLogger(__name__)

PATH = "/metrics"

EVERY = 0.1
"""Seconds between two looks at how late the server is."""

AT_MOST_EVERY = 1.0
"""Seconds for which a page of numbers is good: who asks more often gets the same one."""

MOST_READERS = 16
"""Connections of those who ask for numbers."""

LONGEST = 5.0
"""Seconds after which one of them ends, whatever it is about: a client then makes a new one."""

_BEGAN = time.time()


def watch(app: App, measures: Registry) -> None:
    """Name all numbers of this server that nobody has to count."""
    version = {__version__: 1.0}
    measures.gauge("undercast_info", "The version that runs.", lambda: by("version", version))
    _watch_rooms(app, measures)
    _watch_sockets(app, measures)
    _watch_limits(app, measures)
    _watch_helpers(app, measures)
    _watch_others(app, measures)
    _watch_process(measures)
    lag = measures.histogram(
        "undercast_loop_lag_seconds", "How late what was to be done at a time was begun."
    )
    gevent.spawn(_look_how_late, lag)


def serve(measures: Registry, host: str, port: int) -> WSGIServer:
    """Tell the numbers at this address, over plain http; started. Raises OSError."""
    page = RequestGuard(_Page(measures), Addresses(host, port))
    server = _Server((host, port), page, log=None, error_log=log, spawn=Pool(MOST_READERS))
    server.start()
    return server


class _Server(WSGIServer):
    def handle(self, sock: Any, address: Any) -> None:
        """Whoever takes too long is given up, wherever that is: in asking or in reading."""
        sock.settimeout(LONGEST)
        with gevent.Timeout(LONGEST, gevent.GreenletExit):
            super().handle(sock, address)


class _Page:
    """The WSGI application with the one page. It is made at most once a second."""

    def __init__(self, measures: Registry) -> None:
        self._measures = measures
        self._text = b""
        self._made = -AT_MOST_EVERY

    def __call__(self, environ: Mapping[str, Any], start_response: Any) -> list[bytes]:
        there = environ["PATH_INFO"] == PATH and environ["REQUEST_METHOD"] in ("GET", "HEAD")
        text = self._now() if there else f"The numbers are at {PATH}\n".encode()
        headers = [("Content-Type", CONTENT_TYPE), ("Content-Length", str(len(text)))]
        headers.append(("Connection", "close"))  # by itself it would stay until then
        start_response("200 OK" if there else "404 Not Found", headers)
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [text]

    def _now(self) -> bytes:
        if time.monotonic() - self._made >= AT_MOST_EVERY:
            self._made = time.monotonic()
            self._text = self._measures.text().encode()
        return self._text


def _watch_rooms(app: App, measures: Registry) -> None:
    measures.gauge("undercast_rooms_loaded", "Rooms in memory.", lambda: one(app.rooms.in_memory))
    measures.gauge("undercast_rooms_stored", "Rooms in the store.", lambda: _stored(app))
    measures.gauge(
        "undercast_connections",
        "People, and shared screens of each kind, that are connected.",
        lambda: by(
            "who",
            {
                "people": app.sessions.people,
                "screens": app.sessions.screens,
                "pictures": app.pictures.viewers.here.total(),
            },
        ),
    )
    measures.counter(
        "undercast_views_total",
        "Views that were told, each once for all who see the same.",
        lambda: one(app.sessions.views),
    )
    measures.gauge(
        "undercast_ready",
        "1 while new people may be sent here, see /readyz.",
        lambda: one(int(not app.readiness.why_not())),
    )
    measures.gauge(
        "undercast_draining",
        "1 while the server lets its rooms go, to stop.",
        lambda: one(int(app.readiness.draining)),
    )


def _stored(app: App) -> Iterable[Sample]:
    with suppress(NotSaved):  # it is told by undercast_ready, and in the log
        return one(app.store.count())
    return ()


def _watch_sockets(app: App, measures: Registry) -> None:
    engine, visitors = app.socketio.server.eio, app.visitors
    measures.gauge("undercast_sockets", "WebSockets.", lambda: one(len(engine.sockets)))
    measures.gauge(
        "undercast_http_connections",
        "Connections, WebSockets among them.",
        lambda: one(visitors.connections.here.total()),
    )
    measures.counter("undercast_frames_total", "Frames sent.", lambda: one(engine.frames))
    measures.counter("undercast_sent_bytes_total", "Bytes of these.", lambda: one(engine.sent))
    measures.gauge(
        "undercast_unread_bytes",
        "What waits for clients that do not read.",
        lambda: one(engine.send_budget.total),
    )
    measures.gauge(
        "undercast_turns_waiting",
        "Messages and requests that wait until others were served.",
        lambda: one(engine.scheduler.waiting),
    )


def _watch_limits(app: App, measures: Registry) -> None:
    engine = app.socketio.server.eio

    def reached() -> Mapping[str, float]:
        return {
            "slow_readers": engine.send_budget.dropped,
            "sockets": engine.connections.refused,
            "viewers": app.pictures.viewers.refused,
            **app.visitors.refused,
            **{name: limit.refused for name, limit in app.handlers.buckets.items()},
        }

    measures.counter(
        "undercast_limit_reached_total",
        "How often somebody met this limit.",
        lambda: by("limit", reached()),
    )


def _watch_helpers(app: App, measures: Registry) -> None:
    televisions, thinker = app.televisions, app.thinker

    def casts() -> Mapping[str, float]:
        phases = {} if televisions is None else televisions.phases
        return {**dict.fromkeys(map(str, CastPhase), 0), **phases}

    measures.gauge(
        "undercast_casts",
        "Rooms by what is with their television.",
        lambda: by("phase", casts()),
    )
    measures.counter(
        "undercast_thoughts_total",
        "What was thought for bots and for who asked the coach.",
        lambda: by("outcome", {"done": thinker.thoughts, "failed": thinker.failures}),
    )


def _watch_others(app: App, measures: Registry) -> None:
    """Where several workers serve together."""
    neighbours, peers = app.neighbours, app.peers
    measures.gauge(
        "undercast_workers",
        "Processes that serve this house, here and on other machines, as this one knows.",
        lambda: one(1 if peers is None else peers.living),
    )
    measures.counter(
        "undercast_handed_over_total",
        "Connections that went to the worker of their room, and that came from others.",
        lambda: by(
            "way", {"given": neighbours.given, "taken": neighbours.taken} if neighbours else {}
        ),
    )
    measures.counter(
        "undercast_followed_total",
        "Changes that others made in a room that is in memory here, too.",
        lambda: one(0 if peers is None else peers.followed),
    )


def _watch_process(measures: Registry) -> None:
    """By the names under which every client of Prometheus tells them."""
    tells: list[tuple[str, str, Callable[[], float]]] = [
        ("process_start_time_seconds", "When it began (Unix).", lambda: _BEGAN),
        ("process_threads", "Threads of Python's.", threading.active_count),
    ]
    if Path("/proc/self/statm").exists():  # on Linux
        tells += [
            ("process_resident_memory_bytes", "Memory.", _resident),
            ("process_open_fds", "Open descriptors.", _descriptors),
        ]
    for name, about, read in tells:
        measures.gauge(name, about, lambda read=read: one(read()))  # type: ignore[misc]  # a default binds it
    measures.counter(
        "process_cpu_seconds_total", "Of the processor.", lambda: one(time.process_time())
    )
    measures.counter(
        "python_gc_collections_total",
        "Looks for garbage, by generation.",
        lambda: by(
            "generation", {f"{n}": it["collections"] for n, it in enumerate(gc.get_stats())}
        ),
    )


def _resident() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def _look_how_late(lag: Histogram) -> None:
    """Never returns."""
    while True:
        due = time.monotonic() + EVERY
        gevent.sleep(EVERY)
        lag.add(max(0.0, time.monotonic() - due))
