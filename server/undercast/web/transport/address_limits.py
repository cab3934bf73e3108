"""How much of the server one address may take: connections at a time, and requests."""

import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from undercast.base.refusals import Refused
from undercast.web.transport.connection_counter import ConnectionCounter
from undercast.web.transport.proxies import Proxies, counted
from undercast.web.transport.token_bucket import TokenBucket

AT_ONCE = 40.0
"""Seconds whose requests may come all at once."""


class AddressVisit:
    """One connection, counted as long as it lasts."""

    __slots__ = ("_address", "_crowd")

    def __init__(self, crowd: ConnectionCounter, address: str) -> None:
        self._crowd = crowd
        self._address = address

    def __enter__(self) -> bool:
        """Whether it may be served."""
        welcome = self._crowd.welcomes(self._address)
        self._crowd.add(self._address)
        return welcome

    def __exit__(self, *_: object) -> None:
        self._crowd.remove(self._address)


class AddressLimits:
    """Counts by address; one for all ports of a server. 0 instead of a limit: there is none."""

    def __init__(
        self, connections: int = 0, requests_a_second: int = 0, proxies: Proxies | None = None
    ) -> None:
        self.proxies = proxies or Proxies()
        self.connections = ConnectionCounter(connections)
        self.requests = (
            TokenBucket(int(requests_a_second * AT_ONCE), per=AT_ONCE, now=time.monotonic)
            if requests_a_second
            else None
        )
        self._named: Callable[[str], str] = str
        self._asked: Counter[str] | None = None
        """Requests that were answered, where others are told of them."""

    def share(self, named: Callable[[str], str]) -> None:
        """From now on others will be told of requests, by what addresses are `named`."""
        self._named, self._asked = named, Counter()

    def busy(self, part: int, most: int) -> dict[str, tuple[int, int]]:
        """Addresses that have spent 1 / `part` of their requests or more, `most` of them: how many
        they made here since their last pause, and how many of these have not come back yet.
        """
        if self.requests is None or self._asked is None:
            return {}
        spent, asked = self.requests.spent, self._asked
        for name in [name for name in asked if spent(name) < 1]:
            del asked[name]
        much = [name for name in asked if spent(name) * part >= self.requests.most]
        much.sort(key=spent, reverse=True)
        return {name: (asked[name], int(spent(name))) for name in much[:most]}

    def charge(self, name: str, requests: int) -> None:
        """So many requests of this address were answered elsewhere."""
        if self.requests is not None and requests:
            self.requests.charge(name, requests)

    @property
    def refused(self) -> dict[str, int]:
        """How often an address met its limits."""
        requests = 0 if self.requests is None else self.requests.refused
        return {"connections": self.connections.refused, "requests": requests}

    def connected_by(self, peer: str) -> AbstractContextManager[bool]:
        """As `connected`; but a proxy's connections are counted when it is known whose they are."""
        if self.proxies.trusts(peer):
            return nullcontext(True)  # noqa: FBT003
        return self.connected(counted(peer))

    def connected(self, address: str) -> AbstractContextManager[bool]:
        """Counts a connection as long as it lasts; whether it may be served."""
        return AddressVisit(self.connections, address)

    def may_ask(self, address: str) -> bool:
        """Whether one more request is answered, which is counted then."""
        if self.requests is None:
            return True
        name = self._named(address)
        try:
            self.requests.spend(name)
        except Refused:
            return False
        if self._asked is not None:
            self._asked[name] += 1
        return True
