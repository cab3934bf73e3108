"""The way to Redis: one client for one server or a cluster, and what is made of its faults.

Nothing here waits longer than it was told to, whether gevent has patched the sockets or not. No
command is sent again by itself, but for those that a cluster has moved elsewhere.
"""

import logging
import secrets
import ssl
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha1
from typing import Any
from urllib.parse import urlsplit

from redis import BlockingConnectionPool, Redis, RedisCluster
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    ConnectionError,  # noqa: A004  # the library's own
    NoScriptError,
    RedisClusterException,
    RedisError,
    TimeoutError,  # noqa: A004  # the library's own
)
from redis.retry import Retry

from undercast.service import NotSaved
from undercast.store.data_file import DataUnusable
from undercast.store.redis import keys

log = logging.getLogger(__name__)

CONNECT_SECONDS = 1.0

CONNECTIONS = 64
"""That a process has to one engine at most; who comes later waits for one."""

MIN_VERSION = (6, 2)
"""The first Redis with all that the scripts use; each Valkey is younger."""

SCAN_COUNT = 50
"""Of a large set, so many in one go: nobody waits for longer than 1 ms meanwhile."""

LOG_INTERVAL_SECONDS = 10.0
"""So long the same fault is not logged again."""

CONNECTION_FAULTS = (ConnectionError, TimeoutError, OSError)
"""Redis cannot be reached, or does not answer."""

FAULTS = (RedisError, RedisClusterException, OSError)
"""All that the library raises."""

Argument = str | int | bytes


Call = tuple[Sequence[str], Sequence[Argument]]
"""Keys and arguments of a script."""


class Script:
    """A script in Redis: done at once, between two commands of others.

    Redis is told it when it does not know it yet.
    """

    def __init__(self, redis: "RedisConnection", lua: str) -> None:
        self._redis = redis
        self._lua = lua
        self._digest = sha1(lua.encode()).hexdigest()  # noqa: S324  # Redis's own name for it

    def __call__(self, of: Sequence[str], *given: Argument) -> Any:
        """Do it with these keys and arguments; what it returns. Raises what the library raises."""
        try:
            return self._redis.do("EVALSHA", self._digest, len(of), *of, *given)
        except NoScriptError:
            return self._redis.do("EVAL", self._lua, len(of), *of, *given)

    def each(self, calls: Sequence[Call]) -> list[Any]:
        """Do it for each of these, without waiting for each other's answers; what they return.

        Raises what the library raises; then some may have been done.
        """
        commands = [("EVALSHA", self._digest, len(of), *of, *given) for of, given in calls]
        answers = self._redis.pipelined(commands, NoScriptError)
        return [
            self(call[0], *call[1]) if isinstance(answer, NoScriptError) else answer
            for call, answer in zip(calls, answers, strict=True)
        ]


