"""Hearing of rooms that others have changed: `CODE VERSION` on one channel of the engine.

A version of 0 says that not the log is another but who is connected. What is heard is a hint: it
may be lost or come twice, and nothing but the log says what happened. So the line is watched, and
whenever it is new all rooms in memory are compared with their logs.

Every process hears of all that is hinted. The library takes some 40 µs for each; here one look at
the bytes finds all that came together, and what is not in memory is dropped by one look-up.
"""

import logging
import re
import socket
from collections.abc import Callable, Iterator
from typing import Any

import gevent

from undercast.store.redis import keys
from undercast.store.redis.connection import FAULTS, RedisConnection

log = logging.getLogger(__name__)

QUIET_S = 0.4
"""After so many seconds without a word the engine is asked whether it is there."""

ANSWER_S = 0.8
"""So long it may take to answer; then the line is taken for dead."""

GATHER_S = 0.005
"""What comes within it is looked at together."""

SHORTEST_S, LONGEST_S = 0.05, 1.0
"""Between two attempts to have a line again; each time twice as long."""

CHUNK = 65_536

_HINT = re.compile(rb"\r\n%b\r\n\$\d+\r\n(\w{1,16}) (\d{1,15})\r\n" % keys.HINTS.encode())

_LONGEST = 100
"""Bytes that the beginning of a hint can have."""

ChangeNotification = tuple[str, int]
"""A room's code and its version; 0: who is connected has changed."""


class ChangeNotifications:
    """One line to the engine, on which nothing but hints comes."""

    def __init__(
        self,
        engine: RedisConnection,
        heard: Callable[[list[ChangeNotification]], None],
        anew: Callable[[], None],
    ) -> None:
        """`heard` is told what came together; `anew` that something may have been missed. Neither
        blocks.
        """
        self._engine = engine
        self._heard = heard
        self._anew = anew
        self._line: Any = None
        self._wait_s = SHORTEST_S

    def listen(self) -> None:
        """Hear, until the line is broken; and wait a little, until another one may be asked for."""
        try:
            for hints in self._lines():
                self._wait_s = SHORTEST_S
                self._heard(hints)
        except FAULTS as fault:
            if self._wait_s == SHORTEST_S:
                log.info("The hints of the store stopped (%s); subscribing again", fault)
        finally:
            self.close()
        gevent.sleep(self._wait_s)
        self._wait_s = min(2 * self._wait_s, LONGEST_S)

    def close(self) -> None:
        """Hang up."""
        line, self._line = self._line, None
        if line is not None:
            line.disconnect()

    def _lines(self) -> Iterator[list[ChangeNotification]]:
        """The hints, as they come. Raises what the library raises."""
        wire = self._subscribe()
        rest, asked = b"", False
        while True:
            wire.settimeout(ANSWER_S if asked else QUIET_S)
            try:
                came = wire.recv(CHUNK)
            except TimeoutError:
                if asked:
                    raise
                asked = True
                wire.sendall(b"PING\r\n")
                continue
            if not came:
                raise ConnectionError("the engine hung up")
            asked = False
            hints, rest = read(rest + came)
            yield hints
            gevent.sleep(GATHER_S)

    def _subscribe(self) -> socket.socket:
        pool = self._engine.one_node().connection_pool
        self._line = pool.connection_class(**pool.connection_kwargs)
        self._line.connect()
        self._line.send_command("SUBSCRIBE", keys.HINTS)
        self._line.read_response()
        self._anew()
        wire: socket.socket = self._line._sock  # noqa: SLF001  # the library reads one by one
        return wire


def read(came: bytes) -> tuple[list[ChangeNotification], bytes]:
    """The hints in these bytes; and what may be the beginning of another."""
    hints: list[ChangeNotification] = []
    end = 0
    for found in _HINT.finditer(came):
        hints.append((found[1].decode(), int(found[2])))
        end = found.end()
    return hints, came[max(end, len(came) - _LONGEST) :]
