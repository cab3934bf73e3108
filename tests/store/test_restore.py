"""Backups, restoring them, logs that cannot be read, and newer data."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from clients import Client
from patience import PATIENCE
from servers import SOURCES, Deal, Server, running
from streams import Stream, card
from table import DEAL, KEY, Table, refusal, settle
from undercast.store.data_file import FILE
from undercast.store.sqlite.schema import SCHEMA
from wire import get, status

pytestmark = pytest.mark.slow


def undercast(command: str, data: Path, *arguments: object) -> str:
    """Run a command beside the server; its output."""
    done = subprocess.run(
        [sys.executable, "-m", "undercast.cli", command, "--data", data, *map(str, arguments)],
        env={"PYTHONPATH": str(SOURCES)},
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    return done.stdout


def write(data: Path, query: str, *values: object) -> None:
    with closing(sqlite3.connect(data / FILE)) as db:
        db.execute(query, values)
        db.commit()


def touched(client: Client) -> list[int]:
    return [t["position"] for turn in client.game["turns"] for t in turn["touches"]]


def test_restoring_while_a_game_is_played_lets_everybody_enter_again(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    with running(data, deal=DEAL) as server:
        table = Table(server).dealt().clue()
        table.move("Ben", "touch_card", position=0)
        assert "Keep it private" in undercast("backup", data, copy)
        stream = Stream(server.url, f"/tv/{table.code}.mjpg")
        table.move("Ben", "touch_card", position=1)
        while card(stream.another(), 1) != "red":
            pass
        later = Table(server)
        assert undercast("restore", data, copy) == f"Restored 1 rooms from {copy}\n"
        for client in (*table.people.values(), table.tv, *later.people.values(), later.tv):
            client.wait(lambda client=client: client.gone is not None)
            assert client.gone == {"code": "server/restored"}
            assert refusal(client, "leave", cmd_id="x") == "wire/not_entered"
        restored = stream.another()
        assert (card(restored, 0), card(restored, 1)) == ("red", "paper")
        stream.close()
        table.come_back()
        assert touched(table.tv) == [0]
        table.move("Ben", "touch_card", position=2)
        settle(table.tv)
        assert touched(table.tv) == [0, 2]
        stranger = Client(server.url)
        assert refusal(stranger, "watch", protocol=2, room=later.code) == "room/not_found"
        server.kill()
        server.start()
        assert touched(table.watch()) == [0, 2]


def test_a_move_right_after_a_restore_is_not_put_on_top_of_another_game(tmp_path: Path) -> None:
    """Before the server has noticed: even where the versions would fit."""
    data, copy = tmp_path / "data", tmp_path / "copy"
    with running(data, deal=DEAL) as server:
        table = Table(server).dealt().clue()
        undercast("backup", data, copy)
        settle(table.tv)
        step = table.tv.view["step"]
        undercast("restore", data, copy)
        dan = table.people["Dan"]
        answer = dan.answer(dan.send("rename", {"cmd_id": "after", "name": "Dora"}))
        assert answer["error"]["code"] in ("server/not_saved", "wire/not_entered")
        table.come_back()
        assert table.tv.view["step"] == step
        assert "Dan" in {player["name"] for player in table.tv.lobby["players"]}
        # Whether the server has noticed by now or not: at last it goes on.
        while "error" in (again := dan_renames(table)):
            assert again["error"]["code"] in ("server/not_saved", "wire/not_entered")
            table.come_back()


def dan_renames(table: Table) -> dict[str, dict[str, str]]:
    dan = table.people["Dan"]
    answer: dict[str, dict[str, str]] = dan.answer(
        dan.send("rename", {"cmd_id": "again", "name": "Dora"})
    )
    return answer


def test_restoring_while_the_server_stands_still(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    with running(data, deal=DEAL) as server:
        table = Table(server).dealt().clue()
        table.move("Ben", "touch_card", position=0)
        server.stop()
        undercast("backup", data, copy)
        server.start()
        table.come_back()
        table.move("Ben", "touch_card", position=1)
        server.stop()
        undercast("restore", data, copy)
        server.start()
        table.come_back()
        assert touched(table.tv) == [0]


def test_a_backup_is_its_owners_alone_and_overwrites_nothing(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    with running(data, deal=DEAL) as server:
        Table(server)
        undercast("backup", data, copy)
        assert copy.stat().st_mode & 0o077 == 0
        with pytest.raises(subprocess.CalledProcessError) as caught:
            undercast("backup", data, copy)
        assert "already exists" in caught.value.stderr
        assert "Traceback" not in caught.value.stderr


@pytest.mark.parametrize("content", [b"", b"no database " * 999, None])
def test_what_is_no_backup_replaces_nothing(tmp_path: Path, content: bytes | None) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    if content is not None:
        copy.write_bytes(content)
    with running(data, deal=DEAL) as server:
        table = Table(server)
        with pytest.raises(subprocess.CalledProcessError) as caught:
            undercast("restore", data, copy)
        assert caught.value.stderr.startswith(f"undercast: {copy}")
        assert "Traceback" not in caught.value.stderr
        assert table.watch().lobby["code"] == table.code


LAST = (
    "update entries set entry = {} where code = ?1"
    " and version = (select max(version) from entries where code = ?1)"
)
WHOLE = "update entries set entry = {} where code = ?"
LOST = {
    "bytes": (LAST.format("x'00ff'"),),
    "half": (LAST.format("substr(entry, 1, 20)"),),
    "kind": (LAST.format("replace(cast(entry as text), 'touch_card', 'touch_cart')"),),
    "gap": ("delete from entries where code = ?1 and version = 10",),
    # Before the latest checkpoint, which is spoiled too.
    "checkpoint": (
        "update checkpoints set room = x'00' where code = ?",
        "update entries set entry = x'00' where code = ? and version = 9",
    ),
    "key": (
        "delete from checkpoints where code = ?",
        WHOLE.format("replace(cast(entry as text), '\"assassin\"', '\"red\"')"),
    ),
}
"""What costs the game, or what came after it."""

HARMLESS = {
    "early": ("update entries set entry = x'00' where code = ? and version < 8",),
    "checkpoint": ("update checkpoints set room = x'00' where code = ?",),
}
"""What is never looked at, or can be had from elsewhere."""

UNREADABLE = (
    "delete from checkpoints where code = ?",
    "update entries set entry = x'00' where code = ? and version = 1",
)
NEWER = (LAST.format("replace(cast(entry as text), '\"format\":3', '\"format\":99')"),)


def test_a_damaged_log_costs_the_game_it_is_in_and_the_others_play_on(tmp_path: Path) -> None:
    codes = tuple(f"BCD{letter}" for letter in "BCDFGHJKLMNPQRST")
    with running(tmp_path, deal=Deal((KEY,), codes=codes)) as server:
        sound = Table(server)
        lost, harmless = spoiled(server, LOST), spoiled(server, HARMLESS)
        (unreadable,), (newer,) = spoiled(server, {"": UNREADABLE}), spoiled(server, {"": NEWER})
        server.stop()
        for tables, damages in ((lost, LOST), (harmless, HARMLESS)):
            for table, queries in zip(tables, damages.values(), strict=True):
                spoil(tmp_path, table, queries)
        spoil(tmp_path, unreadable, UNREADABLE)
        spoil(tmp_path, newer, NEWER)
        server.start()
        for table, code in ((unreadable, "room/unreadable"), (newer, "room/newer_version")):
            for _ in range(2):
                tv = Client(server.url)
                assert refusal(tv, "watch", protocol=2, room=table.code) == code
        for table in harmless:
            assert touched(table.watch()) == [0]
        for table, damage in zip(lost, LOST, strict=True):
            goes_on_without_the_game(table, damage)
        assert sound.watch().lobby["code"] == sound.code
        assert status(get(server.url, "/healthz")) == 200
        listed = undercast("rooms", tmp_path).splitlines()
        assert [line[:4] for line in listed if " set aside: " in line] == [unreadable.code]
        assert sum("unreadable log kept" in line for line in listed) == len(LOST)
        assert Table(server).code == codes[len(lost) + len(harmless) + 3]
        server.stop()
        for table in (*lost, unreadable):
            assert f"Room {table.code} cannot be read and was set aside" in server.output
        assert f"Room {newer.code} cannot" not in server.output
        assert "Traceback" not in server.output
        assert "assassin" not in server.output


def spoiled(server: Server, damages: dict[str, tuple[str, ...]]) -> list[Table]:
    """A room in the middle of its first game for each of these."""
    tables = [Table(server).dealt().clue() for _ in damages]
    for table in tables:
        table.move("Ben", "touch_card", position=0)
        settle(table.people["Ben"])
    return tables


def spoil(data: Path, table: Table, queries: tuple[str, ...]) -> None:
    for query in queries:
        write(data, query, table.code)


def goes_on_without_the_game(table: Table, damage: str) -> None:
    """The host is told what is lost, and goes on with everybody; the others wait for that."""
    table.come_back()
    ana, ben = table.people["Ana"], table.people["Ben"]
    assert table.tv.game is None, damage
    assert table.tv.lobby["lost"] is not None
    assert refusal(ana, "deal", cmd_id="x") == "room/unreadable"
    assert refusal(ben, "go_on", cmd_id="x") == "room/not_host"
    ana.do("go_on")
    settle(table.tv)
    assert table.tv.lobby["lost"] is None
    assert refusal(ana, "go_on", cmd_id="y") == "room/nothing_lost"
    ana.do("rename", name="Anna")


def test_data_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    with running(tmp_path, deal=DEAL) as server:
        Table(server)
        server.stop()
    write(tmp_path, f"pragma user_version = {SCHEMA + 1}")
    before = (tmp_path / FILE).read_bytes()
    for command in ("serve", "rooms", "backup", "restore", "host"):
        more = {"backup": [tmp_path / "new"], "restore": [tmp_path / FILE], "host": ["BKTM"]}
        with pytest.raises(subprocess.CalledProcessError) as caught:
            undercast(command, tmp_path, *more.get(command, []))
        assert caught.value.returncode == 2
        assert "newer version" in caught.value.stderr
        assert caught.value.stderr.count("\n") == 1
    assert (tmp_path / FILE).read_bytes() == before
