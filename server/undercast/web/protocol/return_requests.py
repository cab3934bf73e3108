"""How often somebody without a token may ask for the person that this browser was.

Whoever asks is nobody yet and is written into the room's log all the same: so an address asks
seldom, a room is asked seldom, and an address has few requests standing in a room. Where as many
wait as may, the oldest one of the address of which most wait makes way: whoever has one request
there keeps it as long as somebody else has two.
"""

from collections import Counter
from collections.abc import Callable
from collections.abc import Set as AbstractSet

from undercast.base.refusals import Refusal, require
from undercast.commands.room_checks import MOST_REQUESTS
from undercast.web.transport.shared_limits import SharedLimits
from undercast.web.transport.token_bucket import token_bucket

ASKS_A_MINUTE = 6
"""New requests to return from one address."""

ASKS_A_MINUTE_IN_A_ROOM = 30
"""New requests to return in one room, from everywhere."""

MOST_STANDING = 3
"""Requests to return that one address may have standing in one room."""

MOST_REMEMBERED = 10_000
"""Requests whose address is known; the oldest are forgotten beyond that."""


class ReturnRequestLimit:
    """Which address asked for what."""

    def __init__(self, now: Callable[[], float], together: SharedLimits | None = None) -> None:
        self.of_address = token_bucket("asks", ASKS_A_MINUTE, 60.0, now, together)
        self.of_room = token_bucket("asks_in_a_room", ASKS_A_MINUTE_IN_A_ROOM, 60.0, now, together)
        self._asked: dict[tuple[str, int], str] = {}

    def spend(self, address: str, code: str, waiting: AbstractSet[int]) -> int | None:
        """One request more, where these wait; which of them makes way for it, if one has to.

        Raises Refused(wire/too_many).
        """
        # Of an address that is not known any more: they count together.
        came = {request: self._asked.get((code, request), "") for request in waiting}
        standing = Counter(came.values())
        require(standing[address] < MOST_STANDING, Refusal.TOO_MANY)
        self.of_address.spend(address)
        self.of_room.spend(code)
        if len(waiting) < MOST_REQUESTS:
            return None
        return max(came, key=lambda request: (standing[came[request]], -request))

    def asked(self, address: str, code: str, request: int) -> None:
        """The request that came of it."""
        self._asked.setdefault((code, request), address)
        while len(self._asked) > MOST_REMEMBERED:
            del self._asked[next(iter(self._asked))]
