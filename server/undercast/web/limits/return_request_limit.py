"""How often somebody without a token may ask to return as the person this browser was.

The request goes into the room's log although nobody has let its sender in. So requests are limited
by address and by room, and only a few of an address may wait in a room. When a room has as many
as it can hold, the address with most waiting loses its oldest: a single request stays as long as
another address has two.
"""

from collections import Counter
from collections.abc import Set as AbstractSet

from undercast.base.refusals import Refusal, require
from undercast.commands.room_checks import MAX_REQUESTS
from undercast.web.limits import limit_values
from undercast.web.limits.token_bucket import TokenBucket

MAX_REMEMBERED = 10_000
"""Requests whose address is known; beyond that the oldest are forgotten."""


class ReturnRequestLimit:
    """Remembers which address sent each request."""

    def __init__(self, by_address: TokenBucket, by_room: TokenBucket) -> None:
        self._by_address, self._by_room = by_address, by_room
        self._addresses: dict[tuple[str, int], str] = {}

    def spend(self, address: str, code: str, waiting: AbstractSet[int]) -> int | None:
        """Count one more request beside those `waiting`; the one that has to make way, if any.

        Raises Refused(wire/too_many).
        """
        # Requests of addresses that were forgotten count together.
        senders = {request: self._addresses.get((code, request), "") for request in waiting}
        counts = Counter(senders.values())
        require(counts[address] < limit_values.RETURN_REQUESTS_WAITING, Refusal.TOO_MANY)
        self._by_address.spend(address)
        self._by_room.spend(code)
        if len(waiting) < MAX_REQUESTS:
            return None
        return max(senders, key=lambda request: (counts[senders[request]], -request))

    def remember(self, address: str, code: str, request: int) -> None:
        """Note the sender of a request that was accepted."""
        self._addresses.setdefault((code, request), address)
        while len(self._addresses) > MAX_REMEMBERED:
            del self._addresses[next(iter(self._addresses))]
