"""Codes that are guessed, and those who only come all at once."""

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from patience import PATIENCE
from undercast.refusals import Refusal, Refused
from undercast.web.commands import PROTOCOL, Watch
from undercast.web.protocol.guessing import AT_ONCE, GUESSES_A_MINUTE, Guessing
from undercast.web.transport.allowance import Allowance

MANY = 8 * AT_ONCE


class Pages:
    """Nobody brings more than a room's code."""

    def knows(self, _code: str, _watch: Watch) -> bool:
        return False


def guessing() -> Guessing:
    return Guessing(Allowance(GUESSES_A_MINUTE, per=60, now=lambda: 0.0), None, Pages())  # type: ignore[arg-type]


def all_at_once(guesses: Guessing, enter: Callable[[], str]) -> Counter[str]:
    """What so many from one address are told."""

    def come(_number: int) -> str:
        try:
            return guesses.tried("192.0.2.1", Watch(room="BKTM", protocol=PROTOCOL), enter)
        except Refused as refused:
            return refused.code

    with ThreadPoolExecutor(MANY) as pool:
        return Counter(pool.map(come, range(MANY)))


def test_who_is_right_is_let_in_however_many_come_at_once() -> None:
    full = threading.Barrier(AT_ONCE)  # a store that takes its time: for as many as may at once

    def enter() -> str:
        full.wait(PATIENCE)
        return "in"

    assert all_at_once(guessing(), enter) == {"in": MANY}


def test_who_is_wrong_is_told_so_only_so_often_however_many_come_at_once() -> None:
    def enter() -> str:
        raise Refused(Refusal.ROOM_NOT_FOUND)

    told = all_at_once(guessing(), enter)
    assert told == {
        Refusal.ROOM_NOT_FOUND: GUESSES_A_MINUTE,
        Refusal.TOO_MANY: MANY - GUESSES_A_MINUTE,
    }
