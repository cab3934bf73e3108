"""`undercast copy`: a house moves into Redis, and out again, whole."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from clients import Client
from patience import PATIENCE
from servers import SOURCES, Server, running
from store.killing import killed_at
from store.redis_bench import RedisBench
from store.redis_servers import CLUSTER, EACH, VALKEY, Running, redis_server
from store.terminals import ask_store
from stored import test_first_release as old
from table import DEAL, Table, refusal, settle
from undercast.store import copy, data_file
from undercast.store.data_file import FILE, DataUnusable
from undercast.store.redis import importer, keys
from undercast.store.redis.connection import RedisConnection
from undercast.store.sqlite.schema import OTHER_TABLES, ROOM_TABLES

pytestmark = pytest.mark.slow

NOT_COPIED = {"rooms": {"used", "seen", "expired"}}
"""How long ago a room was used is told by the time that passed elsewhere."""


def copied(*arguments: object) -> subprocess.CompletedProcess[str]:
    """`undercast copy` at a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "undercast.cli", "copy", *map(str, arguments)],
        env={"PYTHONPATH": str(SOURCES)},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def content(folder: Path) -> dict[str, list[Any]]:
    """All that is kept in a folder."""
    found = {}
    with closing(data_file.connect(folder / FILE)) as db:
        for table, columns in (ROOM_TABLES | OTHER_TABLES).items():
            names = [name for name in columns if name not in NOT_COPIED.get(table, ())]
            query = f"select {', '.join(names)} from {table} order by 1, 2, 3"
            found[table] = db.execute(query).fetchall()
    return found


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The folder of the first release, with a log that was put aside, and a statistic."""
    folder = shutil.copytree(old.DATA, tmp_path / "house")
    code = old.SET_ASIDE["code"]
    with closing(data_file.connect(folder / FILE)) as db:
        db.execute(
            "insert into put_aside select code, 2, version, at, entry from entries where code = ?",
            (code,),
        )
        rooms = [str(row[0]) for row in db.execute("select code from rooms order by code")]
        row = "insert into counted values (?, ?, ?, 7, 8, 'classic', 'abandoned', 0, 1, 2, 3, 0)"
        db.execute(row, (4, rooms[0], 1))
        db.execute(row, (9, None, 0))
        db.execute(
            "insert into counted_people"
            " values (9, 'ana', '', 'Ana', 1, 0, 2, 3, 4, 0, 5, 4, 3, 'x')"
        )
        for name in ("Ours", "क"):
            words = (name, name, 2, 8, "hash", "Lemon\nक़लम")
            db.execute("insert into word_lists values (?, ?, ?, ?, ?, ?)", words)
        db.execute("update rooms set expired = 0 where code = ?", (rooms[-1],))
        db.execute("update rooms set permanent = 1 where code = ?", (rooms[0],))
    return folder


@pytest.mark.parametrize("kind", [*EACH, CLUSTER])
def test_there_and_back_everything_is_the_same(
    kind: str, house: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with ExitStack() as stack:
        if kind == CLUSTER:
            there = request.getfixturevalue(CLUSTER)
            there.do("FLUSHALL")
        else:
            there = stack.enter_context(redis_server(kind, tmp_path / "engine", safe=False))
        rooms = len(old.ROOMS) + 1
        assert copy.copy(house, there.url, replace=False).rooms == rooms
        assert there.do("KEYS", "*:new") == []
        assert ask_store(there.url, lambda one: one.household()) == ask_store(
            house, lambda one: one.household()
        )
        assert ask_store(there.url, lambda one: one.secret()) == data_file.load_secret(house)
        back = tmp_path / "back"
        back.mkdir()
        assert copy.copy(there.url, back, replace=False) == (rooms, None)
        assert content(back) == content(house)
        assert data_file.load_secret(back) == data_file.load_secret(house)
        listed = [ask_store(where, lambda one: one.rooms()) for where in (house, there.url, back)]
        for of in zip(*(sorted(rows, key=lambda row: row.code) for rows in listed), strict=True):
            assert (
                len({(r.code, r.entries, r.set_aside, r.superseded_logs, r.permanent) for r in of})
                == len({row.latest for row in of})
                == 1
            )
            assert len({row.recoverable_ms is None for row in of}) == 1
        for target in (there.url, back):
            with pytest.raises(DataUnusable, match="--replace"):
                copy.copy(house, target, replace=False)
        with pytest.raises(DataUnusable, match="already"):
            copy.copy(house, house, replace=True)


def test_a_copy_to_where_it_can_be_lost_says_so(house: Path, tmp_path: Path) -> None:
    with redis_server(VALKEY, tmp_path / "engine", safe=False) as there:
        said = copied(house, there.url).stdout.splitlines()
    assert said[-1].startswith("The store: has no append-only file")


def test_the_old_folder_is_played_on_in_a_redis_and_back_in_a_folder(
    house: Path, tmp_path: Path
) -> None:
    """One room in the middle of its game there, another one back."""
    with redis_server(VALKEY, tmp_path / "engine") as there:
        assert copied(house, there.url).stdout.endswith(f"Those in {house} are unchanged.\n")
        store = ("--store", there.url, *old.FOR_EVER)
        with running(tmp_path / "data", options=store) as server:
            goes_on(server, "undo_offered")
        back = tmp_path / "back"
        assert copied(there.url, back).returncode == 0
        with running(back, options=old.FOR_EVER) as server:
            goes_on(server, "marks_standing")


def goes_on(server: Server, name: str) -> None:
    left = old.ROOMS[name]
    with old.everybody_back(server, left) as party:
        old.sees_what_was_left(party, left)
        party.play_to_the_end()
        old.shows_the_key_of_old(party, left)


def test_servers_at_the_target_notice(house: Path, tmp_path: Path) -> None:
    with redis_server(VALKEY, tmp_path / "engine") as there:
        store = ("--store", there.url)
        with running(tmp_path / "data", deal=DEAL, options=store) as server:
            table = Table(server).dealt().clue()
            refused = copied(house, there.url)
            assert (refused.returncode, "--replace" in refused.stderr) == (2, True)
            settle(table.tv)
            assert table.tv.gone is None
            assert copied("--replace", house, there.url).returncode == 0
            for client in (*table.people.values(), table.tv):
                client.wait(lambda client=client: client.gone is not None)
                assert client.gone == {"code": "server/restored"}
            stranger = Client(server.url)
            assert refusal(stranger, "watch", protocol=2, room=table.code) == "room/not_found"
            stranger.enter("watch", room=old.ROOMS["undo_offered"]["code"])
            assert "Traceback" not in server.output


def test_a_copy_that_is_killed_changes_nothing_or_is_noticed_and_repeated(
    house: Path, tmp_path: Path
) -> None:
    """By SIGKILL, at moments all over it, into Redis with a house of its own."""
    whole = content(house)
    seen = set()
    with redis_server(VALKEY, tmp_path / "engine", safe=False) as there:
        for moment in (1, 150, 200, 250, 300, 999):
            there.do("FLUSHALL")
            mine = RedisBench(tmp_path, url=there.url).four()
            before = all_of(there)
            killed = killed_at(moment, partial(copy.copy, house, there.url, replace=True))
            unfinished = bool(there.do("HEXISTS", keys.METADATA, "copying"))
            seen.add((killed, unfinished))
            there.do("DEL", keys.COPY_LOCK)  # it would be waited for
            if unfinished:
                for bad in (
                    lambda: RedisBench(tmp_path, url=there.url),
                    lambda: copy.copy(there.url, tmp_path / "data", replace=True),
                ):
                    with pytest.raises(DataUnusable, match="unfinished copy"):
                        bad()
            elif killed:
                assert all_of(there) == before
            copy.copy(house, there.url, replace=not unfinished)
            assert there.do("EXISTS", keys.room(mine)) == 0
            assert there.do("KEYS", "*:new") == []
            back = tmp_path / f"back{moment}"
            back.mkdir()
            copy.copy(there.url, back, replace=False)
            assert content(back) == whole
    assert seen == {(True, False), (True, True), (False, False)}


def test_a_killed_copy_is_waited_for_and_one_that_goes_on_is_not(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importer, "COPY_MS", 3_000)
    again = "another copy"
    with redis_server(VALKEY, tmp_path / "engine", safe=False) as there:
        assert killed_at(60, partial(copy.copy, replace=False), house, there.url)
        assert there.do("PEXPIRE", keys.COPY_LOCK, 3_000)  # what it left lasts no longer here
        copy.copy(house, there.url, replace=False)
        assert not there.do("EXISTS", keys.COPY_LOCK)

        there.do("SET", keys.COPY_LOCK, "another", "PX", 3_000)
        ended = Event()

        def goes_on() -> None:
            while not ended.wait(0.05):
                there.do("PEXPIRE", keys.COPY_LOCK, 3_000)

        with alongside(goes_on, ended), pytest.raises(DataUnusable, match=again):
            copy.copy(house, there.url, replace=True)
        assert there.do("GET", keys.COPY_LOCK) == b"another"

        # One that is through while it is looked at: what it copied may not be wanted to go.
        there.do("PEXPIRE", keys.COPY_LOCK, 60_000)
        looks = iter((60_000, 59_800))
        real = RedisConnection.do

        def looked(self: RedisConnection, *command: Any) -> Any:
            if command[0] == "PTTL" and next(looks, None) == 59_800:
                there.do("DEL", keys.COPY_LOCK)
                return 59_800
            return real(self, *command)

        monkeypatch.setattr(RedisConnection, "do", looked)
        with pytest.raises(DataUnusable, match=again):
            copy.copy(house, there.url, replace=True)
        assert not there.do("EXISTS", keys.COPY_LOCK)


@contextmanager
def alongside(work: Callable[[], None], ended: Event) -> Iterator[None]:
    """This is done meanwhile, until it hears the end."""
    thread = Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def all_of(there: Running) -> dict[bytes, object]:
    """All keys but what is written beside, and who copies."""
    with there.client() as client:
        names = [name for name in client.keys("*") if not name.endswith(b":new")]
        return {name: client.dump(name) for name in names if name != keys.COPY_LOCK.encode()}
