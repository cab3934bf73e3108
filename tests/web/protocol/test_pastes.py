"""Pasted lists are read beside the games, one at a time of each room."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from clients import Client, token
from patience import PATIENCE
from servers import Deal, Server
from table import KEY, Table
from undercast.words import MAX_BYTES
from undercast.words.checker_client import ListChecker


def until(reached: Path) -> None:
    late = time.monotonic() + PATIENCE
    while not reached.exists():
        assert time.monotonic() < late
        time.sleep(0.01)


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """As long as it exists no list is read to its end."""
    gate = tmp_path / "gate"
    gate.touch()
    return gate


@pytest.fixture
def server(tmp_path: Path, gate: Path) -> Iterator[Server]:
    options = ("--reader-gate", str(gate))
    server = Server(tmp_path / "data", deal=Deal((KEY,)), options=options).start()
    yield server
    server.kill()


def test_nobody_waits_for_a_list_that_is_read(server: Server, gate: Path) -> None:
    table = Table(server)
    ana, ben = table.people["Ana"], table.people["Ben"]
    tablet = Client(server.url)
    tablet.enter("enter", room=table.code, token=table.tokens["Ana"])
    first = ana.send("paste_words", {"cmd_id": "first", "text": "lemon\npiano"})
    until(gate.with_suffix(".reached"))

    # Somebody else in the room; another room; more lists of the same room, which wait in order.
    ben.do("rename", name="Benno")
    eve = Client(server.url)
    eve.enter("create", token=token(), cmd_id="c", name="Eve", language="en", decks=["en"])
    eve.do("rename", name="Eva")
    again = tablet.send("paste_words", {"cmd_id": "first", "text": "lemon\npiano"})
    other = ana.send("paste_words", {"cmd_id": "other", "text": "tree"})
    ben.do("rename", name="Ben")
    assert not ana.answered

    gate.unlink()
    assert ana.answer(first) == {"ok": True}
    assert tablet.answer(again) == {"ok": True}  # not done twice
    assert ana.answer(other) == {"ok": True}
    ana.wait_for_view(lambda message: message["view"]["lobby"]["house_words"] == 1)
    counts = [message["view"]["lobby"]["house_words"] for message in ana.messages]
    assert sorted(counts) != counts  # two words first, then one


def test_a_reader_that_dies_costs_one_list(server: Server, gate: Path) -> None:
    gate.unlink()
    ana = Table(server).people["Ana"]
    assert ana.answer(ana.send("paste_words", {"cmd_id": "c", "text": "die"}))["error"]["code"] == (
        "server/fault"
    )
    ana.do("paste_words", text="lemon")


def test_a_reader_that_takes_too_long_is_ended(gate: Path) -> None:
    here = Path(__file__).parent.parent.parent
    reading = ListChecker((sys.executable, str(here / "gated_reader.py"), str(gate)), patience=0.2)
    with pytest.raises(TimeoutError):
        reading("lemon")


def test_who_may_not_paste_has_nothing_read(server: Server, gate: Path) -> None:
    ben = Table(server).people["Ben"]
    refused = ben.answer(ben.send("paste_words", {"cmd_id": "c", "text": "lemon"}))
    assert refused["error"]["code"] == "room/not_host"
    assert not gate.with_suffix(".reached").exists()


def test_one_limit_in_bytes(server: Server, gate: Path) -> None:
    gate.unlink()
    ana = Table(server).people["Ana"]
    ana.do("paste_words", text="\n" * MAX_BYTES)  # as large in JSON as a list can be
    for text in ("#" * (MAX_BYTES + 1), "क" * (MAX_BYTES // 3 + 1)):
        error = ana.answer(ana.send("paste_words", {"cmd_id": "c", "text": text}))["error"]
        assert error["code"] == "room/words_refused"
        assert [problem["reason"] for problem in error["problems"]] == ["too_large"]
