"""Bots outlive what befalls them: the server's sudden death, and their own process's."""

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cast.emulated import eventually
from clients import Client, Refused, token
from servers import Deal, Server
from undercast.rules.actions import GiveClue, NoteCards
from undercast.store import codec
from undercast.store.data_file import FILE

WORDS = (
    *("whale", "piano", "castle", "doctor", "forest", "needle", "bridge", "rocket", "mirror"),
    *("shadow", "engine", "window", "garden", "dragon", "carrot", "saturn", "violin", "pirate"),
    *("desert", "button", "planet", "teacher", "kitchen", "diamond", "spider"),
)
KEY = "rrrrrrrrrbbbbbbbbnnnnnnna"
BYSTANDER, RED = 17, 0

CODES = tuple(f"B{a}{b}Z" for a in "BCDFGH" for b in "BCDFGH")

TAPPING = {"guessing": "operatives_tap"}


class Mood:
    """What the thinking process is like."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "mood"
        self.set("think")

    def set(self, mood: str) -> None:
        following = self.file.with_suffix(".next")
        following.write_text(mood)
        following.replace(self.file)

    def asked(self) -> list[str]:
        noted = self.file.with_suffix(".asked")
        return noted.read_text().splitlines() if noted.exists() else []


@pytest.fixture
def mood(tmp_path: Path) -> Mood:
    return Mood(tmp_path)


@pytest.fixture
def server(tmp_path: Path, mood: Mood) -> Iterator[Server]:
    options = ("--generous", "--wall-clock", "--bot-pace", "0", "--mood", str(mood.file))
    one = Server(tmp_path / "data", Deal((KEY,), WORDS, CODES), (*options, "--patience", "60"))
    try:
        yield one.start()
        silent_about_the_cards(one)
    finally:
        one.kill()


def silent_about_the_cards(server: Server) -> None:
    """No word of a card, and no two identities in a row, in anything that was logged."""
    logged = server.output.partition("Stop with")[2].lower()
    assert not [word for word in WORDS if re.search(rf"\b{word}\b", logged)]
    identity = "(red|blue|bystander|assassin)"
    assert not re.search(rf"{identity}\W+{identity}\W", logged)


def token_of(name: str) -> str:
    return f"{name.replace(' ', '-'):_<30}"


def opened(server: Server, name: str = "Ana") -> Client:
    """Somebody in a room of their own."""
    ana = Client(server.url)
    own = {"cmd_id": "create", "token": token_of(name), "name": name, "language": "en"}
    ana.enter("create", decks=["en"], settings=TAPPING, **own)
    return ana


def playing(server: Server, name: str = "Ana") -> Client:
    """Somebody who guesses for red; the rest are bots, and red's spymaster has to think."""
    ana = opened(server, name)
    ana.do("take_seat", seat="red_operative")
    ana.do("fill_with_bots", style="bold")
    ana.do("deal")
    ana.wait_for_view(lambda _: ana.game is not None)
    return ana


def back(server: Server, room: str, name: str = "Ana") -> Client:
    ana = Client(server.url)
    ana.enter("enter", room=room, token=token_of(name))
    return ana


def until_phase(client: Client, phase: str) -> None:
    client.wait_for_view(lambda _: client.game["phase"] == phase)


def clues(client: Client) -> list[Any]:
    return [turn["clue"] for turn in client.game["turns"]]


def saved(server: Server) -> Counter[str]:
    """How many clues and notes of bots stand in the log, by who and what."""
    with closing(sqlite3.connect(server.data / FILE)) as db:
        rows = db.execute("select entry from entries").fetchall()
    entries = [codec.decode(row[0]) for row in rows]
    told = (e for e in entries if isinstance(e.do, GiveClue | NoteCards))
    return Counter(f"{e.by} {type(e.do).__name__}" for e in told)


