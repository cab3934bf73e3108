"""Whatever is sent: no traceback, no room unreadable, and nobody else is bothered. The same with
more frames is benchmarks/fuzz.py.
"""

from pathlib import Path

import pytest

from clients import Client
from fuzz import Fuzz
from long import often
from servers import running
from stored.party import Party
from table import Table, settle
from wire import get, status

pytestmark = pytest.mark.slow

FRAMES = often(6_000, 20_000)


def memory(pid: int) -> int:
    """Resident MiB."""
    text = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(text.split("VmRSS:")[1].split()[0]) // 1024


def test_frames_that_no_client_of_ours_sends(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        innocent = Table(server).dealt()
        party = Party(server.url, innocent.code)
        for name, person in innocent.people.items():
            party.add(name, person)
        before, fuzz = memory(server.pid), Fuzz(server.url, seed=1)
        for _ in range(20):
            fuzz.send(FRAMES // 20)
            party.play_one() if party.phase != "ended" else party.deal()
        fuzz.close()
        settle(innocent.tv)
        seen = innocent.tv.messages
        assert [message["n"] for message in seen] == list(range(seen[0]["n"], seen[-1]["n"] + 1))
        assert fuzz.answered > FRAMES // 2
        assert fuzz.done > FRAMES // 100
        assert memory(server.pid) - before < 64
        assert status(get(server.url, "/healthz")) == 200
        last = innocent.tv.view["view"]["game"]
        assert server.stop() == 0
        server.start()
        for code in fuzz.rooms:
            Client(server.url).enter("watch", room=code)
        again = Client(server.url)
        again.enter("watch", room=innocent.code)
        assert again.game == last
        assert server.stop() == 0
        assert "Traceback" not in server.output
        assert "ERROR" not in server.output
