"""Who lives, who is connected elsewhere and who owns a room: processes side by side on one engine,
whose turns are taken one by one.
"""

from collections.abc import Iterator

import gevent
import pytest

from store.redis_servers import VALKEY, Running, redis_server
from undercast.base.refusals import Refusal, Refused
from undercast.store.redis import change_notifications, follow_queue, keys
from undercast.store.redis.connection import RedisConnection
from undercast.store.redis.follow_queue import ANOTHER_LOG, FollowQueue
from undercast.store.redis.hash_chain import HashChains, encode_link
from undercast.store.redis.peers import DEAD_AFTER_MS, REMEMBERED_MS, SWEEP_ROOMS, RedisPeers

CODE = "BKTM"


class Rooms:
    """The rooms of a process: what they hear of."""

    def __init__(self) -> None:
        self.heard_of: list[tuple[str, int]] = []
        self.version = 0
        self.refuses = False

    def is_behind(self, _code: str, version: int) -> bool:
        return version > self.version

    def differs(self, _code: str, version: int) -> bool:
        return version != self.version

    def log_changed(self, code: str, version: int) -> None:
        if self.refuses:
            self.refuses = False
            raise Refused(Refusal.NOT_SAVED)
        self.heard_of.append((code, version))
        self.version = max(version, self.version)


class Process(RedisPeers):
    """One that does nothing by itself."""

    def __init__(self, valkey: Running, *, patience: float = 2.0) -> None:
        self.links = HashChains()
        super().__init__(RedisConnection(valkey.url, patience=patience), self.links)
        self.rooms = Rooms()
        self._follower, self._follow_queue = self.rooms, FollowQueue(self.rooms)
        self._heartbeat()

    def turn(self) -> None:
        """Beat, write and read what there is, and run its errands."""
        self._heartbeat()
        while self._dirty or self._removed:
            assert self._sync_batch()
        gevent.sleep(0)

    def look(self) -> None:
        """As when a hint came."""
        self._on_notifications([(CODE, 0)])
        self.turn()


@pytest.fixture(scope="module")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with redis_server(VALKEY, tmp_path_factory.mktemp("engine"), safe=False) as running:
        yield running


def log_of(valkey: Running, code: str, version: int, link: int = 0) -> None:
    """The room's log ends at this version, with this link."""
    valkey.do("XADD", keys.log(code), f"{version + 1}-0", "e", "?")
    valkey.do("HSET", keys.room(code), "version", version, "link", encode_link(link))


@pytest.fixture
def here(valkey: Running) -> Process:
    valkey.do("FLUSHALL")
    log_of(valkey, CODE, 0)
    return Process(valkey)


@pytest.fixture
def there(valkey: Running, here: Process) -> Process:
    """Here the room is already, with somebody in it."""
    assert not here.find(CODE)
    here.set_loaded(CODE, frozenset({"p1"}))
    here.turn()
    return Process(valkey)


def be_dead(valkey: Running, process: Process, since: int) -> None:
    """Let this process be heard of so long ago."""
    valkey.do("ZINCRBY", keys.WORKERS, -since, process.id)


def test_the_first_owns_and_each_knows_who_is_at_the_other(here: Process, there: Process) -> None:
    assert here.owns(CODE)
    assert there.find(CODE)
    assert there.online(CODE) == {"p1"}
    assert not there.owns(CODE)
    there.set_loaded(CODE, frozenset({"p2", "p3"}))
    there.turn()
    here.look()
    assert here.rooms.heard_of == [(CODE, 0)]
    assert here.online(CODE) == {"p2", "p3"}
    assert (here.owns(CODE), there.owns(CODE)) == (True, False)
    assert here.live_processes == there.live_processes == 2


def test_who_finds_another_there_is_second_however_late_it_heard_what_time_it_is(
    here: Process, there: Process
) -> None:
    there.find(CODE)
    there._heartbeat_at += 60.0
    there.set_loaded(CODE, frozenset({"p2"}))
    there.turn()
    here.look()
    assert (here.owns(CODE), there.owns(CODE)) == (True, False)


def test_the_other_owns_it_when_nobody_is_connected_to_the_first(
    here: Process, there: Process
) -> None:
    there.find(CODE)
    there.set_loaded(CODE, frozenset())  # a screen
    there.turn()
    here.set_loaded(CODE, None)
    here.turn()
    there.look()
    assert there.rooms.heard_of == [(CODE, 0)]
    here.look()
    assert (here.owns(CODE), there.owns(CODE)) == (False, True)
    here.set_loaded(CODE, frozenset({"p1"}))
    here.turn()
    there.look()
    assert (here.owns(CODE), there.owns(CODE)) == (False, True)
    there.set_unloaded(CODE)
    there.turn()
    here.look()
    assert here.owns(CODE)


