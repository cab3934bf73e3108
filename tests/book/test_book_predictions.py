"""In the book: whose predictions came true."""

from book.played_games import ANA, by, dealt, record, taps
from book.test_export import document, text
from room.room_builder import EVA, joined, then
from rules.game_builder import RED
from undercast.book import pages
from undercast.room.ended_games import EndedGame
from undercast.room.entries import Predict
from undercast.room.predictions import PredictionScore
from undercast.rules.actions import Abandon


def foreseen() -> EndedGame:
    now = joined(dealt(), "Eva")
    assert now.lobby.players[-1].id == EVA
    now = then(then(now, ANA, by(ANA, "OCEAN", 3)), EVA, Predict(RED[0]))
    now = then(then(now, ANA, *taps(ANA, RED[0])), EVA, Predict(RED[1]))
    return record(then(now, ANA, *taps(ANA, RED[2]), Abandon()), debriefed=True)


def test_its_page_has_the_scores_and_the_names() -> None:
    page = pages.book_page(foreseen())
    assert page.predictions == (PredictionScore(EVA, 1, 2),)
    assert page.names[EVA] == "Eva"


def test_its_exports_have_names_and_no_ids() -> None:
    assert document(foreseen())["predictions"] == [{"by": "Eva", "seen": 1, "of": 2}]
    assert text(foreseen()).endswith("\nEva saw 1 of 2 coming\n")
