"""Law "Two keys, same bytes", against a running server.

One evening is played twice, to the same script, on two servers whose keys agree on every card that
is ever touched (undone touches included) and differ elsewhere. Nobody but the key's holders may
receive a single byte that tells the two apart: not in a frame, an ack, an HTTP answer or a header's
length, and the log may not either.
"""

import json
import random
import re
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cast.emulated import eventually
from clients import Client, Refused
from prometheus_text import Numbers, without_times
from servers import Deal, Server
from undercast.room.stamps import Stamp
from undercast.store.data_file import FILE
from wire import get

pytestmark = pytest.mark.slow

ROOM = "BKTM"

OPTIONS = ("--loud", "--generous", "--counts-after=0", "--metrics-port", "0")

TAPPED = {"guessing": "operatives_tap", "marks": "team_sees"}

DISPUTED = {
    **TAPPED,
    "penalty": "random",
    "plus_one": "earned",
    "timer": "strict",
    "clue_seconds": 900,
    "guess_seconds": 900,
}

HUSHED = ("hushedfirst", "hushed second", "hushedthird", "hushedfourth")
"""Clues that never become public."""

# What is touched, game after game: the assassin only where the game ends by it.
KEYS = (
    "rrrrrrrrrbbbbbbbbnnnnnnna",
    "bbbbbbbbbrrrrrrrrnnnnnnna",
    "rrrrrrrrrbbbbbbbbnnnnnnna",
    "brbrnrrrrrrrbbbbbbnnnnnna",
    "brbrbrbrbrbrbrbrbnnnannnn",
)
TOUCHED = (
    (0, 1, 2, 9, 17),
    (0, 1, 9, 18, 24),
    tuple(range(9)),
    tuple(range(6)),
    (1, 2, 18),
)
"""Or covered: the server of these tests draws the first agent that there is."""

SAME_TO_THE_END = 4
"""The game that is debriefed: its key is shown to everyone, so it is the same in both evenings."""

PATHS = (
    "/",
    f"/{ROOM}",
    "/tv",
    f"/tv/{ROOM}",
    f"/qr/{ROOM}.svg",
    "/healthz",
    "/readyz",
    "/decks",
    "/games",
    "/library",
    "/manifest.webmanifest",
    "/assets/controller/nothing.js",
    "/assets/receiver/../../rooms.sqlite3",
    "/rooms.sqlite3",
    "/key",
    f"/{ROOM}?spymaster=true&key=1&debug=1",
    f"/tv/{ROOM}?role=red_spymaster",
    "/socket.io/?EIO=4&transport=polling",
)

HOSTILE: tuple[tuple[str, object], ...] = (
    ("key", {}),
    ("debug", {"cmd_id": "h1"}),
    ("debrief", {"cmd_id": "h2", "step": 0, "key": True}),
    ("touch_card", None),
    ("touch_card", {"cmd_id": "h3", "step": -1, "position": 24}),
    ("touch_card", {"cmd_id": "h4", "step": 10**30, "position": 24}),
    ("touch_card", {"cmd_id": "h5", "step": 0, "position": "24"}),
    ("touch_card", {"cmd_id": "h6", "step": 0, "position": 24, "role": "red_spymaster"}),
    ("take_seat", {"cmd_id": "h7", "seat": "god"}),
    ("watch", {"protocol": 2, "room": ROOM, "role": "red_spymaster"}),
    ("enter", {"protocol": 2, "room": ROOM, "token": "short"}),
    ("give_clue", {"cmd_id": "h8", "step": 0, "word": "\x00", "number": 1}),
    ("rename", {"cmd_id": "h9", "name": "x" * 201}),
    ("choose_stamp", {"cmd_id": "h16", "stamp": "\U0001f480"}),
    ("paste_words", {"cmd_id": "h10", "text": "x"}),
    ("become_host", {"protocol": 2, "room": ROOM, "token": "t" * 30, "link": "x"}),
    ("admin", [1, [2, [3]]]),
    ("time_up", {"cmd_id": "h11", "step": 0}),
    ("judge_clue", {"word": "hushedfirst", "number": "many"}),
    ("ask_rival", {"cmd_id": "h12", "step": -1, "word": "hushedfirst", "number": 1}),
    ("allow_clue", {"cmd_id": "h13", "step": -1, "question": 1}),
    ("uphold_challenge", {"cmd_id": "h14", "step": -1, "cover": 3}),
    ("cover_card", {"cmd_id": "h15", "step": -1, "position": 3}),
    ("open_page", {"game": 1, "key": True}),
    ("open_page", {"game": 10**6}),
    ("export_game", {"game": 0}),
    ("export_game", {"game": 1, "debriefed": True}),
)

