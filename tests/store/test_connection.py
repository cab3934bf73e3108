"""The way to Redis: what is found out, and what is made of its faults."""

import logging
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from patience import in_time
from ports import free_port
from store.redis_servers import EACH, REDIS, VALKEY, Running, redis_server, until
from undercast.service import NotSaved
from undercast.store.data_file import DataUnusable
from undercast.store.redis.connection import RedisConnection


@pytest.fixture(params=EACH)
def running(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Running]:
    with redis_server(request.param, tmp_path) as running:
        yield running


def test_scripts_are_known_after_a_restart_and_the_clock_is_that_of_redis(running: Running) -> None:
    there = RedisConnection(running.url)
    add = there.script("return redis.call('INCRBY', KEYS[1], ARGV[1])")
    assert add(["n"], 2) == 2
    assert abs(there.now() - time.time() * 1000) < 5_000
    running.kill()
    running.start()
    assert add(["n"], 3) == 5
    assert not there.is_cluster
    there.close()


def test_a_redis_that_goes_has_one_line_and_one_when_it_is_back(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    there = RedisConnection(running.url)
    running.kill()
    for _ in range(5):
        with pytest.raises(NotSaved):
            there.now()
    running.start()
    there.now()
    there.now()
    lines = [record.message for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(lines) == 2
    assert "cannot be reached" in lines[0]
    assert lines[1].endswith("answers again")
    there.close()


def test_who_waits_for_an_answer_when_all_is_closed_has_it_all_the_same(running: Running) -> None:
    there, answers = RedisConnection(running.url), []
    waiting = threading.Thread(target=lambda: answers.append(there.do("BLPOP", "list", 5)))
    waiting.start()
    until(lambda: "cmd=blpop" in str(running.do("CLIENT", "LIST")))
    there.close()
    running.do("RPUSH", "list", "one")
    waiting.join()
    assert answers == [(b"list", b"one")]


def test_no_answer_takes_longer_than_it_may(running: Running) -> None:
    there = RedisConnection(running.url, patience=0.5)
    with running.stopped():
        began = time.monotonic()
        with pytest.raises(NotSaved):
            there.now()
        assert time.monotonic() - began < in_time(2)
    assert there.now()
    there.close()


def test_a_cluster_is_found_out(tmp_path: Path) -> None:
    with redis_server(VALKEY, tmp_path, "--cluster-enabled", "yes") as node:
        node.do("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
        until(lambda: "cluster_state:ok" in str(node.do("CLUSTER", "INFO")))
        there = RedisConnection(node.url)
        assert there.is_cluster
        assert there.now()
        assert there.script("return redis.call('INCR', KEYS[1])")(["{n}"]) == 1
        there.close()


@pytest.mark.parametrize("user", ["", ":wrong"])
def test_a_password_is_asked_for_and_never_repeated(tmp_path: Path, user: str) -> None:
    with redis_server(REDIS, tmp_path, "--requirepass", "geheim", user=":geheim") as running:
        RedisConnection(running.url).close()
        running.user = user
        with pytest.raises(DataUnusable, match="rejects the name or password") as refused:
            RedisConnection(running.url)
        assert "wrong" not in str(refused.value)


def test_where_there_is_none_a_sentence_says_so() -> None:
    with pytest.raises(DataUnusable, match=r"the store 127\.0\.0\.1:\d+ cannot be reached"):
        RedisConnection(f"redis://:geheim@127.0.0.1:{free_port()}")
