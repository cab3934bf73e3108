"""Setting `plus_one`: whether the guess limit is the clue's number plus one.

`earned`, precisely: each earlier turn of the team that it ended by choice with fewer own agents
than its clue's number (1 or more) adds the difference; each own agent found by an extra touch takes
one away; the sum never exceeds the team's hidden agents; struck, 0 and unlimited clues add nothing.
While the sum is above 0 the limit is number + 1, else number.
"""

import pytest

from rules.game_builder import (
    ASSASSIN,
    BLUE,
    BYSTANDERS,
    END_TURN,
    ILLEGAL,
    RED,
    UNDO,
    At,
    clue,
    game,
    play,
    touch,
    touches,
)
from undercast.rules.actions import Action, Challenge, CoverCard, TimeUp, UpholdChallenge
from undercast.rules.cards import Team
from undercast.rules.clues import ClueNumber
from undercast.rules.game import Game, Phase, TurnEnd
from undercast.rules.settings import Penalty, PlusOne, Refereeing, Settings, Timer

EARNED = Settings(plus_one=PlusOne.EARNED)
NEVER = Settings(plus_one=PlusOne.NEVER)

Do = Action | At


def turn(number: ClueNumber, *positions: int, stop: bool = True) -> tuple[Do, ...]:
    """A clue, touches, and the end of the turn by choice unless it ends by itself."""
    return (clue("tree", number), *touches(*positions), *((END_TURN,) if stop else ()))


BLUE_PASSES = turn(1, BYSTANDERS[6], stop=False)
"""Blue's turn that says nothing about red's cards."""


def earned(*moves: Do) -> Game:
    return play(game(EARNED), *moves)


def outstanding(at_table: Game, team: Team = Team.RED) -> int:
    return at_table.table.outstanding(team)


def test_always_is_the_default_and_the_rule_book_s() -> None:
    assert play(game(), clue("tree", 2)).table.guess_limit() == 3


@pytest.mark.parametrize("number", range(1, 9))
def test_never_the_limit_is_the_number(number: int) -> None:
    at_table = play(game(NEVER), clue("tree", number), *touches(*RED[: number - 1]))
    assert at_table.table.guesses_left() == 1
    done = play(at_table, touch(RED[8]))
    assert done.table.turns[0].ended is TurnEnd.LIMIT
    assert done.table.turn.team is Team.BLUE


def test_never_also_with_cards_outstanding() -> None:
    short = play(game(NEVER), *turn(3, RED[0]), *BLUE_PASSES, clue("tree", 2))
    assert short.table.guess_limit() == 2


@pytest.mark.parametrize("settings", [Settings(), EARNED, NEVER])
@pytest.mark.parametrize("number", [0, "unlimited"])
def test_0_and_unlimited_know_no_limit(settings: Settings, number: ClueNumber) -> None:
    assert play(game(settings), clue("tree", number)).table.guess_limit() is None


def test_earned_at_first_the_limit_is_the_number() -> None:
    at_table = earned(clue("tree", 2))
    assert at_table.table.guess_limit() == 2
    done = play(at_table, *touches(*RED[:2]))
    assert done.table.turns[0].ended is TurnEnd.LIMIT


def test_earned_one_more_while_cards_are_outstanding() -> None:
    """tree: 2 finds one of two and stops; with river: 3 the team may touch four."""
    river = earned(*turn(2, RED[0]), *BLUE_PASSES, clue("river", 3))
    assert outstanding(river) == 1
    assert river.table.guess_limit() == 4
    extra = play(river, *touches(*RED[1:5]))
    assert extra.table.turns[2].ended is TurnEnd.LIMIT
    assert outstanding(extra) == 0
    following = play(extra, *turn(1, BYSTANDERS[0], stop=False), clue("sky", 2))
    assert following.table.guess_limit() == 2


