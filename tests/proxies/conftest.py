"""One engine for all tests of proxies."""

from collections.abc import Iterator

import pytest

from store.redis_servers import VALKEY, Running, redis_server


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Set up as docs/scale.md says."""
    with redis_server(VALKEY, tmp_path_factory.mktemp("valkey")) as running:
        yield running
