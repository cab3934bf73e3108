"""The silent question: the rival spymaster alone is asked, and nothing on the table moves."""

from typing import Any

import pytest

from rules.game_builder import (
    BYSTANDERS,
    ILLEGAL,
    OPERATIVES_TAP,
    QUESTIONED,
    RED,
    SPOKEN,
    STRICT_TIMER,
    UNDO,
    At,
    ask,
    clue,
    clue_of,
    correct,
    exchange,
    game,
    happened,
    mark,
    play,
    refusal,
    touch,
)
from undercast.base.refusals import Refusal
from undercast.rules.actions import (
    Abandon,
    AllowClue,
    Challenge,
    Pause,
    RejectClue,
    Resume,
    TakeBackClue,
    TimeUp,
    TurnSand,
)
from undercast.rules.cards import Team
from undercast.rules.clues import Clue
from undercast.rules.events import ClueGiven
from undercast.rules.game import Game, Question
from undercast.rules.phases import possible_about_question
from undercast.rules.settings import Refereeing, Settings, Timer

OFF = Settings(referee=Refereeing.OFF)
STRICT = Settings(referee=Refereeing.STRICT)
SAND = Settings(timer=Timer.SAND)


def asking(at_table: Game | None = None) -> Game:
    return play(at_table or game(), ask("two words", 2, found=(QUESTIONED,)))


def open_question(at_table: Game) -> Question:
    assert at_table.question is not None
    return at_table.question


def test_the_rival_sees_clue_giver_and_findings() -> None:
    expected = Question(1, Clue("two words", 2), "spymaster", (QUESTIONED,))
    assert asking().question == expected


def test_nothing_on_the_table_moves_until_the_clue_is_public() -> None:
    rejected = play(asking(), RejectClue(1))
    for at_table in (asking(), rejected, play(rejected, TakeBackClue())):
        assert at_table.table == game().table
    assert happened(game(), ask("tree", 2)) == ()
    assert happened(asking(), RejectClue(1)) == ()
    assert happened(asking(), TakeBackClue()) == ()


@pytest.mark.parametrize("found", [(), (QUESTIONED,), (ILLEGAL,)])
def test_any_clue_may_be_asked_about(found: Any) -> None:
    allowed = play(game(), ask("oak", 2, found=found), AllowClue(1))
    assert clue_of(allowed) == ("oak", 2)


def test_allowed_it_becomes_public_and_cannot_be_challenged() -> None:
    allowed = play(asking(), AllowClue(1))
    assert clue_of(allowed) == ("two words", 2)
    assert allowed.table.turn.giver == "spymaster"
    assert happened(asking(), AllowClue(1)) == (ClueGiven(Team.RED, Clue("two words", 2)),)
    assert allowed.question is None
    assert refusal(allowed, Challenge()) is Refusal.CLUE_ALLOWED


def test_once_it_is_corrected_it_is_another_clue() -> None:
    corrected = play(asking(), AllowClue(1), correct("two swords"))
    assert play(corrected, Challenge()).table.phase == "challenged"


def test_rejected_it_goes_back_to_the_giver_without_a_penalty() -> None:
    rejected = play(asking(), RejectClue(1))
    assert open_question(rejected).rejected
    assert clue_of(play(rejected, clue("tree", 2))) == ("tree", 2)
    assert play(rejected, TakeBackClue()).question is None


def test_what_is_rejected_is_answered() -> None:
    rejected = play(asking(), RejectClue(1))
    for answer in (AllowClue(1), RejectClue(1)):
        assert refusal(rejected, answer) is Refusal.NOTHING_ASKED


def test_the_giver_may_ask_again_and_an_answer_is_never_taken_for_another_clue_s() -> None:
    again = play(asking(), ask("other words", 3))
    assert open_question(again).id == 2
    for answer in (AllowClue(1), RejectClue(1), AllowClue(3)):
        assert refusal(again, answer) is Refusal.NOTHING_ASKED
    assert clue_of(play(again, AllowClue(2))) == ("other words", 3)


def test_numbers_are_not_used_twice_in_a_game() -> None:
    blue = play(asking(), AllowClue(1), touch(BYSTANDERS[0]), ask("lime", 1))
    assert open_question(blue).id == 2
    undone = play(blue, UNDO)
    assert undone.question is None
    assert undone.asked == 2


def test_the_giver_may_take_it_back_or_give_another_clue_instead() -> None:
    assert play(asking(), TakeBackClue()).question is None
    given = play(asking(), clue("tree", 2))
    assert clue_of(given) == ("tree", 2)
    assert given.question is None
    assert refusal(given, AllowClue(1)) is Refusal.NOTHING_ASKED


