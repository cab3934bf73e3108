"""A room with people in it, for tests: on a server whose deal is given.

table = Table(server).dealt()
table.tv, table.ben ...
"""

from typing import Any

import pytest

from clients import Client, Refused, token
from servers import Deal, Server

KEY = "rrrrrrrrrbbbbbbbbnnnnnnna"
DEAL = Deal((KEY,))

TAPPED = {"guessing": "operatives_tap", "marks": "team_sees"}

HARMLESS = "zzyzx"
"""A clue that no codename looks like, whatever is drawn."""

SEATS = {
    "Ana": "spectator",
    "Ben": "red_spymaster",
    "Cem": "blue_spymaster",
    "Dan": "red_operative",
    "Eva": "blue_operative",
}


class Table:
    """One room. Ana is the host and looks on; a TV watches."""

    def __init__(self, server: Server, *, settings: dict[str, Any] | None = None) -> None:
        self.server = server
        self.tokens: dict[str, str] = {}
        self.people: dict[str, Client] = {}
        self.code = self.create(settings or {})
        for name, seat in SEATS.items():
            if name != "Ana":
                self.join(name).do("take_seat", seat=seat)
        self.tv = self.watch()

    def create(self, settings: dict[str, Any]) -> str:
        self.tokens["Ana"] = token()
        ana = self.people["Ana"] = Client(self.server.url)
        entered = ana.enter(
            "create",
            token=self.tokens["Ana"],
            name="Ana",
            language="en",
            decks=["en"],
            settings=settings,
            cmd_id="create",
        )
        return str(entered["room"])

    def join(self, name: str) -> Client:
        self.tokens[name] = token()
        person = self.people[name] = Client(self.server.url)
        person.enter("join", room=self.code, token=self.tokens[name], name=name)
        return person

    def watch(self) -> Client:
        tv = Client(self.server.url)
        tv.enter("watch", room=self.code)
        return tv

    def enter(self, name: str) -> Client:
        """One more connection of this person."""
        person = Client(self.server.url)
        person.enter("enter", room=self.code, token=self.tokens[name])
        return person

    def come_back(self) -> None:
        """Everybody enters again after the server was away."""
        for name in self.people:
            self.people[name] = self.enter(name)
        self.tv = self.watch()

    def dealt(self) -> "Table":
        self.people["Ana"].do("deal")
        return self

    def clue(self, number: int | str = "unlimited") -> "Table":
        """The team whose turn it is gives a clue."""
        self.move(self.spymaster(), "give_clue", word=HARMLESS, number=number)
        return self

    def spymaster(self) -> str:
        settle(self.tv)
        return {"red": "Ben", "blue": "Cem"}[self.tv.game["turns"][-1]["team"]]

    def move(self, name: str, command: str, /, **fields: object) -> None:
        """A game command on the board as it is now."""
        settle(self.tv)
        self.people[name].do(command, step=self.tv.view["step"], **fields)


def settle(client: Client) -> None:
    """Receive all that the server has sent to this connection: it answers in order."""
    client.answer(client.send("are we there", {}))


def refusal(client: Client, name: str, /, **fields: Any) -> str:
    """The code with which the server refuses this."""
    with pytest.raises(Refused) as caught:
        client.ask(name, **fields)
    return str(caught.value.code)


def refusal_of(client: Client, name: str, payload: object) -> str:
    """The code with which the server refuses a payload of any kind."""
    answer = client.answer(client.send(name, payload))
    assert "error" in answer, answer
    return str(answer["error"]["code"])


def codes() -> tuple[str, ...]:
    """Room codes enough for a module's tests that share a server."""
    letters = "BCDFGHJKLM"
    return tuple(f"{a}{b}{c}{d}" for a in letters for b in letters for c in "BC" for d in "D")
