"""Timers on a running server: it ends turns by itself, and comes back paused after a crash."""

import time
from pathlib import Path
from typing import Any

import pytest

from patience import in_time
from servers import Deal, running
from table import KEY, Table, refusal, settle
from undercast.room.evolve import SERVER
from undercast.rules.actions import Pause
from undercast.store.sqlite.store import SqliteStore

DEAL = Deal((KEY,))

STRICT: dict[str, Any] = {
    "timer": "strict",
    "clue_seconds": 900,
    "guess_seconds": 600,
    "first_extra_seconds": 0,
}


def clock(table: Table) -> Any:
    settle(table.tv)
    return table.tv.game["clock"]


def test_no_clue_in_time_passes_the_turn_whatever_becomes_of_the_computers_clock(
    tmp_path: Path,
) -> None:
    settings, jumps = {**STRICT, "clue_seconds": 10}, tmp_path / "jumps"
    jumps.write_text("0")
    options = ("--wall-clock", "--jumps", str(jumps))
    with running(tmp_path / "data", deal=DEAL, options=options) as server:
        table = Table(server, settings=settings).dealt()
        began = time.monotonic()
        settle(table.tv)
        first = table.tv.game["clock"]["until"]
        jumps.write_text("3600")
        table.people["Dan"].do("rename", name="Daniel")
        settle(table.tv)
        assert table.tv.game["turns"][0]["ended"] is None
        entered = table.tv.enter("watch", room=table.code)
        assert 0 < first - entered["now"] <= 10_000
        jumps.write_text("-3600")
        table.tv.wait_for_view(lambda message: message["view"]["game"]["turns"][0]["ended"])
        assert 9 < time.monotonic() - began < in_time(60)
        assert table.tv.view["happened"] == [{"team": "red", "why": "time", "kind": "turn_ended"}]
        assert table.tv.game["phase"] == "clue"
        assert table.tv.game["turns"][1]["team"] == "blue"
        assert table.tv.game["clock"]["until"] >= first + 10_000
        assert server.stop() == 0
        assert "Traceback" not in server.output


def test_a_command_after_the_deadline_is_stale(tmp_path: Path) -> None:
    """This clock goes on by a second whenever it is read."""
    settings = {**STRICT, "clue_seconds": 10}
    with running(tmp_path, deal=DEAL) as server:
        table = Table(server, settings=settings).dealt()
        ben = table.people["Ben"]
        settle(ben)
        step = ben.view["step"]
        for number in range(12):
            refusal(ben, "touch_card", cmd_id=f"early{number}", step=step, position=25)
        late = {"word": "plum", "number": 1, "cmd_id": "late", "step": step}
        assert refusal(ben, "give_clue", **late) == "game/stale"
        settle(table.tv)
        assert table.tv.game["turns"][0]["ended"] == "time"


@pytest.mark.parametrize("phase", ["clue", "guess"])
def test_killed_with_a_running_clock_it_is_back_paused_with_the_time_that_was_left(
    tmp_path: Path, phase: str
) -> None:
    with running(tmp_path, deal=DEAL, options=("--generous",)) as server:
        table = Table(server, settings=STRICT).dealt()
        if phase == "guess":
            table.move("Ben", "give_clue", word="plum", number=3)
        table.people["Dan"].do("rename", name="Daniel")
        ran = clock(table)
        server.kill()
        store = SqliteStore(tmp_path)
        last = store.entries(table.code, 0, 10**6)[-1]
        store.close()
        server.start()
        table.come_back()
        assert clock(table) == {
            "total": ran["total"],
            "until": None,
            "left": ran["until"] - last.at,
        }
        assert table.tv.game["paused"]
        assert table.tv.game["phase"] == phase
        assert table.tv.game["turns"][-1]["team"] == "red"
        left = clock(table)["left"]
        table.move("Dan", "resume")
        assert clock(table)["until"] > left
        assert not table.tv.game["paused"]
        server.kill()
        store = SqliteStore(tmp_path)
        log = store.entries(table.code, 0, 10**6)
        store.close()
        paused = [entry for entry in log if entry.by == SERVER]
        assert [(entry.do, entry.at) for entry in paused] == [(Pause(), last.at)]


def test_sand_is_turned_by_anybody_who_sits_and_ends_nothing(tmp_path: Path) -> None:
    with running(tmp_path, deal=DEAL, options=("--generous",)) as server:
        table = Table(server, settings={"timer": "sand", "sand_seconds": 10}).dealt()
        assert clock(table) == {"total": 10_000, "until": None, "left": 0}
        flo = table.join("Flo")
        settle(flo)
        step = flo.view["step"]
        assert refusal(flo, "turn_sand", cmd_id="c", step=step) == "game/not_your_seat"
        table.move("Dan", "turn_sand")
        until = clock(table)["until"]
        assert table.tv.view["happened"] == [{"kind": "sand_turned"}]
        for number in range(12):  # a second each, and more
            refusal(flo, "turn_sand", cmd_id=f"sand{number}", step=step)
        table.move("Ben", "give_clue", word="plum", number=1)
        assert clock(table)["until"] == until
        assert table.tv.game["turns"][0]["ended"] is None


def test_without_a_timer_there_is_nothing_to_turn(tmp_path: Path) -> None:
    with running(tmp_path, deal=DEAL) as server:
        table = Table(server).dealt()
        settle(table.tv)
        step = table.tv.view["step"]
        refused = refusal(table.people["Dan"], "turn_sand", cmd_id="c", step=step)
        assert refused == "game/no_sand"
        assert table.tv.game["clock"] is None
