"""What one address may take of the server: connections at a time, and HTTP requests."""

import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from undercast.base.refusals import Refused
from undercast.web.limits.connection_counter import ConnectionCounter
from undercast.web.limits.limit_values import REQUEST_BURST_SECONDS
from undercast.web.limits.proxies import Proxies, limit_key
from undercast.web.limits.token_bucket import TokenBucket


class CountedConnection:
    """One connection, counted while it lasts. A class with slots: there are thousands."""

    __slots__ = ("_address", "_counter")

    def __init__(self, counter: ConnectionCounter, address: str) -> None:
        self._counter = counter
        self._address = address

    def __enter__(self) -> bool:
        """Whether it may be served."""
        admitted = self._counter.admits(self._address)
        self._counter.add(self._address)
        return admitted

    def __exit__(self, *_: object) -> None:
        self._counter.remove(self._address)


class AddressLimits:
    """Counts by address, for all ports of a server. A limit of 0 is none."""

    def __init__(
        self, connections: int = 0, requests_per_second: int = 0, proxies: Proxies | None = None
    ) -> None:
        self.proxies = proxies or Proxies()
        self.connections = ConnectionCounter(connections)
        burst = int(requests_per_second * REQUEST_BURST_SECONDS)
        self.requests = TokenBucket(burst, REQUEST_BURST_SECONDS, time.monotonic) if burst else None
        self._key: Callable[[str], str] = str
        self._answered: Counter[str] | None = None
        """Requests by key, where other workers are told of them."""

    def share(self, key: Callable[[str], str]) -> None:
        """Count under `key` from now on, for `busiest` to tell other workers."""
        self._key, self._answered = key, Counter()

    def busiest(self, fraction: int, count: int) -> dict[str, tuple[int, int]]:
        """Up to `count` addresses that have spent 1/`fraction` of their requests or more: how many
        they made here since their bucket was full, and how many of these are not refilled yet.
        """
        if self.requests is None or self._answered is None:
            return {}
        spent, answered = self.requests.spent, self._answered
        for key in [key for key in answered if spent(key) < 1]:
            del answered[key]
        busy = [key for key in answered if spent(key) * fraction >= self.requests.capacity]
        busy.sort(key=spent, reverse=True)
        return {key: (answered[key], int(spent(key))) for key in busy[:count]}

    def charge(self, key: str, requests: int) -> None:
        """Charge requests that other workers answered."""
        if self.requests is not None and requests:
            self.requests.charge(key, requests)

    @property
    def refused(self) -> dict[str, int]:
        """How often an address met its limits."""
        requests = 0 if self.requests is None else self.requests.refused
        return {"connections": self.connections.refused, "requests": requests}

    def connection_from(self, peer: str) -> AbstractContextManager[bool]:
        """As `connection`; a trusted proxy's are counted later, for the client of each request."""
        if self.proxies.trusts(peer):
            return nullcontext(True)  # noqa: FBT003
        return self.connection(limit_key(peer))

    def connection(self, address: str) -> CountedConnection:
        """Counts a connection while it lasts; whether it may be served."""
        return CountedConnection(self.connections, address)

    def admits_request(self, address: str) -> bool:
        """Whether one more request is answered, which is counted then."""
        if self.requests is None:
            return True
        key = self._key(address)
        try:
            self.requests.spend(key)
        except Refused:
            return False
        if self._answered is not None:
            self._answered[key] += 1
        return True
