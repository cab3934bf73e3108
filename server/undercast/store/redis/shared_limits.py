"""What all workers count together, in the engine (`undercast.web.limits.shared_limits`).

No address is written there, only a keyed hash of it, and everything vanishes by itself: what was
spent when it has come back, what a worker told of when it is silent.
"""

import time
from collections.abc import Callable, Mapping
from hashlib import blake2b
from secrets import token_hex
from typing import Any

from undercast.service import NotSaved
from undercast.store.redis import keys
from undercast.store.redis.connection import Argument, RedisConnection, Script

SILENT_SECONDS = 2.0
"""So long an engine that did not answer is not asked again."""

LATE_MS = 3_000
"""What a worker told of is worth nothing after this."""

_NOW = """
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local function until_then(key, spent_until)
  if spent_until <= now then return redis.call('DEL', key) end
  redis.call('SET', key, string.format('%.0f', spent_until), 'PX',
    math.ceil((spent_until - now) / 1000))
end
"""
"""The engine's clock, in microseconds; and a number kept until then."""

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
"""The bucket as one number: when all of it will have come back (generic cell rate algorithm).
Where the clock was set back it is empty, and no more than that.
"""

GIVE_BACK = f"""{_NOW}
until_then(KEYS[1], tonumber(redis.call('GET', KEYS[1]) or 0) - tonumber(ARGV[1]))
"""

EXCHANGE = f"""{_NOW}
local me, mine, late = ARGV[1], ARGV[2], tonumber(ARGV[3])
local heard = {{}}
local all = redis.call('HGETALL', KEYS[1])
for n = 1, #all, 2 do
  local at, told = string.match(all[n + 1], '^(%d+) (.*)$')
  if not at or math.abs(now / 1000 - at) > late then redis.call('HDEL', KEYS[1], all[n])
  elseif all[n] ~= me then
    heard[#heard + 1] = all[n]
    heard[#heard + 1] = told
  end
end
redis.call('HSET', KEYS[1], me, string.format('%.0f ', now / 1000) .. mine)
redis.call('PEXPIRE', KEYS[1], late)
return heard
"""


class RedisSharedLimits:
    """Counts in an engine. While it does not answer nobody waits for it a second time."""

    def __init__(
        self, engine: RedisConnection, secret: str, now: Callable[[], float] = time.monotonic
    ) -> None:
        """`secret` is the house's."""
        self._engine = engine
        self._key = blake2b(secret.encode(), digest_size=32).digest()
        self._now = now
        self._silent_until = 0.0
        self._me = token_hex(8)
        self._take = engine.script(TAKE)
        self._give_back = engine.script(GIVE_BACK)
        self._exchange = engine.script(EXCHANGE)

    def pseudonym(self, address: str) -> str:
        """A keyed hash of the address."""
        return blake2b(address.encode(), key=self._key, digest_size=12).hexdigest()

    def take(self, kind: str, key: str, cost: int, most: int, per: float) -> bool | None:
        """Take so much, if there is enough. None: the engine does not answer."""
        took = self._asked(self._take, kind, key, _microseconds(cost, most, per), int(per * 1e6))
        return None if took is None else bool(took)

    def give_back(self, kind: str, key: str, cost: int, most: int, per: float) -> None:
        """It was not needed after all; forgotten where the engine does not answer."""
        self._asked(self._give_back, kind, key, _microseconds(cost, most, per))

    def exchange(self, mine: bytes) -> Mapping[str, bytes] | None:
        """Leave this for others, and what they left; None: the engine does not answer."""
        heard = self._run(self._exchange, keys.USED, self._me, mine, LATE_MS)
        if heard is None:
            return None
        return {heard[n].decode(): heard[n + 1] for n in range(0, len(heard), 2)}

    def _asked(self, script: Script, kind: str, key: str, *given: Argument) -> Any:
        return self._run(script, keys.spent(kind, self.pseudonym(key)), *given)

    def _run(self, script: Script, key: str, *given: Argument) -> Any:
        """What the script returns; None if the engine does not answer."""
        if self._now() < self._silent_until:
            return None
        try:
            with self._engine.as_not_saved():
                return script([key], *given)
        except NotSaved:
            self._silent_until = self._now() + SILENT_SECONDS
            return None


def _microseconds(cost: int, most: int, per: float) -> int:
    """In which so much comes back."""
    return int(cost * per * 1e6 / most)
