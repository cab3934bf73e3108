"""The HTTP server: gevent's pywsgi with limits, quiet logs and a graceful stop.

TLS handshakes and request heads have time limits, heads a size limit. Nothing that a client sends
leads to a traceback, or puts the URL (which may hold tokens) into a log.
"""

import contextlib
import logging
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from socket import AF_INET, AF_INET6, IPPROTO_TCP, TCP_NODELAY
from ssl import PROTOCOL_TLS_SERVER
from typing import Any

import gevent
from flask import Flask
from flask_socketio import SocketIO
from gevent.pywsgi import WSGIHandler, WSGIServer
from gevent.ssl import SSLContext, SSLSocket

from undercast.base.config import BACKLOG
from undercast.web.limits.address_limits import AddressLimits
from undercast.web.limits.proxies import limit_key
from undercast.web.transport.error_responses import BAD_REQUEST, FULL, TOO_MANY, TOO_SLOW, reject
from undercast.web.transport.fair_scheduler import FairScheduler
from undercast.web.transport.fd_passing import PassedConnection, SiblingWorkers, relay_tls
from undercast.web.transport.http_request import (
    BadHead,
    Body,
    Fields,
    Incoming,
    require_one_reading,
)
from undercast.web.transport.routing import SOCKET
from undercast.web.transport.websocket import HANDLER

log = logging.getLogger(__name__)

HEAD_TIMEOUT = 20.0
"""Seconds for a TLS handshake, and for a request's head after the request before."""

ACCEPT_BATCH = 8
"""Connections that are accepted before other greenlets run."""

_SPARE = 64  # connections beyond the limit, which are told that the server is full
_OTHER_FILES = 64 + _SPARE  # file descriptors for everything else
_REQUEST_SECONDS = 0.001  # of processor time that a request takes, roughly
_PROGRESS_TIMEOUT = 30.0  # seconds without progress in reading a body or sending an answer


