"""What tests of stores share: a bench on each kind of store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from room_harness import Bench
from store.redis_bench import RedisBench
from store.redis_servers import CLUSTER, VALKEY, Cluster, Running, redis_server
from store.redis_servers import cluster as cluster_of_three

NOW = 1_800_000_000_000

FILE = "file"


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Redis that many tests use, one after the other."""
    with redis_server(VALKEY, tmp_path_factory.mktemp("valkey"), safe=False) as running:
        yield running


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three Redis servers that share the rooms, for many tests, too."""
    with cluster_of_three(tmp_path_factory.mktemp("cluster")) as found:
        yield found


@pytest.fixture
def file_bench(tmp_path: Path) -> Bench:
    """Rooms in a folder."""
    return Bench(tmp_path, now=NOW)


@pytest.fixture(params=[FILE, VALKEY, CLUSTER])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Bench:
    """Rooms in a folder, and the same in Redis and in a cluster of them."""
    if request.param == FILE:
        return Bench(tmp_path, now=NOW)
    running: Running | Cluster = request.getfixturevalue(request.param)
    running.do("FLUSHALL")
    return RedisBench(tmp_path, now=NOW, url=running.url)
