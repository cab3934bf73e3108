"""Strangers who guess codes and tokens, and how those who know one come in beside them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TypeVar

from gevent.lock import BoundedSemaphore

from undercast.base.refusals import Refusal, Refused
from undercast.service import Rooms
from undercast.web.messages import (
    AskToReturnMessage,
    ConnectionMessage,
    JoinMessage,
    Watch,
    code_of,
)
from undercast.web.protocol.cast_handlers import CastPages
from undercast.web.transport.token_bucket import TokenBucket

GUESSES_A_MINUTE = 30
"""Entrances that fail, for one address: a stranger guessing room codes or tokens."""

GUESSED_WRONG = (Refusal.ROOM_NOT_FOUND, Refusal.UNKNOWN_TOKEN)

MOST_KNOWN = 10_000
"""Pairs of an address and a room that are remembered as no guess."""

AT_ONCE = 8
"""Of what may be a guess so many of one address are looked up at a time; others wait for them."""

T = TypeVar("T")


class _Few:
    """Those of one address that are looked up, or wait for it."""

    def __init__(self) -> None:
        self.turn = BoundedSemaphore(AT_ONCE)
        self.here = 0


class CodeGuard:
    """Counts what fails, by address.

    A room's code can be guessed: who tries one takes a guess before anything is looked up, so that
    many at once are no more, and gets it back if it was right. Only a few are looked up at a time,
    so that a school whose phones come all at once does not run out of guesses meanwhile. A token
    cannot be guessed, nor can what the server has signed: `enter` and `become_host` are tried
    first.
    """

    def __init__(self, allowance: TokenBucket, rooms: Rooms, pages: CastPages) -> None:
        self.allowance = allowance
        self._rooms = rooms
        self._pages = pages
        # Addresses and rooms that somebody entered from there with a token; the latest one is last.
        self._known: dict[tuple[str, str], None] = {}
        self._few: dict[str, _Few] = {}

    def tried(self, address: str, entrance: ConnectionMessage, enter: Callable[[], T]) -> T:
        """Enter, as somebody at this address wants. Raises what `enter` raises; and
        Refused(wire/too_many), where right or wrong is said no more.
        """
        with self._one_of_few(address) if self._may_be_one(address, entrance) else nullcontext():
            return self._tried(address, entrance, enter)

    def _tried(self, address: str, entrance: ConnectionMessage, enter: Callable[[], T]) -> T:
        taken = self._takes_one(address, entrance)
        wrong = False
        try:
            return enter()
        except Refused as refused:
            wrong = refused.code in GUESSED_WRONG
            if wrong and not taken:
                self.allowance.spend(address)
            raise
        finally:
            if taken and not wrong:
                self.allowance.give_back(address)

    def remember(self, address: str, code: str) -> None:
        """Somebody came in from there with a token of this room: it is no guess any more."""
        self._known.pop((address, code), None)
        self._known[address, code] = None
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]

    def _takes_one(self, address: str, entrance: ConnectionMessage) -> bool:
        """Take a guess if this may be one; whether it was taken. Where there is none left, who
        knows comes in all the same. Raises Refused: wire/too_many.
        """
        if not self._may_be_one(address, entrance):
            return False
        try:
            self.allowance.spend(address)
        except Refused:
            if self._knows(entrance):
                return False
            raise
        return True

    def _may_be_one(self, address: str, entrance: ConnectionMessage) -> bool:
        if not isinstance(entrance, JoinMessage | Watch | AskToReturnMessage):
            return False
        return (address, code_of(entrance.room)) not in self._known

    @contextmanager
    def _one_of_few(self, address: str) -> Iterator[None]:
        few = self._few.setdefault(address, _Few())
        few.here += 1
        try:
            with few.turn:
                yield
        finally:
            few.here -= 1
            if not few.here:
                del self._few[address]

    def _knows(self, entrance: ConnectionMessage) -> bool:
        """Whether it brings more than the room's code."""
        if isinstance(entrance, Watch):
            return self._pages.knows(code_of(entrance.room), entrance)
        if not isinstance(entrance, JoinMessage):
            return False
        try:
            return self._rooms.knows_token(code_of(entrance.room), entrance.token)
        except Refused as refused:
            if refused.code in GUESSED_WRONG:
                return False
            raise
