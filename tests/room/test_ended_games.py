"""What is kept of an ended game."""

from room.room_builder import ANA, CEM, deal, four, playing, then
from undercast.room.ended_games import ended_game, is_milestone
from undercast.rules.actions import Abandon


def test_a_game_has_a_record_once_it_is_over() -> None:
    assert ended_game(four(), 7_000) is None
    assert ended_game(playing(), 7_000) is None
    over = then(playing(), ANA, Abandon())
    record = ended_game(over, 7_000)
    assert record is not None
    assert (record.number, record.at, record.names[CEM]) == (1, 7_000, "Cem")
    assert over.game is not None
    assert record.table == over.game.table


def test_a_deal_and_an_end_are_milestones() -> None:
    before = four()
    dealt = then(before, ANA, deal())
    over = then(dealt, ANA, Abandon())
    assert is_milestone(before, dealt)
    assert is_milestone(dealt, over)
