"""One picture of a room for all who watch."""

from types import SimpleNamespace
from typing import Any

import gevent
import pytest
from msgspec import Raw

from undercast.base.refusals import Refusal
from undercast.drawing.client import DrawingFailed
from undercast.drawing.messages import Question, TextRequest
from undercast.web.protocol.picture_streams import PictureStreams, RoomStream
from undercast.web.protocol.room_listener import RoomListener
from undercast.web.routes.pictures import Viewer, _parts
from undercast.web.transport.addresses import Addresses
from undercast.web.transport.client import SendBudget


class Draws:
    """What a room looks like; of one that is gone there may be no picture."""

    def __init__(self, *, says_gone: bool) -> None:
        self.says_gone = says_gone

    def draw(self, question: Question) -> bytes:
        if isinstance(question, TextRequest) and not self.says_gone:
            raise DrawingFailed("it died")
        return b"gone" if isinstance(question, TextRequest) else b"room"

    def stop(self) -> None: ...


@pytest.mark.parametrize("says_gone", [True, False])
def test_a_stream_ends_with_its_room_also_without_a_closing_picture(says_gone: bool) -> None:
    admitted = SimpleNamespace(code="BKTM")
    view = SimpleNamespace(game=None, lobby=SimpleNamespace(language="en"))
    message = SimpleNamespace(view=view, happened=())
    rooms: Any = SimpleNamespace(admit=lambda *_: (admitted, message))
    sessions: Any = SimpleNamespace(view=lambda *_: Raw(b"0"), remove=lambda _: None)
    addresses = Addresses("127.0.0.1", 8000)
    pictures = PictureStreams(rooms, sessions, addresses, Draws(says_gone=says_gone), {})
    with pictures.watch("BKTM", "192.0.2.9") as stream:
        parts = [_parts(stream, Viewer(None, SendBudget(1_000))) for _ in range(2)]
        looking = [gevent.spawn(list, each) for each in parts]
        gevent.sleep(0)
        stream.listener.removed(Refusal.ROOM_NOT_FOUND)
        for each in looking:
            seen = each.get(timeout=5)
            assert len(seen) <= 5, "the boundary, and each picture at most twice"
            assert (b"gone" in seen[-1]) == says_gone


def test_nothing_is_shown_after_the_end() -> None:
    """A drawing that was under way when the server began to stop."""
    stream = RoomStream(RoomListener("BKTM", "http://192.168.1.20/BKTM", {}))
    stream.show(b"one", last=False)
    stream.end()
    stream.show(b"two", last=False)
    assert stream.picture is not None
    assert (stream.picture.jpeg, stream.picture.last) == (b"one", True)
