"""The people of a house, for soak.py: they play in every mode, sleep and come back, cast and watch.

    python benchmarks/household.py URL DATA [--tables 8] [--pace 0.15] [--seed 1] [--devices A B]

Tables are rooms full of people, evening after evening; a device is an emulated Cast device at this
address. Every second it prints a line of JSON with what was done how often. It ends when its input
ends.
"""

# ruff: noqa: E402, INP001, T201

import argparse
import contextlib
import json
import random
import secrets
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / part) for part in ("", "server", "tests/e2e", "tests")]

from abuses import ABUSES
from receivers import OWN
from receivers import House as Screening
from websocket import WebSocketException

from cast.emulated import DASHCAST, EmulatedDevice, eureka
from clients import Client, Refused
from fuzz import Fuzz
from stored.house import House, Room
from stored.party import OVER, Party
from stored.stories import COOP, DUET, FOUR, HOUSE_WORDS, ONE_KEY, TAPPED, THREE, TWO
from streams import Stream

LOST = (OSError, WebSocketException, EOFError)
"""What a client meets when the server is away."""

MAX_REMEMBERED = 12
"""Rooms that a table comes back to."""

MAX_MOVES = 120


@dataclass(frozen=True)
class Kind:
    """How an evening is played."""

    seats: Mapping[str, str | None]
    settings: Mapping[str, Any] = field(default_factory=dict)
    language: str = "en"
    decks: tuple[str, ...] = ("en",)
    bots: bool = False
    words: str = ""


STRICT = {"timer": "strict", "clue_seconds": 10, "guess_seconds": 10, "first_extra_seconds": 0}

KINDS: Mapping[str, Kind] = {
    "classic": Kind(FOUR),
    "tapped": Kind(FOUR, TAPPED | {"marks": "team_sees"}),
    "co-op": Kind(COOP, {"mode": "coop"}),
    "duet": Kind(DUET, {"mode": "duet"}),
    "three players": Kind(THREE, TAPPED),
    "one key": Kind(ONE_KEY),
    "pictures": Kind(TWO, {"board": "pictures"}),
    "strict timer": Kind(TWO, STRICT),
    "spoken": Kind(TWO, {"clues": "spoken"}),
    "strict referee": Kind(FOUR, {"referee": "strict"}),
    "rival confirms": Kind(TWO, {"rival_confirms": "always"}),
    "coach": Kind(TWO, {"coach": True}),
    "other scripts": Kind(FOUR, language="sr-Cyrl", decks=("sr-Cyrl", "hi")),
    "own words": Kind(TWO, decks=("house", "en"), words=HOUSE_WORDS),
    "bots alone": Kind({"Ana": None}, TAPPED, bots=True),
    "bots beside": Kind({"Ana": "red_spymaster"}, TAPPED, bots=True),
}


