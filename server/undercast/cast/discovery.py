"""Which televisions the house has: Cast devices told by mDNS, LG's found by a search (`webos`), and
either kind found at an address that somebody named.

Uses zeroconf itself and not pychromecast's browser: that one drops the capabilities (which tell a
screen from a speaker), and asks each device over HTTP, following redirects, without a limit in
size, for up to 30 s during which it looks at nothing else.
"""

import ipaddress
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from uuid import UUID

from pychromecast.const import CAST_TYPE_AUDIO, CAST_TYPE_CHROMECAST, CAST_TYPE_GROUP, CAST_TYPES
from zeroconf import (
    Error as ZeroconfError,
)
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
from undercast.cast.device_info import DeviceSighting, is_ipv4, may_be_told, own_addresses
from undercast.cast.messages import BY_ADDRESS, Device, Devices, short
from undercast.cast.timings import Timings
from undercast.cast.webos import discovery as webos
from undercast.cast.webos.discovery import WebosDiscovery

SERVICE = "_googlecast._tcp.local."
MOST_DEVICES = 100
MOST_ADDRESSES = 30
NAMELESS_ASKED = 3

_NETWORK_FAULTS = (OSError, RuntimeError, ZeroconfError)
"""What the library raises where a network goes away, or it was just closed."""

_VIDEO_OUT, _GROUP = 1, 32  # bits of the TXT record's `ca`


class CastDiscovery:
    """Looks from `start` to `stop`, whatever the network does.

    `changed` is called from its threads with all devices, each time that something about them
    changed.
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
        self._news: dict[str, int] = {}
        """How often each service was told of; at most MOST_DEVICES are looked at."""
        self._by_search: tuple[DeviceSighting, ...] = ()
        self._by_address: dict[str, DeviceSighting | None] = dict.fromkeys(known_hosts)
        self._nameless: Counter[str] = Counter()
        self._told: Devices | None = None
        self._zeroconf: Zeroconf | None = None
        self._browser: ServiceBrowser | None = None
        self._own_addresses: frozenset[str] = frozenset()
        self._network: CastReason | None = None
        self._stopped = threading.Event()
        self._look_now = threading.Event()
        self._threads: list[threading.Thread] = []
        self._searching = WebosDiscovery(
            self._on_search,
            timings,
            interfaces=lambda: self._interfaces or sorted(own_addresses()),
        )

    def start(self) -> None:
        """Begin. Returns at once."""
        for work in (self._watch_network, self._watch_addresses):
            thread = threading.Thread(target=work, name=f"discovery{work.__name__}", daemon=True)
            self._threads.append(thread)
            thread.start()
        self._searching.start()

    def stop(self) -> None:
        """End; takes as long as a probe that is under way."""
        self._stopped.set()
        self._look_now.set()
        self._searching.stop()
        for thread in self._threads:
            thread.join(2 * self._timings.probe_timeout + 1)

    def add(self, address: str) -> None:
        """Look for a device at this IPv4 address from now on, and again if it is known.

        Of too many the first makes way that does not answer, or else the first.
        """
        with self._lock:
            self._by_address.pop(address, None)
            if len(self._by_address) >= MOST_ADDRESSES:
                silent = [each for each, seen in self._by_address.items() if seen is None]
                del self._by_address[(silent or list(self._by_address))[0]]
            self._by_address[address] = None
        self._look_now.set()

    # --- What there is ---

    def _publish(self) -> None:
        with self._lock:
            devices = Devices(tuple(self._listed()), self._network)
            if devices == self._told:
                return
            self._told = devices
        self._changed(devices)

    def _listed(self) -> list[Device]:
        merged: dict[str, DeviceSighting] = {}
        unanswered = []
        for address, seen in self._by_address.items():
            if seen is None:
                unanswered.append(_nobody_at(address))
            else:
                merged[seen.id] = seen
        told = [*self._by_service.values(), *self._by_search]
        merged |= {seen.id: seen for seen in told}
        addresses = {seen.address for seen in told}
        found = [
            seen
            for seen in merged.values()
            if not seen.id.startswith(BY_ADDRESS) or seen.address not in addresses
        ]
        found += [seen for seen in unanswered if seen.address not in addresses]
        return [_device(seen) for seen in _told_apart(found)]

    # --- By mDNS ---

    def _watch_network(self) -> None:
        """Interfaces come and go: a VPN, a cable, the wireless after the boot."""
        while not self._stopped.is_set():
            try:
                self._follow_network()
            except _NETWORK_FAULTS:  # it went away in the middle: looked at again in a while
                broken, self._browser, self._zeroconf = self._zeroconf, None, None
                if broken is not None:
                    with suppress(*_NETWORK_FAULTS):  # it is given up in any case
                        broken.close()
                self._network = CastReason.NO_NETWORK
                self._publish()
            self._stopped.wait(self._timings.address_check)
        self._close()

    def _follow_network(self) -> None:
        own = own_addresses()
        if self._zeroconf is None or own != self._own_addresses:
            self._own_addresses = own
            self._look_anew()

    def _look_anew(self) -> None:
        self._close()
        lonely = not self._interfaces and not any(map(_is_of_a_network, self._own_addresses))
        try:
            self._zeroconf = Zeroconf(
                self._interfaces or InterfaceChoice.All, ip_version=IPVersion.V4Only
            )
        except (OSError, RuntimeError):  # no interface at all, or none that takes multicast
            lonely = True
        self._network = CastReason.NO_NETWORK if lonely else None
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
            self._news.clear()

    def _on_service(
        self,
        zeroconf: Zeroconf,
        service_type: str,  # noqa: ARG002  # zeroconf passes all by name
        name: str,
        state_change: ServiceStateChange,
    ) -> None:
        """In the browser's own thread, which must not wait for one device: others have news."""
        with self._lock:
            if name not in self._news and len(self._news) >= MOST_DEVICES:
                return
            self._news[name] = news = self._news.get(name, 0) + 1
        if state_change is ServiceStateChange.Removed:
            self._note(name, news, None)
        else:
            threading.Thread(
                target=self._look_at, args=(zeroconf, name, news), name="resolving", daemon=True
            ).start()

    def _look_at(self, zeroconf: Zeroconf, name: str, news: int) -> None:
        """In a thread of its own."""
        try:
            seen = self._resolved(zeroconf, name)
        except _NETWORK_FAULTS:  # it was closed meanwhile, and another looks anew
            return
        if seen is not None:
            self._note(name, news, seen)

    def _note(self, name: str, news: int, seen: DeviceSighting | None) -> None:
        """Unless there is later news of it."""
        with self._lock:
            if self._news.get(name) != news:
                return
            if seen is not None:
                self._by_service[name] = seen
            else:
                self._by_service.pop(name, None)
                del self._news[name]
        self._publish()

    def _resolved(self, zeroconf: Zeroconf, name: str) -> DeviceSighting | None:
        info = ServiceInfo(SERVICE, name)
        milliseconds = self._timings.probe_timeout * 1000
        if not info.load_from_cache(zeroconf) and not info.request(zeroconf, milliseconds):
            return None
        return read_service(info)

    # --- By a search ---

    def _on_search(self, televisions: tuple[DeviceSighting, ...]) -> None:
        """In the search's thread."""
        with self._lock:
            self._by_search = televisions
        self._publish()

    # --- By address ---

    def _watch_addresses(self) -> None:
        while not self._stopped.is_set():
            self._look_now.clear()
            with self._lock:
                silent = [address for address in self._by_address if self._is_to_be_asked(address)]
            askers = [
                threading.Thread(target=self._ask, args=(address,), daemon=True)
                for address in silent
            ]
            for asker in askers:
                asker.start()
            for asker in askers:
                asker.join()
            self._look_now.wait(self._timings.probe_every)

    def _is_to_be_asked(self, address: str) -> bool:
        """A device that has just been switched on may not know its own name yet; one that never
        says it is left alone after a while, for some stutter when they are asked.
        """
        seen = self._by_address[address]
        if seen is None:
            return True
        self._nameless[address] += seen.id.startswith(BY_ADDRESS)
        return seen.id.startswith(BY_ADDRESS) and self._nameless[address] <= NAMELESS_ASKED

    def _ask(self, address: str) -> None:
        """Whatever kind of television lives there."""
        if is_ipv4(address):
            told = probe.ask(address, self._timings.probe_timeout)
            seen = _cast_device(address, told) if told else webos.ask(address, self._timings)
            with self._lock:
                if seen is not None and address in self._by_address:  # it made no way meanwhile
                    self._by_address[address] = seen
        self._publish()


