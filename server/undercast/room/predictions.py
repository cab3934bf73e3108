"""Secret predictions: whoever watches may predict which card is touched next.

A prediction is about the touch that follows those that count. So an undo, which makes one count
less, takes the judgement back: what was open before that touch is open again. A prediction stays
open when a turn ends. Who takes a seat or leaves loses all of this game.
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from undercast.room import entries
from undercast.room.permissions import why_no_prediction
from undercast.room.seats import Seat
from undercast.room.state import PlayerStatus, Prediction, Room
from undercast.rules.secret import Secret

MAX_CHANGES = 50
"""How often a person may predict between two touches. Predictions count in nobody's account of the
log: of somebody who is forgotten, others could count them.
"""


class OwnPredictions(Secret, frozen=True):
    """A person's own predictions in the game on the table. Nobody else is sent them."""

    position: int | None
    """The card that is predicted now; null without an open prediction."""
    latest: bool | None
    """Whether the latest touch was predicted; null without a prediction of it."""
    seen: int
    """How many came true."""
    of: int
    """How many were judged."""


NO_PREDICTIONS = OwnPredictions(None, None, 0, 0)


class PredictionScore(Struct, frozen=True):
    """How many of somebody's predictions came true, once the game is over."""

    by: str
    """Player id."""
    seen: int
    """Those that came true."""
    of: int
    """Those that were judged: a card was touched after them."""


def predict(room: Room, by: str, action: entries.Predict) -> Room:
    """A person predicts, moves the prediction or withdraws it."""
    former = _about_next_touch(room, by)
    if action.position == (None if former is None else former.position):
        return room
    others = tuple(it for it in room.predictions if it is not former)
    made = Prediction(by, len(_touched(room)), action.position, 1 + changes(room, by))
    return replace(room, predictions=(*others, made))


def settled(before: Room, after: Room) -> Room:
    """`after` without the predictions that no longer stand."""
    if not after.predictions:
        return after
    count = len(_touched(after))
    standing = tuple(it for it in after.predictions if _stands(before, after, it, count))
    return after if standing == after.predictions else replace(after, predictions=standing)


def may_predict(room: Room) -> tuple[str, ...]:
    """Ids of those who may predict now."""
    if room.game is None or not room.running:
        return ()
    return tuple(it.id for it in room.lobby.people if why_no_prediction(room, it) is None)


def changes(room: Room, by: str) -> int:
    """How often this person has predicted since the latest touch."""
    made = _about_next_touch(room, by)
    return 0 if made is None else made.changes


def own_predictions(room: Room) -> Mapping[str, OwnPredictions]:
    """By player id, of everybody who has predicted in the game on the table."""
    own: dict[str, OwnPredictions] = {}
    cards = _touched(room)
    for made in room.predictions:
        own[made.by] = _with(own.get(made.by, NO_PREDICTIONS), made, cards, running=room.running)
    return own


def final_scores(room: Room) -> tuple[PredictionScore, ...]:
    """Of everybody whose predictions were judged, the best first; none before the game is over."""
    if room.running:
        return ()
    all_own = own_predictions(room).items()
    scores = [PredictionScore(by, own.seen, own.of) for by, own in all_own if own.of]
    return tuple(sorted(scores, key=lambda score: (-score.seen, score.of)))


def _touched(room: Room) -> tuple[int, ...]:
    """The cards of all touches that count, in their order."""
    turns = () if room.game is None else room.game.table.turns
    return tuple(touch.position for turn in turns for touch in turn.counted)


def _about_next_touch(room: Room, by: str) -> Prediction | None:
    count = len(_touched(room))
    return next((it for it in room.predictions if (it.by, it.touch) == (by, count)), None)


def _with(
    own: OwnPredictions, made: Prediction, cards: tuple[int, ...], *, running: bool
) -> OwnPredictions:
    """With one more prediction, where these cards were touched."""
    if made.touch == len(cards):
        return replace(own, position=made.position) if running else own
    right = made.position == cards[made.touch]
    latest = right if made.touch == len(cards) - 1 else own.latest
    return replace(own, latest=latest, seen=own.seen + right, of=own.of + 1)


def _stands(before: Room, after: Room, made: Prediction, count: int) -> bool:
    """Whether its person may still have it, and what it is about is still there."""
    player = after.lobby.find(made.by)
    if player is None or player.standing is not PlayerStatus.PRESENT:
        return False
    if made.touch > count or (after.running and player.seat is not Seat.SPECTATOR):
        return False
    if made.touch < count:
        return made.position is not None
    return made.position is None or _is_still_hidden(before, after, made.position)


def _is_still_hidden(before: Room, after: Room, position: int) -> bool:
    """Whether this card lies there hidden, with the codename that it had."""
    assert before.game is not None
    assert after.game is not None
    former, table = before.game.table, after.game.table
    same = former.codenames[position] == table.codenames[position]
    return same and table.revealed[position] is None
