"""A room with a very long log, on a running server: others do not wait for it."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

from clients import Client
from room.room_builder import ANA, entry
from servers import Deal, running
from table import KEY, Table
from undercast.room.entries import Rename
from undercast.store import codec
from undercast.store.data_file import FILE

LENGTH = 60_000
"""Entries that nothing was kept of: about a second of replaying."""

TAPS = 5
"""Commands that somebody else has answered one by one meanwhile. It would be one at most if the
room were read in one go.
"""


def lengthen(data: Path, code: str) -> None:
    """As if somebody had changed names all night, in a release that kept nothing beside the log."""
    line = codec.encode(entry(ANA, Rename("Anna")))
    with closing(sqlite3.connect(data / FILE)) as db:
        (first,) = db.execute("select max(version) from entries where code = ?", (code,)).fetchone()
        rows = ((code, first + n, 0, line) for n in range(1, LENGTH + 1))
        db.executemany("insert into entries values (?, ?, ?, ?)", rows)
        db.execute("delete from checkpoints")
        db.commit()


def test_a_tap_elsewhere_does_not_wait_until_it_is_read(tmp_path: Path) -> None:
    with running(tmp_path, deal=Deal((KEY,), codes=("BCDB", "BCDC"))) as server:
        long, other = Table(server).dealt(), Table(server).dealt()
        server.stop()
        lengthen(tmp_path, long.code)
        server.start()
        other.come_back()
        watching = Client(server.url)
        awake = threading.Event()

        def wake() -> None:
            watching.enter("watch", room=long.code)
            awake.set()

        waking = threading.Thread(target=wake)
        waking.start()
        taps = 0
        while not awake.is_set():
            other.people["Ana"].do("rename", name=f"Ana {taps}")
            taps += 1
        waking.join()
        assert taps >= TAPS
        assert watching.lobby["players"][0]["name"] == "Anna"