class RedisConnection:
    """A Redis or Valkey, or a cluster of them."""

    client: "Redis | RedisCluster"

    def __init__(self, url: str, *, patience: float = 2.0) -> None:
        """`url` as `redis://[user:password@]host[:port][/db]` or `rediss://` for TLS, with the
        certificates of the system's authorities or those of `?ssl_ca_certs=FILE`; it may name any
        node of a cluster. No answer takes longer than `patience` seconds.

        Raises DataUnusable, in a sentence without the password.
        """
        self.address = _place(url)
        self.process_id = secrets.token_hex(6)
        """This process, to the others, until it ends."""
        self._lock = threading.Lock()
        self._said: dict[str, float] = {}
        self._broken = False
        try:
            self.client = _client(url, patience)
            hello = _as_dict(self.do("HELLO"))
            self.version = _text(hello["version"])
            if _text(hello["mode"]) == "cluster":
                self.client.close()
                self.client = _cluster(url, patience)
        except (*FAULTS, ValueError, TypeError, KeyError) as fault:
            raise DataUnusable(f"the store {self.address} {_why_not(fault)}") from None
        if tuple(map(int, self.version.split(".")[:2])) < MIN_VERSION:
            raise DataUnusable(
                f"the store {self.address} is of version {self.version}; Redis 6.2, or any Valkey,"
                " is the oldest that has what is needed"
            )

    @property
    def is_cluster(self) -> bool:
        """Whether keys lie on many nodes: only those with the same name in braces together."""
        return isinstance(self.client, RedisCluster)

    def do(self, *command: Argument) -> Any:
        """One command; its answer, as bytes. Raises what the library raises."""
        return self.client.execute_command(*command)  # type: ignore[no-untyped-call]

    def pipelined(
        self, commands: Sequence[Sequence[Argument]], *expected: type[Exception]
    ) -> list[Any]:
        """Independent commands, sent without waiting for each other's answers; what they answer.

        Raises what the library raises, but for what is `expected`, which is answers; then some may
        have been done.
        """
        if not commands:
            return []
        with self.client.pipeline(transaction=False) as pipeline:
            for command in commands:
                pipeline.execute_command(*command)
            answers = list(pipeline.execute(raise_on_error=False))
        for answer in answers:
            if isinstance(answer, Exception) and not isinstance(answer, expected):
                raise answer
        return answers

    def script(self, lua: str) -> Script:
        """The script, to be done again and again."""
        return Script(self, lua)

    def scan(self, command: str, key: str, *more: Argument) -> Iterator[list[Any]]:
        """All members of a large set (`SSCAN`), pairs of a hash, or pairs of a sorted set, bit by
        bit: each comes at least once, unless it is new or deleted meanwhile. Raises what the
        library raises.
        """
        cursor: Argument = 0
        while True:
            cursor, found = self.do(command, key, cursor, *more, "COUNT", SCAN_COUNT)
            if found:
                yield list(found.items() if isinstance(found, dict) else found)
            if int(cursor) == 0:
                return

    def now(self) -> int:
        """Redis's clock, Unix milliseconds. Raises NotSaved."""
        with self.as_not_saved():
            seconds, microseconds = self.one_node().time()
            return int(seconds) * 1000 + int(microseconds) // 1000

    def one_node(self) -> Redis:
        """A client of one server: of a cluster the one that has what is kept of the house."""
        if not isinstance(self.client, RedisCluster):
            return self.client
        node = self.client.get_node_from_key(keys.METADATA)  # type: ignore[no-untyped-call]
        if node is None:
            raise ConnectionError("no node has the house")
        return self.client.get_redis_connection(node)

    @contextmanager
    def as_not_saved(self) -> Iterator[None]:
        """Faults of Redis, and of the way there, as NotSaved.

        The same fault has one line in the log in ten seconds, and one when Redis answers
        again.
        """
        try:
            yield
        except FAULTS as fault:
            self._log_fault(fault)
            if "read only replica" in str(fault):
                self._look_for_another()
            raise NotSaved(str(fault)) from fault
        if self._broken:
            self._broken = False
            log.warning("The store %s answers again", self.address)

    @contextmanager
    def as_unusable(self) -> Iterator[None]:
        """Faults of Redis, and of the way there, as DataUnusable in one sentence."""
        try:
            yield
        except FAULTS as fault:
            raise DataUnusable(f"the store {self.address} {_why_not(fault)}") from fault

    def close(self) -> None:
        """Close all connections but those on which somebody waits for an answer: the library takes
        it amiss when they are closed under it, and they end with the process.
        """
        for client in self._of_nodes():
            client.connection_pool.disconnect(inuse_connections=False)

    def _of_nodes(self) -> Iterator[Redis]:
        """A client of each server."""
        if not isinstance(self.client, RedisCluster):
            yield self.client
            return
        for node in self.client.get_nodes():  # type: ignore[no-untyped-call]
            yield self.client.get_redis_connection(node)

    def _look_for_another(self) -> None:
        """Connect anew: another engine has taken over, and the address leads there by now or soon.

        The lines to the one that is its replica now would stand for ever.
        """
        if not self.is_cluster:
            self.close()

    def _log_fault(self, fault: Exception) -> None:
        now, kind = time.monotonic(), type(fault).__name__
        if isinstance(fault, CONNECTION_FAULTS):
            kind = "broken"
        with self._lock:
            lately = kind in self._said and now - self._said[kind] < LOG_INTERVAL_SECONDS
            if not lately:
                self._said[kind] = now
        if not lately:
            self._broken |= kind == "broken"
            log.error("The store %s %s. Moves are refused meanwhile", self.address, _why_not(fault))


def _client(url: str, patience: float) -> Redis:
    pool = BlockingConnectionPool.from_url(
        url, max_connections=CONNECTIONS, timeout=patience, **_manners(patience)
    )
    return Redis.from_pool(pool)


def _cluster(url: str, patience: float) -> RedisCluster:
    return RedisCluster.from_url(url, max_connections=CONNECTIONS, **_manners(patience, tries=1))


def _manners(patience: float, tries: int = 0) -> dict[str, Any]:
    return {
        "socket_connect_timeout": min(CONNECT_SECONDS, patience),
        "socket_timeout": patience,
        "retry": Retry(NoBackoff(), tries),
        "protocol": 2,
    }


def _as_dict(pairs: Any) -> dict[str, Any]:
    if isinstance(pairs, dict):
        return {_text(name): value for name, value in pairs.items()}
    return {_text(name): value for name, value in zip(pairs[::2], pairs[1::2], strict=True)}


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _place(url: str) -> str:
    """Redis's address without what is nobody's business."""
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port or 6379}"


def _why_not(fault: Exception) -> str:
    if isinstance(fault, AuthenticationError):
        return f"wants another name or password ({fault})"
    if isinstance(fault, ssl.SSLError) or "CERTIFICATE" in str(fault):
        return f"cannot be reached by TLS ({fault})"
    if isinstance(fault, CONNECTION_FAULTS):
        return f"cannot be reached ({fault})"
    return f"cannot be used ({fault})"
