"""Who comes when: where more is wanted than the server can do at once, who took least so far."""

import itertools
import math
import time
from heapq import heappop, heappush
from types import TracebackType
from typing import Any, Self

import gevent
from gevent.event import Event

ROUND = 0.002
"""Seconds of work, about, after which the server looks who else has sent something."""

FORGIVEN = 10.0
"""Seconds after which a third is left of what somebody took."""

FREE = 0.01
"""Seconds that do not count: who plays takes no more, and somebody new is no better off. What a
crowd takes so is as much for each of its addresses."""

MOST_AT_ONCE = 0.02
"""Seconds that one thing counts at most: others may have gone on while it waited."""

MOST_ADDRESSES = 10_000
"""Of which it is remembered what they took."""

_MOMENT = 1e-6
"""Seconds. Zero would run what is ready to go on, but not look who else has sent something."""


class Share:
    """What an address took of the server's time lately, whatever the number of its connections."""

    __slots__ = ("_at", "_taken")

    def __init__(self) -> None:
        self._taken = self._at = 0.0

    def taken(self, now: float) -> float:
        """Seconds, of which the older ones count less."""
        return self._taken * math.exp((self._at - now) / FORGIVEN)

    def behind(self, now: float) -> float:
        """How far others come first: seconds. 0 for all who took little; they go as they came."""
        return max(0.0, self.taken(now) - FREE)

    def take(self, seconds: float, now: float) -> None:
        """So much more."""
        self._taken, self._at = self.taken(now) + seconds, now


class Turn:
    """A connection's: `with turn: …` waits until it may begin. One at a time of each connection."""

    __slots__ = ("_began", "_turns", "share")

    def __init__(self, turns: "Turns", share: Share) -> None:
        self._turns = turns
        self.share = share
        self._began = 0.0

    def __enter__(self) -> Self:
        self._turns.wait(self.share)
        self._began = time.thread_time()
        return self

    def owe(self, seconds: float, weight: int = 1) -> None:
        """Something will take so long, outside of the turn; for who comes next, `weight` times."""
        now = time.monotonic()
        self._turns.spend(self.share, seconds, now)
        self.share.take((weight - 1) * seconds, now)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # Of the processor: what else the machine does, and its disk, is nobody's fault here.
        took = time.thread_time() - self._began
        self._turns.spend(self.share, min(took, MOST_AT_ONCE), time.monotonic())


class Turns:
    """The turns of all connections.

    Whatever comes is begun at once while there is time in this round of the event loop. Then it
    waits, and round by round those addresses are served first that took least: whoever sends
    without a pause, on however many connections and from however many addresses, comes after those
    who play. Nobody is kept from waiting for a disk at the same time as others.
    """

    def __init__(self) -> None:
        self._shares: dict[str, Share] = {}
        self._waiting: list[tuple[float, int, Share, Event]] = []
        self._numbers = itertools.count()
        self._rounds: Any = None  # calls after each look at who has sent something
        self._spent = 0.0
        self._usher: gevent.Greenlet[[], None] | None = None

    def of(self, address: str) -> Turn:
        """A turn for a connection from this address."""
        share = self._shares.get(address)
        if share is None:
            if len(self._shares) >= MOST_ADDRESSES:
                self._forget()
            share = self._shares[address] = Share()
        return Turn(self, share)

    def wait(self, share: Share) -> None:
        """Until somebody with this share may begin."""
        if not self._waiting and self._has_time():
            return
        called = Event()
        behind = share.behind(time.monotonic())
        heappush(self._waiting, (behind, next(self._numbers), share, called))
        if self._usher is None:
            self._usher = gevent.spawn(self._call)
        called.wait()

    def spend(self, share: Share, seconds: float, now: float) -> None:
        """It took so long."""
        self._spent += seconds
        share.take(seconds, now)

    def _forget(self) -> None:
        """Of half of the addresses, those that took least; who is here still keeps what it has."""
        now = time.monotonic()
        by_taken = sorted(self._shares, key=lambda address: self._shares[address].taken(now))
        for address in by_taken[: MOST_ADDRESSES // 2]:
            del self._shares[address]

    def _has_time(self) -> bool:
        """Whether something may still begin in this round of the event loop."""
        if self._rounds is None:
            self._rounds = gevent.get_hub().loop.check(ref=False)
            self._rounds.start(self._begin_round)
        return self._spent < ROUND

    def _begin_round(self) -> None:
        self._spent = 0.0

    def _call(self) -> None:
        try:
            while self._waiting:
                gevent.sleep(_MOMENT)
                while self._waiting and self._has_time():
                    self._first().set()
                    gevent.sleep(0)  # it works now
        finally:
            self._usher = None  # whoever comes next calls another one

    def _first(self) -> Event:
        """Of those who wait. What an address took since somebody from there came counts, too."""
        now = time.monotonic()
        while True:
            behind, number, share, called = heappop(self._waiting)
            by_now = share.behind(now)
            if by_now <= behind or not self._waiting:
                return called
            heappush(self._waiting, (by_now, number, share, called))
