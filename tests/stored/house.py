"""A real server on which rooms are made, and what is written down of them."""

import hashlib
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clients import Client, Refused
from patience import PATIENCE
from servers import SOURCES, Server
from stored.party import Party
from table import refusal


def token_of(room: str, who: str) -> str:
    """Everybody's token: in a browser it would be random."""
    return hashlib.sha256(f"{who} in {room}".encode()).hexdigest()[:32]


def undercast(command: str, data: Path, *arguments: object) -> str:
    """A command at the server's terminal; what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "undercast.cli", command, "--data", data, *map(str, arguments)],
        env={"PYTHONPATH": str(SOURCES)},
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    return done.stdout


def link_to_host(data: Path, code: str) -> str:
    """The secret part of the link that the terminal prints."""
    found = re.search(r"#host=(\S+)", undercast("host", data, code))
    assert found is not None
    return found[1]


@dataclass
class Room:
    """A room that is to be stored."""

    name: str
    server: Server
    opening: dict[str, Any]
    """With what it was created."""
    party: Party
    tokens: dict[str, str] = field(default_factory=dict)

    def join(self, who: str, seat: str | None = None, *, name: str | None = None) -> None:
        """Somebody comes in, or comes again."""
        self.party.join(who, self._token(who), name, seat)

    def enter(self, who: str) -> None:
        self.party.enter(who, self.tokens[who])

    def sit(self, seats: Mapping[str, str]) -> None:
        for who, seat in seats.items():
            self.party.do(who, "take_seat", seat=seat)

    def change_settings(
        self, settings: Mapping[str, Any], decks: Iterable[str] | None = None
    ) -> None:
        self.party.do(
            self.party.host(),
            "change_settings",
            settings=settings,
            decks=list(decks or self.opening["decks"]),
            language=self.opening["language"],
        )

    def ask_to_return(self, asking: str, whose: str) -> int:
        """A browser without its token says whose it is; the request's id."""
        browser = Client(self.server.url)
        request: int = browser.ask(
            "ask_to_return",
            protocol=2,
            room=self.party.code,
            token=self._token(asking),
            player=self.party.people[whose].you,
        )["request"]
        browser.close()
        return request

    def returns(self, lost: str, found: str) -> None:
        """Somebody has lost their phone; the host lets another one take its place."""
        request = self.ask_to_return(found, lost)
        person = self.party.people[lost]
        person.close()
        you = person.you
        self.party.screen.wait_for_view(
            lambda message: (
                not any(
                    player["id"] == you and player["online"]
                    for player in message["view"]["lobby"]["players"]
                )
            )
        )
        self.party.do(self.party.host(), "answer_request", request=request, consent=True)
        del self.party.people[lost]
        self.enter(found)

    def become_host(self, who: str) -> None:
        """By a link from the server's terminal."""
        link = link_to_host(self.server.data, self.party.code)
        self.party.people[who].enter(
            "become_host", room=self.party.code, token=self.tokens[who], link=link
        )

    def come_back(self) -> None:
        """Everybody who can, after the server was away."""
        latest, self.party = self.party.latest, Party(self.server.url, self.party.code)
        self.party.latest = latest
        for who in self.tokens:
            try:
                self.enter(who)
            except Refused:
                continue

    def written_down(self) -> dict[str, Any]:
        """What everybody sees now, and what is needed to come back and see it again."""
        party = self.party
        party.close()
        self.come_back()
        step, public = self.party.seen()
        people = {who: self._as_seen_by(who, public) for who in self.tokens}
        self.party.close()
        return {
            "code": party.code,
            "opening": self.opening,
            "latest": party.latest,
            "step": step,
            "public": public,
            "people": people,
        }

    def _as_seen_by(self, who: str, public: dict[str, Any]) -> dict[str, Any]:
        """What this person sees beside what everybody does."""
        token = self.tokens[who]
        if who not in self.party.people:
            stranger = Client(self.server.url)
            entrance = {"protocol": 2, "room": self.party.code, "token": token}
            refused = refusal(stranger, "enter", **entrance)
            stranger.close()
            return {"token": token, "refused": refused}
        person = self.party.people[who]
        _, view = self.party.seen(who)
        assert (view["lobby"], view["game"]) == (public["lobby"], public["game"])
        own = {name: value for name, value in view.items() if name not in ("lobby", "game")}
        return {
            "token": token,
            "you": person.you,
            "audience": person.view["audience"],
            "sees": own,
        }

    def _token(self, who: str) -> str:
        return self.tokens.setdefault(who, token_of(self.name, who))


@dataclass
class House:
    """One server, and the rooms that were opened on it."""

    server: Server
    rooms: dict[str, Room] = field(default_factory=dict)

    def open(
        self,
        name: str,
        seats: Mapping[str, str | None],
        settings: Mapping[str, Any] | None = None,
        *,
        names: Mapping[str, str] | None = None,
        language: str = "en",
        decks: Iterable[str] = ("en",),
    ) -> Room:
        """A new room with people in their seats; the first of them is its host."""
        (host, its_seat), *others = seats.items()
        called = names or {}
        opening: dict[str, Any] = {
            "cmd_id": "create",
            "token": token_of(name, host),
            "name": called.get(host, host),
            "language": language,
            "decks": list(decks),
            "settings": dict(settings or {}),
        }
        client = Client(self.server.url)
        code = client.enter("create", **opening)["room"]
        room = Room(name, self.server, opening, Party(self.server.url, code))
        room.tokens[host] = opening["token"]
        room.party.add(host, client)
        if its_seat is not None:
            room.sit({host: its_seat})
        for who, seat in others:
            room.join(who, seat, name=called.get(who))
        self.rooms[name] = room
        return room
