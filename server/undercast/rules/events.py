"""What just happened in a game: for animation, sound and announcements, never for state.

Every event is public, and each carries its name as `kind`.
"""

from dataclasses import dataclass
from typing import Literal

from undercast.rules.cards import Identity, Side, Team
from undercast.rules.clues import Clue
from undercast.rules.game import Result, StruckBy, TurnEnd


@dataclass(frozen=True, slots=True)
class ClueGiven:
    """A clue became public."""

    team: Team
    clue: Clue
    kind: Literal["clue_given"] = "clue_given"


@dataclass(frozen=True, slots=True)
class ClueCorrected:
    """The public clue's spelling changed."""

    team: Team
    clue: Clue
    kind: Literal["clue_corrected"] = "clue_corrected"


@dataclass(frozen=True, slots=True)
class ClueChallenged:
    """The rival spymaster calls the clue of `team` invalid; touches wait."""

    team: Team
    kind: Literal["clue_challenged"] = "clue_challenged"


@dataclass(frozen=True, slots=True)
class ChallengeWithdrawn:
    """The clue of `team` stands after all."""

    team: Team
    kind: Literal["challenge_withdrawn"] = "challenge_withdrawn"


@dataclass(frozen=True, slots=True)
class ClueStruck:
    """A clue of `team` is invalid."""

    team: Team
    clue: Clue
    by: StruckBy
    kind: Literal["clue_struck"] = "clue_struck"


@dataclass(frozen=True, slots=True)
class CardCovered:
    """An agent of `team` is revealed without a guess: the penalty for its rival's invalid clue, or
    the simulated team's turn in co-op.
    """

    team: Team
    position: int
    kind: Literal["card_covered"] = "card_covered"


@dataclass(frozen=True, slots=True)
class PenaltyDeclined:
    """The spymaster of `team` reveals no agent."""

    team: Team
    kind: Literal["penalty_declined"] = "penalty_declined"


@dataclass(frozen=True, slots=True)
class SandTurned:
    """The sand glass was turned over."""

    kind: Literal["sand_turned"] = "sand_turned"


@dataclass(frozen=True, slots=True)
class CardTouched:
    """A card was touched by `team` and revealed."""

    team: Team
    position: int
    identity: Identity
    by: str
    """Player id."""
    side: Side | None = None
    """Duet: the side that touched."""
    kind: Literal["card_touched"] = "card_touched"


@dataclass(frozen=True, slots=True)
class TouchUndone:
    """The latest touch was taken back; the card is hidden again."""

    position: int
    kind: Literal["touch_undone"] = "touch_undone"


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A team's turn is over."""

    team: Team
    why: TurnEnd
    kind: Literal["turn_ended"] = "turn_ended"


@dataclass(frozen=True, slots=True)
class CodenameExchanged:
    """A codename was exchanged before the first clue."""

    position: int
    former: str
    """The codename that lay there before."""
    kind: Literal["codename_exchanged"] = "codename_exchanged"


@dataclass(frozen=True, slots=True)
class Paused:
    """The game stands still."""

    kind: Literal["paused"] = "paused"


@dataclass(frozen=True, slots=True)
class Resumed:
    """The game goes on."""

    kind: Literal["resumed"] = "resumed"


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    result: Result
    kind: Literal["game_ended"] = "game_ended"


@dataclass(frozen=True, slots=True)
class Debriefed:
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
