"""Under which address a television reaches us."""

import pytest

from undercast.base.cast_status import CastReason
from undercast.cast import addresses
from undercast.cast.addresses import LOCAL_SUFFIXES, Offer, base_for, source_address

TV = "192.0.2.50"


@pytest.fixture(autouse=True)
def _routes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer with two networks and a VPN; the way to a device decides."""
    ways = {"192.0.2": "192.0.2.10", "198.51.100": "198.51.100.7", "127.0.0": "127.0.0.1"}
    monkeypatch.setattr(addresses, "source_address", lambda tv: ways.get(tv.rpartition(".")[0]))


@pytest.mark.parametrize(
    ("device", "offer", "base"),
    [
        (TV, Offer("0.0.0.0", 8000), "http://192.0.2.10:8000"),
        ("198.51.100.3", Offer("0.0.0.0", 8000), "http://198.51.100.7:8000"),
        (TV, Offer("::", 80), "http://192.0.2.10"),
        (TV, Offer("", 443, tls=True), "https://192.0.2.10"),
        (TV, Offer("192.0.2.99", 8000), "http://192.0.2.99:8000"),
        (TV, Offer("fd00::5", 8000), "http://[fd00::5]:8000"),
        (TV, Offer("0.0.0.0", 1, public_url="https://cn.example/"), "https://cn.example"),
        (TV, Offer("127.0.0.1", 8000), CastReason.LOOPBACK_ONLY),
        (TV, Offer("localhost", 8000), CastReason.LOOPBACK_ONLY),
        (TV, Offer("::1", 8000), CastReason.LOOPBACK_ONLY),
        (TV, Offer("0.0.0.0", 1, public_url="http://localhost:8000"), CastReason.LOOPBACK_ONLY),
        ("203.0.113.9", Offer("0.0.0.0", 8000), CastReason.NO_ADDRESS),
        ("127.0.0.7", Offer("127.0.0.1", 8000), "http://127.0.0.1:8000"),
        ("127.0.0.7", Offer("0.0.0.0", 8000), "http://127.0.0.1:8000"),
    ],
)
def test_our_address_for_a_device(device: str, offer: Offer, base: str) -> None:
    assert base_for(device, offer) == base


HOUSE_NAMES = [
    "raspberrypi.local",
    "RaspberryPi.Local",
    "raspberrypi.local.",
    "raspberrypi",
    "codenames.fritz.box",
    *(f"pi{suffix}" for suffix in LOCAL_SUFFIXES),
    *(f"games.pi{suffix}" for suffix in LOCAL_SUFFIXES),
]
PUBLIC_NAMES = ["cn.example", "local.example", "my-lan.org", "lan.de", "192.0.2.3", "[2001:db8::5]"]


@pytest.mark.parametrize("name", HOUSE_NAMES)
def test_a_name_that_only_the_house_knows_never_goes_to_a_tv(name: str) -> None:
    def offered(url: str, port: int = 8000, *, host: str = "0.0.0.0", tls: bool = False) -> object:
        return base_for(TV, Offer(host, port, tls, url))

    assert offered(f"http://{name}:8000/") == "http://192.0.2.10:8000"
    assert offered(f"http://{name}", 80) == "http://192.0.2.10"
    assert offered(f"http://{name}/play/", 80, host="192.0.2.99") == "http://192.0.2.99/play"
    refused = [
        offered(f"http://{name}"),  # a proxy, which wants its name
        offered(f"https://{name}:8000", tls=True),  # a certificate of that name
        offered(f"https://{name}"),
        offered(f"http://{name}:8000", host="127.0.0.1"),
        offered(f"http://{name}:8000", host=name),
        base_for(TV, Offer(name, 8000)),
        base_for("203.0.113.9", Offer("0.0.0.0", 8000, public_url=f"http://{name}:8000")),
    ]
    assert set(refused) == {CastReason.NAME_UNREACHABLE}


@pytest.mark.parametrize("name", PUBLIC_NAMES)
def test_a_name_that_everybody_can_look_up_goes_to_a_tv_as_it_is(name: str) -> None:
    assert base_for(TV, Offer("0.0.0.0", 1, public_url=f"https://{name}/")) == f"https://{name}"


def test_the_way_is_the_systems() -> None:
    assert source_address("127.0.0.9") == "127.0.0.1"
    assert source_address("no address") is None
