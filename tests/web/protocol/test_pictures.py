"""The picture of a room: what waits for its suspense is shown in its time, however many follow."""

import time
from types import SimpleNamespace
from typing import Any

import gevent
import pytest
from msgspec import Raw

from gallery.states import Games
from gallery.tables import Table
from patience import PATIENCE
from undercast.drawing.letters import Draw, Question, Say
from undercast.drawing.painter import NoPicture
from undercast.refusals import Refusal
from undercast.rules.cards import Identity, Team
from undercast.rules.events import CardTouched
from undercast.service import Message
from undercast.views import Audience, views
from undercast.web.protocol.pictures import Easel, Pictures
from undercast.web.routes.pictures import Viewer, _parts
from undercast.web.transport.addresses import Addresses
from undercast.web.transport.client import Outboxes

HOLD = {"lift": 300, "hold": 100, "hold-long": 100, "turn": 100}
BEATS = HOLD | {"verdict": 100, "count": 50, "rest": 50}
TOUCHED = CardTouched(Team.RED, 0, Identity.RED, "p1")


VIEW = views(Games(Table("hi")).guessing(), [Audience.PUBLIC], frozenset())[Audience.PUBLIC]


def message(*happened: Any) -> Message:
    return Message(Audience.PUBLIC, 1, 1, happened, VIEW)


def drawn(easel: Easel) -> bytes:
    question = gevent.spawn(easel.next_question).get(timeout=PATIENCE)
    assert isinstance(question, Draw)
    return bytes(question.view)


def test_cards_are_shown_while_others_are_touched() -> None:
    """However many follow: each waits its own time, and none starts that of the others anew."""
    easel = Easel("BKTM", "http://192.168.1.20/BKTM", BEATS)
    easel.hear(message(), Raw(b"0"))
    assert drawn(easel) == b"0"
    going_on = True

    def touch() -> None:
        number = 0
        while going_on:
            easel.hear(message(TOUCHED), Raw(b"%d" % (number := number + 1)))
            gevent.sleep(0.02)

    touching = gevent.spawn(touch)
    assert 1 <= int(drawn(easel)) < int(drawn(easel))
    going_on = False
    touching.join()


def test_what_is_new_does_not_overtake_a_card_that_is_held() -> None:
    easel = Easel("BKTM", "http://192.168.1.20/BKTM", BEATS)
    easel.hear(message(), Raw(b"0"))
    assert drawn(easel) == b"0"
    began = time.monotonic()
    easel.hear(message(TOUCHED), Raw(b"touched"))
    easel.hear(message(), Raw(b"later"))
    assert drawn(easel) == b"later"
    assert time.monotonic() - began >= 0.5


def test_a_card_is_held_from_when_a_page_would_lift_it() -> None:
    """A page tells of one card before it begins with the next."""
    easel = Easel("BKTM", "http://192.168.1.20/BKTM", BEATS)
    easel.hear(message(), Raw(b"0"))
    assert drawn(easel) == b"0"
    began = time.monotonic()
    easel.hear(message(TOUCHED), Raw(b"one"))
    easel.hear(message(TOUCHED), Raw(b"two"))
    assert drawn(easel) == b"one"
    assert drawn(easel) == b"two"
    assert time.monotonic() - began >= 0.5 + 0.2 + 0.5


def test_a_room_that_is_gone_says_so_in_its_language() -> None:
    easel = Easel("BKTM", "http://192.168.1.20/BKTM", BEATS)
    easel.hear(message(), Raw(b"0"))
    easel.seen_out(Refusal.ROOM_NOT_FOUND)
    assert easel.next_question() == Say("picture.gone", "hi")


class Draws:
    """What a room looks like; of one that is gone there may be no picture."""

    def __init__(self, *, says_gone: bool) -> None:
        self.says_gone = says_gone

    def draw(self, question: Question) -> bytes:
        if isinstance(question, Say) and not self.says_gone:
            raise NoPicture("it died")
        return b"gone" if isinstance(question, Say) else b"room"

    def rest(self) -> None: ...


@pytest.mark.parametrize("says_gone", [True, False])
def test_a_stream_ends_with_its_room_also_without_a_closing_picture(says_gone: bool) -> None:
    admitted = SimpleNamespace(code="BKTM")
    rooms: Any = SimpleNamespace(admit=lambda *_: (admitted, message()))
    sessions: Any = SimpleNamespace(view=lambda *_: Raw(b"0"), remove=lambda _: None)
    addresses = Addresses("127.0.0.1", 8000)
    pictures = Pictures(rooms, sessions, addresses, Draws(says_gone=says_gone), BEATS)
    with pictures.looked_at("BKTM", "192.0.2.9") as easel:
        parts = [_parts(easel, Viewer(None, Outboxes(1_000))) for _ in range(2)]
        looking = [gevent.spawn(list, each) for each in parts]
        gevent.sleep(0)
        easel.seen_out(Refusal.ROOM_NOT_FOUND)
        for each in looking:
            seen = each.get(timeout=PATIENCE)
            assert len(seen) <= 5, "the boundary, and each picture at most twice"
            assert (b"gone" in seen[-1]) == says_gone


def test_nothing_is_shown_after_the_end() -> None:
    """A drawing that was under way when the server began to stop."""
    easel = Easel("BKTM", "http://192.168.1.20/BKTM", BEATS)
    easel.show(b"one", last=False)
    easel.end()
    easel.show(b"two", last=False)
    assert easel.picture is not None
    assert (easel.picture.jpeg, easel.picture.last) == (b"one", True)
