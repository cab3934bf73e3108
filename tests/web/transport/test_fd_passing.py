"""A connection is handed to another worker: exactly one serves it, whatever comes in between."""

import sys
from typing import Any

import gevent
import pytest
from gevent import socket

from undercast.web.transport import fd_passing
from undercast.web.transport.fd_passing import MAX_DATAGRAM, PassedConnection, SiblingWorkers
from undercast.web.transport.routing import worker_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="descriptors stay where they are")

CODES = ("BKTM", "CDFG", "HJKL", "PQRS", "TVWX", "ZBCD", "FGHJ", "KLMN")
THEIRS = next(f"/tv/{code}.jpg" for code in CODES if worker_of(code, {0, 1}) == 1)
PASSED = PassedConnection(0, ("192.0.2.7", 1234), b"GET / HTTP/1.1\r\n\r\n")


class Two:
    """Two workers, of which the second takes what comes when it is told to."""

    def __init__(self) -> None:
        self.sender, receiver = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.first = SiblingWorkers(0, None, {1: self.sender})
        self.second = SiblingWorkers(1, receiver, {})
        self.first.living = frozenset({0, 1})
        self.ours, self.theirs = socket.socketpair()
        self.served: list[tuple[Any, PassedConnection]] = []

    def takes(self) -> "gevent.Greenlet[..., None]":
        return gevent.spawn(self.second.take, lambda *taken: self.served.append(taken))

    def gives(self, passed: PassedConnection = PASSED) -> bool:
        return self.first.give(1, passed, self.theirs)


@pytest.fixture
def two() -> Two:
    made = Two()
    made.ours.settimeout(20)
    return made


def test_it_is_served_there_from_the_first_byte(two: Two) -> None:
    taking = two.takes()
    assert two.gives()
    two.theirs.close()
    ((sock, passed),) = two.served
    assert passed == PASSED
    sock.sendall(b"hello")
    assert two.ours.recv(10) == b"hello"
    taking.kill()


def test_a_worker_that_does_not_take_it_in_time_never_does(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fd_passing, "TAKE_TIMEOUT", 0.05)
    assert not two.gives()
    assert two.first.owner_elsewhere(THEIRS) is None  # for a while
    monkeypatch.setattr(fd_passing, "RETRY_SECONDS", 0.0)
    assert not two.gives()
    assert two.first.check_owners()
    assert two.first.owner_elsewhere(THEIRS) == 1
    taking = two.takes()
    assert two.gives()  # which comes after
    assert len(two.served) == 1
    taking.kill()


def test_a_misrouted_connection_reconnects_once_all_agree(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert two.first.owner_elsewhere(THEIRS, handed_over=True) is None
    assert not two.first.check_owners()
    monkeypatch.setattr(fd_passing, "RETRY_SECONDS", 0.0)
    assert two.first.owner_elsewhere(THEIRS, handed_over=True) is None
    assert [two.first.check_owners() for _ in range(2)] == [True, False]


def test_owners_are_checked_again_after_a_change_of_membership(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fd_passing, "RETRY_SECONDS", 0.0)
    two.first.set_living([0, 1])
    assert [two.first.check_owners() for _ in range(2)] == [True, False]


def test_a_worker_that_leaves_hands_everything_on(two: Two) -> None:
    anywhere = "/socket.io/?EIO=4&transport=websocket"
    assert two.first.owner_elsewhere(anywhere) is None
    two.first.set_living([1])
    two.first.leave()
    for handed_over in (False, True):
        for target in (THEIRS, anywhere, "/"):
            assert two.first.owner_elsewhere(target, handed_over=handed_over) == 1
    two.first.set_living([])
    assert two.first.owner_elsewhere(anywhere) is None  # there is nobody


def test_a_worker_that_is_gone_is_not_waited_for(two: Two) -> None:
    two.first.living = frozenset({0})
    assert not two.gives()


def test_what_is_too_long_stays(two: Two) -> None:
    assert not two.gives(PassedConnection(0, ("192.0.2.7", 1234), b"x" * MAX_DATAGRAM))


def test_a_datagram_that_cannot_be_read_stays_with_its_sender(
    two: Two, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(fd_passing, "TAKE_TIMEOUT", 0.05)
    taking = two.takes()
    two.sender.sendall(b"no datagram")
    monkeypatch.setattr(fd_passing.msgspec.msgpack, "encode", lambda _: b"another version")
    assert not two.gives()
    monkeypatch.undo()
    assert two.gives()
    assert len(two.served) == 1
    assert len(caplog.records) == 3  # two datagrams, and the worker that took none
    taking.kill()
