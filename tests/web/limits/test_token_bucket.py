"""Token buckets: spending, refilling, owing, forgetting."""

import pytest

from undercast.base.refusals import Refused
from undercast.web.limits.token_bucket import TokenBucket


class ManualClock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def spent(bucket: TokenBucket, key: str, times: int) -> int:
    done = 0
    for _ in range(times):
        try:
            bucket.spend(key)
        except Refused:
            break
        done += 1
    return done


def test_a_bucket_refills_evenly_and_never_beyond_its_capacity() -> None:
    clock = ManualClock()
    bucket = TokenBucket(30, seconds=60.0, now=clock)
    assert spent(bucket, "a", 99) == 30
    assert bucket.spent("a") == 30
    clock.now += 1.9
    assert spent(bucket, "a", 9) == 0
    clock.now += 0.2
    assert bucket.spent("a") == pytest.approx(28.95, abs=0.01)
    assert spent(bucket, "a", 9) == 1
    clock.now += 20
    assert spent(bucket, "a", 99) == 10
    clock.now += 10_000
    assert spent(bucket, "a", 99) == 30


def test_what_costs_more_takes_more() -> None:
    clock = ManualClock()
    bucket = TokenBucket(10, seconds=10.0, now=clock)
    bucket.spend("a", 8)
    with pytest.raises(Refused, match="wire/too_many"):
        bucket.spend("a", 3)
    bucket.spend("a", 2)


def test_each_key_has_a_bucket_of_its_own() -> None:
    bucket = TokenBucket(3, seconds=1.0, now=ManualClock())
    assert spent(bucket, "a", 9) == 3
    assert spent(bucket, "b", 9) == 3
    bucket.forget("a")
    assert spent(bucket, "a", 9) == 3


def test_what_is_given_back_can_be_spent_and_never_exceeds_the_capacity() -> None:
    bucket = TokenBucket(2, seconds=1e9, now=ManualClock())
    for _ in range(9):
        bucket.spend("a")
        bucket.give_back("a")
    bucket.give_back("a", 5)
    assert spent(bucket, "a", 9) == 2


def test_what_was_granted_elsewhere_is_owed() -> None:
    clock = ManualClock()
    bucket = TokenBucket(10, seconds=10.0, now=clock)
    bucket.charge("a", 15)
    clock.now += 5.5
    assert spent(bucket, "a", 9) == 0
    clock.now += 1
    assert spent(bucket, "a", 9) == 1
    bucket.charge("a", 10**9)
    clock.now += 11.5
    assert spent(bucket, "a", 9) == 1


def test_full_buckets_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undercast.web.limits.token_bucket.MAX_KEYS", 10)
    clock = ManualClock()
    bucket = TokenBucket(2, seconds=1.0, now=clock)
    for n in range(10):
        bucket.spend(f"{n}")
    clock.now += 60
    bucket.spend("late")
    assert set(bucket._left) == {"late"}
