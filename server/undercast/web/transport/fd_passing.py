"""Handing an accepted connection to the worker that its room belongs to.

The descriptor goes through a Unix socket (SCM_RIGHTS), with what was read of the request: the other
worker reads it again and serves the connection as if it had accepted it. Exactly one of the two
does: a token that goes along can be taken once. Whoever is stopped, dead or full does not take it,
and then it is served where it is.
"""

import array
import logging
import socket as system  # what Windows lacks of it is needed nowhere there
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

PATIENCE = 1.0
"""Seconds for another worker to take a connection."""

AWAY = 5.0
"""Seconds for which one that did not is given no other, and for which what came astray stays."""

MOST = 32 * 1024
"""Bytes of a letter: a request line, a head, and what was read beyond them."""

_LOOK = 0.1  # seconds between looks whether it still lives
_AT_ONCE = 8  # connections that are taken one after the other before others go on
_CHUNK = 16 * 1024
_DESCRIPTORS = array.array("i")
_TOKEN, _TAKEN = b"?", b"!"


class PassedConnection(msgspec.Struct, frozen=True, array_like=True):
    """What goes along with a connection."""

    listener: int
    """Which of the listening sockets accepted it."""
    peer: tuple[str, int]
    """Whom it was accepted from."""
    read: bytes
    """What was read of it: the request from its beginning."""


