"""A real server in which what comes in from outside is given: `fixed_server.py DEAL options`.

Run by `servers.Server`; DEAL is a `servers.Deal` as JSON: keys, codenames, room codes,
pictures. The clock counts up one second with every reading, and sockets' ids are counted, so that
two runs in which the same things happen are the same to the byte. Besides (each an option):

    --loud        everything is logged, at every level, without times
    --generous    no limits on how often somebody may do something
    --commands-a-second N   as in `undercast serve`; tests are quicker than people (1000)
    --counts-after N  seconds after its end that a game is counted
    --no-refill   what may be done so often is not refilled
    --log-of N    entries of one person in a room's log
    --gate FILE   a disk that takes as long as FILE exists: whatever waits for the disk waits for
                  that, after it has made FILE.reached
    --busy N      seconds to wait for another process that writes
    --reader-gate FILE  pasted lists are read when FILE is there no more
    --judge-gate FILE   the referee judges when FILE is there no more, and says in FILE.read which
                  languages it has read
    --mood FILE   thinking follows a mood: see thinking/unreliable_child.py
    --patience N  seconds that a thought may take
    --start N     the clock's first reading, seconds
    --cast        it casts, to devices on this computer, and waits for nothing as long as usual
    --public-url URL, --private, --device ADDRESS  as in `undercast serve`
    --hello N     seconds that a cast page has to call home
    --patient     it waits for televisions as long as at home
    --no-pings    no heartbeats to televisions: they come by the clock and count as requests
    --record FILE what its cast process hears and says, line by line; nonces are counted
    --wall-clock  the real time instead: pages compare it with their own
    --jumps FILE  the computer's clock is wrong by as many seconds as stand in FILE
    --still       the clock stands
    --store URL   as in `undercast serve`
    --metrics-port N, --log KIND  as in `undercast serve`
    --gallery     it shows the gallery, too: see tests/gallery
"""

from undercast.base import gevent_setup

gevent_setup.begin()

import argparse  # noqa: E402
import functools  # noqa: E402
import itertools  # noqa: E402
import json  # noqa: E402
import logging  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
import warnings  # noqa: E402
from collections.abc import Sequence  # noqa: E402
from collections.abc import Set as AbstractSet  # noqa: E402
from pathlib import Path  # noqa: E402
from types import SimpleNamespace  # noqa: E402
from typing import Any  # noqa: E402

import engineio  # noqa: E402
import msgspec  # noqa: E402
from gevent import monkey  # noqa: E402

from undercast import words  # noqa: E402
from undercast.base import assets  # noqa: E402
from undercast.base.config import Config  # noqa: E402
from undercast.cast import messages, supervisor  # noqa: E402
from undercast.cast.timings import Timings  # noqa: E402
from undercast.commands import log_limits  # noqa: E402
from undercast.referee import Referee  # noqa: E402
from undercast.room.state import Room  # noqa: E402
from undercast.rules.cards import Identity, Team  # noqa: E402
from undercast.rules.findings import Finding  # noqa: E402
from undercast.rules.game import Game  # noqa: E402
from undercast.rules.settings import Board, Mode  # noqa: E402
from undercast.server import app, cast_bridge, serve  # noqa: E402
from undercast.server.deals import BOT_NAMES, Deals  # noqa: E402
from undercast.store import game_counter  # noqa: E402
from undercast.store.sqlite import store  # noqa: E402
from undercast.thinking import client  # noqa: E402
from undercast.web.limits import limit_values  # noqa: E402
from undercast.web.protocol import handlers  # noqa: E402
from undercast.web.routes import games  # noqa: E402
from undercast.words.checker_client import COMMAND  # noqa: E402

GATED_READER = Path(__file__).parent / "gated_reader.py"

UNRELIABLE_CHILD = Path(__file__).parent / "thinking" / "unreliable_child.py"

RECORDED_CHILD = Path(__file__).parent / "cast" / "recorded_child.py"

PATIENCE = 240.0
"""Seconds in which a client of a generous server need say nothing."""

LETTERS = {
    "r": Identity.RED,
    "b": Identity.BLUE,
    "g": Identity.GREEN,
    "n": Identity.BYSTANDER,
    "a": Identity.ASSASSIN,
}


QUICK = Timings(
    launch_pause=0.05,
    page_grace=2.0,
    recast_after=(0.05, 0.1, 0.15),
    reconnect_after=(0.05, 0.1, 0.2),
    ping_every=0.5,
    alive_every=0.2,
    address_check=0.5,
    probe_every=0.5,
    search_every=0.2,
)


