"""House rules: where groups differ, the difference is a setting with a default.

A setting never changes any other rule. Settings are fixed for a game when it is dealt.
"""

from dataclasses import dataclass
from enum import StrEnum


class Clues(StrEnum):
    """How clues are given."""

    TYPED = "typed"
    """The spymaster types word and number before anything can be touched."""
    SPOKEN = "spoken"
    """The word is optional; a touch in the clue phase gives a wordless `unlimited` clue itself."""


class Guessing(StrEnum):
    """Whose phone touches the cards."""

    SPYMASTER_TAPS = "spymaster_taps"
    """Operatives say and point; the guessing team's spymaster touches."""
    OPERATIVES_TAP = "operatives_tap"
    """An operative marks a card, then confirms."""


class Marks(StrEnum):
    """Who sees the marks that operatives put on cards before they touch."""

    TEAM_SEES = "team_sees"
    EVERYONE_SEES = "everyone_sees"


class PlusOne(StrEnum):
    """Whether the guess limit is the clue's number plus one."""

    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Settings:
    """The house rules of one game. The defaults are the rule book's."""

    clues: Clues = Clues.TYPED
    guessing: Guessing = Guessing.SPYMASTER_TAPS
    marks: Marks = Marks.TEAM_SEES
    plus_one: PlusOne = PlusOne.ALWAYS
