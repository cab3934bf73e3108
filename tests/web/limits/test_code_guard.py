"""Codes that are guessed, and those who only come all at once."""

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from undercast.base.refusals import Refusal, Refused
from undercast.web.limits.code_guard import CodeGuard
from undercast.web.limits.limit_values import LOOKUPS_AT_ONCE, RATE_LIMITS
from undercast.web.limits.token_bucket import TokenBucket

MANY = 8 * LOOKUPS_AT_ONCE
GUESSES = RATE_LIMITS["guesses"].amount


def code_guard() -> CodeGuard:
    return CodeGuard(TokenBucket(GUESSES, seconds=60, now=lambda: 0.0))


def all_at_once(guard: CodeGuard, enter: Callable[[], str]) -> Counter[str]:
    """What so many from one address are told."""

    def come(_number: int) -> str:
        try:
            return guard.attempt("192.0.2.1", "BKTM", enter)
        except Refused as refused:
            return refused.code

    with ThreadPoolExecutor(MANY) as pool:
        return Counter(pool.map(come, range(MANY)))


def test_who_is_right_is_let_in_however_many_come_at_once() -> None:
    full = threading.Barrier(LOOKUPS_AT_ONCE)  # a slow store: all that may enter it at once

    def enter() -> str:
        full.wait(30)
        return "in"

    assert all_at_once(code_guard(), enter) == {"in": MANY}


def test_who_is_wrong_is_told_so_only_so_often_however_many_come_at_once() -> None:
    def enter() -> str:
        raise Refused(Refusal.ROOM_NOT_FOUND)

    told = all_at_once(code_guard(), enter)
    assert told == {
        Refusal.ROOM_NOT_FOUND: GUESSES,
        Refusal.TOO_MANY: MANY - GUESSES,
    }