MOVES_OF_OTHERS: tuple[tuple[str, dict[str, object]], ...] = (
    *((name, {}) for name in ("debrief", "abandon", "undo", "end_turn", "turn_sand", "challenge")),
    *((f"{name}_challenge", {}) for name in ("concede", "withdraw", "uphold")),
    ("decline_penalty", {}),
    ("take_back_clue", {}),
    ("allow_clue", {"question": 1}),
    ("reject_clue", {"question": 2}),
    ("ask_rival", {"word": "hushedfirst", "number": 1}),
    *(("cover_card", {"position": position}) for position in (0, 10, 24)),
)


def another_key(key: str, touched: tuple[int, ...], rng: random.Random) -> str:
    """A key that says the same about the touched cards, and as much else as it can otherwise."""
    others = [n for n in range(25) if n not in touched]
    while True:
        letters = list(key)
        for to, origin in zip(others, rng.sample(others, len(others)), strict=True):
            letters[to] = key[origin]
        if sum(a != b for a, b in zip(key, letters, strict=True)) > len(others) // 3:
            return "".join(letters)


def other_keys(seed: int) -> tuple[str, ...]:
    rng = random.Random(seed)
    return tuple(
        key if game == SAME_TO_THE_END else another_key(key, touched, rng)
        for game, (key, touched) in enumerate(zip(KEYS, TOUCHED, strict=True))
    )


