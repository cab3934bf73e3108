"""The commands about what a house keeps: its rooms, its games, its numbers."""

import argparse
import errno
import os
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

import platformdirs

from undercast.base.refusals import Refusal, Refused
from undercast.book import export as book
from undercast.cli import statistics
from undercast.cli.serve_options import STORE_VARIABLE, Mistake, add_store, at_least_one, store
from undercast.room.ended_games import EndedGame
from undercast.rules.game import Phase
from undercast.service import read
from undercast.store import archive
from undercast.store import copy as moving
from undercast.store.data_file import require_data
from undercast.store.port import AdminStore, RoomRow
from undercast.store.sqlite import backup
from undercast.store.sqlite.retention import DAY_MS
from undercast.web.game_json import as_json

ADDRESS_FILE = "address"
"""In the data folder: the address at which the server was started last."""

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001  # no other name


def add(commands: Commands) -> None:
    """All of them."""
    for command in (*_add_of_rooms(commands), *_add_of_games(commands)):
        add_data(command)
        add_store(command, "use the rooms in this Redis or Valkey")
    _add_copy(commands)
    for command in _add_of_folders(commands):
        add_data(command)
        command.add_argument(
            "--store", default=os.environ.get(STORE_VARIABLE) or None, help=argparse.SUPPRESS
        )


def add_data(command: argparse.ArgumentParser) -> None:
    """The option that says where the data folder is."""
    folder = Path(platformdirs.user_data_dir("undercast", appauthor=False))
    command.add_argument("--data", type=Path, default=folder, help="data folder (%(default)s)")


def _add_of_rooms(commands: Commands) -> tuple[argparse.ArgumentParser, ...]:
    rooms = commands.add_parser("rooms", help="list the rooms")
    rooms.set_defaults(run=_rooms)

    host = commands.add_parser("host", help="print a link that makes you a room's host")
    host.add_argument("room", help="the room's code")
    host.set_defaults(run=_host)

    delete = commands.add_parser("delete", help="delete a room for good")
    delete.add_argument("room", help="the room's code")
    delete.add_argument("--yes", action="store_true", help="do not ask first")
    delete.set_defaults(run=_delete)

    revive = commands.add_parser("revive", help="bring back an expired room")
    revive.add_argument("room", help="the room's code")
    revive.set_defaults(run=_revive)

    cast = commands.add_parser("cast", help="have the running server show a room on a TV")
    cast.add_argument("room", help="the room's code")
    cast.add_argument("device", help="the TV's name or address")
    cast.set_defaults(run=_cast)
    return rooms, host, delete, revive, cast


def _add_of_games(commands: Commands) -> tuple[argparse.ArgumentParser, ...]:
    games = commands.add_parser("games", help="list a room's finished games")
    games.add_argument("room", help="the room's code")
    games.set_defaults(run=_games)

    export = commands.add_parser("export", help="print a debriefed game")
    export.add_argument("room", help="the room's code")
    export.add_argument("--game", type=at_least_one, metavar="N", help="which game (the latest)")
    export.add_argument("--json", action="store_true", help="as JSON")
    export.set_defaults(run=_export)

    numbers = commands.add_parser("stats", help="print the statistics of this server")
    numbers.set_defaults(run=_stats)

    forget = commands.add_parser("forget", help="delete a person's statistics")
    forget.add_argument("name", help="the name of the person, as `undercast stats` shows it")
    forget.set_defaults(run=_forget)
    return games, export, numbers, forget


def _add_copy(commands: Commands) -> None:
    copy = commands.add_parser("copy", help="copy all rooms to another folder or store")
    of = "a folder, or the address of a Redis or Valkey (redis://, rediss://)"
    copy.add_argument("source", type=_place, metavar="FROM", help=of)
    copy.add_argument("target", type=_place, metavar="TO", help=of)
    copy.add_argument("--replace", action="store_true", help="replace all rooms in TO")
    copy.set_defaults(run=_copy)


def _place(text: str) -> Path | str:
    return store(text) if "://" in text else Path(text).absolute()


def _add_of_folders(commands: Commands) -> tuple[argparse.ArgumentParser, ...]:
    save = commands.add_parser("backup", help="save all rooms of a data folder to a new file")
    save.add_argument("file", type=Path)
    save.set_defaults(run=_backup)

    restore = commands.add_parser(
        "restore", help="replace all rooms of a data folder with a backup"
    )
    restore.add_argument("file", type=Path)
    restore.set_defaults(run=_restore)
    return save, restore


def _house(options: argparse.Namespace) -> AbstractContextManager[AdminStore]:
    return archive.open_admin_store(options.store or options.data)


def _house_with_data(options: argparse.Namespace) -> AbstractContextManager[AdminStore]:
    """To look a room up. Raises DataUnusable where there never was one: another folder is meant."""
    if options.store is None:
        require_data(options.data)
    return _house(options)


def _rooms(options: argparse.Namespace) -> int:
    with _house(options) as house:
        listed = house.rooms()
    if not listed:
        print(f"No rooms in {archive.display_name(options.store or options.data)}")
    for row in listed:
        aside = f"   set aside: {row.set_aside}" if row.set_aside else ""
        kept = f"   {row.superseded_logs} unreadable log kept" if row.superseded_logs else ""
        print(f"{row.code}   {_used(row)}{aside}{kept}{_expired(row)}")
    if any(row.set_aside for row in listed):
        print("Set aside: the host can continue with what came before. Nothing is deleted,")
        print("and a later version will try again.")
    return 0


def _used(row: RoomRow) -> str:
    latest = datetime.fromtimestamp(row.latest / 1000).astimezone()
    return f"last used {latest:%Y-%m-%d %H:%M}   {row.entries} entries"


