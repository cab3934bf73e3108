"""Alarms with real greenlets and a clock of the test's own. Waits for conditions alone."""

import logging
from collections.abc import Callable

import gevent
import pytest
from gevent.event import Event
from gevent.queue import Queue

from patience import PATIENCE
from undercast.base.refusals import Refusal, Refused
from undercast.server import timers
from undercast.server.timers import Timers

NOW = 1_000_000
FAR = NOW + 3_600_000


class Bells:
    """What has rung, in its order."""

    def __init__(self, ring: Callable[[str], None] = lambda code: None) -> None:
        self._rung: Queue[str] = Queue()
        self._ring = ring
        self.alarms = Timers(lambda: NOW, self.ring)

    def ring(self, code: str) -> None:
        self._rung.put(code)
        self._ring(code)

    def next(self) -> str:
        return str(self._rung.get(timeout=PATIENCE))

    def is_silent(self) -> bool:
        """Whether nothing rings although every greenlet that could run has run."""
        gevent.idle()
        return bool(self._rung.empty())


def test_it_rings_at_its_time() -> None:
    bells = Bells()
    bells.alarms.set("BKTM", NOW + 20)
    assert bells.next() == "BKTM"
    assert bells.is_silent()


def test_what_is_over_already_rings_at_once() -> None:
    bells = Bells()
    bells.alarms.set("BKTM", NOW - 5_000)
    assert bells.next() == "BKTM"


def test_a_new_alarm_takes_the_place_of_the_former() -> None:
    bells = Bells()
    bells.alarms.set("BKTM", NOW)
    bells.alarms.set("BKTM", FAR)
    assert bells.is_silent()
    bells.alarms.set("BKTM", NOW)
    assert bells.next() == "BKTM"
    assert bells.is_silent()


def test_each_room_has_its_own() -> None:
    bells = Bells()
    bells.alarms.set("BKTM", FAR)
    bells.alarms.set("CDFG", NOW + 10)
    bells.alarms.set("HJKL", NOW)
    assert [bells.next(), bells.next()] == ["HJKL", "CDFG"]
    assert bells.is_silent()


def test_what_it_rings_for_may_set_the_next_one() -> None:
    times = iter((NOW + 1, NOW + 2))
    bells = Bells(lambda code: bells.alarms.set(code, next(times, FAR)))
    bells.alarms.set("BKTM", NOW)
    assert [bells.next() for _ in range(3)] == ["BKTM"] * 3
    assert bells.is_silent()
    assert len(bells.alarms._greenlets) == 1


def test_what_has_rung_is_forgotten() -> None:
    bells = Bells()
    bells.alarms.set("BKTM", NOW)
    bells.next()
    assert bells.is_silent()
    assert bells.alarms._greenlets == {}


def test_a_refusal_rings_again_later_and_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(timers, "RETRY_MS", 1)
    refusals = iter((Refusal.NOT_SAVED, Refusal.NOT_SAVED))

    def ring(code: str) -> None:
        for refusal in refusals:
            raise Refused(refusal)

    bells = Bells(ring)
    with caplog.at_level(logging.WARNING):
        bells.alarms.set("BKTM", NOW)
        assert [bells.next() for _ in range(3)] == ["BKTM"] * 3
        assert bells.is_silent()
    assert caplog.messages == ["Room BKTM: the end of the time is delayed (server/not_saved)"] * 2


def test_what_fails_is_logged_and_tried_again_ever_more_seldom(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(timers, "RETRY_MS", 1)
    monkeypatch.setattr(timers, "MAX_RETRY_MS", 3)
    failures = iter(range(4))

    def ring(code: str) -> None:
        for n in failures:
            raise ZeroDivisionError(n)

    bells = Bells(ring)
    waits = waited(monkeypatch)
    bells.alarms.set("BKTM", NOW)
    assert [bells.next() for _ in range(5)] == ["BKTM"] * 5
    assert bells.is_silent()
    assert waits == [0, 0.001, 0.002, 0.003, 0.003]
    assert bells.alarms._greenlets == {}
    said = "Room BKTM: ending the turn on time failed and will be retried"
    assert caplog.messages == [said] * 4
    assert all(record.exc_info for record in caplog.records)


def test_what_fails_once_more_later_is_tried_again_as_soon_as_the_first_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(timers, "RETRY_MS", 1)
    raised = iter((ValueError, ValueError, None, ValueError))

    def ring(code: str) -> None:
        fault = next(raised, None)
        if fault is not None:
            raise fault

    bells = Bells(ring)
    waits = waited(monkeypatch)
    bells.alarms.set("BKTM", NOW)
    assert [bells.next() for _ in range(3)] == ["BKTM"] * 3
    assert bells.is_silent()
    bells.alarms.set("BKTM", NOW)
    assert [bells.next() for _ in range(2)] == ["BKTM"] * 2
    assert bells.is_silent()
    assert waits == [0, 0.001, 0.002, 0, 0.001]


def waited(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds of each wait, from now on."""
    waits: list[float] = []
    spawn_later = gevent.spawn_later

    def spawned(seconds: float, *what: object) -> object:
        waits.append(seconds)
        return spawn_later(seconds, *what)

    monkeypatch.setattr(timers.gevent, "spawn_later", spawned)
    return waits


def test_one_that_waits_for_the_room_gives_way_to_a_new_one() -> None:
    """A command holds the room while the hour strikes, and moves the hour."""
    room_is_free, bells_rung = Event(), []

    def ring(code: str) -> None:
        room_is_free.wait(PATIENCE)
        bells_rung.append(code)

    bells = Bells(ring)
    bells.alarms.set("BKTM", NOW)
    assert bells.next() == "BKTM"
    bells.alarms.set("BKTM", FAR)
    room_is_free.set()
    assert bells.is_silent()
    assert bells_rung == []
