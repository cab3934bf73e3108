"""The commands for stored rooms, games and statistics."""

import argparse
import errno
import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

import platformdirs

from undercast.base.refusals import Refusal, Refused
from undercast.book import export as book
from undercast.cli import statistics
from undercast.cli.serve_options import (
    STORE_VARIABLE,
    UsageError,
    add_store_option,
    at_least_one,
    parse_store_url,
)
from undercast.room.ended_games import EndedGame
from undercast.room.state import Room
from undercast.rules.game import Phase
from undercast.service import read
from undercast.store import archive
from undercast.store import copy as store_copy
from undercast.store.data_file import require_data
from undercast.store.port import DAY_MS, MAX_PERMANENT_ROOMS, AdminStore, RoomRow
from undercast.store.sqlite import backup
from undercast.web.game_json import as_json

ADDRESS_FILE = "address"
"""File in the data folder with the address of the last server start."""

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001  # no other name


def add_admin_commands(commands: Commands) -> None:
    """Add all of this file's commands."""
    with_store = [
        rooms := _add(commands, _rooms, "rooms", "list the rooms, or keep one for good"),
        _add(commands, _host, "host", "print a link that makes you a room's host", room=True),
        delete := _add(commands, _delete, "delete", "delete a room for good", room=True),
        _add(commands, _revive, "revive", "bring back an expired room", room=True),
        cast := _add(
            commands, _cast, "cast", "have the running server show a room on a TV", room=True
        ),
        _add(commands, _games, "games", "list a room's finished games", room=True),
        export := _add(commands, _export, "export", "print a debriefed game", room=True),
        _add(commands, _stats, "stats", "print the statistics of this server"),
        packs := _add(commands, _packs, "packs", "list the household's word lists, or delete one"),
        forget := _add(commands, _forget, "forget", "delete a person's statistics"),
    ]
    rooms.add_argument("action", nargs="?", choices=("keep",), help="keep a room's code for good")
    rooms.add_argument("room", nargs="?", metavar="CODE", help="which room to keep")
    rooms.add_argument("--undo", action="store_true", help="with keep: no longer keep it")
    packs.add_argument("action", nargs="?", choices=("delete",), help="delete a list for good")
    packs.add_argument("name", nargs="?", metavar="NAME", help="the name or id of the list")
    delete.add_argument("--yes", action="store_true", help="do not ask first")
    cast.add_argument("device", help="the TV's name or address")
    export.add_argument("--game", type=at_least_one, metavar="N", help="which game (the latest)")
    export.add_argument("--json", action="store_true", help="as JSON")
    forget.add_argument("name", help="the name of the person, as `undercast stats` shows it")
    for command in with_store:
        add_data_option(command)
        add_store_option(command, "use the rooms in this Redis or Valkey")

    copy = _add(commands, _copy, "copy", "copy all rooms to another folder or store")
    place = "a folder, or the address of a Redis or Valkey (redis://, rediss://)"
    copy.add_argument("source", type=_place, metavar="FROM", help=place)
    copy.add_argument("target", type=_place, metavar="TO", help=place)
    copy.add_argument("--replace", action="store_true", help="replace all rooms in TO")

    default_store = os.environ.get(STORE_VARIABLE) or None
    for command in (
        _add(commands, _backup, "backup", "save all rooms of a data folder to a new file"),
        _add(commands, _restore, "restore", "replace all rooms of a data folder with a backup"),
    ):
        command.add_argument("file", type=Path)
        add_data_option(command)
        command.add_argument("--store", default=default_store, help=argparse.SUPPRESS)


def _add(
    commands: Commands,
    run: Callable[[argparse.Namespace], int],
    name: str,
    summary: str,
    *,
    room: bool = False,
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=summary)
    command.set_defaults(run=run)
    if room:
        command.add_argument("room", help="the room's code")
    return command


def add_data_option(command: argparse.ArgumentParser) -> None:
    """Add `--data`, the data folder."""
    folder = Path(platformdirs.user_data_dir("undercast", appauthor=False))
    command.add_argument("--data", type=Path, default=folder, help="data folder (%(default)s)")


def _place(text: str) -> Path | str:
    return parse_store_url(text) if "://" in text else Path(text).absolute()


def _open_archive(options: argparse.Namespace) -> AbstractContextManager[AdminStore]:
    return archive.open_admin_store(options.store or options.data)


def _open_existing_archive(options: argparse.Namespace) -> AbstractContextManager[AdminStore]:
    """To look up a room. Raises DataUnusable for a folder without data: probably the wrong one."""
    if options.store is None:
        require_data(options.data)
    return _open_archive(options)


