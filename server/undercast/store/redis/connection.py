"""The connection to Redis: a client for one server or a cluster, and its faults as our own.

Nothing here waits longer than it was told to, with or without gevent's patches. No command is sent
again automatically, except those that a cluster has moved to another node.
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
"""Connections of a process to one server at most; further callers wait for one."""

MIN_VERSION = (6, 2)
"""The first Redis with all that the scripts use. Every Valkey is newer."""

SCAN_COUNT = 50
"""Members of a large set that are read at once: nobody else waits longer than 1 ms."""

LOG_INTERVAL_SECONDS = 10.0
"""How long the same fault is not logged again."""

CONNECTION_FAULTS = (ConnectionError, TimeoutError, OSError)
"""Redis cannot be reached or does not answer."""

FAULTS = (RedisError, RedisClusterException, OSError)
"""Everything that the client raises."""

Argument = str | int | bytes


Call = tuple[Sequence[str], Sequence[Argument]]
"""A script's keys and arguments."""


class Script:
    """A Lua script, which Redis runs atomically.

    It is sent to Redis when Redis does not know it yet.
    """

    def __init__(self, redis: "RedisConnection", lua: str) -> None:
        self._redis = redis
        self._lua = lua
        self._digest = sha1(lua.encode()).hexdigest()  # noqa: S324  # Redis's own name for it

    def __call__(self, of: Sequence[str], *given: Argument) -> Any:
        """Run it with these keys and arguments. Raises what the client raises."""
        try:
            return self._redis.do("EVALSHA", self._digest, len(of), *of, *given)
        except NoScriptError:
            return self._redis.do("EVAL", self._lua, len(of), *of, *given)

    def each(self, calls: Sequence[Call]) -> list[Any]:
        """Run it for each of these in one pipeline; returns what they return.

        Raises what the client raises; then some may have run.
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
        """Identifies this process to the others."""
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
                f"the store {self.address} is version {self.version}; Undercast needs Redis 6.2"
                " or later, or any Valkey"
            )

    @property
    def is_cluster(self) -> bool:
        """Whether keys are on several nodes; those with the same name in braces are on one."""
        return isinstance(self.client, RedisCluster)

    def do(self, *command: Argument) -> Any:
        """Run one command; returns its answer, as bytes. Raises what the client raises."""
        return self.client.execute_command(*command)  # type: ignore[no-untyped-call]

    def pipelined(
        self, commands: Sequence[Sequence[Argument]], *expected: type[Exception]
    ) -> list[Any]:
        """Run independent commands in one pipeline; returns their answers.

        Raises what the client raises, except `expected`, which count as answers; then some may have
        run.
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
        """The script, for repeated use."""
        return Script(self, lua)

    def scan(self, command: str, key: str, *more: Argument) -> Iterator[list[Any]]:
        """All members of a large set (`SSCAN`), pairs of a hash, or pairs of a sorted set, in
        batches: each comes at least once, unless it is added or deleted meanwhile. Raises what the
        client raises.
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
        """A client of one server; of a cluster, the node with keys.METADATA."""
        if not isinstance(self.client, RedisCluster):
            return self.client
        node = self.client.get_node_from_key(keys.METADATA)  # type: ignore[no-untyped-call]
        if node is None:
            raise ConnectionError("no node has the data of the store")
        return self.client.get_redis_connection(node)

    @contextmanager
    def as_not_saved(self) -> Iterator[None]:
        """Turn faults of Redis and the network into NotSaved.

        The log has one line for the same fault every ten seconds, and one when Redis answers again.
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
        """Turn faults of Redis and the network into DataUnusable, in one sentence."""
        try:
            yield
        except FAULTS as fault:
            raise DataUnusable(f"the store {self.address} {_why_not(fault)}") from fault

    def close(self) -> None:
        """Close all connections that nobody is using: the client fails when it closes those in use,
        which end with the process.
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
        """Reconnect: another server has taken over, and the address leads there now or soon.

        Connections to the old one, now a replica, would stay open for ever.
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
        url, max_connections=CONNECTIONS, timeout=patience, **_connection_options(patience)
    )
    return Redis.from_pool(pool)


def _cluster(url: str, patience: float) -> RedisCluster:
    return RedisCluster.from_url(
        url, max_connections=CONNECTIONS, **_connection_options(patience, tries=1)
    )


def _connection_options(patience: float, tries: int = 0) -> dict[str, Any]:
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
    """The address without credentials."""
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port or 6379}"


def _why_not(fault: Exception) -> str:
    if isinstance(fault, AuthenticationError):
        return f"rejects the name or password ({fault})"
    if isinstance(fault, ssl.SSLError) or "CERTIFICATE" in str(fault):
        return f"cannot be reached over TLS ({fault})"
    if isinstance(fault, CONNECTION_FAULTS):
        return f"cannot be reached ({fault})"
    return f"cannot be used ({fault})"
