"""Between the server and its cast process: which room is on which television.

It turns the cast process's messages into what the rooms' views show, and passes on what hosts want
and which pages on televisions have connected.
"""

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from undercast.base.cast_status import CastPhase, CastReason, ComingScreen, Screen
from undercast.base.refusals import Refusal, Refused
from undercast.cast import messages
from undercast.cast.cast_intents import load_intents, save_intents
from undercast.cast.device_info import is_ipv4
from undercast.cast.messages import BY_ADDRESS, CastIntent, CastState
from undercast.cast.receiver_failures import ReceiverFailures
from undercast.cast.supervisor import Supervisor, Update
from undercast.web.protocol.responses import ScreenReport, Television, TelevisionList
from undercast.web.protocol.screen_reports import ScreenReports

log = logging.getLogger(__name__)

INTENTS_FILE = "casts.json"
"""In the data folder: what was cast where."""

FAILURES_FILE = "receivers.json"
"""In the data folder: what failed on which television."""


class CastBridge:
    """The `undercast.web.protocol.cast_handlers.Caster` of a server that casts."""

    def __init__(self, begin: messages.StartMessage, folder: Path) -> None:
        self._file = folder / INTENTS_FILE
        self._supervisor = Supervisor(begin, on_update=self._on_update, save_intents=self._save)
        self._failures = ReceiverFailures(folder / FAILURES_FILE, begin.app_id)
        self._changed: Callable[[str], None] = lambda _code: None
        self._people: Callable[[str], bool] = lambda _code: False
        self._states: dict[str, CastState] = {}
        """Of rooms that are cast, and of those whose people have yet to see why they are not."""
        self._screens: dict[str, Screen] = {}
        """As last shown to the rooms."""
        self._expected: dict[str, dict[str, str]] = {}
        """The nonces of pages on their way, by room and device."""
        self._pages: dict[str, list[str]] = {}
        """The nonces of connected pages, by room; one for each socket."""
        self._reports = ScreenReports()

    def start(
        self, port: int, changed: Callable[[str], None], people: Callable[[str], bool]
    ) -> None:
        """Start, and resume what was cast when the server was killed.

        `port` is the server's. `changed` gets the code of a room whose television's state changed;
        it raises Refused if the room is gone. `people`: whether a phone is in a room.
        """
        self._changed, self._people = changed, people
        self._supervisor.start(load_intents(self._file), port=port)

    def stop(self) -> None:
        """Close our apps on the televisions and end the process."""
        self._supervisor.stop()

    def screen(self, code: str) -> Screen | None:
        """The room's television and its state."""
        return self._screens.get(code)

    @property
    def phases(self) -> Mapping[str, int]:
        """The number of rooms by phase."""
        return Counter(str(state.state) for state in self._states.values())

    def people_changed(self, code: str) -> None:
        """Somebody's phone came or went. Cheap, and for any room."""
        state = self._states.get(code)
        if state is not None and state.state is not CastPhase.IDLE:
            self._supervisor.set_occupied(code, self._people(code))

    def played(self, code: str) -> None:
        """Somebody did something public. Cheap, and for any room."""
        self._supervisor.report_activity(code)

    def listed(self, code: str) -> TelevisionList:
        """All devices, and what the room's screen reported about itself."""
        devices = self._supervisor.devices
        televisions = tuple(_television(device) for device in devices.devices)
        return TelevisionList(televisions, devices.network, self._reports.about(code))

    def show(self, code: str, device: str, *, instead: bool) -> None:
        """Show the room on this device. Raises Refused(cast/…)."""
        try_last = self._failures.try_last(device)
        refused = self._supervisor.cast(
            code,
            device,
            f"/tv/{code}",
            instead=instead,
            occupied=self._people(code),
            try_last=try_last,
        )
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

    def stop_showing(self, code: str, device: str | None = None) -> None:
        """Free the room's devices, or only this one, and clear what is still shown of a failure."""
        self._supervisor.stop_cast(code, device or "")
        state = self._states.get(code)
        if state is not None and _is_over(state) and device in (None, state.device):
            self._drop(code)
            self._update_screen(code)

    def take_back(self, code: str) -> None:
        """Take the room's device back from another app. Raises Refused(cast/…) if another room has
        it.
        """
        state = self._states.get(code)
        if state is not None and state.state is CastPhase.IDLE:
            self.show(code, state.device, instead=False)
        else:
            self._supervisor.take_back(code)

    def forget(self, code: str) -> None:
        """The room is gone."""
        self._supervisor.stop_cast(code)
        self._drop(code)
        self._screens.pop(code, None)

    def add(self, address: str) -> None:
        """Look for a device at this address. Raises Refused(cast/bad_address)."""
        if not is_ipv4(address):
            raise Refused(CastReason.BAD_ADDRESS)
        self._supervisor.add_device(address)

    def accept_page(self, code: str, nonce: str) -> bool:
        """A page with this nonce calls home; whether it was expected. A nonce is good for once."""
        expected = self._expected.get(code, {})
        device = next((device for device, known in expected.items() if known == nonce), None)
        if device is None:
            return False
        del expected[device]
        self._reports.page_connected(code, nonce)
        self.page_reconnected(code, nonce)
        return True

    def page_reconnected(self, code: str, nonce: str) -> None:
        """A page that called home before has a socket again."""
        self._pages.setdefault(code, []).append(nonce)
        self._reports.page_reconnected(code, nonce)
        self._supervisor.page_connected(code, nonce)

    def page_disconnected(self, code: str, nonce: str) -> None:
        """One socket of such a page is gone."""
        self._pages[code].remove(nonce)
        if nonce not in self._pages[code]:
            self._reports.page_disconnected(code, nonce)
            self._supervisor.page_disconnected(code, nonce)
        if not self._pages[code]:
            del self._pages[code]

    def report(self, code: str, about: ScreenReport, nonce: str | None) -> None:
        """What a screen of the room runs on. The nonce tells a page that was cast."""
        if self._reports.add(code, about, nonce):
            self._update_screen(code)

    def _on_update(self, update: Update) -> None:
        match update:
            case CastState():
                self._on_state(update)
                self._record_failures(update)
            case messages.PageExpected():
                self._expected.setdefault(update.room, {})[update.device] = update.nonce
            case messages.TroubleMessage():
                log.warning("%s", update.text)
            case messages.Devices():
                for code in list(self._states):
                    self._update_screen(code)

    def _record_failures(self, state: CastState) -> None:
        """Save which receivers work on the television and which do not."""
        try:
            if state.state is CastPhase.SHOWING and state.receiver is not None:
                self._failures.record(state.device, state.receiver, state.failed)
            elif state.state is CastPhase.FAILED and state.reason is not CastReason.UNREACHABLE:
                self._failures.forget(state.device)
        except OSError as fault:
            log.warning("Could not save what works on a TV: %s", fault)

    def _on_state(self, state: CastState) -> None:
        code = state.room
        if state.state is CastPhase.IDLE and state.reason is None:
            self._drop(code)
        else:
            self._states[code] = state
            chosen = (state.device, None if state.coming is None else state.coming.device)
            expected = self._expected.pop(code, {})
            kept = {device: nonce for device, nonce in expected.items() if device in chosen}
            if kept:
                self._expected[code] = kept
            self.people_changed(code)
        self._update_screen(code)

    def _drop(self, code: str) -> None:
        self._states.pop(code, None)
        self._expected.pop(code, None)

    def _update_screen(self, code: str) -> None:
        """Tell the room if its people see another state now."""
        screen = self._screen_of(code)
        if screen == self._screens.get(code):
            return
        self._screens.pop(code, None)
        if screen is not None:
            self._screens[code] = screen
        try:
            self._changed(code)
        except Refused as refused:
            if refused.code is Refusal.ROOM_NOT_FOUND:
                self.forget(code)
            else:  # the disk, for a moment: whoever comes in sees it
                log.warning("Could not tell room %s about its TV: %s", code, refused.code)

    def _screen_of(self, code: str) -> Screen | None:
        state = self._states.get(code)
        if state is None:
            return None
        phase, reason, coming = state.state, state.reason, state.coming
        if phase is CastPhase.IDLE:  # another room has its device
            phase = CastPhase.TAKEN_OVER
        if phase is CastPhase.SHOWING and self._reports.is_covered(code):
            reason = CastReason.SCREENSAVER
        address = "" if state.intent is None else state.intent.address
        name = self._name(state.device, address)
        other = None if coming is None else self._coming(coming)
        return Screen(state.device, name, phase, reason, state.receiver, other)

    def _coming(self, coming: messages.NextDevice) -> ComingScreen:
        name = self._name(coming.device, coming.device.removeprefix(BY_ADDRESS))
        return ComingScreen(coming.device, name, coming.state, coming.reason, coming.receiver)

    def _save(self, intents: tuple[CastIntent, ...]) -> None:
        try:
            save_intents(self._file, intents)
        except OSError as fault:
            log.warning("Could not save what is cast where: %s", fault)

    def _name(self, device: str, otherwise: str) -> str:
        """The device's name while it is known."""
        known = self._supervisor.devices.devices
        return next((each.name for each in known if each.id == device), otherwise)


def _is_over(state: CastState) -> bool:
    """Whether nothing is cast any more."""
    return state.state in (CastPhase.IDLE, CastPhase.FAILED)


def _television(device: messages.Device) -> Television:
    return Television(
        device.id, device.name, device.model, device.address, device.refused, device.kind
    )
