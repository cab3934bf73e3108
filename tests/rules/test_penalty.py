"""Setting `penalty`: what an invalid clue costs."""

import pytest

from rules.game_builder import (
    ASSASSIN,
    BLUE,
    BYSTANDERS,
    END_TURN,
    ILLEGAL,
    RED,
    UNDO,
    clue,
    clue_of,
    exchange,
    game,
    happened,
    play,
    refusal,
    touch,
    touches,
)
from undercast.base.refusals import Refusal
from undercast.rules.actions import (
    Action,
    Challenge,
    ConcedeChallenge,
    CoverCard,
    DeclinePenalty,
    UpholdChallenge,
)
from undercast.rules.cards import Identity, Team
from undercast.rules.clues import Clue
from undercast.rules.events import (
    CardCovered,
    ClueStruck,
    GameEnded,
    PenaltyDeclined,
    TurnEnded,
)
from undercast.rules.game import Ending, Game, Phase, Result, StruckBy, TurnEnd
from undercast.rules.settings import Penalty, Refereeing, Settings

TREE = Clue("tree", 2)

BLUE_IS_ALMOST_THERE = (
    clue("tree", 1),
    touch(BLUE[0]),
    clue("lime", 0),
    *touches(*BLUE[1:7]),
    END_TURN,
)
"""One of blue's agents is hidden, and it is red's turn."""


def with_penalty(penalty: Penalty, referee: Refereeing = Refereeing.ADVISE) -> Game:
    return game(Settings(penalty=penalty, referee=referee))


def struck(penalty: Penalty, cover: int | None = None) -> Game:
    challenged = play(with_penalty(penalty), clue("tree", 2), Challenge())
    return play(challenged, UpholdChallenge(cover))


def test_rival_picks_is_the_default() -> None:
    assert Settings().penalty is Penalty.RIVAL_PICKS


def test_rival_picks_before_its_clue_one_of_its_agents_is_revealed() -> None:
    waiting = struck(Penalty.RIVAL_PICKS)
    assert (waiting.table.phase, waiting.table.turn.team) == (Phase.PENALTY, Team.BLUE)
    covered = play(waiting, CoverCard(BLUE[2]))
    assert covered.table.revealed[BLUE[2]] is Identity.BLUE
    assert (covered.table.agents_left(Team.BLUE), covered.table.agents_left(Team.RED)) == (7, 9)
    assert covered.table.turn.cover == BLUE[2]
    assert (covered.table.phase, covered.table.turn.team) == (Phase.CLUE, Team.BLUE)
    assert happened(waiting, CoverCard(BLUE[2])) == (CardCovered(Team.BLUE, BLUE[2]),)
    assert clue_of(play(covered, clue("lime", 1))) == ("lime", 1)


def test_rival_picks_or_declines() -> None:
    waiting = struck(Penalty.RIVAL_PICKS)
    declined = play(waiting, DeclinePenalty())
    assert (declined.table.phase, declined.table.turn.team) == (Phase.CLUE, Team.BLUE)
    assert declined.table.turn.cover is None
    assert not any(declined.table.revealed)
    assert happened(waiting, DeclinePenalty()) == (PenaltyDeclined(Team.BLUE),)


@pytest.mark.parametrize("position", [RED[0], BYSTANDERS[0], ASSASSIN])
def test_rival_picks_one_of_its_own(position: int) -> None:
    assert refusal(struck(Penalty.RIVAL_PICKS), CoverCard(position)) is Refusal.NOT_YOUR_AGENT


def test_rival_picks_one_that_is_hidden() -> None:
    found = play(with_penalty(Penalty.RIVAL_PICKS), clue("sea", 1), touch(BLUE[0]))
    waiting = play(found, clue("lime", 1), Challenge(), ConcedeChallenge())
    assert waiting.table.turn.team is Team.RED
    assert refusal(waiting, CoverCard(BLUE[0])) is Refusal.ALREADY_REVEALED
    assert refusal(waiting, CoverCard(25)) is Refusal.NO_SUCH_CARD
    assert play(waiting, CoverCard(RED[0])).table.agents_left(Team.RED) == 8


@pytest.mark.parametrize(
    "action",
    [clue("lime", 1), touch(BLUE[0]), END_TURN, UNDO, exchange(3), Challenge()],
    ids=lambda action: type(action).__name__,
)
def test_rival_picks_before_anything_else(action: Action) -> None:
    expected = {UNDO: Refusal.NOTHING_TO_UNDO, exchange(3): Refusal.EXCHANGE_TOO_LATE}
    why = expected.get(action, Refusal.WRONG_PHASE)
    assert refusal(struck(Penalty.RIVAL_PICKS), action) is why


def test_once() -> None:
    covered = play(struck(Penalty.RIVAL_PICKS), CoverCard(BLUE[0]))
    for action in (CoverCard(BLUE[1]), DeclinePenalty()):
        assert refusal(covered, action) is Refusal.WRONG_PHASE


