"""Setting `referee`: what its findings do to a clue. What it finds comes from outside."""

import pytest
from msgspec.structs import replace

from rules.game_builder import (
    ILLEGAL,
    QUESTIONED,
    RED,
    Findings,
    clue,
    clue_of,
    correct,
    game,
    happened,
    play,
    refusal,
    touch,
)
from undercast.base.refusals import Refusal
from undercast.rules.actions import AllowClue, Challenge, RejectClue
from undercast.rules.cards import Team
from undercast.rules.clues import Clue
from undercast.rules.events import ClueGiven, ClueStruck, TurnEnded
from undercast.rules.game import Phase, Question, StruckBy, StruckClue, TurnEnd
from undercast.rules.settings import Clues, Penalty, Refereeing, RivalConfirms, Settings

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


class TestCorrection:
    """Rule "Clue": the referee judges a corrected spelling like a new clue."""

    def test_off_it_is_not_judged(self) -> None:
        given = play(game(OFF), clue("oat", 2), correct("oak", found=(ILLEGAL,)))
        assert clue_of(given) == ("oak", 2)

    def test_advise_it_is_refused_as_a_clue_is(self) -> None:
        given = play(game(ADVISE), clue("oat", 2))
        assert refusal(given, correct("oak", found=(ILLEGAL,))) is Refusal.CLUE_ILLEGAL
        doubted = correct("o-at", found=(QUESTIONED,))
        assert refusal(given, doubted) is Refusal.CLUE_QUESTIONED
        assert clue_of(play(given, replace(doubted, anyway=True))) == ("o-at", 2)

    def test_advise_the_group_may_overrule_where_nobody_can_be_asked(self) -> None:
        given = play(game(ADVISE), clue("oat", 2, rival=False))
        agreed = correct("oak", found=(ILLEGAL,), agreed=True)
        after = play(given, agreed)
        assert (clue_of(after), after.table.turn.agreed) == (("oak", 2), True)
        assert refusal(given, replace(agreed, rival=True)) is Refusal.CLUE_ILLEGAL

    def test_strict_illegal_it_is_struck(self) -> None:
        given = play(game(STRICT), clue("oat", 2))
        struck = play(given, correct("oak", found=(ILLEGAL,), rival=True))
        assert struck.table.phase is Phase.PENALTY
        assert struck.table.turns[0].struck == (StruckClue(Clue("oak", 2), StruckBy.REFEREE),)

    def test_strict_questioned_it_goes_to_the_rival_and_the_old_word_stays(self) -> None:
        given = play(game(STRICT), clue("oat", 2))
        doubted = correct("o-at", found=(QUESTIONED,), rival=True)
        asked = play(given, doubted)
        assert asked.table == given.table
        assert asked.question is not None
        assert asked.question.corrects
        allowed = play(asked, AllowClue(1))
        assert (clue_of(allowed), allowed.table.turn.corrected) == (("o-at", 2), True)
        assert refusal(allowed, Challenge()) is Refusal.CLUE_ALLOWED
        rejected = play(asked, RejectClue(1))
        assert clue_of(rejected) == ("oat", 2)
        assert play(asked, touch(RED[0])).question is None
        assert clue_of(play(given, replace(doubted, rival=False))) == ("o-at", 2)

    @pytest.mark.parametrize(("word", "same"), [("New York", True), ("new yorks", False)])
    def test_a_ruling_holds_only_if_nothing_but_case_or_marks_changed(
        self, word: str, same: bool
    ) -> None:
        asked = clue("new york", 2, found=(QUESTIONED,))
        allowed = play(game(STRICT), asked, AllowClue(1))
        again = play(allowed, correct(word, found=(QUESTIONED,), rival=True, same=same))
        assert (again.question is None) == same
        assert again.table.clue_stands
        assert clue_of(again) == ("New York" if same else "new york", 2)

    def test_so_does_what_the_group_allowed(self) -> None:
        agreed = play(game(), clue("oak", 2, found=(ILLEGAL,), rival=False, agreed=True))
        after = play(agreed, correct("OAK", found=(ILLEGAL,), same=True))
        assert (clue_of(after), after.table.turn.agreed) == (("OAK", 2), True)
        other = correct("oaks", found=(ILLEGAL,))
        assert refusal(agreed, other) is Refusal.CLUE_ILLEGAL

    def test_where_nobody_ruled_it_is_judged_anyway(self) -> None:
        given = play(game(STRICT), clue("oak", 2))
        struck = play(given, correct("OAK", found=(ILLEGAL,), rival=True, same=True))
        assert struck.table.phase is Phase.PENALTY


