"""Which client a request counts for, also behind proxies."""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

Network = IPv4Network | IPv6Network


class Proxies:
    """The networks of the proxies whose X-Forwarded-For is trusted."""

    def __init__(self, networks: Sequence[Network] = ()) -> None:
        self._networks = tuple(networks)

    def trusts(self, address: str) -> bool:
        """Whether this is the address of a trusted proxy."""
        parsed = parse_address(address) if self._networks else None
        return parsed is not None and any(parsed in network for network in self._networks)

    def client(self, peer: str, forwarded: str) -> str:
        """The `limit_key` of a request's client.

        Each proxy adds at the right of X-Forwarded-For (`forwarded`) the address that it was asked
        by. So the client is the first address from the right, beginning with the connection's
        `peer`, that is no trusted proxy; anybody may have written what stands left of it.
        """
        client = peer
        for hop in reversed(forwarded.split(",")):
            if not self.trusts(client):
                break
            parsed = parse_address(hop.strip())
            if parsed is None:
                break
            client = str(parsed)
        return limit_key(client)


@lru_cache(maxsize=10_000)
def limit_key(address: str) -> str:
    """What limits count as one client: an IPv4 address, or an IPv6 /64 network.

    A /64 is the smallest that a household or a rented server gets: 2^64 addresses to choose from.
    """
    parsed = parse_address(address)
    if not isinstance(parsed, IPv6Address):
        return str(parsed or address)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"


@lru_cache(maxsize=10_000)
def parse_address(address: str) -> IPv4Address | IPv6Address | None:
    """None if it is not an address; of an IPv4-mapped one, the IPv4 address."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return mapped or parsed
