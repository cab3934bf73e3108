"""How long rooms are kept in Redis: the same promise as `undercast.store.sqlite.retention`.

What belongs to a room is changed at once; what is kept of all rooms lies elsewhere in a cluster.
So it is written in an order in which whoever dies leaves something that the next look puts right:
a code may be in both sets of codes, and a room that is being deleted says so until nothing of it
is left.
"""

from collections.abc import Iterator

from undercast.store.redis import keys
from undercast.store.redis.connection import Argument, RedisConnection
from undercast.store.redis.lock import DELETE_IF, Lock
from undercast.store.redis.statistics import RedisStatistics
from undercast.store.sqlite.retention import DAY_MS, GRACE_DAYS

EXPIRY_LOCK_MS = 60_000
"""Whoever looks for rooms that expire, and is not heard of for so long, has died."""

ADVANCE_TIME = """
local noted = redis.call('HMGET', KEYS[1], 'passed', 'noted')
local now, passed = tonumber(ARGV[1]), tonumber(noted[1] or 0)
if noted[2] then passed = passed + math.min(math.max(now - noted[2], 0), tonumber(ARGV[2])) end
redis.call('HSET', KEYS[1], 'passed', passed, 'noted', now)
return passed
"""
"""Note that the clock says so; how much time has passed while servers were there."""

REVIEW = """
local passed = tonumber(ARGV[1])
local found = redis.call('HMGET', KEYS[1], 'origin', 'version', 'used', 'seen', 'expired', 'gone')
if not found[1] then return 'nothing' end
if found[6] then return found[6] end
if found[5] then
  if tonumber(found[5]) > passed - ARGV[3] then return 'expired' end
  redis.call('HSET', KEYS[1], 'gone', 'aged')
  return 'aged'
end
if not found[3] or tonumber(found[2]) > tonumber(found[4] or 0) then
  redis.call('HSET', KEYS[1], 'used', passed, 'seen', found[2])
elseif tonumber(found[3]) < passed - ARGV[2] then
  redis.call('HSET', KEYS[1], 'expired', passed)
  return 'expires'
end
return 'there'
"""
"""Note whether a room was used, and what that means now. `aged`: delete all but its numbers."""

REVIVE = """
local found = redis.call('HMGET', KEYS[1], 'expired', 'gone')
if not found[1] or found[2] then return 0 end
redis.call('HDEL', KEYS[1], 'expired')
redis.call('HSET', KEYS[1], 'used', ARGV[1])
return 1
"""

MARK_DELETED = """
if redis.call('HEXISTS', KEYS[1], 'origin') == 0 then return 0 end
redis.call('HSET', KEYS[1], 'gone', 'deleted')
redis.call('HSETNX', KEYS[1], 'expired', 0)
return 1
"""
"""Nobody is in this room from now on, and everything of it is to be deleted."""

REMOVE = """
if redis.call('HEXISTS', KEYS[#KEYS], 'gone') == 0 then return 0 end
return redis.call('UNLINK', unpack(KEYS))
"""
"""Delete what there is of a room; not when its code is another room's meanwhile."""


