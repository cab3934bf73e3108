"""What can be done in a game. Facts that the rules cannot know (who, when) come in with it.

`by` is a player's id, `at` the server's clock in Unix milliseconds. Whether that player may act
now is the room's business (`undercast.room.permits`); here the acting team is always the one whose
turn it is.
"""

import re
from dataclasses import dataclass
from functools import cache

from undercast.rules.clues import ClueNumber


@dataclass(frozen=True, slots=True)
class GiveClue:
    """The spymaster gives the turn's clue."""

    word: str | None
    number: ClueNumber
    by: str


@dataclass(frozen=True, slots=True)
class CorrectClue:
    """The giver corrects the clue's spelling before the first touch."""

    word: str


@dataclass(frozen=True, slots=True)
class MarkCard:
    """An operative marks a card, or takes the mark back."""

    position: int
    on: bool
    by: str


@dataclass(frozen=True, slots=True)
class TouchCard:
    """The official act of guessing one card."""

    position: int
    by: str
    at: int


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The team ends its turn by choice."""


@dataclass(frozen=True, slots=True)
class Undo:
    """The latest touch is taken back."""

    at: int


@dataclass(frozen=True, slots=True)
class ExchangeCodename:
    """An unsuitable codename is exchanged for another one, same identity."""

    position: int
    codename: str


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing can be played until somebody resumes."""


@dataclass(frozen=True, slots=True)
class Resume:
    """The pause is over."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """The game is given up: recorded, no winner."""


@dataclass(frozen=True, slots=True)
class Debrief:
    """The whole key of an ended game is shown to everyone."""


Action = (
    GiveClue
    | CorrectClue
    | MarkCard
    | TouchCard
    | EndTurn
    | Undo
    | ExchangeCodename
    | Pause
    | Resume
    | Abandon
    | Debrief
)


def command_name(kind: type) -> str:
    """The name of an action on the wire and in the log: TouchCard is "touch_card"."""
    return _in_snake_case(kind.__name__)


@cache
def _in_snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
