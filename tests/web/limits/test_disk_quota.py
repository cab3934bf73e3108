"""Strangers fill the disk slowly, and never keep others from writing what they need."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from clients import Client, Refused, token
from servers import Server, running
from undercast.room import entries
from undercast.room.entries import Entry, LogAction
from undercast.room.seats import Seat
from undercast.rules.settings import Settings
from undercast.store.data_file import FILE
from undercast.store.sqlite.store import SqliteStore
from undercast.web.limits import limit_values

SLOWLY = ("--commands-a-second", "1", "--trust-proxy", "127.0.0.0/8")
LONG = "\n".join(f"word{n:036}" for n in range(900))
"""A pasted list of 37 kB."""


def host(server: Server, number: int) -> Client:
    """Somebody at an address of this number, with a room of his own."""
    client = Client(server.url, header=[f"X-Forwarded-For: 203.0.113.{number}"])
    opening = {"cmd_id": "c", "name": "Eve", "language": "en", "decks": ["en"]}
    client.enter("create", token=token(), **opening)
    return client


def answer(client: Client, name: str, /, **fields: object) -> str:
    """The code of the refusal; "" if it was done."""
    try:
        client.ask(name, **fields)
    except Refused as refused:
        return str(refused.code)
    return ""


def test_whoever_fills_the_disk_is_told_and_others_go_on(tmp_path: Path) -> None:
    with running(tmp_path, options=SLOWLY) as server:
        ana, guest = host(server, 1), host(server, 2)
        eves, refused = [], ""
        while refused != "wire/too_many":
            assert len(eves) + 1 < limit_values.RATE_LIMITS["creations"].amount, "a limit of rooms"
            eves.append(host(server, 2))
            refused = answer(eves[-1], "paste_words", cmd_id="p", text=LONG)
        written = sum(
            limit_values.RATE_LIMITS[name].amount for name in ("writing", "writing_together")
        )
        assert len(LONG) * (len(eves) - 1) < written
        # A move is judged there all the same, and whoever wants to go can go.
        assert answer(guest, "resume", cmd_id="r", step=0) == "game/no_game"
        assert answer(guest, "leave", cmd_id="l") == ""
        # What anybody needs in an evening is there for them.
        assert answer(ana, "rename", cmd_id="n", name="Anna") == ""
        assert answer(ana, "deal", cmd_id="d") != "wire/too_many"
        assert answer(host(server, 3), "rename", cmd_id="n", name="Zoe") == ""


def grown(folder: Path, write: Callable[[SqliteStore, int], object], times: int) -> float:
    """Bytes by which the rooms' file grows each time."""
    with closing(SqliteStore(folder)) as store:
        for number in range(10):
            store.create(f"R{number}", f"first {number}", opening(number))
    before = (folder / FILE).stat().st_size
    with closing(SqliteStore(folder)) as store:
        for number in range(times):
            write(store, number)
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute("pragma wal_checkpoint(truncate)")
    return ((folder / FILE).stat().st_size - before) / times


def opening(number: int) -> Entry:
    at = 1_800_000_000_000 + number
    do = entries.CreateRoom("BKTM", "Eve", f"{number:043}", "en", ("en",), Settings())
    return Entry(at, "p1", "0123456789abcdef", do)


def test_what_is_counted_is_what_the_disk_takes(tmp_path: Path) -> None:
    def doing(action: Callable[[int], LogAction]) -> Callable[[SqliteStore, int], object]:
        def write(store: SqliteStore, number: int) -> None:
            entry = Entry(1_800_000_000_000 + number, "p12", f"{number:016}", action(number))
            store.append(f"R{number % 10}", number // 10 + 2, entry)

        return write

    sizes = {
        limit_values.ENTRY_BYTES: doing(lambda n: entries.Rename(f"a long name {n % 100:07}")),
        limit_values.ENTRY_BYTES + 1e-9: doing(lambda _: entries.TakeSeat(Seat.RED_OPERATIVE)),
        limit_values.NEWCOMER_BYTES: doing(lambda n: entries.Join("a long name", f"{n:043}")),
        limit_values.SETTINGS_BYTES: doing(
            lambda _: entries.ChangeSettings(Settings(), ("en",), "en")
        ),
        limit_values.ROOM_BYTES: lambda store, n: store.create(
            f"{n:04}", f"{n * 7919:064}", opening(n)
        ),
    }
    for number, (counted, write) in enumerate(sizes.items()):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert counted / 3 < grown(folder, write, 2_000) <= counted, write