class Doings:
    """How often what was done, and what nobody expected."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()
        self.surprises: list[str] = []

    def count(self, what: str, times: int = 1) -> None:
        """Once more."""
        with self._lock:
            self._counts[what] += times

    def surprise(self) -> None:
        """An exception that nobody expected, which is being handled."""
        with self._lock:
            self._counts["surprises"] += 1
            if len(self.surprises) < 5:
                self.surprises.append(traceback.format_exc()[-1500:])

    def line(self) -> str:
        """All of it."""
        with self._lock:
            return json.dumps({"counts": self._counts, "surprises": self.surprises})


class Table:
    """People who play evening after evening, in rooms of theirs."""

    def __init__(self, url: str, data: Path, seed: int, pace: float, doings: Doings) -> None:
        self._house = House(SimpleNamespace(url=url, data=data))  # type: ignore[arg-type]
        self._chance = random.Random(seed)  # noqa: S311  # to be told again
        self._pace = pace
        self._doings = doings
        self._known: list[tuple[Kind, Room]] = []
        self._kinds: list[str] = []
        self.code: str | None = None
        """Where they are playing now."""

    def evening(self, stop: threading.Event) -> None:
        """One evening in one room: some games, and what people do between them."""
        kind, room = self._room()
        self.code = room.party.code
        try:
            for _ in range(self._chance.randint(1, 3)):
                if not stop.is_set():
                    self._game(kind, room, stop)
        finally:
            self.code = None
            room.party.close()
        self._doings.count("evenings")

    def _room(self) -> tuple[Kind, Room]:
        """A new one, or one from an earlier evening."""
        if self._known and self._chance.random() < 0.4:
            kind, room = self._known.pop(self._chance.randrange(len(self._known)))
            room.come_back()  # expired, it is not among the known any more
            self._doings.count("came back to a room")
        else:
            kind, room = self._opened()
        self._known = [*self._known, (kind, room)][-MAX_REMEMBERED:]
        return kind, room

    def _opened(self) -> tuple[Kind, Room]:
        self._kinds = self._kinds or self._chance.sample(list(KINDS), len(KINDS))
        name = self._kinds.pop()
        kind, key = KINDS[name], secrets.token_hex(8)
        decks = tuple(deck for deck in kind.decks if deck != "house")
        room = self._house.open(key, kind.seats, kind.settings, language=kind.language, decks=decks)
        del self._house.rooms[key]
        if kind.words:
            room.party.do("Ana", "paste_words", text=kind.words)
            room.opening["decks"] = list(kind.decks)
            room.change_settings(kind.settings)
        if kind.bots:
            room.party.do("Ana", "fill_with_bots", style="bold")
        for who in room.party.people:
            room.party.do(who, "count_me", on=True)
        self._doings.count(f"rooms: {name}")
        return kind, room

    def _game(self, kind: Kind, room: Room, stop: threading.Event) -> None:
        if self._chance.random() < 0.3:
            self._sleep(room, stop)
        party = room.party
        if party.game is None or party.phase in OVER:
            again = party.game is not None and not kind.bots
            party.deal(swap=again and self._chance.random() < 0.3)
        for _ in range(MAX_MOVES):
            if stop.is_set() or room.party.phase in OVER:
                break
            self._move(kind, room, stop)
            self._doings.count("moves")
            stop.wait(self._chance.expovariate(1 / self._pace))
        else:
            room.party.do("Ana", "abandon", step=room.party.screen.view["step"])
        if room.party.phase in OVER:
            self._doings.count("games")
            self._look_back(room)

    def _sleep(self, room: Room, stop: threading.Event) -> None:
        """All phones and the television; the room is forgotten meanwhile, perhaps."""
        room.party.close()
        stop.wait(self._chance.uniform(0.5, 12))
        room.come_back()
        self._doings.count("slept")

    def _move(self, kind: Kind, room: Room, stop: threading.Event) -> None:
        """One move, or what people do instead."""
        party, luck = room.party, self._chance.random()
        may = party.game["may"]
        if luck < 0.03:
            who = self._chance.choice(list(party.people))
            party.people[who].close()
            room.enter(who)
            self._doings.count("phones came back")
        elif luck < 0.04:
            party.screen.close()
            party.screen = Client(party.url, room=party.code)
            party.screen.enter("watch", room=party.code)
            self._doings.count("televisions came back")
        elif luck < 0.08 and "touch_card" in may and not kind.bots:
            party.touch("bystander")
        elif luck < 0.11 and party.may("undo"):
            party.somebody("undo")
        elif luck < 0.12 and kind.settings.get("timer") == "strict":
            stop.wait(10.5)
        elif luck < 0.13 and "give_clue" in may and kind.settings.get("coach"):
            party.people[party.may("give_clue")[0]].ask("ask_coach", word="river")
        elif not kind.bots:
            party.play_one()
        else:
            self._beside_bots(party, stop)

    def _beside_bots(self, party: Party, stop: threading.Event) -> None:
        """What a person does whose team's bots guess, and who rules over the other's clues."""
        question = party.question()
        asked = question is not None and party.able(question["may"].get("allow_clue", ()))
        if asked or party.may("cover_card"):
            party.play_one()
        elif party.may("give_clue"):
            party.clue(2)
        else:
            stop.wait(0.3)  # and look again

    def _look_back(self, room: Room) -> None:
        """The debrief, the book, a page of it on the television, the statistics, an export."""
        party = room.party
        if party.phase == "ended":
            party.debrief()
        ana = party.people["Ana"]
        games = ana.ask("open_book")["book"]["games"]
        ana.ask("open_page", game=len(games))
        ana.ask("open_statistics")
        ana.ask("export_game", game=len(games))
        if self._chance.random() < 0.5:
            party.do("Ana", "show_page", game=len(games), moment=0, plays=False)
            party.do("Ana", "close_page")
        self._doings.count("books read")


Work = Callable[[threading.Event], None]


def again_and_again(work: Work, doings: Doings, stop: threading.Event) -> None:
    """Until it is time to stop. Whoever finds the server away comes back a moment later."""
    while not stop.is_set():
        try:
            work(stop)
        except LOST:
            doings.count("lines broken")
            stop.wait(0.5)
        except Refused as refused:
            doings.count(f"refused: {refused.code}")
            stop.wait(0.5)
        except Exception:  # noqa: BLE001  # told, and made a fault of, by soak.py
            doings.surprise()
            stop.wait(0.5)


RECEIVERS: tuple[frozenset[str], ...] = (frozenset(), frozenset({OWN}), frozenset({OWN, DASHCAST}))
"""What cannot be had on the first television, the second, …: the next in the chain is taken."""


class Sofa(Screening):
    """In front of a television that some other room may still be on."""

    def press(self) -> None:
        """The host chooses it all the same."""
        self.host.ask("show_on_tv", device=self.device, instead=True)


def casting(url: str, tv: EmulatedDevice, doings: Doings) -> Work:
    """Shown on a television, stopped, and again."""

    def work(stop: threading.Event) -> None:
        tv.received.clear()
        tv.urls.clear()
        at = Sofa(SimpleNamespace(url=url), tv)  # type: ignore[arg-type]
        for _ in range(3):
            doings.count(f"cast by {at.show()}")
            stop.wait(3)
            at.stop()
        at.host.close()

    return work


def looking(url: str, tables: list[Table], doings: Doings) -> Work:
    """A frame for photos that shows where people are playing."""

    def work(stop: threading.Event) -> None:
        code = next(
            (table.code for table in random.sample(tables, len(tables)) if table.code), None
        )
        if code is None:
            stop.wait(1)
            return
        end = time.monotonic() + 8
        with Stream(url, f"/tv/{code}.mjpg") as stream:
            if not stream.head.startswith(b"HTTP/1.1 200"):
                doings.count("no pictures")  # the room may be gone, or the server about to stop
                end = 0.0
            while time.monotonic() < end and not stop.is_set():
                stream.part()
                stream.jpegs.clear()
                doings.count("pictures")
        stop.wait(4)

    return work


def misbehaving(url: str, tables: list[Table], seed: int, doings: Doings) -> Work:
    """Now and then garbage, and screens that do not read."""
    fuzz = Fuzz(url, seed)
    port = int(url.rpartition(":")[2])
    slow = next(abuse for abuse in ABUSES if abuse.name == "screens that do not read")

    def work(stop: threading.Event) -> None:
        codes = [table.code for table in tables if table.code]
        guests = []
        for number, code in enumerate(codes * 3):
            with contextlib.suppress(RuntimeError):  # the room may be gone
                guests.append(slow.comes(port, f"127.0.2.{number + 1}", code))
        Client(url).close()  # whether there is a server: without one it would send for ever
        fuzz.send(300)
        doings.count("garbage", 300)
        doings.count("slow readers", len(guests))
        stop.wait(15)
        for guest in guests:
            guest.sock.close()

    return work


def main() -> None:
    """Live until the input ends."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("url")
    parser.add_argument("data", type=Path)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--pace", type=float, default=0.15, help="seconds between two moves")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--devices", nargs="*", default=[])
    options = parser.parse_args()
    with contextlib.ExitStack() as house:
        live(options, house)


def live(options: argparse.Namespace, house: contextlib.ExitStack) -> None:
    """Everybody, each in a thread of their own."""
    doings, stop = Doings(), threading.Event()
    tables = [
        Table(options.url, options.data, options.seed * 1000 + n, options.pace, doings)
        for n in range(options.tables)
    ]
    works: list[Work] = [table.evening for table in tables]
    for missing, address in zip(RECEIVERS, options.devices, strict=False):
        tv = house.enter_context(EmulatedDevice(own_app=OWN, address=address))
        tv.faults.unavailable |= missing
        house.enter_context(eureka(tv))
        works += [casting(options.url, tv, doings)]
    works += [looking(options.url, [*tables], doings)]
    works += [misbehaving(options.url, tables, options.seed, doings)]
    for work in works:
        threading.Thread(target=again_and_again, args=(work, doings, stop), daemon=True).start()
    ended = threading.Thread(target=sys.stdin.read, daemon=True)
    ended.start()
    while ended.is_alive():
        ended.join(1)
        with contextlib.suppress(BrokenPipeError):
            print(doings.line(), flush=True)
    stop.set()


if __name__ == "__main__":
    main()
