"""Makes the limits of an address hold for all workers in sum.

Every second each worker publishes what its busiest addresses use, and reads what the others
published. So a limit is exceeded for a second or so at most, and checking one needs no network.
"""

import logging
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol

import gevent
import msgspec
from msgspec import Struct

from undercast.web.limits.address_limits import AddressLimits
from undercast.web.limits.connection_counter import ConnectionCounter
from undercast.web.limits.shared_limits import SharedLimits

log = logging.getLogger(__name__)

INTERVAL = 1.0
"""Seconds between two exchanges."""

REPORTED_FRACTION = 100
"""Addresses are reported from 1/100 of a limit on."""

MAX_REPORTED = 500
"""Addresses that one worker reports for each kind: those that use most."""

_NULL = msgspec.Raw(b"null")


class SyncedData(Protocol):
    """What else workers publish in the same exchange."""

    def published(self) -> bytes:
        """The part of this worker, as JSON."""

    def receive(self, others: Iterable[bytes]) -> None:
        """What all others publish now; null for those that publish nothing."""


class WorkerUsage(Struct, frozen=True):
    """What one worker publishes, by the addresses' pseudonyms."""

    open: dict[str, dict[str, int]]
    """By kind of connection: how many are open."""
    asked: dict[str, tuple[int, int]]
    """Requests, as of `AddressLimits.busiest`."""
    more: msgspec.Raw = _NULL
    """As of `SyncedData.published`."""


_decoder = msgspec.json.Decoder(WorkerUsage)


class LimitSync:
    """Exchanges a worker's counts with those of the others."""

    def __init__(
        self,
        shared: SharedLimits,
        counters: Mapping[str, ConnectionCounter],
        address_limits: AddressLimits,
        extra: SyncedData | None = None,
    ) -> None:
        self._shared = shared
        self._extra = extra
        self._counters = {**counters, "connections": address_limits.connections}
        self._address_limits = address_limits
        self._charged: dict[tuple[str, str], int] = {}
        self.works = True
        """Whether the last exchange did."""
        for counter in self._counters.values():
            counter.key = shared.pseudonym
        address_limits.share(shared.pseudonym)

    def run(self) -> None:
        """Never returns."""
        while True:
            gevent.sleep(INTERVAL)
            try:
                self.exchange()
            except Exception:  # a bug of ours; each counts for itself until it works again
                log.exception("What addresses use could not be exchanged")

    def exchange(self) -> None:
        """Publish, and read what the others publish. Absent addresses use nothing there."""
        usage = WorkerUsage(
            {kind: _busiest(counter) for kind, counter in self._counters.items()},
            self._address_limits.busiest(REPORTED_FRACTION, MAX_REPORTED),
            _NULL if self._extra is None else msgspec.Raw(self._extra.published()),
        )
        published = self._shared.exchange(msgspec.json.encode(usage))
        self.works = published is not None
        others = _decoded(published or {})
        for kind, counter in self._counters.items():
            counter.elsewhere = _sum(usage.open.get(kind, {}) for usage in others.values())
        self._charge({worker: usage.asked for worker, usage in others.items()})
        if self._extra is not None:
            self._extra.receive(bytes(usage.more) for usage in others.values())

    def _charge(self, others: Mapping[str, Mapping[str, tuple[int, int]]]) -> None:
        """Charge the requests that were answered elsewhere since the last exchange."""
        charged: dict[tuple[str, str], int] = {}
        for worker, asked in others.items():
            for key, (count, spent) in asked.items():
                before = self._charged.get((worker, key), count + 1)
                self._address_limits.charge(key, count - before if count >= before else spent)
                charged[worker, key] = count
        self._charged = charged


def _decoded(published: Mapping[str, bytes]) -> dict[str, WorkerUsage]:
    usages = {}
    for worker, data in published.items():
        try:
            usages[worker] = _decoder.decode(data)
        except msgspec.MsgspecError as fault:
            log.warning("Worker %s tells what nobody here understands: %s", worker, fault)
    return usages


def _sum(counts: Iterable[Mapping[str, int]]) -> Mapping[str, int]:
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each)
    return total


def _busiest(counter: ConnectionCounter) -> dict[str, int]:
    """The addresses that are reported to the others."""
    if not counter.limit:
        return {}
    busy = [item for item in counter.here.items() if item[1] * REPORTED_FRACTION >= counter.limit]
    return dict(Counter(dict(busy)).most_common(MAX_REPORTED))
