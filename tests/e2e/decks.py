"""Codenames and keys that the tests in browsers are dealt."""

import itertools

import browsers
from servers import Deal

KEY = "rbnrbrnbranrbbrnrbbnrbrnn"
"""Red begins: 9 red, 8 blue, 7 bystanders, 1 assassin."""

RED, BLUE, BYSTANDERS, ASSASSIN = (
    tuple(at for at, letter in enumerate(KEY) if letter == wanted) for wanted in "rbna"
)

PICTURE_KEY = "rbnrbrrbnabrbrnbrbrn"
"""A board of pictures; red begins: 8 red, 7 blue, 4 bystanders, 1 assassin."""

DUET_KEYS = "gggggggggnnnnnannnnnnnaan/gggnnnnnaggggggnnnnnnnana"
"""Those of rules.duet, which tools that are type-checked must not import."""

SCENES = tuple(
    line
    for line in (browsers.ROOT / "wordlists/scenes/scenes.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
)
"""The shipped pictures."""

NICE = tuple(
    """
    Piano Dragon Bridge Lemon Satellite Pilot Castle Whale Olympus Ticket Mercury Glove Volcano
    Penguin Crown Mirror Engine Shadow Needle Comet Scarecrow Anchor Desert Orchestra Kiwi
    """.split()  # noqa: SIM905 - to be read
)

_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
CODES = tuple("".join(each) for each in itertools.islice(itertools.permutations(_LETTERS, 4), 400))

#: The hardest to show: 13 characters, wide letters, two words, marks above and below, every script.
LONG = {
    "en": ["Constellation", "Swimming Pool", "Mommy Wombat", "WWWWWWWWWWWWW", "Grandmothers"],
    "bs": ["Ćevabdžinica", "Željezničarka", "Šahovski klub", "Đurđevdanski", "Nova godina"],
    "sr-Cyrl": ["Железничарски", "Жута подморка", "Шшшшшшшшшшшшш", "Широкоугаоник", "Нова година"],
    "hi": ["अंतरिक्षयात्री", "सोने का घड़ा", "घघघघघघघघघघघघघ", "मूँछों का मेला", "स्ट्रॉबेरियाँ"],
}


def board_of(language: str) -> list[str]:
    """25 different codenames, the hardest of the language first."""
    short = {
        "en": ["Elm", "Lily", "Queen", "Jam"],
        "bs": ["Čaj", "Ćup", "Žbun", "Đon"],
        "sr-Cyrl": ["Цвет", "Џак", "Њушка", "Љуљашка"],
        "hi": ["घी", "मूँछ", "कृपा", "बर्फ़"],
    }[language]
    return [*LONG[language], *(f"{word} {n}" for n in range(1, 6) for word in short)]


EVENING = Deal(
    (KEY, DUET_KEYS, PICTURE_KEY), (*NICE, *(f"Word {n:02}" for n in range(375))), CODES, SCENES
)
"""Classic games always get the same key; so do duets, and games with pictures."""
