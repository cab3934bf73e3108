"""Between the server and its cast process: which room is on which television.

What the cast process says becomes what the rooms' views show, and the other way round: what a host
wants, and which pages on televisions have called home.
"""

import logging
from collections.abc import Callable
from pathlib import Path

from undercast.cast.messages import (
    Begin,
    CastRefused,
    CastState,
    Device,
    Devices,
    PageExpected,
    Trouble,
    Wish,
)
from undercast.cast.supervisor import Heard, Supervisor
from undercast.cast.wishes import load_wishes, save_wishes
from undercast.refusals import Refused
from undercast.screens import CastPhase, CastReason, Screen
from undercast.web.protocol.answers import About, Television, TelevisionList
from undercast.web.protocol.reports import Reports

log = logging.getLogger(__name__)

WISHES = "casts.json"
"""The file of the data folder with what was cast where."""


class Televisions:
    """The `undercast.web.protocol.casting.Caster` of a server that casts."""

    def __init__(self, begin: Begin, folder: Path) -> None:
        self._file = folder / WISHES
        self._supervisor = Supervisor(begin, hear=self._hear, keep=self._keep)
        self._changed: Callable[[str], None] = lambda _code: None
        self._states: dict[str, CastState] = {}
        self._expected: dict[str, str] = {}
        self._pages: dict[str, list[str]] = {}
        """The nonces of the pages that are connected, by room; one for each socket."""
        self._reports = Reports()

    def start(self, port: int, changed: Callable[[str], None]) -> None:
        """Begin, and take up what was cast when the server was killed.

        `port` is the server's; `changed` is told the code of a room whose television has another
        state, and raises Refused when there is no such room any more.
        """
        self._changed = changed
        self._supervisor.start(load_wishes(self._file), port=port)

    def stop(self) -> None:
        """End in order: no app of ours stays on a television, and no process here."""
        self._supervisor.stop()

    def screen(self, code: str) -> Screen | None:
        """The room's television, and what is with it."""
        state = self._states.get(code)
        if state is None or state.state is CastPhase.IDLE:
            return None
        reason = state.reason
        if state.state is CastPhase.SHOWING and self._reports.is_covered(code):
            reason = CastReason.SCREENSAVER
        return Screen(state.device, self._name(state), state.state, reason, state.receiver)

    def listed(self, code: str) -> TelevisionList:
        """All devices of the house, and what the room's screen said about itself."""
        devices = self._supervisor.devices
        televisions = tuple(_television(device) for device in devices.devices)
        return TelevisionList(televisions, devices.network, self._reports.about(code))

    def show(self, code: str, device: str, *, instead: bool) -> None:
        """Show the room on this device. Raises Refused(cast/…)."""
        refused = self._supervisor.cast(code, device, f"/tv/{code}", instead=instead)
        if refused is not None:
            raise Refused(refused)

    def show_on(self, code: str, name: str) -> None:
        """Show the room on the device with this name, id or address. Raises Refused(cast/…)."""
        wanted = name.strip().casefold()
        for device in self._supervisor.devices.devices:
            if wanted in (device.id.casefold(), device.name.casefold(), device.address):
                self.show(code, device.id, instead=False)
                return
        raise Refused(CastReason.UNKNOWN_DEVICE)

    def stop_showing(self, code: str) -> None:
        """Free the room's device."""
        self._supervisor.stop_cast(code)

    def take_back(self, code: str) -> None:
        """Take the room's device back from another app."""
        self._supervisor.take_back(code)

    def add(self, address: str) -> None:
        """Look for a device at this address."""
        self._supervisor.add_device(address)

    def page_came(self, code: str, nonce: str) -> bool:
        """A page with this nonce calls home; whether it was expected. A nonce is good for once."""
        if self._expected.get(code) != nonce:
            return False
        del self._expected[code]
        self._reports.came(code, nonce)
        self.page_is_back(code, nonce)
        return True

    def page_is_back(self, code: str, nonce: str) -> None:
        """A page that called home before has a socket again."""
        self._pages.setdefault(code, []).append(nonce)
        self._reports.is_back(code, nonce)
        self._supervisor.page_said_hello(code, nonce)

    def page_went(self, code: str, nonce: str) -> None:
        """One socket of such a page is gone."""
        self._pages[code].remove(nonce)
        if nonce not in self._pages[code]:
            self._reports.went(code, nonce)
            self._supervisor.page_gone(code, nonce)

    def report(self, code: str, about: About, nonce: str | None) -> None:
        """What a screen of the room runs on. The nonce tells a page that was cast."""
        if self._reports.heard(code, about, nonce):
            self._tell(code)

    def _hear(self, heard: Heard) -> None:
        match heard:
            case CastState():
                self._states[heard.room] = heard
                self._tell(heard.room)
            case CastRefused():
                state = CastState(heard.room, heard.device, CastPhase.FAILED, heard.reason)
                if self._states.get(heard.room, state).state in (CastPhase.IDLE, CastPhase.FAILED):
                    self._states[heard.room] = state
                self._tell(heard.room)
            case PageExpected():
                self._expected[heard.room] = heard.nonce
            case Trouble():
                log.warning("%s", heard.text)
            case Devices():
                for code in list(self._states):
                    self._tell(code)

    def _tell(self, code: str) -> None:
        try:
            self._changed(code)
        except Refused:  # the room expired, or its log cannot be read: nobody looks at it
            self._supervisor.stop_cast(code)

    def _keep(self, wishes: tuple[Wish, ...]) -> None:
        try:
            save_wishes(self._file, wishes)
        except OSError as fault:
            log.warning("What is cast where could not be saved: %s", fault)

    def _name(self, state: CastState) -> str:
        """The device's name; its address as long as nobody has told the name."""
        known = self._supervisor.devices.devices
        address = "" if state.wish is None else state.wish.address
        return next((each.name for each in known if each.id == state.device), address)


def _television(device: Device) -> Television:
    return Television(
        device.id, device.name, device.model, device.address, device.refused, device.kind
    )