class Evening:
    """The script. `seen` collects what everybody received, by name."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.people: dict[str, Client] = {}
        self.seen: dict[str, list[str]] = {}
        self.responses: list[bytes] = []
        self.touched: list[set[int]] = []

    # --- Coming and going

    def socket(self, name: str, **options: object) -> Client:
        person = self.people[name] = Client(self.server.url, **options)
        return person

    def join(self, name: str, seat: str | None = None) -> Client:
        person = self.socket(name)
        person.enter("join", room=ROOM, token=self.token(name), name=name)
        if seat is not None:
            person.do("take_seat", seat=seat, cmd_id=self.cmd())
        return person

    def token(self, name: str) -> str:
        return f"{name:_<30}"

    def cmd(self) -> str:
        self.commands += 1
        return f"k{self.commands}"

    commands = 0

    # --- Playing

    def move(self, name: str, command: str, /, **fields: object) -> None:
        person = self.people[name]
        person.ask(command, cmd_id=self.cmd(), step=self.step(), **fields)

    def refused(self, name: str, command: str, /, **fields: object) -> str:
        with pytest.raises(Refused) as caught:
            self.people[name].ask(command, cmd_id=self.cmd(), **fields)
        return str(caught.value.code)

    def step(self) -> int:
        """As the TV shows it: a move's frames are on their way before its ack is."""
        tv = self.people["tv"]
        self.settle(tv)
        return int(tv.view["step"])

    def settle(self, person: Client) -> None:
        """Receive all that the server has sent: it answers in order."""
        with pytest.raises(Refused):
            person.ask("are we there")

    def touch(self, name: str, *positions: int) -> None:
        for position in positions:
            self.move(name, "touch_card", position=position)

    def predict(self, *positions: int | None) -> None:
        """Gil does, who looks on."""
        for position in positions:
            self.move("Gil", "predict", position=position)

    def watched(self) -> None:
        """Gil predicts and reacts, who knows the key cannot; a touch and its undo."""
        self.predict(24, 10, None, 0)
        self.react("Gil", "fire")
        with pytest.raises(Refused, match="room/has_seen_key"):
            self.react("Ben", "fire")
        self.touch("Ben", 0)
        self.predict(23)
        self.move("Ben", "undo")

    def over(self) -> None:
        """The scores are for all to see, and all may react."""
        assert self.game()["predictions"] == [{"by": self.people["Gil"].you, "seen": 1, "of": 2}]
        self.react("Ben", "love")

    def react(self, name: str, reaction: str) -> None:
        """Each person once: more may be dropped."""
        self.people[name].ask("react", reaction=reaction)

    def game(self) -> dict[str, object]:
        self.settle(self.people["tv"])
        return self.people["tv"].game

    def remember_touches(self) -> None:
        """Undone ones too, and what a penalty covered."""
        turns: list[dict[str, Any]] = self.game()["turns"]  # type: ignore[assignment]
        touched = {t["position"] for turn in turns for t in turn["touches"]}
        self.read_the_book()
        covered = {turn["cover"] for turn in turns if turn["cover"] is not None}
        self.touched.append(touched | covered)

    def read_the_book(self) -> None:
        """Everybody asks for all that the book has, and for what it has not."""
        for person in self.people.values():
            person.answer(person.send("open_book", {}))
            for game in range(1, len(self.touched) + 3):
                for name in ("open_page", "export_game"):
                    person.answer(person.send(name, {"game": game}))
        self.replay_on_the_tv()

    def replay_on_the_tv(self) -> None:
        """The host has every game shown that has ended; the screen asks for it, and for others."""
        host, tv = self.people["Ana"], self.people["tv"]
        for game in range(1, len(self.touched) + 2):
            for moment, plays in ((0, True), (3, False)):
                shown = {"game": game, "moment": moment, "plays": plays, "cmd_id": self.cmd()}
                host.answer(host.send("show_page", shown))
            back = {"game": game, "moment": 0, "plays": True, "part": "awards"}
            host.answer(host.send("show_page", back | {"cmd_id": self.cmd()}))
            for other in (game, game + 1):
                tv.answer(tv.send("open_page", {"game": other}))
        assert "page" in tv.answer(tv.send("open_page", {"game": len(self.touched) + 1}))
        host.do("close_page", cmd_id=self.cmd())
        host.do("set_sound", cmd_id=self.cmd(), volume=len(self.touched))
        assert "error" in tv.answer(tv.send("open_page", {"game": 1}))

    def read_statistics(self) -> None:
        """All games are counted by and by; what then stands there is the same for everybody."""
        with closing(sqlite3.connect(self.server.data / FILE)) as db:
            count = "select count(*) from counted"
            eventually(lambda: db.execute(count).fetchone()[0] == len(KEYS))
        for person in self.people.values():
            person.answer(person.send("open_statistics", {}))
        household = self.people["Ana"].ask("open_statistics")["household"]
        assert [person["name"] for person in household["people"]] == ["Ana", "Ben"]

    def ask_http(self) -> None:
        for path in PATHS:
            for method in ("GET", "HEAD", "POST"):
                self.responses.append(get(self.server.url, path, method=method))

    def everybody_tries_everything(self) -> None:
        step = self.step()
        for name, person in self.people.items():
            for command, payload in HOSTILE:
                answer = person.answer(person.send(command, payload))
                assert "error" in answer, (name, command)
        for name in ("tv", "Gil", "Dan"):
            for command, fields in MOVES_OF_OTHERS:
                assert self.refused(name, command, step=step, **fields)
            judging = self.people[name].send("judge_clue", {"word": "word000", "number": 1})
            assert "error" in self.people[name].answer(judging)
            for position in (10, 24, 25, -1, 10**9):
                assert self.refused(name, "touch_card", step=step, position=position)
                assert self.refused(name, "mark_card", step=step, position=position, on=True)
            assert self.refused(name, "take_seat", seat="red_spymaster")
            assert self.refused(name, "touch_card", step=step + 1, position=3)
        for name in ("tv", "Dan", "Ben"):
            assert self.refused(name, "predict", step=step, position=24)
        for name in self.people:
            self.people[name].answer(self.people[name].send("react", {"reaction": "shout"}))

    # --- The evening

    def play(self) -> "Evening":
        tv = self.socket("tv")
        ana = self.socket("Ana", query="&role=red_spymaster&key=true", auth={"role": "key_holder"})
        ana.enter(
            "create",
            token=self.token("Ana"),
            name="Ana",
            language="en",
            decks=["en"],
            settings={},
            cmd_id=self.cmd(),
        )
        tv.enter("watch", room=ROOM)
        ana.do("take_seat", seat="red_operative", cmd_id=self.cmd())
        self.join("Ben", "red_spymaster")
        self.join("Cem", "blue_spymaster")
        self.join("Edi", "red_operative")
        self.join("Fay", "blue_operative")
        self.join("Dan", "blue_operative")
        self.join("Gil")
        for name in ("Ana", "Ben"):
            self.people[name].do("count_me", on=True, cmd_id=self.cmd())
        self.ask_http()
        self.first_game()
        self.second_game()
        self.third_game()
        self.disputed_game()
        self.last_game()
        self.ask_http()
        self.no_codenames_left()
        self.read_statistics()
        for name, person in self.people.items():
            self.settle(person)
            self.seen[name] = [*person.handshake, *person.frames]
        self.numbers = without_times(Numbers(self.server).text())
        return self

    def first_game(self) -> None:
        """Undo, exchange, pause, debrief too early, people come and go; abandoned."""
        ana = self.people["Ana"]
        ana.do("deal", cmd_id=self.cmd())
        self.move("Cem", "exchange_codename", position=20)
        self.everybody_tries_everything()
        self.move("Ben", "give_clue", word="tree", number=2)
        self.move("Ben", "correct_clue", word="trees")
        self.watched()
        assert self.refused("Ana", "undo", step=self.step()) == "game/nothing_to_undo"
        for name in self.people:
            self.refused(name, "debrief", step=self.step())
        self.touch("Ben", 0)
        late = self.somebody_late()
        self.touch("Ben", 1)
        self.predict(24)
        self.move("Edi", "pause")
        self.everybody_tries_everything()
        self.move("Fay", "resume")
        self.touch("Ben", 9)
        self.move("Cem", "give_clue", word="river", number=3)
        self.touch("Cem", 17)
        self.move("Ana", "undo")
        self.touch("Cem", 17)
        self.move("Ben", "give_clue", word="sky", number="unlimited")
        self.touch("Ben", 2)
        ana.do("remove", player=late.you, cmd_id=self.cmd())
        late.wait(lambda: late.gone is not None)
        self.refused("Hal", "rename", name="x")
        ana.do("readmit", player=late.you, cmd_id=self.cmd())
        late.enter("enter", room=ROOM, token=self.token("Hal"))
        self.people["Gil"].do("ask_for_seat", seat="red_spymaster", cmd_id=self.cmd())
        self.settle(self.people["Ben"])
        request = self.people["Ben"].lobby["requests"][0]["id"]
        self.people["Ben"].do("answer_request", request=request, consent=False, cmd_id=self.cmd())
        self.move("Ana", "abandon")
        self.over()
        for name in self.people:
            self.refused(name, "touch_card", step=self.step(), position=12)
        self.ask_http()
        self.remember_touches()

    def somebody_late(self) -> Client:
        """Joins in the middle of a game, with another name and stamp."""
        late = self.join("Hal", "blue_operative")
        late.do("rename", name="Hallo", cmd_id=self.cmd())
        late.do("choose_stamp", stamp=Stamp.OWL, cmd_id=self.cmd())
        assert self.refused("Ben", "choose_stamp", stamp=Stamp.OWL) == "room/stamp_taken"
        return late

    def second_game(self) -> None:
        """Everybody has moved on; operatives tap, with secret marks; the assassin is touched."""
        ana = self.people["Ana"]
        ana.do("change_settings", settings=TAPPED, decks=["en"], language="sr", cmd_id=self.cmd())
        ana.do("deal", swap_spymasters=True, cmd_id=self.cmd())
        seats = {p["name"]: p["seat"] for p in ana.lobby["players"]}
        assert (seats["Edi"], seats["Ben"]) == ("red_spymaster", "red_operative")
        assert (seats["Fay"], seats["Cem"]) == ("blue_spymaster", "blue_operative")
        self.move("Fay", "give_clue", word="sea", number=2)
        for position, on in ((0, True), (10, True), (24, True), (10, False)):
            self.move("Cem", "mark_card", position=position, on=on)
        self.move("Dan", "mark_card", position=13, on=True, unsure=True)
        self.refused("Ana", "mark_card", step=self.step(), position=3, on=True)
        self.touch("Cem", 0)
        self.move("Ana", "undo")
        self.predict(24, 9)
        self.react("Dan", "brain")
        self.touch("Dan", 0, 9)
        self.predict(24)
        self.everybody_tries_everything()
        self.move("Edi", "give_clue", word="sun", number=0)
        self.move("Ana", "mark_card", position=15, on=True)
        self.touch("Ana", 18)
        self.move("Fay", "give_clue", word="salt", number=9, anyway=True)
        self.touch("Dan", 1)
        again = self.join("Ivo", "blue_operative")
        assert again.view["view"]["kind"] == "public"
        self.touch("Cem", 24)
        assert self.game()["phase"] == "ended"
        self.everybody_tries_everything()
        self.remember_touches()

    def third_game(self) -> None:
        """Spoken clues, no debrief; red finds all its agents."""
        ana = self.people["Ana"]
        spoken = {"clues": "spoken"}
        ana.do("change_settings", settings=spoken, decks=["en"], language="en", cmd_id=self.cmd())
        ana.do("deal", cmd_id=self.cmd())
        self.touch("Edi", *range(9))
        result = {"winner": "red", "ending": "all_agents", "score": None}
        assert self.game()["result"] == result
        self.everybody_tries_everything()
        self.remember_touches()

    def disputed_game(self) -> None:
        """Questions to the rival, challenges, random penalties, marks, a strict timer."""
        ana, edi = self.people["Ana"], self.people["Edi"]
        ana.do("change_settings", settings=DISPUTED, decks=["en"], language="en", cmd_id=self.cmd())
        ana.do("deal", cmd_id=self.cmd())
        _, second, third, fourth = HUSHED
        found = edi.ask("judge_clue", word=second, number=2)["findings"]
        assert [finding["reason"] for finding in found] == ["several_words"]
        given = {"cmd_id": self.cmd(), "step": edi.view["step"], "word": second, "number": 2}
        error = edi.answer(edi.send("give_clue", given))["error"]
        assert (error["code"], error["findings"]) == ("game/clue_questioned", found)
        self.move("Edi", "ask_rival", word=second, number=2)
        self.everybody_tries_everything()
        self.move("Fay", "reject_clue", question=1)
        self.move("Edi", "take_back_clue")
        self.move("Edi", "ask_rival", word=third, number=2)
        self.move("Edi", "ask_rival", word="plum", number=3)
        self.move("Fay", "allow_clue", question=3)
        assert self.refused("Fay", "challenge", step=self.step()) == "game/clue_allowed"
        self.move("Ana", "mark_card", position=7, on=True)
        self.touch("Ana", 1, 5)
        self.move("Ana", "end_turn")
        self.challenges_and_penalties(fourth)
        assert [turn["cover"] for turn in self.game()["turns"]] == [None, None, 3, None, None, 0]
        self.move("Ana", "abandon")
        self.ask_http()
        self.remember_touches()

    def challenges_and_penalties(self, hushed: str) -> None:
        self.move("Fay", "give_clue", word="coat", number=2)
        self.move("Edi", "challenge")
        self.everybody_tries_everything()
        self.move("Fay", "concede_challenge")
        self.move("Edi", "give_clue", word="rain", number=1)
        self.move("Fay", "challenge")
        self.move("Fay", "withdraw_challenge")
        self.touch("Ana", 4)
        self.move("Ana", "undo")
        self.touch("Ana", 4)
        self.move("Fay", "ask_rival", word=hushed, number=1)
        self.move("Edi", "pause")
        self.move("Edi", "resume")
        self.move("Fay", "give_clue", word="snow", number=1)
        self.move("Dan", "mark_card", position=2, on=True)
        self.touch("Dan", 2)
        self.move("Edi", "give_clue", word="hail", number=1)
        self.move("Fay", "challenge")
        self.move("Fay", "uphold_challenge")

    def last_game(self) -> None:
        """The same key in both evenings: its debrief shows it to everyone."""
        ana = self.people["Ana"]
        spoken = {"clues": "spoken"}
        ana.do("change_settings", settings=spoken, decks=["en"], language="en", cmd_id=self.cmd())
        self.people["Ana"].do("deal", cmd_id=self.cmd())
        self.touch("Fay", 2)
        self.touch("Fay", 1)
        self.touch("Edi", 18)
        self.move("Ana", "abandon")
        self.move("Ana", "debrief")
        for person in self.people.values():
            self.settle(person)
            assert person.view["view"]["kind"] == "debrief"
        self.remember_touches()

    def no_codenames_left(self) -> None:
        """A fault of the server's own, with a traceback in its log."""
        answer = self.people["Ana"].answer(self.people["Ana"].send("deal", {"cmd_id": self.cmd()}))
        assert answer["error"]["code"] == "server/fault"


