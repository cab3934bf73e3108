"""Whoever counts games, expires or deletes rooms in Redis may be killed at any moment."""

import itertools
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from long import often
from room.room_builder import ANA
from store.conftest import NOW
from store.killing import killed_at
from store.redis_bench import RedisBench
from store.redis_servers import Running
from store.terminals import ask_store
from store.test_retention import let_pass, rows_of
from store.test_statistics import household, later, lose
from undercast.room.entries import CountMe
from undercast.rules.actions import Abandon, Undo
from undercast.service import HouseholdStatistics
from undercast.store import checkpoints
from undercast.store.game_counter import GameCounter
from undercast.store.port import DAY_MS, GRACE_DAYS
from undercast.store.redis import keys

pytestmark = pytest.mark.slow


@pytest.fixture
def bench(valkey: Running, tmp_path: Path) -> RedisBench:
    valkey.do("FLUSHALL")
    return RedisBench(tmp_path, now=NOW, url=valkey.url)


def anew(bench: RedisBench) -> RedisBench:
    """Another process, whose commands are new ones."""
    return maker(bench)()


def maker(bench: RedisBench) -> Callable[[], RedisBench]:
    """As above, for whoever makes it elsewhere."""
    commands = bench.commands + 100
    return partial(RedisBench, bench.folder, now=bench.now, url=bench.url, commands=commands)


def play(make: Callable[[], RedisBench], code: str) -> None:
    there = make()
    counting = GameCounter(there.store, counts=True)
    lose(there, code)
    later(there, counting)
    there.now = NOW
    there.do(code, ANA, Undo())
    there.do(code, ANA, Abandon())
    later(there, counting)


def expire(make: Callable[[], RedisBench]) -> None:
    there = make()
    there.store.expire(there.now, 30)


def delete(url: str, code: str) -> None:
    ask_store(url, lambda house: house.delete(code))


def test_each_game_is_counted_as_it_ended_and_once(bench: RedisBench) -> None:
    """It ends, is counted, is undone after all, ends otherwise and is counted."""
    for moment in itertools.count(2, often(10, 4)):
        bench.command_redis("FLUSHALL")
        code = anew(bench).four()
        bench.commands += 200
        anew(bench).do(code, ANA, CountMe(on=True))
        bench.commands += 200
        killed = killed_at(moment, play, maker(bench), code)
        bench.commands += 200
        here = anew(bench)
        here.room(code)
        later(here, GameCounter(here.store, counts=True))
        endings = {
            game.number: checkpoints.ending_checksum(game) for game in here.store.games(code)
        }
        rows = {int(name.partition(".")[2]): row.ending for name, row in here.statistics.rows()}
        assert rows == endings
        assert here.store.uncounted_games() == []
        if not killed:
            break


def test_a_room_of_age_is_deleted_whole_and_its_numbers_stay(bench: RedisBench) -> None:
    for moment in itertools.count(1, often(6, 3)):
        here, code = with_a_game(bench)
        statistics = household(here)
        here.store.expire(here.now, 30)
        assert let_pass(here, 31) == [code]
        let_pass(here, GRACE_DAYS - 1)
        here.now += DAY_MS
        killed = killed_at(moment, expire, maker(here))
        there = anew(here)
        there.command_redis("DEL", keys.EXPIRY_LOCK)  # else it would be waited for
        let_pass(there, 1)
        assert rows_of(there, code) == 0
        assert household(there) == statistics
        if not killed:
            break


def test_a_room_is_deleted_whole_with_its_numbers_or_not_at_all(bench: RedisBench) -> None:
    for moment in itertools.count(1, often(6, 3)):
        here, code = with_a_game(bench)
        statistics = household(here)
        killed = killed_at(moment, delete, here.url, code)
        there = anew(here)
        there.store.expire(there.now, 30)
        if there.store.latest(code) is None:
            assert rows_of(there, code) == 0
            assert household(there) == HouseholdStatistics()
        else:
            assert household(there) == statistics
        if not killed:
            break


def with_a_game(bench: RedisBench) -> tuple[RedisBench, str]:
    """Redis with one room, in which a game was counted."""
    bench.command_redis("FLUSHALL")
    here = anew(bench)
    code = here.four()
    here.do(code, ANA, CountMe(on=True))
    lose(here, code)
    later(here, GameCounter(here.store, counts=True))
    return here, code
