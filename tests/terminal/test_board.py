"""The board as a terminal shows it."""

from msgspec.structs import replace

from room.room_builder import ANA, deal, four, then
from rules.game_builder import CODENAMES
from undercast.terminal.sentences import on_card
from undercast.views import Audience, views


def test_a_codename_is_in_the_capitals_of_its_language() -> None:
    mixed = replace(
        deal(codenames=("inek", "pilot", *CODENAMES[2:])),
        languages=("en", "tr"),
        card_languages=(1, *(0,) * 24),
    )
    seen = views(then(four(), ANA, mixed), [Audience.PUBLIC], frozenset())[Audience.PUBLIC]
    assert seen.game is not None
    assert [on_card(seen.game, position) for position in (0, 1)] == ["İNEK", "PILOT"]
