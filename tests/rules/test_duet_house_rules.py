"""Duet: settings `tokens` and `mistakes`."""

import pytest

from rules.duet_builder import KEYS, NOBODY, A, B, clue_by, duet, on, touch_by
from rules.game_builder import UNDO, game, play
from undercast.rules.cards import Side
from undercast.rules.game import Ending, Game, Phase, Result
from undercast.rules.settings import Mode, Settings


def with_turns(at_table: Game, turns: int) -> Game:
    """So many turns, each of which ends with a bystander."""
    sides = {A: B, B: A}
    giver: Side = A
    for number in range(turns):
        at_table = play(at_table, clue_by(giver), touch_by(sides[giver], NOBODY[number]))
        giver = sides[giver]
    return at_table


@pytest.mark.parametrize("tokens", [1, 3, 7])
def test_after_the_last_token_there_is_sudden_death(tokens: int) -> None:
    before = with_turns(duet(Settings(mode=Mode.DUET, tokens=tokens)), tokens - 1)
    assert (before.table.phase, on(before).tokens) == (Phase.CLUE, 1)
    after = with_turns(duet(Settings(mode=Mode.DUET, tokens=tokens)), tokens)
    assert (after.table.phase, on(after).tokens) == (Phase.SUDDEN_DEATH, 0)


@pytest.mark.parametrize("mistakes", [0, 2])
def test_one_bystander_more_than_is_forgiven_loses_the_game(mistakes: int) -> None:
    settings = Settings(mode=Mode.DUET, mistakes=mistakes)
    assert with_turns(duet(settings), mistakes).table.phase is Phase.CLUE
    lost = with_turns(duet(settings), mistakes + 1)
    assert lost.table.result == Result(None, Ending.MISTAKES)
    assert on(lost).tokens == 9 - mistakes
    assert play(lost, UNDO).table.result is None


def test_none_are_counted_by_default() -> None:
    assert Settings(mode=Mode.DUET).mistakes is None
    assert with_turns(duet(), 7).table.phase is Phase.CLUE


def test_in_sudden_death_a_bystander_is_that_and_no_mistake() -> None:
    settings = Settings(mode=Mode.DUET, mistakes=2, tokens=2)
    sudden = with_turns(duet(settings), 2)
    lost = play(sudden, touch_by(A, NOBODY[5]))
    assert lost.table.result == Result(None, Ending.SUDDEN_DEATH)
    forgiving = with_turns(duet(Settings(mode=Mode.DUET, tokens=2)), 2)
    assert play(forgiving, touch_by(A, NOBODY[5])).table.result == lost.table.result


@pytest.mark.parametrize("rules", [1, 2])
def test_by_earlier_rules_it_was_one_too_many(rules: int) -> None:
    dealt = game(Settings(mode=Mode.DUET, mistakes=2, tokens=2), KEYS, rules)
    lost = play(with_turns(dealt, 2), touch_by(A, NOBODY[5]))
    assert lost.table.result == Result(None, Ending.MISTAKES)


def test_with_the_last_token_too() -> None:
    lost = with_turns(duet(Settings(mode=Mode.DUET, mistakes=0, tokens=1)), 1)
    assert lost.table.result == Result(None, Ending.MISTAKES)
    assert len(KEYS) == 51