def test_the_server_is_killed_while_a_bot_thinks_and_after_it_acted(
    server: Server, mood: Mood
) -> None:
    mood.set("hang")
    ana = playing(server)
    room = ana.lobby["code"]
    assert ana.game["thinking"] == ["p2"]
    eventually(lambda: mood.asked() == ["p2"])
    server.kill()
    assert saved(server) == {}
    mood.set("think")
    ana = back(server.start(), room)
    assert [player["online"] for player in ana.lobby["players"]] == [True] * 4
    until_phase(ana, "guess")
    given = clues(ana)
    server.kill()
    ana = back(server.start(), room)
    assert clues(ana) == given
    assert saved(server) == {"p2 NoteCards": 1, "p2 GiveClue": 1}
    ana.move("touch_card", position=BYSTANDER)
    ana.wait_for_view(lambda _: clues(ana)[1] is not None)
    assert saved(server)["p3 GiveClue"] == 1


@pytest.mark.parametrize("bad", ["die", "babble"])
def test_where_thinking_fails_everybody_sees_it_and_others_play_on(
    server: Server, mood: Mood, bad: str
) -> None:
    mood.set(bad)
    others = opened(server, "Eva")
    ana = playing(server)
    ana.wait_for_view(lambda _: ana.lobby["bots"] == "failing")
    others.do("rename", name="Evita")
    assert clues(ana) == [None]
    assert ana.game["thinking"] == ["p2"]
    mood.set("think")
    until_phase(ana, "guess")
    ana.wait_for_view(lambda _: ana.lobby["bots"] == "ready")
    late = opened(server, "Fay")
    assert late.lobby["bots"] == "ready"


def test_while_thinking_hangs_others_play_on(server: Server, mood: Mood) -> None:
    """Taps of another room, and of the same; and the coach says that it has no thought."""
    mood.set("hang")
    ana = playing(server)
    eventually(lambda: mood.asked() == ["p2"])
    ana.do("rename", name="Anna")
    eva = opened(server, "Eva")
    for number in range(5):
        eva.do("rename", name=f"Eva {number}")
    ana.do("pause", step=ana.view["step"])
    ana.wait_for_view(lambda _: ana.game["paused"])
    assert ana.game["thinking"] == []
    assert mood.asked() == ["p2"]
    mood.set("think")
    ana.do("resume", step=ana.view["step"])
    until_phase(ana, "guess")
    assert len([clue for clue in clues(ana) if clue]) == 1


def test_a_process_that_hangs_is_ended(tmp_path: Path, mood: Mood) -> None:
    mood.set("hang")
    options = ("--generous", "--wall-clock", "--bot-pace", "0", "--mood", str(mood.file))
    one = Server(tmp_path / "data", Deal((KEY,), WORDS), (*options, "--patience", "1"))
    try:
        ana = playing(one.start())
        ana.wait_for_view(lambda _: ana.lobby["bots"] == "failing")
        with pytest.raises(Refused, match="bot/no_coach"):
            ana.ask("ask_ideas")
        silent_about_the_cards(one)
    finally:
        one.kill()


def test_ten_rooms_of_bots_hold_up_nobody(server: Server, mood: Mood) -> None:
    """All of them think at once; an eleventh room's people are answered before they are through."""
    mood.set("hang")
    rooms = [playing(server, f"Host {number}") for number in range(10)]
    eva = opened(server, "Eva")
    eventually(mood.asked)
    mood.set("think")
    answered = 0
    waiting = list(rooms)
    while waiting:
        eva.do("rename", name=f"Eva {answered}")
        answered += 1
        settle(waiting[-1])
        if waiting[-1].game["phase"] == "guess":
            waiting.pop()
    assert answered > len(rooms)
    assert Counter(mood.asked())["p2"] == len(rooms)


def settle(client: Client) -> None:
    """Receive all that the server has sent: it answers in order."""
    with pytest.raises(Refused):
        client.ask("are we there")


def test_where_nobody_looks_on_bots_wait(server: Server, mood: Mood) -> None:
    mood.set("hang")
    ana = playing(server)
    room = ana.lobby["code"]
    eventually(lambda: mood.asked() == ["p2"])
    ana.close()
    other = Client(server.url)
    open_games = opened(server, "Eva")  # whoever comes after the other has gone
    mood.set("think")
    open_games.do("rename", name="Evita")
    other.enter("join", room=room, token=token(), name="Ben")
    until_phase(other, "guess")
    assert saved(server) == {"p2 NoteCards": 1, "p2 GiveClue": 1}
