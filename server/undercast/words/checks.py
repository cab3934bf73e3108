"""Whether a word list, shipped or pasted, makes good cards."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from undercast.rules.text import JOINERS, is_plain, tidy
from undercast.words.duplicates import TakenWords
from undercast.words.file_format import (
    HEADER,
    MAX_BYTES,
    MAX_CODENAMES,
    MAX_LENGTH,
    MIN_LENGTH,
    MIN_PACK,
    MIN_PASTED,
    MIN_SHIPPED,
    read_header,
    read_lines,
)
from undercast.words.problems import WHOLE_LIST, Problem, WordReason, showable
from undercast.words.serbian_scripts import without_seams


def check(text: str, fewest: int | None = None) -> list[Problem]:
    """What is wrong with the text of a word list, in the order of its lines; empty when it is good.

    The language is the header's. `fewest` is by default what a shipped deck, or a pack, must have.
    """
    header = read_header(text.removeprefix("\ufeff"))
    if fewest is None:
        fewest = MIN_PACK if "difficulty" in header else MIN_SHIPPED
    problems = [
        Problem(WHOLE_LIST, "", WordReason.MISSING_HEADER, key)
        for key in HEADER
        if not header.get(key)
    ]
    language = header.get("language", "")
    lines: Iterable[tuple[int, str]] = read_lines(text)
    if language == "sr":
        lines = ((line, without_seams(codename)) for line, codename in lines)
    good, bad = _judge(lines, language)
    return problems + bad + _too_few(good, fewest)


def parse_pasted(
    text: str, language: str = "en", fewest: int = MIN_PASTED
) -> tuple[tuple[str, ...], list[Problem]]:
    """The good codenames of a list that a host pasted, and what was left out and why.

    Codenames stand on lines of their own or between commas, semicolons or tabs; lines that begin
    with # are comments. Blanks around and inside are tidied. Of more than MAX_CODENAMES the first
    ones count; a text of more than MAX_BYTES is not looked at. `fewest` may be lower for
    own words on top of a deck. Never raises, whatever was pasted.
    """
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        return (), [Problem(WHOLE_LIST, "", WordReason.TOO_LARGE)]
    pasted = [
        (line, codename)
        for line, several in read_lines(_OTHER_BLANKS.sub(" ", text))
        for part in _SEPARATORS.split(several)
        if (codename := tidy(part))
    ]
    good, problems = _judge(pasted[:MAX_CODENAMES], language)
    if len(pasted) > MAX_CODENAMES:
        problems.append(Problem(WHOLE_LIST, "", WordReason.TOO_MANY, str(len(pasted))))
    return tuple(good), problems + _too_few(good, fewest)


_SEPARATORS = re.compile("[,;\t،、，]")
_OTHER_BLANKS = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
"""Spaces that web pages and word processors put between words; a card needs only the plain one."""


def _too_few(good: Sequence[str], fewest: int) -> list[Problem]:
    if len(good) >= fewest:
        return []
    return [Problem(WHOLE_LIST, "", WordReason.TOO_FEW, f"{len(good)} of {fewest}")]


def _judge(lines: Iterable[tuple[int, str]], language: str) -> tuple[list[str], list[Problem]]:
    """The codenames that pass, in their order, and the problems of the others."""
    problems = []
    kept: list[tuple[int, str]] = []
    taken = TakenWords(language)
    for line, codename in lines:
        reason, other = _malformed(codename), ""
        if reason is None:
            reason, other = taken.collision(codename)
        if reason is None:
            kept.append((line, codename))
            taken.add(codename)
        else:
            problems.append(Problem(line, showable(codename), reason, other))

    # A compound may stand before its members in the list, so this needs the whole of it.
    good = []
    for line, codename in kept:
        if member := taken.member_of(codename):
            problems.append(Problem(line, codename, WordReason.COMPOUND, member))
        else:
            good.append(codename)
    return good, sorted(problems, key=lambda problem: problem.line)


def _malformed(codename: str) -> WordReason | None:
    """What is wrong with a codename by itself."""
    length = sum(_has_width(char) for char in codename)
    if length > MAX_LENGTH:
        return WordReason.TOO_LONG
    if not is_plain(codename) or not all(_allowed(char) for char in codename):
        return WordReason.FORBIDDEN_CHARACTER
    if length < MIN_LENGTH:
        return WordReason.TOO_SHORT
    if not any(char.isalpha() for char in codename):
        return WordReason.NO_LETTER
    if any(len(_scripts(word)) > 1 for word in codename.split()):
        return WordReason.MIXED_SCRIPTS
    return None


def _has_width(char: str) -> bool:
    """Letters and blanks, and the vowel signs of Indian scripts (घी has two), but no accents."""
    return unicodedata.category(char)[0] != "M" or "VOWEL SIGN" in unicodedata.name(char, "")


def _allowed(char: str) -> bool:
    """Letters, their marks, digits, and what stands inside names (Mr. X, rock’n’roll)."""
    kind = unicodedata.category(char)
    variation_selector = "\ufe00" <= char <= "\ufe0f"
    belongs = kind[0] in "LM" or kind == "Nd" or char in " -'’.&" or char in JOINERS
    return belongs and not variation_selector


def _scripts(word: str) -> set[str]:
    """The scripts of the letters of `word`; those that Japanese writes together count as one."""
    names = {unicodedata.name(char, "?").split()[0] for char in word if char.isalpha()}
    return {"JAPANESE" if name in _JAPANESE else name for name in names}


_JAPANESE = {"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "CJK"}
