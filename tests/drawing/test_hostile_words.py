"""Words that somebody pasted or kept are data on a drawn board, in whatever script they are."""

import string
from functools import cache

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from long import often
from room.room_builder import ANA, deal, room, then
from undercast.base import assets
from undercast.base.refusals import Refused
from undercast.drawing.messages import DrawRequest
from undercast.drawing.picture import PictureRenderer
from undercast.room.seats import Seat
from undercast.rules.text import is_plain
from undercast.server.deals import Deals
from undercast.views import Audience, views

TYPED = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from(
            "אעםئلعكतक्ष्िЖжĐŽ'’.& -\u200d\u200c\u0301<>/\\\"\u202e\n🍋字ßﬁİ" + string.ascii_letters
        ),
    ),
    max_size=15,
)

FOUR = room(
    Ana=Seat.RED_SPYMASTER,
    Ben=Seat.BLUE_SPYMASTER,
    Cem=Seat.RED_OPERATIVE,
    Dora=Seat.BLUE_OPERATIVE,
)
FILLERS = tuple(f"Filler {letter}" for letter in string.ascii_uppercase)


@cache
def renderer() -> PictureRenderer:
    return PictureRenderer(assets.drawing())


def accepted(words: list[str]) -> list[str]:
    """Those that a pasted list may hold, each judged by itself."""
    found: list[str] = []
    for word in words:
        try:
            found += Deals({}).read_pasted(word)
        except Refused:
            continue
    return found


@given(words=st.lists(TYPED, min_size=25, max_size=60))
@settings(max_examples=often(15, 300), deadline=None)
def test_whatever_a_list_may_hold_can_be_drawn(words: list[str]) -> None:
    good = accepted(words)
    assert all(is_plain(word) and not set(word) & set('<>"/\\\n\u202e') for word in good)
    codenames = (*dict.fromkeys((*good, *FILLERS)),)[:25]
    playing = then(FOUR, ANA, deal(codenames=codenames))
    view = views(playing, [Audience.PUBLIC], frozenset())[Audience.PUBLIC]
    request = DrawRequest(msgspec.Raw(msgspec.json.encode(view)), "http://192.168.1.20/BKTM")
    assert renderer().draw(request).startswith(b"\xff\xd8")
