"""The room log in Redis or Valkey: what it costs, and what hundreds of crashes leave of it.

    python benchmarks/engine.py costs
    python benchmarks/engine.py kills --times 400 [--seed N]
    python benchmarks/engine.py servers --times 300 [--seed N]
    python benchmarks/engine.py tables --times 300 [--seed N]
    python benchmarks/engine.py workers --times 300 [--seed N]

The engines come with the test extra and run on this computer, with `appendfsync always` unless
noted. Any loss ends the run with an assertion.
"""

# ruff: noqa: INP001, T201

import argparse
import contextlib
import logging
import os
import random
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import websocket

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / folder) for folder in ("tests", "server", "")]

from clients import Client, token  # noqa: E402
from patience import PATIENCE  # noqa: E402
from servers import Server, children, command_of  # noqa: E402
from store import faults  # noqa: E402
from store.faults import opening, rename  # noqa: E402
from store.redis_servers import EACH, VALKEY, Running, redis_server, until  # noqa: E402
from store.test_kill import DEAL, Table  # noqa: E402
from undercast.room.entries import Rename  # noqa: E402
from undercast.rules.game import Phase  # noqa: E402
from undercast.store.redis.connection import RedisConnection  # noqa: E402
from undercast.store.redis.store import RedisStore  # noqa: E402
from undercast.store.sqlite.store import SqliteStore  # noqa: E402

AnyStore = SqliteStore | RedisStore

APPENDS = 3_000

CODES = [f"{a}{b}{c}{d}" for a in "BCDF" for b in "GHJK" for c in "LMNP" for d in "QRST"]


def costs(_options: argparse.Namespace) -> None:
    """Appends of one room after the other, and of many rooms at once."""
    print(
        f"{'store':34} {'at once':>7} {'median µs':>10} {'p99 µs':>8} {'CPU µs':>7} {'a second':>9}"
    )
    for sync, writers in (("normal", 1), ("full", 1), ("full", 32)):
        with tempfile.TemporaryDirectory() as folder:
            store = SqliteStore(Path(folder), full=sync == "full")
            _cost(f"SQLite, --sync {sync}", [store] * writers)
            store.close()
    for kind in EACH:
        for sync in ("always", "everysec"):
            with _engine(kind, "--appendfsync", sync) as running:
                there = RedisConnection(running.url)
                for writers in (1, 32):
                    running.do("FLUSHALL")
                    _cost(f"{kind}, appendfsync {sync}", [RedisStore(there)] * writers)
                there.close()


