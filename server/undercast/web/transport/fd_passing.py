"""Handing an accepted connection to the worker that its room belongs to.

The file descriptor goes through a Unix socket (SCM_RIGHTS), with what was read of the request: the
other worker parses it again and serves the connection as if it had accepted it. Exactly one of the
two serves it: the token that goes along can be taken once. A worker that is stopped, dead or full
does not take it; then the connection is served where it is.
"""

import array
import logging
import socket as system  # Windows lacks some of it, and never gets here
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, closing, suppress
from math import inf
from typing import Any

import gevent
import msgspec
from gevent import socket

from undercast.web.transport import routing

log = logging.getLogger(__name__)

TAKE_TIMEOUT = 1.0
"""Seconds for another worker to take a connection."""

RETRY_SECONDS = 5.0
"""A worker that took none is offered none for so long; and misrouted connections stay for so long.
"""

MAX_DATAGRAM = 32 * 1024
"""Bytes: a request line, a head, and what was read beyond them."""

_POLL = 0.1  # seconds between checks whether the other worker still lives
_BATCH = 8  # connections that are taken before other greenlets run
_CHUNK = 16 * 1024
_DESCRIPTORS = array.array("i")
_TOKEN, _TAKEN = b"?", b"!"


class PassedConnection(msgspec.Struct, frozen=True, array_like=True):
    """What is sent along with a connection."""

    listener: int
    """Which of the listening sockets accepted it."""
    peer: tuple[str, int]
    """The address that it was accepted from."""
    read: bytes
    """What was read of the request, from its first byte."""


