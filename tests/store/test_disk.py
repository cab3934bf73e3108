"""Disks that are full, slow or locked: what cannot be saved is refused and nobody is told."""

import resource
import select
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from clients import Client
from patience import PATIENCE
from servers import running
from table import DEAL, Table, refusal, settle
from undercast.room import entries
from undercast.room.entries import Entry
from undercast.rules.settings import Settings
from undercast.server.maintenance import _try
from undercast.service import NotSaved
from undercast.store.data_file import FILE, DataUnusable, lock_folder
from undercast.store.sqlite.store import SqliteStore
from wire import get, status

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="prlimit is Linux's")

OPENING = Entry(1, "p1", "c", entries.CreateRoom("BKTM", "Ana", "h", "en", ("en",), Settings()))


def rename(version: int, name: str = "Ana") -> Entry:
    return Entry(version, "p1", f"c{version}", entries.Rename(name))


@contextmanager
def full_disk(pid: int, file: Path) -> Iterator[None]:
    """No file of this process can grow beyond the present size of `file`."""
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (file.stat().st_size, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


def until(path: Path) -> None:
    """Wait for a file of the server's."""
    end = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < end, f"no {path}"
        time.sleep(0.01)


def is_answered(client: Client) -> bool:
    """Whether anything has come in that nobody has received yet."""
    return bool(select.select([client._socket.sock], [], [], 0)[0])


@linux_only
@pytest.mark.parametrize("sync", ["normal", "full"])
def test_a_move_on_a_full_disk_is_refused_and_nobody_is_told(tmp_path: Path, sync: str) -> None:
    with running(tmp_path, deal=DEAL, options=("--sync", sync)) as server:
        table = Table(server).dealt().clue()
        ben, tv = table.people["Ben"], table.tv
        settle(tv)
        step, shown = tv.view["step"], len(tv.messages)
        touch = {"cmd_id": "touch", "step": step, "position": 0}
        with full_disk(server.pid, tmp_path / f"{FILE}-wal"):
            for _ in range(3):
                assert refusal(ben, "touch_card", **touch) == "server/not_saved"
            assert refusal(table.people["Dan"], "rename", cmd_id="r", name="Dora") == (
                "server/not_saved"
            )
            settle(tv)
            settle(ben)
            assert len(tv.messages) == shown
            assert ben.view["step"] == step
            assert status(get(server.url, "/healthz")) == 200
            assert table.watch().view["step"] == step
        ben.ask("touch_card", **touch)
        ben.ask("touch_card", **touch)
        settle(tv)
        assert (tv.view["step"], len(tv.messages)) == (step + 1, shown + 1)
        server.kill()
        server.start()
        table.come_back()
        assert [t["position"] for t in table.tv.game["turns"][0]["touches"]] == [0]
        server.stop()
        assert "Traceback" not in server.output


@linux_only
def test_a_room_on_a_full_disk_is_not_opened_and_can_be_opened_later(tmp_path: Path) -> None:
    with running(tmp_path, deal=DEAL) as server:
        table = Table(server)
        stranger = Client(server.url)
        opening = {"token": "t" * 30, "name": "Eva", "language": "en", "decks": ["en"]}
        opening |= {"cmd_id": "c", "protocol": 2}
        with full_disk(server.pid, tmp_path / f"{FILE}-wal"):
            assert refusal(stranger, "create", **opening) == "server/not_saved"
            joining = {"protocol": 2, "room": table.code, "token": "u" * 30, "name": "Flo"}
            assert refusal(stranger, "join", **joining) == "server/not_saved"
        assert stranger.ask("create", **opening)["room"] != table.code


def test_sqlites_own_full_is_not_saved_and_leaves_a_sound_log(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    store.create("BKTM", "origin", OPENING)
    pages = store._db.execute("pragma page_count").fetchone()[0]
    store._db.execute(f"pragma max_page_count = {pages + 2}")
    version = 1
    with suppress(NotSaved):
        while True:
            store.append("BKTM", version + 1, rename(version + 1, "n" * 3000))
            version += 1
    with pytest.raises(NotSaved, match="full"):
        store.append("BKTM", version + 1, rename(version + 1, "n" * 3000))
    assert len(store.entries("BKTM", 0, 10**6)) == version
    store._db.execute("pragma max_page_count = 100000")
    store.append("BKTM", version + 1, rename(version + 1))
    assert len(store.entries("BKTM", 0, 10**6)) == version + 1
    store.close()


def test_a_file_that_cannot_be_written_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(DataUnusable, match=r"rooms\.sqlite3: unable to open"):
        SqliteStore(tmp_path)
    shutil.rmtree(tmp_path / FILE)
    (tmp_path / FILE).write_bytes(b"no database " * 1000)
    with pytest.raises(DataUnusable, match="not a database"):
        SqliteStore(tmp_path)


def test_a_write_that_another_process_holds_up_is_refused_in_the_end(tmp_path: Path) -> None:
    with running(tmp_path, deal=DEAL, options=("--busy", "0.05")) as server:
        table = Table(server).dealt().clue()
        ben = table.people["Ben"]
        settle(ben)
        touch = {"cmd_id": "touch", "step": ben.view["step"], "position": 0}
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
            other.execute("begin immediate")
            for _ in range(2):
                assert refusal(ben, "touch_card", **touch) == "server/not_saved"
            other.execute("rollback")
        ben.ask("touch_card", **touch)
        server.stop()
        assert "locked" in server.output


@pytest.mark.parametrize("sync", ["normal", "full"])
def test_while_one_waits_for_another_process_everybody_else_is_served(
    tmp_path: Path, sync: str
) -> None:
    with running(tmp_path, deal=DEAL, options=("--busy", "60", "--sync", sync)) as server:
        table = Table(server).dealt().clue()
        ben = table.people["Ben"]
        settle(ben)
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
            other.execute("begin immediate")
            number = ben.send(
                "touch_card", {"cmd_id": "t", "step": ben.view["step"], "position": 0}
            )
            stay_a_while(server.url)
            assert refusal(table.tv, "touch_card") == "wire/not_entered"
            assert not is_answered(ben)
            other.execute("rollback")
        assert ben.answer(number) == {"ok": True}


def test_taps_are_answered_while_a_slow_disk_syncs(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    with running(tmp_path / "data", deal=DEAL, options=("--gate", str(gate))) as server:
        table = Table(server)
        other = Table(server).dealt().clue()
        gate.touch()
        table.dealt().clue()
        until(gate.with_suffix(".reached"))
        for position in range(4):
            other.move("Ben", "touch_card", position=position)
            table.move("Ben", "touch_card", position=position)
        assert status(get(server.url, "/healthz")) == 200
        assert gate.exists()
        gate.unlink()


def test_a_slow_disk_that_every_move_waits_for_stalls_nobody_else(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    options = ("--gate", str(gate), "--sync", "full")
    with running(tmp_path / "data", deal=DEAL, options=options) as server:
        table = Table(server).dealt().clue()
        other = Table(server).dealt().clue()
        ben = table.people["Ben"]
        settle(ben)
        settle(other.tv)
        gate.touch()
        number = ben.send("touch_card", {"cmd_id": "t", "step": ben.view["step"], "position": 0})
        until(gate.with_suffix(".reached"))
        stay_a_while(server.url)
        assert other.watch().game["phase"] == "guess"
        dan = other.people["Dan"]
        assert refusal(dan, "touch_card", cmd_id="x", step=0, position=0) == "game/stale"
        waiting = other.people["Ben"].send(
            "touch_card", {"cmd_id": "t", "step": other.tv.view["step"], "position": 0}
        )
        assert not is_answered(ben)
        gate.unlink()
        assert ben.answer(number) == {"ok": True}
        assert other.people["Ben"].answer(waiting) == {"ok": True}


def stay_a_while(url: str) -> None:
    """Ask and be answered for longer than the server's housekeeping takes to come round."""
    end = time.monotonic() + 2.5
    while time.monotonic() < end:
        assert status(get(url, "/healthz")) == 200
        time.sleep(0.02)


def test_how_the_file_is_opened(tmp_path: Path) -> None:
    for full, synchronous in ((False, 1), (True, 2)):
        store = SqliteStore(tmp_path, full=full)
        assert store._db.execute("pragma journal_mode").fetchone() == ("wal",)
        assert store._db.execute("pragma synchronous").fetchone() == (synchronous,)
        store.close()


def test_a_sync_that_failed_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []

    def failing(descriptor: int) -> None:
        synced.append(descriptor)
        if len(synced) == 1:
            raise OSError(5, "Input/output error")

    monkeypatch.setattr("os.fsync", failing)
    store = SqliteStore(tmp_path)
    store.create("BKTM", "origin", OPENING)
    with suppress(NotSaved):
        store.sync()
    store.sync()
    store.sync()
    assert len(synced) == 2
    store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_the_data_are_their_owners_alone_also_where_they_were_not_before(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    first = SqliteStore(folder)
    assert [path.name for path in folder.glob("*-wal") if path.stat().st_mode & 0o077] == []
    first.close()
    folder.chmod(0o755)
    (folder / FILE).chmod(0o644)
    store = SqliteStore(folder)
    open_to_others = [path.name for path in folder.iterdir() if path.stat().st_mode & 0o077]
    assert (folder.stat().st_mode & 0o077, open_to_others) == (0, [])
    store.close()


def test_a_folder_that_cannot_be_written_to_is_not_another_server(tmp_path: Path) -> None:
    (tmp_path / "server-lock").mkdir()
    with pytest.raises(DataUnusable, match="cannot be written to"):
        lock_folder(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    held = lock_folder(other)
    with pytest.raises(DataUnusable, match="another server uses"):
        lock_folder(other)
    held.close()


def test_a_chore_that_fails_takes_no_other_with_it(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise ZeroDivisionError("a fault of ours")

    _try(fail)
    assert "Maintenance failed and will be retried" in caplog.text
