"""Who comes when, where more is wanted than the server can do at once."""

import itertools
import math
import time
from collections import deque
from heapq import heapify, heappop, heappush
from types import TracebackType
from typing import Any, Self

import gevent
from gevent.hub import Waiter

ROUND = 0.002
"""Seconds of work, about, after which the server looks who else has sent something."""

FORGIVEN = 10.0
"""Seconds after which a third is left of what somebody took."""

FREE = 0.01
"""Seconds that do not count: between two who took so little nobody comes first."""

MOST_AT_ONCE = 0.02
"""Seconds that one thing counts at most …"""

MOST_OF_A_WAIT = 0.002
"""… and at most if it waited meanwhile, for the disk or for its room: others have gone on."""

MOST_ADDRESSES = 10_000
"""Of which it is remembered what they took."""

_UNTRUE = 100
"""So many more things than it needs are remembered in a queue."""

_MOMENT = 1e-6
"""Seconds. Zero would run what is ready to go on, but not look who else has sent something."""


class Share:
    """What an address took of the server's time lately, whatever the number of its connections."""

    __slots__ = ("_at", "_taken", "turn", "waiting")

    def __init__(self) -> None:
        self._taken = self._at = 0.0
        self.turn = 0
        """The number of its last turn."""
        self.waiting: deque[tuple[int, Waiter[None]]] = deque()
        """Who waits, numbered, in the order in which they came."""

    def taken(self, now: float) -> float:
        """Seconds, of which the older ones count less."""
        return self._taken * math.exp((self._at - now) / FORGIVEN)

    def behind(self, now: float) -> float:
        """How far others come first: seconds. 0 for all who took little; they go as they came."""
        return max(0.0, self.taken(now) - FREE)

    def take(self, seconds: float, now: float) -> None:
        """So much more."""
        self._taken, self._at = self.taken(now) + seconds, now


class ScheduledTurn:
    """A connection's: `with turn: …` waits until it may begin. One at a time of each connection."""

    __slots__ = ("_began", "_round", "_turns", "share")

    def __init__(self, turns: "FairScheduler", share: Share) -> None:
        self._turns = turns
        self.share = share
        self._began = 0.0
        self._round = 0

    def __enter__(self) -> Self:
        self._turns.wait(self.share)
        self._began, self._round = time.thread_time(), self._turns.round
        return self

    def owe(self, seconds: float) -> None:
        """Something will take so long, outside of the turn."""
        self._turns.spend(self.share, seconds, time.monotonic())

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # Of the processor: what else the machine does, and its disk, is nobody's fault here.
        took = time.thread_time() - self._began
        most = MOST_AT_ONCE if self._turns.round == self._round else MOST_OF_A_WAIT
        self._turns.spend(self.share, min(took, most), time.monotonic())


class Queue:
    """Who waits. By turns that one is next whose address took least, and the one whose address had
    its last turn longest ago: the first lets people play on beside a few who take much, the second
    beside a crowd that is new, and keeps nobody longer than twice what the others' one thing takes,
    whatever was taken before. Of one address they come in their order.
    """

    def __init__(self) -> None:
        self._standing: set[Share] = set()
        # What each of these had taken, and when it had its turn; with the number of who waits
        # longest there. What is not true any more is left out when it is come across.
        self._by_taken: list[tuple[float, int, Share]] = []
        self._by_turn: list[tuple[int, int, Share]] = []
        self._numbers = itertools.count()
        self._length = 0
        self._takes_turns = False

    def __len__(self) -> int:
        return self._length

    def begins(self, share: Share) -> None:
        """It has its turn now; also for who is new: else whoever has many addresses came first."""
        share.turn = next(self._numbers)

    def add(self, share: Share, now: float) -> "Waiter[None]":
        """Somebody with this share is to wait for the call."""
        called: Waiter[None] = Waiter()
        share.waiting.append((next(self._numbers), called))
        self._length += 1
        if share not in self._standing:
            self._stand(share, now)
        return called

    def next(self, now: float) -> "Waiter[None]":
        """Who comes next, and waits here no more. Raises IndexError if nobody waits."""
        self._takes_turns = not self._takes_turns
        share = self._longest_ago() if self._takes_turns else self._least(now)
        self._standing.remove(share)
        _, called = share.waiting.popleft()
        self._length -= 1
        self.begins(share)
        if share.waiting:
            self._stand(share, now)
        if max(len(self._by_taken), len(self._by_turn)) > 2 * len(self._standing) + _UNTRUE:
            self._leave_out_untrue(now)
        return called

    def _stand(self, share: Share, now: float) -> None:
        self._standing.add(share)
        heappush(self._by_taken, (share.behind(now), share.waiting[0][0], share))
        heappush(self._by_turn, (share.turn, share.waiting[0][0], share))

    def _leave_out_untrue(self, now: float) -> None:
        standing = self._standing
        self._by_taken = [(one.behind(now), one.waiting[0][0], one) for one in standing]
        self._by_turn = [(one.turn, one.waiting[0][0], one) for one in standing]
        heapify(self._by_taken)
        heapify(self._by_turn)

    def _least(self, now: float) -> Share:
        """What an address took since somebody from there came counts, too."""
        while True:
            behind, number, share = heappop(self._by_taken)
            if share.waiting and share.waiting[0][0] == number:
                by_now = share.behind(now)
                if by_now <= behind:
                    return share
                heappush(self._by_taken, (by_now, number, share))

    def _longest_ago(self) -> Share:
        while True:
            _, number, share = heappop(self._by_turn)
            if share.waiting and share.waiting[0][0] == number:
                return share


class FairScheduler:
    """The turns of all connections.

    Whatever comes is begun at once while there is time in this round of the event loop. Then it
    waits, and round by round those addresses are served first that took least: whoever sends
    without a pause, on however many connections and from however many addresses, comes after those
    who play. Nobody is kept from waiting for a disk at the same time as others.
    """

    def __init__(self) -> None:
        self._shares: dict[str, Share] = {}
        self._waiting = Queue()
        self._rounds: Any = None  # calls after each look at who has sent something
        self._spent = 0.0
        self.round = 0
        """How often the server has looked who has sent something."""
        self._usher: Any = None  # a timer, for who waits
        self._calls = False

    @property
    def waiting(self) -> int:
        """How many things wait to be begun."""
        return len(self._waiting)

    def of(self, address: str) -> ScheduledTurn:
        """A turn for a connection from this address."""
        share = self._shares.get(address)
        if share is None:
            if len(self._shares) >= MOST_ADDRESSES:
                self._forget()
            share = self._shares[address] = Share()
            self._waiting.begins(share)
        return ScheduledTurn(self, share)

    def wait(self, share: Share) -> None:
        """Until somebody with this share may begin."""
        if not self._waiting and self._has_time():
            self._waiting.begins(share)
            return
        called = self._waiting.add(share, time.monotonic())
        self._call_soon()
        called.get()

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
        self.round += 1

    def _call_soon(self) -> None:
        """Call those who wait when others have been looked for, and stand in the queue as well."""
        if self._calls:
            return
        loop, self._calls = gevent.get_hub().loop, True
        if self._usher is None:
            self._usher = loop.timer(_MOMENT)
        self._usher.start(loop.run_callback, self._call)

    def _call(self) -> None:
        self._calls = False
        while self._waiting and self._has_time():
            self._waiting.next(time.monotonic()).switch(None)  # it works now, until it waits
        if self._waiting:
            self._call_soon()