def evening(data: Path, keys: tuple[str, ...], port: int = 0) -> Evening:
    codenames = tuple(f"word{n:03}" for n in range(25 * len(keys) + 1))  # and one exchanged
    server = Server(data, Deal(keys, codenames), OPTIONS, port)
    server.environment["PYTHONHASHSEED"] = "0"  # werkzeug's Allow header is in a set's order
    try:
        played = Evening(server.start()).play()
        assert server.stop() == 0
    finally:
        server.kill()
    assert played.touched == [set(positions) for positions in TOUCHED]
    return played


@pytest.fixture(scope="module", params=(1, 2))
def evenings(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Evening, Evening]:
    one = evening(tmp_path_factory.mktemp("evening"), KEYS)
    keys = other_keys(request.param)
    return one, evening(tmp_path_factory.mktemp("evening"), keys, one.server.port)


NEVER_HELD_A_KEY = ("tv", "Ana", "Dan", "Gil", "Hal", "Ivo")
HELD_A_KEY = ("Ben", "Cem", "Edi", "Fay")

_KEY = re.compile(r'"key":\[[^]]*\]')


def without_keys(frames: list[str]) -> list[str]:
    """Key views with the key taken out; debriefs as they are."""
    return [_KEY.sub('"key":[]', f) if '"kind":"key"' in f else f for f in frames]


