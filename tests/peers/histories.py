"""What everybody was told, compared with Redis's log: see `force`."""

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from typing import Any

import msgspec

from peers.concurrent_writes import PEOPLE, Connection, History, View, entries_of
from undercast.room import evolve
from undercast.room.entries import Entry
from undercast.room.state import Room
from undercast.views import Audience, views


@dataclass
class Report:
    """How it went."""

    entries: int
    commands: int
    refused: Counter[str]
    stalest: float
    """Seconds from when a change was acknowledged until somebody had not heard of it yet."""
    slowest: float
    """Seconds until a command was answered."""
    told: int
    """Views."""
    silent: int
    """Moves that somebody saw without what happened."""
    seconds: float


def check(engine: Any, history: History) -> Report:
    """Compare what everybody was told with the log. Raises AssertionError."""
    entries = entries_of(engine, history.code)
    _check_answers(entries, history)
    shown = _Shown(entries, history.begun)
    acked = {(said.by, said.cmd_id): said.answered for said in reversed(history.said)}
    known = {
        version: acked[entry.by, entry.cmd_id]
        for version, entry in enumerate(entries, 1)
        if (entry.by, entry.cmd_id) in acked
    }
    stalest, silent = 0.0, 0
    for connection in history.connections:
        late, unmoved = shown.follow(connection, known)
        stalest, silent = max(stalest, late), silent + unmoved
    return Report(
        entries=len(entries) - history.begun,
        commands=len(history.said),
        refused=Counter(said.refused for said in history.said if said.refused),
        stalest=stalest,
        slowest=max(said.took for said in history.said),
        told=sum(len(connection.told) for connection in history.connections),
        silent=silent,
        seconds=history.seconds,
    )


def _check_answers(entries: list[Entry], history: History) -> None:
    """What was acknowledged is in the log, once; what was refused is not."""
    written = Counter((entry.by, entry.cmd_id) for entry in entries[history.begun :])
    accepted = {(said.by, said.cmd_id) for said in history.said if said.refused is None}
    idle = {
        (said.by, said.cmd_id) for said in history.said if said.name in ("mark_card", "set_sound")
    }
    lost = accepted - written.keys() - idle
    assert not lost, f"acknowledged and not written: {lost}"
    doubled = {which for which, times in written.items() if times > 1}
    assert not doubled, f"written twice: {doubled}"
    strange = written.keys() - accepted
    assert not strange, f"written and not acknowledged: {strange}"


class _Shown:
    """Every view that the room had, in its order."""

    def __init__(self, entries: list[Entry], begun: int) -> None:
        self._begun = begun
        self._last = len(entries)
        self._rooms: dict[int, Room] = {}
        self._happened: dict[int, bytes] = {}
        room = evolve.create(entries[0])
        for version, entry in enumerate(entries[1:], 2):
            before = room
            room, happened = evolve.evolve(room, entry)
            if version >= begun:
                self._rooms[version] = room
                if version > begun and room.step != before.step:
                    self._happened[version] = msgspec.json.encode(happened)
        self._views: dict[Audience, list[bytes]] = {}

    def follow(self, connection: Connection, known: dict[int, float]) -> tuple[float, int]:
        """How late somebody heard of something, and of how many moves without what happened.

        Raises AssertionError.
        """
        views = self._all(connection.told[0].message.audience)
        connection.until(lambda view: view == views[-1])
        at_versions: dict[bytes, list[int]] = {}
        for n, view in enumerate(views):
            at_versions.setdefault(view, []).append(n)
        latest, numbered, late, seen = -1, None, 0.0, set()
        for told in connection.told:
            message = told.message
            assert numbered is None or message.n == numbered + 1, "a view is missing"
            numbered = message.n
            found = at_versions.get(bytes(message.view), [])
            place = bisect_left(found, max(latest, 0))
            assert place < len(found), _unknown(connection, message, found)
            now = found[place]
            seen |= {
                n for n in range(latest + 1, now + 1) if self._shows(n, bytes(message.happened))
            }
            while now + 1 < len(views) and views[now + 1] == views[now]:
                now += 1
            for n in range(latest + 1, now + 1):
                late = max(late, told.at - known.get(n + self._begun, told.at))
            latest = now
        return late, len(self._happened.keys() - {n + self._begun for n in seen})

    def _shows(self, n: int, happened: bytes) -> bool:
        return self._happened.get(n + self._begun) == happened

    def _all(self, audience: Audience) -> list[bytes]:
        if audience not in self._views:
            online = frozenset(PEOPLE.values())
            self._views[audience] = [
                msgspec.json.encode(views(room, [audience], online)[audience])
                for room in self._rooms.values()
            ]
        return self._views[audience]


def _unknown(connection: Connection, message: View, found: list[int]) -> str:
    what = "of a moment that was over" if found else "that the room never had"
    return f"{connection.who} was told a view {what}: {bytes(message.view)!r}"
