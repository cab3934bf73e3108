"""The documented proxies before two servers on one engine: a room stays together, and goes on when
its server is stopped, or dies."""

import ssl
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import websocket

from certificates import certificate
from clients import PATIENCE, Client, token
from patience import in_time
from ports import free_port
from prometheus_text import Numbers
from proxies.proxies import EACH, NAME, proxy
from servers import Server
from store.redis_servers import Running, until

pytestmark = pytest.mark.slow

ROOMS = 30

SOON = 2.0
"""Seconds until all rooms of a server that died are on another, once the proxy knows."""

NOTICE = 1.0
"""Seconds until the proxy does."""

SERVICE_RESTART = 1012

SOCKETS = {"sslopt": {"cert_reqs": ssl.CERT_NONE}}
"""How clients are to connect."""

LOST = (OSError, websocket.WebSocketException)
"""The connection broke, or was never made."""


Sent = tuple[int, dict[str, Any]]
"""The number of an answer, and what was sent."""


@dataclass
class Guest:
    """Somebody of a room, or its screen, who comes back as the protocol says."""

    url: str
    room: str
    token: str | None
    """None: a screen's."""
    client: Client = field(init=False)
    calls: int = 0
    closed_with: list[int] = field(default_factory=list)
    """The codes with which its connections ended, where a server said one."""

    def greet(self) -> None:
        """Enter once more; on a new connection if this one is gone."""
        try:
            self._enter()
        except LOST:
            self.come()

    def come(self) -> None:
        """Connect, by the room's name, and enter; again until it works."""
        if self.calls and self.client.closed_with is not None:
            self.closed_with.append(self.client.closed_with)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.client = Client(self.url, room=self.room, **SOCKETS)
                self._enter()
            except LOST:
                assert time.monotonic() < end
                time.sleep(0.02)
            else:
                self.calls += 1
                return

    def _enter(self) -> None:
        if self.token is None:
            answer = self.client.enter("watch", room=self.room)
        else:
            answer = self.client.enter("enter", room=self.room, token=self.token)
        assert not answer["elsewhere"]

    @classmethod
    def came(cls, url: str, room: str, secret: str | None) -> "Guest":
        guest = cls(url, room, secret)
        guest.come()
        return guest

    @classmethod
    def joined(cls, url: str, room: str) -> "Guest":
        guest = cls(url, room, token())
        guest.client = Client(url, room=room, **SOCKETS)
        guest.client.enter("join", room=room, token=guest.token, name="Cem")
        guest.calls = 1
        return guest

    def say(self, name: str, fields: dict[str, Any]) -> int:
        """Send it; the number of the answer."""
        try:
            return self.client.send(name, fields)
        except LOST:
            self.come()
            return self.client.send(name, fields)

    def answer(self, sent: Sent, name: str) -> None:
        """It is done; said again, unchanged, on the next connection if need be."""
        number, fields = sent
        while True:
            try:
                answer = self.client.answer(number)
            except LOST:
                self.come()
                number = self.client.send(name, fields)
            else:
                assert answer == {"ok": True}
                return

    def see(self, step: int) -> None:
        """Wait for the view of this step."""
        try:
            self.client.wait_for_view(lambda view: view["step"] >= step)
        except LOST:
            self.come()
            self.client.wait_for_view(lambda view: view["step"] >= step)
        assert self.client.view["step"] == step


@dataclass
class Table:
    """A room in the middle of a game: who touches cards, who gives clues, and a screen."""

    guesser: Guest
    giver: Guest
    screen: Guest
    agents: list[int]
    """Positions of the team in turn, in the order in which they are touched."""
    touched: int = 0

    @property
    def everybody(self) -> tuple[Guest, ...]:
        return (self.guesser, self.giver, self.screen)

    @property
    def heard(self) -> list[int]:
        return [code for guest in self.everybody for code in guest.closed_with]

    def touch(self) -> Sent:
        """Send the next touch."""
        fields = {
            "cmd_id": f"t{self.touched}",
            "step": self.guesser.client.view["step"],
            "position": self.agents[self.touched],
        }
        return self.guesser.say("touch_card", fields), fields

    def settle(self, sent: Sent) -> None:
        """The touch is answered, was done once, and everybody sees it, on whatever connection."""
        self.guesser.answer(sent, "touch_card")
        self.touched += 1
        for guest in self.everybody:
            guest.see(sent[1]["step"] + 1)
            assert len(guest.client.game["turns"][-1]["touches"]) == self.touched


