"""Of each address one thing at a time: how many connections somebody has buys nothing."""

from collections import Counter

import gevent

from undercast.web.transport.turns import Turns


def test_nobody_waits_for_more_than_one_thing_of_each_other_address() -> None:
    turns, done = Turns(), Counter[str]()

    def go_on(address: str, things: int) -> None:
        for _ in range(things):
            with turns.of(address):
                done[address] += 1

    crowd = [gevent.spawn(go_on, "crowd", 100) for _ in range(20)]
    pair = [gevent.spawn(go_on, "pair", 100) for _ in range(2)]
    gevent.joinall([gevent.spawn(go_on, "one", 30)], timeout=20, raise_error=True)
    assert done["one"] == 30
    assert done["crowd"] <= 35
    assert done["pair"] <= 35
    gevent.joinall([*crowd, *pair], timeout=20, raise_error=True)
    assert done == {"one": 30, "crowd": 2000, "pair": 200}


def test_those_of_one_address_take_turns() -> None:
    turns, order = Turns(), list[int]()

    def go_on(who: int) -> None:
        for _ in range(20):
            with turns.of("crowd"):
                order.append(who)

    gevent.joinall([gevent.spawn(go_on, who) for who in range(3)], timeout=20, raise_error=True)
    assert order == [0, 1, 2] * 20


def test_a_turn_is_forgotten_with_the_last_that_holds_it() -> None:
    turns = Turns()
    turn = turns.of("one")
    assert turns.of("one") is turn
    del turn
    assert len(turns._turns) == 0
