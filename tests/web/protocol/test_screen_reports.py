"""Which screen's word counts about what a room's television shows."""

from dataclasses import replace

import pytest

from undercast.web.protocol import screen_reports
from undercast.web.protocol.responses import ScreenReport
from undercast.web.protocol.screen_reports import ScreenReports

SEEN = ScreenReport("TV", 1280, 720, 9, (), ("video",), 60, True, (), "0.2.0", False, 1000)
COVERED = replace(SEEN, visible=False)


@pytest.fixture
def room() -> ScreenReports:
    """The page of BKTM that was cast is there."""
    there = ScreenReports()
    there.page_connected("BKTM", "new")
    return there


def test_the_page_that_was_cast_says_whether_it_is_seen(room: ScreenReports) -> None:
    assert not room.add("BKTM", SEEN, "new")
    assert room.add("BKTM", COVERED, "new")
    assert room.is_covered("BKTM")
    assert not room.add("BKTM", COVERED, "new")
    assert room.about("BKTM") == replace(COVERED, cast=True)
    assert room.add("BKTM", SEEN, "new")
    assert not room.is_covered("BKTM")


@pytest.mark.parametrize("nonce", [None, "old"])
def test_no_other_screen_speaks_for_the_television(room: ScreenReports, nonce: str | None) -> None:
    room.add("BKTM", SEEN, "new")
    room.page_reconnected("BKTM", "old")
    assert not room.add("BKTM", COVERED, nonce)
    assert not room.is_covered("BKTM")
    assert room.about("BKTM") == replace(SEEN, cast=True)
    room.page_disconnected("BKTM", "old")
    room.page_disconnected("BKTM", "new")
    room.add("BKTM", COVERED, nonce)
    assert room.about("BKTM") == COVERED


def test_a_page_that_is_gone_or_new_covers_nothing(room: ScreenReports) -> None:
    room.add("BKTM", COVERED, "new")
    room.page_disconnected("BKTM", "new")
    assert not room.is_covered("BKTM")
    room.page_reconnected("BKTM", "new")
    assert room.add("BKTM", COVERED, "new")
    room.page_connected("BKTM", "newer")
    assert not room.is_covered("BKTM")
    assert not room.add("BKTM", COVERED, "new")


def test_rooms_are_forgotten_one_day(room: ScreenReports, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen_reports, "MAX_ROOMS", 1)
    room.add("BKTM", COVERED, "new")
    room.page_connected("AAAA", "a")
    room.add("AAAA", COVERED, "a")
    assert room.about("BKTM") is None
    assert room.is_covered("AAAA")
    assert not room.is_covered("BKTM")
