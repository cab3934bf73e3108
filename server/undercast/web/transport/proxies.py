"""Whose request it is, when proxies stand before the server."""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

Network = IPv4Network | IPv6Network


class Proxies:
    """The networks of proxies that are believed what they say of their clients."""

    def __init__(self, networks: Sequence[Network] = ()) -> None:
        self._networks = tuple(networks)

    def trusts(self, address: str) -> bool:
        """Whether this is a proxy of ours."""
        parsed = _parsed(address) if self._networks else None
        return parsed is not None and any(parsed in network for network in self._networks)

    def client(self, peer: str, forwarded: str) -> str:
        """Whom a request counts for, as `counted` says: that is where it comes from.

        `forwarded` is X-Forwarded-For: each proxy adds on the right whom it was asked by. So from
        the right, and beginning with the `peer` of the connection, the first that is no proxy of
        ours is the client; whatever stands left of it anybody may have written there.
        """
        client = peer
        for said in reversed(forwarded.split(",")):
            if not self.trusts(client):
                break
            parsed = _parsed(said.strip())
            if parsed is None:
                break
            client = str(parsed)
        return counted(client)


@lru_cache(maxsize=10_000)
def counted(address: str) -> str:
    """Whom limits count for one: an IPv4 address, and of IPv6 all of a /64.

    That is the least that a household or a rented server has: 2^64 addresses to choose from.
    """
    parsed = _parsed(address)
    if not isinstance(parsed, IPv6Address):
        return str(parsed or address)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"


@lru_cache(maxsize=10_000)
def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        parsed = ip_address(address)
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return mapped or parsed
