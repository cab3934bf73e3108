"""Who took least comes first: how many connections or addresses somebody has buys nothing."""

import gc
import time
from collections import Counter

import gevent
from gevent.event import Event
from gevent.hub import Waiter

from patience import PATIENCE
from undercast.web.transport.turns import FORGIVEN, FREE, MOST_ADDRESSES, ROUND, Queue, Share, Turns


def in_turn(turns: Turns, address: str, things: int, order: list[str]) -> None:
    """So many things, each of which takes a whole round of the processor's time."""
    turn = turns.of(address)
    for _ in range(things):
        with turn:
            order.append(address)
            until = time.thread_time() + ROUND
            while time.thread_time() < until:
                pass


def test_of_those_who_wait_whoever_took_least_comes_first() -> None:
    turns, order = Turns(), list[str]()
    crowd = [gevent.spawn(in_turn, turns, f"crowd {i % 20}", 5, order) for i in range(60)]
    while len(order) < 60:
        gevent.sleep(ROUND)
    for number in range(20):
        turns.of(f"crowd {number}").owe(FREE)
    gevent.joinall(
        [gevent.spawn(in_turn, turns, "one", 3, order)], timeout=PATIENCE, raise_error=True
    )
    assert len(order) - order.index("one") < 20, "in the order in which they came it would be 120"
    gevent.joinall(crowd, timeout=PATIENCE, raise_error=True)
    assert Counter(order) == {"one": 3} | {f"crowd {i}": 15 for i in range(20)}


def test_connections_of_one_address_share_what_it_took() -> None:
    turns, order = Turns(), list[str]()
    turns.of("many").owe(FREE)
    many = [gevent.spawn(in_turn, turns, "many", 10, order) for _ in range(10)]
    pair = [gevent.spawn(in_turn, turns, "pair", 10, order) for _ in range(2)]
    gevent.joinall([*many, *pair], timeout=PATIENCE, raise_error=True)
    assert Counter(order[:40])["pair"] >= 10, "by connections it would be 7"


def test_somebody_new_is_not_before_those_who_play() -> None:
    turns, order = Turns(), list[str]()
    turns.of("one").owe(FREE * 0.9)
    new = [gevent.spawn(in_turn, turns, f"new {i}", 3, order) for i in range(20)]
    one = gevent.spawn(in_turn, turns, "one", 1, order)
    gevent.joinall([*new, one], timeout=PATIENCE, raise_error=True)
    assert order.index("one") < 25, "20 came before; in the end there are 61"


def test_whoever_took_much_waits_for_two_things_of_each_other_address_at_most() -> None:
    turns, order = Turns(), list[str]()
    turns.of("one").owe(1.0)
    new = [gevent.spawn(in_turn, turns, f"new {i % 20}", 3, order) for i in range(60)]
    one = gevent.spawn(in_turn, turns, "one", 1, order)
    gevent.joinall([*new, one], timeout=PATIENCE, raise_error=True)
    assert order.index("one") < 50, "in the end there are 181"


def test_who_sends_now_and_then_comes_before_a_new_crowd_that_never_pauses() -> None:
    turns, order = Turns(), list[str]()
    turns.of("one").owe(1.0)
    crowd = [gevent.spawn(in_turn, turns, f"crowd {i}", 5, order) for i in range(60)]
    while len(order) < 90:
        gevent.sleep(ROUND)
    came = len(order)
    gevent.joinall(
        [gevent.spawn(in_turn, turns, "one", 1, order)], timeout=PATIENCE, raise_error=True
    )
    assert order.index("one") - came < 5, "in the order in which they came it would be 60"
    gevent.joinall(crowd, timeout=PATIENCE, raise_error=True)


def test_many_new_addresses_are_not_before_who_has_one() -> None:
    turns, order = Turns(), list[str]()
    turns.of("one").owe(1.0)
    new = [gevent.spawn(in_turn, turns, f"new {i}", 1, order) for i in range(100)]
    while not turns.waiting:
        gevent.sleep(0)
    one = gevent.spawn(in_turn, turns, "one", 1, order)
    gevent.joinall([one, *new], timeout=PATIENCE, raise_error=True)
    assert order.index("one") < 10


def test_whoever_waits_for_something_else_keeps_nobody() -> None:
    turns, order, disk = Turns(), list[str](), Event()

    def slow() -> None:
        with turns.of("one"):
            disk.wait()

    waiting = gevent.spawn(slow)
    gevent.joinall(
        [gevent.spawn(in_turn, turns, "one", 5, order)], timeout=PATIENCE, raise_error=True
    )
    disk.set()
    gevent.joinall([waiting], timeout=PATIENCE, raise_error=True)


def test_everybody_is_called_once_and_those_of_an_address_in_their_order() -> None:
    queue, shares = Queue(), [Share() for _ in range(3)]
    waiting = [(shares[i % 3], queue.add(shares[i % 3], 0.0)) for i in range(30)]
    for now in range(30):
        called = queue.next(float(now))
        (share,) = (share for share, each in waiting if each is called)
        assert called is next(each for its, each in waiting if its is share)
        waiting.remove((share, called))
        share.take(0.01 * (1 + shares.index(share)), float(now))
    assert not queue


def test_who_was_called_is_forgotten_also_while_others_wait() -> None:
    queue, shares = Queue(), [Share() for _ in range(10)]
    for number in range(1000):
        queue.add(shares[number % 10], float(number))
        shares[number % 10].take(1.0, float(number))
        if number > 50:
            queue.next(float(number))
    assert sum(isinstance(one, Waiter) for one in gc.get_objects()) < 2 * len(queue)


def test_who_does_not_wait_any_more_keeps_nobody() -> None:
    turns, order = Turns(), list[str]()
    one, *others = (gevent.spawn(in_turn, turns, name, 2, order) for name in ("one", "two", "six"))
    while not turns.waiting:
        gevent.sleep(0)
    others[0].kill()
    gevent.joinall([one, others[1]], timeout=PATIENCE, raise_error=True)
    assert Counter(order) == {"one": 2, "six": 2}


def test_what_was_taken_is_forgiven() -> None:
    turns = Turns()
    turns.of("one").owe(1.0)
    share, now = turns.of("one").share, time.monotonic()
    assert 0.5 < share.taken(now) <= 1.0
    assert share.taken(now + 10 * FORGIVEN) < 0.001


def test_of_many_addresses_those_that_took_most_are_remembered() -> None:
    turns = Turns()
    turns.of("busy").owe(1.0)
    for number in range(MOST_ADDRESSES):
        turns.of(f"{number}")
    assert turns.of("busy").share.taken(time.monotonic()) > 0.5
