"""Parses typed clues and guesses, generously but without guessing."""

import re
from collections.abc import Sequence
from difflib import get_close_matches

from msgspec import Struct
from msgspec.structs import replace

from undercast.rules.clues import HIGHEST_NUMBER, ClueNumber
from undercast.words import fold

UNLIMITED = ("unlimited", "∞")

MAX_SUGGESTIONS = 3
"""Codenames suggested for a misspelt one."""

MAX_QUOTED = 30
"""Characters of the input that an error message quotes."""


class NotUnderstood(Exception):
    """The input is invalid; the text is a sentence that says what is expected."""


class TypedClue(Struct, frozen=True):
    """A word and a number, as typed."""

    word: str
    number: ClueNumber
    intended: tuple[int, ...] = ()
    """Positions that the giver noted for the debrief."""


def parse_clue_with_cards(line: str, codenames: Sequence[str], choices: Sequence[int]) -> TypedClue:
    """A clue, and after = its intended cards: `2 rust = iron, 12`. Raises NotUnderstood."""
    text, _, noted = line.partition("=")
    intended = [parse_card(one, codenames, choices) for one in noted.split(",") if one.strip()]
    return replace(parse_clue(text), intended=tuple(dict.fromkeys(intended)))


def parse_clue(line: str) -> TypedClue:
    """`2 rust`, `rust 2`, `rust: 2`, `0 word`, `word unlimited`. Raises NotUnderstood."""
    word, colon, number = line.rpartition(":")
    if colon and _parse_number(number) is not None and word.strip():
        return TypedClue(word.strip(), _require_valid(_parse_number(number)))
    parts = re.split(r"[\s,]+", line.strip())
    first, last = _parse_number(parts[0]), _parse_number(parts[-1])
    if len(parts) < 2 or (first is None and last is None):
        raise NotUnderstood("A clue is a word and a number, like: 2 rust")
    if first is not None and last is not None:
        raise NotUnderstood(f"Which one is the number? Type it after a colon, like: {parts[0]}: 2")
    if first is not None:
        return TypedClue(" ".join(parts[1:]), _require_valid(first))
    return TypedClue(" ".join(parts[:-1]), _require_valid(last))


def _parse_number(text: str) -> ClueNumber | None:
    """The number, in the digits of any script."""
    text = text.strip().casefold()
    if text in UNLIMITED:
        return "unlimited"
    return int(text) if text.isdecimal() and len(text) <= MAX_QUOTED else None


def _require_valid(number: ClueNumber | None) -> ClueNumber:
    if number is None or (number != "unlimited" and number > HIGHEST_NUMBER):
        raise NotUnderstood(f"The number is 0 to {HIGHEST_NUMBER}, or unlimited.")
    return number


def parse_card(line: str, codenames: Sequence[str], choices: Sequence[int]) -> int:
    """The position of a card, by codename (in any case or script, without accents) or by number
    from 1. Raises NotUnderstood, with suggestions from `choices` for a misspelt codename.
    """
    folded = [fold(codename) for codename in codenames]
    wanted = fold(line)
    if wanted in folded:
        position = folded.index(wanted)
    elif line.strip().isdecimal() and len(line) <= MAX_QUOTED:
        position = int(line) - 1
    else:
        raise NotUnderstood(_suggest(line, [codenames[p] for p in choices]))
    if position not in range(len(codenames)):
        raise NotUnderstood(f"The cards are numbered 1 to {len(codenames)}.")
    return position


def _suggest(line: str, codenames: Sequence[str]) -> str:
    by_fold = {fold(codename): codename for codename in codenames}
    matches = get_close_matches(fold(line), by_fold, MAX_SUGGESTIONS, cutoff=0.6)
    names = " or ".join(by_fold[match].upper() for match in matches)
    hint = f" Did you mean {names}?" if names else ""
    return f"There is no {quoted(line)} to choose.{hint}"


def quoted(line: str) -> str:
    """The input, printable and not too long."""
    printable = "".join(char for char in line if char.isprintable())
    return f"“{printable[:MAX_QUOTED]}{'…' * (len(printable) > MAX_QUOTED)}”"
