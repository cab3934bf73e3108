"""Law "Two keys, same bytes", on the way to a television.

One game is cast and played twice, with two keys that agree on what is touched. The cast process
hears and says the same bytes, the device receives the same messages, and the page that it opens the
same frames and answers, while it is launched, taken over, taken back, lost and stopped. The evening
ends on an LG television, for which the same is true from its question to the end of its browser.

Nonces, sessions and the signing secret are random in life: here they are the same both times.
"""

import itertools
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from cast import emulated
from cast.emulated import EmulatedDevice, eureka, eventually, fresh_address
from cast.rig import nonce_of
from cast.webos.emulated_lg import LIVE_TV, EmulatedLg
from clients import Client
from servers import Deal, Server
from table import settle
from undercast.store.data_file import SECRET_FILE
from wire import get

ROOM = "BKTM"
KEYS = ("rrrrrrrrrbbbbbbbbnnnnnnna", "rrbbbbbbrrbrrrrrbnnnannnn")
TOUCHED = ((0, "r"), (1, "r"), (10, "b"), (17, "n"))
ALIVE = b'> {"type":"HeartbeatMessage"}\n'


def test_the_two_keys_are_worth_comparing() -> None:
    one, two = KEYS
    assert sorted(one) == sorted(two)
    for position, letter in TOUCHED:
        assert one[position] == two[position] == letter
    assert sum(a != b for a, b in zip(one, two, strict=True)) > 10


@dataclass
class Seen:
    """What was received in one evening."""

    frames: list[list[str]] = field(default_factory=list)
    """By the pages on the television, one after the other, and by a phone without a key."""
    answers: list[bytes] = field(default_factory=list)
    child: bytes = b""
    device: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    television: list[dict[str, object]] = field(default_factory=list)
    """What the LG television received."""
    urls: list[str] = field(default_factory=list)
    key: list[str] = field(default_factory=list)
    """By a phone with the key, to see that there was something to tell."""


class Evening:
    """The script, step by step; each ends when all that it causes has arrived."""

    def __init__(self, server: Server, tv: EmulatedDevice, lg: EmulatedLg, record: Path) -> None:
        self.server, self.tv, self.lg, self.record, self.seen = server, tv, lg, record, Seen()
        self.numbers = itertools.count()
        self.page: Client | None = None
        self.ana = Client(server.url)
        self.ana.enter(
            "create", cmd_id="a", token="Ana" * 10, name="Ana", language="en", decks=["en"]
        )
        self.red, self.blue = self.join("Ben", "red_spymaster"), self.join("Cem", "blue_spymaster")

    def join(self, name: str, seat: str) -> Client:
        client = Client(self.server.url)
        client.enter("join", room=ROOM, token=name * 10, name=name)
        client.ask("take_seat", cmd_id=name, seat=seat)
        return client

    def reaches(self, state: str | None, reason: str | None = None) -> None:
        """The room's television, or the one that is to take its place, if there is one. And, while
        it shows, this is the matter all the same.
        """

        def is_there(message: dict[str, Any]) -> bool:
            screen = message["view"]["lobby"]["screen"] or {"state": None, "coming": None}
            seen = screen["coming"] or screen
            said = seen["reason"] if state == "showing" else reason
            return bool((seen["state"], said) == (state, reason))

        self.ana.wait_for_view(is_there)

    def listed(self) -> set[str]:
        return {tv["id"] for tv in self.ana.ask("list_tvs")["televisions"] if not tv["refused"]}

    def page_comes(self, number: int, tv: EmulatedDevice | EmulatedLg | None = None) -> None:
        """The device has opened this many pages, and the last one calls home."""
        tv = tv or self.tv
        tv.wait_for(lambda: len(tv.urls) == number)
        self.reaches("loading")
        url = tv.urls[-1]
        path = url.removeprefix(self.server.url)
        self.seen.answers += [get(self.server.url, path, method=m) for m in ("GET", "HEAD")]
        self.page = Client(self.server.url)
        self.page.enter("watch", room=ROOM, nonce=nonce_of(url))
        runs_on = {"agent": "TV", "width": 1280, "height": 720, "latency": 1}
        self.page.ask("report", **runs_on)
        self.reaches("showing")
        self.page.ask("report", **runs_on, visible=False, changes=[{"visible": False, "at": 1}])
        self.reaches("showing", "cast/screensaver")
        self.page.ask("report", **runs_on, holds=["video"], played=60)
        self.reaches("showing")

    def page_goes(self) -> None:
        assert self.page is not None
        self.keep(self.page)
        self.page.close()

    def keep(self, client: Client) -> None:
        """All that it received: answers, and apart from them views, which come when they come."""
        settle(client)
        views = [frame for frame in client.frames if frame.startswith("42")]
        others = [frame for frame in client.frames if not frame.startswith("42")]
        self.seen.frames.append([*client.handshake, *others, *views])

    def move(self, who: Client, command: str, **fields: object) -> None:
        settle(self.ana)
        step = self.ana.view["step"]
        who.ask(command, cmd_id=f"m{next(self.numbers)}", step=step, **fields)

    def play(self) -> Seen:
        tv, ana, red, blue = self.tv, self.ana, self.red, self.blue
        eventually(lambda: b'"HeartbeatMessage"' in self.record.read_bytes())
        ana.ask("add_tv", address=tv.address)
        eventually(lambda: str(tv.uuid) in self.listed())
        ana.ask("show_on_tv", device=str(tv.uuid))
        self.page_comes(1)
        ana.ask("deal", cmd_id="deal")
        self.move(red, "give_clue", word="tree", number=2)
        self.move(red, "touch_card", position=0)
        self.move(red, "touch_card", position=1)
        self.move(red, "undo")

        # Somebody else's film, in the middle of the turn.
        tv.take_over()
        self.reaches("taken_over")
        self.page_goes()
        self.move(red, "touch_card", position=1)
        self.move(red, "touch_card", position=10)
        ana.ask("take_back_tv")
        self.page_comes(2)
        self.move(blue, "give_clue", word="river", number="unlimited")
        self.move(blue, "touch_card", position=17)

        # The page is lost, and cast again.
        self.page_goes()
        self.reaches("lost")
        self.page_comes(3)
        self.move_to_the_other_room()
        self.move(ana, "abandon")
        ana.ask("stop_tv")
        self.reaches(None)
        self.lg.wait_for(lambda: self.lg.foreground == LIVE_TV)
        self.page_goes()
        settle(ana)
        settle(red)
        self.seen.frames.append([frame for frame in ana.frames if frame.startswith("42")])
        self.seen.key = red.frames
        self.seen.device, self.seen.urls = tv.received, tv.urls + self.lg.urls
        self.seen.television = self.lg.received
        return self.seen

    def move_to_the_other_room(self) -> None:
        """There is a television of another maker, which somebody takes for a moment."""
        lg = self.lg
        lg.confirms = "wait"
        self.ana.ask("add_tv", address=lg.address)
        eventually(lambda: f"at-{lg.address}" in self.listed())
        self.ana.ask("show_on_tv", device=f"at-{lg.address}")
        self.ana.wait_for_view(
            lambda message: (
                (message["view"]["lobby"]["screen"]["coming"] or {}).get("reason")
                == "cast/confirm_on_tv"
            )
        )
        assert self.tv.app is not None, "it shows until the other one does"
        before = self.page
        assert before is not None
        lg.say_yes()
        self.page_comes(1, lg)
        self.tv.wait_for(lambda: self.tv.app is None)
        self.keep(before)
        before.close()
        self.move(self.red, "give_clue", word="lamp", number=1)
        lg.take_over()
        self.reaches("taken_over")
        self.page_goes()
        self.ana.ask("take_back_tv")
        self.page_comes(2, lg)


