"""What workers tell each other: what addresses take, connections at a time and requests.

Each worker tells the others every second of those addresses that use much of it, and hears of
theirs. So a limit holds for all workers together, some second late; and what is often asked is
looked up here.
"""

import logging
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol

import gevent
import msgspec
from msgspec import Struct

from undercast.web.transport.address_limits import AddressLimits
from undercast.web.transport.connection_counter import ConnectionCounter
from undercast.web.transport.shared_limits import SharedLimits

log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two exchanges."""

MUCH = 100
"""An address that uses this part of a limit, or more, is told of: 1 % of it."""

MOST_NAMES = 500
"""Addresses that one worker tells of, of each kind; those that use most."""


_NOTHING = msgspec.Raw(b"null")


class Notices(Protocol):
    """What workers tell each other besides."""

    def told(self) -> bytes:
        """As JSON."""

    def hear(self, others: Iterable[bytes]) -> None:
        """What all the others tell now; null where they tell nothing."""


class Used(Struct, frozen=True):
    """What a worker tells the others: what addresses use of it, by their names."""

    open: dict[str, dict[str, int]]
    """By kind: how many they have open."""
    asked: dict[str, tuple[int, int]]
    """Requests, as of `Visitors.busy`."""
    more: msgspec.Raw = _NOTHING
    """What it has to say besides."""


_used = msgspec.json.Decoder(Used)


class LimitSync:
    """Keeps the counts of a worker's crowds and visitors together with the others'."""

    def __init__(
        self,
        together: SharedLimits,
        crowds: Mapping[str, ConnectionCounter],
        visitors: AddressLimits,
        notices: Notices | None = None,
    ) -> None:
        self._together = together
        self._notices = notices
        self._crowds = {**crowds, "connections": visitors.connections}
        self._visitors = visitors
        self._heard: dict[tuple[str, str], int] = {}
        self.works = True
        """Whether the last exchange did."""
        for crowd in self._crowds.values():
            crowd.named = together.named
        visitors.share(together.named)

    def keep(self) -> None:
        """Never returns."""
        while True:
            gevent.sleep(EVERY)
            try:
                self.exchange()
            except Exception:  # a bug of ours; each counts for itself, and it is tried again
                log.exception("What addresses use could not be exchanged")

    def exchange(self) -> None:
        """Tell the others, and hear them. Who is not heard of uses nothing."""
        use = {kind: _most(crowd.here, crowd.most) for kind, crowd in self._crowds.items()}
        more = _NOTHING if self._notices is None else msgspec.Raw(self._notices.told())
        told = Used(use, self._visitors.busy(MUCH, MOST_NAMES), more)
        heard = self._together.exchange(msgspec.json.encode(told))
        self.works = heard is not None
        others = _read(heard or {})
        for kind, crowd in self._crowds.items():
            crowd.elsewhere = _sum(used.open.get(kind, {}) for used in others.values())
        self._charge({worker: used.asked for worker, used in others.items()})
        if self._notices is not None:
            self._notices.hear(bytes(used.more) for used in others.values())

    def _charge(self, others: Mapping[str, Mapping[str, tuple[int, int]]]) -> None:
        """Requests that were answered elsewhere are as good as answered here."""
        heard: dict[tuple[str, str], int] = {}
        for worker, asked in others.items():
            for name, (count, spent) in asked.items():
                before = self._heard.get((worker, name), count + 1)
                self._visitors.charge(name, count - before if count >= before else spent)
                heard[worker, name] = count
        self._heard = heard


def _read(heard: Mapping[str, bytes]) -> dict[str, Used]:
    found = {}
    for worker, told in heard.items():
        try:
            found[worker] = _used.decode(told)
        except msgspec.MsgspecError as fault:
            log.warning("Worker %s tells what nobody here understands: %s", worker, fault)
    return found


def _sum(used: Iterable[Mapping[str, int]]) -> Mapping[str, int]:
    total: Counter[str] = Counter()
    for counts in used:
        total.update(counts)
    return total


def _most(here: Counter[str], most: int) -> dict[str, int]:
    """Those of whom others are told."""
    if not most:
        return {}
    much = [(name, count) for name, count in here.items() if count * MUCH >= most]
    return dict(sorted(much, key=lambda each: -each[1])[:MOST_NAMES])
