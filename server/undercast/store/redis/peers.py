"""The other processes that serve these rooms: which are alive, who is connected, who owns what.

Each process sends a heartbeat twice a second. For each room in memory it stores in Redis since when
somebody is connected here, and who. The live process that has had somebody longest owns the room
and does what must be done once. Moves never wait for this: it is synchronized beside them, many
rooms at once.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import Any

import gevent
from gevent.event import Event

from undercast.service import NOBODY, NotSaved
from undercast.store.redis import keys
from undercast.store.redis.change_notifications import ChangeNotification, ChangeNotifications
from undercast.store.redis.connection import RedisConnection
from undercast.store.redis.follow_queue import ANOTHER_LOG, Follower, FollowQueue
from undercast.store.redis.hash_chain import HashChains
from undercast.store.redis.presence import PresentRoom, WorkerPresence, pairs, parse_presences, text

log = logging.getLogger(__name__)

HEARTBEAT_S = 0.5

DEAD_AFTER_MS = 3_000
"""A process without a heartbeat for this long counts as dead."""

RECENT_MS = 10_000
"""A process with a heartbeat this recent counts as recent, so its rooms may still be there."""

REMEMBERED_MS = 60_000
"""Entries of a process that has been dead for this long are removed."""

GATHER_S = 0.02
"""Changes within this time are synchronized together."""

OWN_ANSWER_S = 0.01
"""How long after a notification this process has finished the same change, if it was its own."""

BATCH = 50
"""Rooms that are synchronized at once: some milliseconds."""

PRESENCE_TTL_S = 86_400
"""Presence of a room expires after a day; it is rewritten every hour."""

REWRITE_S = 3_600

SWEEP_S = 1.0
"""How often some rooms are checked in turn, however quiet they are."""

SWEEP_ROOMS = 25
"""How many: a log that changed unnoticed is found within seconds; with 1,000 rooms, within 40."""

RETRY_S = 0.5
"""Seconds until the next attempt when Redis did not answer."""

_BEAT = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')
return {now, redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')}
"""
"""Heartbeats from the future are deleted (the clock was set back); live processes repeat theirs."""


