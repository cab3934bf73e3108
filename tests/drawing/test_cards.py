"""What a drawn card shows."""

from io import BytesIO
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace
from PIL import Image

from room.room_builder import ANA, deal, room, then
from rules.game_builder import CODENAMES, clue, touch
from undercast.base import assets
from undercast.drawing.background import WIDTH
from undercast.drawing.board import PublicGame, card_boxes, drawn_cards
from undercast.drawing.canvas import Canvas, Resources
from undercast.drawing.messages import DrawRequest
from undercast.drawing.picture import _BOARD, PictureRenderer
from undercast.drawing.theme import Texts, load
from undercast.room.seats import Seat
from undercast.views import Audience, views

MIXED = replace(
    deal(codenames=("inek", "inek evi", *CODENAMES[2:])),
    languages=("en", "tr"),
    card_languages=(1, 0, *(0,) * 23),
)


def test_a_card_is_in_the_language_of_its_word_and_a_clue_in_the_first_of_the_table() -> None:
    table = then(
        room(Ana=Seat.RED_SPYMASTER, Ben=Seat.BLUE_SPYMASTER),
        ANA,
        MIXED,
        clue("ink", 1),
        touch(0),
    )
    public = views(table, [Audience.PUBLIC], frozenset())[Audience.PUBLIC]
    assert public.game is not None
    key = deal().key
    game = PublicGame(public.lobby, public.game, (), (key,))
    cards = drawn_cards(Texts(load(assets.drawing()), "hr"), game)
    assert [card.language for card in cards[:3]] == ["tr", "en", "en"]
    assert cards[0].found is not None
    assert cards[0].found.language == "en"


def test_a_board_begins_where_lines_do() -> None:
    """In a picture for a script that runs to the left, everything lies mirrored."""
    table = then(room(Ana=Seat.RED_SPYMASTER, Ben=Seat.BLUE_SPYMASTER), ANA, deal())
    table = then(table, ANA, clue("tree", 1), touch(0))
    public = views(table, [Audience.PUBLIC], frozenset())[Audience.PUBLIC]
    request = DrawRequest(Raw(msgspec.json.encode(public)), "http://192.168.1.20:8000/BKTM")
    box = card_boxes(_BOARD, 25)[0]
    x, y = int(box.left) + 10, int(box.top) + 8
    seen = {}
    for rtl in (False, True):
        renderer = PictureRenderer(assets.drawing())
        renderer._resources("en").texts.rtl = rtl
        picture = Image.open(BytesIO(renderer.draw(request)))
        seen[rtl] = [_is_red(picture.getpixel((at, y))) for at in (x, WIDTH - x)]
    assert seen == {False: [True, False], True: [False, True]}


def _is_red(pixel: Any) -> bool:
    red, green, blue = pixel
    return bool(red > 2 * green and red > 2 * blue)


def test_capitals_are_those_of_the_text_or_else_of_the_screen() -> None:
    renderer = PictureRenderer(assets.drawing())
    resources: Resources = renderer._resources("en")
    canvas = Canvas.__new__(Canvas)
    canvas.resources, canvas.texts = resources, resources.texts
    assert canvas.capitals("inek", "tr") == "İNEK"
    assert canvas.capitals("inek") == "INEK"