class FixedDeals(Deals):
    """Deals what it was given. Each mode and board gets the keys that fit it, in order."""

    def __init__(
        self,
        keys: list[str],
        codenames: list[str],
        codes: list[str],
        pictures: list[str],
        *,
        read: words.ListChecker,
    ) -> None:
        super().__init__(words.load(assets.wordlists()), parse=read)
        self._keys = {
            drawn_for: itertools.chain(those, itertools.repeat(those[-1]))
            for drawn_for in map(_drawn_for, keys)
            if (those := [key for key in keys if _drawn_for(key) == drawn_for])
        }
        self._of_board = {Board.WORDS: codenames, Board.PICTURES: pictures}
        self._codes = iter(codes)

    def codenames(self, room: Room, board: Board, count: int) -> tuple[str, ...]:
        fresh = [name for name in self._of_board[board] if name not in room.seen_codenames]
        return tuple(fresh[:count])

    def key(self, board: Board) -> tuple[Identity, ...]:
        return identities(next(self._keys[board]))

    def duet_keys(self) -> tuple[tuple[Identity, ...], tuple[Identity, ...]]:
        a, b = next(self._keys[Mode.DUET]).split("/")
        return identities(a), identities(b)

    def cover(self, game: Game, team: Team) -> int | None:
        """The first that there is: what is drawn is the same in every run."""
        hidden = (n for n, shown in enumerate(game.table.revealed) if shown is None)
        return next((n for n in hidden if game.key[n].team is team), None)

    def bot_names(self, taken: AbstractSet[str], count: int) -> tuple[str, ...]:
        free = (name for name in BOT_NAMES if name.casefold() not in taken)
        return tuple(itertools.islice(free, count))

    def code(self) -> str:
        return next(self._codes)


def _drawn_for(key: str) -> Board | Mode:
    if "/" in key:
        return Mode.DUET
    return Board.PICTURES if len(key) == 20 else Board.WORDS


def identities(letters: str) -> tuple[Identity, ...]:
    return tuple(LETTERS[letter] for letter in letters)


def be_loud() -> None:
    logging.basicConfig(level=logging.DEBUG, format="%(name)s %(levelname)s %(message)s")
    sockets = logging.getLogger("undercast.web.transport.websocket")
    sockets.setLevel(logging.DEBUG)
    sockets.setLevel = lambda _level: None  # type: ignore[method-assign]  # serve() quiets it


def be_generous() -> None:
    for name in ("guesses", "asks", "asks_in_a_room"):
        limit_values.RATE_LIMITS[name] = limit_values.RATE_LIMITS[name]._replace(amount=10**9)
    limit_values.RETURN_REQUESTS_WAITING = 10**9
    # Nobody answers for a client of these tests while it is another's turn.
    app.SocketLimits = functools.partial(limit_values.SocketLimits, ping_timeout=PATIENCE)  # type: ignore[assignment,misc]


def set_limits(*, refill: bool, entries: int) -> None:
    log_limits.MAX_PER_PERSON = entries
    if not refill:
        handlers.time = SimpleNamespace(monotonic=lambda: 0.0)  # type: ignore[assignment]


def slow_down_the_disk(gate: Path, *, full: bool) -> None:
    """What waits for the disk takes as long as there is a gate: our own syncs, or every commit."""
    sleep, fsync = monkey.get_original("time", "sleep"), os.fsync
    opened = store.connect

    def wait() -> int:
        if gate.exists():
            gate.with_suffix(".reached").touch()
        while gate.exists():
            sleep(0.01)
        return 0

    def slow_fsync(descriptor: int) -> None:
        wait()
        fsync(descriptor)

    def slow_connect(path: Path, *, sync: str = "normal") -> object:
        db = opened(path, sync=sync)
        if full:
            db.create_function("disk", 0, wait)
            db.execute("create temp trigger slow after insert on entries begin select disk(); end")
        return db

    if not full:
        os.fsync = slow_fsync
    store.connect = slow_connect  # type: ignore[assignment]


def count_ids() -> None:
    ids = itertools.count(1)
    engineio.Server.generate_id = lambda _self: f"socket{next(ids):06}"


def cast_here(timings: Timings, limits: supervisor.ChildLimits, record: Path | None) -> None:
    """Televisions are looked for on this computer only."""
    begin = functools.partial(messages.StartMessage, interfaces=("127.0.0.1",), timings=timings)
    app.StartMessage = begin  # type: ignore[misc, assignment]
    command = supervisor.COMMAND if record is None else (sys.executable, RECORDED_CHILD, record)
    cast_bridge.Supervisor = functools.partial(  # type: ignore[misc, assignment]
        supervisor.Supervisor, limits=limits, command=command
    )


def cast_as(options: argparse.Namespace) -> None:
    if options.patient:
        timings, limits = Timings(), supervisor.ChildLimits()
    else:
        timings = msgspec.structs.replace(QUICK, hello_limit=options.hello)
        limits = supervisor.ChildLimits(silence=5.0)
    if options.no_pings:
        timings = msgspec.structs.replace(timings, ping_every=600.0, silence=1200.0)
    cast_here(timings, limits, options.record)


def let_the_clock_jump(file: Path) -> None:
    tells = time.time_ns

    def wrong() -> int:
        return tells() + int(file.read_text()) * 10**9

    time.time_ns = wrong
    time.time = lambda: wrong() / 10**9


def show_the_gallery() -> None:
    sys.path.append(str(Path(__file__).parent / "e2e"))
    from gallery.serving import with_gallery  # noqa: PLC0415 - it brings the words of many tests

    create = serve.create_app
    serve.create_app = lambda *given, **more: with_gallery(create(*given, **more))


