"""The session at the end of docs/protocol.md happens as it stands there, against a real server."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from clients import Client
from servers import Deal, Server, running

PAGE = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")

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
    return bool(shown == real)


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
            self._client.wait(lambda: len(self._client.messages) > self._seen)
            real = self._client.messages[self._seen]
            self._seen += 1
            if (real["audience"], real["n"]) == (shown["audience"], shown["n"]):
                assert agrees(shown, real), real
                return


@pytest.fixture
def server(tmp_path: Path) -> Any:
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
