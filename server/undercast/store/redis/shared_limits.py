"""Limits that all workers share, in Redis: `undercast.web.limits.shared_limits.SharedLimits`.

Redis gets no address, only a keyed hash, and everything expires by itself: a bucket when it is full
again, a worker's report when it stops reporting.
"""

import time
from collections.abc import Callable, Mapping
from hashlib import blake2b
from secrets import token_hex
from typing import Any

from undercast.service import NotSaved
from undercast.store.redis import keys
from undercast.store.redis.connection import Argument, RedisConnection, Script

BACKOFF_SECONDS = 2.0
"""How long Redis is not asked again after it did not answer."""

STALE_MS = 3_000
"""Age at which a worker's report is ignored."""

_NOW = """
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local function until_then(key, spent_until)
  if spent_until <= now then return redis.call('DEL', key) end
  redis.call('SET', key, string.format('%.0f', spent_until), 'PX',
    math.ceil((spent_until - now) / 1000))
end
"""
"""Redis's clock in microseconds, and a function that stores a time until it has come."""

TAKE = f"""{_NOW}
local cost, all = tonumber(ARGV[1]), tonumber(ARGV[2])
local before = tonumber(redis.call('GET', KEYS[1]) or 0)
if before > now + all then
  before = now + all
  until_then(KEYS[1], before)
end
local spent_until = math.max(before, now) + cost
if spent_until - now > all then return 0 end
until_then(KEYS[1], spent_until)
return 1
"""
"""A bucket as one number: when it will be full again (generic cell rate algorithm). After the clock
was set back it is empty at worst.
"""

GIVE_BACK = f"""{_NOW}
until_then(KEYS[1], tonumber(redis.call('GET', KEYS[1]) or 0) - tonumber(ARGV[1]))
"""

EXCHANGE = f"""{_NOW}
local me, mine, late = ARGV[1], ARGV[2], tonumber(ARGV[3])
local heard = {{}}
local all = redis.call('HGETALL', KEYS[1])
for n = 1, #all, 2 do
  local at, report = string.match(all[n + 1], '^(%d+) (.*)$')
  if not at or math.abs(now / 1000 - at) > late then redis.call('HDEL', KEYS[1], all[n])
  elseif all[n] ~= me then
    heard[#heard + 1] = all[n]
    heard[#heard + 1] = report
  end
end
redis.call('HSET', KEYS[1], me, string.format('%.0f ', now / 1000) .. mine)
redis.call('PEXPIRE', KEYS[1], late)
return heard
"""


class RedisSharedLimits:
    """Counts in Redis. While Redis does not answer, it is not asked again for a while."""

    def __init__(
        self, redis: RedisConnection, secret: str, now: Callable[[], float] = time.monotonic
    ) -> None:
        """`secret` is the signing key."""
        self._redis = redis
        self._key = blake2b(secret.encode(), digest_size=32).digest()
        self._now = now
        self._silent_until = 0.0
        self._me = token_hex(8)
        self._take = redis.script(TAKE)
        self._give_back = redis.script(GIVE_BACK)
        self._exchange = redis.script(EXCHANGE)

    def pseudonym(self, address: str) -> str:
        """A keyed hash of the address."""
        return blake2b(address.encode(), key=self._key, digest_size=12).hexdigest()

    def take(self, kind: str, key: str, cost: int, most: int, per: float) -> bool | None:
        """Take `cost` if there is enough. None: Redis does not answer."""
        took = self._asked(self._take, kind, key, _microseconds(cost, most, per), int(per * 1e6))
        return None if took is None else bool(took)

    def give_back(self, kind: str, key: str, cost: int, most: int, per: float) -> None:
        """Return `cost` unused; lost if Redis does not answer."""
        self._asked(self._give_back, kind, key, _microseconds(cost, most, per))

    def exchange(self, mine: bytes) -> Mapping[str, bytes] | None:
        """Report this to the others; returns their reports. None: Redis does not answer."""
        heard = self._run(self._exchange, keys.SHARED_USE, self._me, mine, STALE_MS)
        if heard is None:
            return None
        return {heard[n].decode(): heard[n + 1] for n in range(0, len(heard), 2)}

    def _asked(self, script: Script, kind: str, key: str, *given: Argument) -> Any:
        return self._run(script, keys.rate_limit(kind, self.pseudonym(key)), *given)

    def _run(self, script: Script, key: str, *given: Argument) -> Any:
        """What the script returns; None if Redis does not answer."""
        if self._now() < self._silent_until:
            return None
        try:
            with self._redis.as_not_saved():
                return script([key], *given)
        except NotSaved:
            self._silent_until = self._now() + BACKOFF_SECONDS
            return None


def _microseconds(cost: int, most: int, per: float) -> int:
    """The time in which `cost` is refilled."""
    return int(cost * per * 1e6 / most)
