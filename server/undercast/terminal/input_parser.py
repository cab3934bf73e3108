"""What people type: clues and guesses, read as generously as can be without guessing for them."""

import re
from collections.abc import Sequence
from difflib import get_close_matches

from msgspec import Struct
from msgspec.structs import replace

from undercast.rules.clues import HIGHEST_NUMBER, ClueNumber
from undercast.words import fold

UNLIMITED = ("unlimited", "∞")

NEAREST = 3
"""Codenames that are named to somebody who misspelt one."""

MOST_SHOWN = 30
"""Characters of what was typed that are shown again."""


class NotUnderstood(Exception):
    """What was typed means nothing here; the text is a sentence that says what would."""


class TypedClue(Struct, frozen=True):
    """A word and a number, as they were typed."""

    word: str
    number: ClueNumber
    meant: tuple[int, ...] = ()
    """Positions that its giver noted, for the debrief alone."""


def noted_clue(line: str, codenames: Sequence[str], open_: Sequence[int]) -> TypedClue:
    """A clue, and behind a = what it means: `2 rust = iron, 12`. Raises NotUnderstood."""
    said, _, noted = line.partition("=")
    meant = [card(one, codenames, open_) for one in noted.split(",") if one.strip()]
    return replace(clue(said), meant=tuple(dict.fromkeys(meant)))


def clue(line: str) -> TypedClue:
    """`2 rust`, `rust 2`, `rust: 2`, `0 word`, `word unlimited`. Raises NotUnderstood."""
    word, colon, number = line.rpartition(":")
    if colon and _number(number) is not None and word.strip():
        return TypedClue(word.strip(), _checked(_number(number)))
    parts = re.split(r"[\s,]+", line.strip())
    first, last = _number(parts[0]), _number(parts[-1])
    if len(parts) < 2 or (first is None and last is None):
        raise NotUnderstood("A clue is a word and a number, like: 2 rust")
    if first is not None and last is not None:
        raise NotUnderstood(f"Which one is the number? Type it after a colon, like: {parts[0]}: 2")
    if first is not None:
        return TypedClue(" ".join(parts[1:]), _checked(first))
    return TypedClue(" ".join(parts[:-1]), _checked(last))


def _number(text: str) -> ClueNumber | None:
    """The number that is written so, in the digits of any script."""
    text = text.strip().casefold()
    if text in UNLIMITED:
        return "unlimited"
    return int(text) if text.isdecimal() and len(text) <= MOST_SHOWN else None


def _checked(number: ClueNumber | None) -> ClueNumber:
    if number is None or (number != "unlimited" and number > HIGHEST_NUMBER):
        raise NotUnderstood(f"The number is 0 to {HIGHEST_NUMBER}, or unlimited.")
    return number


def card(line: str, codenames: Sequence[str], open_: Sequence[int]) -> int:
    """The position of the card that is meant by its codename, in any case or script and without
    accents, or by its number from 1. Raises NotUnderstood, and names the nearest of those that are
    `open_` to somebody who misspelt one.
    """
    folded = [fold(codename) for codename in codenames]
    wanted = fold(line)
    if wanted in folded:
        position = folded.index(wanted)
    elif line.strip().isdecimal() and len(line) <= MOST_SHOWN:
        position = int(line) - 1
    else:
        raise NotUnderstood(_misspelt(line, [codenames[p] for p in open_]))
    if position not in range(len(codenames)):
        raise NotUnderstood(f"The cards are numbered 1 to {len(codenames)}.")
    return position


def _misspelt(line: str, codenames: Sequence[str]) -> str:
    by_fold = {fold(codename): codename for codename in codenames}
    near = get_close_matches(fold(line), by_fold, NEAREST, cutoff=0.6)
    meant = " or ".join(by_fold[found].upper() for found in near)
    hint = f" Did you mean {meant}?" if meant else ""
    return f"There is no {shown(line)} to choose.{hint}"


def shown(line: str) -> str:
    """What was typed, fit to be shown again."""
    printable = "".join(char for char in line if char.isprintable())
    return f"“{printable[:MOST_SHOWN]}{'…' * (len(printable) > MOST_SHOWN)}”"
