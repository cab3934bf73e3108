"""What tests of stores share: a bench on each kind of store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import Bench
from store.engine_bench import EngineBench
from store.engines import VALKEY, Running, engine

NOW = 1_800_000_000_000

FILE = "file"


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """An engine that many tests use, one after the other."""
    with engine(VALKEY, tmp_path_factory.mktemp("valkey"), safe=False) as running:
        yield running


@pytest.fixture
def file_bench(tmp_path: Path) -> Bench:
    """Rooms in a folder."""
    return Bench(tmp_path, now=NOW)


@pytest.fixture(params=[FILE, VALKEY])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Bench:
    """Rooms in a folder, and the same in an engine."""
    if request.param == FILE:
        return Bench(tmp_path, now=NOW)
    running: Running = request.getfixturevalue(VALKEY)
    running.do("FLUSHALL")
    return EngineBench(tmp_path, now=NOW, url=running.url)
