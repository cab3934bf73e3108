"""A lock that one process holds at a time, and that expires with its owner."""

import secrets
import time

from undercast.store.redis.connection import RedisConnection

DELETE_IF = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end"
"""Delete a key that still has this value."""

RENEW = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
"""


_LOOK = 0.2  # seconds between two attempts
_SLACK = 1.0  # seconds that an answer may take


class Lock:
    """A key that expires unless its owner renews it. Everything raises what the client raises."""

    def __init__(self, redis: RedisConnection, key: str, lasts_ms: int) -> None:
        """Without a renewal for `lasts_ms` the owner counts as dead, and the lock is free."""
        self._redis = redis
        self._key = key
        self._lasts_ms = lasts_ms
        self._me = secrets.token_hex(8)
        self._stay = redis.script(RENEW)
        self._delete_if = redis.script(DELETE_IF)

    def acquire(self) -> bool:
        """Take the lock if it is free; returns whether it was."""
        return bool(self._redis.do("SET", self._key, self._me, "NX", "PX", self._lasts_ms))

    def acquire_or_wait(self) -> bool:
        """As `acquire`, but wait for the lock of a dead owner to expire. False as soon as the owner
        renews or releases it.
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
        """Extend the lock if it is still ours; returns whether it is."""
        return bool(self._stay([self._key], self._me, self._lasts_ms))

    def release(self) -> None:
        """Free the lock unless another process has taken it."""
        self._delete_if([self._key], self._me)
