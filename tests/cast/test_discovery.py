"""Discovery over real mDNS on loopback, and by address."""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Self

import pytest
from msgspec.structs import replace
from zeroconf import NotRunningException, ServiceBrowser, Zeroconf

from cast.emulated import (
    OWN_NETWORK,
    EmulatedDevice,
    black_hole,
    eureka,
    eventually,
    fresh_address,
)
from cast.rig import QUICK, Rig
from cast.webos.emulated_lg import EmulatedLg
from patience import PATIENCE
from undercast.base.cast_status import CastPhase, CastReason
from undercast.cast import discovery, messages
from undercast.cast.discovery import CastDiscovery
from undercast.cast.messages import Device, Devices
from undercast.cli.devices import describe, run_devices

PROBING = replace(QUICK, probe_timeout=1.0)
OUTSIDE = f"8.8.{os.getpid() % 250}.8"


class Found:
    """What discovery says of the house."""

    def __init__(self, *known_hosts: str) -> None:
        self.now = Devices(())
        self.changed = threading.Condition()
        self.discovery = CastDiscovery(
            self.hear, PROBING, interfaces=("127.0.0.1",), known_hosts=known_hosts
        )

    def __enter__(self) -> Self:
        self.discovery.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.discovery.stop()

    def hear(self, devices: Devices) -> None:
        with self.changed:
            self.now = devices
            self.changed.notify_all()

    def sees(self, condition: Callable[[dict[str, Device]], object]) -> dict[str, Device]:
        """Wait until its devices, by name, are like that."""
        with self.changed:
            met = self.changed.wait_for(lambda: condition(self.by_name()), PATIENCE)
        assert met, self.now
        return self.by_name()

    def by_name(self) -> dict[str, Device]:
        return {device.name: device for device in ours(self.now)}


def ours(devices: Devices) -> list[Device]:
    """Not those of other tests on this machine."""
    return [
        device
        for device in devices.devices
        if device.address.startswith((OWN_NETWORK, OUTSIDE, "nonsense"))
    ]


