"""Hearing of rooms that others have changed: `CODE VERSION` on one channel of Redis.

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

PING_AFTER_S = 0.4
"""After so many seconds without a word Redis is asked whether it is there."""

PONG_TIMEOUT_S = 0.8
"""So long it may take to answer; then the line is taken for dead."""

GATHER_S = 0.005
"""What comes within it is looked at together."""

SHORTEST_S, LONGEST_S = 0.05, 1.0
"""Between two attempts to have a line again; each time twice as long."""

CHUNK = 65_536

_NOTIFICATION = re.compile(
    rb"\r\n%b\r\n\$\d+\r\n(\w{1,16}) (\d{1,15})\r\n" % keys.CHANGES_CHANNEL.encode()
)

_LONGEST = 100
"""Bytes that the beginning of a hint can have."""

ChangeNotification = tuple[str, int]
"""A room's code and its version; 0: who is connected has changed."""


class ChangeNotifications:
    """One line to Redis, on which nothing but notifications comes."""

    def __init__(
        self,
        redis: RedisConnection,
        on_notifications: Callable[[list[ChangeNotification]], None],
        on_resubscribed: Callable[[], None],
    ) -> None:
        """`on_notifications` gets what arrived together; `on_resubscribed` says that something may
        have been missed. Neither blocks.
        """
        self._redis = redis
        self._on_notifications = on_notifications
        self._on_resubscribed = on_resubscribed
        self._connection: Any = None
        self._wait_s = SHORTEST_S

    def listen(self) -> None:
        """Hear, until the line is broken; and wait a little, until another one may be asked for."""
        try:
            for notifications in self._batches():
                self._wait_s = SHORTEST_S
                self._on_notifications(notifications)
        except FAULTS as fault:
            if self._wait_s == SHORTEST_S:
                log.info(
                    "The notifications of the store stopped (%s); asking for them again", fault
                )
        finally:
            self.close()
        gevent.sleep(self._wait_s)
        self._wait_s = min(2 * self._wait_s, LONGEST_S)

    def close(self) -> None:
        """Hang up."""
        line, self._connection = self._connection, None
        if line is not None:
            line.disconnect()

    def _batches(self) -> Iterator[list[ChangeNotification]]:
        """The notifications, as they come. Raises what the library raises."""
        sock = self._subscribe()
        rest, asked = b"", False
        while True:
            sock.settimeout(PONG_TIMEOUT_S if asked else PING_AFTER_S)
            try:
                came = sock.recv(CHUNK)
            except TimeoutError:
                if asked:
                    raise
                asked = True
                sock.sendall(b"PING\r\n")
                continue
            if not came:
                raise ConnectionError("the engine hung up")
            asked = False
            notifications, rest = parse(rest + came)
            yield notifications
            gevent.sleep(GATHER_S)

    def _subscribe(self) -> socket.socket:
        pool = self._redis.one_node().connection_pool
        self._connection = pool.connection_class(**pool.connection_kwargs)
        self._connection.connect()
        self._connection.send_command("SUBSCRIBE", keys.CHANGES_CHANNEL)
        self._connection.read_response()
        self._on_resubscribed()
        sock: socket.socket = self._connection._sock  # noqa: SLF001  # the library reads one by one
        return sock


def parse(came: bytes) -> tuple[list[ChangeNotification], bytes]:
    """The notifications in these bytes; and what may be the beginning of another."""
    notifications: list[ChangeNotification] = []
    end = 0
    for found in _NOTIFICATION.finditer(came):
        notifications.append((found[1].decode(), int(found[2])))
        end = found.end()
    return notifications, came[max(end, len(came) - _LONGEST) :]
