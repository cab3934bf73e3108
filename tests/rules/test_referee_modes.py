"""Setting `referee`: what its findings do to a clue. What it finds comes from outside."""

import pytest

from rules.play import (
    ILLEGAL,
    QUESTIONED,
    Findings,
    clue,
    clue_of,
    correct,
    game,
    happened,
    play,
    refusal,
)
from undercast.refusals import Refusal
from undercast.rules.cards import Team
from undercast.rules.clues import Clue
from undercast.rules.events import ClueGiven, ClueStruck, TurnEnded
from undercast.rules.game import Phase, Question, StruckBy, StruckClue, TurnEnd
from undercast.rules.settings import Clues, Penalty, Refereeing, Settings

OFF = Settings(referee=Refereeing.OFF)
ADVISE = Settings()
STRICT = Settings(referee=Refereeing.STRICT)

FOUND: tuple[Findings, ...] = ((), (QUESTIONED,), (ILLEGAL,), (QUESTIONED, ILLEGAL))


@pytest.mark.parametrize("found", FOUND)
def test_off_only_malformed_clues_are_refused(found: Findings) -> None:
    assert clue_of(play(game(OFF), clue("oak", 2, found=found))) == ("oak", 2)
    assert refusal(game(OFF), clue("", 2, found=found)) is Refusal.CLUE_MALFORMED


def test_advise_is_the_default() -> None:
    assert Settings().referee is Refereeing.ADVISE


@pytest.mark.parametrize("settings", [ADVISE, STRICT])
def test_what_nothing_is_said_against_is_public(settings: Settings) -> None:
    given = play(game(settings), clue("tree", 2))
    assert clue_of(given) == ("tree", 2)
    assert given.question is None
    assert not given.table.clue_stands, "it can be challenged"


def test_advise_the_giver_hears_of_doubts_first_and_may_give_it_anyway() -> None:
    assert refusal(game(), clue("two words", 2, found=(QUESTIONED,))) is Refusal.CLUE_QUESTIONED
    anyway = clue("two words", 2, found=(QUESTIONED,), anyway=True)
    assert happened(game(), anyway) == (ClueGiven(Team.RED, Clue("two words", 2)),)
    assert not play(game(), anyway).table.clue_stands, "it can be challenged"


@pytest.mark.parametrize("found", [(ILLEGAL,), (QUESTIONED, ILLEGAL)])
@pytest.mark.parametrize("anyway", [False, True])
def test_advise_an_illegal_clue_is_not_given_not_even_anyway(found: Findings, anyway: bool) -> None:
    assert refusal(game(), clue("oak", 2, found=found, anyway=anyway)) is Refusal.CLUE_ILLEGAL


def test_advise_it_costs_nothing() -> None:
    """The giver may change it: nothing of it has become public."""
    assert clue_of(play(game(), clue("tree", 2))) == ("tree", 2)


@pytest.mark.parametrize("anyway", [False, True])
def test_strict_an_illegal_clue_costs_the_penalty_at_once_and_is_shown_to_all(
    anyway: bool,
) -> None:
    illegal = clue("oak", 2, found=(QUESTIONED, ILLEGAL), anyway=anyway)
    struck = play(game(STRICT), illegal)
    oak = Clue("oak", 2)
    assert struck.table.turns[0].struck == (StruckClue(oak, StruckBy.REFEREE),)
    assert struck.table.turns[0].clue is None
    assert (struck.table.phase, struck.table.turn.team) == (Phase.PENALTY, Team.BLUE)
    assert happened(game(STRICT), illegal) == (
        ClueStruck(Team.RED, oak, StruckBy.REFEREE),
        TurnEnded(Team.RED, TurnEnd.INVALID_CLUE),
    )


@pytest.mark.parametrize("penalty", [*Penalty])
def test_strict_without_a_rival_spymaster_costs_the_turn_at_most(penalty: Penalty) -> None:
    """Also where an agent was drawn: nobody's is revealed."""
    settings = Settings(referee=Refereeing.STRICT, penalty=penalty)
    struck = play(game(settings), clue("oak", 2, found=(ILLEGAL,), rival=False, cover=9))
    assert struck.table.phase is Phase.CLUE
    again = penalty is Penalty.NONE
    assert struck.table.turn.team is (Team.RED if again else Team.BLUE)
    assert not any(struck.table.revealed)


@pytest.mark.parametrize("anyway", [False, True])
def test_strict_a_questioned_clue_goes_to_the_rival(anyway: bool) -> None:
    asked = play(game(STRICT), clue("two words", 2, "ana", found=(QUESTIONED,), anyway=anyway))
    assert asked.question == Question(1, Clue("two words", 2), "ana", (QUESTIONED,))
    assert asked.table == game(STRICT).table
    assert happened(game(STRICT), clue("two words", 2, found=(QUESTIONED,))) == ()


def test_strict_a_questioned_clue_is_public_where_there_is_no_rival() -> None:
    given = play(game(STRICT), clue("two words", 2, found=(QUESTIONED,), rival=False))
    assert clue_of(given) == ("two words", 2)


@pytest.mark.parametrize("settings", [ADVISE, STRICT])
def test_an_illegal_correction_is_refused_and_costs_nothing(settings: Settings) -> None:
    given = play(game(settings), clue("teh", 2))
    assert refusal(given, correct("oak", found=(ILLEGAL,))) is Refusal.CLUE_ILLEGAL
    assert clue_of(play(given, correct("two words", found=(QUESTIONED,)))) == ("two words", 2)


def test_off_a_correction_is_not_judged() -> None:
    given = play(game(OFF), clue("teh", 2), correct("oak", found=(ILLEGAL,)))
    assert clue_of(given) == ("oak", 2)


def test_a_spoken_number_can_be_questioned() -> None:
    spoken = game(Settings(clues=Clues.SPOKEN))
    assert refusal(spoken, clue(None, 9, found=(QUESTIONED,))) is Refusal.CLUE_QUESTIONED
    anyway = clue(None, 9, found=(QUESTIONED,), anyway=True)
    assert clue_of(play(spoken, anyway)) == (None, 9)
