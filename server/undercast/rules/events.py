"""What just happened in a game: for animation, sound and announcements, never for state.

Every event is public, and each carries its name as `kind`.
"""

from typing import Literal

from msgspec import Struct

from undercast.rules.cards import Identity, Side, Team
from undercast.rules.clues import Clue
from undercast.rules.game import Result, StruckBy, TurnEnd


class ClueGiven(Struct, frozen=True):
    """A clue became public."""

    team: Team
    clue: Clue
    kind: Literal["clue_given"] = "clue_given"


class ClueCorrected(Struct, frozen=True):
    """The public clue's spelling changed."""

    team: Team
    clue: Clue
    kind: Literal["clue_corrected"] = "clue_corrected"


class ClueChallenged(Struct, frozen=True):
    """The rival spymaster calls the clue of `team` invalid; touches wait."""

    team: Team
    kind: Literal["clue_challenged"] = "clue_challenged"


class ChallengeWithdrawn(Struct, frozen=True):
    """The clue of `team` stands after all."""

    team: Team
    kind: Literal["challenge_withdrawn"] = "challenge_withdrawn"


class ClueStruck(Struct, frozen=True):
    """A clue of `team` is invalid."""

    team: Team
    clue: Clue
    by: StruckBy
    kind: Literal["clue_struck"] = "clue_struck"


class CardCovered(Struct, frozen=True):
    """An agent of `team` is revealed without a guess: the penalty for its rival's invalid clue, or
    the simulated team's turn in co-op.
    """

    team: Team
    position: int
    kind: Literal["card_covered"] = "card_covered"


class PenaltyDeclined(Struct, frozen=True):
    """The spymaster of `team` reveals no agent."""

    team: Team
    kind: Literal["penalty_declined"] = "penalty_declined"


class SandTurned(Struct, frozen=True):
    """The sand glass was turned over."""

    kind: Literal["sand_turned"] = "sand_turned"


class CardTouched(Struct, frozen=True):
    """A card was touched by `team` and revealed."""

    team: Team
    position: int
    identity: Identity
    by: str
    """Player id."""
    side: Side | None = None
    """Duet: the side that touched."""
    kind: Literal["card_touched"] = "card_touched"


class TouchUndone(Struct, frozen=True):
    """The latest touch was taken back; the card is hidden again."""

    position: int
    kind: Literal["touch_undone"] = "touch_undone"


class TurnEnded(Struct, frozen=True):
    """A team's turn is over."""

    team: Team
    why: TurnEnd
    kind: Literal["turn_ended"] = "turn_ended"


class CodenameExchanged(Struct, frozen=True):
    """A codename was exchanged before the first clue."""

    position: int
    former: str
    """The codename that lay there before."""
    kind: Literal["codename_exchanged"] = "codename_exchanged"


class Paused(Struct, frozen=True):
    """The game stands still."""

    kind: Literal["paused"] = "paused"


class Resumed(Struct, frozen=True):
    """The game goes on."""

    kind: Literal["resumed"] = "resumed"


class GameEnded(Struct, frozen=True):
    """The game is over."""

    result: Result
    kind: Literal["game_ended"] = "game_ended"


class Debriefed(Struct, frozen=True):
    """The key is shown to everyone from now on."""

    kind: Literal["debriefed"] = "debriefed"


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