def _cost(what: str, stores: list[AnyStore]) -> None:
    each, times = APPENDS // len(stores), list[float]()
    for code, store in zip(CODES, stores, strict=False):
        store.create(code, code, opening(code))

    def write(code: str, store: AnyStore) -> None:
        for version in range(2, each + 2):
            began = time.perf_counter()
            store.append(code, version, rename(version, f"c{version}"))
            times.append(time.perf_counter() - began)

    began, cpu = time.perf_counter(), time.process_time()
    threads = [
        threading.Thread(target=write, args=given) for given in zip(CODES, stores, strict=False)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took, cpu = time.perf_counter() - began, time.process_time() - cpu
    median, last = statistics.median(times) * 1e6, statistics.quantiles(times, n=100)[98] * 1e6
    print(
        f"{what:34} {len(stores):7} {median:10.0f} {last:8.0f} {cpu / len(times) * 1e6:7.0f}"
        f" {len(times) / took:9.0f}",
        flush=True,
    )


def kills(options: argparse.Namespace) -> None:
    """Engines and writers die; engines stand still."""
    deaths: tuple[tuple[str, Callable[[Running, int, int], tuple[int, int]], int], ...] = (
        ("kill -9 of the engine", faults.kill_redis, options.times),
        ("kill -9 of who writes", faults.kill_writers, options.times),
        ("black hole (SIGSTOP)", faults.stop_redis, options.times // 4),
    )
    for kind in EACH:
        for what, happens, times in deaths:
            with _engine(kind) as running:
                began = time.perf_counter()
                found, told = happens(running, times, options.seed)
                print(
                    f"{kind:7} {what:22} {times:5} times: {told} entries acknowledged,"
                    f" {found} found; 0 lost, 0 twice ({time.perf_counter() - began:.0f} s)",
                    flush=True,
                )


class OnEngine(Table):
    """The table of tests/store/test_kill.py; its server keeps rooms in an engine."""

    def die_while_starting(self) -> None:
        """Somewhere in the first second."""
        self.server.launch()
        time.sleep(self.score.rng.random())
        self.server.kill()

    def engine_dies(self, valkey: Running) -> int:
        """Send some moves, kill the engine meanwhile; how many were refused, and sent again."""
        rng, score = self.score.rng, self.score
        before = len(score.moves)
        for _ in range(rng.randint(1, 9)):
            score.add_move()
            board = score.boards[-1]
            if board is None or board.table.phase in (Phase.ENDED, Phase.DEBRIEFED):
                break  # a deal names no step: it would be done before a move that was refused
        moves = score.moves[before:]
        numbers = [self.phone.send(move.name, move.fields) for move in moves]
        some = rng.randint(0, len(numbers))
        self.phone.wait(lambda: len(self.phone.answered & set(numbers)) >= some)
        valkey.kill()
        valkey.start()
        answers = [self.phone.answer(number) for number in numbers]
        for move, answer in zip(moves, answers, strict=True):
            if answer != {"ok": True}:
                assert answer["error"]["code"] != "server/fault"
                self.phone.ask(move.name, **move.fields)
        self.phone.wait_for_view(lambda view: view["step"] >= len(score.moves))
        self.assert_board(len(score.moves))
        assert self.tv.gone is None
        return sum(answer != {"ok": True} for answer in answers)


def tables(options: argparse.Namespace) -> None:
    """An engine dies while people play at a server that stays: the board is what they played."""
    with _engine(VALKEY) as valkey, tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), DEAL, ("--generous", "--store", valkey.url))
        try:
            table, refused = OnEngine(server.start(), options.seed), 0
            for kill in range(1, options.times + 1):
                refused += table.engine_dies(valkey)
                if kill % 100 == 0:
                    print(
                        f"{kill} kills of the engine under a server: {len(table.score.moves)}"
                        f" moves, {refused} refused and sent again; 0 lost, 0 twice",
                        flush=True,
                    )
        finally:
            server.kill()


def servers(options: argparse.Namespace) -> None:
    """A server dies while people play: what was told is there, what was sent is done once."""
    with _engine(VALKEY) as valkey, tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), DEAL, ("--generous", "--store", valkey.url))
        try:
            table = OnEngine(server.start(), options.seed)
            for kill in range(1, options.times + 1):
                table.life_and_death(strangers=False)
                if kill % 50 == 0:
                    moves = len(table.score.moves)
                    print(f"{kill} kills of a server: {moves} moves, 0 lost, 0 twice", flush=True)
        finally:
            server.kill()


KILLS_OF_A_PARENT = 6
"""Workers that are killed under one parent: it waits longer each time before it starts another."""


def living(server: Server) -> list[int]:
    """The processes of its workers."""
    return [pid for pid in children(server.pid) if "--worker [" in command_of(pid)]


LOST = (OSError, websocket.WebSocketException)
"""What a phone meets whose worker dies."""


