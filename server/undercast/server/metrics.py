"""What a server reports to Prometheus, and the page that reports it.

No metric is about a person, a room or an address, and none depends on a key. No label comes from
a client: all are written in this program.
"""

import gc
import logging
import os
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import gevent
from gevent.pool import Pool
from gevent.pywsgi import WSGIServer
from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from undercast import __version__
from undercast.base.cast_status import CastPhase
from undercast.server.app import App
from undercast.service import NotSaved
from undercast.store.instrumented import BUCKETS
from undercast.web.transport.addresses import Addresses
from undercast.web.transport.request_guard import RequestGuard

log = logging.getLogger(__name__)

PATH = "/metrics"

LAG_INTERVAL_SECONDS = 0.1
"""How often the lag of the event loop is measured."""

CACHE_SECONDS = 1.0
"""Scraping more often than this returns the same page again."""

MAX_CONNECTIONS = 16
"""Concurrent scrapes."""

CONNECTION_SECONDS = 5.0
"""A scrape that takes longer, in sending or in reading, is closed."""

_STARTED = time.time()


def watch(app: App, registry: CollectorRegistry) -> None:
    """Report this server's metrics, besides those that its parts count themselves."""
    registry.register(ServerCollector(app))
    lag = Histogram(
        "undercast_loop_lag_seconds",
        "How late the event loop ran what was due.",
        registry=registry,
        buckets=BUCKETS,
    )
    gevent.spawn(_measure_lag, lag)


def serve(registry: CollectorRegistry, host: str, port: int) -> WSGIServer:
    """Serve the metrics at this address over plain HTTP; started. Raises OSError."""
    page = RequestGuard(_Page(registry), Addresses(host, port))
    server = _Server((host, port), page, log=None, error_log=log, spawn=Pool(MAX_CONNECTIONS))
    server.start()
    return server


class _Server(WSGIServer):
    def handle(self, sock: Any, address: Any) -> None:
        sock.settimeout(CONNECTION_SECONDS)
        with gevent.Timeout(CONNECTION_SECONDS, gevent.GreenletExit):
            super().handle(sock, address)


