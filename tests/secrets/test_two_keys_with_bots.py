"""Law "Two keys, same bytes", with bots that guess and a coach, against a running server.

One evening is played twice, with keys that agree on every card that was touched. The bots see no
key: they do the same in both, of their own accord. What the givers note in secret differs, too.
"""

import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from clients import Client, Refused
from servers import Deal, Server

ROOM = "BKTM"

OPTIONS = ("--loud", "--generous", "--bot-pace", "0")

HOUSE = {"guessing": "operatives_tap", "marks": "team_sees", "coach": True}

WORDS = (
    *("whale", "piano", "castle", "doctor", "forest", "needle", "bridge", "rocket", "mirror"),
    *("shadow", "engine", "window", "garden", "dragon", "carrot", "saturn", "violin", "pirate"),
    *("desert", "button", "planet", "teacher", "kitchen", "diamond", "spider"),
)
KEY = "rrrrrrrrrbbbbbbbbnnnnnnna"

WITHOUT_KEY = ("tv", "Ana", "Gil")
WITH_KEY = ("Ben", "Cem")

Note = tuple[int, ...]


def another_key(touched: frozenset[int]) -> str:
    """It says the same about the touched cards, and something else about most others."""
    rng, free = random.Random(3), [n for n in range(25) if n not in touched]
    while True:
        letters = [*KEY]
        for to, origin in zip(free, rng.sample(free, len(free)), strict=True):
            letters[to] = KEY[origin]
        if sum(a != b for a, b in zip(KEY, letters, strict=True)) > len(free) // 2:
            return "".join(letters)


class Evening:
    """The script. `seen` collects what everybody received, by name."""

    def __init__(self, server: Server, note: Note) -> None:
        self.server, self.note = server, note
        self.people: dict[str, Client] = {}
        self.seen: dict[str, list[str]] = {}
        self.ideas: list[Any] = []
        self.rankings: list[Any] = []
        self.touched: frozenset[int] = frozenset()
        self.commands = 0

    def come(self, name: str, entrance: str, /, **fields: object) -> None:
        person = self.people[name] = Client(self.server.url)
        person.enter(entrance, token=f"{name:_<30}", name=name, **fields)

    def do(self, name: str, command: str, /, **fields: object) -> None:
        self.commands += 1
        self.people[name].ask(command, cmd_id=f"k{self.commands}", **fields)

    def move(self, name: str, command: str, /, **fields: object) -> None:
        self.settle(self.people["tv"])
        self.do(name, command, step=self.people["tv"].view["step"], **fields)

    def settle(self, person: Client) -> None:
        """Receive all that the server has sent: it answers in order."""
        with pytest.raises(Refused):
            person.ask("are we there")

    def play(self) -> "Evening":
        tv = self.people["tv"] = Client(self.server.url)
        self.come("Ana", "create", language="en", decks=["en"], settings=HOUSE, cmd_id="create")
        tv.enter("watch", room=ROOM)
        for name in ("Ben", "Cem", "Gil"):
            self.come(name, "join", room=ROOM)
        seats = {"Ana": "blue_operative", "Ben": "red_spymaster", "Cem": "blue_spymaster"}
        for name, seat in seats.items():
            self.do(name, "take_seat", seat=seat)
        self.do("Ana", "fill_with_bots", style="normal")
        self.do("Ana", "add_bot", seat="blue_operative", style="careful")
        self.do("Ana", "deal")
        self.everybody_asks()
        self.clue_of("Ben", "ocean", 2)
        tv.wait_for_view(lambda _: tv.game["turns"][-1]["team"] == "blue")
        self.everybody_asks()
        self.clue_of("Cem", "music", 1)
        ana = self.people["Ana"]
        ana.wait_for_view(lambda message: bool(message["view"]["marks"]))
        hidden = (n for n in range(17, 24) if ana.game["revealed"][n] is None)
        self.move("Ana", "touch_card", position=next(hidden))  # and no bot has anything to do now
        self.settle(tv)
        self.bots_come_and_go()
        self.move("Ana", "abandon")
        for name, person in self.people.items():
            self.settle(person)
            self.seen[name] = [*person.handshake, *person.frames]
        touches = [touch for turn in tv.game["turns"] for touch in turn["touches"]]
        self.touched = frozenset(touch["position"] for touch in touches)
        return self

    def clue_of(self, name: str, word: str, number: int) -> None:
        """With the coach's help, and a note that nobody sees."""
        giver = self.people[name]
        for asked in (word, "needle", "xyzzy"):
            self.rankings.append(giver.ask("ask_coach", word=asked)["ranking"])
        self.ideas.append(giver.ask("ask_ideas")["ideas"])
        self.move(name, "note_cards", cards=self.note)
        self.move(name, "give_clue", word=word, number=number)

    def everybody_asks(self) -> None:
        """For what is not theirs."""
        step = self.people["tv"].view["step"]
        for name in WITHOUT_KEY:
            person = self.people[name]
            for command, fields in (
                ("ask_coach", {"word": "ocean"}),
                ("ask_ideas", {}),
                ("note_cards", {"cmd_id": "h1", "step": step, "cards": [24, 25]}),
                ("note_cards", {"cmd_id": "h2", "step": step, "cards": ["24"]}),
                ("relieve_bot", {"cmd_id": "h3", "player": "p2"}),
                ("relieve_bot", {"cmd_id": "h4", "player": "p99"}),
                ("add_bot", {"cmd_id": "h5", "seat": "red_spymaster", "style": "bold"}),
                ("add_bot", {"cmd_id": "h6", "seat": "red_operative", "style": "seeing"}),
                ("fill_with_bots", {"cmd_id": "h7", "style": "bold"}),
            ):
                assert "error" in person.answer(person.send(command, fields)), (name, command)

    def bots_come_and_go(self) -> None:
        bots = {p["seat"]: p["id"] for p in self.people["Ana"].lobby["players"] if p["bot"]}
        self.do("Gil", "relieve_bot", player=bots["red_operative"])
        self.do("Ana", "remove", player=bots["blue_operative"])
        self.do("Ana", "add_bot", seat="red_operative", style="bold")
        self.move("Ana", "pause")
        self.move("Ana", "resume")


