"""A worker: its line to the parent, and its way to the other workers."""

import logging
from collections.abc import Callable
from typing import Any, NamedTuple

import gevent
from gevent import socket

from undercast.web.transport.fd_passing import SiblingWorkers
from undercast.workers import protocol
from undercast.workers.protocol import Inheritance

log = logging.getLogger(__name__)

_HEARTBEAT = 1.0  # seconds


class Orders(NamedTuple):
    """What to do when the parent says so."""

    moved: Callable[[], None]
    """Rooms may belong to other workers now."""
    greet: Callable[[], None]
    leave: Callable[[], None]
    """This worker ends; the others go on."""
    stop: Callable[[], None]
    """All end; a second call, at once."""


class Worker:
    """A worker among others. Make it after gevent is set up."""

    def __init__(self, place: Inheritance) -> None:
        self.worker = place.worker
        self._line = socket.socket(fileno=place.line)
        outboxes = {
            worker: socket.socket(fileno=descriptor)
            for worker, descriptor in enumerate(place.outboxes)
            if worker != place.worker
        }
        inbox = socket.socket(fileno=place.inbox)
        self.siblings = SiblingWorkers(place.worker, inbox, outboxes)
        self.listening = [socket.socket(fileno=descriptor) for descriptor in place.listening]

    def begin(self, orders: Orders) -> None:
        """Tell the parent that this worker serves, and follow it from now on."""
        gevent.spawn(self._follow, orders)
        gevent.spawn(self._send_heartbeats, orders)

    def ask_to_leave(self) -> None:
        """Have the parent tell the others, then end this one: somebody else wants it to."""
        self._send(protocol.ASKED)

    def _send_heartbeats(self, orders: Orders) -> None:
        words = protocol.READY
        while self._send(words):
            words = protocol.ALIVE
            if self.siblings.check_owners():
                orders.moved()
            gevent.sleep(_HEARTBEAT)

    def _send(self, words: str) -> bool:
        try:
            self._line.sendall(f"{words}\n".encode())
        except OSError:
            return False
        return True

    def _follow(self, orders: Orders) -> None:
        reader: Any = self._line.makefile("r", encoding="ascii")
        try:
            for line in reader:
                self._execute(line.split(), orders)
        except OSError:
            log.exception("The line to the parent broke")
        else:
            log.warning("The parent of the workers is gone")
        gevent.spawn(orders.leave)  # the next parent needs the port

    def _execute(self, words: list[str], orders: Orders) -> None:
        match words:
            case [protocol.LIVING, *workers]:
                self.siblings.set_living(map(int, workers))
                log.info("Workers that live: %s", " ".join(workers))
                orders.moved()
            case [protocol.GREET]:
                orders.greet()
            case [protocol.LEAVE]:
                self.siblings.leave()
                gevent.spawn(orders.leave)
            case [protocol.STOP]:
                gevent.spawn(orders.stop)
            case [protocol.NOW]:
                gevent.spawn(orders.stop)
                gevent.spawn(orders.stop)
            case _:
                log.error("The parent sent an unknown order: %r", words)
