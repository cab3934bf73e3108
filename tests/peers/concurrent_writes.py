"""Two servers on one room by force: everybody is connected to both, and all write at once.

    history = force([here, there], most=1_000)     # scripts on real sockets
    report = check(engine, history)                # against the log of Redis: `histories`

What each connection was told is compared, byte for byte, with what the log says: each view must be
one that the room had, in the room's order.
"""

import random
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import websocket

from clients import Client
from patience import PATIENCE
from servers import Server
from table import Table
from undercast.room.entries import Entry
from undercast.store import codec
from undercast.store.redis import keys
from undercast.views import Audience

EVERYBODY_TAPS = {"marks": "team_sees"}

PEOPLE = {"Ana": "p1", "Ben": "p2", "Cem": "p3", "Dan": "p4", "Eva": "p5"}

_KEY = re.compile(rb'"key":\[(.*?)\]')


class View(msgspec.Struct):
    """A message as it came; the view stays bytes."""

    audience: Audience
    n: int
    step: int = 0
    happened: msgspec.Raw = msgspec.Raw(b"[]")
    view: msgspec.Raw = msgspec.Raw(b"")


@dataclass
class Told:
    """A view, when it came."""

    at: float
    message: View


@dataclass
class Said:
    """A command and what became of it."""

    by: str
    cmd_id: str
    name: str
    answered: float
    took: float
    """Seconds until it was answered."""
    refused: str | None


class Connection(Client):
    """A client that only notes what it is told."""

    def __init__(self, server: Server, who: str | None, code: str, token: str | None) -> None:
        super().__init__(server.url)
        self.who = who
        self.told: list[Told] = []
        self.answers: dict[int, Any] = {}
        self.step = 0
        entrance = {"protocol": 2, "room": code}
        if token is None:
            self.reply(self.send("watch", entrance))
        else:
            self.reply(self.send("enter", {**entrance, "token": token}))

    def note(self, text: str) -> None:
        """Take in what has come."""
        at = time.monotonic()
        if text.startswith('42["view",'):
            self.told.append(Told(at, msgspec.json.decode(text[10:-1], type=View)))
            self.step = self.told[-1].message.step
        elif text.startswith("43"):
            number, _, rest = text[2:].partition("[")
            self.answers[int(number)] = msgspec.json.decode(f"[{rest}")[0]
        elif text.startswith('42["gone"'):
            raise AssertionError(text)

    def until(self, shown: Callable[[bytes], bool]) -> None:
        """Note what comes until the latest view is such a one."""
        end = time.monotonic() + PATIENCE
        while not self.told or not shown(bytes(self.told[-1].message.view)):
            assert time.monotonic() < end, "it never came"
            self.note(self._receive())

    def until_step(self, step: int) -> None:
        """Note what comes until the table has come so far."""
        while self.step < step:
            self.note(self._receive())

    def reply(self, number: int) -> Any:
        """Wait for an answer, and note what comes before."""
        while number not in self.answers:
            self.note(self._receive())
        return self.answers.pop(number)

    def listen(self, ended: threading.Event) -> None:
        """Note what comes until nothing does any more."""
        self._socket.settimeout(0.1)
        while True:
            try:
                self.note(self._receive())
            except websocket.WebSocketTimeoutException:
                if ended.is_set():
                    break
        self._socket.settimeout(PATIENCE)


@dataclass
class History:
    """What was said and told."""

    code: str
    begun: int
    """The version of the room before."""
    connections: list[Connection]
    said: list[Said] = field(default_factory=list)
    seconds: float = 0.0


