"""The data folder and its SQLite file: opening it, locking it, and faults of the disk."""

import contextlib
import logging
import os
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from undercast.service import NotSaved
from undercast.store.sqlite.schema import ensure_counters, require_known, upgrade

log = logging.getLogger(__name__)

FILE = "rooms.sqlite3"

SECRET_FILE = "link-secret"
"""The file with the key that signs links."""

SECRET_LENGTH = 64

BUSY_SECONDS = 5.0
"""How long to wait for another connection's write before a change is refused: for a restore, or for
the first write into an emptied WAL, which waits for the disk."""

_DISK_FULL_CODES = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMOPEN)


class DataUnusable(Exception):
    """The data folder or file cannot be opened for writing, or is no database."""


@contextlib.contextmanager
def as_not_saved() -> Iterator[None]:
    """Turn faults of the disk into NotSaved, and log them."""
    try:
        yield
    except (sqlite3.Error, OSError) as fault:
        log.error("The room log cannot be written or read: %s", fault)  # noqa: TRY400  # no rows
        raise NotSaved(str(fault)) from fault


def require_data(folder: Path) -> None:
    """Raises DataUnusable for a folder that no server has used."""
    if not (folder / FILE).exists():
        raise DataUnusable(f"there is no data in {folder}")


def lock_folder(folder: Path) -> sqlite3.Connection:
    """Make this process the only server of `folder` while the connection is open.

    SQLite's lock works alike on every system and ends with the process. Raises DataUnusable when
    another server uses the folder or it is not writable.
    """
    try:
        lock = sqlite3.connect(folder / "server-lock", timeout=0, isolation_level=None)
        try:
            lock.execute("pragma journal_mode = memory")  # nothing is written: the disk may be full
            lock.execute("begin exclusive")
        except sqlite3.Error:
            lock.close()
            raise
    except sqlite3.Error as fault:
        if getattr(fault, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            raise DataUnusable(
                f"another server uses the data folder {folder};"
                " stop it, or choose another folder with --data"
            ) from None
        raise DataUnusable(
            f"the data folder {folder} cannot be written to ({fault});"
            " free some space, or choose another one with --data"
        ) from None
    return lock


def make_private(*paths: Path) -> None:
    """Let only the owner read them: they hold the keys of unfinished games."""
    for path in paths:
        try:
            path.chmod(0o700 if path.is_dir() else 0o600)
        except OSError as fault:  # somebody else's folder
            log.warning("Others may be able to read %s: %s", path, fault.strerror)


def connect(path: Path, *, sync: str = "normal") -> sqlite3.Connection:
    """Open the file at `path`; create or upgrade its tables.

    Raises sqlite3.Error, DataTooNew.
    """
    db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        require_known(db, path)
        db.execute("pragma journal_mode = wal")
        db.execute(f"pragma synchronous = {sync}")
        db.execute("pragma wal_autocheckpoint = 0")
        upgrade(db, path)
        ensure_counters(db)
    except BaseException:
        db.close()
        raise
    return db


def is_disk_full(fault: sqlite3.Error) -> bool:
    """Whether SQLite reports a full disk."""
    return getattr(fault, "sqlite_errorcode", None) in _DISK_FULL_CODES


def open_read_only(path: Path) -> sqlite3.Connection:
    """The file for reading only, without the files that SQLite makes beside it: the disk is full.

    If a WAL holds newer entries, the file alone would be outdated; then the result is empty.
    """
    wal = path.with_name(f"{path.name}-wal")
    whole = path.exists() and not (wal.exists() and wal.stat().st_size)
    uri = f"{path.absolute().as_uri()}?immutable=1" if whole else ":memory:"
    return sqlite3.connect(uri, uri=whole, isolation_level=None, check_same_thread=False)


def restore_count(db: sqlite3.Connection) -> int:
    """How many backups were restored. Raises sqlite3.Error."""
    ensure_counters(db)
    return int(db.execute("select restored from counters").fetchone()[0])


def delete_count(db: sqlite3.Connection) -> int:
    """How many rooms an admin deleted. Raises sqlite3.Error."""
    ensure_counters(db)
    return int(db.execute("select deleted from counters").fetchone()[0])


def new_secret() -> str:
    """A new signing key."""
    return secrets.token_hex(SECRET_LENGTH // 2)


def load_secret(folder: Path) -> str:
    """The signing key of `folder`, made if there is none. Raises OSError."""
    file = folder / SECRET_FILE
    with contextlib.suppress(FileNotFoundError):
        known = file.read_text(encoding="ascii")
        if len(known) == SECRET_LENGTH:  # shorter: cut off by a crash, and could be guessed
            return known
    made = new_secret()
    write_secret(folder, made)
    return made


def write_secret(folder: Path, made: str) -> None:
    """Write this signing key. Raises OSError."""
    file = folder / SECRET_FILE
    draft = file.with_suffix(f".{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as opened:
        opened.write(made)
    draft.replace(file)
