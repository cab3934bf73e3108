"""What failed on which television: remembered for a while, bounded, and never in the way."""

from pathlib import Path

import pytest

from undercast.base.cast_status import Receiver
from undercast.cast.receiver_failures import DAY, LONGEST_PAUSE, MAX_FAILURES, ReceiverFailures

TV = "tv-1"
OWN, DASH, PICTURES = Receiver.OWN, Receiver.DASHCAST, Receiver.PICTURES


class House:
    """A memory with its own clock, that can be begun anew."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "receivers.json"
        self.now = 1_000_000.0
        self.failures = self.restarted()

    def restarted(self, app_id: str | None = None) -> ReceiverFailures:
        self.failures = ReceiverFailures(self.path, app_id, lambda: self.now)
        return self.failures

    def try_last(self, device: str = TV) -> tuple[Receiver, ...]:
        return self.failures.try_last(device)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_what_failed_is_tried_last_for_a_day_also_after_a_restart(house: House) -> None:
    assert house.try_last() == ()
    house.failures.record(TV, PICTURES, (DASH,))
    house.now += DAY - 1
    assert (house.try_last(), house.try_last("tv-2")) == ((DASH,), ())
    assert house.restarted().try_last(TV) == (DASH,)
    assert house.path.stat().st_mode & 0o777 == 0o600
    house.now += 2
    assert house.try_last() == ()


def test_what_fails_again_is_left_alone_for_longer_at_most_thirty_days(house: House) -> None:
    pauses = []
    for _ in range(8):
        house.failures.record(TV, PICTURES, (DASH,))
        house.failures.record(TV, PICTURES, (DASH,))  # it went and came again: once is once
        begun = house.now
        while house.try_last():
            house.now += DAY / 4
        pauses.append((house.now - begun) / DAY)
    assert pauses == [1, 2, 4, 8, 16, 30, 30, 30]
    assert LONGEST_PAUSE == 30 * DAY


def test_what_works_after_all_is_no_failure(house: House) -> None:
    house.failures.record(TV, PICTURES, (OWN, DASH))
    assert house.try_last() == (OWN, DASH)
    house.failures.record(TV, DASH, ())
    assert house.try_last() == (OWN,)


def test_when_nothing_works_all_is_forgotten(house: House) -> None:
    house.failures.record(TV, PICTURES, (DASH,))
    house.failures.record("tv-2", PICTURES, (DASH,))
    house.failures.forget(TV)
    assert (house.try_last(), house.try_last("tv-2")) == ((), (DASH,))


def test_another_own_app_is_another_matter(house: House) -> None:
    house.failures.record(TV, PICTURES, (DASH,))
    assert house.restarted("CAFE0001").try_last(TV) == ()


def test_it_is_bounded(house: House) -> None:
    for number in range(MAX_FAILURES + 5):
        house.failures.record(f"tv-{number}", PICTURES, (DASH,))
    assert (house.try_last("tv-4"), house.try_last("tv-5")) == ((), (DASH,))
    assert house.path.stat().st_size < 100 * MAX_FAILURES


@pytest.mark.parametrize("there", [b"", b"[]", b"\xff", b"x" * 200_000, b'{"failures":[{}]}'])
def test_a_file_that_is_none_costs_nothing(house: House, there: bytes) -> None:
    house.path.write_bytes(there)
    assert house.restarted().try_last(TV) == ()
    house.failures.record(TV, PICTURES, (DASH,))
    assert house.restarted().try_last(TV) == (DASH,)
