"""What can be done in a game. An action carries the facts that the rules cannot know.

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
    """The referee's objections."""
    anyway: bool = False
    """The giver insists although the referee questions it."""
    rival: bool = False
    """Whether there is a rival spymaster who could be asked."""
    cover: int | None = None
    """The rival's agent drawn at random, in case the clue costs that."""
    side: Side | None = None
    """Duet: the giver's side."""
    agreed: bool = False
    """The giver says that everybody agrees, though the referee finds it illegal."""
    confirm: bool = False
    """By the house rules the rival spymaster must see it before it is public."""


class AskRival(Secret, frozen=True):
    """The giver asks the rival spymaster, privately, whether a clue is valid."""

    word: str
    number: ClueNumber
    by: str
    findings: tuple[Finding, ...] = ()
    rival: bool = False


class NoteCards(Secret, frozen=True):
    """Secret until the debrief: which cards the turn's clue means, or a guesser would touch."""

    cards: tuple[int, ...]
    """Positions, the likeliest first; an empty tuple deletes the note."""
    by: str


class TakeBackClue(Struct, frozen=True):
    """The giver withdraws the question, or discards a rejected clue."""


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
    """The change is so small that a ruling on the old word covers it: letter case; where the rival
    ruled, or nobody did, also marks."""


class Challenge(Struct, frozen=True):
    """The rival spymaster calls the public clue invalid."""


class ConcedeChallenge(Secret, frozen=True):
    """The giver agrees that the clue is invalid."""

    cover: int | None = None
    """The rival's agent drawn at random, if that is the penalty."""


class WithdrawChallenge(Struct, frozen=True):
    """The rival spymaster lets the clue stand."""


class UpholdChallenge(Secret, frozen=True):
    """The rival spymaster makes the final ruling: the clue is invalid."""

    cover: int | None = None
    """The rival's agent drawn at random, if that is the penalty."""


class CoverCard(Struct, frozen=True):
    """A spymaster reveals an agent of the team whose turn it is.

    That is their own team for the penalty, the simulated one in co-op.
    """

    position: int


class DeclinePenalty(Struct, frozen=True):
    """The spymaster reveals no agent."""


class MarkCard(Struct, frozen=True, omit_defaults=True):
    """An operative marks a card, or takes the mark back."""

    position: int
    on: bool
    by: str
    unsure: bool = False


class TouchCard(Struct, frozen=True):
    """The official act of guessing one card."""

    position: int
    by: str
    side: Side | None = None
    """Duet: the side that touches."""
    seat: str | None = None
    """Where the toucher sat, as the room names it; the rules only store it."""


class EndTurn(Struct, frozen=True):
    """The team ends its turn by choice."""


class Undo(Struct, frozen=True):
    """The latest touch is taken back."""


class TurnSand(Struct, frozen=True):
    """Somebody flips the sandglass: it starts again."""


class TimeUp(Secret, frozen=True):
    """The strict timer has run out. Only the server does this."""

    cover: int | None = None
    """The simulated team's agent drawn at random, at its turn in co-op."""


class ExchangeCodename(Struct, frozen=True, omit_defaults=True):
    """An unsuitable codename is exchanged for another one, same identity."""

    position: int
    codename: str
    by: str = ""
    language: str = ""
    """Of the new codename; empty for the first language of the table."""


class Pause(Struct, frozen=True):
    """Nothing can be played until somebody resumes."""


class Resume(Struct, frozen=True):
    """The pause is over."""


class Abandon(Struct, frozen=True):
    """The game is abandoned: recorded, no winner."""


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
