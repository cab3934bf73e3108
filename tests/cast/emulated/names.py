"""The names of the protocol, and the places where emulated devices live."""

import itertools
import os
from uuid import UUID, uuid4

NS_CONNECTION = "urn:x-cast:com.google.cast.tp.connection"
NS_HEARTBEAT = "urn:x-cast:com.google.cast.tp.heartbeat"
NS_RECEIVER = "urn:x-cast:com.google.cast.receiver"
NS_DASHCAST = "urn:x-cast:com.madmod.dashcast"
NS_OWN = "urn:x-cast:undercast"
NS_MEDIA = "urn:x-cast:com.google.cast.media"
DASHCAST = "84912283"
MEDIA_RECEIVER = "CC1AD845"
YOUTUBE = "233637DE"
BACKDROP = "E8C28D3C"
OWN_NETWORK = f"127.{64 + os.getpid() % 150}."
"""Other tests on this machine, at the same time, have others: mDNS on loopback is heard by all."""

_numbers = itertools.count(1)


def fresh_address() -> str:
    """A loopback address that no other device of these tests has."""
    number = next(_numbers)
    return f"{OWN_NETWORK}{number // 250}.{number % 250 + 2}"


def fresh_id() -> UUID:
    """For a device, or for a session of an app."""
    return uuid4()