class Renamed:
    """Somebody who takes one name after the other, whatever becomes of the workers."""

    def __init__(self, server: Server) -> None:
        self.server, self.token = server, token()
        self.names = self.repeated = self.returned = 0
        self.phone = Client(server.url)
        created = {"name": "Ana", "language": "en", "decks": ["en"], "cmd_id": "create"}
        self.code = str(self.phone.enter("create", token=self.token, **created)["room"])

    def killed_meanwhile(self, rng: random.Random) -> None:
        """Send some names, kill a worker meanwhile; come back, and send what was not answered."""
        sent = range(self.names + 1, self.names + rng.randint(2, 10))
        self.names, told = sent[-1], rng.randint(0, len(sent))
        victim, answered = rng.choice(living(self.server)), set[int]()
        with contextlib.suppress(*LOST):
            numbers = {self.phone.send("rename", self._fields(name)): name for name in sent}
            self._hear(numbers, answered, told)
            os.kill(victim, signal.SIGKILL)
            self._hear(numbers, answered, len(sent))
        for name in sent:
            if name not in answered:
                self._ask(name)

    def _hear(self, numbers: dict[int, int], answered: set[int], enough: int) -> None:
        """Until so many names of these `numbers` are answered; adds them."""
        for number in list(numbers)[len(answered) : enough]:
            assert self.phone.answer(number) == {"ok": True}
            answered.add(numbers[number])

    def _fields(self, name: int) -> dict[str, object]:
        return {"name": f"Ana {name}", "cmd_id": f"name{name}"}

    def _ask(self, name: int) -> None:
        """The same command again, until somebody answers."""
        end = time.monotonic() + PATIENCE
        self.repeated += 1
        while True:
            try:
                assert self.phone.ask("rename", **self._fields(name)) == {"ok": True}
            except LOST:
                assert time.monotonic() < end, self.server.output
                self._come_back()
            else:
                return

    def _come_back(self) -> None:
        with contextlib.suppress(*LOST):
            self.phone = Client(self.server.url, room=self.code)
            self.phone.enter("enter", room=self.code, token=self.token)
            self.returned += 1


def workers(options: argparse.Namespace) -> None:
    """Workers die under their parent while somebody is renamed: each name is there, once."""
    rng, killed = random.Random(options.seed), 0  # noqa: S311  # no secrets
    names = repeated = returned = 0
    with _engine(VALKEY) as valkey, contextlib.closing(RedisConnection(valkey.url)) as there:
        while killed < options.times:
            ana = _renamed_by_workers(valkey, rng)
            log = [entry.do for entry in RedisStore(there).entries(ana.code, 0, 10_000)]
            found = [do.name for do in log if isinstance(do, Rename)]
            assert found == [f"Ana {number}" for number in range(1, ana.names + 1)]
            killed, names = killed + KILLS_OF_A_PARENT, names + ana.names
            repeated, returned = repeated + ana.repeated, returned + ana.returned
            print(
                f"{killed} kills of a worker: {names} names, {repeated} of them sent again,"
                f" {returned} times come back; 0 lost, 0 twice",
                flush=True,
            )


def _renamed_by_workers(valkey: Running, rng: random.Random) -> Renamed:
    """A parent, some of whose workers are killed."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), None, ("--store", valkey.url, "--workers", "2"))
        try:
            ana = Renamed(server.start())
            for _ in range(KILLS_OF_A_PARENT):
                until(lambda: len(living(server)) == 2)
                ana.killed_meanwhile(rng)
        finally:
            server.kill()
        assert "Traceback" not in server.output, server.output
        return ana


class _engine:  # noqa: N801  # reads as what it wraps
    """An engine in a folder that is gone afterwards."""

    def __init__(self, kind: str, *options: str) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._engine = redis_server(kind, Path(self._folder.name), *options)

    def __enter__(self) -> Running:
        return self._engine.__enter__()

    def __exit__(self, *fault: object) -> None:
        self._engine.__exit__(*fault)  # type: ignore[arg-type]
        self._folder.cleanup()


def main() -> None:
    """Do what is said on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    deeds = {deed.__name__: deed for deed in (costs, kills, servers, tables, workers)}
    parser.add_argument("what", choices=deeds)
    parser.add_argument("--times", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    logging.disable()
    deeds[options.what](options)


if __name__ == "__main__":
    main()
