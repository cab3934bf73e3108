"""What just happened in a game: for animation, sound and announcements, never for state.

Every event is public, and each carries its name as `kind`.
"""

from msgspec import Struct

from undercast.rules.actions import in_snake_case
from undercast.rules.cards import Identity, Side, Team
from undercast.rules.clues import Clue
from undercast.rules.game import Result, StruckBy, TurnEnd


class GameEvent(Struct, frozen=True, tag_field="kind", tag=in_snake_case):
    """A public announcement; its `kind` is the class name in snake case."""


class ClueGiven(GameEvent, frozen=True):
    """A clue became public."""

    team: Team
    clue: Clue


class ClueCorrected(GameEvent, frozen=True):
    """The public clue's spelling changed."""

    team: Team
    clue: Clue


class ClueChallenged(GameEvent, frozen=True):
    """The rival spymaster calls the clue of `team` invalid; touches wait."""

    team: Team


class ChallengeWithdrawn(GameEvent, frozen=True):
    """The clue of `team` stands after all."""

    team: Team


class ClueStruck(GameEvent, frozen=True):
    """A clue of `team` is invalid."""

    team: Team
    clue: Clue
    by: StruckBy


class CardCovered(GameEvent, frozen=True):
    """An agent of `team` is revealed without a guess: the penalty for its rival's invalid clue, or
    the simulated team's turn in co-op.
    """

    team: Team
    position: int


class PenaltyDeclined(GameEvent, frozen=True):
    """The spymaster of `team` reveals no agent."""

    team: Team


class SandTurned(GameEvent, frozen=True):
    """The sand glass was turned over."""


class CardTouched(GameEvent, frozen=True):
    """A card was touched by `team` and revealed."""

    team: Team
    position: int
    identity: Identity
    by: str
    """Player id."""
    side: Side | None = None
    """Duet: the side that touched."""


class TouchUndone(GameEvent, frozen=True):
    """The latest touch was taken back; the card is hidden again."""

    position: int


class TurnEnded(GameEvent, frozen=True):
    """A team's turn is over."""

    team: Team
    why: TurnEnd


class CodenameExchanged(GameEvent, frozen=True):
    """A codename was exchanged before the first clue."""

    position: int
    former: str
    """The codename that lay there before."""
    language: int = 0
    """Which of the game's `languages` that one is in."""


class Paused(GameEvent, frozen=True):
    """The game stands still."""


class Resumed(GameEvent, frozen=True):
    """The game goes on."""


class GameEnded(GameEvent, frozen=True):
    """The game is over."""

    result: Result


class Debriefed(GameEvent, frozen=True):
    """The key is shown to everyone from now on."""


Event = (
    ClueGiven
    | ClueCorrected
    | ClueChallenged
    | ChallengeWithdrawn
    | ClueStruck
    | CardCovered
    | PenaltyDeclined
    | SandTurned
    | CardTouched
    | TouchUndone
    | TurnEnded
    | CodenameExchanged
    | Paused
    | Resumed
    | GameEnded
    | Debriefed
)
