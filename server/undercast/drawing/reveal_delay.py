"""When a picture may show a change: not before the pages have turned the card."""

from collections.abc import Mapping, Sequence

from undercast.room.events import RoomEvent
from undercast.rules.cards import Team
from undercast.rules.events import CardCovered, CardTouched
from undercast.rules.game import Phase
from undercast.views import GameView


def seconds_until_shown(
    former: GameView | None, happened: Sequence[RoomEvent], beats: Mapping[str, int]
) -> float:
    """How long a card is lifted, held and turned (common/moments/score.ts); 0 for other changes.

    It depends on public facts only, so it is the same for every key. `beats`: milliseconds.
    """
    if former is None or not any(isinstance(it, CardTouched | CardCovered) for it in happened):
        return 0.0
    hold = beats["hold-long"] if is_tense(former) else beats["hold"]
    return (beats["lift"] + hold + beats["turn"]) / 1000


def seconds_until_next(beats: Mapping[str, int]) -> float:
    """How long a page shows a turned card before it lifts the next one."""
    return (beats["verdict"] + beats["count"] + beats["rest"]) / 1000


def is_tense(game: GameView) -> bool:
    """Whether the next card may decide much, by what everybody sees."""
    tokens = None if game.duet is None else game.duet.tokens
    counters = (*(game.left[team] for team in Team), game.guesses_left, tokens)
    return game.phase is Phase.SUDDEN_DEATH or 1 in counters