def test_random_what_was_drawn_is_revealed_at_once() -> None:
    covered = struck(Penalty.RANDOM, BLUE[3])
    assert covered.table.revealed[BLUE[3]] is Identity.BLUE
    assert covered.table.turn.cover == BLUE[3]
    assert (covered.table.phase, covered.table.turn.team) == (Phase.CLUE, Team.BLUE)
    challenged = play(with_penalty(Penalty.RANDOM), clue("tree", 2), Challenge())
    assert happened(challenged, ConcedeChallenge(BLUE[3])) == (
        ClueStruck(Team.RED, TREE, StruckBy.GIVER),
        TurnEnded(Team.RED, TurnEnd.INVALID_CLUE),
        CardCovered(Team.BLUE, BLUE[3]),
    )


@pytest.mark.parametrize("position", [RED[0], BYSTANDERS[0], ASSASSIN])
def test_random_whoever_draws_anything_else_is_at_fault(position: int) -> None:
    with pytest.raises(ValueError, match="hidden agent") as fault:
        struck(Penalty.RANDOM, position)
    assert str(position) not in str(fault.value)


def test_random_a_card_that_lies_open_is_not_drawn() -> None:
    at_table = play(with_penalty(Penalty.RANDOM), clue("sea", 1), touch(BLUE[0]))
    at_table = play(at_table, clue("lime", 1), touch(BYSTANDERS[0]), clue("tree", 2), Challenge())
    with pytest.raises(ValueError, match="hidden agent"):
        play(at_table, UpholdChallenge(BLUE[0]))


def test_random_what_was_drawn_and_not_needed_is_told_to_nobody() -> None:
    given = clue("tree", 2, cover=BLUE[3])
    at_table = play(with_penalty(Penalty.RANDOM, Refereeing.STRICT), given)
    assert not any(at_table.table.revealed)
    said = f"{given!r} {ConcedeChallenge(BLUE[3])!r} {UpholdChallenge(BLUE[3])!r}"
    assert f"cover={BLUE[3]}" not in said


def test_turn_only_the_rival_s_turn_begins() -> None:
    lost = struck(Penalty.TURN_ONLY)
    assert (lost.table.phase, lost.table.turn.team) == (Phase.CLUE, Team.BLUE)
    assert lost.table.turns[0].ended is TurnEnd.INVALID_CLUE
    assert not any(lost.table.revealed)


def test_none_the_clue_is_struck_and_another_is_given() -> None:
    again = struck(Penalty.NONE)
    assert (again.table.phase, again.table.turn.team) == (Phase.CLUE, Team.RED)
    assert len(again.table.turns) == 1
    given = play(again, clue("plant", 2))
    assert clue_of(given) == ("plant", 2)
    twice = play(given, Challenge(), UpholdChallenge())
    assert [s.clue.word for s in twice.table.turn.struck] == ["tree", "plant"]


def test_none_a_codename_cannot_be_exchanged_any_more() -> None:
    assert refusal(struck(Penalty.NONE), exchange(3)) is Refusal.EXCHANGE_TOO_LATE


def test_a_penalty_can_win_the_game() -> None:
    almost = play(with_penalty(Penalty.RIVAL_PICKS), *BLUE_IS_ALMOST_THERE)
    assert almost.table.agents_left(Team.BLUE) == 1
    waiting = play(almost, clue("plant", 1), Challenge(), UpholdChallenge())
    won = Result(Team.BLUE, Ending.ALL_AGENTS)
    ended = play(waiting, CoverCard(BLUE[7]))
    assert (ended.table.phase, ended.table.result) == (Phase.ENDED, won)
    assert ended.table.turn.ended is TurnEnd.LAST_AGENT
    assert happened(waiting, CoverCard(BLUE[7])) == (
        CardCovered(Team.BLUE, BLUE[7]),
        GameEnded(won),
    )
    assert refusal(ended, UNDO) is Refusal.NOTHING_TO_UNDO


def test_a_random_penalty_can_win_the_game() -> None:
    almost = play(with_penalty(Penalty.RANDOM), *BLUE_IS_ALMOST_THERE)
    ended = play(almost, clue("plant", 1), Challenge(), ConcedeChallenge(BLUE[7]))
    assert ended.table.result == Result(Team.BLUE, Ending.ALL_AGENTS)
    assert ended.table.turn.cover == BLUE[7]


def test_a_strict_referee_s_penalty_can_win_the_game() -> None:
    almost = play(with_penalty(Penalty.RANDOM, Refereeing.STRICT), *BLUE_IS_ALMOST_THERE)
    ended = play(almost, clue("oak", 1, found=(ILLEGAL,), cover=BLUE[7]))
    assert ended.table.result == Result(Team.BLUE, Ending.ALL_AGENTS)


def test_an_undo_after_a_penalty_keeps_what_was_covered() -> None:
    covered = play(struck(Penalty.RIVAL_PICKS), CoverCard(BLUE[0]), clue("lime", 2))
    undone = play(covered, touch(BLUE[1]), UNDO)
    assert undone.table.revealed[BLUE[0]] is Identity.BLUE
    assert undone.table.revealed[BLUE[1]] is None
    assert undone.table.turn.cover == BLUE[0]
