"""What can happen to Redis and to those who write in it, as often as somebody likes.

A `Player` writes entry after entry in one room and notes which ones were acknowledged. Whatever
happened, `check` finds each of them where it was said to be, nothing twice, nothing between; an
entry that was refused is there once or not at all.
"""

import os
import random
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from patience import PATIENCE
from store.killing import telling
from store.redis_servers import Running, until
from undercast.room import entries
from undercast.room.entries import Entry
from undercast.rules.settings import Settings
from undercast.service import NotSaved, Outdated
from undercast.store.redis.connection import RedisConnection
from undercast.store.redis.store import RedisStore

CODE = "BKTM"

ENTRIES_A_ROOM = 2_000
"""Then another one is begun: each life reads the whole log first."""

Told = dict[int, str]
"""By version, whose entry it was said to be."""


def opening(code: str = CODE) -> Entry:
    return Entry(1, "p1", "c", entries.CreateRoom(code, "Ana", "h", "en", ("en",), Settings()))


def rename(version: int, name: str) -> Entry:
    return Entry(version, "p1", name, entries.Rename(name))


def log_of(url: str, code: str = CODE) -> list[Entry]:
    """The whole log, which a store has found sound: each entry follows the one before."""
    engine = RedisConnection(url)
    try:
        store = RedisStore(engine)
        found: list[Entry] = []
        while page := store.entries(code, len(found), 1_000):
            found += page
        return found
    finally:
        engine.close()


def check(url: str, told: Told, code: str = CODE) -> int:
    """What was acknowledged is where it was said to be, and nothing is there twice. How many
    entries there are."""
    found = log_of(url, code)
    names = [entry.cmd_id for entry in found]
    lost = {version: name for version, name in told.items() if names[version - 1 :][:1] != [name]}
    assert not lost, lost
    assert len(set(names)) == len(names)
    return len(found)


class Player:
    """Writes as fast as it can, until it is told to stop."""

    def __init__(self, url: str, name: str, patience: float = 2.0) -> None:
        self._redis = RedisConnection(url, patience=patience)
        self._store = RedisStore(self._redis)
        self._name = name
        self._version = 0
        self._written = 0
        self.told: Told = {}
        self.refused = 0
        self.stop = threading.Event()

    def begin(self) -> "Player":
        """Open the room, or read it as it is, however short its patience."""
        until(self._has_begun)
        return self

    def _has_begun(self) -> bool:
        try:
            with suppress(KeyError):
                self._store.create(CODE, self._name, opening())
            self._read_on()
        except NotSaved:
            return False
        return True

    def play(self, tell: Callable[[int, str], None] = lambda _version, _name: None) -> None:
        """Append; what is refused is not tried again, and what others wrote is read."""
        while not self.stop.is_set():
            self._written += 1
            name = f"{self._name}-{self._written}"
            version = self._version + 1
            try:
                self._store.append(CODE, version, rename(version, name))
            except NotSaved:
                self.refused += 1
                time.sleep(0.0005)
            except Outdated:
                with suppress(NotSaved):
                    self._read_on()
            else:
                self._version = version
                self.told[version] = name
                tell(version, name)

    def close(self) -> None:
        self._redis.close()

    def _read_on(self) -> None:
        while page := self._store.entries(CODE, self._version, 1_000):
            self._version += len(page)


class Players:
    """Two who write in the same room at once, each in a thread of its own."""

    def __init__(self, url: str, patience: float = 2.0) -> None:
        self.players = [Player(url, name, patience).begin() for name in ("a", "b")]
        self._faults: list[BaseException] = []
        self._threads = [threading.Thread(target=self._play, args=(p,)) for p in self.players]
        for thread in self._threads:
            thread.start()

    @property
    def told(self) -> Told:
        """What either was told; never the same entry."""
        one, other = (dict(player.told) for player in self.players)
        assert not one.keys() & other.keys()
        return one | other

    def wait(self, more: int) -> None:
        """Until so many more entries were acknowledged."""
        before = self._count()
        until(lambda: bool(self._faults) or self._count() >= before + more)
        assert not self._faults, self._faults

    def end(self) -> Told:
        """Stop, and what was acknowledged."""
        for player in self.players:
            player.stop.set()
        for thread in self._threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()
        for player in self.players:
            player.close()
        assert not self._faults, self._faults
        return self.told

    def _count(self) -> int:
        return sum(len(player.told) for player in self.players)

    def _play(self, player: Player) -> None:
        try:
            player.play()
        except BaseException as fault:  # noqa: BLE001  # for the test to say
            self._faults.append(fault)


def kill_redis(running: Running, times: int, seed: int) -> tuple[int, int]:
    """Kill Redis so often while two write in it. How many entries there are, and how many of
    them were acknowledged."""
    rng, players = random.Random(seed), Players(running.url)
    try:
        for _ in range(times):
            players.wait(rng.randint(1, 8))
            time.sleep(rng.random() * 0.003)
            running.kill()
            running.start()
    finally:
        told = players.end()
    return check(running.url, told), len(told)


def stop_redis(running: Running, times: int, seed: int) -> tuple[int, int]:
    """A black hole so often: what is sent is taken, and answered late or never. As above."""
    rng, players = random.Random(seed), Players(running.url, patience=0.05)
    try:
        for _ in range(times):
            players.wait(rng.randint(1, 20))
            with running.stopped():
                time.sleep(rng.random() * 0.15)
    finally:
        told = players.end()
    return check(running.url, told), len(told)


def kill_writers(running: Running, times: int, seed: int) -> tuple[int, int]:
    """Kill a process that writes so often, and let another one go on. As above."""
    rng, found, acknowledged = random.Random(seed), 0, 0
    told: Told = {}
    for life in range(times):
        told |= _life(running.url, f"life{life}", rng)
        if len(told) > ENTRIES_A_ROOM or life == times - 1:
            found, acknowledged = found + check(running.url, told), acknowledged + len(told)
            running.do("FLUSHALL")
            told = {}
    return found, acknowledged


def _life(url: str, name: str, rng: random.Random) -> Told:
    """What a process was told that was killed at some instant."""
    with telling(_write, url, name) as (writer, lines):
        read = [lines.readline() for _ in range(rng.randint(1, 12))]
        time.sleep(rng.random() * 0.002)
        os.kill(writer, signal.SIGKILL)
        read += lines.readlines()
    whole = [line.split() for line in read if line.endswith(b"\n")]
    assert whole, "it wrote nothing"
    return {int(version): name.decode() for version, name in whole}


def _write(url: str, name: str, tell: Callable[[str], None]) -> None:
    Player(url, name).begin().play(lambda version, name: tell(f"{version} {name}"))
