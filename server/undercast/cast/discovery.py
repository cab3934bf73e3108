"""Finds televisions: Cast devices by mDNS, LG's by a search (`webos`), both at given addresses.

It uses zeroconf directly, not pychromecast's browser: that drops the capabilities (which tell a
screen from a speaker), and asks each device over HTTP, with redirects and without a size limit, for
up to 30 s during which it does nothing else.
"""

import ipaddress
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from uuid import UUID

from pychromecast.const import CAST_TYPE_AUDIO, CAST_TYPE_CHROMECAST, CAST_TYPE_GROUP, CAST_TYPES
from zeroconf import Error as ZeroconfError
from zeroconf import (
    InterfaceChoice,
    IPVersion,
    ServiceBrowser,
    ServiceInfo,
    ServiceStateChange,
    Zeroconf,
)

from undercast.base.cast_status import CastReason
from undercast.cast import probe
from undercast.cast.device_info import DeviceSighting, is_ipv4, is_local_address, own_addresses
from undercast.cast.messages import BY_ADDRESS, Device, Devices, sanitize
from undercast.cast.timings import Timings
from undercast.cast.webos import discovery as webos
from undercast.cast.webos.discovery import WebosDiscovery

SERVICE = "_googlecast._tcp.local."
MAX_DEVICES = 100
MAX_ADDRESSES = 30
NAMELESS_PROBES = 3
"""Of a device that does not report its name."""

_NETWORK_FAULTS = (OSError, RuntimeError, ZeroconfError)
"""What the library raises when a network goes away, or after it is closed."""

_VIDEO_OUT, _GROUP = 1, 32  # bits of the TXT record's `ca`


