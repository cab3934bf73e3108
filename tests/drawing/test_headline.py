"""What a picture says above the cards."""

import pytest

from gallery.games import Games
from gallery.tables import Table
from undercast.base import assets
from undercast.drawing.headline import headline_title
from undercast.drawing.people import turn_of
from undercast.drawing.theme import Texts, load
from undercast.views import Audience, PublicView, views


@pytest.mark.parametrize(
    ("unsure", "said"), [(False, "Widget is thinking…"), (True, "Widget doesn't know this word")]
)
def test_a_bot_that_does_not_know_the_word_says_so_as_on_the_page(
    *, unsure: bool, said: str
) -> None:
    room = Games(Table("en")).with_bots(guessing=True, unsure=unsure)
    view = views(room, [Audience.PUBLIC], frozenset())[Audience.PUBLIC]
    assert isinstance(view, PublicView)
    assert view.game is not None
    texts = Texts(load(assets.drawing()), "en")
    title = headline_title(texts, view.lobby, view.game, view.marks, turn_of(view.game))
    assert title == (said, True)