def evening(data: Path, key: str, note: Note, port: int = 0) -> Evening:
    server = Server(data, Deal((key,), WORDS), OPTIONS, port)
    try:
        played = Evening(server.start(), note).play()
        assert server.stop() == 0
    finally:
        server.kill()
    return played


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> tuple[Evening, Evening]:
    one = evening(tmp_path_factory.mktemp("bots"), KEY, (0, 1))
    key = another_key(one.touched)
    return one, evening(tmp_path_factory.mktemp("bots"), key, (9, 4, 3), one.server.port)


def test_the_two_evenings_are_worth_comparing(evenings: tuple[Evening, Evening]) -> None:
    one, two = evenings
    assert one.touched == two.touched
    assert len(one.touched) >= 2
    assert Counter(another_key(one.touched)) == Counter(KEY)
    views = [json.loads(f[2:])[1]["view"] for f in one.seen["tv"] if f.startswith('42["view"')]
    assert any(view["game"] and view["game"].get("thinking") for view in views)


@pytest.mark.parametrize("name", WITHOUT_KEY)
def test_who_sees_no_key_receives_the_same_bytes(
    evenings: tuple[Evening, Evening], name: str
) -> None:
    one, two = evenings
    assert one.seen[name] == two.seen[name]
    assert not [frame for frame in one.seen[name] if '"ideas"' in frame or '"ranking"' in frame]
    assert not [frame for frame in one.seen[name] if '"notes"' in frame]


@pytest.mark.parametrize("name", WITH_KEY)
def test_a_giver_s_bytes_differ_in_the_key_and_the_ideas_alone(
    evenings: tuple[Evening, Evening], name: str
) -> None:
    plain = [
        [re.sub(r'"key":\[[^]]*\]', "", f) for f in one.seen[name] if '"ideas"' not in f]
        for one in evenings
    ]
    assert plain[0] == plain[1]


def test_the_coach_ranks_as_a_stranger_would_and_has_ideas_for_this_key(
    evenings: tuple[Evening, Evening],
) -> None:
    one, two = evenings
    assert one.rankings == two.rankings
    assert one.ideas != two.ideas
    assert all(len(ideas) == 3 for ideas in one.ideas)


def test_the_log_is_the_same_and_names_no_card(evenings: tuple[Evening, Evening]) -> None:
    logs = [e.server.output.replace(str(e.server.data), "DATA") for e in evenings]
    assert logs[0] == logs[1]
    told = logs[0].partition("Stop with")[2].lower()
    assert "received event" in told
    for word in (*WORDS, "ocean", "music", "xyzzy"):
        assert not re.search(rf"\b{word}\b", told)
    identity = "(red|blue|bystander|assassin)"
    assert not re.search(rf"{identity}\W+{identity}\W", told)
