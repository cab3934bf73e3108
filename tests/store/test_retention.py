"""How long rooms are kept: by days that a server saw pass. Expiring, reviving, deleting."""

import subprocess
import sys
from pathlib import Path

import pytest

from clients import Client
from patience import PATIENCE
from room_harness import Bench, why_not
from rules.game_builder import TYPED
from servers import SOURCES, Server, running
from store.conftest import NOW
from store.redis_bench import RedisBench
from store.terminals import ask_store
from store.test_restore import undercast, write
from streams import Stream
from table import DEAL, Table, refusal, settle
from undercast.base.refusals import Refusal
from undercast.store.port import DAY_MS, GRACE_DAYS
from undercast.store.redis import keys
from undercast.store.sqlite import backup, retention
from undercast.store.sqlite.schema import ROOM_TABLES

HOUR = 3_600_000

OTHER = (TYPED, "k")
"""House rules, and a number of its own, for a second room."""


def rows_of(bench: Bench, code: str) -> int:
    """How many rows there are of a room, whatever they say."""
    if isinstance(bench, RedisBench):
        sets = (keys.ROOMS, keys.EXPIRED)
        listed = [bench.command_redis("ZSCORE", of, code) is not None for of in sets]
        return len(bench.command_redis("KEYS", f"*{code}*")) + sum(listed)
    count = "select count(*) from {} where code = ?"
    return sum(
        bench.store._db.execute(count.format(table), (code,)).fetchone()[0] for table in ROOM_TABLES
    )


def passed(bench: Bench) -> int:
    if isinstance(bench, RedisBench):
        return int(bench.command_redis("HGET", keys.METADATA, "passed"))
    return int(bench.store._db.execute("select passed from counters").fetchone()[0])


def let_pass(bench: Bench, days: int) -> list[str]:
    """A server sees so many days pass, bit by bit; which rooms expired."""
    expired = []
    for _ in range(2 * days):
        bench.now += 12 * HOUR
        expired += bench.store.expire(bench.now, 30)
    return expired


