"""Finds LG televisions: those that answer a search, and one at a given address."""

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from undercast.base.cast_status import CastReason, Kind
from undercast.cast.device_info import DeviceSighting, is_local_address
from undercast.cast.messages import BY_ADDRESS, sanitize
from undercast.cast.timings import Timings
from undercast.cast.webos import ssap
from undercast.cast.webos.ssdp import SsdpResponse, describe, is_own_location, search
from undercast.cast.webos.websocket import SsapConnection

MAX_TELEVISIONS = 50
MAX_DESCRIBED = 3
"""Times that an unreadable description is fetched: the television may still be starting."""
MISSES_TO_MOVE = 2
"""Searches answered only from elsewhere; a single answer may be lost or late."""

_MAKER = "LG"


@dataclass(slots=True)
class _Known:
    location: str
    seen: DeviceSighting
    missed: int = 0
    """Searches in a row not answered from there."""
    elsewhere: SsdpResponse | None = None
    """Its answer to this search from another place."""
    described: int = 1
    """Times that its description was fetched."""


class WebosDiscovery:
    """Searches from `start` to `stop`; `changed` gets all televisions at each change."""

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
        self._reported: tuple[DeviceSighting, ...] = ()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="searching", daemon=True)

    def start(self) -> None:
        """Start. Returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """End; waits for a description that is being fetched."""
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
            self._publish()
            self._stopped.wait(self._timings.search_every)

    def _note(self, answer: SsdpResponse) -> None:
        known = self._known.get(answer.id)
        if known is None and len(self._known) < MAX_TELEVISIONS:
            self._known[answer.id] = _Known(answer.location, self._describe(answer))
            self._publish()
        elif known is not None and known.location == answer.location:
            if (
                known.missed
                and known.seen.name == _default_name(answer)
                and known.described < MAX_DESCRIBED
            ):
                known.described, known.seen = known.described + 1, self._describe(answer)
            known.missed = 0
        elif known is not None:
            known.elsewhere = answer

    def _move(self) -> None:
        """A television that repeatedly answers only from elsewhere has moved."""
        for name, known in self._known.items():
            if known.missed >= MISSES_TO_MOVE and known.elsewhere is not None:
                seen = self._describe(known.elsewhere)
                self._known[name] = _Known(known.elsewhere.location, seen)

    def _describe(self, answer: SsdpResponse) -> DeviceSighting:
        valid = is_own_location(answer) and is_local_address(answer.address)
        description = describe(answer, self._timings.probe_timeout) if valid else {}
        return DeviceSighting(
            id=sanitize(answer.id, 100),
            name=sanitize(description.get("friendlyName") or _default_name(answer), 100),
            model=sanitize(
                description.get("modelNumber") or description.get("modelName") or _MAKER, 100
            ),
            address=answer.address,
            refused=None if valid else CastReason.BAD_ADDRESS,
            kind=Kind.WEBOS,
        )

    def _publish(self) -> None:
        found = tuple(known.seen for known in self._known.values())
        if found != self._reported and not self._stopped.is_set():
            self._reported = found
            self._changed(found)


def _default_name(answer: SsdpResponse) -> str:
    return f"{_MAKER} {answer.address}"


def ask(address: str, timings: Timings) -> DeviceSighting | None:
    """The LG television at this IPv4 address; None: none answers within two probes' time."""
    found = threading.Event()

    def on_message(text: str) -> None:
        answer = ssap.read(text)
        if answer is not None and answer.type == ssap.HELLO:
            found.set()
        connection.disconnect()

    connection = SsapConnection(
        address,
        timings,
        on_connected=lambda _certificate: connection.send(ssap.encode(ssap.hello(), 1)),
        on_message=on_message,
        on_tick=lambda: None,
        on_end=lambda _why: None,
    )
    connection.start()
    connection.join(2 * timings.probe_timeout)
    connection.disconnect()
    if not found.is_set():
        return None
    return DeviceSighting(
        BY_ADDRESS + address, f"{_MAKER} {address}", _MAKER, address, None, Kind.WEBOS
    )
