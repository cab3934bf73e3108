"""The command `undercast`: serve, which it does by itself, and what else a host may want."""

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import platformdirs

from undercast import __version__, assets, logs, stats, words
from undercast.book import export as book
from undercast.bots.needs import MissingNumpy, require_numpy
from undercast.cast.receiver_app import CannotWrite
from undercast.cast.receiver_app import command as receiver_page
from undercast.config import Config
from undercast.exports import as_json
from undercast.llm import options as llm
from undercast.llm.endpoint import BadEndpoint
from undercast.options import add_serve, at_least_one
from undercast.refusals import Refusal, Refused
from undercast.room.records import EndedGame
from undercast.rules.game import Phase
from undercast.service import read
from undercast.simulation import command as simulation
from undercast.store import backup
from undercast.store.files import DataUnusable, reserve
from undercast.store.lifetimes import DAY_MS
from undercast.store.port import RoomRow
from undercast.store.schema import DataTooNew
from undercast.terminal import command as terminal
from undercast.thinking import brought

COMMANDS = (
    *("serve", "rooms", "games", "export", "stats", "forget", "host", "delete", "revive"),
    *("devices", "cast", "receiver-page", "backup", "restore", "words"),
    *("play", "watch", "simulate"),
)

ADDRESS_FILE = "address"
"""In the data folder: the address at which the server was started last."""


class Mistake(Exception):
    """Something that the person at the terminal can mend; the text says how."""