def test_another_owns_it_when_the_first_is_dead(
    here: Process, there: Process, valkey: Running
) -> None:
    there.find(CODE)
    there.set_loaded(CODE, frozenset({"p2"}))
    there.turn()
    be_dead(valkey, here, DEAD_AFTER_MS + 100)
    there.turn()
    assert there.rooms.heard_of == [(CODE, 0)]
    assert there.owns(CODE)
    assert there.online(CODE) == frozenset()
    here.turn()  # it was only slow
    there.turn()
    assert there.online(CODE) == {"p1"}
    assert not there.owns(CODE)


def test_who_stops_in_order_is_not_waited_for(here: Process, there: Process) -> None:
    there.find(CODE)
    here.stop()
    there.turn()
    assert there.owns(CODE)


def test_a_room_of_a_moment_ago_goes_on(here: Process, there: Process, valkey: Running) -> None:
    be_dead(valkey, here, 2 * DEAD_AFTER_MS)
    assert there.find(CODE)
    be_dead(valkey, here, 2 * DEAD_AFTER_MS)
    there._heartbeat()
    assert not Process(valkey).find(CODE)


def test_nobody_is_dead_because_redis_was_away(
    here: Process, there: Process, valkey: Running
) -> None:
    there.find(CODE)
    be_dead(valkey, here, DEAD_AFTER_MS + 100)
    there._heartbeat_at -= DEAD_AFTER_MS / 1000  # for so long it could not ask
    there.turn()
    assert not there.owns(CODE)


def test_where_the_clock_was_set_back_the_dead_are_dead(
    here: Process, there: Process, valkey: Running
) -> None:
    there.find(CODE)
    hour = 3_600_000
    be_dead(valkey, here, -hour)
    there._redis_ms += hour
    there.turn()
    assert not there.owns(CODE)  # who lives says so anew within half a second
    there._grace_until = 0.0
    there.turn()
    assert there.owns(CODE)


def test_what_is_left_of_the_dead_is_removed(
    here: Process, there: Process, valkey: Running
) -> None:
    there.find(CODE)
    be_dead(valkey, here, REMEMBERED_MS + 1)
    valkey.do("HSET", keys.presence(CODE), here.id, f"{here._now() - REMEMBERED_MS - 1000} p1")
    there._mark_dirty(CODE)
    there.turn()
    there.set_loaded(CODE, frozenset({"p2"}))
    there.turn()
    assert valkey.do("HKEYS", keys.presence(CODE)) == [there.id.encode()]
    there.set_unloaded(CODE)
    there.turn()
    assert valkey.do("EXISTS", keys.presence(CODE)) == 0


def test_while_it_cannot_be_asked_nothing_is_forgotten(here: Process, valkey: Running) -> None:
    slow = Process(valkey, patience=0.4)
    slow.find(CODE)
    slow.set_loaded(CODE, frozenset({"p2"}))
    with valkey.stopped():
        assert not slow._sync_batch()
        assert not slow.find("CDFG")
        slow._heartbeat()
    slow.turn()
    here.find(CODE)
    assert here.online(CODE) == {"p2"}


