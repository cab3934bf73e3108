"""A running server whose engine is missing, keeps nothing, dies, stands still and comes back."""

import subprocess
import sys
from pathlib import Path

from patience import PATIENCE
from ports import free_port
from servers import HOW, Deal, running
from store.redis_servers import VALKEY, redis_server
from table import KEY, Table, refusal, settle
from wire import get, status

DEAL = Deal((KEY,))


def start(data: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """A start that is refused."""
    command = [sys.executable, "-m", "undercast.cli", "serve", "--no-cast", "--port", "0"]
    return subprocess.run(
        [*command, "--data", str(data), *options],
        capture_output=True,
        text=True,
        env={**HOW},
        timeout=PATIENCE,
    )


def test_without_a_redis_it_says_so_and_ends(tmp_path: Path) -> None:
    started = start(tmp_path, "--store", f"redis://:geheim@127.0.0.1:{free_port()}")
    assert started.returncode == 2
    assert "cannot be reached" in started.stderr
    assert "Traceback" not in started.stderr
    assert "geheim" not in started.stderr + started.stdout


def test_what_keeps_nothing_is_refused_unless_that_is_accepted(tmp_path: Path) -> None:
    with redis_server(VALKEY, tmp_path / "engine", safe=False) as valkey:
        started = start(tmp_path, "--store", valkey.url)
        assert started.returncode == 2
        assert "has no append-only file" in started.stderr
        assert "--accept-loss" in started.stderr
        options = ("--store", valkey.url, "--accept-loss")
        with running(tmp_path / "data", options=options) as server:
            assert "The store: has no append-only file" in server.output
            assert "lost when it stops" in server.output


def test_while_redis_is_away_moves_are_refused_and_nobody_goes(tmp_path: Path) -> None:
    with (
        redis_server(VALKEY, tmp_path / "engine") as valkey,
        running(tmp_path / "data", deal=DEAL, options=("--store", valkey.url)) as server,
    ):
        table = Table(server).dealt().clue()
        ben, tv = table.people["Ben"], table.tv
        settle(tv)
        step, shown = tv.view["step"], len(tv.messages)
        touch = {"cmd_id": "touch", "step": step, "position": 0}
        valkey.kill()
        for _ in range(3):
            assert refusal(ben, "touch_card", **touch) == "server/not_saved"
        assert status(get(server.url, "/healthz")) == 200
        valkey.start()
        with valkey.stopped():
            assert refusal(ben, "touch_card", **touch) == "server/not_saved"
        settle(tv)
        assert (tv.view["step"], len(tv.messages), tv.gone) == (step, shown, None)
        ben.ask("touch_card", **touch)
        ben.ask("touch_card", **touch)
        settle(tv)
        assert tv.view["step"] == step + 1
        server.kill()
        server.start()
        table.come_back()
        assert [t["position"] for t in table.tv.game["turns"][0]["touches"]] == [0]
        server.stop()
        assert "Traceback" not in server.output
        assert server.output.count("cannot be reached") <= 2
        assert server.output.count("answers again") == server.output.count("cannot be reached")