class SiblingWorkers:
    """The other workers of this computer, as this one sees them."""

    def __init__(self, me: int, post: Any, posts: dict[int, Any]) -> None:
        """`post`: the socket at which letters for this worker come. `posts`: where they are sent to
        each other one. All of them are Unix datagram sockets.
        """
        self.me = me
        self.living: frozenset[int] = frozenset({me})
        """As this worker was told last."""
        self._post = post
        self._posts = posts
        self._leaves = False
        self._away: dict[int, float] = {}
        self._astray_until = inf
        self.given = self.taken = 0
        """Connections that were handed over to others, and that came from them."""
        for other in posts.values():
            other.settimeout(0.0)

    def see(self, living: Iterable[int]) -> None:
        """These live. Who is just coming in, by what was so until now, is astray when he has."""
        self.living = frozenset(living)
        self._astray_until = time.monotonic() + AWAY

    def go_on_without_me(self) -> None:
        """The others know that this one leaves: whoever still comes here belongs to them."""
        self._leaves = True

    def is_mine(self, code: str) -> bool:
        """Whether a room belongs to this worker."""
        return not self.living or routing.worker_of(code, self.living) == self.me

    def other(self, target: str, *, handed_over: bool = False) -> int | None:
        """The other worker that a request with this target belongs to; None: it is served here.

        What was handed over already stays: two who disagree about who lives would hand it to and
        fro. When they have come to agree it is to come anew. Only one that leaves hands it on: it
        was given by one who had not heard that yet, and comes to one who keeps it.
        """
        worker = routing.wanted(target, self.living)
        if worker is None and self._leaves and self.living:
            worker = routing.worker_of(target, self.living)
        if worker is None or worker == self.me or worker not in self._posts:
            return None
        if handed_over and not self._leaves:
            self._astray_until = time.monotonic() + AWAY
            return None
        return None if worker in self._away else worker

    def are_back(self) -> bool:
        """Whether connections that are served here for a while belong to others again: to a worker
        that took none, or was thought to be dead by another one.
        """
        now = time.monotonic()
        back = [worker for worker, until in self._away.items() if until <= now]
        for worker in back:
            del self._away[worker]
        astray = self._astray_until <= now
        if astray:
            self._astray_until = inf
        return bool(back) or astray

    def give(self, worker: int, passed: PassedConnection, sock: Any) -> bool:
        """Hand a connection over; whether it was taken. Waits for no more than PATIENCE."""
        letter = msgspec.msgpack.encode(passed)
        if len(letter) > MOST:
            return False
        mine, token = socket.socketpair()
        with closing(mine), closing(token):
            mine.sendall(_TOKEN)
            descriptors = array.array("i", (sock.fileno(), token.fileno()))
            rights = [(system.SOL_SOCKET, system.SCM_RIGHTS, descriptors.tobytes())]
            try:
                self._posts[worker].sendmsg([letter], rights)
            except OSError:  # too many wait there already
                return False
            given = self._is_taken(mine, worker) or not self._taken_back(token, worker)
        self.given += given
        return given

    def take(self, serve: Callable[[Any, PassedConnection], None]) -> None:
        """Never returns: give `serve` what others hand over. It must not wait."""
        taken = 0
        while True:
            try:
                found = self._next()
            except (OSError, msgspec.MsgspecError):
                log.exception("What another worker hands over cannot be taken")
                gevent.sleep(_LOOK)  # others go on, whatever is wrong here
                continue
            if found is not None:
                self.taken += 1
                serve(*found)
            taken += 1
            if taken % _AT_ONCE == 0:
                gevent.sleep(1e-6)

    def _is_taken(self, mine: Any, worker: int) -> bool:
        """Wait for the answer, as long as it may come."""
        mine.settimeout(_LOOK)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and worker in self.living:
            with suppress(TimeoutError):
                return bool(mine.recv(1))
        return False

    def _taken_back(self, token: Any, worker: int) -> bool:
        token.settimeout(0.0)
        try:
            token.recv(1)
        except OSError:  # it has the connection; only its answer is late
            return False
        if worker in self.living:
            log.warning("Worker %d takes no connections; its rooms are served here", worker)
            self._away[worker] = time.monotonic() + AWAY
        return True

    def _next(self) -> tuple[Any, PassedConnection] | None:
        space = system.CMSG_SPACE(2 * _DESCRIPTORS.itemsize)
        letter, ancillary, flags, _ = self._post.recvmsg(MOST, space)
        received = array.array("i")
        for _level, _kind, data in ancillary:
            received.frombytes(data[: len(data) - len(data) % received.itemsize])
        sockets = [socket.socket(fileno=descriptor) for descriptor in received]
        if flags & (system.MSG_TRUNC | system.MSG_CTRUNC) or len(sockets) != 2:
            _close(sockets)
            raise OSError("the letter did not come whole")
        sock, token = sockets
        with closing(token), ExitStack() as unless_taken:
            unless_taken.callback(sock.close)
            passed = msgspec.msgpack.decode(letter, type=PassedConnection)
            if not _takes(token):
                return None
            unless_taken.pop_all()
        return sock, passed


def pumped(outer: Any, give: Callable[[Any], bool], given_up: Callable[[], None]) -> bool:
    """Hand over what an encrypted connection carries; whether it was taken. Then `given_up` is
    called, and the encryption stays here until the end of the connection.
    """
    ours, theirs = socket.socketpair()
    with closing(ours):
        with closing(theirs):
            given = give(theirs)
        if given:
            given_up()
            _pump(outer, ours)
    return given


def _pump(outer: Any, inner: Any) -> None:
    """Carry what comes from each to the other, until the inner one ends."""
    outer.settimeout(None)
    inward = gevent.spawn(_carry, outer, inner)
    try:
        _carry(inner, outer)
    finally:
        inward.kill()


def _carry(source: Any, sink: Any) -> None:
    with suppress(OSError):
        while data := source.recv(_CHUNK):
            sink.sendall(data)
    with suppress(OSError):
        sink.shutdown(system.SHUT_WR)


def _takes(token: Any) -> bool:
    """Whether the connection is ours now."""
    token.settimeout(0.0)
    try:
        if not token.recv(1):
            return False
    except OSError:  # it was taken back
        return False
    with suppress(OSError):
        token.sendall(_TAKEN)
    return True


def _close(sockets: list[Any]) -> None:
    for sock in sockets:
        sock.close()
