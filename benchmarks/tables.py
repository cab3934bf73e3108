"""Rooms full of people who tap, in Undercast itself and in servers that only send the same."""

# ruff: noqa: INP001

import itertools
import json
import secrets
from collections.abc import Iterator, Sequence
from typing import Any

from contenders import UNDERCAST
from swarm import Member

Command = tuple[str, dict[str, Any]]


class Table:
    """One room. `act` sends the next command; the view that it leads to bears `step`."""

    step = 0

    def __init__(self, members: list[Member], name: str) -> None:
        self.members = members
        for member in members:
            member.ask("enter", room=name)

    def act(self) -> bool:
        """Somebody does something; whether it was a tap on a card."""
        self.step += 1
        self.members[self.step % len(self.members)].tell("tap", step=self.step)
        return True


class Game(Table):
    """One room of Undercast, in which games are played to the end, one after the other.

    Both spymasters share one seat and have two devices; the first two members are these, all
    others are shared screens. Every hidden card but the assassin is touched.
    """

    def __init__(self, members: list[Member], *, language: str = "en") -> None:
        first, *others = members
        self.members = [first]
        self._numbers = itertools.count()
        self._first = first
        self._devices = itertools.cycle([first])
        self.token = secrets.token_urlsafe(24)
        self.room = first.ask(
            "create",
            protocol=2,
            cmd_id="create",
            token=self.token,
            name="Ana",
            language=language,
            decks=[language],
        )["room"]
        first.ask("take_seat", cmd_id="seat", seat="key_holder")
        for member in others:
            self.welcome(member)
        self.games = 0
        self.deal()

    def welcome(self, member: Member) -> None:
        """One more comes in: the key holder's second device, or a screen."""
        self.members.append(member)
        if len(self.members) == 2:
            member.ask("enter", protocol=2, room=self.room, token=self.token)
            self._devices = itertools.cycle(self.members[:])
        else:
            member.ask("watch", protocol=2, room=self.room)

    def deal(self) -> None:
        """Begin a new game."""
        self.games += 1
        self._first.ask("deal", cmd_id=f"c{next(self._numbers)}")
        message = json.loads(self._first.view)[1]
        self.step = message["step"]
        self._plan = plan(message["view"]["key"], message["view"]["game"]["starting_team"])

    def act(self) -> bool:
        """A clue or a touch; when the game is over, a new one before."""
        command = next(self._plan, None)
        if command is None:
            self.deal()
            return self.act()
        name, fields = command
        number = f"c{next(self._numbers)}"
        next(self._devices).tell(name, cmd_id=number, step=self.step, **fields)
        self.step += 1
        return name == "touch_card"


def plan(key: list[str], team: str) -> Iterator[Command]:
    """A whole game: each turn all own cards but one, then a bystander; at the end the last card."""
    own = {name: [i for i, card in enumerate(key) if card == name] for name in ("red", "blue")}
    bystanders = [i for i, card in enumerate(key) if card == "bystander"]
    while True:
        yield "give_clue", {"word": "example", "number": "unlimited"}
        while len(own[team]) > 1:
            yield "touch_card", {"position": own[team].pop()}
        yield "touch_card", {"position": (bystanders or own[team]).pop()}
        if not own[team]:
            return
        team = "blue" if team == "red" else "red"


def gathered(port: int, addresses: Sequence[str]) -> Game:
    """A room whose people come one after the other, each by the address that says which room."""
    game = Game([Member(port, addresses[0])])
    for address in addresses[1:]:
        game.welcome(Member(port, address, game.room))
    return game


def table(contender: str, port: int, addresses: Sequence[str], name: str) -> Table:
    """A room of this contender's with somebody from each of these addresses."""
    if contender == UNDERCAST:
        return gathered(port, addresses)
    return Table([Member(port, address) for address in addresses], name)
