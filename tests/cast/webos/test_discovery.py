"""LG televisions in the list: by a search over real SSDP on loopback, and by their address."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cast.emulated import OWN_NETWORK, black_hole, fresh_address
from cast.rig import QUICK
from cast.webos.emulated_lg import DESCRIPTION, PLAIN, SECURE, SERVICE, EmulatedLg
from patience import PATIENCE
from undercast.base.cast_status import CastReason, Kind
from undercast.cast.discovery import CastDiscovery
from undercast.cast.messages import Device, Devices
from undercast.cast.webos import ssap, ssdp
from undercast.cast.webos.discovery import ask
from undercast.cast.webos.ssdp import (
    SsdpResponse,
    describe,
    is_own_location,
    read_answer,
    read_description,
)

SEARCHING = msgspec.structs.replace(QUICK, search_every=0.05, probe_timeout=0.5)


class Found:
    """What discovery says of the house."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.now: dict[str, Device] = {}

    def hear(self, devices: Devices) -> None:
        """Not of those of other tests on this machine."""
        ours = {d.address: d for d in devices.devices if d.address.startswith(OWN_NETWORK)}
        with self.changed:
            self.now = ours
            self.changed.notify_all()

    def sees(self, condition: Callable[[dict[str, Device]], object]) -> dict[str, Device]:
        with self.changed:
            assert self.changed.wait_for(lambda: condition(self.now), 20), self.now
            return self.now


@contextmanager
def looking(*known_hosts: str) -> Iterator[tuple[Found, CastDiscovery]]:
    found = Found()
    discovery = CastDiscovery(
        found.hear, SEARCHING, interfaces=("127.0.0.1",), known_hosts=known_hosts
    )
    discovery.start()
    yield found, discovery
    discovery.stop()


def test_a_television_appears_moves_and_ages_out() -> None:
    with looking() as (found, _), EmulatedLg("Wohnzimmer &amp; Küche") as tv:
        tv.faults.starting = 1
        tv.advertise()
        named = found.sees(lambda now: tv.address in now and now[tv.address].model != "LG")
        seen = named[tv.address]  # though it could not describe itself the first time
        assert seen == Device(
            tv.uuid, "Wohnzimmer & Küche", "OLED65C35LA", tv.address, None, Kind.WEBOS
        )
        with EmulatedLg("Moved") as moved:
            moved.uuid = tv.uuid
            moved.advertise()
            tv.stop()
            found.sees(lambda now: list(now) == [moved.address])
        found.sees(lambda now: not now)


def test_a_television_that_answers_from_two_addresses_stays_where_it_was() -> None:
    with looking() as (found, _), EmulatedLg("Cable and wireless") as tv:
        tv.advertise()
        found.sees(lambda now: tv.address in now)
        tv.also_at = fresh_address()
        answered = tv.searches
        tv.wait_for(lambda: tv.searches >= answered + 8)  # two to a search
        assert list(found.now) == [tv.address]


def test_one_that_points_elsewhere_is_not_offered_and_nothing_is_fetched_there() -> None:
    elsewhere = fresh_address()
    with black_hole(elsewhere, DESCRIPTION) as listener, looking() as (found, _):
        with EmulatedLg(location=f"http://{elsewhere}:{DESCRIPTION}/") as tv:
            tv.advertise()
            seen = found.sees(lambda now: tv.address in now)[tv.address]
            assert seen.refused is CastReason.BAD_ADDRESS
        listener.settimeout(0)
        with pytest.raises(BlockingIOError):
            listener.accept()


def test_by_its_address_and_once_in_the_list_when_a_search_finds_it_too() -> None:
    with EmulatedLg() as tv, looking(fresh_address()) as (found, discovery):
        discovery.add(tv.address)
        seen = found.sees(lambda now: tv.address in now and now[tv.address].refused is None)
        assert (seen[tv.address].id, seen[tv.address].kind) == (f"at-{tv.address}", Kind.WEBOS)
        assert len(seen) == 2, "and nobody at the other one"
        tv.advertise()
        found.sees(lambda now: now[tv.address].id == tv.uuid)
        assert found.now[tv.address].name == tv.name == "[LG] webOS TV OLED65C35LA"


def test_what_speaks_tls_on_that_port_and_no_ssap_is_no_television() -> None:
    with EmulatedLg() as tv, looking() as (found, discovery):
        tv.faults.black_hole = True
        discovery.add(tv.address)
        found.sees(lambda now: tv.address in now)
        tv.wait_for(lambda: len(tv.said("hello")) > 1)
        assert found.now[tv.address].refused is CastReason.NO_ANSWER