def test_the_two_evenings_are_worth_comparing() -> None:
    for seed in (1, 2):
        keys = other_keys(seed)
        assert keys[SAME_TO_THE_END] == KEYS[SAME_TO_THE_END]
        for one, two, touched in zip(KEYS, keys, TOUCHED, strict=True):
            assert Counter(one) == Counter(two)
            assert all(one[position] == two[position] for position in touched)
        assert sum(one != two for one, two in zip(KEYS, keys, strict=True)) == SAME_TO_THE_END


@pytest.mark.parametrize("name", NEVER_HELD_A_KEY)
def test_who_never_held_a_key_receives_the_same_bytes(
    evenings: tuple[Evening, Evening], name: str
) -> None:
    one, two = evenings
    assert one.seen[name] == two.seen[name]
    views = [json.loads(f[2:])[1]["view"] for f in one.seen[name] if f.startswith('42["view"')]
    assert {view["kind"] for view in views} == {"public", "debrief"}
    assert len(views) >= 20


def test_reactions_go_to_the_screen_and_predictions_to_their_owner(
    evenings: tuple[Evening, Evening],
) -> None:
    for event, only in (("reaction", "tv"), ("predictions", "Gil")):
        told = {
            name: f'42["{event}"' in "".join(evenings[0].seen[name]) for name in NEVER_HELD_A_KEY
        }
        assert [name for name in told if told[name]] == [only]


