"""Boards for bots: rooms of four with codenames of the English deck."""

import random

from room.room_builder import ANA, deal, four, then
from rules.game_builder import KEY, OPERATIVES_TAP
from undercast import words
from undercast.base import assets
from undercast.bots.bot import SeatView
from undercast.room.state import Room
from undercast.rules.settings import Settings
from undercast.views import audience_of, views

DECK = words.load(assets.wordlists())["en"].codenames


def codenames(seed: int) -> tuple[str, ...]:
    return tuple(random.Random(seed).sample(DECK, 25))


def shuffled(seed: int, letters: str = KEY) -> str:
    return "".join(random.Random(seed).sample(letters, len(letters)))


def dealt(seed: int, settings: Settings = OPERATIVES_TAP, letters: str | None = None) -> Room:
    """Ana and Ben at the keys, Cem and Dora guess; red begins."""
    return then(four(settings), ANA, deal(letters or shuffled(seed), codenames(seed)))


def seen(room: Room, who: str) -> SeatView:
    """What this person's seat sees."""
    audience = audience_of(room, who)
    view = views(room, [audience], {player.id for player in room.lobby.present})[audience]
    return SeatView(view, room.step, room.lobby.player(who).seat, who, room.languages)