class CastDiscovery:
    """Searches from `start` to `stop`, whatever the network does.

    `changed` is called from its threads with all devices at each change.
    """

    def __init__(
        self,
        changed: Callable[[Devices], None],
        timings: Timings,
        *,
        interfaces: Iterable[str] = (),
        known_hosts: Iterable[str] = (),
    ) -> None:
        self._changed = changed
        self._timings = timings
        self._interfaces = list(interfaces)
        self._lock = threading.Lock()
        self._by_service: dict[str, DeviceSighting] = {}
        self._updates: dict[str, int] = {}
        """The number of updates of each service, of at most MAX_DEVICES."""
        self._by_search: tuple[DeviceSighting, ...] = ()
        self._by_address: dict[str, DeviceSighting | None] = dict.fromkeys(known_hosts)
        self._nameless: Counter[str] = Counter()
        self._published: Devices | None = None
        self._zeroconf: Zeroconf | None = None
        self._browser: ServiceBrowser | None = None
        self._own_addresses: frozenset[str] = frozenset()
        self._network: CastReason | None = None
        self._stopped = threading.Event()
        self._probe_now = threading.Event()
        self._threads: list[threading.Thread] = []
        self._webos = WebosDiscovery(
            self._on_search, timings, interfaces=lambda: self._interfaces or sorted(own_addresses())
        )

    def start(self) -> None:
        """Start. Returns at once."""
        for work in (self._watch_network, self._watch_addresses):
            thread = threading.Thread(target=work, name=f"discovery{work.__name__}", daemon=True)
            self._threads.append(thread)
            thread.start()
        self._webos.start()

    def stop(self) -> None:
        """End; waits for a probe that is under way."""
        self._stopped.set()
        self._probe_now.set()
        self._webos.stop()
        for thread in self._threads:
            thread.join(2 * self._timings.probe_timeout + 1)

    def add(self, address: str) -> None:
        """Probe this IPv4 address from now on, and again if it is known.

        If there are too many, it replaces the first that does not answer, or else the first.
        """
        with self._lock:
            self._by_address.pop(address, None)
            if len(self._by_address) >= MAX_ADDRESSES:
                silent = [each for each, seen in self._by_address.items() if seen is None]
                del self._by_address[(silent or list(self._by_address))[0]]
            self._by_address[address] = None
        self._probe_now.set()

    # --- The devices ---

    def _publish(self) -> None:
        with self._lock:
            devices = Devices(tuple(self._listed()), self._network)
            if devices == self._published:
                return
            self._published = devices
        self._changed(devices)

    def _listed(self) -> list[Device]:
        merged: dict[str, DeviceSighting] = {}
        unanswered = []
        for address, seen in self._by_address.items():
            if seen is None:
                unanswered.append(_unanswered(address))
            else:
                merged[seen.id] = seen
        reported = [*self._by_service.values(), *self._by_search]
        merged |= {seen.id: seen for seen in reported}
        addresses = {seen.address for seen in reported}
        found = [
            seen
            for seen in merged.values()
            if not seen.id.startswith(BY_ADDRESS) or seen.address not in addresses
        ]
        found += [seen for seen in unanswered if seen.address not in addresses]
        return [_device(seen) for seen in _distinguished(found)]

    # --- By mDNS ---

    def _watch_network(self) -> None:
        """Interfaces change: a VPN, a cable, the wireless after boot."""
        while not self._stopped.is_set():
            try:
                self._follow_network()
            except _NETWORK_FAULTS:  # the network went away: try again later
                broken, self._browser, self._zeroconf = self._zeroconf, None, None
                if broken is not None:
                    with suppress(*_NETWORK_FAULTS):  # it is broken anyway
                        broken.close()
                self._network = CastReason.NO_NETWORK
                self._publish()
            self._stopped.wait(self._timings.address_check)
        self._close()

    def _follow_network(self) -> None:
        own = own_addresses()
        if self._zeroconf is None or own != self._own_addresses:
            self._own_addresses = own
            self._restart()

    def _restart(self) -> None:
        self._close()
        offline = not self._interfaces and not any(map(_is_no_loopback, self._own_addresses))
        try:
            self._zeroconf = Zeroconf(
                self._interfaces or InterfaceChoice.All, ip_version=IPVersion.V4Only
            )
        except (OSError, RuntimeError):  # no interface, or none with multicast
            offline = True
        self._network = CastReason.NO_NETWORK if offline else None
        self._publish()
        if self._zeroconf is not None:
            self._browser = ServiceBrowser(self._zeroconf, SERVICE, handlers=[self._on_service])

    def _close(self) -> None:
        browser, self._browser = self._browser, None
        if browser is not None:
            browser.cancel()
        zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is not None:
            zeroconf.close()
        with self._lock:
            self._by_service.clear()
            self._updates.clear()

    def _on_service(
        self,
        zeroconf: Zeroconf,
        service_type: str,  # noqa: ARG002  # zeroconf passes all by name
        name: str,
        state_change: ServiceStateChange,
    ) -> None:
        """In the browser's thread, which must not wait for a single device."""
        with self._lock:
            if name not in self._updates and len(self._updates) >= MAX_DEVICES:
                return
            self._updates[name] = update = self._updates.get(name, 0) + 1
        if state_change is ServiceStateChange.Removed:
            self._record(name, update, None)
        else:
            threading.Thread(
                target=self._resolve, args=(zeroconf, name, update), name="resolving", daemon=True
            ).start()

    def _resolve(self, zeroconf: Zeroconf, name: str, update: int) -> None:
        """In a thread of its own."""
        try:
            seen = self._resolved(zeroconf, name)
        except _NETWORK_FAULTS:  # it was closed meanwhile
            return
        if seen is not None:
            self._record(name, update, seen)

    def _record(self, name: str, update: int, seen: DeviceSighting | None) -> None:
        """Unless there is a later update of it."""
        with self._lock:
            if self._updates.get(name) != update:
                return
            if seen is not None:
                self._by_service[name] = seen
            else:
                self._by_service.pop(name, None)
                del self._updates[name]
        self._publish()

    def _resolved(self, zeroconf: Zeroconf, name: str) -> DeviceSighting | None:
        info = ServiceInfo(SERVICE, name)
        milliseconds = self._timings.probe_timeout * 1000
        if not info.load_from_cache(zeroconf) and not info.request(zeroconf, milliseconds):
            return None
        return read_service(info)

    # --- By a search of webOS televisions ---

    def _on_search(self, televisions: tuple[DeviceSighting, ...]) -> None:
        """In the search's thread."""
        with self._lock:
            self._by_search = televisions
        self._publish()

    # --- By address ---

    def _watch_addresses(self) -> None:
        while not self._stopped.is_set():
            self._probe_now.clear()
            with self._lock:
                due = [address for address in self._by_address if self._needs_probe(address)]
            probes = [
                threading.Thread(target=self._probe, args=(address,), daemon=True)
                for address in due
            ]
            for each in probes:
                each.start()
            for each in probes:
                each.join()
            self._probe_now.wait(self._timings.probe_every)

    def _needs_probe(self, address: str) -> bool:
        """A device that was just switched on may not know its name yet. One that never reports it
        is left alone after a while: some stutter when probed.
        """
        seen = self._by_address[address]
        if seen is None:
            return True
        self._nameless[address] += seen.id.startswith(BY_ADDRESS)
        return seen.id.startswith(BY_ADDRESS) and self._nameless[address] <= NAMELESS_PROBES

    def _probe(self, address: str) -> None:
        """For either kind of television."""
        if is_ipv4(address):
            result = probe.ask(address, self._timings.probe_timeout)
            seen = _cast_device(address, result) if result else webos.ask(address, self._timings)
            with self._lock:
                if seen is not None and address in self._by_address:  # not replaced meanwhile
                    self._by_address[address] = seen
        self._publish()


