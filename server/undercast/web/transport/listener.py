"""The HTTP server: gevent's pywsgi with limits, quiet, and with an orderly end.

A request's head has to arrive in good time and size, TLS has to be agreed on in good time, and
nothing that a client sends leads to a traceback or puts its address line (tokens!) into a log.
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
from undercast.web.transport.error_responses import BAD_REQUEST, FULL, TOO_MANY, TOO_SLOW, turn_away
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
"""Seconds for a TLS handshake, and for a request's head, from the end of the request before."""

AT_ONCE = 8
"""Connections that are accepted one after the other before others go on."""

_SPARE = 64  # connections beyond the most, to be told in words that there are too many
_OTHER_FILES = 64 + _SPARE  # descriptors for everything that is no connection
_REQUEST = 0.001  # seconds of the server's time that a request takes, or so
_BODY_TIMEOUT = 30.0  # seconds without any progress in reading a body or sending an answer


class _Handler(WSGIHandler):
    """One HTTP connection."""

    server: "Server"
    rfile: Incoming  # type: ignore[assignment]  # pywsgi's would have a buffer of 8 KiB
    _head = b""
    """Of the request that is read."""
    _handed_over = False

    def __init__(self, sock: Any, address: Any, server: "Server", came: bytes = b"") -> None:
        """`came`: what another worker read of the first request, and handed over with it."""
        # Without TCP_NODELAY a message waits for the acknowledgement of the one before.
        if sock.family in (AF_INET, AF_INET6):
            sock.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        self.socket, self.client_address, self.server = sock, address, server
        self.rfile = Incoming(sock, came)
        self._came_over = bool(came)

    def handle(self) -> None:
        with contextlib.suppress(OSError):  # the client is gone
            super().handle()

    def handle_one_request(self) -> Any:
        error = self._read_head()
        self.socket.settimeout(_BODY_TIMEOUT)
        if error is not None:
            return self._handle_client_error(error) if self.rfile.ahead else None
        if self._head and not self._is_proxied():
            self._wait_for_turn(limit_key(str(self.client_address[0])))
        return super().handle_one_request()

    def _read_head(self) -> Exception | None:
        """Waits for it; what is wrong with it."""
        self.socket.settimeout(None)  # there is a time for all of it
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
        passed_on, self._head = self._passed_on(), b""
        if passed_on:
            return
        address_limits, address = self.server.address_limits, self.environ["REMOTE_ADDR"]
        proxied = self._is_proxied()
        if proxied:
            self._wait_for_turn(address)
        with address_limits.connection(address) if proxied else nullcontext(True) as welcome:  # noqa: FBT003
            if welcome and address_limits.admits_request(address):
                self._respond()
            else:
                self.close_connection = True
                turn_away(self.socket, TOO_MANY)

    def _passed_on(self) -> bool:
        """Whether another worker serves the connection from now on."""
        siblings, passed, self._came_over = self.server.siblings, self._came_over, False
        if siblings is None:
            return False
        worker = siblings.owner_elsewhere(str(self.path), handed_over=passed)
        if worker is None:
            return False
        peer = (str(self.client_address[0]), int(self.client_address[1]))
        read = self._head + self.rfile.ahead
        give = partial(siblings.give, worker, PassedConnection(self.server.number, peer, read))
        if isinstance(self.socket, SSLSocket):
            return relay_tls(self.socket, give, self._give_up)
        given = give(self.socket)
        if given:
            self._give_up()
            self.socket = None  # type: ignore[assignment]  # pywsgi would read what comes next
        return given

    def _give_up(self) -> None:
        """What was asked was the last of this connection here."""
        self.close_connection = self._handed_over = True
        self._forget()

    def _is_proxied(self) -> bool:
        """Whether a head says whose request it is."""
        return self.server.address_limits.proxies.trusts(str(self.client_address[0]))

    def _wait_for_turn(self, address: str) -> None:
        """Before a head is taken apart: that is half of the work, if nothing more is wanted."""
        with self.server.scheduler.time_slice(
            address
        ) as time_slice:  # only to wait: a socket may last
            time_slice.charge(_REQUEST)

    def _respond(self) -> None:
        if str(self.path).startswith(SOCKET):
            super().handle_one_response()
        else:  # a greenlet keeps the stack that it once needed: thousands may wait with theirs
            answering = gevent.spawn(super().handle_one_response)
            try:
                answering.get()
            finally:
                answering.kill()
        if self._handed_over:
            return
        self._forget()
        if not self._body.finish():
            self.close_connection = True
            turn_away(self.socket)

    def _forget(self) -> None:
        """What was asked has been answered; the rest of it, or a socket's end, may come late."""
        assert self.environ is not None
        self.environ.clear()
        self.headers = None  # type: ignore[assignment]

    def get_environ(self) -> dict[str, Any]:
        environ = {**super().get_environ(), HANDLER: self}
        forwarded = environ.get("HTTP_X_FORWARDED_FOR", "")
        proxies = self.server.address_limits.proxies
        environ["REMOTE_ADDR"] = proxies.client(environ["REMOTE_ADDR"], forwarded)
        self._body = Body(self.wsgi_input)
        # pywsgi gives what asks for an upgrade the bare connection, which is for a WebSocket only.
        environ["wsgi.input"], environ["wsgi.input_terminated"] = self._body, True
        # What the application leaves unread is seen to by us, within limits.
        self.wsgi_input = _Nothing()  # type: ignore[assignment]
        return environ

    def hand_over(self) -> tuple[Any, bytes]:
        """Give up the socket, with what was read of it already; this was its last request."""
        self._give_up()
        return self.socket, self.rfile.ahead

    def log_error(self, *_: object) -> None:
        log.info("bad request from %s", self.client_address[0])

    def handle_error(self, t: Any, v: Any, tb: Any) -> None:
        """After Flask has answered its own faults: ours in between, and connections that broke."""
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


