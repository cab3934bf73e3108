"""A lock that dies with whoever has it: what one process alone may do at a time."""

import secrets
import time

from undercast.store.redis.connection import RedisConnection

DELETE_IF = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end"
"""Delete a key that still says this."""

RENEW = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
"""


_LOOK = 0.2  # seconds between two looks at who has it
_SLACK = 1.0  # seconds that an answer may take


class Lock:
    """A key with an end, to be put off by its owner. Everything raises what the library raises."""

    def __init__(self, redis: RedisConnection, key: str, lasts_ms: int) -> None:
        """Who is not heard of for `lasts_ms` has died, and the lock is free."""
        self._redis = redis
        self._key = key
        self._lasts_ms = lasts_ms
        self._me = secrets.token_hex(8)
        self._stay = redis.script(RENEW)
        self._delete_if = redis.script(DELETE_IF)

    def acquire(self) -> bool:
        """Whether it was free, and is ours."""
        return bool(self._redis.do("SET", self._key, self._me, "NX", "PX", self._lasts_ms))

    def acquire_or_wait(self) -> bool:
        """As `take`; waits for the end of a lock whose owner has died. False as soon as the owner
        puts its end off, or leaves it.
        """
        ends = None
        while not self.acquire():
            left = int(self._redis.do("PTTL", self._key)) / 1000
            seen = time.monotonic() + left
            ends = seen if ends is None else ends
            if seen > ends + _SLACK:
                return False
            time.sleep(min(max(left, 0), _LOOK))
        if ends is not None and time.monotonic() < ends - _SLACK:
            self.release()
            return False
        return True

    def renew(self) -> bool:
        """Whether it still is ours; then for as long again."""
        return bool(self._stay([self._key], self._me, self._lasts_ms))

    def release(self) -> None:
        """It is free, unless it is another's meanwhile."""
        self._delete_if([self._key], self._me)
