"""Presets: house rules that go well together, under a familiar name.

A preset is a starting point for the host's phone; the game stores the full `Settings`.
"""

from collections.abc import Mapping

from undercast.rules.settings import (
    Abbreviations,
    Board,
    Clues,
    Guessing,
    Marks,
    Mode,
    Penalty,
    PlusOne,
    Refereeing,
    Rhymes,
    Settings,
    SeveralWords,
    Timer,
)

PRESETS: Mapping[str, Settings] = {
    "classic": Settings(),
    "on_the_couch": Settings(clues=Clues.SPOKEN),
    "by_the_book": Settings(
        guessing=Guessing.OPERATIVES_TAP,
        marks=Marks.EVERYONE_SEES,
        several_words=SeveralWords.REFUSE,
        timer=Timer.SAND,
    ),
    "strict_referee": Settings(
        referee=Refereeing.STRICT,
        several_words=SeveralWords.ALLOW,
        abbreviations=Abbreviations.ALLOW,
        penalty=Penalty.RANDOM,
    ),
    "two_of_us": Settings(mode=Mode.COOP),
    "three_of_us": Settings(guessing=Guessing.OPERATIVES_TAP, marks=Marks.EVERYONE_SEES),
    "duet": Settings(mode=Mode.DUET),
    "alone": Settings(mode=Mode.COOP, guessing=Guessing.OPERATIVES_TAP),
    "alone_duet": Settings(mode=Mode.DUET, tokens=10),
    "two_against_two_bots": Settings(guessing=Guessing.OPERATIVES_TAP, penalty=Penalty.TURN_ONLY),
    "pictures": Settings(board=Board.PICTURES),
    "hindi_house_rules": Settings(
        guessing=Guessing.OPERATIVES_TAP,
        marks=Marks.EVERYONE_SEES,
        plus_one=PlusOne.EARNED,
        several_words=SeveralWords.REFUSE,
        abbreviations=Abbreviations.REFUSE,
        rhymes=Rhymes.BY_MEANING,
        penalty=Penalty.TURN_ONLY,
        timer=Timer.SAND,
    ),
}
