"""What a bot is: from what its seat sees to a command, with its reasons."""

import random
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from undercast.commands import command_types
from undercast.room import roles
from undercast.room.seats import Seat
from undercast.room.state import BotStyle
from undercast.rules.cards import Identity, Side
from undercast.rules.secret import Secret
from undercast.views import GameView, KeyView, QuestionView, View

__all__ = [
    "Bot",
    "BotStyle",
    "CommandIds",
    "Decision",
    "IntendedCard",
    "Legal",
    "RankedCard",
    "Reasons",
    "SeatView",
]


def untried(game: GameView, side: Side | None) -> tuple[int, ...]:
    """Positions of hidden cards, in a duet without those that this side knows for bystanders."""
    known = () if game.duet is None else game.duet.bystanders
    out = {bystander.position for bystander in known if bystander.side is side}
    return tuple(p for p, shown in enumerate(game.revealed) if shown is None and p not in out)


class SeatView(Secret, frozen=True):
    """All that a bot knows: what its seat sees."""

    view: View
    step: int
    """That of the view's message."""
    seat: Seat
    me: str
    """The bot's own player id."""
    languages: tuple[str, ...]
    """Those of the clues, as the room's referee knows them."""

    @property
    def game(self) -> GameView | None:
        """The running game; None if there is none, or it is paused."""
        game = self.view.game
        return None if game is None or game.paused else game

    @property
    def key(self) -> tuple[Identity, ...] | None:
        """The key that this seat sees during the game; None for operatives."""
        return self.view.key if isinstance(self.view, KeyView) else None

    @property
    def question(self) -> QuestionView | None:
        """The secret question that this seat knows of."""
        return self.view.question if isinstance(self.view, KeyView) else None

    @property
    def awaits_ruling(self) -> bool:
        """Whether such a question is open: the rival has not answered."""
        return self.question is not None and not self.question.rejected

    @property
    def said(self) -> tuple[str, ...]:
        """The words of this game's clues, and of one that the rival has just rejected."""
        turns = () if self.game is None else self.game.turns
        clues = [clue for turn in turns for clue in (turn.clue, *(s.clue for s in turn.struck))]
        clues += [] if self.question is None else [self.question.clue]
        return tuple(clue.word for clue in clues if clue is not None and clue.word is not None)

    @property
    def touchable(self) -> tuple[int, ...]:
        """Positions of the cards that this seat can touch."""
        return () if self.view.game is None else untried(self.view.game, roles.side_of(self.seat))

    def may(self, command: str) -> bool:
        """Whether this seat may send a command of this name now."""
        return self.game is not None and self.seat in self.game.may.get(command, ())


class IntendedCard(Secret, frozen=True):
    """What a clue meant: secret until the debrief."""

    cards: tuple[int, ...]
    """Positions, the one that it means most first."""


class RankedCard(Secret, frozen=True):
    """How a guesser saw the board: secret until the debrief."""

    cards: tuple[int, ...]
    """Positions, the likeliest first."""
    shares: tuple[float, ...]
    """How likely each is to be touched next, 0 to 1."""


Reasons = IntendedCard | RankedCard | None


class Decision(Secret, frozen=True):
    """What a bot does, and why."""

    command: command_types.GameCommand
    reasons: Reasons = None


class Bot(Protocol):
    """A player. The same view, table and rng give the same decision."""

    def decide(self, seen: SeatView, rng: random.Random) -> Decision | None:
        """What to do now; None when it is not this seat's turn to do anything."""


Legal = Callable[[SeatView, str, int], bool]
"""Whether the referee of the room has nothing at all against a clue, by word and number."""


class CommandIds(Struct, frozen=True):
    """Makes ids for a bot's commands."""

    seen: SeatView
    rng: random.Random

    def command_id(self) -> str:
        """An id of its own for each command."""
        return f"bot-{self.rng.getrandbits(64):016x}"
