"""Setting `clues`: `spoken`. The plainest evening: taps on guessed words and an end-turn button."""

from rules.game_builder import (
    ASSASSIN,
    BLUE,
    BYSTANDERS,
    END_TURN,
    RED,
    SPOKEN,
    clue,
    clue_of,
    game,
    happened,
    play,
    refusal,
    touch,
    touches,
)
from undercast.base.refusals import Refusal
from undercast.rules.cards import Identity, Team
from undercast.rules.clues import Clue
from undercast.rules.events import CardTouched, ClueGiven, TurnEnded
from undercast.rules.game import Ending, Phase, Result, TurnEnd

WORDLESS = Clue(None, "unlimited")


def test_a_touch_first_gives_a_wordless_unlimited_clue() -> None:
    at_table = play(game(SPOKEN), touch(RED[0]))
    assert clue_of(at_table) == (None, "unlimited")
    assert at_table.table.turn.giver is None
    assert at_table.table.guesses_left() is None
    assert at_table.table.phase is Phase.GUESS


def test_in_the_same_action() -> None:
    assert happened(game(SPOKEN), touch(BYSTANDERS[0], by="ana")) == (
        ClueGiven(Team.RED, WORDLESS),
        CardTouched(Team.RED, BYSTANDERS[0], Identity.BYSTANDER, "ana"),
        TurnEnded(Team.RED, TurnEnd.BYSTANDER),
    )


def test_only_a_number() -> None:
    at_table = play(game(SPOKEN), clue(None, 2))
    assert at_table.table.guesses_left() == 3
    assert play(at_table, *touches(*RED[:3])).table.turn.team is Team.BLUE


def test_word_and_number_as_well() -> None:
    assert clue_of(play(game(SPOKEN), clue("tree", 2))) == ("tree", 2)


def test_taps_and_end_turn_are_a_whole_game() -> None:
    at_table = play(
        game(SPOKEN),
        *touches(RED[0], RED[1]),
        END_TURN,
        *touches(BLUE[0], RED[2]),
        *touches(*RED[3:8]),
        END_TURN,
        touch(ASSASSIN),
    )
    assert at_table.table.result == Result(Team.RED, Ending.ASSASSIN)
    assert [turn.team for turn in at_table.table.turns] == [
        Team.RED,
        Team.BLUE,
        Team.RED,
        Team.BLUE,
    ]


def test_the_turn_cannot_end_before_a_touch() -> None:
    assert refusal(game(SPOKEN), END_TURN) is Refusal.TOUCH_FIRST


def test_typed_clues_know_no_such_touch() -> None:
    assert refusal(game(), touch(RED[0])) is Refusal.WRONG_PHASE