def test_there_must_be_a_question() -> None:
    for action in (TakeBackClue(), AllowClue(1), RejectClue(1)):
        assert refusal(game(), action) is Refusal.NOTHING_ASKED


def test_only_where_the_referee_advises() -> None:
    for settings in (OFF, STRICT):
        assert refusal(game(settings), ask("tree", 2)) is Refusal.NO_ADVICE


def test_only_where_there_is_a_rival() -> None:
    assert refusal(game(), ask("tree", 2, rival=False)) is Refusal.NO_RIVAL


def test_only_a_well_formed_clue_and_only_before_there_is_one() -> None:
    assert refusal(game(), ask("", 2)) is Refusal.CLUE_MALFORMED
    assert refusal(game(), ask("tree", 10)) is Refusal.CLUE_NUMBER
    assert refusal(play(game(), clue("tree", 2)), ask("tree", 2)) is Refusal.WRONG_PHASE


def test_in_strict_the_referee_asks_and_the_rival_answers_the_same_way() -> None:
    asked = play(game(STRICT), clue("two words", 2, found=(QUESTIONED,)))
    assert clue_of(play(asked, AllowClue(1))) == ("two words", 2)
    rejected = play(asked, RejectClue(1))
    assert rejected.table == game(STRICT).table, "no penalty"
    again = play(rejected, clue("more words", 2, found=(QUESTIONED,)))
    assert open_question(again).id == 2


def test_the_clock_runs_on_meanwhile_and_its_end_withdraws_the_question() -> None:
    timed = game(STRICT_TIMER)
    asked = play(timed, At(ask("tree", 2), 4_000))
    assert asked.table.clock == timed.table.clock
    late = play(asked, At(TimeUp(), 10_000))
    assert late.question is None
    assert late.table.turn.team is Team.BLUE
    assert refusal(late, At(AllowClue(1), 10_001)) is Refusal.NOTHING_ASKED


def test_a_touch_withdraws_it_where_clues_are_spoken() -> None:
    touched = play(game(SPOKEN), ask("tree", 2), touch(RED[0]))
    assert touched.question is None
    assert play(touched, UNDO).question is None


def test_the_rival_turn_s_question_goes_with_an_undo_of_the_touch_before() -> None:
    blue = play(game(), clue("tree", 2), touch(BYSTANDERS[0]), ask("lime", 1))
    assert blue.table.undo is not None, "a question hides in nobody's way"
    assert play(blue, UNDO).question is None


def test_the_asker_s_own_exchange_withdraws_it() -> None:
    """It was asked about another board."""
    assert play(asking(), exchange(3)).question is None
    assert play(asking(), RejectClue(1), exchange(3)).question is None


def test_the_rival_s_does_not() -> None:
    exchanged = play(asking(), exchange(3, by="rival"))
    assert exchanged.question == asking().question
    assert clue_of(play(exchanged, AllowClue(1))) == ("two words", 2)


def test_what_the_referee_said_of_a_card_goes_with_it() -> None:
    asked = play(game(), ask("oak", 2, found=(ILLEGAL, QUESTIONED)))
    assert open_question(play(asked, exchange(3, by="rival"))).findings == (ILLEGAL, QUESTIONED)
    assert open_question(play(asked, exchange(0, by="rival"))).findings == (QUESTIONED,)


@pytest.mark.parametrize("rules", [1, 2])
def test_by_earlier_rules_every_exchange_withdraws_it(rules: int) -> None:
    asked = play(game(rules=rules), ask("tree", 2))
    assert play(asked, exchange(3, by="rival")).question is None


def test_the_end_of_the_game_withdraws_it() -> None:
    assert play(asking(), Abandon()).question is None


def test_sand_and_pause_leave_it_open() -> None:
    paused = play(asking(), Pause())
    assert refusal(paused, AllowClue(1)) is Refusal.PAUSED
    assert possible_about_question(paused) == ()
    assert clue_of(play(paused, Resume(), AllowClue(1))) == ("two words", 2)
    turned = play(asking(game(SAND)), TurnSand())
    assert clue_of(play(turned, AllowClue(1))) == ("two words", 2)


def test_what_can_be_done_about_it() -> None:
    assert possible_about_question(game()) == ()
    assert possible_about_question(asking()) == (TakeBackClue, AllowClue, RejectClue)
    assert possible_about_question(play(asking(), RejectClue(1))) == (TakeBackClue,)


def test_a_mark_is_no_matter() -> None:
    guessing = play(game(OPERATIVES_TAP), clue("tree", 2), mark(3))
    assert guessing.question is None


def test_no_repr_tells_the_clue() -> None:
    said = f"{asking()!r} {ask('two words', 2)!r} {clue('two words', 2)!r}"
    assert "two words" not in said
