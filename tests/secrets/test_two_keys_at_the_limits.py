"""Law "Two keys, same bytes", where somebody is refused because it is too much: whatever a screen,
an operative, a guest or a stranger can provoke says nothing about the key, nor when it comes.
"""

import json
from pathlib import Path

import pytest

from clients import Client
from prometheus_text import Numbers, without_times
from servers import Deal, Server
from table import KEY
from undercast.words import MAX_BYTES

ROOM = "BKTM"

OTHER_KEY = KEY[::-1]
"""Nothing is touched."""

ENTRIES = 14
"""Of one person in the log of this room, and of all strangers together."""

OPTIONS = ("--loud", "--commands-a-second", "3", "--no-refill", "--log-of", str(ENTRIES))
OPTIONS += ("--metrics-port", "0")

EXPECTED = {
    "wire/too_many",
    "wire/malformed",
    "room/log_full",
    "room/closed",
    "room/not_found",
    "room/unknown_token",
    "room/not_host",
    "room/words_refused",
    "cast/off",
    "game/not_your_seat",
    "game/wrong_phase",
}


class AtTheLimits:
    """The script; `seen` is what everybody received who never held a key."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.people: dict[str, Client] = {}
        self.codes: set[str] = set()
        self.seen: dict[str, list[str]] = {}
        self.commands = 0

    def socket(self, name: str) -> Client:
        person = self.people[name] = Client(self.server.url)
        return person

    def sit(self, name: str, seat: str) -> None:
        person = self.socket(name)
        person.enter("join", room=ROOM, token=f"{name:_<30}", name=name)
        person.do("take_seat", seat=seat, cmd_id=self.cmd())

    def cmd(self) -> str:
        self.commands += 1
        return f"k{self.commands}"

    def tries(self, name: str, command: str, /, times: int = 1, **fields: object) -> None:
        person = self.people[name]
        for _ in range(times):
            answer = person.answer(person.send(command, fields))
            if "error" in answer:
                self.codes.add(answer["error"]["code"])

    def play(self) -> None:
        ana = self.socket("Ana")
        opening = {"name": "Ana", "language": "en", "decks": ["en"], "cmd_id": "c"}
        ana.enter("create", token=f"{'Ana':_<30}", **opening)
        self.socket("tv").enter("watch", room=ROOM)
        self.sit("Ben", "red_spymaster")
        self.sit("Cem", "blue_spymaster")
        self.sit("Dan", "red_operative")
        self.sit("Gil", "spectator")
        ana.do("deal", cmd_id=self.cmd())
        self.too_large()
        self.strangers()
        self.too_many()
        for name in ("Ana", "tv", "Dan", "Gil", "Eve"):
            self.tries(name, "are we there")
            person = self.people[name]
            self.seen[name] = [*person.handshake, *person.frames]
        self.numbers = without_times(Numbers(self.server).text())

    def too_large(self) -> None:
        host = self.people["Ana"]
        for text in ("x" * (MAX_BYTES + 1), "tree\ntree"):
            self.tries("Ana", "paste_words", cmd_id=self.cmd(), text=text)
            self.tries("Gil", "paste_words", cmd_id=self.cmd(), text=text)
        self.tries("Gil", "list_tvs")
        self.tries("Ana", "list_tvs")
        for name in ("Dan", "Gil", "tv"):
            self.tries(name, "give_clue", cmd_id="long", step=1, word="x" * 201, number=1)
        host.do("set_door", closed=True, cmd_id=self.cmd())

    def strangers(self) -> None:
        eve = self.socket("Eve")
        entrance = {"protocol": 2, "room": ROOM, "token": "Eve".ljust(30, "_")}
        self.tries("Eve", "join", **entrance, name="Eve")
        self.tries("Eve", "enter", **entrance)
        for player in ("p2", "p3", "p4", "p5"):  # three wait, the fourth is one too many
            token = player.ljust(30, "_")
            self.tries("Eve", "ask_to_return", protocol=2, room=ROOM, token=token, player=player)
        self.people["Ana"].do("set_door", closed=False, cmd_id=self.cmd())
        for number in range(ENTRIES):
            name = f"Eve {number}"
            self.tries("Eve", "join", protocol=2, room=ROOM, token=f"{name:_<30}", name=name)
        eve.enter("watch", room=ROOM)
        for number in range(40):
            self.tries("Eve", "watch", protocol=2, room=f"X{number}")

    def too_many(self) -> None:
        for number in range(ENTRIES):
            self.tries("Dan", "rename", cmd_id=f"n{number}", name=f"Dan {number}")
        for name in ("Dan", "Gil", "tv"):
            for position in (0, 5, 24, 25):
                for command in ("touch_card", "mark_card"):
                    fields = {"on": True} if command == "mark_card" else {}
                    self.tries(name, command, cmd_id="t", step=1, position=position, **fields)
            self.tries(name, "judge_clue", times=20, word="tree", number=1)
            self.tries(name, "touch_card", times=10, cmd_id="t", step=1, position=24)
        self.tries("Gil", "are we there", times=200)  # more than a connection may send


def played(data: Path, key: str, port: int = 0) -> AtTheLimits:
    server = Server(data, Deal((key,)), OPTIONS, port)
    server.environment["PYTHONHASHSEED"] = "0"
    try:
        evening = AtTheLimits(server.start())
        evening.play()
        assert server.stop() == 0
    finally:
        server.kill()
    return evening


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> tuple[AtTheLimits, AtTheLimits]:
    one = played(tmp_path_factory.mktemp("limits"), KEY)
    return one, played(tmp_path_factory.mktemp("limits"), OTHER_KEY, one.server.port)


@pytest.mark.parametrize("name", ["Ana", "tv", "Dan", "Gil", "Eve"])
def test_refusals_at_the_limits_are_the_same_bytes(
    evenings: tuple[AtTheLimits, AtTheLimits], name: str
) -> None:
    one, two = evenings
    assert one.seen[name] == two.seen[name]
    assert any("error" in frame for frame in one.seen[name])


def test_the_script_runs_into_the_limits(evenings: tuple[AtTheLimits, AtTheLimits]) -> None:
    one, two = evenings
    assert one.codes == two.codes
    assert one.codes >= EXPECTED, EXPECTED - one.codes
    views = [json.loads(f[2:])[1]["view"] for f in one.seen["Dan"] if f.startswith('42["view"')]
    assert {view["kind"] for view in views} == {"public"}


def test_the_log_is_the_same(evenings: tuple[AtTheLimits, AtTheLimits]) -> None:
    logs = [
        e.server.output.replace(str(e.server.data), "DATA").replace(Numbers(e.server).url, "")
        for e in evenings
    ]
    assert logs[0] == logs[1]


def test_the_numbers_are_the_same_and_hold_no_text_of_a_clients(
    evenings: tuple[AtTheLimits, AtTheLimits],
) -> None:
    one, two = evenings
    assert one.numbers == two.numbers
    assert "there" not in one.numbers
    assert 'undercast_limit_reached_total{limit="messages"} 0' not in one.numbers
