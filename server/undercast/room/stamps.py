"""Stamps: each person of a room has a sign of their own, in the ink of the case file."""

from collections import Counter
from enum import StrEnum

from undercast.room.state import Lobby


class Stamp(StrEnum):
    """The stamps, as emoji of the shipped font: all from one of its files, each of one character.

    A room deals them in this order, also when its log is replayed: append, never reorder. What
    looks well on a small pin comes first.
    """

    FOX = "🦊"
    SNAIL = "🐌"
    ELEPHANT = "🐘"
    BEE = "🐝"
    PENGUIN = "🐧"
    RABBIT = "🐰"
    MUSHROOM = "🍄"
    WHALE = "🐳"
    BUTTERFLY = "🦋"
    CAT = "🐈"
    FROG = "🐸"
    CACTUS = "🌵"
    LION = "🦁"
    DUCK = "🦆"
    HEDGEHOG = "🦔"
    FISH = "🐟"
    UNICORN = "🦄"
    OWL = "🦉"
    CRAB = "🦀"
    TULIP = "🌷"
    DOG = "🐶"
    ROOSTER = "🐓"
    TORTOISE = "🐢"
    GIRAFFE = "🦒"
    KOALA = "🐨"
    SEASHELL = "🐚"
    OCTOPUS = "🐙"
    PALM_TREE = "🌴"
    MOUSE = "🐭"
    LADYBIRD = "🐞"
    CAMEL = "🐪"
    CLOVER = "🍀"
    BEAR = "🐻"
    ZEBRA = "🦓"
    DINOSAUR = "🦕"
    RAINBOW = "🌈"
    DOLPHIN = "🐬"
    CHICK = "🐣"
    SNOWMAN = "⛄"
    ANT = "🐜"
    PANDA = "🐼"
    MAPLE_LEAF = "🍁"
    RHINOCEROS = "🦏"
    CATERPILLAR = "🐛"
    TIGER = "🐯"
    SUNFLOWER = "🌻"
    CROCODILE = "🐊"
    TREE = "🌳"


def dealt(lobby: Lobby, player_id: str) -> str:
    """The stamp for a person who comes in: the former one if it is free, else one that nobody has
    had here, else a free one, else the one that the fewest have.
    """
    here = Counter(player.stamp for player in lobby.present)
    ever = Counter(player.stamp for player in lobby.players)
    former = lobby.find(player_id)
    if former is not None and not here[former.stamp]:
        return former.stamp
    return min(Stamp, key=lambda stamp: (here[stamp], ever[stamp])).value


def is_free(lobby: Lobby, stamp: str, player_id: str) -> bool:
    """Whether nobody else who is here has this stamp."""
    return all(other.stamp != stamp or other.id == player_id for other in lobby.present)
