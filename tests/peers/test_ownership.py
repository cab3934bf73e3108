"""What is done once for a room that two servers hold, and what becomes of it when one dies."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from patience import in_time
from peers.peer_servers import entered, happened, here_are, two
from servers import Server
from store.redis_servers import VALKEY, redis_server, until
from table import Table, settle

pytestmark = pytest.mark.slow

MOST = 6.0
"""Seconds until another server does what one that died had to do: 3.5 to notice, then it thinks."""


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[list[Server]]:
    options = ("--wall-clock", "--bot-pace", "0.05")
    with (
        redis_server(VALKEY, tmp_path / "engine") as valkey,
        two(tmp_path, valkey, *options, moods=True) as servers,
    ):
        yield servers


def asked(server: Server) -> list[str]:
    """The bots that this server has had think."""
    noted = server.data.with_suffix(".asked")
    return noted.read_text().splitlines() if noted.exists() else []


def test_the_first_thinks_for_bots_and_when_it_dies_the_other(pair: list[Server]) -> None:
    here, there = pair
    here.data.with_suffix(".mood").write_text("hang")
    table = Table(here)
    tv = entered(there, table)
    tv.wait(lambda: here_are(tv) >= {"Ana", "Ben"})  # by then it knows whose room it is
    table.people["Ben"].do("take_seat", seat="red_operative")
    table.people["Ana"].do("add_bot", seat="red_spymaster", style="normal")
    table.people["Ana"].do("deal")
    until(lambda: bool(asked(here)))
    dan = entered(there, table, "Dan")
    dan.do("rename", name="Daniel")
    tv.wait(lambda: here_are(tv) >= {"Ana", "Ben", "Daniel"})
    assert asked(there) == []
    began = time.monotonic()
    here.kill()
    tv.wait(lambda: bool(tv.game["turns"][-1]["clue"]))
    assert time.monotonic() - began < in_time(MOST)
    assert asked(there) == asked(here)
    tv.wait(lambda: not here_are(tv) & {"Ana", "Ben"})
    ben = entered(there, table, "Ben")
    ben.move("touch_card", position=0)
    tv.wait(lambda: bool(tv.game["turns"][0]["touches"]))
    assert (tv.gone, "Traceback" in there.output) == (None, False)


def test_who_was_thought_dead_thinks_for_nothing(pair: list[Server]) -> None:
    """For a while there are two who think for one bot; what comes of it second is nothing."""
    here, there = pair
    mood = here.data.with_suffix(".mood")
    mood.write_text("hang")
    table = Table(here)
    tv = entered(there, table)
    ben = table.people["Ben"]
    ben.do("take_seat", seat="red_operative")
    table.people["Ana"].do("add_bot", seat="red_spymaster", style="normal")
    table.people["Ana"].do("deal")
    tv.wait(lambda: tv.game is not None)
    until(lambda: bool(asked(here)))
    os.killpg(here.pid, signal.SIGSTOP)
    tv.wait(lambda: bool(tv.game["turns"][-1]["clue"]))
    assert asked(there) == asked(here)
    mood.write_text("think")
    os.killpg(here.pid, signal.SIGCONT)
    ben.wait(lambda: ben.game is not None and bool(ben.game["turns"][-1]["clue"]))
    ben.move("touch_card", position=0)
    tv.wait(lambda: bool(tv.game["turns"][0]["touches"]))
    settle(ben)
    assert (happened(tv).count("clue_given"), happened(ben).count("clue_given")) == (1, 1)
    assert "Traceback" not in here.output + there.output