class Script:
    """One who does this and that, as quickly as it is answered; its twin sits at another server."""

    def __init__(self, connection: Connection, seed: int, again: deque[Any]) -> None:
        self.connection = connection
        self._chance = random.Random(seed)
        self._again = again
        self._seed = seed
        self._done = 0
        self.said: list[Said] = []

    def run(self, commands: int) -> None:
        """Say so many things, each when the one before was answered."""
        for _ in range(commands):
            self._say(*self._next())

    def done(self, commands: int) -> bool:
        """Whether so many things were answered."""
        return len(self.said) >= commands

    def _next(self) -> tuple[str, dict[str, Any]]:
        if self._again and self._chance.random() < 0.5:
            name, fields = self._again.popleft()  # what the twin has said: perhaps it was lost
            return name, fields
        self._done += 1
        name, fields = self._any()
        fields["cmd_id"] = f"f{self._seed}-{self._done}"
        if self._chance.random() < 0.05:
            self._again.append((name, fields))
        return name, fields

    def _any(self) -> tuple[str, dict[str, Any]]:
        who, chance, step = self.connection.who, self._chance, self.connection.step
        position = chance.randrange(25)
        named = ("rename", {"name": f"{who} {self._seed}.{self._done}"})
        moves: list[tuple[str, dict[str, Any]]] = [named]
        if who in ("Ben", "Cem"):
            word = "".join(chance.choice("bcdfg") + chance.choice("aeiou") for _ in range(4))
            touch = ("touch_card", {"step": step, "position": self._card()})
            moves += [
                *(named, touch, ("undo", {"step": step}), ("end_turn", {"step": step})),
                ("give_clue", {"step": step, "word": word, "number": "unlimited"}),
            ]
        if who in ("Dan", "Eva"):
            moves += [("mark_card", {"step": step, "position": position, "on": True})] * 2
        if who == "Ana":
            moves += [("deal", {}), ("set_sound", {"volume": chance.randrange(11)})]
        return chance.choice(moves)

    def _card(self) -> int:
        """Any card; the assassin seldom: a room's view grows with each game that it has played."""
        key = _KEY.search(bytes(self.connection.told[-1].message.view))
        position = self._chance.randrange(25)
        deadly = key is not None and key[1].split(b",")[position] == b'"assassin"'
        return self._card() if deadly and self._chance.random() < 0.9 else position

    def _say(self, name: str, fields: dict[str, Any]) -> None:
        began = time.monotonic()
        answer = self.connection.reply(self.connection.send(name, fields))
        why = answer["error"]["code"] if "error" in answer else None
        who, cmd_id = PEOPLE[str(self.connection.who)], fields["cmd_id"]
        now = time.monotonic()
        self.said.append(Said(who, cmd_id, name, now, now - began, why))


def sit_down(servers: list[Server], settings: dict[str, Any]) -> tuple[Table, list[Connection]]:
    """A room with everybody, and a screen, connected to each server."""
    table = Table(servers[0], settings=settings).dealt()
    tokens = [*table.tokens.items(), (None, None)]
    connections = [
        Connection(server, who, table.code, token) for server in servers for who, token in tokens
    ]
    for client in (*table.people.values(), table.tv):
        client.close()
    return table, connections


def force(servers: list[Server], engine: Any, *, commands: int, seed: int = 1) -> History:
    """Have everybody do something at once until so many commands were answered."""
    table, connections = sit_down(servers, EVERYBODY_TAPS)
    for connection in connections:
        connection.until(lambda view: view.count(b'"online":true') == len(PEOPLE))
    history = History(table.code, len(entries_of(engine, table.code)), connections)
    for connection in connections:
        connection.told = connection.told[-1:]
    twins: dict[str, deque[Any]] = {who: deque() for who in PEOPLE}
    scripts = [
        Script(connection, 100 * seed + number, twins[connection.who])
        for number, connection in enumerate(connections)
        if connection.who is not None
    ]
    screens = [connection for connection in connections if connection.who is None]
    history.seconds = _all_at_once(scripts, screens, commands // len(scripts))
    history.said = [said for script in scripts for said in script.said]
    return history


def _all_at_once(scripts: list[Script], screens: list[Connection], commands: int) -> float:
    """Have each say so many things, and listen until all have; the seconds that it took."""
    began, ended = time.monotonic(), threading.Event()
    with ThreadPoolExecutor(len(scripts) + len(screens)) as pool:
        listening = [pool.submit(screen.listen, ended) for screen in screens]

        def run(script: Script) -> None:
            script.run(commands)
            script.connection.listen(ended)

        saying = [pool.submit(run, script) for script in scripts]
        try:
            while not all(script.done(commands) for script in scripts):
                failed = wait(saying, timeout=0.01, return_when=FIRST_EXCEPTION).done
                assert not failed, [future.exception() for future in failed]
            took = time.monotonic() - began
        finally:
            ended.set()
        for future in (*listening, *saying):
            future.result()
    return took


def entries_of(engine: Any, code: str) -> list[Entry]:
    """The room's log, as it lies in Redis."""
    with engine.client() as client:
        return [codec.decode(fields[b"e"]) for _, fields in client.xrange(keys.log(code))]


@contextmanager
def two(folder: Path, url: str, *options: str) -> Iterator[list[Server]]:
    """Two servers on one engine, each with a folder of its own; killed at the end."""
    given = ("--store", url, *options)
    servers = [Server(folder / name, None, given) for name in ("here", "there")]
    try:
        for server in servers:
            server.data.mkdir(parents=True)
            server.start()
        yield servers
    finally:
        for server in servers:
            server.kill()
