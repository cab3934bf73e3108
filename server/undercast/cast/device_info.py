"""A device as one source describes it, and IPv4 addresses."""

import ipaddress
from dataclasses import dataclass

import ifaddr

from undercast.base.cast_status import CastReason, Kind


@dataclass(frozen=True, slots=True)
class DeviceSighting:
    """A device as one source describes it."""

    id: str
    name: str
    model: str
    address: str
    refused: CastReason | None
    kind: Kind = Kind.CAST


def is_ipv4(address: str) -> bool:
    """Whether this is a plain IPv4 address."""
    try:
        ipaddress.IPv4Address(address)
    except ValueError:
        return False
    return True


def is_local_address(address: str) -> bool:
    """Whether this can be a device's address in the local network."""
    parsed = ipaddress.IPv4Address(address)
    return not (parsed.is_global or parsed.is_multicast or parsed.is_unspecified)


def own_addresses() -> frozenset[str]:
    """The IPv4 addresses of this computer."""
    return frozenset(
        ip.ip
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4 and isinstance(ip.ip, str)
    )
