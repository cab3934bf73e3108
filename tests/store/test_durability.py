"""Law 3 on Redis: what its settings are worth is found out and said at the start."""

from pathlib import Path

import pytest

from store.redis_servers import EACH, REDIS, VALKEY, redis_server, replica_of
from undercast.store.data_file import DataUnusable
from undercast.store.redis.connection import RedisConnection
from undercast.store.redis.durability import check_durability


def promised(url: str, *, accept_loss: bool = False) -> str | None:
    there = RedisConnection(url)
    try:
        return check_durability(there, accept_loss=accept_loss)
    finally:
        there.close()


@pytest.mark.parametrize("kind", EACH)
def test_what_each_setting_means(tmp_path: Path, kind: str) -> None:
    with redis_server(kind, tmp_path) as running:
        assert promised(running.url) is None
        running.do("CONFIG", "SET", "appendfsync", "everysec")
        assert "the last second" in str(promised(running.url))
        running.do("CONFIG", "SET", "appendfsync", "no")
        assert "half minute" in str(promised(running.url))
        running.do("CONFIG", "SET", "appendonly", "no")
        with pytest.raises(DataUnusable, match=r"has no append-only file.*--accept-loss"):
            promised(running.url)
        assert "lost when it stops" in str(promised(running.url, accept_loss=True))


@pytest.mark.parametrize("kind", EACH)
def test_one_that_throws_rooms_away_is_refused(tmp_path: Path, kind: str) -> None:
    with redis_server(kind, tmp_path, "--maxmemory-policy", "allkeys-lru") as running:
        assert promised(running.url) is None  # it has no bound
        running.do("CONFIG", "SET", "maxmemory", "100mb")
        with pytest.raises(DataUnusable, match=r"deletes rooms .*allkeys-lru"):
            promised(running.url)
        running.do("CONFIG", "SET", "maxmemory-policy", "volatile-lru")
        assert promised(running.url) is None


@pytest.mark.parametrize("kind", EACH)
def test_what_it_does_not_say_is_said(tmp_path: Path, kind: str) -> None:
    with redis_server(kind, tmp_path) as running:
        allowed = ("+@all", "-config", "~*", "&*", ">geheim", "on")
        running.do("ACL", "SETUSER", "host", *allowed)
        running.user = "host:geheim"
        assert "does not say" in str(promised(running.url))
        running.user = ""
        running.do("ACL", "SETUSER", "host", "-info")
        running.user = "host:geheim"
        assert "does not say" in str(promised(running.url))


def test_a_replica_is_not_written_to(tmp_path: Path) -> None:
    with (
        redis_server(VALKEY, tmp_path / "a") as running,
        replica_of(running, tmp_path / "b") as replica,
        pytest.raises(DataUnusable, match="is a replica"),
    ):
        promised(replica.url)


def test_an_old_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undercast.store.redis.connection.MIN_VERSION", (99, 0))
    with (
        redis_server(REDIS, tmp_path) as running,
        pytest.raises(DataUnusable, match=r"is version \d+\.\d"),
    ):
        RedisConnection(running.url)