def on_loopback() -> Zeroconf:
    """Made in a thread of its own: in this one a browser test may have left Playwright's event
    loop, which Zeroconf would take for its own and which never runs between tests.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(Zeroconf, ["127.0.0.1"]).result()


@pytest.fixture(name="mdns")
def _mdns() -> Iterator[Zeroconf]:
    zeroconf = on_loopback()
    yield zeroconf
    zeroconf.close()


def test_a_device_appears_is_renamed_moves_and_vanishes(mdns: Zeroconf) -> None:
    with Found() as found, EmulatedDevice("Küche") as tv:
        tv.advertise(mdns)
        seen = found.sees(lambda devices: "Küche" in devices)["Küche"]
        assert seen == Device(str(tv.uuid), "Küche", "Chromecast", tv.address)
        tv.rename("Kitchen")
        found.sees(lambda devices: set(devices) == {"Kitchen"})
        tv.reboot(fresh_address())
        found.sees(lambda devices: devices["Kitchen"].address == tv.address)
        tv.say_goodbye()
        found.sees(lambda devices: devices == {})


def test_what_has_no_screen_is_told_with_its_reason(mdns: Zeroconf) -> None:
    speaker = EmulatedDevice("Speaker", capabilities=4)
    group = EmulatedDevice("Downstairs", capabilities=36, model="Google Cast Group", port=32187)
    old = EmulatedDevice("Old speaker", capabilities=None, model="Chromecast Audio")
    unknown = EmulatedDevice("Some brand's TV", capabilities=None, model="Unheard Of")
    with Found() as found:
        for device in (speaker, group, old, unknown):
            device.advertise(mdns)
        seen = found.sees(lambda devices: len(devices) == 4)
        assert {name: device.refused for name, device in seen.items()} == {
            "Speaker": CastReason.AUDIO_ONLY,
            "Downstairs": CastReason.GROUP,
            "Old speaker": CastReason.AUDIO_ONLY,
            "Some brand's TV": None,
        }
        assert ours(found.now)[0].name == "Some brand's TV", "what is offered comes first"


def test_two_of_one_name_are_told_apart_and_no_address_outside_is_believed(mdns: Zeroconf) -> None:
    one, two = EmulatedDevice("TV"), EmulatedDevice("TV")
    outside = EmulatedDevice("Outside", address=OUTSIDE)
    nameless = EmulatedDevice("\x1b[2J" + "x" * 150)
    with Found() as found:
        for device in (one, two, outside, nameless):
            device.advertise(mdns)
        seen = found.sees(lambda devices: len(devices) == 4 and "TV" not in devices)
        assert {f"TV ({one.address})", f"TV ({two.address})"} < set(seen)
        assert seen["Outside"].refused is CastReason.BAD_ADDRESS
        assert all(name.isprintable() and len(name) <= 100 for name in seen)


def test_a_device_by_its_address_is_asked_who_it_is() -> None:
    with EmulatedDevice("Far TV") as tv, eureka(tv), Found(tv.address) as found:
        seen = found.sees(lambda devices: "Far TV" in devices)["Far TV"]
        assert (seen.id, seen.address, seen.refused) == (str(tv.uuid), tv.address, None)


def test_a_device_by_its_address_that_is_also_told_by_mdns_is_one(mdns: Zeroconf) -> None:
    name = f"TV {os.getpid()}"
    with EmulatedDevice(name) as tv, Found(tv.address) as found:
        found.sees(lambda devices: tv.address in devices)
        tv.advertise(mdns)
        found.sees(lambda devices: set(devices) == {name})


def test_8443_that_says_nothing_keeps_nobody_waiting_for_long() -> None:
    tv, other = EmulatedDevice(), EmulatedDevice("Other")
    with tv, other, black_hole(tv.address), eureka(other), Found(tv.address, other.address) as h:
        seen = h.sees(lambda devices: {tv.address, "Other"} <= set(devices))
        assert seen[tv.address].id == f"at-{tv.address}"
        h.sees(lambda devices: devices[tv.address].refused is None)


@pytest.mark.parametrize("answer", [b"{}" * 50_000, b"[" * 9_000, b"\xff", b'{"name": 7}', b""])
def test_nonsense_on_8443_is_only_nonsense(answer: bytes) -> None:
    with EmulatedDevice() as tv, eureka(tv, answer=answer), Found(tv.address) as found:
        seen = found.sees(lambda devices: tv.address in devices and not devices[tv.address].refused)
        assert seen[tv.address].id == f"at-{tv.address}"


def test_nobody_at_an_address_is_told_and_looked_for_again() -> None:
    tv = EmulatedDevice("Late TV")
    with Found(tv.address, "nonsense") as found:
        seen = found.sees(lambda devices: len(devices) == 2)
        assert seen[tv.address].refused is CastReason.NO_ANSWER
        assert seen["nonsense"].refused is CastReason.BAD_ADDRESS
        with tv, eureka(tv):
            found.sees(lambda devices: "Late TV" in devices)


@pytest.mark.parametrize(
    ("broken", "fault"),
    [("Zeroconf", OSError("no interface")), ("ServiceBrowser", NotRunningException())],
    ids=["no interface", "gone in the middle"],
)
def test_no_network_at_all_is_said_and_mended_by_itself(
    broken: str, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object, **__: object) -> Zeroconf:
        raise fault

    heard: list[Devices] = []
    searching = CastDiscovery(heard.append, QUICK)
    with monkeypatch.context() as without:
        without.setattr(discovery, broken, none)
        without.setattr(discovery, "own_addresses", lambda: frozenset({"127.0.0.1"}))
        searching.start()
        eventually(lambda: heard)
        assert heard[-1].network is CastReason.NO_NETWORK
        monkeypatch.setattr(discovery, "own_addresses", lambda: frozenset({"192.0.2.5"}))
        loopback = on_loopback()
        without.setattr(discovery, "Zeroconf", lambda *_, **__: loopback)
        without.setattr(discovery, "ServiceBrowser", ServiceBrowser)
        eventually(lambda: heard[-1].network is None)
    searching.stop()


def test_a_reboot_at_a_new_address_is_followed_and_cast_again(mdns: Zeroconf) -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        rig.serve(tv)
        tv.advertise(mdns)
        rig.wait_for(lambda: [d.id for d in ours(rig.devices())] == [str(tv.uuid)])
        rig.send(messages.Cast("BKTM", str(tv.uuid), "/tv/BKTM"))
        rig.reaches(CastPhase.SHOWING)
        tv.reboot(fresh_address())
        rig.was(CastPhase.LOST)
        rig.reaches(CastPhase.SHOWING)
        assert len(tv.urls) == 2


def test_undercast_devices_prints_what_it_sees(mdns: Zeroconf) -> None:
    lines: list[str] = []
    name = f"Living Room {os.getpid()}"
    tv, speaker = EmulatedDevice(name), EmulatedDevice(f"Hi-Fi {os.getpid()}", capabilities=4)
    tv.advertise(mdns)
    speaker.advertise(mdns)
    with EmulatedLg("Stube") as lg:
        lg.advertise()
        assert run_devices(4.0, interfaces=["127.0.0.1"], show=lines.append)
    printed = [" ".join(line.split()) for line in lines]
    assert f"{name} Chromecast, {tv.address}" in printed
    assert f"Stube OLED65C35LA, {lg.address}" in printed
    assert f"{speaker.name} Chromecast, {speaker.address} not offered: it has no screen" in printed


def test_nothing_found_says_what_helps() -> None:
    lines = describe(Devices((), CastReason.NO_NETWORK))
    assert "not on a network" in lines[0]
    assert any("/tv" in line for line in lines)
