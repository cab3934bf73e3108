"""Under which address a television reaches us."""

import pytest

from undercast.cast import addresses
from undercast.cast.addresses import Offer, base_for, source_address
from undercast.screens import CastReason

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


def test_the_way_is_the_systems() -> None:
    assert source_address("127.0.0.9") == "127.0.0.1"
    assert source_address("no address") is None
