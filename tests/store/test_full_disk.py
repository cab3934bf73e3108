"""A start on a full disk: the server says so, refuses moves, and goes on when there is room."""

import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from clients import Client
from patience import PATIENCE
from servers import running
from store.test_disk import full_disk, linux_only
from store.test_restore import write
from table import DEAL, Table, refusal, settle
from undercast.store.data_file import FILE
from undercast.store.sqlite.schema import OTHER_TABLES

pytestmark = linux_only

OPENING = {"token": "t" * 30, "name": "Eva", "language": "en", "decks": ["en"], "protocol": 2}


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A file system of 2 MB of its own."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "undercast", str(folder)]
    with suppress(OSError):
        if subprocess.run(mount, capture_output=True, check=False).returncode == 0:
            try:
                yield folder
            finally:
                subprocess.run(["umount", "-l", str(folder)], check=True)
            return
    pytest.skip("only root mounts a file system")


@contextmanager
def filled(folder: Path) -> Iterator[None]:
    """Not a byte more fits in there."""
    with (folder / "filler").open("wb", buffering=0) as filler, suppress(OSError):
        while True:
            filler.write(bytes(4096))
    yield
    (folder / "filler").unlink()


def is_shown_and_refuses(table: Table) -> None:
    """What was is seen, and nothing is changed."""
    table.come_back()
    settle(table.tv)
    step = table.tv.view["step"]
    touch = {"cmd_id": "touch", "step": step, "position": 0}
    assert refusal(table.people["Ben"], "touch_card", **touch) == "server/not_saved"
    stranger = Client(table.server.url)
    assert refusal(stranger, "create", cmd_id="c", **OPENING) == "server/not_saved"
    settle(table.tv)
    assert table.tv.view["step"] == step


def goes_on(table: Table) -> None:
    """As soon as there is room; nobody does anything for that."""
    while not is_touched(table):
        pass
    assert Client(table.server.url).ask("create", cmd_id="c", **OPENING)["room"] != table.code


def is_touched(table: Table) -> bool:
    settle(table.tv)
    touch = {"cmd_id": "again", "step": table.tv.view["step"], "position": 0}
    ben = table.people["Ben"]
    answer = ben.answer(ben.send("touch_card", touch))
    assert answer == {"ok": True} or answer["error"]["code"] == "server/not_saved"
    return bool(answer == {"ok": True})


def test_after_an_orderly_stop(small: Path) -> None:
    with running(small, deal=DEAL) as server:
        table = Table(server).dealt().clue()
        server.stop()
        with filled(small):
            server.start()
            assert f"The disk of {small / FILE} is full" in server.output
            is_shown_and_refuses(table)

        goes_on(table)
        server.stop()
        assert "There is room on the disk" in server.output
        assert "Traceback" not in server.output


def test_after_a_crash(small: Path) -> None:
    """What stands in the WAL alone is there, too."""
    with running(small, deal=DEAL) as server:
        table = Table(server).dealt().clue()
        server.kill()
        with filled(small):
            server.start()
            is_shown_and_refuses(table)
        goes_on(table)
        server.stop()
        assert "is full" in server.output
        assert "Traceback" not in server.output


def test_with_tables_of_an_earlier_release(small: Path) -> None:
    """They cannot be brought up to date before there is room; nothing is lost by that."""
    with running(small, deal=DEAL) as server:
        table = Table(server).dealt().clue()
        server.stop()
        for column in ("used", "seen", "expired", "permanent"):
            write(small, f"alter table rooms drop column {column}")
        for column in ("deleted", "passed", "noted"):
            write(small, f"alter table counters drop column {column}")
        for later in OTHER_TABLES:
            write(small, f"drop table {later}")
        write(small, "pragma user_version = 2")
        with filled(small):
            server.start()
            stranger = Client(server.url)
            assert refusal(stranger, "watch", protocol=2, room=table.code) == "server/not_saved"
            assert refusal(stranger, "create", cmd_id="c", **OPENING) == "server/not_saved"
        while "There is room" not in server.output:
            settle(stranger)
        table.come_back()
        goes_on(table)
        server.stop()
        assert "Traceback" not in server.output


def test_where_no_file_can_grow(tmp_path: Path) -> None:
    """As for somebody whose share of the disk is used up; one need not be root to try that."""
    with running(tmp_path, deal=DEAL) as server:
        table = Table(server).dealt().clue()
        server.stop()
        (tmp_path / "nothing").touch()
        with full_disk(os.getpid(), tmp_path / "nothing"):
            ready = server.launch()
        assert ready.wait(PATIENCE), server.output
        is_shown_and_refuses(table)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (-1, -1))
        goes_on(table)
        server.stop()
        assert "Traceback" not in server.output
