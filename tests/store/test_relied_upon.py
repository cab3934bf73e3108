"""The internal of the redis client that the store uses.

pyproject.toml takes any release of a major version, so these tests say whether the installed one
still works that way.
"""

import socket
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
import redis

from store.redis_servers import Cluster, Running
from undercast.store.redis import keys
from undercast.store.redis.connection import RedisConnection

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("extra", ["scale", "test"])
def test_the_installed_release_is_one_that_is_taken(extra: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "redis>=8.1,<9" in project["optional-dependencies"][extra]
    assert [8, 1] <= [int(part) for part in version("redis").split(".")[:2]] < [9]


@pytest.mark.parametrize("kind", ["valkey", "cluster"])
def test_the_socket_of_a_connection_has_whatever_comes_after_the_last_response(
    kind: str, request: pytest.FixtureRequest
) -> None:
    """`change_notifications` reads it past the client's parser."""
    running: Running | Cluster = request.getfixturevalue(kind)
    publisher = RedisConnection(running.url)
    pool = publisher.one_node().connection_pool
    line = pool.connection_class(**pool.connection_kwargs)
    line.connect()
    line.send_command("SUBSCRIBE", keys.CHANGES_CHANNEL)
    assert line.read_response() == [b"subscribe", keys.CHANGES_CHANNEL.encode(), 1]
    wire = line._sock
    assert isinstance(wire, socket.socket)
    publisher.do("PUBLISH", keys.CHANGES_CHANNEL, "BKTM 12")
    wire.settimeout(5)
    expected = b"*3\r\n$7\r\nmessage\r\n$15\r\nundercast:hints\r\n$7\r\nBKTM 12\r\n"
    came = b""
    while len(came) < len(expected):
        came += wire.recv(100)
    assert came == expected
    wire.sendall(b"PING\r\n")
    assert wire.recv(100) == b"*2\r\n$4\r\npong\r\n$0\r\n\r\n"
    line.disconnect()
    assert wire.fileno() == -1
    publisher.close()


def test_a_connection_with_tls_has_a_socket_of_that() -> None:
    assert issubclass(redis.SSLConnection, redis.Connection)
    assert "_sock" in vars(redis.Connection("localhost"))