def lay(url: str) -> Table:
    """Open a room, come again by its name, as the server asks for it, and give a clue."""
    client = Client(url, **SOCKETS)
    secret, room = token(), {"name": "Ana", "language": "en", "decks": ["en"], "cmd_id": "c"}
    settings = {"guessing": "operatives_tap"}
    answer = client.enter("create", token=secret, settings=settings, **room)
    client.close()
    code = answer["room"]
    giver, screen = Guest.came(url, code, secret), Guest.came(url, code, None)
    guesser = Guest.joined(url, code)
    guesser.client.do("take_seat", seat="operative_for_both")
    giver.client.do("take_seat", seat="key_holder")
    giver.client.do("deal")
    giver.client.wait_for_view(lambda view: view["view"]["kind"] == "key")
    key, team = giver.client.view["view"]["key"], giver.client.game["turns"][-1]["team"]
    giver.client.move("give_clue", word="zzyzx", number="unlimited")
    guesser.client.wait_for_view(lambda view: view["step"] == 2)
    return Table(guesser, giver, screen, [at for at, card in enumerate(key) if card == team])


@contextmanager
def servers(folder: Path, valkey: Running) -> Iterator[tuple[Server, Server]]:
    """Two of them on one engine, as if they were on two machines."""
    options = ("--store", valkey.url, "--public-url", f"https://{NAME}", "--no-bots")
    options += ("--trust-proxy", "127.0.0.1")
    both = tuple(
        Server(folder / name, None, (*options, "--metrics-port", str(free_port())), free_port())
        for name in ("one", "two")
    )
    try:
        for server in both:
            server.data.mkdir()
        for ready in [server.launch() for server in both]:
            assert ready.wait(PATIENCE)
        yield both[0], both[1]
    finally:
        for server in both:
            server.kill()


def sockets_of(server: Server) -> float:
    """How many the server itself counts."""
    return Numbers(server).read()["undercast_sockets",]


def calls(tables: list[Table]) -> list[list[int]]:
    """How often everybody has connected."""
    return [[guest.calls for guest in table.everybody] for table in tables]


def moved(tables: list[Table], before: list[list[int]]) -> list[bool]:
    """Which tables lost their connections since, all of a table or none; everybody is back."""
    for table in tables:
        for guest in table.everybody:
            guest.greet()
    came = [
        {now - then for now, then in zip(*both, strict=True)}
        for both in zip(calls(tables), before, strict=True)
    ]
    assert all(once in ({0}, {1}) for once in came), came
    return [once == {1} for once in came]


def play_on(tables: list[Table]) -> None:
    """A touch at every table."""
    for table, sent in [(table, table.touch()) for table in tables]:
        table.settle(sent)


def stop_while_they_play(server: Server, tables: list[Table]) -> list[bool]:
    """Stop it in the middle of touches; which tables moved."""
    before = calls(tables)
    half = [(table, table.touch()) for table in tables[::2]]
    with ThreadPoolExecutor() as meanwhile:
        stopped = meanwhile.submit(server.stop)
        for table, sent in half + [(table, table.touch()) for table in tables[1::2]]:
            table.settle(sent)
        assert stopped.result() == 0
    return moved(tables, before)


def bring_back(server: Server, other: Server, tables: list[Table]) -> None:
    """Start it again; the people of these tables come there as soon as the proxy leads there: nginx
    sends one to try, and all others when that one has left.
    """
    server.start()
    guests = [guest for table in tables for guest in table.everybody]
    while sockets_of(server) < len(guests):
        for guest in guests:
            guest.client.close()
            guest.come()
        until(lambda: sockets_of(server) + sockets_of(other) == 3 * ROOMS)  # former ones are gone


@pytest.mark.parametrize("kind", EACH)
def test_rooms_stay_together_and_go_on(kind: str, tmp_path: Path, valkey: Running) -> None:
    with (
        servers(tmp_path, valkey) as (one, two),
        proxy(kind, tmp_path / kind, certificate(tmp_path), (one.port, two.port)) as proxied,
    ):
        tables = [lay(proxied.url) for _ in range(ROOMS)]
        of_one = stop_while_they_play(one, tables)
        assert 0 < sum(of_one) < ROOMS
        assert {code for table in tables for code in table.heard} == {SERVICE_RESTART}
        play_on(tables)

        bring_back(one, two, [table for table, was in zip(tables, of_one, strict=True) if was])
        play_on(tables)
        one.kill()
        killed, before = time.monotonic(), calls(tables)
        assert moved(tables, before) == of_one
        assert time.monotonic() - killed < in_time(SOON + NOTICE)
        play_on(tables)
