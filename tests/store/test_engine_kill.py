"""Whoever counts games, expires or deletes rooms in an engine may be killed at any moment."""

import itertools
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from long import often
from room.evening import ANA
from store.conftest import NOW
from store.engine_bench import EngineBench
from store.engines import Running
from store.killing import killed_at
from store.terminals import in_house
from store.test_lifetimes import let_pass, rows_of
from store.test_statistics import household, later, lose
from undercast.room.entries import CountMe
from undercast.rules.actions import Abandon, Undo
from undercast.service import Household
from undercast.store import counted
from undercast.store.counting import Counting
from undercast.store.engine import keys
from undercast.store.lifetimes import DAY_MS, KEPT_DAYS

pytestmark = pytest.mark.slow


@pytest.fixture
def bench(valkey: Running, tmp_path: Path) -> EngineBench:
    valkey.do("FLUSHALL")
    return EngineBench(tmp_path, now=NOW, url=valkey.url)


def anew(bench: EngineBench) -> EngineBench:
    """Another process, whose commands are new ones."""
    return maker(bench)()


def maker(bench: EngineBench) -> Callable[[], EngineBench]:
    """As above, for whoever makes it elsewhere."""
    commands = bench.commands + 100
    return partial(EngineBench, bench.folder, now=bench.now, url=bench.url, commands=commands)


def play(make: Callable[[], EngineBench], code: str) -> None:
    there = make()
    counting = Counting(there.store, counts=True)
    lose(there, code)
    later(there, counting)
    there.now = NOW
    there.do(code, ANA, Undo())
    there.do(code, ANA, Abandon())
    later(there, counting)


def expire(make: Callable[[], EngineBench]) -> None:
    there = make()
    there.store.expire(there.now, 30)


def delete(url: str, code: str) -> None:
    in_house(url, lambda house: house.delete(code))


def test_each_game_is_counted_as_it_ended_and_once(bench: EngineBench) -> None:
    """It ends, is counted, is undone after all, ends otherwise and is counted."""
    for moment in itertools.count(2, often(10, 4)):
        bench.do_there("FLUSHALL")
        code = anew(bench).four()
        bench.commands += 200
        anew(bench).do(code, ANA, CountMe(on=True))
        bench.commands += 200
        killed = killed_at(moment, play, maker(bench), code)
        bench.commands += 200
        here = anew(bench)
        here.room(code)
        later(here, Counting(here.store, counts=True))
        endings = {game.number: counted.checksum(game) for game in here.store.games(code)}
        rows = {int(name.partition(".")[2]): row.ending for name, row in here.numbers.rows()}
        assert rows == endings
        assert here.store.uncounted() == []
        if not killed:
            break


def test_a_room_of_age_is_deleted_whole_and_its_numbers_stay(bench: EngineBench) -> None:
    for moment in itertools.count(1, often(6, 3)):
        here, code = with_a_game(bench)
        numbers = household(here)
        here.store.expire(here.now, 30)
        assert let_pass(here, 31) == [code]
        let_pass(here, KEPT_DAYS - 1)
        here.now += DAY_MS
        killed = killed_at(moment, expire, maker(here))
        there = anew(here)
        there.do_there("DEL", keys.LOOKING)  # else it would be waited for
        let_pass(there, 1)
        assert rows_of(there, code) == 0
        assert household(there) == numbers
        if not killed:
            break


def test_a_room_is_deleted_whole_with_its_numbers_or_not_at_all(bench: EngineBench) -> None:
    for moment in itertools.count(1, often(6, 3)):
        here, code = with_a_game(bench)
        numbers = household(here)
        killed = killed_at(moment, delete, here.url, code)
        there = anew(here)
        there.store.expire(there.now, 30)
        if there.store.latest(code) is None:
            assert rows_of(there, code) == 0
            assert household(there) == Household()
        else:
            assert household(there) == numbers
        if not killed:
            break


def with_a_game(bench: EngineBench) -> tuple[EngineBench, str]:
    """An engine with one room, in which a game was counted."""
    bench.do_there("FLUSHALL")
    here = anew(bench)
    code = here.four()
    here.do(code, ANA, CountMe(on=True))
    lose(here, code)
    later(here, Counting(here.store, counts=True))
    return here, code