def _rooms(options: argparse.Namespace) -> int:
    if options.action is None:
        if options.undo:
            raise UsageError("--undo goes with `undercast rooms keep CODE`")
        return _list_rooms(options)
    if options.room is None:
        raise UsageError("which room? `undercast rooms keep CODE`; `undercast rooms` lists them")
    return _keep_room(options, options.room.upper(), permanent=not options.undo)


def _keep_room(options: argparse.Namespace, code: str, *, permanent: bool) -> int:
    with _open_existing_archive(options) as house:
        if permanent and _read_room(house, code).unclaimed:
            raise UsageError(f"room {code}: nobody has joined it yet")
        others = [row.code for row in house.rooms() if row.permanent and row.code != code]
        if permanent and len(others) >= MAX_PERMANENT_ROOMS:
            raise UsageError(
                f"{MAX_PERMANENT_ROOMS} rooms are kept for good already ({', '.join(others)});"
                " `undercast rooms keep CODE --undo` lets one go"
            )
        if not house.set_permanent(code, permanent=permanent):
            raise UsageError(f"room {code}: there is no such room, or it has expired")
    then = "is kept for good" if permanent else "expires like any other room from now on"
    print(f"Room {code} {then}.")
    return 0


def _list_rooms(options: argparse.Namespace) -> int:
    with _open_archive(options) as house:
        listed = house.rooms()
    if not listed:
        print(f"No rooms in {archive.display_name(options.store or options.data)}")
    for row in listed:
        aside = f"   set aside: {row.set_aside}" if row.set_aside else ""
        kept = f"   {row.superseded_logs} unreadable log kept" if row.superseded_logs else ""
        for_good = "   kept for good" if row.permanent else ""
        print(f"{row.code}   {_last_used(row)}{for_good}{aside}{kept}{_expiry_note(row)}")
    if any(row.set_aside for row in listed):
        print("Set aside: the host can continue with what came before. Nothing is deleted,")
        print("and a later version will try again.")
    return 0


def _last_used(row: RoomRow) -> str:
    latest = datetime.fromtimestamp(row.latest / 1000).astimezone()
    return f"last used {latest:%Y-%m-%d %H:%M}   {row.entries} entries"


