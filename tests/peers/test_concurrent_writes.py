"""Two servers on one room by force: it stays one room."""

from pathlib import Path

import pytest

from long import often
from peers.concurrent_writes import force, two
from peers.histories import check
from store.redis_servers import VALKEY, redis_server

pytestmark = pytest.mark.slow

COMMANDS = often(400, 1_000)


def test_all_write_at_once(tmp_path: Path) -> None:
    with redis_server(VALKEY, tmp_path / "engine") as valkey, two(tmp_path, valkey.url) as servers:
        report = check(valkey, force(servers, valkey, commands=COMMANDS))
        assert report.entries > 0.3 * COMMANDS
        assert "server/not_saved" not in report.refused
        assert report.stalest < 10, "measured by benchmarks/two_workers.py"
        for server in servers:
            assert "Traceback" not in server.output
