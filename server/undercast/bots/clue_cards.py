"""The cards that a clue can be about. Importing this needs no numpy."""

from collections.abc import Sequence

from msgspec import Struct

from undercast.bots.bot import untried
from undercast.room import roles
from undercast.room.seats import Seat
from undercast.rules.cards import AGENT_OF, Identity, Team
from undercast.rules.settings import Mode
from undercast.views import GameView


class ClueCards(Struct, frozen=True):
    """The hidden cards as the clue-giver sees them, by position."""

    own: tuple[int, ...]
    others: tuple[int, ...]
    identities: tuple[Identity, ...]
    """What each of the others is: a rival's agent, a bystander, the assassin."""


def cards_of(game: GameView, key: Sequence[Identity], seat: Seat) -> ClueCards:
    """The cards that a clue of this seat can be about, by the key that it sees."""
    own, side = own_identity(game, seat), roles.side_of(seat)
    hidden = untried(game, None if side is None else side.partner)
    others = tuple(p for p in hidden if key[p] is not own)
    return ClueCards(
        tuple(p for p in hidden if key[p] is own), others, tuple(key[p] for p in others)
    )


def own_identity(game: GameView, seat: Seat) -> Identity:
    """The identity of the agents that this seat gives clues for: those of the team on turn."""
    if game.settings.mode is Mode.DUET:
        return Identity.GREEN
    if seat is Seat.BLUE_SPYMASTER:
        return AGENT_OF[Team.BLUE]
    return AGENT_OF[Team.RED if seat is Seat.RED_SPYMASTER else game.turns[-1].team]
