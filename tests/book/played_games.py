"""Ended games for the tests of the book. Ana gives red's clues, Ben blue's; Cem and Dora guess."""

from msgspec.structs import replace

from room.room_builder import ANA, BEN, CEM, DORA, deal, four, then
from room.room_builder import room as room_with
from rules.duet_builder import DEADLY, DUET, KEYS, OF_A, OF_B, A, B
from rules.game_builder import BYSTANDERS, RED, TYPED, clue, touch
from undercast.room.ended_games import EndedGame, ended_game
from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.actions import Debrief, EndTurn, GiveClue, TouchCard
from undercast.rules.cards import Side
from undercast.rules.settings import Mode, Settings

__all__ = ["ANA", "BEN", "CEM", "DEADLY", "DORA", "OF_A", "OF_B", "A", "B"]

COOP = Settings(mode=Mode.COOP)
OPERATIVES = Settings(guessing=TYPED.guessing.OPERATIVES_TAP)


def by(player: str, word: str | None, number: int) -> GiveClue:
    return clue(word, number, player)


def taps(player: str, *positions: int) -> tuple[TouchCard, ...]:
    return tuple(touch(position, by=player) for position in positions)


def dealt(settings: Settings = TYPED, **seats: Seat) -> Room:
    return then(room_with(settings, **seats) if seats else four(settings), ANA, deal())


def record(now: Room, *, debriefed: bool = False) -> EndedGame:
    """The record of the room's game."""
    if debriefed:
        now = then(now, ANA, Debrief())
    ended = ended_game(now, 7_000)
    assert ended is not None
    return ended


def red_won() -> Room:
    """Red: OCEAN 3, all found; then salt 2, of which one; then tree 9 for the rest."""
    now = then(dealt(), ANA, by(ANA, "OCEAN", 3), *taps(ANA, *RED[:3], BYSTANDERS[0]))
    now = then(now, BEN, by(BEN, "night", 1), *taps(BEN, 9), EndTurn())
    now = then(now, ANA, by(ANA, "salt", 2), *taps(ANA, RED[3]), EndTurn())
    now = then(now, BEN, by(BEN, "moon", 2), *taps(BEN, BYSTANDERS[1]))
    return then(now, ANA, by(ANA, "tree", 9), *taps(ANA, *RED[4:]))


def duet_dealt() -> Room:
    seats = {"Ana": Seat.SIDE_A, "Ben": Seat.SIDE_B, "Cem": Seat.SPECTATOR}
    return then(room_with(DUET, **seats), ANA, deal(KEYS))


def gives(side: Side, word: str, number: int) -> GiveClue:
    return GiveClue(word, number, ANA if side is A else BEN, side=side)


def finds(side: Side, *positions: int) -> tuple[TouchCard, ...]:
    return tuple(TouchCard(position, ANA if side is A else BEN, side) for position in positions)


def duet_won() -> Room:
    now = then(duet_dealt(), ANA, gives(A, "river", 9))
    now = then(now, BEN, *finds(B, *OF_A), gives(B, "stone", 6))
    return then(now, ANA, *finds(A, *OF_B[3:]))


def renamed(ended: EndedGame, **names: str) -> EndedGame:
    return replace(ended, names={**ended.names, **names})