@pytest.mark.parametrize("name", HELD_A_KEY)
def test_a_spymasters_bytes_differ_in_the_key_alone(
    evenings: tuple[Evening, Evening], name: str
) -> None:
    one, two = evenings
    assert one.seen[name] != two.seen[name]
    assert without_keys(one.seen[name]) == without_keys(two.seen[name])


def test_every_http_answer_is_the_same_to_the_last_header(
    evenings: tuple[Evening, Evening],
) -> None:
    one, two = evenings
    assert one.responses == two.responses
    assert len({response.split(b" ", 2)[1] for response in one.responses}) > 3


def test_the_log_is_the_same_and_names_no_identities(evenings: tuple[Evening, Evening]) -> None:
    logs = [log_of(evening) for evening in evenings]
    assert logs[0] == logs[1]
    assert "INFO received event" in logs[0]
    assert "Traceback" in logs[0]  # the fault was logged …
    identity = "(red|blue|bystander|assassin|RED|BLUE|BYSTANDER|ASSASSIN)"
    assert not re.search(rf"{identity}\W+{identity}\W", logs[0])  # … without the deal


def log_of(evening: Evening) -> str:
    """Without where the server put what."""
    output = evening.server.output.replace(str(evening.server.data), "DATA")
    return output.replace(Numbers(evening.server).url, "NUMBERS")


def test_the_numbers_are_the_same(evenings: tuple[Evening, Evening]) -> None:
    one, two = evenings
    assert one.numbers == two.numbers
    assert 'undercast_messages_total{name="touch_card",outcome="ok"} ' in one.numbers


def test_no_clue_that_was_not_public_is_in_the_log(evenings: tuple[Evening, Evening]) -> None:
    for word in ("hushed", "plum", "word000"):
        assert word not in evenings[0].server.output


@pytest.mark.parametrize("name", NEVER_HELD_A_KEY)
def test_no_clue_that_was_not_public_was_sent_to_anybody(
    evenings: tuple[Evening, Evening], name: str
) -> None:
    assert not [frame for frame in evenings[0].seen[name] if "hushed" in frame]
    assert any("plum" in frame for frame in evenings[0].seen[name])
