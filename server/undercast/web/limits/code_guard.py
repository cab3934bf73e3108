"""Limits guesses at room codes and tokens, without shutting out those who know one."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from gevent.lock import BoundedSemaphore

from undercast.base.refusals import Refusal, Refused
from undercast.web.limits.limit_values import LOOKUPS_AT_ONCE
from undercast.web.limits.token_bucket import TokenBucket

WRONG_GUESS = (Refusal.ROOM_NOT_FOUND, Refusal.UNKNOWN_TOKEN)

MAX_KNOWN = 10_000
"""Pairs of an address and a room that are remembered as no guess."""

T = TypeVar("T")


class _Lookups:
    """The lookups of one address that run, or wait to."""

    def __init__(self) -> None:
        self.slots = BoundedSemaphore(LOOKUPS_AT_ONCE)
        self.count = 0


class CodeGuard:
    """Counts failed entrances by address.

    A room's code can be guessed: an attempt is charged before anything is looked up, so that many
    at once are no more, and refunded if the code was right. Only a few are looked up at a time, so
    that a school whose phones all come at once does not run out of guesses. A token cannot be
    guessed, nor can what the server has signed: those are tried first and charged if they fail.
    """

    def __init__(self, bucket: TokenBucket) -> None:
        self._bucket = bucket
        # Addresses and rooms that somebody entered from there with a token; the latest one is last.
        self._known: dict[tuple[str, str], None] = {}
        self._lookups: dict[str, _Lookups] = {}

    def attempt(
        self,
        address: str,
        code: str | None,
        enter: Callable[[], T],
        knows: Callable[[], bool] = lambda: False,
    ) -> T:
        """Enter from this address by a room's `code`; None for an entrance that needs more than a
        code. `knows`: whether the client proves that it was in the room before, and so may enter
        without guesses left. Raises what `enter` raises, and Refused(wire/too_many).
        """
        if not self._may_be_guess(address, code):
            return self._enter(address, enter, charged=False)
        with self._one_of_few(address):
            charged = self._may_be_guess(address, code) and self._charge(address, knows)
            return self._enter(address, enter, charged=charged)

    def remember(self, address: str, code: str) -> None:
        """Somebody entered from there with a token of this room: its code is no guess any more."""
        self._known.pop((address, code), None)
        self._known[address, code] = None
        if len(self._known) > MAX_KNOWN:
            del self._known[next(iter(self._known))]

    def _may_be_guess(self, address: str, code: str | None) -> bool:
        return code is not None and (address, code) not in self._known

    def _charge(self, address: str, knows: Callable[[], bool]) -> bool:
        try:
            self._bucket.spend(address)
        except Refused:
            if knows():
                return False
            raise
        return True

    def _enter(self, address: str, enter: Callable[[], T], *, charged: bool) -> T:
        wrong = False
        try:
            return enter()
        except Refused as refused:
            wrong = refused.code in WRONG_GUESS
            if wrong and not charged:
                self._bucket.spend(address)
            raise
        finally:
            if charged and not wrong:
                self._bucket.give_back(address)

    @contextmanager
    def _one_of_few(self, address: str) -> Iterator[None]:
        lookups = self._lookups.setdefault(address, _Lookups())
        lookups.count += 1
        try:
            with lookups.slots:
                yield
        finally:
            lookups.count -= 1
            if not lookups.count:
                del self._lookups[address]
