"""Codenames and keys that the tests in browsers are dealt."""

import itertools

from servers import Deal

KEY = "rbnrbrnbranrbbrnrbbnrbrnn"
"""Red begins: 9 red, 8 blue, 7 bystanders, 1 assassin."""

RED, BLUE, BYSTANDERS, ASSASSIN = (
    tuple(at for at, letter in enumerate(KEY) if letter == wanted) for wanted in "rbna"
)

NICE = [
    "Piano",
    "Dragon",
    "Bridge",
    "Lemon",
    "Satellite",
    "Pilot",
    "Castle",
    "Whale",
    "Olympus",
    "Ticket",
    "Mercury",
    "Glove",
    "Volcano",
    "Penguin",
    "Crown",
    "Mirror",
    "Engine",
    "Shadow",
    "Needle",
    "Comet",
    "Scarecrow",
    "Anchor",
    "Desert",
    "Orchestra",
    "Kiwi",
]

_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
CODES = tuple(
    "".join(each) for each in itertools.islice(itertools.product(_LETTERS, repeat=4), 400)
)

# What is hardest to show: 13 characters, wide letters, two words, both scripts.
LONG = {
    "en": (
        "Constellation",
        "Swimming Pool",
        "Mommy Wombat",
        "Washing Powder"[:13],
        "Grandmothers",
        "Humming Wow",
        "New York",
        "WWWWWWWWWWWWW",
    ),
    "bs": (
        "Čaršija",
        "Ćevabdžinica",
        "Željezničar",
        "Nova Godina",
        "Đurđevdan",
        "Šahovski klub",
        "Dvadesetdevet",
        "Žuta podmornic"[:13],
    ),
    "sr-Cyrl": (
        "Железничар",
        "Широкоугаони"[:13],
        "Жута подморка",
        "Шшшшшшшшшшшшш",
        "Њујорк",
        "Љубљана",
        "Цвећарница",
        "Нова година",
    ),
}


def board_of(words: tuple[str, ...]) -> tuple[str, ...]:
    """25 codenames in which all of these occur, each of them different."""
    short = ("Rt", "Oko", "Zmaj", "Most", "Bor", "Luk", "Top", "Sat", "Kit", "Nos", "Vir", "Val")
    fill = [f"{word} {n}" for n in range(2, 9) for word in short]
    return (*words, *short, *fill)[:25]


EVENING = Deal((KEY,), (*NICE, *(f"Word {n:02}" for n in range(375))), CODES)
