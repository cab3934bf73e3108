"""The words in which the tests of the duet are written.

    at_table = duet()
    at_table = play(at_table, clue_by(A, "tree", 2), touch_by(B, AGENTS_OF_BOTH[0]))

Where a card lies says what it is on both keys: ONLY_A are agents on side A's key and bystanders on
side B's. What A's key says judges B's touches while A gives the clues, and the other way round.
"""

from rules.game_builder import game
from undercast.rules.actions import GiveClue, TouchCard
from undercast.rules.cards import Side
from undercast.rules.clues import ClueNumber
from undercast.rules.game import Duet, Game
from undercast.rules.settings import Clues, Mode, Settings

A, B = Side.A, Side.B

BOTH = range(3)
"""Agents on both keys."""
ONLY_A = range(3, 8)
"""Agents on A's key, bystanders on B's."""
A_BUT_DEADLY = 8
"""An agent on A's key, an assassin on B's."""
ONLY_B = range(9, 14)
B_BUT_DEADLY = 14
NOBODY = range(15, 22)
"""Bystanders on both keys."""
DEADLY = 22
"""An assassin on both keys."""
DEADLY_ON_A = 23
"""An assassin on A's key, a bystander on B's."""
DEADLY_ON_B = 24

OF_A = (*BOTH, *ONLY_A, A_BUT_DEADLY)
OF_B = (*BOTH, *ONLY_B, B_BUT_DEADLY)

KEY_A = "gggggggggnnnnnannnnnnnaan"
KEY_B = "gggnnnnnaggggggnnnnnnnana"
KEYS = f"{KEY_A}/{KEY_B}"

DUET = Settings(mode=Mode.DUET)
SPOKEN_DUET = Settings(mode=Mode.DUET, clues=Clues.SPOKEN)


def duet(settings: Settings = DUET) -> Game:
    """A duet that was just dealt."""
    return game(settings, KEYS)


def clue_by(side: Side, word: str | None = "tree", number: ClueNumber = 1) -> GiveClue:
    return GiveClue(word, number, f"{side} player", side=side)


def touch_by(side: Side, position: int) -> TouchCard:
    return TouchCard(position, f"{side} player", side)


def touches_by(side: Side, *positions: int) -> tuple[TouchCard, ...]:
    return tuple(touch_by(side, position) for position in positions)


def on(at_table: Game) -> Duet:
    """What lies on the table besides the cards."""
    assert at_table.table.duet is not None
    return at_table.table.duet
