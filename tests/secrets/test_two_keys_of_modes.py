"""Law "Two keys, same bytes", in co-op, in the duet and with pictures, against a running server.

One evening of three games is played four times. In the second, the keys differ in all that is never
revealed; nobody without a key may receive another byte, nor may HTTP or the log have one. In the
third and the fourth only one side's key of each duet differs: the other side may receive no other
byte either, though it sees a key of its own.
"""

import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from clients import Client, Refused
from rules.duet_builder import BOTH, DEADLY, KEY_A, KEY_B, NOBODY, ONLY_A, ONLY_B
from servers import Deal, Server
from wire import get

pytestmark = pytest.mark.slow

ROOM = "BKTM"

COOP = {"mode": "coop", "board": "pictures", "guessing": "operatives_tap"}
DUET = {"mode": "duet", "referee": "off"}
SPOKEN = {"mode": "duet", "clues": "spoken"}

PICTURES = "brrbrrnrrbrbbbnrnnba"
TOUCHED_PICTURES = (0, 1, 3, 6, 9, 11)
"""Touched by Dan, or picked by Cem for the opponent."""

SEEN_OF_A = (BOTH[0], ONLY_A[0], NOBODY[0], DEADLY)
"""What B touches in the first duet: that much of A's key gets public."""
SEEN_OF_B = (ONLY_B[0], ONLY_B[1], NOBODY[0])

LATER_SEEN_OF_A = (ONLY_A[1], NOBODY[2])
LATER_SEEN_OF_B = (BOTH[1], NOBODY[1])

PATHS = ("/", f"/{ROOM}", f"/tv/{ROOM}", f"/qr/{ROOM}.svg", "/healthz", "/decks", "/games", "/key")

WITHOUT_KEY = ("tv", "Ana", "Dan", "Gil")
SIDES = ("Eva", "Fay")

Keys = tuple[str, str, str]


def other_duet(seen_of_a: tuple[int, ...], seen_of_b: tuple[int, ...], rng: random.Random) -> str:
    """Two keys that say the same about the cards that were judged, and else what they can."""
    keys = [[*KEY_A], [*KEY_B]]
    free = [[p for p in range(25) if p not in seen] for seen in (seen_of_a, seen_of_b)]
    for _ in range(2_000):
        of_keys = rng.choice([(0,), (1,), (0, 1)])
        may_differ = [p for p in range(25) if all(p in free[n] for n in of_keys)]
        if len(may_differ) < 2:
            continue
        one, other = rng.sample(may_differ, 2)
        if all(keys[n][one] == keys[n][other] for n in (0, 1) if n not in of_keys):
            for n in of_keys:
                keys[n][one], keys[n][other] = keys[n][other], keys[n][one]
    return f"{''.join(keys[0])}/{''.join(keys[1])}"


def other_pictures(rng: random.Random) -> str:
    letters = [*PICTURES]
    free = [p for p in range(20) if p not in TOUCHED_PICTURES]
    for to, origin in zip(free, rng.sample(free, len(free)), strict=True):
        letters[to] = PICTURES[origin]
    return "".join(letters)


def keys_of(which: str) -> Keys:
    """The deals of an evening: as they are, or with other secrets of both sides, of A or of B."""
    rng, everything = random.Random(4), tuple(range(25))
    if which == "same":
        return (f"{KEY_A}/{KEY_B}", PICTURES, f"{KEY_A}/{KEY_B}")
    seen = {
        "both": ((SEEN_OF_A, SEEN_OF_B), (LATER_SEEN_OF_A, LATER_SEEN_OF_B)),
        "A": ((SEEN_OF_A, everything), (LATER_SEEN_OF_A, everything)),
        "B": ((everything, SEEN_OF_B), (everything, LATER_SEEN_OF_B)),
    }[which]
    pictures = other_pictures(rng) if which == "both" else PICTURES
    return (other_duet(*seen[0], rng), pictures, other_duet(*seen[1], rng))