UPGRADE = b"HTTP/1.1 101 S\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"\x15\x03\x01\x00\x02\x02\x28",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHello",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 101 S\r\n\r\n",
        b"HTTP/1.1 102 S\r\n\r\n" * 50,
        UPGRADE + b"Sec-WebSocket-Accept: no\r\n\r\n",
        UPGRADE + b"Sec-WebSocket-Protocol: \xff\r\n\r\n",
        UPGRADE + b"X: " + b"x" * 100_000,
        bytes(range(256)) * 100,
    ],
)
def test_somebody_else_on_that_port_is_no_television(
    said: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    uncaught: list[object] = []
    monkeypatch.setattr(threading, "excepthook", uncaught.append)
    address = fresh_address()
    with socket.create_server((address, PLAIN)) as listener:

        def answer() -> None:
            taken, _ = listener.accept()
            with taken, suppress(OSError):
                taken.recv(4096)
                taken.sendall(said)
                taken.shutdown(socket.SHUT_WR)

        answering = threading.Thread(target=answer)
        answering.start()
        assert ask(address, SEARCHING) is None
        answering.join()
    assert uncaught == []


@given(st.binary(), st.text())
def test_any_bytes_are_read_without_a_fault(data: bytes, text: str) -> None:
    read_answer(data, "192.0.2.9")
    read_answer(b"HTTP/1.1 200 OK\r\nST: " + SERVICE.encode() + b"\r\nUSN: " + data, "192.0.2.9")
    read_description(b"HTTP/1.1 200 OK\r\n\r\n" + data)
    is_own_location(SsdpResponse("1", "192.0.2.9", text))
    is_own_location(SsdpResponse("1", "192.0.2.9", f"http://192.0.2.9{text}"))
    ssap.read(text)


ANSWER = f"HTTP/1.1 200 OK\r\nLOCATION: http://192.0.2.9:1/d\r\nUSN: uuid:1::x\r\nST: {SERVICE}\r\n"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff" * 2000,
        b"\r\n" * 1000,
        ANSWER.replace("200", "404").encode(),
        ANSWER.replace(SERVICE, "upnp:rootdevice").encode(),
        ANSWER.replace("USN: uuid:1::x", "USN: ").encode(),
        b"NOTIFY * HTTP/1.1\r\n\r\n",
    ],
)
def test_an_answer_that_is_none(data: bytes) -> None:
    assert read_answer(data, "192.0.2.9") is None


@pytest.mark.parametrize(
    "location",
    [
        "",
        "https://192.0.2.9/",
        "file:///etc/passwd",
        "http://192.0.2.8/",
        "http://192.0.2.9.example.org/",
        "http://192.0.2.9@example.org/",
        "http://192.0.2.9:0/",
        "http://192.0.2.9:99999/",
        "http://[::1/",
        "//192.0.2.9/",
    ],
)
def test_a_description_elsewhere_is_not_at_home(location: str) -> None:
    assert not is_own_location(SsdpResponse("1", "192.0.2.9", location))
    here = read_answer(ANSWER.encode(), "192.0.2.9")
    assert here == SsdpResponse("1", "192.0.2.9", "http://192.0.2.9:1/d")
    assert is_own_location(here)


def test_descriptions_are_read_with_care() -> None:
    head = b"HTTP/1.1 200 OK\r\n\r\n"
    body = b"<friendlyName>A</friendlyName><friendlyName>B</friendlyName><modelName>M</modelName>"
    assert read_description(head + body) == {"friendlyName": "A", "modelName": "M"}
    factory = b"<friendlyName>[LG] webOS TV OLED65C35LA</friendlyName><modelName>M[</modelName>"
    named = {"friendlyName": "[LG] webOS TV OLED65C35LA", "modelName": "M["}
    assert read_description(head + factory) == named
    dressed = b"<friendlyName><![CDATA[[LG] webOS]]></friendlyName><modelName>M</modelName>"
    assert read_description(head + dressed) == {"friendlyName": "[LG] webOS", "modelName": "M"}
    dressed = b"<u:friendlyName ><![CDATA[A]]></u:friendlyName>\n<u:modelName>M</u:modelName>"
    assert read_description(head + dressed) == {"friendlyName": "A", "modelName": "M"}
    for nothing in (
        b"",
        body,
        b"HTTP/1.1 302 Found\r\nLocation: http://example.org/\r\n\r\n" + body,
        head + b"<friendlyName>" + b"x" * 400 + b"</friendlyName>",
        head + b"<friendlyName>" * 10_000,
        head + b" " * ssdp._MAX_BYTES + body,
    ):
        assert read_description(nothing) == {}


def test_a_description_without_end_is_left() -> None:
    address = fresh_address()
    with socket.create_server((address, DESCRIPTION)) as listener:

        def drip() -> None:
            taken, _ = listener.accept()
            with taken:
                taken.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
                ended.wait(PATIENCE)

        ended = threading.Event()
        dripping = threading.Thread(target=drip)
        dripping.start()
        assert describe(SsdpResponse("1", address, f"http://{address}:{DESCRIPTION}/"), 0.2) == {}
        ended.set()
        dripping.join()
    assert describe(SsdpResponse("1", address, f"http://{address}:{SECURE}/\u00e9"), 0.2) == {}
