"""Games of real bots, with house rules by chance: all come to an end, and nothing is refused."""

import random

import pytest

from thinking.evenings import Table
from undercast.room.seats import Seat
from undercast.room.state import BotStyle
from undercast.rules.clues import Clue
from undercast.rules.game import Phase
from undercast.rules.settings import (
    Agreement,
    Board,
    Clues,
    Guessing,
    Marks,
    Mode,
    Penalty,
    PlusOne,
    Refereeing,
    RivalConfirms,
    Settings,
)

pytestmark = pytest.mark.slow


def some_rules(rng: random.Random, mode: Mode) -> Settings:
    """House rules that can be played together, without a timer."""
    while True:
        rules = Settings(
            mode=mode,
            board=rng.choice([Board.WORDS, Board.WORDS, Board.PICTURES]),
            clues=rng.choice([*Clues]),
            guessing=rng.choice([*Guessing]),
            marks=rng.choice([*Marks]),
            agreement=rng.choice([*Agreement]),
            rival_confirms=rng.choice([*RivalConfirms]),
            tokens=rng.choice([1, 2, 9, 15]),
            mistakes=rng.choice([None, 0, 3]),
            plus_one=rng.choice([*PlusOne]),
            referee=rng.choice([*Refereeing]),
            penalty=rng.choice([*Penalty]),
        )
        if rules.problem() is None:
            return rules


@pytest.mark.parametrize("mode", [*Mode])
@pytest.mark.parametrize("seed", range(2))
def test_a_game_of_bots_comes_to_an_end(mode: Mode, seed: int) -> None:
    rng = random.Random(f"{mode} {seed}")
    more = (Seat.RED_OPERATIVE, Seat.BLUE_OPERATIVE) if mode is Mode.CLASSIC and seed else ()
    styles = tuple(rng.sample([*BotStyle], 3))
    played = Table(some_rules(rng, mode), seed, styles=styles, more=more).play()
    assert played.game is not None
    table = played.game.table
    assert table.phase is Phase.ENDED
    assert table.settings.clues is Clues.TYPED
    clues = [turn.clue for turn in table.turns if isinstance(turn.clue, Clue)]
    assert all(clue.word for clue in clues)
    given = {n for n, turn in enumerate(table.turns) if turn.clue is not None}
    assert {note.turn for note in played.game.notes} >= given
    bots = {player.id for player in played.lobby.bots}
    assert {note.by for note in played.game.notes} <= bots