class RedisPeers:
    """The `undercast.service.Peers` of one of many processes."""

    def __init__(self, redis: RedisConnection, links: HashChains) -> None:
        """`links`: the hash chains of the logs as this process read or wrote them."""
        self.id = redis.process_id
        """Identifies this process until it ends."""
        self._redis = redis
        self._chains = links
        self._heartbeat_script = redis.script(_BEAT)
        self._rooms: dict[str, PresentRoom] = {}
        self._dirty: dict[str, None] = {}
        """Rooms to synchronize: write what is new here, read what is new there."""
        self._removed: dict[str, bool] = {}
        """Rooms no longer in memory, and whether to notify the others at once."""
        self._wakeup = Event()
        self._living: frozenset[str] = frozenset()
        self._recent: frozenset[str] = frozenset()
        self.changes_followed = 0
        """How many changes by other processes rooms here followed."""
        self._redis_ms, self._heartbeat_at, self._grace_until = 1, time.monotonic(), 0.0
        self._rewrite_at = time.monotonic() + REWRITE_S
        self._sweep_at = time.monotonic() + SWEEP_S
        self._sweep: Iterator[str] = iter(())
        self._notifications = ChangeNotifications(
            redis, self._on_notifications, self._mark_all_dirty
        )
        self._greenlets: list[gevent.Greenlet[..., None]] = []
        self._follower: Follower
        self._follow_queue: FollowQueue

    def start(self, rooms: Follower) -> None:
        """Start the heartbeat, and let these rooms follow the other processes."""
        self._follower, self._follow_queue = rooms, FollowQueue(rooms)
        self._heartbeat()
        self._greenlets = [
            gevent.spawn(_repeat_forever, self._heartbeat_next),
            gevent.spawn(_repeat_forever, self._sync_next),
            gevent.spawn(_repeat_forever, self._notifications.listen),
        ]

    def stop(self) -> None:
        """Stop the heartbeat: others own its rooms at once. Never blocks for long."""
        gevent.killall(self._greenlets)
        self._notifications.close()
        try:
            with self._redis.as_not_saved():
                dead = self._now() - 2 * DEAD_AFTER_MS
                self._redis.do("ZADD", keys.WORKERS, dead, self.id)
        except NotSaved:
            log.warning("The others will notice on their own that this process has ended")

    @property
    def live_processes(self) -> int:
        """How many processes are alive, including this one."""
        return len(self._living | {self.id})

    # --- the Peers protocol ---

    def find(self, code: str) -> bool:
        """Find out who else has this room, which is about to be loaded; see `Peers`."""
        self._removed.pop(code, None)
        room = self._rooms.setdefault(code, PresentRoom())
        try:
            with self._redis.as_not_saved():
                found = pairs(self._redis.do("HGETALL", keys.presence(code)))
        except NotSaved:
            return False
        self._read(room, found)
        if self.id in found:  # it was in memory here a moment ago
            room.written = found[self.id]
            self._mark_dirty(code)
        if not self._recent.issuperset(room.others):
            self._heartbeat()  # a process is new, or dead
        return not self._recent.isdisjoint(room.others)

    def online(self, code: str) -> AbstractSet[str]:
        """Ids of the people of this room who are connected to other live processes."""
        room = self._rooms.get(code)
        return NOBODY if room is None else room.online

    def owns(self, code: str) -> bool:
        """Whether no other live process was first."""
        room = self._rooms.get(code)
        if room is None or not room.others:
            return True
        first = (room.since, self.id) if room.since else None
        for who, there in room.others.items():
            if there.since and who in self._living and (not first or (there.since, who) < first):
                return False
        return True

    def set_loaded(self, code: str, online: AbstractSet[str] | None) -> None:
        """The people connected here have changed."""
        room = self._rooms.get(code)
        if room is not None:  # not unloaded meanwhile
            room.people = NOBODY if online is None else online
            room.since = 0 if online is None else room.since or self._next_since(room)
            self._mark_dirty(code)

    def set_unloaded(self, code: str) -> None:
        """The room is no longer in memory here."""
        room = self._rooms.pop(code, None)
        if room is not None and room.written is not None:
            self._removed[code] = bool(room.since and room.others)
            self._wakeup.set()

    # --- heartbeat ---

    def _heartbeat_next(self) -> None:
        gevent.sleep(HEARTBEAT_S)
        self._heartbeat()

    def _heartbeat(self) -> None:
        try:
            with self._redis.as_not_saved():
                now, heard = self._heartbeat_script([keys.WORKERS], self.id, REMEMBERED_MS)
        except NotSaved:
            return
        scores = zip(heard[::2], heard[1::2], strict=True)
        self._update_living(int(now), {text(who): int(float(at)) for who, at in scores})

    def _update_living(self, now: int, beats: Mapping[str, int]) -> None:
        """Update who is alive. After Redis was away or its clock set back, nobody counts as dead
        for a while.
        """
        at_last, self._heartbeat_at = self._heartbeat_at, time.monotonic()
        if self._heartbeat_at - at_last > DEAD_AFTER_MS / 2000 or now < self._redis_ms:
            self._grace_until = self._heartbeat_at + DEAD_AFTER_MS / 1000
        self._redis_ms = now
        living = _heard_since(beats, now - DEAD_AFTER_MS)
        if self._heartbeat_at < self._grace_until:
            living |= self._living
        self._recent = _heard_since(beats, now - RECENT_MS) | living
        changed, self._living = living ^ self._living, living
        if changed - {self.id}:
            for code, room in self._rooms.items():
                if not changed.isdisjoint(room.others):
                    self._set_online(room)
                    self._follow_queue.add(code, 0)

    def _next_since(self, room: PresentRoom) -> int:
        """Now, but later than everybody found there: this clock lags by the last heartbeat's delay,
        and the second process must not look like the first.
        """
        return max(self._now(), *(there.since + 1 for there in room.others.values()), 0)

    def _now(self) -> int:
        """Redis's clock, as estimated here."""
        return self._redis_ms + round((time.monotonic() - self._heartbeat_at) * 1000)

    # --- presence ---

    def _on_notifications(self, notifications: Iterable[ChangeNotification]) -> None:
        """A room changed, in another process or here. A change made here is known a moment later,
        when Redis has answered.
        """
        late = {}
        for code, version in notifications:
            if code in self._rooms:
                if not version:
                    self._mark_dirty(code)
                elif self._follower.is_behind(code, version):
                    late[code] = version
        if late:
            gevent.spawn_later(OWN_ANSWER_S, self._follow, late)

    def _follow(self, late: Mapping[str, int]) -> None:
        for code, version in late.items():
            if self._follower.is_behind(code, version):
                self.changes_followed += 1
                self._follow_queue.add(code, version)

    def _mark_dirty(self, code: str) -> None:
        self._dirty[code] = None
        self._wakeup.set()

    def _mark_all_dirty(self) -> None:
        """Notifications may have been missed."""
        for room in self._rooms.values():
            if room.written is not None:
                room.written = ""
        self._dirty = dict.fromkeys(self._rooms)
        self._wakeup.set()

    def _mark_next_dirty(self) -> None:
        """Check the next rooms in turn: nobody announces a deleted or replaced log."""
        turn = list(islice(self._sweep, SWEEP_ROOMS))
        if not turn:
            self._sweep = iter(list(self._rooms))
            turn = list(islice(self._sweep, SWEEP_ROOMS))
        for code in turn:
            self._mark_dirty(code)

    def _sync_next(self) -> None:
        self._wakeup.wait(max(0.0, self._sweep_at - time.monotonic()))
        gevent.sleep(GATHER_S)
        self._wakeup.clear()
        now = time.monotonic()
        if now >= self._rewrite_at:
            self._rewrite_at = now + REWRITE_S
            self._mark_all_dirty()
        if now >= self._sweep_at:
            self._sweep_at = now + SWEEP_S
            self._mark_next_dirty()
        while self._dirty or self._removed:
            if not self._sync_batch():
                gevent.sleep(RETRY_S)
            gevent.sleep(0)

    def _sync_batch(self) -> bool:
        """Synchronize some rooms; False when Redis did not answer."""
        codes, left = list(islice(self._dirty, BATCH)), dict(islice(self._removed.items(), BATCH))
        for code in codes:
            del self._dirty[code]
        for code in left:
            del self._removed[code]
        rooms = {code: self._rooms[code] for code in codes if code in self._rooms}
        written = {code: room.value() for code, room in rooms.items()}
        try:
            with self._redis.as_not_saved():
                answers = self._exchange(rooms, written, left)
                changed = [code for code, notify in left.items() if notify]
                changed += self._apply(rooms, written, answers)
                self._publish(changed)
        except NotSaved:
            self._dirty |= dict.fromkeys(codes)
            self._removed |= left
            return False
        return True

    def _exchange(
        self, rooms: Mapping[str, PresentRoom], written: Mapping[str, str], left: Iterable[str]
    ) -> list[Any]:
        """Write what is new here; read who else is there, and how long each log is."""
        pipe = self._redis.client.pipeline(transaction=False)
        for code, room in rooms.items():
            if room.written != written[code]:
                pipe.hset(keys.presence(code), self.id, written[code])
                pipe.expire(keys.presence(code), PRESENCE_TTL_S)
                dead = [who for who, there in room.others.items() if self._is_long_dead(who, there)]
                if dead:
                    pipe.hdel(keys.presence(code), *dead)
        for code in left:
            pipe.hdel(keys.presence(code), self.id)
        for code in rooms:
            pipe.hgetall(keys.presence(code))
            pipe.hmget(keys.room(code), "version", "link")
            pipe.exists(keys.log(code))
        answers: list[Any] = pipe.execute()
        return answers[len(answers) - 3 * len(rooms) :]

    def _apply(
        self, rooms: Mapping[str, PresentRoom], written: Mapping[str, str], answers: list[Any]
    ) -> list[str]:
        """Apply what was read; returns the rooms that the others must be notified of."""
        changed = []
        for n, (code, room) in enumerate(rooms.items()):
            found, (version, link), is_there = answers[3 * n : 3 * n + 3]
            before = (self.owns(code), room.online)
            if room.written != written[code]:
                if room.written or room.since:
                    changed.append(code)
                room.written = written[code]
            if self._rooms.get(code) is not room:
                self._removed[code] = True  # it was unloaded meanwhile
                continue
            present = pairs(found)
            self._read(room, present)
            if room.written and self.id not in present:
                room.written = ""  # somebody removed it
                self._mark_dirty(code)
            if not room.others and code in changed:
                changed.remove(code)
            if (self.owns(code), room.online) != before:
                self._follow_queue.add(code, 0)
            latest = self._latest(code, version, link) if is_there else ANOTHER_LOG
            if self._follower.differs(code, latest):
                self._follow_queue.add(code, latest)
        return changed

    def _latest(self, code: str, version: bytes | None, link: bytes | None) -> int:
        """The version of a log as read, or ANOTHER_LOG."""
        if version is None or not version.isdigit():
            return ANOTHER_LOG
        return int(version) if self._chains.matches(code, int(version), link) else ANOTHER_LOG

    def _publish(self, codes: Iterable[str]) -> None:
        if codes:
            pipe = self._redis.one_node().pipeline(transaction=False)
            for code in codes:
                pipe.publish(keys.CHANGES_CHANNEL, f"{code} 0")
            pipe.execute()

    def _is_long_dead(self, who: str, there: WorkerPresence) -> bool:
        return who not in self._recent and 0 < there.since < self._now() - REMEMBERED_MS

    def _read(self, room: PresentRoom, found: Mapping[str, str]) -> None:
        """Apply what Redis has of a room's presence."""
        room.others = {who: at for who, at in parse_presences(found).items() if who != self.id}
        self._set_online(room)

    def _set_online(self, room: PresentRoom) -> None:
        living = [there for who, there in room.others.items() if who in self._living]
        room.online = NOBODY.union(*(there.people for there in living))


def _repeat_forever(do: Callable[[], None]) -> None:
    """Repeat for ever, whatever fails: otherwise the others would take this process for dead, or it
    would miss their changes.
    """
    while True:
        try:
            do()
        except Exception:
            log.exception("Work with the other workers failed and will be retried")
            gevent.sleep(RETRY_S)


def _heard_since(beats: Mapping[str, int], than: int) -> frozenset[str]:
    return frozenset(who for who, at in beats.items() if at >= than)