def _cast_device(address: str, result: probe.ProbeResult) -> DeviceSighting:
    return DeviceSighting(
        id=result.uuid or BY_ADDRESS + address,
        name=sanitize(result.name or address, 100),
        model=sanitize(result.model, 100),
        address=address,
        refused=None if result.has_screen else CastReason.AUDIO_ONLY,
    )


def read_service(info: ServiceInfo) -> DeviceSighting | None:
    """The device that an mDNS service describes; None: none."""
    addresses = info.parsed_addresses(IPVersion.V4Only)
    try:
        uuid = str(UUID(_text(info, b"id")))
    except ValueError:
        return None
    if not addresses or info.port is None:
        return None
    model = _text(info, b"md")
    return DeviceSighting(
        id=uuid,
        name=sanitize(_text(info, b"fn") or model or addresses[0], 100),
        model=sanitize(model, 100),
        address=addresses[0],
        refused=_refused(addresses[0], info.port, _text(info, b"ca"), model),
    )


def _text(info: ServiceInfo, key: bytes) -> str:
    value = info.properties.get(key)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else ""


def _refused(address: str, port: int, capabilities: str, model: str) -> CastReason | None:
    if not is_ipv4(address) or not is_local_address(address):
        return CastReason.BAD_ADDRESS
    kind = CAST_TYPES.get(model.lower(), (CAST_TYPE_CHROMECAST, ""))[0]
    if port != probe.CAST_PORT or kind == CAST_TYPE_GROUP:
        return CastReason.GROUP
    if capabilities.isdecimal() and len(capabilities) < 10:
        bits = int(capabilities)
        if not bits & _VIDEO_OUT:
            return CastReason.GROUP if bits & _GROUP else CastReason.AUDIO_ONLY
        return None
    return CastReason.AUDIO_ONLY if kind == CAST_TYPE_AUDIO else None


def _is_no_loopback(address: str) -> bool:
    return not ipaddress.IPv4Address(address).is_loopback


def _unanswered(address: str) -> DeviceSighting:
    reason = CastReason.NO_ANSWER if is_ipv4(address) else CastReason.BAD_ADDRESS
    return DeviceSighting(
        BY_ADDRESS + address, sanitize(address, 100), "", sanitize(address, 100), reason
    )


def _distinguished(found: list[DeviceSighting]) -> list[DeviceSighting]:
    """Sorted by name; two of the same name get their addresses added."""
    count = Counter(seen.name for seen in found)
    named = [
        replace(seen, name=f"{seen.name} ({seen.address})") if count[seen.name] > 1 else seen
        for seen in found
    ]
    return sorted(named, key=lambda seen: (seen.refused is not None, seen.name.casefold(), seen.id))


def _device(seen: DeviceSighting) -> Device:
    return Device(
        sanitize(seen.id, 100), seen.name, seen.model, seen.address, seen.refused, seen.kind
    )
