"""Which receivers failed on which television, so that the next cast there starts with what works.

If a cast shows after some receivers failed, they are tried last on its device for a day; if they
then fail again, for two days, four …, at most thirty. If no receiver works, the fault lies
elsewhere: all is forgotten, and the next press tries the chain in its normal order.
"""

import time
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from undercast.base.cast_status import Receiver
from undercast.cast.private_files import read_private, write_private

DAY = 86_400.0
LONGEST_PAUSE = 30 * DAY
MAX_FAILURES = 200
"""Of more, the oldest are dropped."""

_MAX_BYTES = 100_000


class ReceiverFailure(msgspec.Struct, frozen=True):
    """A receiver that failed on a device while another one worked."""

    device: str
    receiver: Receiver
    at: float
    """Unix seconds."""
    times: int = 1
    """In a row, each after a pause."""

    def lasts(self, now: float) -> bool:
        """Whether it is still tried last. A clock set back extends this by the pause at most."""
        return abs(now - self.at) < min(DAY * 2.0 ** min(self.times - 1, 9), LONGEST_PAUSE)


class _File(msgspec.Struct, frozen=True):
    failures: tuple[ReceiverFailure, ...]
    app_id: str | None = None
    """The own receiver app that they are about; with another app they don't count."""


class ReceiverFailures:
    """All failures, in a file. Each change is saved at once."""

    def __init__(
        self, path: Path, app_id: str | None, clock: Callable[[], float] = time.time
    ) -> None:
        self._path = path
        self._app_id = app_id
        self._clock = clock
        self._known = {(each.device, each.receiver): each for each in self._load()}

    def try_last(self, device: str) -> tuple[Receiver, ...]:
        """The receivers to try last on this device."""
        now = self._clock()
        return tuple(
            each.receiver
            for each in self._known.values()
            if each.device == device and each.lasts(now)
        )

    def record(self, device: str, receiver: Receiver, failed: Iterable[Receiver]) -> None:
        """The device shows the game with `receiver` after these failed. Raises OSError."""
        now = self._clock()
        known = dict(self._known)
        known.pop((device, receiver), None)
        for each in failed:
            before = known.get((device, each))
            if before is None or not before.lasts(now):
                times = 1 if before is None else before.times + 1
                known.pop((device, each), None)
                known[device, each] = ReceiverFailure(device, each, now, times)
        self._save(known)

    def forget(self, device: str) -> None:
        """No receiver works on the device. Raises OSError."""
        self._save({key: each for key, each in self._known.items() if each.device != device})

    def _save(self, known: dict[tuple[str, Receiver], ReceiverFailure]) -> None:
        known = dict(list(known.items())[-MAX_FAILURES:])
        if known == self._known:
            return
        self._known = known
        write_private(self._path, _File(tuple(known.values()), self._app_id))

    def _load(self) -> tuple[ReceiverFailure, ...]:
        """Nothing if it can't be read: that costs a few seconds at the next cast."""
        kept = read_private(self._path, _File, _MAX_BYTES)
        if kept is None or kept.app_id != self._app_id:
            return ()
        return kept.failures[-MAX_FAILURES:]
