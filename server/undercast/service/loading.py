"""Loading a room: from the store's checkpoint and log to the room as it was left.

Usually the latest checkpoint and the entries after it are enough. If a checkpoint does not fit, an
earlier one is tried, and finally the log alone. The replay yields control between slices.
"""

import logging
from dataclasses import dataclass
from typing import NamedTuple

from undercast.base.refusals import Refusal, Refused
from undercast.room import evolve
from undercast.room.ended_games import BETWEEN_CHECKPOINTS, EndedGame, ended_game, is_milestone
from undercast.room.entries import Entry
from undercast.room.events import RoomEvent
from undercast.room.state import Room
from undercast.service import ports

log = logging.getLogger(__name__)

SLICE = 100
"""Entries replayed in one go: a few milliseconds."""

FEW = 8
"""Up to so many public changes by another process are shown step by step."""


@dataclass(frozen=True, slots=True)
class RoomLoaded:
    """A room, replayed from its log."""

    room: Room
    left_at: int
    """When its last entry that everybody could see was made: Unix milliseconds. When anything was
    done in secret must not be told by a clock that stood since."""
    lost: str | None
    """Why the rest of the log cannot be read; None if all of it was."""


def load(store: ports.Store, code: str, yield_control: ports.YieldControl) -> RoomLoaded:
    """The room, as far as its log can be read. Notes in the store what turned out.

    Raises Refused like `read`, and server/not_saved when the store fails; a later attempt may
    succeed.
    """
    try:
        latest, replayed = _read(store, code, yield_control)
        if replayed.fault != latest.set_aside:
            _note(store, code, replayed.fault)
        if replayed.fault is None:
            _keep(store, code, replayed)
        return _room_loaded(latest, replayed)
    except ports.NotSaved:
        raise Refused(Refusal.NOT_SAVED, "the store cannot be read") from None
    except ports.LogReplaced:
        raise Refused(Refusal.NOT_SAVED, "the room was replaced just now") from None


def read(log_of: ports.Log, code: str) -> RoomLoaded:
    """The room, as far as its log can be read; writes nothing.

    Raises Refused: room/not_found; room/unreadable if not even the beginning can be read;
    room/newer_version for a log of a newer version, which is left alone.
    """
    return _room_loaded(*_read(log_of, code, yield_control=lambda: None))


class Step(NamedTuple):
    """One change that another process made to a room."""

    room: Room
    """After it."""
    at: int
    happened: tuple[RoomEvent, ...]


def read_on(store: ports.Store, room: Room, yield_control: ports.YieldControl) -> list[Step] | None:
    """What another process wrote to the room, step by step, to be published like local changes;
    after many changes only the final state. None if it cannot be read.

    Secret actions are merged into the next step: everybody can count steps. Raises NotSaved,
    LogReplaced.
    """
    steps: list[Step] = []
    began = room.public
    while True:
        try:
            entries = store.entries(room.lobby.code, room.version, SLICE)
            for entry in entries:
                before, (room, happened) = room, evolve.evolve(room, entry)
                if room.public != before.public or not steps:
                    steps = [*steps[-FEW:], Step(room, entry.at, happened)]
                else:
                    steps[-1] = steps[-1]._replace(room=room)
        except (ports.NotSaved, ports.LogReplaced):
            raise
        except Exception:  # noqa: BLE001  # a damaged log, or a newer version's, can lead to anything
            return None
        if len(entries) < SLICE:
            few = room.public - began <= FEW
            return steps if few else [steps[-1]._replace(happened=())]
        yield_control()


def _room_loaded(latest: ports.LatestCheckpoint, replayed: "_Replay") -> RoomLoaded:
    if replayed.room is None:
        raise Refused(Refusal.UNREADABLE)
    lost = replayed.fault
    left_at = replayed.room.public_at or (latest.at if lost is None else replayed.at)
    return RoomLoaded(replayed.room, left_at, lost)


def _read(
    log_of: ports.Log, code: str, yield_control: ports.YieldControl
) -> tuple[ports.LatestCheckpoint, "_Replay"]:
    latest = log_of.latest(code)
    if latest is None:
        raise Refused(Refusal.ROOM_NOT_FOUND)
    try:
        return latest, _best(log_of, code, latest, yield_control)
    except ports.NewerVersion:
        raise Refused(Refusal.NEWER_VERSION) from None


@dataclass(slots=True)
class _Replay:
    """How far a log could be replayed from a checkpoint, or from its beginning."""

    room: Room | None
    at: int = 0
    begun_at: int = 0
    """The version of the checkpoint; 0 for the beginning of the log."""
    ended: tuple[EndedGame, ...] = ()
    fault: str | None = None
    """Why the replay stopped; None at the end of the log."""
    elsewhere: bool = False
    """Whether an earlier checkpoint may lead further: the entry was sound but did not fit."""

    @property
    def version(self) -> int:
        """The version that it reached."""
        return 0 if self.room is None else self.room.version


def _best(
    log_of: ports.Log, code: str, latest: ports.LatestCheckpoint, yield_control: ports.YieldControl
) -> _Replay:
    """The replay that reaches the highest version."""
    best: _Replay | None = None
    before = latest.version + 1
    while True:
        start = log_of.checkpoint(code, before)
        replayed = _replay(log_of, code, start, yield_control)
        if best is None or replayed.version > best.version:
            best = replayed
        if not replayed.elsewhere or start is None:
            return best
        before = start.version


def _replay(
    log_of: ports.Log, code: str, start: Room | None, yield_control: ports.YieldControl
) -> _Replay:
    done = _Replay(start, begun_at=0 if start is None else start.version)
    while True:
        try:
            entries = log_of.entries(code, done.version, SLICE)
        except ports.Unreadable as fault:
            done.fault = f"entry {done.version + 1}: {fault}"
            return done
        if not entries:
            return done
        for entry in entries:
            try:
                _step(done, entry)
            except Exception as fault:  # noqa: BLE001  # a damaged log can lead to anything
                name = type(fault).__name__
                done.fault = f"entry {done.version + 1} does not fit the rules ({name})"
                done.elsewhere = True
                return done
        yield_control()


def _step(done: _Replay, entry: Entry) -> None:
    before = done.room
    if before is None:
        after = evolve.create(entry)
    else:
        after, _ = evolve.evolve(before, entry)
        if is_milestone(before, after):
            _note_ended(done, after, entry.at)
    done.room, done.at = after, entry.at


def _note_ended(done: _Replay, room: Room, at: int) -> None:
    """Update the record of the current game: add it, replace it, or drop it after an undo."""
    ended = ended_game(room, at)
    others = tuple(game for game in done.ended if game.number != room.lobby.games)
    done.ended = others if ended is None else (*others, ended)


def _keep(store: ports.Store, code: str, done: _Replay) -> None:
    """Save a checkpoint after a long replay, or if there was none."""
    room = done.room
    if room is None or not room.lobby.games:
        return
    if done.begun_at == 0 or room.version - done.begun_at > BETWEEN_CHECKPOINTS:
        try:
            store.keep(code, ports.StoredRoom(room, done.ended))
        except ports.NotSaved:
            log.warning("Room %s will have to be replayed again", code)


def _note(store: ports.Store, code: str, why: str | None) -> None:
    if why is None:
        log.info("Room %s, which was set aside, can be read", code)
    else:
        log.error("Room %s cannot be read and was set aside: %s", code, why)
    try:
        store.set_aside(code, why)
    except ports.NotSaved:
        log.warning("Room %s could not be set aside; it will be tried again", code)