class Evening:
    """The script. `seen` collects what everybody received, by name."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.people: dict[str, Client] = {}
        self.seen: dict[str, list[str]] = {}
        self.responses: list[bytes] = []
        self.commands = 0

    def play(self) -> "Evening":
        tv = self.people["tv"] = Client(self.server.url)
        self.come("Ana", "create", language="en", decks=["en"], settings=DUET, cmd_id="create")
        tv.enter("watch", room=ROOM)
        for name in ("Cem", "Dan", "Eva", "Fay", "Gil"):
            self.come(name, "join", room=ROOM)
        self.duet()
        self.coop()
        self.spoken_duet()
        for name, person in self.people.items():
            self.settle(person)
            self.seen[name] = [*person.handshake, *person.frames]
        return self

    def come(self, name: str, entrance: str, /, **fields: object) -> None:
        person = self.people[name] = Client(self.server.url)
        person.enter(entrance, token=f"{name:_<30}", name=name, **fields)

    def do(self, name: str, command: str, /, **fields: object) -> None:
        self.commands += 1
        self.people[name].ask(command, cmd_id=f"k{self.commands}", **fields)

    def move(self, name: str, command: str, /, **fields: object) -> None:
        self.do(name, command, step=self.step(), **fields)

    def touch(self, name: str, *positions: int) -> None:
        for position in positions:
            self.move(name, "touch_card", position=position)

    def rules(self, settings: dict[str, str]) -> None:
        self.do("Ana", "change_settings", settings=settings, decks=["en"], language="en")

    def settle(self, person: Client) -> None:
        """Receive all that the server has sent: it answers in order."""
        with pytest.raises(Refused):
            person.ask("are we there")

    def step(self) -> int:
        self.settle(self.people["tv"])
        return int(self.people["tv"].view["step"])

    def game(self) -> dict[str, Any]:
        self.settle(self.people["tv"])
        return self.people["tv"].game

    def everybody_tries_everything(self) -> None:
        step = self.step()
        for name in self.people:
            for command in ("debrief", "undo", "end_turn", "challenge", "decline_penalty"):
                self.refused(name, command, step=step + 1)
            for position in (-1, 25, 10**9):
                self.refused(name, "touch_card", step=step, position=position)
        for name in ("tv", "Ana", "Gil"):
            for position in (0, 7, 12, 19, 24):
                self.refused(name, "touch_card", step=step, position=position)
                self.refused(name, "cover_card", step=step, position=position)
            self.refused(name, "take_seat", seat="red_spymaster")
        for path in PATHS:
            self.responses.append(get(self.server.url, path))

    def read_the_book(self) -> None:
        """Everybody, the TV too, asks for all that the book has, and for what it has not."""
        for person in self.people.values():
            person.answer(person.send("open_book", {}))
            for game in range(1, 5):
                for name in ("open_page", "export_game"):
                    person.answer(person.send(name, {"game": game}))

    def refused(self, name: str, command: str, /, **fields: object) -> None:
        self.commands += 1
        fields["cmd_id"] = f"k{self.commands}"
        assert "error" in self.people[name].answer(self.people[name].send(command, fields))

    def duet(self) -> None:
        """Eva is side A, Fay side B; lost by the assassin after an undo."""
        self.do("Eva", "take_seat", seat="side_a")
        self.do("Fay", "take_seat", seat="side_b")
        self.do("Ana", "deal")
        self.move("Eva", "give_clue", word="tree", number=2)
        self.everybody_tries_everything()
        self.touch("Fay", SEEN_OF_A[0], SEEN_OF_A[1])
        self.move("Fay", "undo")
        self.touch("Fay", SEEN_OF_A[1], SEEN_OF_A[2])
        self.move("Fay", "give_clue", word="sea", number=1)
        self.touch("Eva", SEEN_OF_B[0])
        self.move("Eva", "undo")
        self.touch("Eva", SEEN_OF_B[0], SEEN_OF_B[1], SEEN_OF_B[2])
        self.everybody_tries_everything()
        self.move("Eva", "give_clue", word="sky", number=1)
        refused = self.people["Fay"].send(
            "touch_card", {"cmd_id": "again", "step": self.step(), "position": SEEN_OF_A[2]}
        )
        answer = self.people["Fay"].answer(refused)
        assert answer["error"]["code"] == "game/known_bystander"
        self.touch("Fay", SEEN_OF_A[3])
        assert self.game()["result"]["ending"] == "assassin"
        assert self.game()["duet"]["tokens"] == 7
        self.everybody_tries_everything()
        self.read_the_book()

    def coop(self) -> None:
        """Cem knows the key and picks for the opponent, Dan guesses; given up."""
        self.rules(COOP)
        self.do("Cem", "take_seat", seat="red_spymaster")
        self.do("Dan", "take_seat", seat="red_operative")
        self.do("Ana", "deal")
        assert len(self.game()["codenames"]) == 20
        self.move("Cem", "give_clue", word="tree", number=2)
        self.move("Dan", "mark_card", position=12, on=True)
        self.touch("Dan", 1, 6)
        self.move("Ana", "undo")
        self.touch("Dan", 6)
        assert self.game()["phase"] == "opponent"
        self.everybody_tries_everything()
        self.move("Cem", "cover_card", position=3)
        self.move("Cem", "give_clue", word="sea", number=1)
        self.touch("Dan", 0)
        self.move("Cem", "cover_card", position=9)
        self.move("Cem", "give_clue", word="sky", number=1)
        self.touch("Dan", 11)
        self.everybody_tries_everything()
        self.move("Ana", "abandon")
        self.everybody_tries_everything()

    def spoken_duet(self) -> None:
        """The same sides again; given up."""
        self.rules(SPOKEN)
        self.do("Eva", "take_seat", seat="side_a")
        self.do("Fay", "take_seat", seat="side_b")
        self.do("Ana", "deal")
        self.touch("Eva", LATER_SEEN_OF_B[0])
        self.move("Eva", "end_turn")
        self.touch("Fay", LATER_SEEN_OF_A[0])
        self.move("Eva", "pause")
        self.move("Fay", "resume")
        self.touch("Fay", LATER_SEEN_OF_A[1])
        self.touch("Eva", LATER_SEEN_OF_B[1])
        self.everybody_tries_everything()
        self.move("Ana", "abandon")
        self.read_the_book()
        self.settle(self.people["tv"])
        assert len(self.people["tv"].lobby["evening"]["games"]) == 3


def evening(data: Path, keys: Keys, port: int = 0) -> Evening:
    server = Server(data, Deal(keys), ("--loud", "--generous"), port)
    try:
        played = Evening(server.start()).play()
        assert server.stop() == 0
    finally:
        server.kill()
    return played


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Evening]:
    first = evening(tmp_path_factory.mktemp("same"), keys_of("same"))
    port = first.server.port
    others = {
        which: evening(tmp_path_factory.mktemp(which), keys_of(which), port)
        for which in ("both", "A", "B")
    }
    return {"same": first, **others}


def sides_of(keys: Keys) -> tuple[list[str], list[str]]:
    """Side A's keys of the evening, and side B's."""
    duets = [key.split("/") for key in keys if "/" in key]
    return [a for a, _ in duets], [b for _, b in duets]


def differ(one: str, other: str) -> bool:
    return sum(a != b for a, b in zip(one, other, strict=True)) > 5


def test_the_evenings_are_worth_comparing() -> None:
    same, both, only_a, only_b = (keys_of(which) for which in ("same", "both", "A", "B"))
    assert sides_of(only_a)[1] == sides_of(same)[1]
    assert sides_of(only_b)[0] == sides_of(same)[0]
    for keys in (both, only_a):
        assert all(map(differ, sides_of(keys)[0], sides_of(same)[0]))
    for keys in (both, only_b):
        assert all(map(differ, sides_of(keys)[1], sides_of(same)[1]))
    assert differ(both[1], same[1])
    pairs = Counter(zip(KEY_A, KEY_B, strict=True))
    for key in (key for keys in (both, only_a, only_b) for key in keys if "/" in key):
        assert Counter(zip(*key.split("/"), strict=True)) == pairs


@pytest.mark.parametrize("which", ["both", "A", "B"])
@pytest.mark.parametrize("name", WITHOUT_KEY)
def test_who_sees_no_key_receives_the_same_bytes(
    evenings: dict[str, Evening], which: str, name: str
) -> None:
    seen = evenings["same"].seen[name]
    assert seen == evenings[which].seen[name]
    views = [json.loads(f[2:])[1]["view"] for f in seen if f.startswith('42["view"')]
    assert {view["kind"] for view in views} == {"public"}
    assert len(views) > 30


@pytest.mark.parametrize(("name", "which"), [("Eva", "B"), ("Fay", "A")])
def test_a_side_receives_the_same_bytes_whatever_its_partner_s_key_is(
    evenings: dict[str, Evening], name: str, which: str
) -> None:
    assert evenings["same"].seen[name] == evenings[which].seen[name]


_KEY = re.compile(r'"key":\[[^]]*\]')


@pytest.mark.parametrize(("name", "which"), [("Eva", "A"), ("Fay", "B"), ("Cem", "both")])
def test_with_another_key_of_its_own_only_the_key_differs(
    evenings: dict[str, Evening], name: str, which: str
) -> None:
    one, other = evenings["same"].seen[name], evenings[which].seen[name]
    assert one != other
    assert [_KEY.sub("", f) for f in one] == [_KEY.sub("", f) for f in other]


@pytest.mark.parametrize("which", ["both", "A", "B"])
def test_every_http_answer_and_the_log_are_the_same(
    evenings: dict[str, Evening], which: str
) -> None:
    one, other = evenings["same"], evenings[which]
    assert one.responses == other.responses
    logs = [e.server.output.replace(str(e.server.data), "DATA") for e in (one, other)]
    assert logs[0] == logs[1]
    identity = "(red|blue|green|bystander|assassin|RED|BLUE|GREEN|BYSTANDER|ASSASSIN)"
    assert not re.search(rf"{identity}\W+{identity}\W", logs[0])