def _expiry_note(row: RoomRow) -> str:
    if row.recoverable_ms is None:
        return ""
    days = max(row.recoverable_ms // DAY_MS, 0)
    return f"   expired: `undercast revive {row.code}` brings it back for {days} more days"


def _games(options: argparse.Namespace) -> int:
    """Prints only what everyone at the table saw."""
    code = options.room.upper()
    with _open_existing_archive(options) as house:
        games = house.games(code)
    if not games:
        print(f"No finished games in {code}")
    for game in games:
        print(_game_line(game))
    return 0


def _game_line(game: EndedGame) -> str:
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
    with _open_existing_archive(options) as house:
        if options.game is not None:
            game = house.game(code, options.game)
            games = [] if game is None else [game]
        else:
            games = [g for g in house.games(code) if g.table.phase is Phase.DEBRIEFED]
    if not games:
        which = "no debriefed game" if options.game is None else f"no finished game {options.game}"
        raise UsageError(f"room {code} has {which}; `undercast games {code}` lists its games")
    try:
        exported = book.exported(games[-1])
    except Refused:
        raise UsageError(f"room {code}: game {options.game} has not been debriefed yet") from None
    print(as_json(exported) if options.json else book.as_text(exported), end="")
    return 0


def _stats(options: argparse.Namespace) -> int:
    with _open_archive(options) as house:
        household = house.household()
    for line in statistics.statistics_lines(household):
        print(line)
    return 0


def _packs(options: argparse.Namespace) -> int:
    with _open_archive(options) as house:
        lists = sorted(house.word_lists(), key=lambda kept: kept.name.casefold())
        if options.action is None:
            for kept in lists:
                at = datetime.fromtimestamp(kept.at / 1000).astimezone()
                print(f"{kept.id}   {at:%Y-%m-%d %H:%M}   {kept.codenames} words   {kept.name}")
            if not lists:
                print(f"No word lists in {archive.display_name(options.store or options.data)}")
            return 0
        wanted = options.name or ""
        found = [kept for kept in lists if wanted.casefold() in (kept.id, kept.name.casefold())]
        if not found:
            raise UsageError(f"no word list {wanted!r}; `undercast packs` shows names and ids")
        house.delete_word_list(found[0])
    print(f"Deleted the word list {found[0].name}. Existing backups still have it.")
    return 0


def _forget(options: argparse.Namespace) -> int:
    with _open_archive(options) as house:
        games = house.forget_name(options.name)
    if not games:
        raise UsageError(f"no statistics for {options.name}; `undercast stats` lists the names")
    print(f"Deleted the statistics of {options.name} from {games} games. Backups still have them,")
    print("and new games count again while their phone has the setting on.")
    return 0


_REFUSAL_TEXTS: dict[object, str] = {
    Refusal.ROOM_NOT_FOUND: "there is no such room",
    Refusal.UNREADABLE: "it cannot be read",
    Refusal.NEWER_VERSION: "it was played with a newer version of Undercast",
}


def _host(options: argparse.Namespace) -> int:
    from undercast.web.signed_links import VALID_SECONDS, HostLinks  # noqa: PLC0415

    code = options.room.upper()
    address = _address(options.data)
    with _open_existing_archive(options) as house:
        host = _read_room(house, code).lobby.host
        link = HostLinks(house.secret()).make(code, host)
    print(f"Open this link within {VALID_SECONDS // 60} minutes to become the host of {code}:")
    print(f"{address}/{code}#host={link}")
    return 0


def _read_room(house: AdminStore, code: str) -> Room:
    """Raises UsageError."""
    try:
        return read(house, code).room
    except Refused as refused:
        raise UsageError(f"room {code}: {_REFUSAL_TEXTS[refused.code]}") from None


def _delete(options: argparse.Namespace) -> int:
    code = options.room.upper()
    with _open_archive(options) as house:
        row = next((row for row in house.rooms() if row.code == code), None)
        if row is None:
            raise UsageError(f"room {code}: {_REFUSAL_TEXTS[Refusal.ROOM_NOT_FOUND]}")
        if not options.yes and not _confirm(
            f"Delete room {code} for good ({_last_used(row)})? [y/N] "
        ):
            print("Nothing was deleted.")
            return 1
        house.delete(code)
    print(f"Deleted room {code}. Existing backups still have it.")
    return 0


def _confirm(question: str) -> bool:
    try:
        return input(question).strip().lower() in ("y", "yes")
    except EOFError:  # no input
        print()
        return False


def _revive(options: argparse.Namespace) -> int:
    code = options.room.upper()
    with _open_archive(options) as house:
        back = house.revive(code)
    if not back:
        raise UsageError(f"room {code}: there is no such room, or it has not expired")
    print(f"Room {code} is back.")
    return 0


def _cast(options: argparse.Namespace) -> int:
    from undercast.web.routes.admin import NotCast, ask_to_cast  # noqa: PLC0415

    address = _address(options.data)
    with _open_archive(options) as house:
        secret = house.secret()
    try:
        ask_to_cast(address, secret, options.room.upper(), options.device)
    except NotCast as fault:
        raise UsageError(str(fault)) from None
    print(f"Opening {options.room.upper()} on {options.device}; the phones show the progress.")
    return 0


def _address(data: Path) -> str:
    """The address of this data folder's last server start. Raises UsageError."""
    address = data / ADDRESS_FILE
    if not address.exists():
        raise UsageError(f"no server has used {data} yet")
    return address.read_text(encoding="utf-8")


def _backup(options: argparse.Namespace) -> int:
    _require_folder(options)
    backup.backup(options.data, options.file)
    print(f"Saved all rooms to {options.file}. Keep it private: it has unfinished games' keys.")
    return 0


def _restore(options: argparse.Namespace) -> int:
    _require_folder(options)
    count = backup.restore(require_writable(options.data), options.file)
    print(f"Restored {count} rooms from {options.file}")
    return 0


def _copy(options: argparse.Namespace) -> int:
    source, target = archive.display_name(options.source), archive.display_name(options.target)
    if isinstance(options.target, Path):
        require_writable(options.target)
    print(f"Copying {source} to {target} …", flush=True)
    copied = store_copy.copy(options.source, options.target, replace=options.replace)
    print(f"Copied {copied.rooms} rooms. Those in {source} are unchanged.")
    if copied.loss_window is not None:
        print(f"The store: {copied.loss_window}")
    return 0


def _require_folder(options: argparse.Namespace) -> None:
    """Raises UsageError if the rooms are in a store."""
    if options.store is not None:
        raise UsageError(
            "backups are for data folders; `undercast copy STORE FOLDER` copies the rooms"
            " of a store to a folder, and `undercast copy FOLDER STORE` back"
        )


def require_writable(folder: Path) -> Path:
    """The data folder, created if missing. Raises UsageError if it is not writable."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = folder / f".write-test-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as fault:
        if fault.errno == errno.ENOSPC and folder.is_dir():
            return folder  # its rooms can still be read
        raise UsageError(
            f"the data folder {folder} cannot be written to ({fault.strerror});"
            " choose another one with --data"
        ) from None
    return folder
