"""The games that docs/protocol.md tells of happen as they stand there, against a real server: that
of its guide frame by frame, from the upgrade on, and the session at its end.
"""

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websocket

from clients import Client
from patience import PATIENCE
from servers import Deal, Server, running
from wire import get

PAGE = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")

HANDSHAKE = PAGE.split("```text handshake\n")[1].split("```")[0]

FRAMES = PAGE.split("```text frames\n")[1].split("```")[0]

SESSION = PAGE.split("```text session\n")[1].split("```")[0]

LINE = re.compile(r"(?P<who>\w+) (?:(?P<sign>>|< ack|< view) (?P<json>.*)|(?P<does>\w+))")

ADDRESS = "http://192.168.1.20:8000"

BY_CLOCK = {"now", "until"}


def dealt() -> Deal:
    """The deal that the session shows."""
    views = [json.loads(text)["view"] for text in re.findall(r"< view (.*)", SESSION)]
    view = next(view for view in views if view["kind"] == "key")
    key = "".join("n" if identity == "bystander" else identity[0] for identity in view["key"])
    return Deal((key,), tuple(view["game"]["codenames"]), ("BKTM",))


def agrees(shown: Any, real: Any) -> bool:
    """Whether what is shown is there, whatever else there may be."""
    if isinstance(shown, dict):
        return isinstance(real, dict) and all(
            name in real and (name in BY_CLOCK or agrees(value, real[name]))
            for name, value in shown.items()
        )
    if isinstance(shown, list):
        return len(shown) == len(real) and all(map(agrees, shown, real))
    return shown in (real, "…")


class Player:
    """Does what one of the session's clients does."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._client = Client(url)
        self._number = 0
        self._seen = 0

    def close(self) -> None:
        self._client.close()

    def say(self, name: str, payload: object) -> None:
        self._number = self._client.send(name, payload)

    def expect_answer(self, shown: Any) -> None:
        real = json.dumps(self._client.answer(self._number)).replace(self._url, ADDRESS)
        assert agrees(shown, json.loads(real)), real
        assert shown.keys() == json.loads(real).keys()

    def expect_view(self, shown: Any) -> None:
        """The next one, or a later one if the session leaves some out."""
        while True:
            self._client.wait(lambda: len(self._client.sent) > self._seen)
            real = self._client.sent[self._seen]
            self._seen += 1
            if (real["audience"], real["n"]) == (shown["audience"], shown["n"]):
                assert agrees(shown, real), real
                complete = "code" in shown["view"].get("lobby", {})
                assert agrees(real, shown) or not complete, real
                return


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path / "data", deal=dealt()) as started:
        yield started


def test_the_session_happens_as_it_is_told(server: Server) -> None:
    players: dict[str, Player] = {}
    for line in SESSION.splitlines():
        match = LINE.fullmatch(line)
        if match is None:
            assert line == "" or line.startswith("# "), line
            continue
        if match["who"] not in players or match["does"] == "connects":
            players[match["who"]] = Player(server.url)
        player = players[match["who"]]
        if match["does"] == "closes":
            player.close()
        elif match["sign"] == ">":
            player.say(*json.loads(match["json"]))
        elif match["sign"] == "< ack":
            player.expect_answer(json.loads(match["json"]))
        elif match["sign"] == "< view":
            player.expect_view(json.loads(match["json"]))
    for player in players.values():
        player.close()


# --- The guide -----------------------------------------------------------------------------------


def test_the_upgrade_is_as_the_guide_shows_it(server: Server) -> None:
    asked, answered = HANDSHAKE.strip().split("\n\n")
    request = asked.replace(ADDRESS.removeprefix("http://"), f"127.0.0.1:{server.port}")
    with socket.create_connection(("127.0.0.1", server.port), 20) as connection:
        connection.sendall((request + "\n\n").replace("\n", "\r\n").encode())
        received = connection.makefile("rb")
        head = b"".join(iter(received.readline, b"\r\n")).decode().replace("\r\n", "\n")
        assert head.strip() == answered
        assert received.read(1) == b"\x81"
        opening = received.read(received.read(1)[0])
        assert opening.startswith(b"0{")
        connection.sendall(bytes.fromhex("81 82 00 00 00 00 34 30"))
        assert received.read(2)[:1] == b"\x81"
        assert received.read(4) == b'40{"'


class Raw:
    """A client of which every frame is seen."""

    def __init__(self, url: str) -> None:
        address = url.replace("http", "ws", 1) + "/socket.io/?EIO=4&transport=websocket"
        self.socket = websocket.create_connection(address, timeout=PATIENCE)
        self.waiting: list[str] = []

    def expect(self, shown: str) -> None:
        """A frame that has not been looked at; those before it are left out, or come later."""
        kind, shown_json = parted(shown)
        for frame in self.frames():
            real_kind, real = parted(frame)
            if kind == real_kind and agrees(json.loads(shown_json), json.loads(real)):
                self.waiting.remove(frame)
                return

    def frames(self) -> Iterator[str]:
        yield from list(self.waiting)
        while True:
            frame = str(self.socket.recv())
            if frame == "2":
                self.socket.send("3")
                continue
            self.waiting.append(frame)
            yield frame


def parted(frame: str) -> tuple[str, str]:
    """A frame's digits, and its JSON."""
    digits = re.match(r"\d*", frame)
    assert digits is not None
    return digits[0], frame[digits.end() :]


def test_the_first_game_of_the_guide_happens_as_it_is_told(server: Server) -> None:
    clients: dict[str, Raw] = {}
    for line in filter(None, FRAMES.splitlines()):
        who, sign, *frame = line.split(" ", 2)
        if who not in clients:
            clients[who] = Raw(server.url)
        if sign == "→":
            clients[who].socket.send(frame[0])
        elif sign == "←":
            clients[who].expect(frame[0])
        else:
            assert sign == "closes"
            clients.pop(who).socket.close()
    for client in clients.values():
        client.socket.close()


def test_the_decks_are_those_that_are_shown(tmp_path: Path) -> None:
    (shown,) = re.findall(r"```json decks\n(.*)\n```", PAGE)
    with running(tmp_path / "data") as started:
        assert json.loads(get(started.url, "/decks").split(b"\r\n\r\n")[1]) == json.loads(shown)
