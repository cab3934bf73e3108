"""When a picture shows a revealed card: not before a page does (common/moments/score.ts)."""

import pytest
from msgspec.structs import replace

from gallery.games import Games
from gallery.tables import Table
from undercast.base import assets
from undercast.drawing.reveal_delay import seconds_until_shown
from undercast.drawing.theme import load
from undercast.rules.cards import Identity, Team
from undercast.rules.clues import Clue
from undercast.rules.events import CardCovered, CardTouched, ClueGiven
from undercast.rules.game import Duet, Phase
from undercast.views import GameView, game_view

BEATS = load(assets.drawing()).beats
TOUCHED = CardTouched(Team.RED, 0, Identity.RED, "p1")
USUAL = (BEATS["lift"] + BEATS["hold"] + BEATS["turn"]) / 1000
LONG = (BEATS["lift"] + BEATS["hold-long"] + BEATS["turn"]) / 1000


@pytest.fixture(scope="module")
def game() -> GameView:
    room = Games(Table("en")).guessing()
    assert room.game is not None
    return replace(game_view(room.lobby, room.game.table), guesses_left=3)


def test_a_card_is_held_as_on_a_page(game: GameView) -> None:
    assert seconds_until_shown(game, (TOUCHED,), BEATS) == USUAL == 1.05
    assert seconds_until_shown(game, (CardCovered(Team.BLUE, 3),), BEATS) == USUAL


def test_longer_where_much_hangs_on_it_as_everybody_can_see(game: GameView) -> None:
    for tense in (
        replace(game, guesses_left=1),
        replace(game, left={**game.left, Team.BLUE: 1}),
        replace(game, duet=Duet(tokens=1)),
        replace(game, phase=Phase.SUDDEN_DEATH),
    ):
        assert seconds_until_shown(tense, (TOUCHED,), BEATS) == LONG == 1.65


def test_what_reveals_no_card_is_shown_at_once(game: GameView) -> None:
    given = ClueGiven(Team.RED, Clue("ocean", 2))
    assert seconds_until_shown(game, (given,), BEATS) == 0
    assert seconds_until_shown(game, (), BEATS) == 0
    assert seconds_until_shown(None, (TOUCHED,), BEATS) == 0
