"""How long rooms are kept in Redis: the same promise as `undercast.store.sqlite.retention`.

A room's own keys change atomically; the sets of all rooms are on other nodes of a cluster. So
writes follow an order after which the next pass repairs any crash: a code may be in both sets,
and a room that is being deleted is marked until nothing of it is left.
"""

from collections.abc import Iterator

from undercast.store.port import DAY_MS, GRACE_DAYS
from undercast.store.redis import keys
from undercast.store.redis.connection import Argument, RedisConnection
from undercast.store.redis.lock import DELETE_IF, Lock
from undercast.store.redis.statistics import RedisStatistics

EXPIRY_LOCK_MS = 60_000
"""After this time without renewal, the process that expires rooms counts as dead."""

ADVANCE_TIME = """
local noted = redis.call('HMGET', KEYS[1], 'passed', 'noted')
local now, passed = tonumber(ARGV[1]), tonumber(noted[1] or 0)
if noted[2] then passed = passed + math.min(math.max(now - noted[2], 0), tonumber(ARGV[2])) end
redis.call('HSET', KEYS[1], 'passed', passed, 'noted', now)
return passed
"""
"""Advance the server time to the clock's; returns the server time."""

REVIEW = """
local passed = tonumber(ARGV[1])
local found = redis.call('HMGET', KEYS[1],
  'origin', 'version', 'used', 'seen', 'expired', 'gone', 'permanent')
if not found[1] then return 'nothing' end
if found[6] then return found[6] end
if found[5] then
  if tonumber(found[5]) > passed - ARGV[3] then return 'expired' end
  redis.call('HSET', KEYS[1], 'gone', 'aged')
  return 'aged'
end
if not found[3] or tonumber(found[2]) > tonumber(found[4] or 0) then
  redis.call('HSET', KEYS[1], 'used', passed, 'seen', found[2])
elseif not found[7] and tonumber(found[3]) < passed - ARGV[2] then
  redis.call('HSET', KEYS[1], 'expired', passed)
  return 'expires'
end
return 'there'
"""
"""Note whether a room was used, and return its state. `aged`: delete all but its statistics."""

REVIVE = """
local found = redis.call('HMGET', KEYS[1], 'expired', 'gone')
if not found[1] or found[2] then return 0 end
redis.call('HDEL', KEYS[1], 'expired')
redis.call('HSET', KEYS[1], 'used', ARGV[1])
return 1
"""

SET_PERMANENT = """
local found = redis.call('HMGET', KEYS[1], 'origin', 'expired')
if not found[1] or found[2] then return 0 end
redis.call('HSET', KEYS[1], 'used', ARGV[1])
if ARGV[2] == '1' then redis.call('HSET', KEYS[1], 'permanent', 1)
else redis.call('HDEL', KEYS[1], 'permanent') end
return 1
"""
"""Keep a room for good, or no longer. `gone` has `expired` beside it."""

MARK_DELETED = """
if redis.call('HEXISTS', KEYS[1], 'origin') == 0 then return 0 end
redis.call('HSET', KEYS[1], 'gone', 'deleted')
redis.call('HSETNX', KEYS[1], 'expired', 0)
return 1
"""
"""Close a room and mark it for deletion."""

REMOVE = """
if redis.call('HEXISTS', KEYS[#KEYS], 'gone') == 0 then return 0 end
return redis.call('UNLINK', unpack(KEYS))
"""
"""Delete a room's keys, unless another room has its code by now."""


