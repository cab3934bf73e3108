"""Which room a shared screen opened, by its address: one at a time."""

from collections.abc import Callable

from undercast.service.rooms import UNCLAIMED_MS

MAX_AGE_SECONDS = UNCLAIMED_MS / 1000


class UnclaimedRooms:
    """The latest room of each address, for as long as it can be unclaimed.

    That time and the server's limit of rooms bound how many are remembered. None makes way for
    another: opening many elsewhere gets no address a second one.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._opened: dict[str, tuple[str, float]] = {}
        """By address: the room's code, and when it was opened; the latest is last."""

    def __len__(self) -> int:
        return len(self._opened)

    def get(self, address: str) -> str | None:
        """The code of the room that was opened there last; None if that is gone in any case."""
        self._forget_gone()
        code, _ = self._opened.get(address, (None, 0.0))
        return code

    def remember(self, address: str, code: str) -> None:
        """A screen at this address has just opened this room."""
        self._forget_gone()
        self._opened.pop(address, None)
        self._opened[address] = (code, self._now())

    def _forget_gone(self) -> None:
        oldest = self._now() - MAX_AGE_SECONDS
        while self._opened:
            address, (_, at) = next(iter(self._opened.items()))
            if at > oldest:
                return
            del self._opened[address]