class TestAllAgree:
    """Rule "Referee": where nobody can be asked, the group can overrule an illegal finding."""

    def test_and_the_history_shows_it(self) -> None:
        allowed = clue("oak", 2, found=(ILLEGAL,), rival=False, agreed=True)
        turn = play(game(ADVISE), allowed).table.turn
        assert (turn.clue, turn.agreed) == (Clue("oak", 2), True)

    def test_not_where_a_rival_can_be_asked(self) -> None:
        with_rival = clue("oak", 2, found=(ILLEGAL,), rival=True, agreed=True)
        assert refusal(game(ADVISE), with_rival) is Refusal.CLUE_ILLEGAL

    def test_what_is_legal_needs_nobody_s_consent(self) -> None:
        given = play(game(ADVISE), clue("tree", 2, rival=False, agreed=True))
        assert not given.table.turn.agreed
        doubted = clue("two words", 2, found=(QUESTIONED,), rival=False, agreed=True)
        assert refusal(game(ADVISE), doubted) is Refusal.CLUE_QUESTIONED

    def test_strict_cannot_be_overruled(self) -> None:
        struck = play(game(STRICT), clue("oak", 2, found=(ILLEGAL,), rival=False, agreed=True))
        assert struck.table.turns[0].struck


class TestRivalConfirms:
    """Rule `rival_confirms`: every typed clue goes silently to the rival spymaster first."""

    @pytest.mark.parametrize("referee", [*Refereeing])
    def test_always(self, referee: Refereeing) -> None:
        settings = Settings(referee=referee, rival_confirms=RivalConfirms.ALWAYS)
        asked = play(game(settings), clue("tree", 2, confirm=True))
        assert asked.table == game(settings).table
        allowed = play(asked, AllowClue(1))
        assert clue_of(allowed) == ("tree", 2)
        assert refusal(allowed, Challenge()) is Refusal.CLUE_ALLOWED
        again = play(allowed, correct("trees", rival=True, confirm=True))
        assert again.question is not None

    def test_where_there_is_none_or_none_was_online_it_is_public_at_once(self) -> None:
        settings = Settings(rival_confirms=RivalConfirms.ALWAYS)
        for away in (clue("tree", 2), clue("tree", 2, rival=False, confirm=True)):
            assert clue_of(play(game(settings), away)) == ("tree", 2)

    def test_what_is_illegal_is_not_asked(self) -> None:
        illegal = clue("oak", 2, found=(ILLEGAL,), confirm=True)
        assert refusal(game(ADVISE), illegal) is Refusal.CLUE_ILLEGAL
        assert play(game(STRICT), illegal).table.phase is Phase.PENALTY

    def test_not_together_with_spoken_clues(self) -> None:
        settings = Settings(clues=Clues.SPOKEN, rival_confirms=RivalConfirms.ALWAYS)
        assert settings.problem() is Refusal.CONFIRM_NEEDS_TYPED


def test_a_spoken_number_can_be_questioned() -> None:
    spoken = game(Settings(clues=Clues.SPOKEN))
    assert refusal(spoken, clue(None, 9, found=(QUESTIONED,))) is Refusal.CLUE_QUESTIONED
    anyway = clue(None, 9, found=(QUESTIONED,), anyway=True)
    assert clue_of(play(spoken, anyway)) == (None, 9)
