"""Secret predictions: whoever watches may predict which card is touched next.

A prediction is about the touch that follows those that count. So an undo, which makes one count
less, takes the judgement back: what was open before that touch is open again. A prediction stays
open when a turn ends. Who takes a seat or leaves loses all of this game.
"""

from msgspec import Struct
from msgspec.structs import replace

from undercast.room import entries
from undercast.room.permissions import why_no_prediction
from undercast.room.seats import Seat
from undercast.room.state import PlayerStatus, Prediction, Room

MOST_CHANGES = 50
"""How often a person may predict between two touches. Predictions count in nobody's account of the
log: of somebody who is forgotten, others could count them.
"""


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
    changes = 1 if former is None else former.changes + 1
    made = Prediction(by, len(touched(room)), action.position, changes)
    return replace(room, predictions=(*others, made))


def settled(before: Room, after: Room) -> Room:
    """`after` without the predictions that no longer stand."""
    if not after.predictions:
        return after
    standing = tuple(it for it in after.predictions if _stands(before, after, it))
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


def open_position(room: Room, by: str) -> int | None:
    """The card that this person predicts; None without an open prediction."""
    made = _about_next_touch(room, by)
    return None if made is None or not room.running else made.position


def latest(room: Room, by: str) -> bool | None:
    """Whether this person predicted the latest touch that counts; None without a prediction."""
    cards = touched(room)
    for it in room.predictions:
        if it.by == by and it.touch == len(cards) - 1 and it.position is not None:
            return it.position == cards[-1]
    return None


def score(room: Room, by: str) -> PredictionScore:
    """What this person's predictions have come to so far."""
    cards = touched(room)
    judged = [
        it.position == cards[it.touch]
        for it in room.predictions
        if it.by == by and it.touch < len(cards) and it.position is not None
    ]
    return PredictionScore(by, sum(judged), len(judged))


def final_scores(room: Room) -> tuple[PredictionScore, ...]:
    """Of everybody whose predictions were judged, the best first; none before the game is over."""
    if room.running:
        return ()
    scores = [score(room, by) for by in dict.fromkeys(it.by for it in room.predictions)]
    return tuple(sorted((it for it in scores if it.of), key=lambda it: (-it.seen, it.of)))


def touched(room: Room) -> tuple[int, ...]:
    """The cards of all touches that count, in their order."""
    turns = () if room.game is None else room.game.table.turns
    return tuple(touch.position for turn in turns for touch in turn.counted)


def _about_next_touch(room: Room, by: str) -> Prediction | None:
    count = len(touched(room))
    return next((it for it in room.predictions if (it.by, it.touch) == (by, count)), None)


def _stands(before: Room, after: Room, made: Prediction) -> bool:
    """Whether its person may still have it, and what it is about is still there."""
    player, count = after.lobby.find(made.by), len(touched(after))
    if after.game is None or player is None or player.standing is not PlayerStatus.PRESENT:
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
