"""Two processes on one room: what one wrote the other reads, and decides anew on that."""

from dataclasses import replace
from pathlib import Path

import pytest

from room.room_builder import ANA, BEN, CEM
from room_harness import Bench, why_not
from rules.game_builder import RED, STRICT_TIMER, clue, touch
from servers import running
from store.redis_bench import RedisBench
from store.store_kinds import RedisUnderTest, SqliteUnderTest
from table import DEAL, Table, refusal, settle
from undercast.base.refusals import Refusal
from undercast.room.entries import Rename, TakeSeat
from undercast.room.seats import Seat
from undercast.service import Outdated, commit
from undercast.views import Audience


@pytest.fixture
def here(bench: Bench) -> Bench:
    return bench


@pytest.fixture
def code(here: Bench) -> str:
    return here.four()


@pytest.fixture
def there(here: Bench, code: str) -> Bench:
    """Another process with the same room in memory."""
    there = another(here)
    there.enter(code, None)
    return there


def another(here: Bench) -> Bench:
    """Another process on the same store."""
    return replace(here, journal=[], commands=1_000)


@pytest.fixture
def data(request: pytest.FixtureRequest, here: Bench) -> SqliteUnderTest | RedisUnderTest:
    """What lies in the store."""
    if not isinstance(here, RedisBench):
        return SqliteUnderTest(here.folder)
    return RedisUnderTest(request.getfixturevalue(request.node.callspec.params["bench"]))


def same(here: Bench, there: Bench, code: str) -> bool:
    """Whether both, and the log, say the same."""
    here.do(code, ANA, Rename("Anja"))
    there.do(code, BEN, Rename("Benno"))
    here.do(code, CEM, Rename("Cemo"))
    here_now = here.room(code)
    there.restart()
    return there.room(code) == here_now


def test_it_is_read_and_the_command_done_on_top_of_it(here: Bench, there: Bench, code: str) -> None:
    here.do(code, ANA, clue("tree", 2))
    step = here.room(code).step
    there.do(code, CEM, Rename("Cemal"))
    here.do(code, ANA, touch(RED[0]), step=step)
    room = here.room(code)
    assert room.game is not None
    assert room.game.table.revealed[RED[0]] is not None
    assert room.lobby.player(CEM).name == "Cemal"
    assert here.connections.seen_out == there.connections.seen_out == []
    view = there.connections.told(Audience.PUBLIC)[-1].view
    assert view.game is not None
    assert view.game.turns[-1].clue is not None, "read with what came after the clue"
    assert same(here, there, code)


def test_what_the_other_made_impossible_is_refused_and_everybody_sees_why(
    here: Bench, there: Bench, code: str
) -> None:
    there.do(code, ANA, clue("tree", 2))
    given = here.room(code).version
    assert why_not(lambda: here.do(code, ANA, clue("river", 3))) is Refusal.STALE
    assert here.room(code).version == given + 1
    view = here.connections.told(Audience.PUBLIC)[-1].view
    assert view.game is not None
    assert view.game.turns[-1].clue is not None
    assert view.game.turns[-1].clue.word == "tree"
    taking = lambda: here.rooms.join(code, "token of Eva", "Eva")  # noqa: E731
    there.rooms.join(code, "another token", "Eva")
    assert why_not(taking) is Refusal.NAME_TAKEN
    assert same(here, there, code)


def test_what_the_other_has_done_is_answered_again(here: Bench, there: Bench, code: str) -> None:
    step = here.room(code).step
    there.do(code, ANA, clue("tree", 2), step, "k")
    here.do(code, ANA, clue("tree", 2), step, "k")
    room = here.room(code)
    assert room.game is not None
    assert room.step == step + 1
    assert room.version == there.room(code).version
    there.rooms.join(code, "token of Eva", "Eva")
    here.rooms.join(code, "token of Eva", "Eva")
    assert [player.name for player in here.room(code).lobby.players].count("Eva") == 1
    asked = there.rooms.ask_to_return(code, "new token", CEM)
    assert here.rooms.ask_to_return(code, "new token", CEM) == asked


def test_who_was_removed_there_does_nothing_here(here: Bench, there: Bench, code: str) -> None:
    there.command(code, ANA, "remove", player=CEM)
    assert why_not(lambda: here.do(code, CEM, Rename("Cemal"))) is Refusal.NOT_ENTERED


