"""Notifications that other processes changed rooms: `CODE VERSION` on one channel of Redis.

Version 0 means that the people connected changed, not the log. A notification may be lost or come
twice; only the log says what happened. After each new subscription, all rooms in memory are
compared with their logs.

Every process gets every notification. The client parses them one by one, ten times slower than the
search here, which finds all that arrived together.
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
"""Silence after which Redis is pinged."""

PONG_TIMEOUT_S = 0.8
"""Silence after a ping until the connection counts as broken."""

GATHER_S = 0.005
"""What arrives within this time is handled together."""

MIN_RETRY_S, MAX_RETRY_S = 0.05, 1.0
"""Between two attempts to reconnect; it doubles each time."""

CHUNK = 65_536

_NOTIFICATION = re.compile(
    rb"\r\n%b\r\n\$\d+\r\n(\w{1,16}) (\d{1,15})\r\n" % keys.CHANGES_CHANNEL.encode()
)

_LONGEST = 100
"""Bytes that the beginning of a notification can have."""

ChangeNotification = tuple[str, int]
"""A room's code and its version; 0: who is connected has changed."""


class ChangeNotifications:
    """A connection to Redis for notifications only."""

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
        self._wait_s = MIN_RETRY_S

    def listen(self) -> None:
        """Handle notifications until the connection breaks; then wait before the next attempt."""
        try:
            for notifications in self._batches():
                self._wait_s = MIN_RETRY_S
                self._on_notifications(notifications)
        except FAULTS as fault:
            if self._wait_s == MIN_RETRY_S:
                log.info("The store's notifications stopped (%s); subscribing again", fault)
        finally:
            self.close()
        gevent.sleep(self._wait_s)
        self._wait_s = min(2 * self._wait_s, MAX_RETRY_S)

    def close(self) -> None:
        """Disconnect."""
        line, self._connection = self._connection, None
        if line is not None:
            line.disconnect()

    def _batches(self) -> Iterator[list[ChangeNotification]]:
        """The notifications, in batches as they arrive. Raises what the client raises."""
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
                raise ConnectionError("Redis hung up")
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
        sock: socket.socket = self._connection._sock  # noqa: SLF001  # see the module's docstring
        return sock


def parse(came: bytes) -> tuple[list[ChangeNotification], bytes]:
    """The notifications in these bytes, and what may be the beginning of another."""
    notifications: list[ChangeNotification] = []
    end = 0
    for found in _NOTIFICATION.finditer(came):
        notifications.append((found[1].decode(), int(found[2])))
        end = found.end()
    return notifications, came[max(end, len(came) - _LONGEST) :]