class RedisRetention:
    """Expiring, reviving and deleting rooms. Everything here raises what the library raises."""

    def __init__(self, redis: RedisConnection, statistics: RedisStatistics) -> None:
        self._redis = redis
        self._statistics = statistics
        self._pass = redis.script(ADVANCE_TIME)
        self._look = redis.script(REVIEW)
        self._revive = redis.script(REVIVE)
        self._condemn = redis.script(MARK_DELETED)
        self._remove = redis.script(REMOVE)
        self._delete_if = redis.script(DELETE_IF)

    def expire(self, now: int, days: int) -> list[str]:
        """Let rooms expire; their codes. Nothing while another process does it."""
        looking = Lock(self._redis, keys.EXPIRY_LOCK, EXPIRY_LOCK_MS)
        if not looking.acquire():
            return []
        try:
            passed = int(self._pass([keys.METADATA], now, DAY_MS))
            return self._expire(looking, (passed, days * DAY_MS, GRACE_DAYS * DAY_MS))
        finally:
            looking.release()

    def passed_ms(self) -> int:
        """How much time passed while servers were there: milliseconds."""
        return int(self._redis.do("HGET", keys.METADATA, "passed") or 0)

    def revive(self, code: str) -> bool:
        """Make an expired room one that was used just now; whether there is such a one."""
        revived = bool(self._revive([keys.room(code)], self.passed_ms()))
        if revived:
            self._is_there(code)
        return revived

    def delete(self, code: str) -> bool:
        """Delete all that there is of a room, its numbers, too; whether there was such a one."""
        if not self._condemn([keys.room(code)]):
            return False
        self._has_expired(code)
        self._statistics.delete_room(code)
        self._remove_gone(code)
        self._redis.do("HINCRBY", keys.METADATA, "deleted", 1)
        return True

    def remove(self, code: str) -> None:
        """Delete what there is of a room beside its numbers."""
        if self._condemn([keys.room(code)]):
            self._has_expired(code)
            self._remove_gone(code)

    def _remove_gone(self, code: str) -> None:
        """Last goes what says that it is to be deleted."""
        origin, aside = self._redis.do("HMGET", keys.room(code), "origin", "put_aside")
        if origin is not None:
            self._delete_if([keys.origin(origin.decode())], code)
        logs = [keys.superseded_log(code, int(since)) for since in (aside or b"").split()]
        kept = [keys.log(code), keys.checkpoints(code), keys.games(code), keys.presence(code)]
        self._remove([*logs, *kept, keys.room(code)])
        self._redis.do("ZREM", keys.EXPIRED, code)

    def _expire(self, looking: Lock, given: tuple[Argument, ...]) -> list[str]:
        expired: list[str] = []
        aged: set[str] = set()
        for of, codes in self._listed(looking):
            for code, now in zip(codes, self._looked_at(codes, given), strict=True):
                self._put(code, now, of)
                if now == b"expires":
                    expired.append(code)
                elif now == b"aged":
                    aged.add(code)
                elif now == b"deleted":
                    self._statistics.delete_room(code)
                    self._remove_gone(code)
        self._statistics.detach_rooms(aged)
        for code in aged:
            self._remove_gone(code)
        if expired:  # other processes may have them in memory
            self._redis.do("HINCRBY", keys.METADATA, "deleted", 1)
        return expired

    def _listed(self, looking: Lock) -> Iterator[tuple[str, list[str]]]:
        """All codes, and where they are; until another process looks, as it took too long."""
        for of in (keys.ROOMS, keys.EXPIRED):
            for found in self._redis.scan("ZSCAN", of):
                if not looking.renew():
                    return
                yield of, [code.decode() for code, _ in found]

    def _looked_at(self, codes: list[str], given: tuple[Argument, ...]) -> list[bytes]:
        return self._look.each([([keys.room(code)], given) for code in codes])

    def _put(self, code: str, now: bytes, of: str) -> None:
        """Put a code into the set that it belongs to."""
        if of == keys.ROOMS and now not in (b"there", b"nothing"):
            self._has_expired(code)
        elif of == keys.EXPIRED and now == b"there":
            self._is_there(code)
        elif now == b"nothing":  # whoever opened or deleted it died meanwhile
            self._redis.do("ZREM", of, code)
            if of == keys.ROOMS and self._redis.do("EXISTS", keys.room(code)):
                self._is_there(code)  # it was opened just now

    def _has_expired(self, code: str) -> None:
        self._redis.do("ZADD", keys.EXPIRED, 0, code)
        self._redis.do("ZREM", keys.ROOMS, code)

    def _is_there(self, code: str) -> None:
        self._redis.do("ZADD", keys.ROOMS, "NX", 0, code)
        self._redis.do("ZREM", keys.EXPIRED, code)
