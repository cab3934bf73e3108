"""Who used least goes first; more connections or addresses buy nothing."""

import gc
import time
from collections import Counter

import gevent
from gevent.event import Event
from gevent.hub import Waiter

from undercast.web.transport.fair_scheduler import (
    DECAY_SECONDS,
    FREE_SECONDS,
    MAX_ADDRESSES,
    ROUND_SECONDS,
    FairScheduler,
    Flow,
    FlowQueue,
)


def run_tasks(scheduler: FairScheduler, address: str, tasks: int, order: list[str]) -> None:
    """Run so many tasks, each of which takes a whole round of processor time."""
    time_slice = scheduler.time_slice(address)
    for _ in range(tasks):
        with time_slice:
            order.append(address)
            until = time.thread_time() + ROUND_SECONDS
            while time.thread_time() < until:
                pass


def test_the_address_that_used_least_goes_first() -> None:
    scheduler, order = FairScheduler(), list[str]()
    crowd = [gevent.spawn(run_tasks, scheduler, f"crowd {i % 20}", 5, order) for i in range(60)]
    while len(order) < 60:
        gevent.sleep(ROUND_SECONDS)
    for number in range(20):
        scheduler.time_slice(f"crowd {number}").charge(FREE_SECONDS)
    gevent.joinall(
        [gevent.spawn(run_tasks, scheduler, "one", 3, order)], timeout=20, raise_error=True
    )
    assert len(order) - order.index("one") < 20, "in the order in which they came it would be 120"
    gevent.joinall(crowd, timeout=20, raise_error=True)
    assert Counter(order) == {"one": 3} | {f"crowd {i}": 15 for i in range(20)}


def test_connections_of_one_address_share_its_use() -> None:
    scheduler, order = FairScheduler(), list[str]()
    scheduler.time_slice("many").charge(FREE_SECONDS)
    many = [gevent.spawn(run_tasks, scheduler, "many", 10, order) for _ in range(10)]
    pair = [gevent.spawn(run_tasks, scheduler, "pair", 10, order) for _ in range(2)]
    gevent.joinall([*many, *pair], timeout=20, raise_error=True)
    assert Counter(order[:40])["pair"] >= 10, "by connections it would be 7"


def test_new_addresses_do_not_go_before_players() -> None:
    scheduler, order = FairScheduler(), list[str]()
    scheduler.time_slice("one").charge(FREE_SECONDS * 0.9)
    new = [gevent.spawn(run_tasks, scheduler, f"new {i}", 3, order) for i in range(20)]
    one = gevent.spawn(run_tasks, scheduler, "one", 1, order)
    gevent.joinall([*new, one], timeout=20, raise_error=True)
    assert order.index("one") < 25, "20 came before; in the end there are 61"


def test_heavy_use_waits_for_two_tasks_of_each_other_address_at_most() -> None:
    scheduler, order = FairScheduler(), list[str]()
    scheduler.time_slice("one").charge(1.0)
    new = [gevent.spawn(run_tasks, scheduler, f"new {i % 20}", 3, order) for i in range(60)]
    one = gevent.spawn(run_tasks, scheduler, "one", 1, order)
    gevent.joinall([*new, one], timeout=20, raise_error=True)
    assert order.index("one") < 50, "in the end there are 181"


def test_occasional_senders_go_before_a_new_crowd_that_never_pauses() -> None:
    scheduler, order = FairScheduler(), list[str]()
    scheduler.time_slice("one").charge(1.0)
    crowd = [gevent.spawn(run_tasks, scheduler, f"crowd {i}", 5, order) for i in range(60)]
    while len(order) < 90:
        gevent.sleep(ROUND_SECONDS)
    came = len(order)
    gevent.joinall(
        [gevent.spawn(run_tasks, scheduler, "one", 1, order)], timeout=20, raise_error=True
    )
    assert order.index("one") - came < 5, "in the order in which they came it would be 60"
    gevent.joinall(crowd, timeout=20, raise_error=True)


def test_many_new_addresses_do_not_go_before_one() -> None:
    scheduler, order = FairScheduler(), list[str]()
    scheduler.time_slice("one").charge(1.0)
    new = [gevent.spawn(run_tasks, scheduler, f"new {i}", 1, order) for i in range(100)]
    while not scheduler.waiting:
        gevent.sleep(0)
    one = gevent.spawn(run_tasks, scheduler, "one", 1, order)
    gevent.joinall([one, *new], timeout=20, raise_error=True)
    assert order.index("one") < 10


def test_a_task_that_waits_for_something_else_holds_up_nobody() -> None:
    scheduler, order, disk = FairScheduler(), list[str](), Event()

    def slow() -> None:
        with scheduler.time_slice("one"):
            disk.wait()

    waiting = gevent.spawn(slow)
    gevent.joinall(
        [gevent.spawn(run_tasks, scheduler, "one", 5, order)], timeout=20, raise_error=True
    )
    disk.set()
    gevent.joinall([waiting], timeout=20, raise_error=True)


def test_every_task_runs_once_and_those_of_an_address_in_order() -> None:
    queue, flows = FlowQueue(), [Flow() for _ in range(3)]
    waiting = [(flows[i % 3], queue.add(flows[i % 3], 0.0)) for i in range(30)]
    for now in range(30):
        called = queue.pop(float(now))
        (flow,) = (flow for flow, each in waiting if each is called)
        assert called is next(each for its, each in waiting if its is flow)
        waiting.remove((flow, called))
        flow.charge(0.01 * (1 + flows.index(flow)), float(now))
    assert not queue


def waiters() -> int:
    """How many there are in this process, also of tests that ran before."""
    gc.collect()
    return sum(isinstance(one, Waiter) for one in gc.get_objects())


def test_tasks_that_ran_are_forgotten_while_others_wait() -> None:
    before = waiters()
    queue, flows = FlowQueue(), [Flow() for _ in range(10)]
    for number in range(1000):
        queue.add(flows[number % 10], float(number))
        flows[number % 10].charge(1.0, float(number))
        if number > 50:
            queue.pop(float(number))
    assert waiters() - before < 2 * len(queue)


def test_a_task_that_was_killed_holds_up_nobody() -> None:
    scheduler, order = FairScheduler(), list[str]()
    one, *others = (
        gevent.spawn(run_tasks, scheduler, name, 2, order) for name in ("one", "two", "six")
    )
    while not scheduler.waiting:
        gevent.sleep(0)
    others[0].kill()
    gevent.joinall([one, others[1]], timeout=20, raise_error=True)
    assert Counter(order) == {"one": 2, "six": 2}


def test_use_decays() -> None:
    scheduler = FairScheduler()
    scheduler.time_slice("one").charge(1.0)
    flow, now = scheduler.time_slice("one").flow, time.monotonic()
    assert 0.5 < flow.used(now) <= 1.0
    assert flow.used(now + 10 * DECAY_SECONDS) < 0.001


def test_of_many_addresses_those_that_used_most_are_remembered() -> None:
    scheduler = FairScheduler()
    scheduler.time_slice("busy").charge(1.0)
    for number in range(MAX_ADDRESSES):
        scheduler.time_slice(f"{number}")
    assert scheduler.time_slice("busy").flow.used(time.monotonic()) > 0.5