class _Handler(WSGIHandler):
    """One HTTP connection."""

    server: "Server"
    rfile: Incoming  # type: ignore[assignment]  # a file would buffer 8 KiB
    _head = b""
    """Of the current request."""
    _handed_over = False

    def __init__(self, sock: Any, address: Any, server: "Server", read: bytes = b"") -> None:
        """`read`: what another worker read of the first request, and handed over with it."""
        # Without TCP_NODELAY a message waits for the TCP acknowledgement of the one before.
        if sock.family in (AF_INET, AF_INET6):
            sock.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        self.socket, self.client_address, self.server = sock, address, server
        self.rfile = Incoming(sock, read)
        self._was_handed_over = bool(read)

    def handle(self) -> None:
        with contextlib.suppress(OSError):  # the client is gone
            super().handle()

    def handle_one_request(self) -> Any:
        error = self._read_head()
        self.socket.settimeout(_PROGRESS_TIMEOUT)
        if error is not None:
            return self._handle_client_error(error) if self.rfile.ahead else None
        if self._head and not self._is_proxied():
            self._wait_for_turn(limit_key(str(self.client_address[0])))
        return super().handle_one_request()

    def _read_head(self) -> Exception | None:
        """Read the next head; returns what is wrong with it."""
        self.socket.settimeout(None)  # `Incoming.head` limits the time
        try:
            self._head = self.rfile.head(HEAD_TIMEOUT)
        except (TimeoutError, BadHead) as error:
            return error
        return None

    def read_requestline(self) -> str:
        return self._head[: self._head.find(b"\n") + 1].decode("latin-1")

    def MessageClass(self, *_: Any) -> Any:  # noqa: N802 - pywsgi's name
        fields = Fields(self._head[self._head.find(b"\n") + 1 :])
        require_one_reading(fields)
        return fields

    def handle_one_response(self) -> None:
        assert self.environ is not None
        is_elsewhere, self._head = self._hand_to_owner(), b""
        if is_elsewhere:
            return
        address_limits, address = self.server.address_limits, self.environ["REMOTE_ADDR"]
        proxied = self._is_proxied()
        if proxied:
            self._wait_for_turn(address)
        with address_limits.connection(address) if proxied else nullcontext(True) as admitted:  # noqa: FBT003
            if admitted and address_limits.admits_request(address):
                self._respond()
            else:
                self.close_connection = True
                reject(self.socket, TOO_MANY)

    def _hand_to_owner(self) -> bool:
        """Hand the connection to the worker it belongs to; whether that serves it from now on."""
        siblings, handed_over, self._was_handed_over = (
            self.server.siblings,
            self._was_handed_over,
            False,
        )
        if siblings is None:
            return False
        worker = siblings.owner_elsewhere(str(self.path), handed_over=handed_over)
        if worker is None:
            return False
        peer = (str(self.client_address[0]), int(self.client_address[1]))
        read = self._head + self.rfile.ahead
        give = partial(siblings.give, worker, PassedConnection(self.server.number, peer, read))
        if isinstance(self.socket, SSLSocket):
            return relay_tls(self.socket, give, self._end_requests)
        given = give(self.socket)
        if given:
            self._end_requests()
            self.socket = None  # type: ignore[assignment]  # pywsgi would read what comes next
        return given

    def _end_requests(self) -> None:
        """After this one, no more requests are read from the connection here."""
        self.close_connection = self._handed_over = True
        self._free_request()

    def _is_proxied(self) -> bool:
        """Whether the head says whose request it is."""
        return self.server.address_limits.proxies.trusts(str(self.client_address[0]))

    def _wait_for_turn(self, address: str) -> None:
        """Before parsing a head, which is half of the work of a small request."""
        with self.server.scheduler.time_slice(
            address
        ) as time_slice:  # charged by estimate: a socket may last for hours
            time_slice.charge(_REQUEST_SECONDS)

    def _respond(self) -> None:
        if str(self.path).startswith(SOCKET):
            super().handle_one_response()
        else:  # a greenlet keeps its largest stack, and thousands of connections may wait
            answering = gevent.spawn(super().handle_one_response)
            try:
                answering.get()
            finally:
                answering.kill()
        if self._handed_over:
            return
        self._free_request()
        if not self._body.finish():
            self.close_connection = True
            reject(self.socket)

    def _free_request(self) -> None:
        """Free the request's memory: the next one, or the end of a socket, may be far off."""
        assert self.environ is not None
        self.environ.clear()
        self.headers = None  # type: ignore[assignment]

    def get_environ(self) -> dict[str, Any]:
        environ = {**super().get_environ(), HANDLER: self}
        forwarded = environ.get("HTTP_X_FORWARDED_FOR", "")
        proxies = self.server.address_limits.proxies
        environ["REMOTE_ADDR"] = proxies.client(environ["REMOTE_ADDR"], forwarded)
        self._body = Body(self.wsgi_input)
        # pywsgi gives a request for an upgrade the bare connection; only a WebSocket may have it.
        environ["wsgi.input"], environ["wsgi.input_terminated"] = self._body, True
        # `Body.finish` discards what the application leaves unread, within limits.
        self.wsgi_input = _NoInput()  # type: ignore[assignment]
        return environ

    def hand_over(self) -> tuple[Any, bytes]:
        """Give the socket away, with what was read of it already."""
        self._end_requests()
        return self.socket, self.rfile.ahead

    def log_error(self, *_: object) -> None:
        log.info("bad request from %s", self.client_address[0])

    def handle_error(self, t: Any, v: Any, tb: Any) -> None:
        """Flask answers its own errors; here are ours, and connections that broke."""
        self.close_connection = True
        if issubclass(t, gevent.GreenletExit):  # the server stops
            return
        if issubclass(t, OSError):
            log.info("lost %s", self.client_address[0])
            return
        log.error("a request failed", exc_info=(t, v, tb))
        self._send_error_response_if_possible(500)  # type: ignore[attr-defined]

    def _handle_client_error(self, error: BaseException) -> tuple[str, bytes]:
        self.log_error()
        return ("408", TOO_SLOW) if isinstance(error, TimeoutError) else ("400", BAD_REQUEST)


class _NoInput:
    """In place of pywsgi's input, which it would discard without a limit."""

    def _discard(self) -> None:
        pass