MISTAKES = (
    *(Mistake, BadEndpoint, CannotWrite, DataTooNew, DataUnusable, MissingNumpy),
    simulation.BadOptions,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code. Mistakes are told in one sentence, with code 2."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0] not in COMMANDS and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "serve")
    options = _parser().parse_args(given, argparse.Namespace(given=given))
    try:
        return int(options.run(options))
    except MISTAKES as mistake:
        print(f"undercast: {mistake}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="undercast", description="A party server for Codenames on the living-room TV."
    )
    parser.add_argument("--version", action="version", version=f"undercast {__version__}")
    commands = parser.add_subparsers(required=True, metavar="command")

    serve = commands.add_parser("serve", help="start the server (the default)")
    add_serve(serve)
    serve.set_defaults(run=_serve)

    terminal.add_play(commands.add_parser("play", help="play a game in this terminal"))
    terminal.add_watch(commands.add_parser("watch", help="watch bots play in this terminal"))

    rooms = commands.add_parser("rooms", help="list the rooms")
    rooms.set_defaults(run=_rooms)

    host = commands.add_parser("host", help="print a link that makes its bearer a room's host")
    host.add_argument("room", help="the room's code")
    host.set_defaults(run=_host)

    delete = commands.add_parser("delete", help="delete a room for good")
    delete.add_argument("room", help="the room's code")
    delete.add_argument("--yes", action="store_true", help="do not ask first")
    delete.set_defaults(run=_delete)

    revive = commands.add_parser("revive", help="bring a room back that expired")
    revive.add_argument("room", help="the room's code")
    revive.set_defaults(run=_revive)

    devices = commands.add_parser("devices", help="list the televisions that can be seen")
    devices.add_argument("--device", action="append", default=[], metavar="ADDRESS")
    devices.add_argument("--seconds", type=float, default=5.0, help="how long to look (5)")
    devices.set_defaults(run=_devices)

    cast = commands.add_parser("cast", help="show a room on a television, by the running server")
    cast.add_argument("room", help="the room's code")
    cast.add_argument("device", help="the television's name or address")
    cast.set_defaults(run=_cast)

    receiver_page.add(commands)

    save = commands.add_parser("backup", help="write all rooms to a new file")
    save.add_argument("file", type=Path)
    save.set_defaults(run=_backup)

    restore = commands.add_parser("restore", help="put a backup in place of all rooms")
    restore.add_argument("file", type=Path)
    restore.set_defaults(run=_restore)

    check = (
        commands.add_parser("words", help="work with word lists")
        .add_subparsers(required=True, metavar="words command")
        .add_parser("check", help="report what is wrong with a word list")
    )
    check.add_argument("file", type=Path)
    check.set_defaults(run=_words_check)

    of_games = _add_commands_of_games(commands)
    for command in (serve, rooms, *of_games, host, delete, revive, cast, save, restore):
        command.add_argument(
            "--data", type=Path, default=_default_data(), help="folder of the rooms (%(default)s)"
        )
    return parser


def _add_commands_of_games(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> tuple[argparse.ArgumentParser, ...]:
    games = commands.add_parser("games", help="list the games that ended in a room")
    games.add_argument("room", help="the room's code")
    games.set_defaults(run=_games)

    export = commands.add_parser("export", help="print a debriefed game")
    export.add_argument("room", help="the room's code")
    export.add_argument("--game", type=at_least_one, metavar="N", help="which (the latest)")
    export.add_argument("--json", action="store_true", help="for programs")
    export.set_defaults(run=_export)

    many = commands.add_parser("simulate", help="let bots play many games, and count")
    simulation.add_options(many)
    many.set_defaults(run=simulation.simulate)

    stats = commands.add_parser("stats", help="print the statistics of the household")
    stats.set_defaults(run=_stats)

    forget = commands.add_parser("forget", help="delete what was counted for somebody by name")
    forget.add_argument("name", help="the name by which they were counted")
    forget.set_defaults(run=_forget)
    return games, export, stats, forget


def _serve(options: argparse.Namespace) -> int:
    _require_sense(options)
    if options.workers > 1 and options.worker is None:
        return _serve_by_workers(options)
    # First of all, for the sake of whatever is imported now.
    from undercast import greenlets  # noqa: PLC0415

    greenlets.begin()
    from undercast import serving  # noqa: PLC0415

    certificate = (options.cert, options.key) if options.cert is not None else None
    try:
        serving.serve(_config(options), certificate, ADDRESS_FILE, berth=options.worker)
    except serving.CannotServe as fault:
        raise Mistake(str(fault)) from None
    return 0


def _serve_by_workers(options: argparse.Namespace) -> int:
    """Look after processes that serve, and that are given the same command line."""
    from undercast.crew import parent  # noqa: PLC0415
    from undercast.crew.listening import CannotListen, listen  # noqa: PLC0415

    if sys.platform == "win32":
        raise Mistake("--workers needs Linux or macOS: Windows hands no connections over")
    logs.set_up()
    reservation = reserve(_writable(options.data))
    try:
        listening = [listen(options.host, options.port)]
        if options.tv_port is not None:
            listening.append(listen(options.host, options.tv_port, "--tv-port"))
    except CannotListen as fault:
        raise Mistake(str(fault)) from None
    command = (sys.executable, "-m", "undercast.cli", *options.given)
    code = parent.Parent(command, options.workers, listening, options.drain).run()
    reservation.close()
    if code == 0:
        print("Stopped.")
    return code


def _require_sense(options: argparse.Namespace) -> None:
    """Raises Mistake where options do not go together."""
    if (options.cert is None) is not (options.key is None):
        raise Mistake("--cert and --key go together")
    if options.tv_port is not None and options.cert is None:
        raise Mistake("--tv-port is for a server with --cert; without it televisions need none")
    if options.workers > 1 and options.store is None:
        raise Mistake("--workers needs a store that several processes share: --store redis://…")
    if options.accept_loss and options.store is None:
        raise Mistake("--accept-loss is for a server with --store")
    llm.chosen(options)  # whether it can be asked


def _config(options: argparse.Namespace) -> Config:
    return Config(
        data=_writable(options.data),
        host=options.host,
        port=options.port,
        public_url=options.public_url,
        private=options.private,
        tls=options.cert is not None,
        tv_port=options.tv_port,
        full_sync=options.sync == "full",
        expire_days=options.expire_days,
        trusted_proxies=tuple(options.trust_proxy),
        connections_per_address=options.address_connections,
        requests_per_second=options.address_requests,
        slow_readers_mb=options.slow_readers,
        commands_a_second=options.commands_a_second,
        bots=not options.no_bots,
        bot_pace=options.bot_pace,
        vectors=_brought(options),
        photos=options.photos.absolute() if options.photos is not None else None,
        llm_url=options.llm,
        llm_model=options.llm_model,
        cast=options.cast or (options.public_url is None and not options.no_cast),
        cast_app_id=options.cast_app_id,
        cast_hosts=tuple(options.device),
        store=options.store,
        accept_loss=options.accept_loss,
        workers=options.workers,
        worker=0 if options.worker is None else options.worker.worker,
        drain=options.drain,
        most_rooms=options.most_rooms,
        metrics_port=options.metrics_port,
        log_json=options.log == "json",
    )


def _brought(options: argparse.Namespace) -> Path | None:
    """What bots need of the household's vectors. Raises Mistake, MissingNumpy."""
    if options.vectors is None or options.no_bots:
        return None
    if options.worker is None or options.worker.worker == 0:
        print(f"Reading {options.vectors}, which may take a minute the first time …", flush=True)
    try:
        return brought.prepared(options.vectors, options.data)
    except brought.Unusable as fault:
        raise Mistake(str(fault)) from None


def _rooms(options: argparse.Namespace) -> int:
    listed = backup.rooms(options.data)
    if not listed:
        print(f"No rooms in {options.data}")
    for row in listed:
        aside = f"   set aside: {row.set_aside}" if row.set_aside else ""
        kept = f"   {row.put_aside} unreadable log kept" if row.put_aside else ""
        print(f"{row.code}   {_used(row)}{aside}{kept}{_expired(row)}")
    if any(row.set_aside for row in listed):
        print("Set aside: the host is offered to go on with what came before; nothing is deleted,")
        print("and a later version will try again.")
    return 0


def _used(row: RoomRow) -> str:
    latest = datetime.fromtimestamp(row.latest / 1000).astimezone()
    return f"last used {latest:%Y-%m-%d %H:%M}   {row.entries} entries"


def _expired(row: RoomRow) -> str:
    if row.kept_ms is None:
        return ""
    days = max(row.kept_ms // DAY_MS, 0)
    return f"   expired: `undercast revive {row.code}` brings it back, for {days} days more"


def _games(options: argparse.Namespace) -> int:
    """The ended games of a room: only what everybody at the table saw."""
    code = options.room.upper()
    with backup.reading(options.data) as rooms:
        games = rooms.games(code)
    if not games:
        print(f"No game has ended in {code}")
    for game in games:
        print(_line_about(game))
    return 0


def _line_about(game: EndedGame) -> str:
    table, at = game.table, datetime.fromtimestamp(game.at / 1000).astimezone()
    result = table.result
    assert result is not None  # it is over
    winner = "nobody won" if result.winner is None else f"{result.winner} won"
    score = "" if result.score is None else f", score {result.score}"
    shown = sum(identity is not None for identity in table.revealed)
    return (
        f"{game.number}   {at:%Y-%m-%d %H:%M}   {table.settings.mode}, {table.settings.board}:"
        f" {winner} ({result.ending}{score}), {len(table.turns)} turns, {shown} cards revealed"
    )


def _export(options: argparse.Namespace) -> int:
    code = options.room.upper()
    with backup.reading(options.data) as rooms:
        if options.game is not None:
            game = rooms.game(code, options.game)
            games = [] if game is None else [game]
        else:
            games = [g for g in rooms.games(code) if g.table.phase is Phase.DEBRIEFED]
    if not games:
        which = "no debriefed game" if options.game is None else f"no ended game {options.game}"
        raise Mistake(f"room {code}: there is {which}; `undercast games {code}` lists them")
    try:
        told = book.exported(games[-1])
    except Refused:
        raise Mistake(f"room {code}: game {options.game} was not debriefed yet") from None
    print(as_json(told) if options.json else book.as_text(told), end="")
    return 0


def _stats(options: argparse.Namespace) -> int:
    for line in stats.lines(backup.household(options.data)):
        print(line)
    return 0


def _forget(options: argparse.Namespace) -> int:
    games = backup.forget(options.data, options.name)
    if not games:
        raise Mistake(f"nothing was counted for {options.name}; `undercast stats` lists the names")
    print(f"Deleted the numbers of {options.name} in {games} games. Backups still hold them, and")
    print("where they agreed on their phone, the games from now on count again.")
    return 0


_SAID: dict[object, str] = {
    Refusal.ROOM_NOT_FOUND: "there is no such room",
    Refusal.UNREADABLE: "it cannot be read",
    Refusal.NEWER_VERSION: "it was played with a newer version of Undercast",
}


def _host(options: argparse.Namespace) -> int:
    from undercast.web.links import VALID_SECONDS, HostLinks  # noqa: PLC0415

    code = options.room.upper()
    address = _address(options.data)
    with backup.reading(options.data) as rooms:
        try:
            host = read(rooms, code).room.lobby.host
        except Refused as refused:
            raise Mistake(f"room {code}: {_SAID[refused.code]}") from None
    link = HostLinks(options.data).make(code, host)
    print(f"Whoever opens this link within {VALID_SECONDS // 60} minutes is host of {code}:")
    print(f"{address}/{code}#host={link}")
    return 0


def _delete(options: argparse.Namespace) -> int:
    code = options.room.upper()
    row = next((row for row in backup.rooms(options.data) if row.code == code), None)
    if row is None:
        raise Mistake(f"room {code}: {_SAID[Refusal.ROOM_NOT_FOUND]}")
    if not options.yes and not _agreed(f"Delete room {code} for good ({_used(row)})? [y/N] "):
        print("Nothing was deleted.")
        return 1
    backup.delete(options.data, code)
    print(f"Deleted room {code}. Backups of it, if there are any, still hold it.")
    return 0


def _agreed(question: str) -> bool:
    try:
        return input(question).strip().lower() in ("y", "yes")
    except EOFError:  # nobody is there to answer
        print()
        return False


def _revive(options: argparse.Namespace) -> int:
    code = options.room.upper()
    if not backup.bring_back(options.data, code):
        raise Mistake(f"room {code}: there is no such room among those that expired")
    print(f"Room {code} is back.")
    return 0


def _devices(options: argparse.Namespace) -> int:
    from undercast.cast.listing import run_devices  # noqa: PLC0415

    return 0 if run_devices(options.seconds, options.device, show=print) else 1


def _cast(options: argparse.Namespace) -> int:
    from undercast.web.routes.terminal import NotCast, ask_to_cast  # noqa: PLC0415

    try:
        ask_to_cast(_address(options.data), options.data, options.room.upper(), options.device)
    except NotCast as fault:
        raise Mistake(str(fault)) from None
    print(f"{options.room.upper()} is being put on {options.device}; the phones show how it goes.")
    return 0


def _address(data: Path) -> str:
    """Where the server of this data folder was started last. Raises Mistake."""
    address = data / ADDRESS_FILE
    if not address.exists():
        raise Mistake(f"no server has run in {data} yet")
    return address.read_text(encoding="utf-8")


def _backup(options: argparse.Namespace) -> int:
    backup.backup(options.data, options.file)
    print(f"Saved all rooms to {options.file}. Unfinished games' keys are in it: keep it private.")
    return 0


def _restore(options: argparse.Namespace) -> int:
    count = backup.restore(_writable(options.data), options.file)
    print(f"Restored {count} rooms from {options.file}")
    return 0


def _words_check(options: argparse.Namespace) -> int:
    try:
        text = options.file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise Mistake(f"{options.file} cannot be read as UTF-8 text: {fault}") from None
    warned: list[str] = []
    if words.is_lexicon(text):
        problems = [words.explain_lexicon(problem) for problem in _check_lexicon(text)]
    elif words.is_scenes(text):
        problems = [words.explain_scene(problem) for problem in words.check_scenes(text)]
    else:
        problems = [words.explain(problem) for problem in words.check(text)]
        found = words.warnings(text, assets.wordlists())
        warned = [words.explain_warning(warning) for warning in found]
    for line in (*problems, *warned):
        print(line)
    counts = [f"{len(problems)} problems" if problems else "good"]
    counts += [f"{len(warned)} warning{'s' * (len(warned) > 1)}"] if warned else []
    print(f"{options.file}: {', '.join(counts)}")
    return 1 if problems else 0


def _check_lexicon(text: str) -> list[words.LexiconProblem]:
    require_numpy()
    from undercast.bots import table  # noqa: PLC0415  # needs numpy

    return words.check_lexicon(text, assets.wordlists(), table.load().knows)


def _default_data() -> Path:
    return Path(platformdirs.user_data_dir("undercast", appauthor=False))


def _writable(folder: Path) -> Path:
    """The data folder, made if it is not there. Raises Mistake when it can't be written to."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = folder / f".write-test-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as fault:
        if fault.errno == errno.ENOSPC and folder.is_dir():
            return folder  # the rooms that are there can be looked at
        raise Mistake(
            f"the data folder {folder} cannot be written to ({fault.strerror});"
            " choose another one with --data"
        ) from None
    return folder


if __name__ == "__main__":
    sys.exit(main())
