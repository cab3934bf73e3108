"""Bots in the rooms of a running server: they come, act by themselves, and go."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clients import Client, token
from servers import Deal, Server, running

WORDS = (
    *("whale", "piano", "castle", "doctor", "forest", "needle", "bridge", "rocket", "mirror"),
    *("shadow", "engine", "window", "garden", "dragon", "carrot", "saturn", "violin", "pirate"),
    *("desert", "button", "planet", "teacher", "kitchen", "diamond", "spider"),
)
KEY = "rrrrrrrrrbbbbbbbbnnnnnnna"
DUET = "gggggggggaaannnnnnnnnnnnn/gaannnggnngggggganngnnnnnnnn"

TAPPING = {"guessing": "operatives_tap"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, deal=Deal((KEY,), WORDS), options=("--generous", "--wall-clock")) as one:
        yield one


def host(server: Server, **settings: object) -> Client:
    ana = Client(server.url)
    opening = {"cmd_id": "create", "token": token(), "name": "Ana", "language": "en"}
    ana.enter("create", decks=["en"], settings=settings, **opening)
    return ana


def bots(client: Client) -> dict[str, dict[str, Any]]:
    return {player["seat"]: player for player in client.lobby["players"] if player.get("bot")}


def test_one_person_and_three_bots_play_a_game(server: Server) -> None:
    ana = host(server, **TAPPING)
    ana.do("take_seat", seat="red_operative")
    ana.do("fill_with_bots", style="bold")
    ana.wait_for_view(lambda _: len(bots(ana)) == 3)
    ana.do("deal")
    while ana.game["phase"] not in ("ended", "debriefed"):
        step = ana.view["step"]
        if "red_operative" in ana.game["may"].get("touch_card", ()):
            hidden = [n for n, shown in enumerate(ana.game["revealed"]) if shown is None]
            ana.move("touch_card", position=hidden[0])
        ana.wait_for_view(lambda message, step=step: message["step"] != step)
    ana.move("debrief")
    notes = ana.view["view"]["notes"]
    given = [number for number, turn in enumerate(ana.game["turns"]) if turn["clue"]]
    assert {note["turn"] for note in notes} >= set(given)