class Server(WSGIServer):
    """Serves one app and its sockets, with the methods of gevent's server."""

    handler_class = _Handler
    max_accept = ACCEPT_BATCH

    def __init__(
        self,
        socketio: SocketIO,
        *args: Any,
        address_limits: AddressLimits,
        max_connections: int,
        siblings: SiblingWorkers | None = None,
        number: int = 0,
        **options: Any,
    ) -> None:
        options["spawn"] = max_connections + _SPARE
        super().__init__(*args, **options)
        self._socketio = socketio
        self.scheduler: FairScheduler = socketio.server.eio.scheduler
        self._max_connections = max_connections
        self.address_limits = address_limits
        self.siblings = siblings
        """The other workers of this computer, if any."""
        self.number = number
        """Which of a worker's listening sockets this one is."""

    def adopt(self, sock: Any, passed: PassedConnection) -> None:
        """Serve a connection that another worker accepted."""
        assert self.pool is not None
        self.pool.spawn(self._serve_adopted, sock, passed)

    def stop(self, timeout: float | None = None) -> None:
        """Stop accepting, close every socket, and wait `timeout` (1 s) for the rest."""
        self.close()
        self._socketio.server.eio.disconnect()
        super().stop(timeout)

    def handle(self, sock: Any, address: Any) -> None:
        """Serve a connection until it ends, or reject it with a reason."""
        with self.address_limits.connection_from(str(address[0])) as admitted:
            self._serve(_Handler(sock, address, self), admitted=admitted)

    def wrap_socket_and_handle(self, client_socket: Any, address: Any) -> None:
        """Do the TLS handshake, or drop the connection."""
        with self.address_limits.connection_from(str(address[0])) as admitted:
            self._wrap_and_serve(client_socket, address, admitted=admitted)

    def _serve_adopted(self, sock: Any, passed: PassedConnection) -> None:
        with (
            contextlib.closing(sock),
            self.address_limits.connection_from(passed.peer[0]) as admitted,
        ):
            self._serve(_Handler(sock, passed.peer, self, passed.read), admitted=admitted)

    def _serve(self, handler: _Handler, *, admitted: bool) -> None:
        assert self.pool is not None
        if len(self.pool) > self._max_connections:
            reject(handler.socket, FULL)
        elif not admitted:
            reject(handler.socket, TOO_MANY)
        else:
            handler.handle()

    def _wrap_and_serve(self, client_socket: Any, address: Any, *, admitted: bool) -> None:
        wrap: Any = self.wrap_socket  # type: ignore[misc]  # its stub forgets staticmethod
        try:
            with gevent.Timeout(HEAD_TIMEOUT, TimeoutError):
                sock = wrap(client_socket, **(self.ssl_args or {}))
        except OSError:
            client_socket.close()
            return
        with contextlib.closing(sock):
            self._serve(_Handler(sock, address, self), admitted=admitted)


def make_server(
    app: Flask,
    socketio: SocketIO,
    host: str,
    port: int,
    *,
    certificate: tuple[Path, Path] | None = None,
    max_connections: int = 10_000,
    address_limits: AddressLimits | None = None,
    listening: Any = None,
    siblings: SiblingWorkers | None = None,
    number: int = 0,
) -> Server:
    """A server of `app` at this address, not started yet. Port 0 takes a free one.

    Start it with `start()` (then `address` holds the port) or `serve_forever()`; any greenlet may
    call `stop()`, also from `gevent.signal_handler`. With a `certificate` (its file and its key's,
    PEM) it speaks TLS only. Connections beyond `max_connections` (or what the system allows, if
    that is less) are answered 503. A worker with `siblings` passes the socket that is `listening`
    already, and its `number` among the worker's listening sockets.
    """
    options: dict[str, Any] = {}
    if certificate is not None:
        options["ssl_context"] = SSLContext(PROTOCOL_TLS_SERVER)
        # A key with a passphrase is an error here: nobody may be there to be asked for it.
        options["ssl_context"].load_cert_chain(*certificate, password=lambda: b"")
    return Server(
        socketio,
        listening or (host, port),
        app,
        backlog=BACKLOG if listening is None else None,
        address_limits=address_limits or AddressLimits(),
        siblings=siblings,
        number=number,
        max_connections=_allowed_connections(max_connections),
        log=None,
        error_log=log,
        **options,
    )


def _allowed_connections(connections: int) -> int:
    """Raise the limit of open files if needed; how many connections it allows then."""
    try:
        import resource  # noqa: PLC0415 - Windows has neither this module nor the limit
    except ImportError:
        return connections
    wanted = connections + _OTHER_FILES
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY or allowed >= wanted:
        return connections
    more = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (more, most))
        allowed = more
    return max(1, min(connections, allowed - _OTHER_FILES))
