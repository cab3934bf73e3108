"""Fair queueing by address: who goes first when more is wanted than the server can do at once."""

import itertools
import math
import time
from collections import deque
from heapq import heapify, heappop, heappush
from types import TracebackType
from typing import Any, Self

import gevent
from gevent.hub import Waiter

ROUND_SECONDS = 0.002
"""About how much work is done before the event loop looks for more input."""

DECAY_SECONDS = 10.0
"""After this, a third is left of what an address used."""

FREE_SECONDS = 0.01
"""Use that does not count: addresses that used less are equal."""

MAX_CHARGE = 0.02
"""Seconds that one task is charged at most …"""

MAX_CHARGE_AFTER_WAIT = 0.002
"""… and at most if it waited meanwhile, for the disk or its room: others have run in that time."""

MAX_ADDRESSES = 10_000
"""Addresses whose use is remembered."""

_MAX_STALE = 100
"""Entries that may be out of date in a heap, beyond as many as are true."""

_NEXT_ROUND = 1e-6
"""Seconds. Zero would run what is ready, but not look for input."""


class Flow:
    """What one address used of the server's time lately, over all its connections."""

    __slots__ = ("_at", "_used", "last_turn", "waiting")

    def __init__(self) -> None:
        self._used = self._at = 0.0
        self.last_turn = 0
        """The number of its last turn."""
        self.waiting: deque[tuple[int, Waiter[None]]] = deque()
        """Its waiting tasks, numbered, in order."""

    def used(self, now: float) -> float:
        """Seconds; older ones count less."""
        return self._used * math.exp((self._at - now) / DECAY_SECONDS)

    def excess(self, now: float) -> float:
        """Seconds beyond the free ones; 0 for all that used little."""
        return max(0.0, self.used(now) - FREE_SECONDS)

    def charge(self, seconds: float, now: float) -> None:
        """Add to what was used."""
        self._used, self._at = self.used(now) + seconds, now


class TimeSlice:
    """Of one connection: `with time_slice: …` waits for its turn, and charges what it used.

    A connection runs one at a time.
    """

    __slots__ = ("_round", "_scheduler", "_started", "flow")

    def __init__(self, scheduler: "FairScheduler", flow: Flow) -> None:
        self._scheduler = scheduler
        self.flow = flow
        self._started = 0.0
        self._round = 0

    def __enter__(self) -> Self:
        self._scheduler.wait(self.flow)
        self._started, self._round = time.thread_time(), self._scheduler.round
        return self

    def charge(self, seconds: float) -> None:
        """Charge work that is done outside of the slice."""
        self._scheduler.charge(self.flow, seconds, time.monotonic())

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # Processor time: what else this machine does, and its disk, is no client's doing.
        used = time.thread_time() - self._started
        waited = self._scheduler.round != self._round
        most = MAX_CHARGE_AFTER_WAIT if waited else MAX_CHARGE
        self._scheduler.charge(self.flow, min(used, most), time.monotonic())


