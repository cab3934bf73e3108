"""The referee judges beside the games, and has read a language before the first clue in it."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clients import Client, token
from patience import PATIENCE
from servers import Deal, Server, running
from table import KEY, Table, codes, settle


def until(is_so: Callable[[], bool]) -> None:
    late = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < late
        time.sleep(0.01)


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """As long as it exists no clue is judged to its end."""
    return tmp_path / "gate"


@pytest.fixture
def server(tmp_path: Path, gate: Path) -> Iterator[Server]:
    options = ("--judge-gate", str(gate), "--generous")
    deal = Deal((KEY,), codes=codes())
    with running(tmp_path / "data", deal=deal, options=options) as started:
        yield started


def elsewhere(server: Server) -> None:
    """A room is opened, and somebody does something there."""
    eve = Client(server.url)
    eve.enter("create", token=token(), cmd_id="c", name="Eve", language="en", decks=["en"])
    eve.do("rename", name="Eva")


def test_nobody_waits_for_a_clue_of_another_room(server: Server, gate: Path) -> None:
    table = Table(server).dealt()
    ben, dan = table.people["Ben"], table.people["Dan"]
    settle(table.tv)
    gate.touch()
    clue = {"cmd_id": "clue", "step": table.tv.view["step"], "word": "plum", "number": 1}
    given = ben.send("give_clue", clue)
    until(gate.with_suffix(".reached").exists)
    elsewhere(server)

    # In the room itself one thing is done after the other.
    renamed = dan.send("rename", {"cmd_id": "rename", "name": "Danny"})
    elsewhere(server)
    assert not ben.answered
    assert not dan.answered
    gate.unlink()
    assert ben.answer(given) == {"ok": True}
    assert dan.answer(renamed) == {"ok": True}


def test_nobody_notices_that_a_giver_asks(server: Server, gate: Path) -> None:
    table = Table(server).dealt()
    ben, cem, dan = (table.people[name] for name in ("Ben", "Cem", "Dan"))
    gate.touch()
    asked = ben.send("judge_clue", {"word": "plum", "number": 1})
    until(gate.with_suffix(".reached").exists)
    dan.do("rename", name="Danny")
    cem.do("rename", name="Cemal")
    settle(table.tv)
    assert not ben.answered
    gate.unlink()
    assert ben.answer(asked) == {"ok": True, "findings": []}


def test_a_language_is_read_when_a_deck_of_it_is_chosen(server: Server, gate: Path) -> None:
    read = gate.with_suffix(".read")
    table = Table(server)
    until(read.exists)
    table.people["Ana"].do("change_settings", settings={}, decks=["en", "hr"], language="en")
    until(lambda: read.read_text().split() == ["en", "hr"])


def test_a_language_is_read_when_a_room_wakes(server: Server, gate: Path) -> None:
    table = Table(server)
    read = gate.with_suffix(".read")
    table.people["Ana"].do("change_settings", settings={}, decks=["hi"], language="hr")
    until(lambda: read.exists() and "hi" in read.read_text().split())
    server.stop()
    read.unlink()
    server.start()
    table.come_back()
    until(lambda: read.exists() and "hi" in read.read_text().split())