def test_seats_of_the_other_are_the_audiences_here(here: Bench, there: Bench, code: str) -> None:
    there.do(code, BEN, TakeSeat(Seat.SPECTATOR))
    here.do(code, ANA, Rename("Anja"))
    audiences = {c.player: c.audience for c in here.connections.here[code]}
    assert audiences[BEN] is Audience.PUBLIC


def test_a_turn_that_the_other_ended_in_time_is_ended_once(here: Bench) -> None:
    code = here.four(STRICT_TIMER)
    there = another(here)  # and pauses, because the clock ran when it read the log
    there.enter(code, None)
    here.now += 10_000
    here.rooms.timer_due(code)
    table = here.room(code).game
    assert table is not None
    assert table.table.paused
    assert len(table.table.turns) == 1
    assert why_not(lambda: here.do(code, ANA, clue("tree", 2))) is Refusal.PAUSED


def test_it_is_not_tried_for_ever(here: Bench, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process is always faster."""
    tries: list[str] = []

    def busy(code: str, *_entry: object) -> None:
        tries.append(code)
        raise Outdated(code)

    monkeypatch.setattr(here.store, "append", busy)
    assert why_not(lambda: here.do(code, ANA, clue("tree", 2))) is Refusal.NOT_SAVED
    assert len(tries) == commit.MAX_ATTEMPTS
    assert here.connections.seen_out == []


def test_what_cannot_be_read_on_is_read_anew(
    here: Bench, there: Bench, code: str, data: SqliteUnderTest | RedisUnderTest
) -> None:
    there.do(code, ANA, clue("tree", 2))
    there.do(code, CEM, Rename("Cemal"))
    data.put(code, there.room(code).version - 1, b"\0")
    assert why_not(lambda: here.do(code, BEN, Rename("Benno"))) is Refusal.NOT_SAVED
    assert here.connections.seen_out == [(code, Refusal.RESTORED)]


def test_a_log_that_became_shorter_was_put_back(
    here: Bench, code: str, data: SqliteUnderTest | RedisUnderTest
) -> None:
    before = here.room(code)
    here.do(code, ANA, clue("tree", 2))
    here.do(code, CEM, Rename("Cemal"))
    data.cut(code, before.version)
    assert why_not(lambda: here.do(code, ANA, touch(RED[0]))) is Refusal.NOT_SAVED
    assert here.connections.seen_out == [(code, Refusal.RESTORED)]
    assert here.room(code) == before


def test_both_go_on_without_a_lost_game_once(
    here: Bench, code: str, data: SqliteUnderTest | RedisUnderTest
) -> None:
    here.do(code, ANA, clue("tree", 2))
    data.put(code, here.room(code).version, b"\0")
    here.restart()
    here.enter(code, "token of Ana")
    there = another(here)
    there.enter(code, "token of Ana")
    there.command(code, ANA, "go_on")
    there.do(code, CEM, Rename("Cemal"))
    assert why_not(lambda: here.command(code, ANA, "go_on")) is Refusal.NOT_SAVED
    here.enter(code, "token of Ana")
    assert here.room(code) == there.room(code)
    assert why_not(lambda: here.command(code, ANA, "go_on")) is Refusal.NOTHING_LOST


def test_people_at_a_running_server_go_on_over_what_another_process_wrote(tmp_path: Path) -> None:
    with running(tmp_path, deal=DEAL) as server:
        table = Table(server).dealt().clue()
        there = Bench(tmp_path)
        ben = next(p.id for p in there.room(table.code).lobby.players if p.name == "Ben")
        settle(table.tv)
        step = table.tv.view["step"]
        there.command(table.code, ben, "touch_card", step, "k", position=0)
        settle(table.tv)
        assert table.tv.view["step"] == step
        touching = {"cmd_id": "j", "step": step, "position": 0}
        assert refusal(table.people["Ben"], "touch_card", **touching) == "game/stale"
        table.people["Ben"].ask("touch_card", cmd_id="k", step=step, position=0)
        settle(table.tv)
        assert table.tv.view["step"] == step + 1
        table.move("Ben", "touch_card", position=1)
        settle(table.tv)
        assert [t["position"] for t in table.tv.game["turns"][0]["touches"]] == [0, 1]
        assert table.tv.gone is None
        server.stop()
        assert "Traceback" not in server.output
