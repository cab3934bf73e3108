"""Which LG televisions the house has: those that answer a search, and the one at an address that
somebody named.
"""

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from undercast.base.cast_status import CastReason, Kind
from undercast.cast.device_info import DeviceSighting, may_be_told
from undercast.cast.messages import BY_ADDRESS, short
from undercast.cast.timings import Timings
from undercast.cast.webos import ssap
from undercast.cast.webos.ssdp import SsdpResponse, describe, is_at_home, search
from undercast.cast.webos.websocket import SsapWebSocket

MOST_TELEVISIONS = 50
MOST_LOOKS = 3
"""At a description that cannot be read: one who answers a search may still be starting."""
MISSES_TO_MOVE = 2
"""Searches answered from elsewhere only: one answer is lost, or late, in the best of houses."""

_MAKER = "LG"


@dataclass(slots=True)
class _Known:
    location: str
    seen: DeviceSighting
    missed: int = 0
    """Searches that it has not answered from there, in a row."""
    elsewhere: SsdpResponse | None = None
    """What it answered from another place to this search."""
    looks: int = 1
    """At its description."""


class WebosDiscovery:
    """Looks from `start` to `stop`; `changed` is told all televisions whenever they are others."""

    def __init__(
        self,
        changed: Callable[[tuple[DeviceSighting, ...]], None],
        timings: Timings,
        *,
        interfaces: Callable[[], Iterable[str]],
    ) -> None:
        self._changed = changed
        self._timings = timings
        self._interfaces = interfaces
        self._known: dict[str, _Known] = {}
        self._told: tuple[DeviceSighting, ...] = ()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="searching", daemon=True)

    def start(self) -> None:
        """Begin. Returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """End; takes as long as a description that is being fetched."""
        self._stopped.set()
        if self._thread.ident is not None:
            self._thread.join(self._timings.probe_timeout + 1)

    def _run(self) -> None:
        while not self._stopped.is_set():
            for known in self._known.values():
                known.missed, known.elsewhere = known.missed + 1, None
            wait = self._timings.probe_timeout
            for answer in search(self._interfaces(), wait, self._stopped):
                self._note(answer)
            self._move()
            self._known = {
                name: known
                for name, known in self._known.items()
                if known.missed < self._timings.search_misses
            }
            self._tell()
            self._stopped.wait(self._timings.search_every)

    def _note(self, answer: SsdpResponse) -> None:
        known = self._known.get(answer.id)
        if known is None and len(self._known) < MOST_TELEVISIONS:
            self._known[answer.id] = _Known(answer.location, self._look_at(answer))
            self._tell()
        elif known is not None and known.location == answer.location:
            if known.missed and known.seen.name == _nameless(answer) and known.looks < MOST_LOOKS:
                known.looks, known.seen = known.looks + 1, self._look_at(answer)
            known.missed = 0
        elif known is not None:
            known.elsewhere = answer

    def _move(self) -> None:
        """Who answers from elsewhere only, time and again, has moved; a set on both stays put."""
        for name, known in self._known.items():
            if known.missed >= MISSES_TO_MOVE and known.elsewhere is not None:
                seen = self._look_at(known.elsewhere)
                self._known[name] = _Known(known.elsewhere.location, seen)

    def _look_at(self, answer: SsdpResponse) -> DeviceSighting:
        fine = is_at_home(answer) and may_be_told(answer.address)
        said = describe(answer, self._timings.probe_timeout) if fine else {}
        return DeviceSighting(
            id=short(answer.id, 100),
            name=short(said.get("friendlyName") or _nameless(answer), 100),
            model=short(said.get("modelNumber") or said.get("modelName") or _MAKER, 100),
            address=answer.address,
            refused=None if fine else CastReason.BAD_ADDRESS,
            kind=Kind.WEBOS,
        )

    def _tell(self) -> None:
        told = tuple(known.seen for known in self._known.values())
        if told != self._told and not self._stopped.is_set():
            self._told = told
            self._changed(told)


def _nameless(answer: SsdpResponse) -> str:
    return f"{_MAKER} {answer.address}"


def ask(address: str, timings: Timings) -> DeviceSighting | None:
    """The LG television at this IPv4 address; None: none that answers in two probes' time."""
    found = threading.Event()

    def hear(text: str) -> None:
        answer = ssap.read(text)
        if answer is not None and answer.type == ssap.HELLO:
            found.set()
        wire.disconnect()

    wire = SsapWebSocket(
        address,
        timings,
        linked=lambda _certificate: wire.send(ssap.as_text(ssap.hello(), 1)),
        hear=hear,
        turned=lambda: None,
        ended=lambda _why: None,
    )
    wire.start()
    wire.join(2 * timings.probe_timeout)
    wire.disconnect()
    if not found.is_set():
        return None
    return DeviceSighting(
        BY_ADDRESS + address, f"{_MAKER} {address}", _MAKER, address, None, Kind.WEBOS
    )