class FlowQueue:
    """Waiting tasks. Those of one address run in order.

    Turns alternate between the address that used least and the one whose last turn is longest ago.
    The first lets people play on beside a few who use much; the second, beside a crowd that has
    just come. Nobody waits for more than two tasks of each other address, whatever it used before.
    """

    def __init__(self) -> None:
        self._queued: set[Flow] = set()
        # Use or last turn, the number of the flow's first task, the flow. Entries that are out of
        # date are skipped when they come up.
        self._by_use: list[tuple[float, int, Flow]] = []
        self._by_turn: list[tuple[int, int, Flow]] = []
        self._numbers = itertools.count()
        self._length = 0
        self._by_turn_next = False

    def __len__(self) -> int:
        return self._length

    def took_turn(self, flow: Flow) -> None:
        """Count a turn for this flow now; also when it is new, or many addresses would go first."""
        flow.last_turn = next(self._numbers)

    def add(self, flow: Flow, now: float) -> "Waiter[None]":
        """What to wait on for a turn."""
        waiter: Waiter[None] = Waiter()
        flow.waiting.append((next(self._numbers), waiter))
        self._length += 1
        if flow not in self._queued:
            self._push(flow, now)
        return waiter

    def pop(self, now: float) -> "Waiter[None]":
        """Remove the task that is next. Raises IndexError if none waits."""
        self._by_turn_next = not self._by_turn_next
        flow = self._longest_ago() if self._by_turn_next else self._least_used(now)
        self._queued.remove(flow)
        _, waiter = flow.waiting.popleft()
        self._length -= 1
        self.took_turn(flow)
        if flow.waiting:
            self._push(flow, now)
        if max(len(self._by_use), len(self._by_turn)) > 2 * len(self._queued) + _MAX_STALE:
            self._rebuild(now)
        return waiter

    def _push(self, flow: Flow, now: float) -> None:
        self._queued.add(flow)
        heappush(self._by_use, (flow.excess(now), flow.waiting[0][0], flow))
        heappush(self._by_turn, (flow.last_turn, flow.waiting[0][0], flow))

    def _rebuild(self, now: float) -> None:
        flows = self._queued
        self._by_use = [(flow.excess(now), flow.waiting[0][0], flow) for flow in flows]
        self._by_turn = [(flow.last_turn, flow.waiting[0][0], flow) for flow in flows]
        heapify(self._by_use)
        heapify(self._by_turn)

    def _least_used(self, now: float) -> Flow:
        """What a flow used since it was queued counts, too."""
        while True:
            excess, number, flow = heappop(self._by_use)
            if flow.waiting and flow.waiting[0][0] == number:
                by_now = flow.excess(now)
                if by_now <= excess:
                    return flow
                heappush(self._by_use, (by_now, number, flow))

    def _longest_ago(self) -> Flow:
        while True:
            _, number, flow = heappop(self._by_turn)
            if flow.waiting and flow.waiting[0][0] == number:
                return flow


class FairScheduler:
    """Decides when the tasks of all connections run.

    A task runs at once while there is time in this round of the event loop. Otherwise it waits, and
    the addresses that used least go first: a client that sends without pause, on any number of
    connections and addresses, comes after those who play. Waiting for a disk holds up nobody.
    """

    def __init__(self) -> None:
        self._flows: dict[str, Flow] = {}
        self._queue = FlowQueue()
        self._round_watcher: Any = None  # calls after each look for input
        self._used = 0.0
        self.round = 0
        """How often the event loop has looked for input."""
        self._timer: Any = None  # for the queue
        self._is_scheduled = False

    @property
    def waiting(self) -> int:
        """How many tasks wait."""
        return len(self._queue)

    def time_slice(self, address: str) -> TimeSlice:
        """For a connection from this address."""
        flow = self._flows.get(address)
        if flow is None:
            if len(self._flows) >= MAX_ADDRESSES:
                self._forget_half()
            flow = self._flows[address] = Flow()
            self._queue.took_turn(flow)
        return TimeSlice(self, flow)

    def wait(self, flow: Flow) -> None:
        """Until a task of this flow may run."""
        if not self._queue and self._has_time():
            self._queue.took_turn(flow)
            return
        waiter = self._queue.add(flow, time.monotonic())
        self._schedule()
        waiter.get()

    def charge(self, flow: Flow, seconds: float, now: float) -> None:
        """Charge a flow and this round with work that was done."""
        self._used += seconds
        flow.charge(seconds, now)

    def _forget_half(self) -> None:
        """Those that used least. Connections that are open keep their flow."""
        now = time.monotonic()
        by_use = sorted(self._flows, key=lambda address: self._flows[address].used(now))
        for address in by_use[: MAX_ADDRESSES // 2]:
            del self._flows[address]

    def _has_time(self) -> bool:
        """Whether another task may run in this round of the event loop."""
        if self._round_watcher is None:
            self._round_watcher = gevent.get_hub().loop.check(ref=False)
            self._round_watcher.start(self._begin_round)
        return self._used < ROUND_SECONDS

    def _begin_round(self) -> None:
        self._used = 0.0
        self.round += 1

    def _schedule(self) -> None:
        """Run waiting tasks once the event loop has looked for input and queued that, too."""
        if self._is_scheduled:
            return
        loop, self._is_scheduled = gevent.get_hub().loop, True
        if self._timer is None:
            self._timer = loop.timer(_NEXT_ROUND)
        self._timer.start(loop.run_callback, self._run)

    def _run(self) -> None:
        self._is_scheduled = False
        while self._queue and self._has_time():
            self._queue.pop(time.monotonic()).switch(None)  # runs now, until it waits
        if self._queue:
            self._schedule()