class RedisRetention:
    """Expiring, reviving and deleting rooms. Everything here raises what the client raises."""

    def __init__(self, redis: RedisConnection, statistics: RedisStatistics) -> None:
        self._redis = redis
        self._statistics = statistics
        self._pass = redis.script(ADVANCE_TIME)
        self._look = redis.script(REVIEW)
        self._revive = redis.script(REVIVE)
        self._set_permanent = redis.script(SET_PERMANENT)
        self._condemn = redis.script(MARK_DELETED)
        self._remove = redis.script(REMOVE)
        self._delete_if = redis.script(DELETE_IF)

    def expire(self, now: int, days: int) -> list[str]:
        """Expire rooms; returns their codes. Does nothing while another process does it."""
        lock = Lock(self._redis, keys.EXPIRY_LOCK, EXPIRY_LOCK_MS)
        if not lock.acquire():
            return []
        try:
            passed = int(self._pass([keys.METADATA], now, DAY_MS))
            return self._expire(lock, (passed, days * DAY_MS, GRACE_DAYS * DAY_MS))
        finally:
            lock.release()

    def passed_ms(self) -> int:
        """The server time in milliseconds."""
        return int(self._redis.do("HGET", keys.METADATA, "passed") or 0)

    def revive(self, code: str) -> bool:
        """Revive an expired room as if it had just been used; returns whether there was one."""
        revived = bool(self._revive([keys.room(code)], self.passed_ms()))
        if revived:
            self._is_there(code)
        return revived

    def set_permanent(self, code: str, *, permanent: bool) -> bool:
        """Keep a room for good, or as long as any other from now on; returns whether it exists."""
        given = (self.passed_ms(), int(permanent))
        return bool(self._set_permanent([keys.room(code)], *given))

    def delete(self, code: str) -> bool:
        """Delete a room and its statistics; returns whether it existed."""
        if not self._condemn([keys.room(code)]):
            return False
        self._has_expired(code)
        self._statistics.delete_room(code)
        self._remove_gone(code)
        self._redis.do("HINCRBY", keys.METADATA, "deleted", 1)
        return True

    def remove(self, code: str) -> None:
        """Delete a room, but not its statistics."""
        if self._condemn([keys.room(code)]):
            self._has_expired(code)
            self._remove_gone(code)

    def _remove_gone(self, code: str) -> None:
        """Delete a marked room; the mark goes last."""
        origin, aside = self._redis.do("HMGET", keys.room(code), "origin", "put_aside")
        if origin is not None:
            self._delete_if([keys.origin(origin.decode())], code)
        logs = [keys.superseded_log(code, int(since)) for since in (aside or b"").split()]
        kept = [keys.log(code), keys.checkpoints(code), keys.games(code), keys.presence(code)]
        self._remove([*logs, *kept, keys.room(code)])
        self._redis.do("ZREM", keys.EXPIRED, code)

    def _expire(self, lock: Lock, given: tuple[Argument, ...]) -> list[str]:
        expired: list[str] = []
        aged: set[str] = set()
        for of, codes in self._listed(lock):
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
        if expired:  # for other processes that have them in memory
            self._redis.do("HINCRBY", keys.METADATA, "deleted", 1)
        return expired

    def _listed(self, lock: Lock) -> Iterator[tuple[str, list[str]]]:
        """All codes, with their set; stops if it took so long that another process has the lock."""
        for of in (keys.ROOMS, keys.EXPIRED):
            for found in self._redis.scan("ZSCAN", of):
                if not lock.renew():
                    return
                yield of, [code.decode() for code, _ in found]

    def _looked_at(self, codes: list[str], given: tuple[Argument, ...]) -> list[bytes]:
        return self._look.each([([keys.room(code)], given) for code in codes])

    def _put(self, code: str, now: bytes, of: str) -> None:
        """Move a code to the set that it belongs to."""
        if of == keys.ROOMS and now not in (b"there", b"nothing"):
            self._has_expired(code)
        elif of == keys.EXPIRED and now == b"there":
            self._is_there(code)
        elif now == b"nothing":  # the process that opened or deleted it has died
            self._redis.do("ZREM", of, code)
            if of == keys.ROOMS and self._redis.do("EXISTS", keys.room(code)):
                self._is_there(code)  # it was just opened

    def _has_expired(self, code: str) -> None:
        self._redis.do("ZADD", keys.EXPIRED, 0, code)
        self._redis.do("ZREM", keys.ROOMS, code)

    def _is_there(self, code: str) -> None:
        self._redis.do("ZADD", keys.ROOMS, "NX", 0, code)
        self._redis.do("ZREM", keys.EXPIRED, code)
