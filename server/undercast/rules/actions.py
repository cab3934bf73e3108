"""What can be done in a game. Facts that the rules cannot know (who, when) come in with it.

`by` is a player's id. Whether that player may act now is the room's business
(`undercast.room.permits`); here the acting team is always the one whose turn it is. When it is done
is said to :func:`undercast.rules.play.evolve`.
"""

import re
from dataclasses import dataclass, field
from functools import cache

from undercast.rules.cards import Side
from undercast.rules.clues import ClueNumber
from undercast.rules.findings import Finding


@dataclass(frozen=True, slots=True, repr=False)
class GiveClue:
    """The spymaster gives the turn's clue."""

    word: str | None
    number: ClueNumber
    by: str
    findings: tuple[Finding, ...] = ()
    """What the referee says of it."""
    anyway: bool = False
    """The giver knows that the referee questions it."""
    rival: bool = False
    """Whether there is a rival spymaster who could be asked."""
    cover: int | None = None
    """The rival's agent drawn by lot, should the clue cost that."""
    side: Side | None = None
    """Duet: the giver's side."""


@dataclass(frozen=True, slots=True, repr=False)
class AskRival:
    """The giver asks the rival spymaster, silently, whether a clue is valid."""

    word: str
    number: ClueNumber
    by: str
    findings: tuple[Finding, ...] = ()
    rival: bool = False


@dataclass(frozen=True, slots=True)
class TakeBackClue:
    """The giver withdraws the question, or clears a rejected one away."""


@dataclass(frozen=True, slots=True)
class AllowClue:
    """The rival spymaster says yes: the clue becomes public and stands."""

    question: int


@dataclass(frozen=True, slots=True)
class RejectClue:
    """The rival spymaster says no: the giver has to find another clue."""

    question: int


@dataclass(frozen=True, slots=True)
class CorrectClue:
    """The giver corrects the clue's spelling before the first touch."""

    word: str
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Challenge:
    """The rival spymaster calls the public clue invalid."""


@dataclass(frozen=True, slots=True)
class ConcedeChallenge:
    """The giver agrees that the clue is invalid."""

    cover: int | None = field(default=None, repr=False)
    """The rival's agent drawn by lot, where the penalty is that."""


@dataclass(frozen=True, slots=True)
class WithdrawChallenge:
    """The rival spymaster lets the clue stand."""


@dataclass(frozen=True, slots=True)
class UpholdChallenge:
    """The rival spymaster has the last word: the clue is invalid."""

    cover: int | None = field(default=None, repr=False)
    """The rival's agent drawn by lot, where the penalty is that."""


@dataclass(frozen=True, slots=True)
class CoverCard:
    """A spymaster reveals an agent of the team whose turn it is.

    That is the own team, for the penalty; in co-op it is the simulated one.
    """

    position: int


@dataclass(frozen=True, slots=True)
class DeclinePenalty:
    """The spymaster reveals none."""


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
    side: Side | None = None
    """Duet: the side that touches."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The team ends its turn by choice."""


@dataclass(frozen=True, slots=True)
class Undo:
    """The latest touch is taken back."""


@dataclass(frozen=True, slots=True)
class TurnSand:
    """Somebody turns the sand glass over: it runs anew."""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The strict timer has run out. Only the server does this."""


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
    | AskRival
    | TakeBackClue
    | AllowClue
    | RejectClue
    | CorrectClue
    | Challenge
    | ConcedeChallenge
    | WithdrawChallenge
    | UpholdChallenge
    | CoverCard
    | DeclinePenalty
    | MarkCard
    | TouchCard
    | EndTurn
    | Undo
    | TurnSand
    | TimeUp
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
