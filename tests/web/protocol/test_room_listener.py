"""What waits for a reveal is drawn in its time, however many views follow."""

import time
from typing import Any

import gevent
from msgspec import Raw

from gallery.games import Games
from gallery.tables import Table
from undercast.base.refusals import Refusal
from undercast.drawing.messages import DrawRequest, TextRequest
from undercast.rules.cards import Identity, Team
from undercast.rules.events import CardTouched
from undercast.service import Message
from undercast.views import Audience, views
from undercast.web.protocol.room_listener import RoomListener

HOLD = {"lift": 300, "hold": 100, "hold-long": 100, "turn": 100}
BEATS = HOLD | {"verdict": 100, "count": 50, "rest": 50}
TOUCHED = CardTouched(Team.RED, 0, Identity.RED, "p1")


VIEW = views(Games(Table("hi")).guessing(), [Audience.PUBLIC], frozenset())[Audience.PUBLIC]


def message(*happened: Any) -> Message:
    return Message(Audience.PUBLIC, 1, 1, happened, VIEW)


def drawn(listener: RoomListener) -> bytes:
    question = gevent.spawn(listener.next_request).get(timeout=5)
    assert isinstance(question, DrawRequest)
    return bytes(question.view)


def test_cards_are_shown_while_others_are_touched() -> None:
    """However many follow: each waits its own time, and none starts that of the others anew."""
    listener = RoomListener("BKTM", "http://192.168.1.20/BKTM", BEATS)
    listener.view_changed(message(), Raw(b"0"))
    assert drawn(listener) == b"0"
    going_on = True

    def touch() -> None:
        number = 0
        while going_on:
            listener.view_changed(message(TOUCHED), Raw(b"%d" % (number := number + 1)))
            gevent.sleep(0.02)

    touching = gevent.spawn(touch)
    assert 1 <= int(drawn(listener)) < int(drawn(listener))
    going_on = False
    touching.join()


def test_what_is_new_does_not_overtake_a_card_that_is_held() -> None:
    listener = RoomListener("BKTM", "http://192.168.1.20/BKTM", BEATS)
    listener.view_changed(message(), Raw(b"0"))
    assert drawn(listener) == b"0"
    began = time.monotonic()
    listener.view_changed(message(TOUCHED), Raw(b"touched"))
    listener.view_changed(message(), Raw(b"later"))
    assert drawn(listener) == b"later"
    assert time.monotonic() - began >= 0.5


def test_a_card_is_held_from_when_a_page_would_lift_it() -> None:
    """A page tells of one card before it begins with the next."""
    listener = RoomListener("BKTM", "http://192.168.1.20/BKTM", BEATS)
    listener.view_changed(message(), Raw(b"0"))
    assert drawn(listener) == b"0"
    began = time.monotonic()
    listener.view_changed(message(TOUCHED), Raw(b"one"))
    listener.view_changed(message(TOUCHED), Raw(b"two"))
    assert drawn(listener) == b"one"
    assert drawn(listener) == b"two"
    assert time.monotonic() - began >= 0.5 + 0.2 + 0.5


def test_a_room_that_is_gone_says_so_in_its_language() -> None:
    listener = RoomListener("BKTM", "http://192.168.1.20/BKTM", BEATS)
    listener.view_changed(message(), Raw(b"0"))
    listener.removed(Refusal.ROOM_NOT_FOUND)
    assert listener.next_request() == TextRequest("picture.gone", "hi")