def _expired(row: RoomRow) -> str:
    if row.recoverable_ms is None:
        return ""
    days = max(row.recoverable_ms // DAY_MS, 0)
    return f"   expired: `undercast revive {row.code}` brings it back for {days} more days"


def _games(options: argparse.Namespace) -> int:
    """The ended games of a room: only what everybody at the table saw."""
    code = options.room.upper()
    with _house_with_data(options) as house:
        games = house.games(code)
    if not games:
        print(f"No finished games in {code}")
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
    with _house_with_data(options) as house:
        if options.game is not None:
            game = house.game(code, options.game)
            games = [] if game is None else [game]
        else:
            games = [g for g in house.games(code) if g.table.phase is Phase.DEBRIEFED]
    if not games:
        which = "no debriefed game" if options.game is None else f"no finished game {options.game}"
        raise Mistake(f"room {code} has {which}; `undercast games {code}` lists its games")
    try:
        told = book.exported(games[-1])
    except Refused:
        raise Mistake(f"room {code}: game {options.game} has not been debriefed yet") from None
    print(as_json(told) if options.json else book.as_text(told), end="")
    return 0


def _stats(options: argparse.Namespace) -> int:
    with _house(options) as house:
        household = house.household()
    for line in statistics.lines(household):
        print(line)
    return 0


def _forget(options: argparse.Namespace) -> int:
    with _house(options) as house:
        games = house.forget_name(options.name)
    if not games:
        raise Mistake(f"no statistics for {options.name}; `undercast stats` lists the names")
    print(f"Deleted the statistics of {options.name} from {games} games. Backups still have them,")
    print("and new games count again while their phone has the setting on.")
    return 0


_SAID: dict[object, str] = {
    Refusal.ROOM_NOT_FOUND: "there is no such room",
    Refusal.UNREADABLE: "it cannot be read",
    Refusal.NEWER_VERSION: "it was played with a newer version of Undercast",
}


def _host(options: argparse.Namespace) -> int:
    from undercast.web.signed_links import VALID_SECONDS, HostLinks  # noqa: PLC0415

    code = options.room.upper()
    address = _address(options.data)
    with _house_with_data(options) as house:
        try:
            host = read(house, code).room.lobby.host
        except Refused as refused:
            raise Mistake(f"room {code}: {_SAID[refused.code]}") from None
        link = HostLinks(house.secret()).make(code, host)
    print(f"Open this link within {VALID_SECONDS // 60} minutes to become the host of {code}:")
    print(f"{address}/{code}#host={link}")
    return 0


def _delete(options: argparse.Namespace) -> int:
    code = options.room.upper()
    with _house(options) as house:
        row = next((row for row in house.rooms() if row.code == code), None)
        if row is None:
            raise Mistake(f"room {code}: {_SAID[Refusal.ROOM_NOT_FOUND]}")
        if not options.yes and not _agreed(f"Delete room {code} for good ({_used(row)})? [y/N] "):
            print("Nothing was deleted.")
            return 1
        house.delete(code)
    print(f"Deleted room {code}. Existing backups still have it.")
    return 0


def _agreed(question: str) -> bool:
    try:
        return input(question).strip().lower() in ("y", "yes")
    except EOFError:  # nobody is there to answer
        print()
        return False


def _revive(options: argparse.Namespace) -> int:
    code = options.room.upper()
    with _house(options) as house:
        back = house.revive(code)
    if not back:
        raise Mistake(f"room {code}: there is no such room, or it has not expired")
    print(f"Room {code} is back.")
    return 0


def _cast(options: argparse.Namespace) -> int:
    from undercast.web.routes.admin import NotCast, ask_to_cast  # noqa: PLC0415

    address = _address(options.data)
    with _house(options) as house:
        secret = house.secret()
    try:
        ask_to_cast(address, secret, options.room.upper(), options.device)
    except NotCast as fault:
        raise Mistake(str(fault)) from None
    print(f"Opening {options.room.upper()} on {options.device}; the phones show the progress.")
    return 0


def _address(data: Path) -> str:
    """Where the server of this data folder was started last. Raises Mistake."""
    address = data / ADDRESS_FILE
    if not address.exists():
        raise Mistake(f"no server has used {data} yet")
    return address.read_text(encoding="utf-8")


def _backup(options: argparse.Namespace) -> int:
    _require_folder(options)
    backup.backup(options.data, options.file)
    print(f"Saved all rooms to {options.file}. Keep it private: it has unfinished games' keys.")
    return 0


def _restore(options: argparse.Namespace) -> int:
    _require_folder(options)
    count = backup.restore(writable(options.data), options.file)
    print(f"Restored {count} rooms from {options.file}")
    return 0


def _copy(options: argparse.Namespace) -> int:
    source, target = archive.display_name(options.source), archive.display_name(options.target)
    if isinstance(options.target, Path):
        writable(options.target)
    print(f"Copying {source} to {target} …", flush=True)
    copied = moving.copy(options.source, options.target, replace=options.replace)
    print(f"Copied {copied.rooms} rooms. Those in {source} are unchanged.")
    if copied.loss_window is not None:
        print(f"The store: {copied.loss_window}")
    return 0


def _require_folder(options: argparse.Namespace) -> None:
    """Raises Mistake for a house that is in no folder."""
    if options.store is not None:
        raise Mistake(
            "backups are for data folders; `undercast copy STORE FOLDER` copies the rooms"
            " of a store to a folder, and `undercast copy FOLDER STORE` back"
        )


def writable(folder: Path) -> Path:
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