class SiblingWorkers:
    """The other workers of this computer, as this one sees them."""

    def __init__(self, me: int, inbox: Any, outboxes: dict[int, Any]) -> None:
        """`inbox` receives for this worker, `outboxes` send to each other one. All of them are Unix
        datagram sockets.
        """
        self.me = me
        self.living: frozenset[int] = frozenset({me})
        """As the parent said last."""
        self._inbox = inbox
        self._outboxes = outboxes
        self._is_leaving = False
        self._retry_at: dict[int, float] = {}
        self._recheck_at = inf
        self.given = self.taken = 0
        """Connections handed over to others, and taken from them."""
        for other in outboxes.values():
            other.settimeout(0.0)

    def set_living(self, living: Iterable[int]) -> None:
        """Route by these workers from now on.

        Connections in flight may still arrive by the old membership: `check_owners` finds them.
        """
        self.living = frozenset(living)
        self._recheck_at = time.monotonic() + RETRY_SECONDS

    def leave(self) -> None:
        """Hand over every connection from now on: the others know that this worker leaves."""
        self._is_leaving = True

    def is_mine(self, code: str) -> bool:
        """Whether a room belongs to this worker."""
        return not self.living or routing.worker_of(code, self.living) == self.me

    def owner_elsewhere(self, target: str, *, handed_over: bool = False) -> int | None:
        """The other worker that a request with this target belongs to; None if it is served here.

        A connection that was handed over stays: two workers that disagree about who lives would
        pass it back and forth. It has to reconnect once they agree. Only a worker that leaves hands
        it on: the sender had not heard of that yet.
        """
        worker = routing.worker_for(target, self.living)
        if worker is None and self._is_leaving and self.living:
            worker = routing.worker_of(target, self.living)
        if worker is None or worker == self.me or worker not in self._outboxes:
            return None
        if handed_over and not self._is_leaving:
            self._recheck_at = time.monotonic() + RETRY_SECONDS
            return None
        return None if worker in self._retry_at else worker

    def check_owners(self) -> bool:
        """Whether connections that were served here for a while should go to their owners now: to a
        worker that took none, or that another one believed dead.
        """
        now = time.monotonic()
        back = [worker for worker, until in self._retry_at.items() if until <= now]
        for worker in back:
            del self._retry_at[worker]
        recheck = self._recheck_at <= now
        if recheck:
            self._recheck_at = inf
        return bool(back) or recheck

    def give(self, worker: int, passed: PassedConnection, sock: Any) -> bool:
        """Hand a connection over; whether it was taken. Waits for TAKE_TIMEOUT at most."""
        datagram = msgspec.msgpack.encode(passed)
        if len(datagram) > MAX_DATAGRAM:
            return False
        mine, token = socket.socketpair()
        with closing(mine), closing(token):
            mine.sendall(_TOKEN)
            descriptors = array.array("i", (sock.fileno(), token.fileno()))
            rights = [(system.SOL_SOCKET, system.SCM_RIGHTS, descriptors.tobytes())]
            try:
                self._outboxes[worker].sendmsg([datagram], rights)
            except OSError:  # its inbox is full
                return False
            given = self._is_taken(mine, worker) or not self._taken_back(token, worker)
        self.given += given
        return given

    def take(self, serve: Callable[[Any, PassedConnection], None]) -> None:
        """Call `serve`, which must not wait, with each connection from others. Never returns."""
        taken = 0
        while True:
            try:
                found = self._next()
            except (OSError, msgspec.MsgspecError):
                log.exception("What another worker hands over cannot be taken")
                gevent.sleep(_POLL)  # others go on, whatever is wrong here
                continue
            if found is not None:
                self.taken += 1
                serve(*found)
            taken += 1
            if taken % _BATCH == 0:
                gevent.sleep(1e-6)

    def _is_taken(self, mine: Any, worker: int) -> bool:
        """Wait for the answer while it may come."""
        mine.settimeout(_POLL)
        until = time.monotonic() + TAKE_TIMEOUT
        while time.monotonic() < until and worker in self.living:
            with suppress(TimeoutError):
                return bool(mine.recv(1))
        return False

    def _taken_back(self, token: Any, worker: int) -> bool:
        token.settimeout(0.0)
        try:
            token.recv(1)
        except OSError:  # it took the connection; only its answer is late
            return False
        if worker in self.living:
            log.warning("Worker %d takes no connections; its rooms are served here", worker)
            self._retry_at[worker] = time.monotonic() + RETRY_SECONDS
        return True

    def _next(self) -> tuple[Any, PassedConnection] | None:
        space = system.CMSG_SPACE(2 * _DESCRIPTORS.itemsize)
        datagram, ancillary, flags, _ = self._inbox.recvmsg(MAX_DATAGRAM, space)
        received = array.array("i")
        for _level, _kind, data in ancillary:
            received.frombytes(data[: len(data) - len(data) % received.itemsize])
        sockets = [socket.socket(fileno=descriptor) for descriptor in received]
        if flags & (system.MSG_TRUNC | system.MSG_CTRUNC) or len(sockets) != 2:
            for sock in sockets:
                sock.close()
            raise OSError("the datagram is incomplete")
        sock, token = sockets
        with closing(token), ExitStack() as cleanup:
            cleanup.callback(sock.close)
            passed = msgspec.msgpack.decode(datagram, type=PassedConnection)
            if not _takes(token):
                return None
            cleanup.pop_all()
        return sock, passed


def relay_tls(outer: Any, give: Callable[[Any], bool], on_given: Callable[[], None]) -> bool:
    """Hand over the plain side of a TLS connection; whether it was taken. If so, `on_given` is
    called, and TLS is relayed here until the connection ends.
    """
    ours, theirs = socket.socketpair()
    with closing(ours):
        with closing(theirs):
            given = give(theirs)
        if given:
            on_given()
            _relay(outer, ours)
    return given


def _relay(outer: Any, inner: Any) -> None:
    """Copy both ways until the inner one ends."""
    outer.settimeout(None)
    inbound = gevent.spawn(_copy, outer, inner)
    try:
        _copy(inner, outer)
    finally:
        inbound.kill()


def _copy(source: Any, sink: Any) -> None:
    with suppress(OSError):
        while data := source.recv(_CHUNK):
            sink.sendall(data)
    with suppress(OSError):
        sink.shutdown(system.SHUT_WR)


def _takes(token: Any) -> bool:
    """Whether the connection is ours: the token was still there."""
    token.settimeout(0.0)
    try:
        if not token.recv(1):
            return False
    except OSError:  # it was taken back
        return False
    with suppress(OSError):
        token.sendall(_TAKEN)
    return True
