"""A worker's end of the line to its parent, and its way to the other workers."""

import logging
from collections.abc import Callable
from typing import Any, NamedTuple

import gevent
from gevent import socket

from undercast.web.transport.fd_passing import SiblingWorkers
from undercast.workers import protocol
from undercast.workers.protocol import Inheritance

log = logging.getLogger(__name__)

_EVERY = 1.0  # seconds between words that it lives


class Orders(NamedTuple):
    """What the parent's words lead to."""

    moved: Callable[[], None]
    """Other workers live than before, or one takes connections again."""
    greet: Callable[[], None]
    leave: Callable[[], None]
    """This one ends, and the others go on."""
    stop: Callable[[], None]
    """All end. Called a second time: at once."""


class Worker:
    """A worker among others. To be made once greenlets have begun."""

    def __init__(self, place: Inheritance) -> None:
        self.worker = place.worker
        self._line = socket.socket(fileno=place.line)
        posts = {
            worker: _letters(descriptor)
            for worker, descriptor in enumerate(place.posts)
            if worker != place.worker
        }
        self.neighbours = SiblingWorkers(place.worker, _letters(place.post), posts)
        self.listening = [socket.socket(fileno=descriptor) for descriptor in place.listening]

    def begin(self, orders: Orders) -> None:
        """The worker serves: say so, and do what the parent says from now on."""
        gevent.spawn(self._obey, orders)
        gevent.spawn(self._tell, orders)

    def ask_to_leave(self) -> None:
        """Somebody else than the parent wants its end: the parent tells the others, and then it."""
        self._say(protocol.ASKED)

    def _tell(self, orders: Orders) -> None:
        words = protocol.READY
        while self._say(words):
            words = protocol.ALIVE
            if self.neighbours.are_back():
                orders.moved()
            gevent.sleep(_EVERY)

    def _say(self, words: str) -> bool:
        try:
            self._line.sendall(f"{words}\n".encode())
        except OSError:
            return False
        return True

    def _obey(self, orders: Orders) -> None:
        reader: Any = self._line.makefile("r", encoding="ascii")
        try:
            for line in reader:
                self._do(line.split(), orders)
        except OSError:
            log.exception("The line to the parent broke")
        else:
            log.warning("The parent of the workers is gone")
        gevent.spawn(orders.leave)  # and leave the port to the next one

    def _do(self, words: list[str], orders: Orders) -> None:
        match words:
            case [protocol.LIVING, *workers]:
                self.neighbours.see(map(int, workers))
                log.info("Workers that live: %s", " ".join(workers))
                orders.moved()
            case [protocol.GREET]:
                orders.greet()
            case [protocol.LEAVE]:
                self.neighbours.go_on_without_me()
                gevent.spawn(orders.leave)
            case [protocol.STOP]:
                gevent.spawn(orders.stop)
            case [protocol.NOW]:
                gevent.spawn(orders.stop)
                gevent.spawn(orders.stop)
            case _:
                log.error("The parent said what nobody here understands: %r", words)


def _letters(descriptor: int) -> Any:
    return socket.socket(fileno=descriptor)
