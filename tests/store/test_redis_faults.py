"""Redis servers and those who write in them die, stand still, are full, are replaced: what was
acknowledged is there, once, in its order. How it goes over hundreds: `benchmarks/engine.py`.
"""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from long import often
from store import faults
from store.faults import CODE, log_of, opening, rename
from store.redis_servers import EACH, SAFE, VALKEY, Running, redis_server, replica_of, until
from undercast.room import evolve
from undercast.room.entries import Entry
from undercast.service import LogReplaced, NotSaved, RoomGone, StoredRoom
from undercast.store.redis import keys
from undercast.store.redis.connection import RedisConnection
from undercast.store.redis.store import RedisStore

pytestmark = pytest.mark.slow

KILLS = often(15, 40)
HOLES = often(6, 12)


@pytest.fixture(params=EACH)
def running(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Running]:
    with redis_server(request.param, tmp_path / "engine") as running:
        yield running


def opened(running: Running, length: int = 1) -> RedisStore:
    """A store, and a room in it with so many entries that it has written."""
    store = RedisStore(RedisConnection(running.url))
    store.create(CODE, "o", opening())
    for version in range(2, length + 1):
        store.append(CODE, version, rename(version, f"a{version}"))
    return store


def names(running: Running) -> list[str]:
    return [entry.cmd_id for entry in log_of(running.url)]


def test_a_redis_that_is_killed_has_what_it_acknowledged(running: Running) -> None:
    found, acknowledged = faults.kill_redis(running, times=KILLS, seed=1)
    assert found >= acknowledged > KILLS


def test_a_process_that_is_killed_was_told_what_is_there(running: Running) -> None:
    found, acknowledged = faults.kill_writers(running, times=KILLS, seed=2)
    assert found >= acknowledged > KILLS


def test_in_a_black_hole_nothing_is_lost_or_done_twice(running: Running) -> None:
    found, acknowledged = faults.stop_redis(running, times=HOLES, seed=3)
    assert found >= acknowledged > HOLES


def test_a_line_that_breaks_after_it_was_written_is_no_refusal(running: Running) -> None:
    """Redis has done it, and its answer does not arrive: the same is sent again, once."""
    store = opened(running)
    script, lost = store._append, []

    def breaks(of: list[str], *given: object) -> object:
        answer = script(of, *given)  # type: ignore[arg-type]
        if not lost:
            lost.append(answer)
            raise redis.ConnectionError
        return answer

    store._append = breaks  # type: ignore[assignment]
    store.append(CODE, 2, rename(2, "a2"))
    store.append(CODE, 3, rename(3, "a3"))
    assert lost == [b"done"]
    assert names(running) == ["c", "a2", "a3"]


def test_a_full_redis_refuses_and_loses_nothing(running: Running) -> None:
    store = opened(running, 5)
    room = evolve.create(opening())
    running.do("CONFIG", "SET", "maxmemory", 1)
    before = running.do("HGETALL", keys.room(CODE)), names(running)
    for kept in (None, StoredRoom(room)):
        with pytest.raises(NotSaved, match=r"maxmemory|OOM"):
            store.append(CODE, 6, rename(6, "a6"), kept)
    with pytest.raises(NotSaved):
        store.create("CDFG", "p", opening("CDFG"))
    store.set_aside(CODE, None)
    assert (running.do("HGETALL", keys.room(CODE)), names(running)) == before
    running.do("CONFIG", "SET", "maxmemory", 0)
    store.append(CODE, 6, rename(6, "a6"))
    assert store.create("CDFG", "p", opening("CDFG")) == "CDFG"
    assert names(running)[-1] == "a6"


def test_what_somebody_else_put_in_our_place_refuses_before_it_is_written(running: Running) -> None:
    store = opened(running)
    running.do("SET", keys.presence(CODE), "not ours")
    with pytest.raises(NotSaved, match="WRONGTYPE"):
        store.append(CODE, 2, rename(2, "a2"))
    assert names(running) == ["c"]
    running.do("DEL", keys.presence(CODE))
    store.append(CODE, 2, rename(2, "a2"))


def test_a_log_that_is_lost_or_a_room_that_expired_is_not_gone_on_with(running: Running) -> None:
    store = opened(running, 3)
    running.do("HSET", keys.room(CODE), "expired", 1)
    with pytest.raises(RoomGone):
        store.append(CODE, 4, rename(4, "a4"))
    assert store.latest(CODE) is None
    running.do("HDEL", keys.room(CODE), "expired")
    store.append(CODE, 4, rename(4, "a4"))
    running.do("DEL", keys.log(CODE))
    with pytest.raises(RoomGone):
        store.append(CODE, 5, rename(5, "a5"))
    assert running.do("EXISTS", keys.log(CODE)) == 0


def test_a_replica_that_lagged_takes_over_and_nothing_is_mixed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It had not heard the last entries: they are lost, and whoever played on them is told."""
    with redis_server(VALKEY, tmp_path / "a") as first, replica_of(first, tmp_path / "b") as second:
        here, there = opened(first, 4), RedisStore(RedisConnection(first.url))
        assert len(there.entries(CODE, 0, 9)) == 4
        until(lambda: len(names(second)) == 4)
        second.do("REPLICAOF", "NO", "ONE")
        for version in (5, 6, 7):
            here.append(CODE, version, rename(version, f"a{version}"))
        take_over(first, second)
        with caplog.at_level(logging.WARNING), pytest.raises(LogReplaced):
            here.append(CODE, 8, rename(8, "a8"))
        assert f"Room {CODE} has another log" in caplog.text
        for version in (5, 6, 7):
            there.append(CODE, version, rename(version, f"b{version}"))
        with pytest.raises(LogReplaced):
            here.append(CODE, 8, rename(8, "a8"))
        with pytest.raises(LogReplaced):
            here.entries(CODE, 7, 9)
        read: list[Entry] = here.entries(CODE, 0, 9)
        here.append(CODE, 8, rename(8, "a8"))
        assert [entry.cmd_id for entry in read] == ["c", "a2", "a3", "a4", "b5", "b6", "b7"]
        assert names(second) == ["c", "a2", "a3", "a4", "b5", "b6", "b7", "a8"]


def test_one_that_became_a_replica_is_called_anew(running: Running) -> None:
    """By then its address may lead to the one that has taken over."""
    store = opened(running, 2)
    running.do("REPLICAOF", "127.0.0.1", 1)
    for _ in range(2):
        with running.client() as client:
            before = client.info("stats")["total_connections_received"]
            with pytest.raises(NotSaved, match="read only replica"):
                store.append(CODE, 3, rename(3, "a3"))
            store.latest(CODE)
            assert client.info("stats")["total_connections_received"] > before
    running.do("REPLICAOF", "NO", "ONE")
    store.append(CODE, 3, rename(3, "a3"))
    assert names(running) == ["c", "a2", "a3"]


def take_over(first: Running, second: Running) -> None:
    """The first dies, and at its address there is the second."""
    second.kill()
    first.kill()
    second.port, second.options = first.port, SAFE
    second.start()