class _Page:
    """The WSGI application with the one page, which it renders at most once a second."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry
        self._text = b""
        self._rendered = -CACHE_SECONDS

    def __call__(self, environ: Mapping[str, Any], start_response: Any) -> list[bytes]:
        found = environ["PATH_INFO"] == PATH and environ["REQUEST_METHOD"] in ("GET", "HEAD")
        text = self._latest() if found else f"The metrics are at {PATH}\n".encode()
        headers = [("Content-Type", CONTENT_TYPE_LATEST), ("Content-Length", str(len(text)))]
        headers.append(("Connection", "close"))
        start_response("200 OK" if found else "404 Not Found", headers)
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [text]

    def _latest(self) -> bytes:
        if time.monotonic() - self._rendered >= CACHE_SECONDS:
            self._rendered = time.monotonic()
            self._text = generate_latest(self._registry)
        return self._text


class ServerCollector(Collector):
    """Everything that can be looked up at the moment of a scrape."""

    def __init__(self, app: App) -> None:
        self._app = app

    def collect(self) -> Iterator[Metric]:
        """The metrics, each with its current value."""
        yield _gauge("undercast_info", "The running version.", {__version__: 1}, "version")
        yield from self._rooms()
        yield from self._sockets()
        yield from self._helpers()
        yield from self._workers()
        yield from _process()

    def _rooms(self) -> Iterator[Metric]:
        app = self._app
        yield _gauge("undercast_rooms_loaded", "Rooms in memory.", app.rooms.loaded_count)
        stored = GaugeMetricFamily("undercast_rooms_stored", "Rooms in the store.")
        with suppress(NotSaved):  # undercast_ready and the log report it
            stored.add_metric([], app.store.count())
        yield stored
        connected = {
            "people": app.sessions.people,
            "pictures": app.picture_streams.viewers.here.total(),
            "screens": app.sessions.screens,
        }
        about = "Connected people, and shared screens of each kind."
        yield _gauge("undercast_connections", about, connected, "who")
        about = "Views sent, each once for all who see the same."
        yield _counter("undercast_views_total", about, app.sessions.views)
        about = "1 while new people may be sent here, see /readyz."
        yield _gauge("undercast_ready", about, not app.readiness.why_not())
        about = "1 while the server drains its rooms, to stop."
        yield _gauge("undercast_draining", about, app.readiness.draining)

    def _sockets(self) -> Iterator[Metric]:
        app, engine = self._app, self._app.socketio.server.eio
        yield _gauge("undercast_sockets", "WebSockets.", len(engine.sockets))
        about = "Connections, including WebSockets."
        yield _gauge(
            "undercast_http_connections", about, app.address_limits.connections.here.total()
        )
        yield _counter("undercast_frames_total", "Frames sent.", engine.frames)
        yield _counter("undercast_sent_bytes_total", "Bytes of these.", engine.sent)
        about = "Bytes that wait for clients that do not read."
        yield _gauge("undercast_unread_bytes", about, engine.send_budget.total)
        about = "Messages and requests that wait for their turn."
        yield _gauge("undercast_turns_waiting", about, engine.scheduler.waiting)
        reached = {
            "slow_readers": engine.send_budget.dropped,
            "sockets": engine.connections.refused,
            "viewers": app.picture_streams.viewers.refused,
            **app.address_limits.refused,
            **{name: limit.refused for name, limit in app.handlers.buckets.items()},
        }
        about = "How often this limit was reached."
        yield _counter("undercast_limit_reached_total", about, reached, "limit")

    def _helpers(self) -> Iterator[Metric]:
        app = self._app
        phases = {} if app.cast_bridge is None else app.cast_bridge.phases
        casts = {**dict.fromkeys(map(str, CastPhase), 0), **phases}
        yield _gauge("undercast_casts", "Rooms by the state of their TV.", casts, "phase")
        thoughts = {"done": app.thinking.thoughts, "failed": app.thinking.failures}
        about = "Thoughts of bots and of the coach."
        yield _counter("undercast_thoughts_total", about, thoughts, "outcome")

    def _workers(self) -> Iterator[Metric]:
        siblings, peers = self._app.siblings, self._app.peers
        about = "Processes that serve these rooms, here and on other machines."
        yield _gauge("undercast_workers", about, 1 if peers is None else peers.live_processes)
        ways = {} if siblings is None else {"given": siblings.given, "taken": siblings.taken}
        about = "Connections handed to the worker of their room, and taken from others."
        yield _counter("undercast_handed_over_total", about, ways, "way")
        about = "Changes that other workers made in a room that is in memory here, too."
        yield _counter(
            "undercast_followed_total", about, 0 if peers is None else peers.changes_followed
        )


def _process() -> Iterator[Metric]:
    """Under the names that every Prometheus client uses, on every operating system."""
    yield _gauge("process_start_time_seconds", "Start time (Unix).", _STARTED)
    yield _gauge("process_threads", "Python threads.", threading.active_count())
    if Path("/proc/self/statm").exists():  # on Linux
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        memory = pages * os.sysconf("SC_PAGE_SIZE")
        yield _gauge("process_resident_memory_bytes", "Memory.", memory)
        descriptors = sum(1 for _ in Path("/proc/self/fd").iterdir())
        yield _gauge("process_open_fds", "Open file descriptors.", descriptors)
    yield _counter("process_cpu_seconds_total", "Processor time.", time.process_time())
    collections = {str(n): stats["collections"] for n, stats in enumerate(gc.get_stats())}
    about = "Garbage collections."
    yield _counter("python_gc_collections_total", about, collections, "generation")


def _gauge(name: str, about: str, value: float | Mapping[str, float], label: str = "") -> Metric:
    return _filled(GaugeMetricFamily(name, about, labels=[label] if label else []), value)


def _counter(name: str, about: str, value: float | Mapping[str, float], label: str = "") -> Metric:
    return _filled(CounterMetricFamily(name, about, labels=[label] if label else []), value)


def _filled(
    family: GaugeMetricFamily | CounterMetricFamily, value: float | Mapping[str, float]
) -> Metric:
    """With one value, or with one for each value of its label."""
    if isinstance(value, Mapping):
        for label, number in value.items():
            family.add_metric([label], number)
    else:
        family.add_metric([], value)
    return family


def _measure_lag(lag: Histogram) -> None:
    """Never returns."""
    while True:
        due = time.monotonic() + LAG_INTERVAL_SECONDS
        gevent.sleep(LAG_INTERVAL_SECONDS)
        lag.observe(max(0.0, time.monotonic() - due))
