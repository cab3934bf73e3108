"""What can be done in a game. Facts that the rules cannot know (who, when) come in with it.

`by` is a player's id. `undercast.room.permissions` decides whether that player may act; here the
acting team is always the one whose turn it is. `undercast.rules.evolve.evolve` gets the time.
"""

import re
from functools import cache

from msgspec import Struct

from undercast.rules.cards import Side
from undercast.rules.clues import ClueNumber
from undercast.rules.findings import Finding
from undercast.rules.secret import Secret


class GiveClue(Secret, frozen=True):
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
    agreed: bool = False
    """The giver says that all agree, though the referee finds it illegal."""
    confirm: bool = False
    """The rival spymaster has to see it before it is public, by the house rules."""


class AskRival(Secret, frozen=True):
    """The giver asks the rival spymaster, silently, whether a clue is valid."""

    word: str
    number: ClueNumber
    by: str
    findings: tuple[Finding, ...] = ()
    rival: bool = False


class NoteCards(Secret, frozen=True):
    """In secret, until the debrief: which cards the turn's clue means; or, of who guesses, what
    they would touch.
    """

    cards: tuple[int, ...]
    """Positions, the likeliest first; none takes the note back."""
    by: str


class TakeBackClue(Struct, frozen=True):
    """The giver withdraws the question, or clears a rejected one away."""


class AllowClue(Struct, frozen=True):
    """The rival spymaster says yes: the clue becomes public and stands."""

    question: int


class RejectClue(Struct, frozen=True):
    """The rival spymaster says no: the giver has to find another clue."""

    question: int


class CorrectClue(Secret, frozen=True):
    """The giver corrects the clue's spelling before the first touch."""

    word: str
    findings: tuple[Finding, ...] = ()
    by: str = ""
    anyway: bool = False
    rival: bool = False
    cover: int | None = None
    agreed: bool = False
    confirm: bool = False
    """These as for a clue that is given: the new word is judged as one."""
    same: bool = False
    """So little changes that a ruling for the old word holds: letter case; where the rival ruled,
    or nobody did, also marks.
    """


class Challenge(Struct, frozen=True):
    """The rival spymaster calls the public clue invalid."""


class ConcedeChallenge(Secret, frozen=True):
    """The giver agrees that the clue is invalid."""

    cover: int | None = None
    """The rival's agent drawn by lot, where the penalty is that."""


class WithdrawChallenge(Struct, frozen=True):
    """The rival spymaster lets the clue stand."""


class UpholdChallenge(Secret, frozen=True):
    """The rival spymaster has the last word: the clue is invalid."""

    cover: int | None = None
    """The rival's agent drawn by lot, where the penalty is that."""


class CoverCard(Struct, frozen=True):
    """A spymaster reveals an agent of the team whose turn it is.

    That is the own team, for the penalty; in co-op it is the simulated one.
    """

    position: int


class DeclinePenalty(Struct, frozen=True):
    """The spymaster reveals none."""


class MarkCard(Struct, frozen=True):
    """An operative marks a card, or takes the mark back."""

    position: int
    on: bool
    by: str


class TouchCard(Struct, frozen=True):
    """The official act of guessing one card."""

    position: int
    by: str
    side: Side | None = None
    """Duet: the side that touches."""
    seat: str | None = None
    """Where the toucher sat, as the room names it; the rules only keep it."""


class EndTurn(Struct, frozen=True):
    """The team ends its turn by choice."""


class Undo(Struct, frozen=True):
    """The latest touch is taken back."""


class TurnSand(Struct, frozen=True):
    """Somebody turns the sand glass over: it runs anew."""


class TimeUp(Secret, frozen=True):
    """The strict timer has run out. Only the server does this."""

    cover: int | None = None
    """The simulated team's agent drawn by lot, at its turn in co-op."""


class ExchangeCodename(Struct, frozen=True):
    """An unsuitable codename is exchanged for another one, same identity."""

    position: int
    codename: str
    by: str = ""


class Pause(Struct, frozen=True):
    """Nothing can be played until somebody resumes."""


class Resume(Struct, frozen=True):
    """The pause is over."""


class Abandon(Struct, frozen=True):
    """The game is given up: recorded, no winner."""


class Debrief(Struct, frozen=True):
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
    | NoteCards
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


@cache
def action_name(kind: type) -> str:
    """The name of an action in the log: TouchCard is "touch_card"."""
    return in_snake_case(kind.__name__)


@cache
def in_snake_case(name: str) -> str:
    """TouchCard is touch_card."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
