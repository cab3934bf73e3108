"""A device as one source tells it, and where a device of this house can live."""

import ipaddress
from dataclasses import dataclass

import ifaddr

from undercast.base.cast_status import CastReason, Kind


@dataclass(frozen=True, slots=True)
class DeviceSighting:
    """One device as one source tells it."""

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


def may_be_told(address: str) -> bool:
    """Whether a device may send us there: nowhere outside the house."""
    told = ipaddress.IPv4Address(address)
    return not (told.is_global or told.is_multicast or told.is_unspecified)


def own_addresses() -> frozenset[str]:
    """The IPv4 addresses of this computer."""
    return frozenset(
        ip.ip
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4 and isinstance(ip.ip, str)
    )