EXAMPLES: dict[str, tuple[tuple[Do, ...], int]] = {
    "nothing was played": ((), 0),
    "stopped with 1 of 3": (turn(3, RED[0]), 2),
    "stopped with 2 of 3": (turn(3, RED[0], RED[1]), 1),
    "found all 2, the limit": (turn(2, RED[0], RED[1], stop=False), 0),
    "0 adds nothing": (turn(0, RED[0]), 0),
    "unlimited adds nothing": (turn("unlimited", RED[0]), 0),
    "a bystander ended it": (turn(3, RED[0], BYSTANDERS[0], stop=False), 0),
    "a bystander at once": (turn(3, BYSTANDERS[0], stop=False), 0),
    "the rival's agent ended it": (turn(3, RED[0], BLUE[0], stop=False), 0),
    "two turns add up": ((*turn(3, RED[0]), *BLUE_PASSES, *turn(3, RED[1])), 4),
    "an extra touch takes one away": (
        (*turn(3, RED[0]), *BLUE_PASSES, *turn(1, RED[1], RED[2], stop=False)),
        1,
    ),
    "an extra touch that found a bystander does not": (
        (*turn(3, RED[0]), *BLUE_PASSES, *turn(1, RED[1], BYSTANDERS[0], stop=False)),
        2,
    ),
    "an extra touch left alone does not": (
        (*turn(3, RED[0]), *BLUE_PASSES, *turn(1, RED[1])),
        2,
    ),
    "one more extra touch": (
        (
            *(*turn(3, RED[0]), *BLUE_PASSES, *turn(1, RED[1], RED[2], stop=False)),
            *(*turn(1, BYSTANDERS[5], stop=False), *turn(1, RED[3], RED[4], stop=False)),
        ),
        0,
    ),
    "the turn that goes on adds nothing yet": ((clue("tree", 3), touch(RED[0])), 0),
    "an undone touch counts for nothing": (
        (clue("tree", 3), touch(RED[0]), touch(RED[1]), UNDO, END_TURN),
        2,
    ),
    "the rival finds one of ours": (
        (*turn(3, RED[0]), *turn(1, RED[1], stop=False)),
        2,
    ),
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_earned_worked_examples(example: str) -> None:
    moves, expected = EXAMPLES[example]
    assert outstanding(earned(*moves)) == expected


def test_earned_never_more_than_the_team_s_hidden_agents() -> None:
    many = earned(*turn(9, RED[0]))
    assert outstanding(many) == 8
    fewer = play(many, *turn(1, RED[1], stop=False))
    assert outstanding(fewer) == 7, "the rival found one of them"
    won = play(fewer, clue("sky", 8), *touches(*RED[2:]))
    assert won.table.phase is Phase.ENDED
    assert outstanding(won) == 0


def test_earned_a_covered_agent_is_hidden_no_more() -> None:
    settings = Settings(plus_one=PlusOne.EARNED, penalty=Penalty.RIVAL_PICKS)
    many = play(game(settings), *turn(9, RED[0]), clue("lime", 1), Challenge(), UpholdChallenge())
    assert outstanding(play(many, CoverCard(RED[1]))) == 7


def test_earned_a_struck_clue_adds_nothing() -> None:
    struck = earned(clue("oak", 3), Challenge(), UpholdChallenge())
    assert outstanding(struck) == 0
    strict = Settings(plus_one=PlusOne.EARNED, referee=Refereeing.STRICT, penalty=Penalty.NONE)
    again = play(game(strict), clue("oak", 9, found=(ILLEGAL,)), *turn(2, RED[0]))
    assert outstanding(again) == 1, "the clue that was given instead counts"


def test_earned_the_end_of_the_time_adds_nothing() -> None:
    settings = Settings(plus_one=PlusOne.EARNED, timer=Timer.STRICT, guess_seconds=20)
    late = play(game(settings), clue("tree", 3), touch(RED[0]), At(TimeUp(), 20_000))
    assert outstanding(late) == 0
    passed = play(game(settings), At(TimeUp(), 10**6))
    assert outstanding(passed) == 0


def test_earned_each_team_for_itself() -> None:
    both = earned(*turn(3, RED[0]), *turn(4, BLUE[0]))
    assert (outstanding(both), outstanding(both, Team.BLUE)) == (2, 3)


def test_earned_the_last_agent_by_the_extra_touch() -> None:
    """Nothing is left to find, and no count falls below zero."""
    almost = earned(*turn(0, *RED[:6]), *BLUE_PASSES, *turn(2, RED[6]))
    almost = play(almost, *turn(1, BYSTANDERS[0], stop=False), clue("sky", 1))
    assert almost.table.guess_limit() == 2
    won = play(almost, *touches(RED[7], RED[8]))
    assert won.table.phase is Phase.ENDED
    assert won.table.guesses_left() == 0


def test_earned_an_undo_of_the_extra_touch() -> None:
    before = earned(*turn(2, RED[0]), *BLUE_PASSES, clue("sky", 1), touch(RED[1]))
    assert before.table.guesses_left() == 1
    undone = play(before, touch(RED[2]), UNDO)
    assert outstanding(undone) == outstanding(before) == 1
    assert undone.table.guesses_left() == 1


def test_earned_nothing_changes_for_who_touches_the_assassin() -> None:
    lost = earned(*turn(2, RED[0]), *BLUE_PASSES, clue("sky", 1), touch(ASSASSIN))
    assert lost.table.guesses_left() == 1
