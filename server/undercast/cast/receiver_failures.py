"""What failed on which television, so that the next cast there begins with what works.

A cast that shows only after receivers failed notes them for its device; they are tried last from
then on. After a day they are tried in their place again, for something better should not be given
up for ever; if they fail again, after two days, four …, at most thirty. When nothing at all works,
it is all forgotten: the fault is another one, and the next press tries the whole chain as it is.
"""

import time
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from undercast.base.cast_status import Receiver
from undercast.cast.private_files import write_private

DAY = 86_400.0
LONGEST = 30 * DAY
MOST = 200
"""Failures that are kept; the oldest give way."""

_LARGEST = 100_000


class ReceiverFailure(msgspec.Struct, frozen=True):
    """A receiver that failed on a device while another one worked."""

    device: str
    receiver: Receiver
    at: float
    """When, in seconds of Unix time."""
    times: int = 1
    """In a row, each time after it had been left alone for a while."""

    def lasts(self, now: float) -> bool:
        """Whether it is still tried last. A clock that was set back makes no difference of more
        than the pause.
        """
        pause = DAY
        for _ in range(min(self.times, 10) - 1):
            pause *= 2
        return abs(now - self.at) < min(pause, LONGEST)


class _File(msgspec.Struct, frozen=True):
    failures: tuple[ReceiverFailure, ...]
    app_id: str | None = None
    """Of the own receiver app that they are about: with another one it is another matter."""


class ReceiverFailures:
    """The memory, in a file. Each change is saved at once; whoever makes it gets the OSError."""

    def __init__(
        self, path: Path, app_id: str | None, clock: Callable[[], float] = time.time
    ) -> None:
        self._path = path
        self._app_id = app_id
        self._clock = clock
        self._known = {(each.device, each.receiver): each for each in self._load()}

    def last(self, device: str) -> tuple[Receiver, ...]:
        """What is to be tried last on this device."""
        now = self._clock()
        return tuple(
            each.receiver
            for each in self._known.values()
            if each.device == device and each.lasts(now)
        )

    def shows(self, device: str, receiver: Receiver, failed: Iterable[Receiver]) -> None:
        """The device shows the game by `receiver`, after these had failed. Raises OSError."""
        now = self._clock()
        known = dict(self._known)
        known.pop((device, receiver), None)
        for each in failed:
            before = known.get((device, each))
            if before is None or not before.lasts(now):
                times = 1 if before is None else before.times + 1
                known.pop((device, each), None)
                known[device, each] = ReceiverFailure(device, each, now, times)
        self._keep(known)

    def forget(self, device: str) -> None:
        """Nothing works on it. Raises OSError."""
        self._keep({key: each for key, each in self._known.items() if each.device != device})

    def _keep(self, known: dict[tuple[str, Receiver], ReceiverFailure]) -> None:
        known = dict(list(known.items())[-MOST:])
        if known == self._known:
            return
        self._known = known
        kept = _File(tuple(known.values()), self._app_id)
        write_private(self._path, msgspec.json.encode(kept))

    def _load(self) -> tuple[ReceiverFailure, ...]:
        """Nothing where nothing can be read: that costs a few seconds at the next cast."""
        try:
            if self._path.stat().st_size > _LARGEST:
                return ()
            kept = msgspec.json.decode(self._path.read_bytes(), type=_File)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return ()
        return kept.failures[-MOST:] if kept.app_id == self._app_id else ()
