"""`undercast copy`: a house moves into an engine, and out again, whole."""

import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bench import why_not
from certificates import certificate
from clients import Client
from servers import PATIENCE, SOURCES, running
from store.engine_bench import EngineBench
from store.engines import EACH, VALKEY, Running, engine
from store.terminals import in_house
from store.test_restore import undercast
from stored import test_first_release as old
from table import DEAL, Table, refusal, settle
from undercast.refusals import Refusal
from undercast.store import files, moving
from undercast.store.engine import keys
from undercast.store.files import FILE, DataUnusable
from undercast.store.schema import STATISTICS, TABLES

NOT_COPIED = {"rooms": {"used", "seen", "expired"}}
"""How long ago a room was used is told by the time that passed elsewhere."""


def content(folder: Path) -> dict[str, list[Any]]:
    """All that is kept in a folder."""
    found = {}
    with closing(files.connect(folder / FILE)) as db:
        for table, columns in (TABLES | STATISTICS).items():
            names = [name for name in columns if name not in NOT_COPIED.get(table, ())]
            query = f"select {', '.join(names)} from {table} order by 1, 2, 3"
            found[table] = db.execute(query).fetchall()
    return found


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The folder of the first release, with a log that was put aside, and a statistic."""
    folder = shutil.copytree(old.DATA, tmp_path / "house")
    code = old.SET_ASIDE["code"]
    with closing(files.connect(folder / FILE)) as db:
        db.execute(
            "insert into put_aside select code, 2, version, at, entry from entries where code = ?",
            (code,),
        )
        rooms = [str(row[0]) for row in db.execute("select code from rooms order by code")]
        row = "insert into counted values (?, ?, ?, 7, 8, 'classic', 'abandoned', 0, 1, 2, 3, 0)"
        db.execute(row, (4, rooms[0], 1))
        db.execute(row, (9, None, 0))
        db.execute(
            "insert into counted_people values (9, 'ana', '', 'Ana', 1, 0, 2, 3, 4, 0, 5, 4, 3, 'x')"
        )
        db.execute("update rooms set expired = 0 where code = ?", (rooms[-1],))
    return folder


@pytest.mark.parametrize("kind", EACH)
def test_there_and_back_everything_is_the_same(kind: str, house: Path, tmp_path: Path) -> None:
    with engine(kind, tmp_path / "engine", safe=False) as there:
        rooms = len(old.ROOMS) + 1
        assert moving.copy(house, there.url, replace=False) == rooms
        assert not [key for key in there.do("KEYS", "*:new")]  # type: ignore[attr-defined]
        assert in_house(there.url, lambda one: one.household()) == in_house(
            house, lambda one: one.household()
        )
        assert in_house(there.url, lambda one: one.secret()) == files.secret(house)
        back = tmp_path / "back"
        back.mkdir()
        assert moving.copy(there.url, back, replace=False) == rooms
        assert content(back) == content(house)
        assert files.secret(back) == files.secret(house)
        listed = [in_house(where, lambda one: one.rooms()) for where in (house, there.url, back)]
        for of in zip(*(sorted(rows, key=lambda row: row.code) for rows in listed), strict=True):
            assert len({(r.code, r.entries, r.latest, r.set_aside, r.put_aside) for r in of}) == 1
            assert len({row.kept_ms is None for row in of}) == 1
        for target in (there.url, back):
            with pytest.raises(DataUnusable, match="--replace"):
                moving.copy(house, target, replace=False)
        with pytest.raises(DataUnusable, match="already"):
            moving.copy(house, house, replace=True)
