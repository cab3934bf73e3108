"""Rule "Challenge": until the first touch the rival spymaster may call a public clue invalid."""

import pytest

from rules.game_builder import (
    BYSTANDERS,
    END_TURN,
    OPERATIVES_TAP,
    RED,
    SPOKEN,
    UNDO,
    clue,
    clue_of,
    correct,
    game,
    happened,
    mark,
    play,
    refusal,
    touch,
)
from undercast.base.refusals import Refusal
from undercast.rules.actions import (
    Action,
    Challenge,
    ConcedeChallenge,
    UpholdChallenge,
    WithdrawChallenge,
)
from undercast.rules.cards import Team
from undercast.rules.clues import Clue
from undercast.rules.events import (
    ChallengeWithdrawn,
    ClueChallenged,
    ClueGiven,
    ClueStruck,
    TurnEnded,
)
from undercast.rules.game import Game, Phase, StruckBy, StruckClue, TurnEnd

TREE = Clue("tree", 2)
WORDLESS = Clue(None, "unlimited")


def guessing() -> Game:
    return play(game(), clue("tree", 2))


def challenged() -> Game:
    return play(guessing(), Challenge())


def test_the_clue_is_called_invalid_for_all_to_see() -> None:
    assert challenged().table.phase is Phase.CHALLENGED
    assert happened(guessing(), Challenge()) == (ClueChallenged(Team.RED),)
    assert clue_of(challenged()) == ("tree", 2)


@pytest.mark.parametrize(
    "action",
    [touch(RED[0]), END_TURN, correct("trees"), clue("plant", 2), Challenge()],
    ids=lambda action: type(action).__name__,
)
def test_touches_wait_and_so_does_everything_else(action: Action) -> None:
    assert refusal(challenged(), action) is Refusal.WRONG_PHASE


def test_marks_wait_too_and_stay() -> None:
    marked = play(game(OPERATIVES_TAP), clue("tree", 2), mark(3), Challenge())
    assert refusal(marked, mark(4)) is Refusal.WRONG_PHASE
    assert [m.position for m in play(marked, WithdrawChallenge()).marks] == [3]


def test_until_the_first_touch() -> None:
    touched = play(guessing(), touch(RED[0]))
    assert refusal(touched, Challenge()) is Refusal.CLUE_TOUCHED
    assert play(touched, UNDO, Challenge()).table.phase is Phase.CHALLENGED


def test_not_challenged_is_valid() -> None:
    assert play(guessing(), touch(RED[0])).table.turn.clue == TREE


def test_there_must_be_a_clue() -> None:
    assert refusal(game(), Challenge()) is Refusal.WRONG_PHASE


def test_the_giver_concedes() -> None:
    struck = play(challenged(), ConcedeChallenge())
    assert struck.table.turns[0].struck == (StruckClue(TREE, StruckBy.GIVER),)
    assert struck.table.turns[0].ended is TurnEnd.INVALID_CLUE
    assert happened(challenged(), ConcedeChallenge()) == (
        ClueStruck(Team.RED, TREE, StruckBy.GIVER),
        TurnEnded(Team.RED, TurnEnd.INVALID_CLUE),
    )


def test_the_rival_upholds_and_has_the_last_word() -> None:
    struck = play(challenged(), UpholdChallenge())
    assert struck.table.turns[0].struck == (StruckClue(TREE, StruckBy.RIVAL),)
    assert struck.table.turns[0].clue is None
    assert struck.table.turns[0].giver is None


def test_the_rival_withdraws_and_the_clue_stands() -> None:
    stands = play(challenged(), WithdrawChallenge())
    assert stands.table.phase is Phase.GUESS
    assert happened(challenged(), WithdrawChallenge()) == (ChallengeWithdrawn(Team.RED),)
    assert refusal(stands, Challenge()) is Refusal.CLUE_ALLOWED
    assert stands.table.guesses_left() == 3
    assert play(stands, correct("trees"), Challenge()).table.phase is Phase.CHALLENGED


def test_there_must_be_a_challenge_to_end() -> None:
    for action in (ConcedeChallenge(), WithdrawChallenge(), UpholdChallenge()):
        assert refusal(guessing(), action) is Refusal.WRONG_PHASE


def test_also_a_spoken_clue_before_anybody_typed_or_touched() -> None:
    spoken = play(game(SPOKEN), Challenge())
    assert spoken.table.phase is Phase.CHALLENGED
    assert spoken.table.turn.clue == WORDLESS
    assert happened(game(SPOKEN), Challenge()) == (
        ClueGiven(Team.RED, WORDLESS),
        ClueChallenged(Team.RED),
    )
    assert play(spoken, WithdrawChallenge(), touch(RED[0])).table.turn.guesses == 1
    upheld = play(spoken, UpholdChallenge())
    assert upheld.table.turns[0].struck == (StruckClue(WORDLESS, StruckBy.RIVAL),)


def test_also_a_spoken_number() -> None:
    assert play(game(SPOKEN), clue(None, 2), Challenge()).table.phase is Phase.CHALLENGED


def test_an_allowed_clue_of_an_earlier_turn_says_nothing_of_this_one() -> None:
    stands = play(challenged(), WithdrawChallenge(), touch(BYSTANDERS[0]), clue("lime", 1))
    assert play(stands, Challenge()).table.phase is Phase.CHALLENGED


def test_the_touch_before_can_not_be_undone_any_more() -> None:
    later = play(guessing(), touch(BYSTANDERS[0]), clue("lime", 1), Challenge())
    assert refusal(later, UNDO) is Refusal.NOTHING_TO_UNDO
