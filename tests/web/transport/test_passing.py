"""A connection is handed to another worker: exactly one serves it, whatever comes in between."""

import sys
from typing import Any

import gevent
import pytest
from gevent import socket

from patience import PATIENCE
from undercast.web.transport import passing
from undercast.web.transport.passing import MOST, Neighbours, Passed
from undercast.web.transport.placing import worker_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="descriptors stay where they are")

CODES = ("BKTM", "CDFG", "HJKL", "PQRS", "TVWX", "ZBCD", "FGHJ", "KLMN")
THEIRS = next(f"/tv/{code}.jpg" for code in CODES if worker_of(code, {0, 1}) == 1)
PASSED = Passed(0, ("192.0.2.7", 1234), b"GET / HTTP/1.1\r\n\r\n")


class Two:
    """Two workers, of which the second takes what comes when it is told to."""

    def __init__(self) -> None:
        self.sender, receiver = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.first = Neighbours(0, None, {1: self.sender})
        self.second = Neighbours(1, receiver, {})
        self.first.living = frozenset({0, 1})
        self.ours, self.theirs = socket.socketpair()
        self.served: list[tuple[Any, Passed]] = []

    def takes(self) -> "gevent.Greenlet[..., None]":
        return gevent.spawn(self.second.take, lambda *taken: self.served.append(taken))

    def gives(self, passed: Passed = PASSED) -> bool:
        return self.first.give(1, passed, self.theirs)


@pytest.fixture
def two() -> Two:
    made = Two()
    made.ours.settimeout(PATIENCE)
    return made


def test_it_is_served_there_with_what_was_read(two: Two) -> None:
    taking = two.takes()
    assert two.gives()
    two.theirs.close()
    ((sock, passed),) = two.served
    assert passed == PASSED
    sock.sendall(b"hello")
    assert two.ours.recv(10) == b"hello"
    taking.kill()


def test_who_does_not_take_it_in_time_never_does(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passing, "PATIENCE", 0.05)
    assert not two.gives()
    assert two.first.other(THEIRS) is None  # for a while
    monkeypatch.setattr(passing, "AWAY", 0.0)
    assert not two.gives()
    assert two.first.are_back()
    assert two.first.other(THEIRS) == 1
    taking = two.takes()
    assert two.gives()  # which comes after
    assert len(two.served) == 1
    taking.kill()


def test_who_came_astray_is_to_come_anew_when_all_agree(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert two.first.other(THEIRS, handed_over=True) is None
    assert not two.first.are_back()
    monkeypatch.setattr(passing, "AWAY", 0.0)
    assert two.first.other(THEIRS, handed_over=True) is None
    assert [two.first.are_back() for _ in range(2)] == [True, False]


def test_who_comes_in_while_it_changes_who_lives_is_looked_for_once_more(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passing, "AWAY", 0.0)
    two.first.see([0, 1])
    assert [two.first.are_back() for _ in range(2)] == [True, False]


def test_who_comes_to_one_that_leaves_is_handed_on_wherever_he_wants_to_go(two: Two) -> None:
    anywhere = "/socket.io/?EIO=4&transport=websocket"
    assert two.first.other(anywhere) is None
    two.first.see([1])
    two.first.go_on_without_me()
    for handed_over in (False, True):
        for target in (THEIRS, anywhere, "/"):
            assert two.first.other(target, handed_over=handed_over) == 1
    two.first.see([])
    assert two.first.other(anywhere) is None  # there is nobody


def test_who_is_gone_is_not_waited_for(two: Two) -> None:
    two.first.living = frozenset({0})
    assert not two.gives()


def test_what_is_too_long_stays(two: Two) -> None:
    assert not two.gives(Passed(0, ("192.0.2.7", 1234), b"x" * MOST))


def test_what_nobody_understands_is_left_to_who_sent_it(
    two: Two, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(passing, "PATIENCE", 0.05)
    taking = two.takes()
    two.sender.sendall(b"no letter")
    monkeypatch.setattr(passing.msgspec.msgpack, "encode", lambda _: b"another version")
    assert not two.gives()
    monkeypatch.undo()
    assert two.gives()
    assert len(two.served) == 1
    assert len(caplog.records) == 3  # two letters, and who does not take them
    taking.kill()
