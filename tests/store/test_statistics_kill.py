"""A game is counted once, though the server is killed (SIGKILL) again and again meanwhile.

One phone plays game after game and is killed at some moment after each end: before the game is
counted, while it is, or after. Now and then the end is taken back after it was counted.
"""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cast.emulated import eventually
from clients import Client, token
from long import often
from servers import Deal, Server
from store.terminals import ask_store
from table import KEY
from undercast.store.data_file import FILE

pytestmark = pytest.mark.slow

GAMES = often(5, 10)

DEAL = Deal((KEY,), tuple(f"word{n:04}" for n in range(25 * (GAMES + 1))))


def counted(data: Path) -> list[int]:
    """The numbers of the games that were counted."""
    with closing(sqlite3.connect(data / FILE)) as db:
        return [game for (game,) in db.execute("select game from counted order by game")]


def test_each_game_is_counted_exactly_once(tmp_path: Path) -> None:
    rng = random.Random(7)
    server = Server(tmp_path, DEAL, ("--generous", "--counts-after=0", "--still"))
    try:
        phone, secret = Client(server.start().url), token()
        room = phone.enter(
            "create",
            token=secret,
            name="Ana",
            language="en",
            decks=["en"],
            settings={"referee": "off"},
            cmd_id="create",
        )["room"]
        phone.do("take_seat", seat="key_holder")
        phone.do("count_me", on=True)
        for game in range(1, GAMES + 1):
            phone.do("deal")
            phone.wait_for_view(lambda view, n=game: view["view"]["lobby"]["games"] == n)
            phone.move("give_clue", word=f"clue {game}", number=1)
            end_it(phone)
            if rng.random() < 0.3:  # counted, and taken back after all
                eventually(lambda n=game: n in counted(tmp_path))
                phone.move("undo")
                assert game not in counted(tmp_path)
                phone.wait_for_view(lambda view: view["view"]["game"]["phase"] == "guess")
                end_it(phone)
            if rng.random() < 0.3:
                phone.move("debrief")
            for _ in range(rng.choice((0, 1_000, 1_000_000, 20_000_000, 40_000_000))):
                pass
            server.kill()
            server.start()
            phone = Client(server.url)
            phone.enter("enter", room=room, token=secret)
        eventually(lambda: len(counted(tmp_path)) == GAMES)
        server.kill()
    finally:
        server.kill()
    assert counted(tmp_path) == list(range(1, GAMES + 1))
    told = ask_store(tmp_path, lambda house: house.household())
    assert sum(row.games for row in told.games) == GAMES
    assert [(person.name, person.numbers.games) for person in told.people] == [("Ana", GAMES)]
    assert told.people[0].numbers.giving.assassins == GAMES


def end_it(phone: Client) -> None:
    phone.wait_for_view(lambda view: view["view"]["game"]["phase"] == "guess")
    phone.move("touch_card", position=24)
    phone.wait_for_view(lambda view: view["view"]["game"]["phase"] == "ended")