def _cast_device(address: str, told: probe.ProbeResult) -> DeviceSighting:
    return DeviceSighting(
        id=told.uuid or BY_ADDRESS + address,
        name=short(told.name or address, 100),
        model=short(told.model, 100),
        address=address,
        refused=None if told.has_screen else CastReason.AUDIO_ONLY,
    )


def read_service(info: ServiceInfo) -> DeviceSighting | None:
    """The device that an mDNS service tells of; None: it tells of none."""
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
        name=short(_text(info, b"fn") or model or addresses[0], 100),
        model=short(model, 100),
        address=addresses[0],
        refused=_refused(addresses[0], info.port, _text(info, b"ca"), model),
    )


def _text(info: ServiceInfo, key: bytes) -> str:
    value = info.properties.get(key)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else ""


def _refused(address: str, port: int, capabilities: str, model: str) -> CastReason | None:
    if not is_ipv4(address) or not may_be_told(address):
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


def _is_of_a_network(address: str) -> bool:
    return not ipaddress.IPv4Address(address).is_loopback


def _nobody_at(address: str) -> DeviceSighting:
    reason = CastReason.NO_ANSWER if is_ipv4(address) else CastReason.BAD_ADDRESS
    return DeviceSighting(
        BY_ADDRESS + address, short(address, 100), "", short(address, 100), reason
    )


def _told_apart(found: list[DeviceSighting]) -> list[DeviceSighting]:
    """By name; two of the same name get their addresses with it."""
    times = Counter(seen.name for seen in found)
    named = [
        replace(seen, name=f"{seen.name} ({seen.address})") if times[seen.name] > 1 else seen
        for seen in found
    ]
    return sorted(named, key=lambda seen: (seen.refused is not None, seen.name.casefold(), seen.id))


def _device(seen: DeviceSighting) -> Device:
    return Device(short(seen.id, 100), seen.name, seen.model, seen.address, seen.refused, seen.kind)
