"""The picture of a room: what waits for its suspense is shown in its time, however many follow."""

from typing import Any

import gevent
from msgspec import Raw
from msgspec.structs import replace

from gallery.states import Games
from gallery.tables import Table
from undercast.drawing.letters import Draw, Say
from undercast.refusals import Refusal
from undercast.rules.cards import Identity, Team
from undercast.rules.events import CardTouched
from undercast.service import Message
from undercast.views import Audience, views
from undercast.web.protocol.pictures import MOST_WAITING, Easel

BEATS = {"lift": 300, "hold": 100, "hold-long": 100, "turn": 100}
TOUCHED = CardTouched(Team.RED, 0, Identity.RED, "p1")


VIEW = views(Games(Table("hi")).guessing(), [Audience.PUBLIC], frozenset())[Audience.PUBLIC]


def message(*happened: Any) -> Message:
    return Message(Audience.PUBLIC, 1, 1, happened, VIEW)


def drawn(easel: Easel) -> bytes:
    question = gevent.spawn(easel.next_question).get(timeout=5)
    assert isinstance(question, Draw)
    return bytes(question.view)


def test_the_first_of_many_is_shown_in_its_time_and_then_the_newest() -> None:
    easel = Easel("BKTM", "http://192.168.1.20/BKTM", BEATS)
    easel.hear(message(), Raw(b"0"))
    assert drawn(easel) == b"0"
    for number in range(1, 3 * MOST_WAITING):
        easel.hear(replace(message(TOUCHED), n=number), Raw(b"%d" % number))
    assert drawn(easel) == b"1"
    seen = [drawn(easel)]
    while seen[-1] != b"%d" % (3 * MOST_WAITING - 1):
        seen.append(drawn(easel))
    assert len(seen) < MOST_WAITING


def test_what_is_new_does_not_overtake_a_card_that_is_held() -> None:
    easel = Easel("BKTM", "http://192.168.1.20/BKTM", BEATS)
    easel.hear(message(), Raw(b"0"))
    assert drawn(easel) == b"0"
    easel.hear(message(TOUCHED), Raw(b"touched"))
    easel.hear(message(), Raw(b"later"))
    began = gevent.get_hub().loop.now()
    assert drawn(easel) == b"later"
    gevent.get_hub().loop.update_now()
    assert gevent.get_hub().loop.now() - began > 0.3


def test_a_room_that_is_gone_says_so_in_its_language() -> None:
    easel = Easel("BKTM", "http://192.168.1.20/BKTM", BEATS)
    easel.hear(message(), Raw(b"0"))
    easel.seen_out(Refusal.ROOM_NOT_FOUND)
    assert easel.next_question() == Say("picture.gone", "hi")
