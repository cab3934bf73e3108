"""Rooms for the gallery: played through the real engine, in the language that is asked for."""

import random
from functools import cache
from types import MappingProxyType

import decks
from room.room_builder import ANA, BEN, announced, entry, joined, then
from undercast import words
from undercast.base import assets
from undercast.room import bots, evolve
from undercast.room.entries import (
    AddBots,
    ChangeSettings,
    CreateRoom,
    Deal,
    NewBot,
    TakeSeat,
)
from undercast.room.events import RoomEvent
from undercast.room.seats import Seat
from undercast.room.state import BotStyle, Room
from undercast.rules.cards import Identity
from undercast.rules.game import RULES
from undercast.rules.settings import Settings

KEY = decks.KEY
RED, BLUE, BYSTANDERS, ASSASSIN = decks.RED, decks.BLUE, decks.BYSTANDERS, decks.ASSASSIN
PICTURE_KEY = decks.PICTURE_KEY
PEOPLE = 30
TEAMS = (Seat.RED_SPYMASTER, Seat.BLUE_SPYMASTER, Seat.RED_OPERATIVE, Seat.BLUE_OPERATIVE)

LETTERS = {
    "r": Identity.RED,
    "b": Identity.BLUE,
    "g": Identity.GREEN,
    "n": Identity.BYSTANDER,
    "a": Identity.ASSASSIN,
}

PHOTOS = tuple(f"{n:016x}" for n in range(0xA0, 0xAA))
"""Ids of the pictures that `photos.py` draws."""

NAMES = MappingProxyType(
    {
        "en": ("Mia", "Ben", "Charlotte", "Dora", "Edward", "Fran", "George", "Hannah"),
        "hr": ("Mia", "Željko", "Ćiril", "Dora", "Đurđica", "Franjo", "Grgur", "Hana"),
        "sr-Cyrl": ("Мира", "Жељко", "Ћирило", "Дора", "Ђурђица", "Фрања", "Гргур", "Џенана"),
        "hi": ("मीरा", "बृजेश", "चित्रा", "दीपिका", "ईशान", "फ़रीदा", "गौरी", "हर्षवर्धन"),
    }
)

BOTS = ("Pixel", "Turing", "Widget")
"""How the server may call bots."""

CLUES = MappingProxyType(
    {
        "en": ("ocean", "winter", "circus", "journey"),
        "hr": ("ocean", "žurba", "cirkus", "putovanje"),
        "sr-Cyrl": ("океан", "журба", "циркус", "путовање"),
        "hi": ("समुद्र", "सर्दी", "मूर्ति", "यात्रा"),
    }
)


class Table:
    """A room in one language, with people who sit."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.names = NAMES.get(language, NAMES["en"])
        self.clues = CLUES.get(language, CLUES["en"])

    def opened(self, settings: Settings, host: str | None = None) -> Room:
        """The host alone, without a seat."""
        room = CreateRoom(
            "BKTM", host or self.names[0], "hash", self.language, (self.language,), settings
        )
        return evolve.create(entry(ANA, room))

    def seated(self, *seats: Seat, settings: Settings | None = None, people: int = 0) -> Room:
        """People in these seats, the host first; `people` in all, the rest look on."""
        room = self.opened(settings or Settings())
        for n in range(1, max(len(seats), people)):
            name = self.names[n % len(self.names)]
            room = joined(room, name if n < len(self.names) else f"{name} {n}", f"hash {n}")
        for n, seat in enumerate(seats, start=1):
            if seat is not Seat.SPECTATOR:
                room = then(room, f"p{n}", TakeSeat(seat))
        return room

    def taken(self, seat: Seat) -> tuple[Room, tuple[RoomEvent, ...]]:
        """The second person takes this seat, which is announced."""
        room = self.seated(Seat.RED_SPYMASTER, people=4)
        return then(room, BEN, TakeSeat(seat)), announced(room, BEN, TakeSeat(seat))

    def one_bot(self, seat: Seat) -> AddBots:
        """A bot in this seat."""
        return AddBots((NewBot(seat, BOTS[0], BotStyle.BOLD),))

    def with_bots(self, room: Room) -> Room:
        """Bots in all free seats that the mode needs, of each style."""
        styles = (BotStyle.BOLD, BotStyle.CAREFUL, BotStyle.NORMAL)
        free = zip(bots.missing_seats(room), BOTS, styles, strict=False)
        return then(room, ANA, AddBots(tuple(NewBot(*each) for each in free)))

    def changed(self, room: Room, settings: Settings) -> Room:
        """The host chose these rules for the next game."""
        return then(room, ANA, ChangeSettings(settings, (self.language,), self.language))

    def crowd(self, settings: Settings | None = None, seats: tuple[Seat, ...] = TEAMS) -> Room:
        """Thirty people with the longest names. The first two take the first two seats, and more
        people the other seats in turn; the last four look on.
        """
        taken = [*seats[:2], *seats[2:] * PEOPLE][: PEOPLE - 4]
        room = self.opened(settings or Settings(), "Ана Вољфешлегелштајн")
        for n in range(1, PEOPLE):
            room = joined(room, f"Мммммммм Wolfesch. {n:02}"[-20:], f"hash {n}")
        for n, seat in enumerate(taken, start=1):
            room = then(room, f"p{n}", TakeSeat(seat))
        return room

    def deal(self, key: str = KEY, codenames: tuple[str, ...] | None = None) -> Deal:
        """The letters of a duet's two keys with a stroke between them."""
        one, _, other = key.partition("/")
        drawn = codenames or drawn_from(self.language)
        keys = [tuple(LETTERS[letter] for letter in letters) for letters in (one, other)]
        return Deal(drawn[: len(one)], keys[0], swap_spymasters=False, key_b=keys[1], rules=RULES)

    def longest(self) -> tuple[str, ...]:
        """25 codenames, the hardest of the language first."""
        return tuple(decks.board_of(self.language if self.language in decks.LONG else "bs"))


@cache
def drawn_from(language: str) -> tuple[str, ...]:
    """25 codenames of a shipped list, always the same ones."""
    deck = words.load(assets.wordlists())[language]
    return tuple(random.Random(5).sample(deck.codenames, 25))
