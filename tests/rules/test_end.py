"""Rule "The end": who wins, and that nothing can be played afterwards."""

import pytest

from rules.game_builder import (
    ASSASSIN,
    BLUE,
    BYSTANDERS,
    END_TURN,
    RED,
    SPOKEN_OPERATIVES,
    clue,
    correct,
    exchange,
    game,
    happened,
    mark,
    play,
    refusal,
    touch,
    touches,
)
from undercast.base.refusals import Refusal
from undercast.rules.actions import Abandon, Action, Pause, Resume
from undercast.rules.cards import Identity, Team
from undercast.rules.events import CardTouched, GameEnded
from undercast.rules.game import Ending, Game, Phase, Result, TurnEnd


def red_lacks_one() -> Game:
    """Red's guess phase; one red agent is hidden."""
    return play(game(), clue("tree", "unlimited"), *touches(*RED[:8]))


def test_the_last_own_agent_wins_at_once() -> None:
    won = play(red_lacks_one(), touch(RED[8]))
    assert won.table.phase is Phase.ENDED
    assert won.table.result == Result(Team.RED, Ending.ALL_AGENTS)
    assert won.table.turn.ended is TurnEnd.LAST_AGENT
    assert won.table.agents_left(Team.RED) == 0


def test_a_team_wins_on_the_other_team_s_turn() -> None:
    """Red's last agent is touched by blue: red wins, and blue cannot catch up."""
    blue_guesses = play(red_lacks_one(), END_TURN, clue("lime", 1))
    won = play(blue_guesses, touch(RED[8]))
    assert won.table.result == Result(Team.RED, Ending.ALL_AGENTS)
    assert won.table.turn.team is Team.BLUE
    assert won.table.turn.ended is TurnEnd.LAST_AGENT


def test_the_starting_team_needs_nine_the_other_eight() -> None:
    blue_guesses = play(game(), clue("tree", 1), touch(BYSTANDERS[0]), clue("lime", "unlimited"))
    seven = play(blue_guesses, *touches(*BLUE[:7]))
    assert seven.table.phase is Phase.GUESS
    assert play(seven, touch(BLUE[7])).table.result == Result(Team.BLUE, Ending.ALL_AGENTS)


def test_the_last_agent_on_the_last_guess_wins() -> None:
    at_table = play(game(), clue("tree", 8), *touches(*RED))
    assert at_table.table.result == Result(Team.RED, Ending.ALL_AGENTS)


@pytest.mark.parametrize("before", [(), (BYSTANDERS[0],)])
def test_who_touches_the_assassin_loses_at_once(before: tuple[int, ...]) -> None:
    at_table = game()
    for position in before:
        at_table = play(at_table, clue("tree", 1), touch(position))
    loser = at_table.table.turn.team
    lost = play(at_table, clue("tree", 1), touch(ASSASSIN))
    assert lost.table.result == Result(loser.rival, Ending.ASSASSIN)
    assert lost.table.turn.ended is TurnEnd.ASSASSIN


def test_the_assassin_is_not_one_of_the_agents() -> None:
    lost = play(game(), clue("tree", 1), touch(ASSASSIN))
    assert (lost.table.agents_left(Team.RED), lost.table.agents_left(Team.BLUE)) == (9, 8)


def test_the_end_is_announced_after_the_touch() -> None:
    touched = CardTouched(Team.RED, RED[8], Identity.RED, "spymaster")
    ended = GameEnded(Result(Team.RED, Ending.ALL_AGENTS))
    assert happened(red_lacks_one(), touch(RED[8])) == (touched, ended)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (clue("tree", 2), Refusal.ENDED),
        (correct("trees"), Refusal.ENDED),
        (touch(RED[8]), Refusal.ENDED),
        (touch(10**9), Refusal.ENDED),
        (mark(RED[8]), Refusal.ENDED),
        (END_TURN, Refusal.ENDED),
        (exchange(RED[8]), Refusal.EXCHANGE_TOO_LATE),
        (Pause(), Refusal.ENDED),
        (Resume(), Refusal.NOT_PAUSED),
        (Abandon(), Refusal.ENDED),
    ],
    ids=lambda value: type(value).__name__,
)
def test_afterwards_nothing_can_be_played(action: Action, why: Refusal) -> None:
    ended = play(game(SPOKEN_OPERATIVES), touch(ASSASSIN))
    assert refusal(ended, action) is why


def test_the_other_identities_stay_hidden() -> None:
    won = play(red_lacks_one(), touch(RED[8]))
    assert won.table.revealed.count(None) == 16