class TestDays:
    def test_a_room_that_nobody_used_for_so_many_days_expires(self, bench: Bench) -> None:
        code = bench.create()
        bench.store.expire(bench.now, 30)
        assert let_pass(bench, 29) == []
        assert let_pass(bench, 2) == [code]
        assert why_not(lambda: bench.rooms.require_room("ZZZZ")) is Refusal.ROOM_NOT_FOUND

    def test_one_in_which_something_happened_since_does_not(self, bench: Bench) -> None:
        old, used = bench.create(), bench.rooms.create("t", "Eva", "en", ("en",), *OTHER)
        bench.store.expire(bench.now, 30)
        let_pass(bench, 29)
        bench.rooms.join(used, "u", "Flo")
        assert let_pass(bench, 29) == [old]

    def test_a_wrong_clock_adds_one_day_at_most(self, bench: Bench) -> None:
        bench.create()
        for clock in (NOW, NOW + 40 * DAY_MS, NOW - 40 * DAY_MS, NOW, 0, NOW + 400 * DAY_MS):
            assert bench.store.expire(clock, 4) == []
        # Three times forward, each of them a day.
        assert passed(bench) == 3 * DAY_MS

    def test_while_it_is_kept_it_can_be_revived_whole(self, bench: Bench) -> None:
        code = bench.four()
        before = bench.room(code)
        bench.store.expire(bench.now, 30)
        let_pass(bench, 31)
        bench.rooms.close(code)
        assert bench.store.count() == 0
        assert why_not(lambda: bench.rooms.require_room(code)) is Refusal.ROOM_NOT_FOUND
        let_pass(bench, GRACE_DAYS - 2)
        (row,) = ask_store(bench.where, lambda house: house.rooms())
        assert row.recoverable_ms is not None
        assert DAY_MS <= row.recoverable_ms <= 2 * DAY_MS
        assert ask_store(bench.where, lambda house: house.revive(code))
        assert not ask_store(bench.where, lambda house: house.revive(code))
        assert bench.room(code) == before
        assert let_pass(bench, 29) == []

    def test_then_it_is_deleted_for_good(self, bench: Bench) -> None:
        code = bench.four()
        bench.store.expire(bench.now, 30)
        let_pass(bench, 31 + GRACE_DAYS)
        assert rows_of(bench, code) == 0
        assert ask_store(bench.where, lambda house: house.rooms()) == []

    def test_however_many_there_are_all_of_them_go(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(retention, "BATCH", 1)
        codes = [bench.rooms.create(each, "Eva", "en", ("en",), *OTHER) for each in "stu"]
        bench.store.expire(bench.now, 30)
        let_pass(bench, 29)
        bench.rooms.join(codes[1], "x", "Flo")
        assert sorted(let_pass(bench, 2)) == sorted({*codes} - {codes[1]})
        let_pass(bench, GRACE_DAYS)
        assert [row.code for row in ask_store(bench.where, lambda house: house.rooms())] == [
            codes[1]
        ]

    def test_a_room_that_is_kept_for_good_stays_until_it_no_longer_is(self, bench: Bench) -> None:
        def keep(*, permanent: bool, code: str) -> bool:
            return ask_store(
                bench.where, lambda house: house.set_permanent(code, permanent=permanent)
            )

        kept, other = bench.create(), bench.rooms.create("t", "Eva", "en", ("en",), *OTHER)
        assert keep(code=kept, permanent=True)
        assert not keep(code="ZZZZ", permanent=True)
        bench.store.expire(bench.now, 30)
        assert let_pass(bench, 32) == [other]
        assert not keep(code=other, permanent=True)  # it has expired
        bench.rooms.close(kept)
        assert bench.store.expire_unused(bench.now, set()) == []
        rows = {row.code: row for row in ask_store(bench.where, lambda house: house.rooms())}
        assert {code: row.permanent for code, row in rows.items()} == {kept: True, other: False}
        assert rows[kept].recoverable_ms is None
        assert keep(code=kept, permanent=False)
        assert let_pass(bench, 29) == []  # from now on as long as any other
        assert let_pass(bench, 2) == [kept]

    def test_its_code_is_not_given_to_another_room(self, bench: Bench) -> None:
        code = bench.create()
        bench.store.expire(bench.now, 30)
        let_pass(bench, 31)
        bench.draw._codes = iter((code, "WXYZ"))
        assert bench.rooms.create("t", "Eva", "en", ("en",), *OTHER) == "WXYZ"

    def test_what_is_written_to_an_expired_room_is_not_saved(self, bench: Bench) -> None:
        code = bench.create()
        bench.enter(code, "token of Ana")
        bench.store.expire(bench.now, 30)
        let_pass(bench, 31)
        gone = why_not(lambda: bench.rooms.join(code, "u", "Flo"))
        assert gone is Refusal.ROOM_NOT_FOUND
        assert bench.connections.seen_out == [(code, Refusal.ROOM_NOT_FOUND)]

    def test_a_restored_backup_begins_anew(self, file_bench: Bench, tmp_path: Path) -> None:
        bench = file_bench
        bench.create()
        kept = bench.rooms.create("t", "Eva", "en", ("en",), *OTHER)
        ask_store(bench.folder, lambda house: house.set_permanent(kept, permanent=True))
        bench.store.expire(bench.now, 30)
        let_pass(bench, 29)
        backup.backup(bench.folder, tmp_path / "copy")
        backup.restore(bench.folder, tmp_path / "copy")
        bench.restart()
        assert let_pass(bench, 29) == []
        let_pass(bench, 9)
        assert bench.store.count() == 1


class TestCounters:
    def test_a_missing_row_is_put_back_and_rooms_open(self, file_bench: Bench) -> None:
        bench = file_bench
        code = bench.create()
        bench.store.expire(bench.now, 30)
        let_pass(bench, 10)
        write(bench.folder, "delete from counters")
        bench.restart()
        bench.rooms.join(code, "u", "Flo")
        assert let_pass(bench, 29) == []

    def test_also_while_the_server_runs(self, file_bench: Bench) -> None:
        bench = file_bench
        code = bench.create()
        bench.enter(code, None)
        write(bench.folder, "delete from counters")
        bench.rooms.join(code, "u", "Flo")
        write(bench.folder, "delete from counters")
        assert not bench.store.was_restored()
        assert not bench.store.were_deleted()
        assert bench.connections.seen_out == []


def test_a_clock_that_is_40_days_ahead_deletes_nothing(tmp_path: Path) -> None:
    with running(tmp_path, deal=DEAL, options=("--start", str(NOW // 1000))) as server:
        table = Table(server).dealt()
        server.stop()
    ahead = Server(tmp_path, DEAL, ("--start", str(NOW // 1000 + 40 * 24 * 3600)), server.port)
    try:
        ahead.start()
        table.come_back()
        assert table.tv.lobby["games"] == 1
        assert "expired" not in ahead.output
    finally:
        ahead.kill()


def test_an_expired_room_says_so_and_comes_back_with_everybody(tmp_path: Path) -> None:
    with running(tmp_path, deal=DEAL) as server:
        table = Table(server).dealt()
        server.stop()
        write(tmp_path, "update rooms set seen = 99")
        write(tmp_path, "update counters set passed = ?", 31 * DAY_MS)
        server.start()
        visitor = Client(server.url)
        while f"Room {table.code} expired" not in server.output:
            settle(visitor)
        assert refusal(visitor, "watch", protocol=2, room=table.code) == "room/not_found"
        assert f"`undercast revive {table.code}`" in undercast("rooms", tmp_path)
        assert Table(server).code != table.code  # which is drawn first after a start
        assert undercast("revive", tmp_path, table.code.lower()) == f"Room {table.code} is back.\n"
        table.come_back()
        assert table.tv.lobby["games"] == 1


def test_deleting_a_room_that_is_played(tmp_path: Path) -> None:
    with running(tmp_path, deal=DEAL) as server:
        table = Table(server).dealt().clue()
        other = Table(server)
        stream = Stream(server.url, f"/tv/{table.code}.mjpg")
        shown = stream.part()
        assert f"Deleted room {table.code}." in undercast(
            "delete", tmp_path, "--yes", table.code.lower()
        )
        for client in (*table.people.values(), table.tv):
            client.wait(lambda client=client: client.gone is not None)
            assert client.gone == {"code": "room/not_found"}
        assert stream.to_the_end() != shown
        ana = table.people["Ana"]
        assert refusal(ana, "rename", cmd_id="x", name="Anna") == "wire/not_entered"
        entering = {"protocol": 2, "room": table.code, "token": table.tokens["Ana"]}
        assert refusal(ana, "enter", **entering) == "room/not_found"
        other.people["Ana"].do("deal")
        assert undercast("rooms", tmp_path).count("\n") == 1
        server.stop()
        assert "Traceback" not in server.output
        assert f"Deleted room {other.code}." in undercast("delete", tmp_path, "--yes", other.code)
        assert "No rooms" in undercast("rooms", tmp_path)


def test_a_move_right_after_its_room_was_deleted_makes_no_new_one(bench: Bench) -> None:
    """Before the server has noticed."""
    code = bench.four()
    ask_store(bench.where, lambda house: house.delete(code))
    assert why_not(lambda: bench.rooms.join(code, "u", "Flo")) is Refusal.ROOM_NOT_FOUND
    assert bench.connections.seen_out == [(code, Refusal.ROOM_NOT_FOUND)]
    assert rows_of(bench, code) == 0
    assert bench.store.were_deleted()
    assert bench.rooms.loaded_without_log() == []


def test_deleting_asks_first(tmp_path: Path) -> None:
    with running(tmp_path, deal=DEAL) as server:
        code = Table(server).code
        for answer, left in (("", 1), ("n\n", 1), ("y\n", 0)):
            done = subprocess.run(
                [sys.executable, "-m", "undercast.cli", "delete", code, "--data", tmp_path],
                env={"PYTHONPATH": str(SOURCES)},
                input=answer,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
            assert f"Delete room {code} for good (last used 20" in done.stdout
            assert (done.returncode, done.stderr) == (left, "")
            assert len(ask_store(tmp_path, lambda house: house.rooms())) == left


@pytest.mark.parametrize("command", ["delete", "revive"])
def test_what_is_not_there(tmp_path: Path, command: str) -> None:
    for _ in range(2):
        with pytest.raises(subprocess.CalledProcessError) as caught:
            undercast(command, tmp_path, "ZZZZ")
        assert caught.value.stderr.startswith("undercast: room ZZZZ: there is no such room")
        Bench(tmp_path).create()