class _Nothing:
    """In the place of pywsgi's input, of which it would read whatever comes, however long."""

    def _discard(self) -> None:
        pass


class Server(WSGIServer):
    """Serves one app and its sockets. `start`, `address`, `serve_forever`, `stop` as in gevent."""

    handler_class = _Handler
    max_accept = AT_ONCE

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
        """The other workers of this computer."""
        self.number = number
        """Which of a worker's listening sockets this one is."""

    def adopt(self, sock: Any, passed: PassedConnection) -> None:
        """Serve a connection that another worker accepted."""
        assert self.pool is not None
        self.pool.spawn(self._serve_adopted, sock, passed)

    def stop(self, timeout: float | None = None) -> None:
        """Accept nobody, say goodbye to every socket, and wait `timeout` (1 s) for the rest."""
        self.close()
        self._socketio.server.eio.disconnect()
        super().stop(timeout)

    def handle(self, sock: Any, address: Any) -> None:
        """Serve a connection to its end, or turn it away with a reason."""
        with self.address_limits.connection_from(str(address[0])) as welcome:
            self._serve(_Handler(sock, address, self), welcome=welcome)

    def wrap_socket_and_handle(self, client_socket: Any, address: Any) -> None:
        """Agree on TLS, or give the connection up quietly."""
        with self.address_limits.connection_from(str(address[0])) as welcome:
            self._wrap_and_serve(client_socket, address, welcome=welcome)

    def _serve_adopted(self, sock: Any, passed: PassedConnection) -> None:
        with (
            contextlib.closing(sock),
            self.address_limits.connection_from(passed.peer[0]) as welcome,
        ):
            self._serve(_Handler(sock, passed.peer, self, passed.read), welcome=welcome)

    def _serve(self, handler: _Handler, *, welcome: bool) -> None:
        assert self.pool is not None
        if len(self.pool) > self._max_connections:
            turn_away(handler.socket, FULL)
        elif not welcome:
            turn_away(handler.socket, TOO_MANY)
        else:
            handler.handle()

    def _wrap_and_serve(self, client_socket: Any, address: Any, *, welcome: bool) -> None:
        wrap: Any = self.wrap_socket  # type: ignore[misc]  # its stub forgets staticmethod
        try:
            with gevent.Timeout(HEAD_TIMEOUT, TimeoutError):
                sock = wrap(client_socket, **(self.ssl_args or {}))
        except OSError:
            client_socket.close()
            return
        with contextlib.closing(sock):
            self._serve(_Handler(sock, address, self), welcome=welcome)


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
        max_connections=_as_many_as_possible(max_connections),
        log=None,
        error_log=log,
        **options,
    )


def _as_many_as_possible(connections: int) -> int:
    """Raise the limit of open files for them if need be; how many connections it then allows."""
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