def think_in(mood: Path | None, patience: float) -> None:
    """Bots think in a process that does as the file says."""
    command = client.COMMAND if mood is None else (sys.executable, str(UNRELIABLE_CHILD), str(mood))
    app.ThinkingClient = lambda **given: client.ThinkingClient(  # type: ignore[misc, assignment]
        **{**given, "command": command, "timeout": patience}
    )


def judge_behind(gate: Path) -> None:
    sleep = monkey.get_original("time", "sleep")  # it computes

    class Slow(Referee):
        def judge(self, *asked: Any) -> tuple[Finding, ...]:
            if gate.exists():
                gate.with_suffix(".reached").touch()
            while gate.exists():
                sleep(0.01)
            return super().judge(*asked)

        def load(self, languages: Sequence[str]) -> None:
            super().load(languages)
            with gate.with_suffix(".read").open("a") as read:
                read.writelines(f"{tag}\n" for tag in languages)

    app.Referee = Slow  # type: ignore[misc]


def read_behind(gate: Path | None) -> words.ListChecker:
    return words.ListChecker((sys.executable, str(GATED_READER), str(gate)) if gate else COMMAND)


def given() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("deal", type=json.loads)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--port", type=int)
    parser.add_argument("--host")
    parser.add_argument("--sync")
    parser.add_argument("--loud", action="store_true")
    parser.add_argument("--generous", action="store_true")
    parser.add_argument("--commands-a-second", type=int, default=1_000)
    parser.add_argument("--counts-after", type=float, default=game_counter.SETTLE_SECONDS)
    parser.add_argument("--no-refill", action="store_true")
    parser.add_argument("--log-of", type=int, default=log_limits.MAX_PER_PERSON)
    parser.add_argument("--gate", type=Path)
    parser.add_argument("--busy", type=float, default=store.BUSY_SECONDS)
    parser.add_argument("--reader-gate", type=Path)
    parser.add_argument("--judge-gate", type=Path)
    parser.add_argument("--mood", type=Path)
    parser.add_argument("--patience", type=float, default=client.TIMEOUT)
    parser.add_argument("--start", type=int, default=1_800_000_000)
    parser.add_argument("--wall-clock", action="store_true")
    parser.add_argument("--jumps", type=Path)
    parser.add_argument("--still", action="store_true")
    parser.add_argument("--store", default=os.environ.get("UNDERCAST_STORE"))
    parser.add_argument("--cast", action="store_true")
    parser.add_argument("--public-url")
    parser.add_argument("--private", action="store_true")
    parser.add_argument("--no-bots", dest="bots", action="store_false")
    parser.add_argument("--bot-pace", type=float, default=0.05)
    parser.add_argument("--llm")
    parser.add_argument("--llm-model")
    parser.add_argument("--device", action="append", default=[])
    parser.add_argument("--cast-app-id")
    parser.add_argument("--hello", type=float, default=QUICK.hello_limit)
    parser.add_argument("--gallery", action="store_true")
    parser.add_argument("--metrics-port", type=int)
    parser.add_argument("--log", default="text")
    parser.add_argument("--patient", action="store_true")
    parser.add_argument("--no-pings", action="store_true")
    parser.add_argument("--record", type=Path)
    return parser.parse_args()


def main() -> None:
    warnings.filterwarnings("error", category=DeprecationWarning, module=r"undercast\.")
    options = given()
    options.data.mkdir(exist_ok=True)
    count_ids()
    if options.loud:
        be_loud()
    if options.generous:
        be_generous()
    if options.jumps:
        let_the_clock_jump(options.jumps)
    set_limits(refill=not options.no_refill, entries=options.log_of)
    if options.gate:
        slow_down_the_disk(options.gate, full=options.sync == "full")
    if options.judge_gate:
        judge_behind(options.judge_gate)
    if options.cast:
        cast_as(options)
    if options.mood or options.patience != client.TIMEOUT:
        think_in(options.mood, options.patience)
    if options.gallery:
        show_the_gallery()
    store.BUSY_SECONDS = options.busy
    game_counter.SETTLE_SECONDS = options.counts_after
    games.CACHE_SECONDS = 0.0  # by no clock
    seconds = itertools.count(options.start, 0 if options.still else 1)
    serve.serve(
        Config(
            data=options.data,
            host=options.host,
            port=options.port,
            public_url=options.public_url,
            private=options.private,
            full_sync=options.sync == "full",
            store=options.store,
            cast=options.cast,
            cast_app_id=options.cast_app_id,
            cast_hosts=tuple(options.device),
            commands_a_second=10**6 if options.generous else options.commands_a_second,
            bots=options.bots,
            bot_pace=options.bot_pace,
            llm_url=options.llm,
            llm_model=options.llm_model,
            metrics_port=options.metrics_port,
            log_json=options.log == "json",
        ),
        None,
        "address",
        dealer=FixedDeals(**options.deal, read=read_behind(options.reader_gate)),
        clock=None if options.wall_clock else lambda: next(seconds) * 1000,
    )


if __name__ == "__main__":
    sys.exit(main())
