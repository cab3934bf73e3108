"""Messages between server and child: they arrive as they left, and garbage is only garbage."""

import io
import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercast.base.cast_status import CastPhase, CastReason
from undercast.cast import messages
from undercast.cast.messages import (
    InvalidMessage,
    decode_to_child,
    decode_to_server,
    encode,
    read_line,
    sanitize,
)
from undercast.cast.timings import Timings

WISH = messages.CastIntent("BKTM", "tv-1", "/tv/BKTM", "192.0.2.7", "n0nce", "session-1")
TO_CHILD: list[messages.ToChild] = [
    messages.StartMessage("0.0.0.0", 8000, timings=Timings(hello_limit=0.5)),
    messages.Cast("BKTM", "tv-1", "/tv/BKTM"),
    messages.StopCast("BKTM"),
    messages.TakeBack("BKTM"),
    messages.OccupancyMessage("BKTM", occupied=True),
    messages.ActivityMessage("BKTM"),
    messages.PageConnectedMessage("BKTM", "n0nce"),
    messages.PageDisconnectedMessage("BKTM", "n0nce"),
    messages.AddDevice("192.0.2.7"),
    messages.ResumeMessage((WISH,)),
    messages.ShutdownMessage(),
]
TO_SERVER: list[messages.ToServer] = [
    messages.Devices(
        (messages.Device("tv-1", "Küche", "Chromecast", "192.0.2.7", CastReason.GROUP),)
    ),
    messages.PageExpected("BKTM", "n0nce"),
    messages.CastState("BKTM", "tv-1", CastPhase.FAILED, CastReason.NO_HELLO, WISH),
    messages.CastRefused("BKTM", "tv-1", CastReason.LOOPBACK_ONLY),
    messages.TroubleMessage("a frame of 9 GB"),
    messages.HeartbeatMessage(),
]


def test_every_message_arrives_as_it_left() -> None:
    assert [decode_to_child(encode(message)) for message in TO_CHILD] == TO_CHILD
    assert [decode_to_server(encode(message)) for message in TO_SERVER] == TO_SERVER
    assert {type(message) for message in TO_CHILD} == set(get_args(messages.ToChild))
    assert {type(message) for message in TO_SERVER} == set(get_args(messages.ToServer))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\xff\xfe\n",
        b"Traceback (most recent call last):\n",
        b"[]\n",
        b'{"type":"Unheard"}\n',
        b'{"type":"StopCast"}\n',
        b'{"type":"StopCast","room":7}\n',
        b'{"type":"StopCast","room":"BKTM","more":1}\n',
        b'{"type":"HeartbeatMessage"}\n',
        json.dumps({"type": "StopCast", "room": "x" * 101}).encode(),
        json.dumps({"type": "Cast", "room": "B", "device": "d", "path": "tv"}).encode(),
        b"[" * 60_000,
    ],
)
def test_what_is_no_message_is_garbage(line: bytes) -> None:
    with pytest.raises(InvalidMessage):
        decode_to_child(line)


@given(st.binary(max_size=200))
def test_no_bytes_do_more_than_be_garbage(line: bytes) -> None:
    for read in (decode_to_child, decode_to_server):
        with pytest.raises(InvalidMessage):
            read(line)


def test_lines_are_read_one_by_one_and_the_end_is_the_end() -> None:
    stream = io.BytesIO(b"one\ntwo\nhalf")
    assert [read_line(stream) for _ in range(4)] == [b"one\n", b"two\n", None, None]


def test_a_line_that_is_too_long_is_skipped_whole() -> None:
    stream = io.BytesIO(b"x" * (3 * messages.LONGEST_LINE) + b"\nnext\n")
    with pytest.raises(InvalidMessage):
        read_line(stream)
    assert read_line(stream) == b"next\n"


def test_no_line_is_sent_that_would_not_be_read() -> None:
    with pytest.raises(ValueError, match="no line"):
        encode(messages.TroubleMessage("x" * messages.LONGEST_LINE))


def test_somebody_elses_text_is_made_safe() -> None:
    assert sanitize("Küche\x1b[2J\n") == "Küche?[2J?"
    assert sanitize("x" * 50, 10) == "x" * 9 + "…"