def test_a_room_that_is_forgotten_while_it_is_written_is_taken_out(
    here: Process, valkey: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    here.find(CODE)
    here.set_loaded(CODE, frozenset({"p1"}))
    exchange = here._exchange

    def forgotten(*given: object) -> object:
        answers = exchange(*given)  # type: ignore[arg-type]
        monkeypatch.setattr(here, "_exchange", exchange)
        here.set_unloaded(CODE)
        return answers

    monkeypatch.setattr(here, "_exchange", forgotten)
    here.turn()
    assert valkey.do("EXISTS", keys.presence(CODE)) == 0
    here.set_loaded(CODE, frozenset({"p1"}))  # somebody is told so late that it is forgotten
    here.turn()
    assert valkey.do("EXISTS", keys.presence(CODE)) == 0


def test_whatever_may_have_been_missed_is_looked_for(here: Process, valkey: Running) -> None:
    codes = [f"B{a}{b}{c}" for a in "BCDF" for b in "BCDF" for c in "BCDFGHJK"]
    for code in codes:
        here.find(code)
        here.set_loaded(code, frozenset({"p1"}))
        log_of(valkey, code, 7)
    here.turn()
    assert here.rooms.heard_of[0][1] == 7
    here.rooms.heard_of.clear()
    here.rooms.version = 0
    here._mark_all_dirty()
    here.turn()
    assert here.rooms.heard_of
    valkey.do("DEL", keys.presence(codes[-1]))
    for _ in range(-(-len(codes) // SWEEP_ROOMS)):
        here._mark_next_dirty()
        here.turn()
    assert valkey.do("HGET", keys.presence(codes[-1]), here.id)


def test_a_log_that_lost_its_end_is_looked_at(here: Process, valkey: Running) -> None:
    here.find(CODE)
    here.rooms.version = 9
    log_of(valkey, CODE, 7)
    here._mark_all_dirty()
    here.turn()
    assert here.rooms.heard_of == [(CODE, 7)]


def test_another_log_of_the_same_length_and_one_that_is_gone(
    here: Process, valkey: Running
) -> None:
    here.find(CODE)
    here.rooms.version = 7
    here.links.remember(CODE, 6, [1, 2])
    log_of(valkey, CODE, 7, 2)
    here._mark_next_dirty()
    here.turn()
    assert here.rooms.heard_of == []
    for spoiled in (
        ("HSET", keys.room(CODE), "link", encode_link(3)),
        ("HSET", keys.room(CODE), "link", encode_link(2), "version", b"\xff"),
        ("DEL", keys.room(CODE)),
        ("DEL", keys.log(CODE)),
    ):
        valkey.do(*spoiled)
        here.rooms.version = 7
        here._mark_next_dirty()
        here.turn()
    assert here.rooms.heard_of == [(CODE, ANOTHER_LOG)] * 4


def test_what_no_worker_has_written_is_passed_over(
    here: Process, there: Process, valkey: Running
) -> None:
    for who, value in (("x", b"\xff\xfe"), ("y", "1"), ("z", "p1 p2"), (b"\xff", "1 p8"), ("", "")):
        valkey.do("HSET", keys.presence(CODE), who, value)
        valkey.do("ZADD", keys.WORKERS, here._now(), who)
    there.find(CODE)
    there.set_loaded(CODE, frozenset({"p2"}))
    there.turn()
    here.look()
    assert here.online(CODE) == {"p2", "p8"}
    assert here.owns(CODE) is False  # nobody can tell that it is no worker


def test_what_is_refused_is_heard_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow_queue, "RETRY_S", 0)
    rooms = Rooms()
    rooms.refuses = True
    waiting = FollowQueue(rooms)
    waiting.add(CODE, 3)
    waiting.add(CODE, 5)
    waiting.add(CODE, 0)
    while (CODE, 5) not in rooms.heard_of:
        gevent.sleep(0)
    assert (CODE, 0) in rooms.heard_of
    assert (CODE, 3) not in rooms.heard_of


def test_for_a_room_that_is_forgotten_meanwhile_nothing_waits(
    caplog: pytest.LogCaptureFixture,
) -> None:
    rooms = Rooms()
    rooms.refuses, rooms.version = True, ANOTHER_LOG  # no other version than this is in memory
    waiting = FollowQueue(rooms)
    waiting.add(CODE, ANOTHER_LOG)
    while rooms.refuses:
        gevent.sleep(0)
    assert not waiting._waiting
    assert not caplog.records


def said(text: str) -> bytes:
    """A message as Redis sends it."""
    channel = keys.CHANGES_CHANNEL
    return f"*3\r\n$7\r\nmessage\r\n$15\r\n{channel}\r\n${len(text)}\r\n{text}\r\n".encode()


def test_hints_are_read_wherever_they_are_cut() -> None:
    texts = ["BKTM 12", "nonsense", "CDFG 0", "BKTM 13", "BKTM 1 2", "HJKL 9"]
    came = b"*2\r\n$4\r\npong\r\n$0\r\n\r\n".join(map(said, texts))
    expected = [("BKTM", 12), ("CDFG", 0), ("BKTM", 13), ("HJKL", 9)]
    assert change_notifications.parse(came)[0] == expected
    for cut in range(len(came)):
        first, rest = change_notifications.parse(came[:cut])
        second, rest = change_notifications.parse(rest + came[cut:])
        assert first + second == expected
    assert len(change_notifications.parse(bytes(1_000))[1]) <= 100