def evening(
    data: Path, key: str, addresses: tuple[str, str], port: int, patched: pytest.MonkeyPatch
) -> tuple[Seen, Server]:
    sessions = itertools.count(1)
    address, other = addresses
    patched.setattr(emulated.names, "uuid4", lambda: UUID(int=next(sessions)))
    data.mkdir()
    (data / SECRET_FILE).write_text("5" * 64)
    record = data / "record"
    record.touch()
    options = ("--cast", "--no-pings", "--still", "--record", str(record))
    server = Server(data, Deal((key,)), options, port)
    try:
        # Of a name that no other test's device has: those of one name are renamed.
        device = EmulatedDevice(f"TV {address}", address=address)
        with device as tv, eureka(tv), EmulatedLg(address=other) as lg:
            seen = Evening(server.start(), tv, lg, record).play()
            assert server.stop() == 0
            tv.wait_for(lambda: not tv.connections)  # it has read all that it was sent
    finally:
        server.kill()
    lines = record.read_bytes().replace(str(data).encode(), b"DATA").splitlines(keepends=True)
    seen.child = b"".join(line for line in lines if line != ALIVE and b'"Devices"' not in line)
    return seen, server


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> tuple[Seen, Seen]:
    folder, addresses = tmp_path_factory.mktemp("cast"), (fresh_address(), fresh_address())
    with pytest.MonkeyPatch.context() as patched:
        one, server = evening(folder / "one", KEYS[0], addresses, 0, patched)
        two, _ = evening(folder / "two", KEYS[1], addresses, server.port, patched)
    return one, two


def said(seen: Seen, way: bytes) -> list[bytes]:
    """Whether the TV reports its screen or its page calls home first is chance: one state or two
    that differ in `was_active`.
    """
    lines = seen.child.replace(b'"was_active":true', b'"was_active":false').splitlines()
    return [line for line, _ in itertools.groupby(line for line in lines if line.startswith(way))]


def test_the_cast_process_hears_and_says_the_same(evenings: tuple[Seen, Seen]) -> None:
    one, two = evenings
    for way in (b"< ", b"> "):  # which of two that cross comes first is chance
        assert said(one, way) == said(two, way)
    page = b"PageConnectedMessage", b"PageDisconnectedMessage"
    for kind in (b"StartMessage", b"Cast", *page, b"TakeBack", b"StopCast"):
        assert b'< {"type":"%s"' % kind in one.child
    assert one.child.count(b'> {"type":"PageExpected"') == 5
    assert b"tree" not in one.child, "it is told of no game"


def test_the_device_is_sent_the_same(evenings: tuple[Seen, Seen]) -> None:
    one, two = evenings
    assert one.device == two.device
    # How often it is asked whether it is there depends on how long the evening takes.
    asked = [[m for m in seen.television if m["type"] == "hello"] for seen in evenings]
    assert {str(m) for m in asked[0]} == {str(m) for m in asked[1]}
    told = [[m for m in seen.television if m["type"] != "hello"] for seen in evenings]
    assert told[0] == told[1]
    about = {message["id"].partition("_")[0] for message in one.television}
    assert about > {"register", "open", "close"}
    assert one.urls == two.urls
    assert len(one.urls) == 5


def test_the_page_on_the_television_receives_the_same(evenings: tuple[Seen, Seen]) -> None:
    one, two = evenings
    assert one.answers == two.answers
    for mine, others in zip(one.frames, two.frames, strict=True):
        assert mine == others
    views = [
        json.loads(frame[2:])[1]
        for frames in one.frames
        for frame in frames
        if frame.startswith('42["view"')
    ]
    assert len(views) > 20
    assert {view["view"]["kind"] for view in views} == {"public"}
    assert one.key != two.key, "there was something to tell"
