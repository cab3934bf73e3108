"""Reads a model's answer, which is never trusted: what does not fit is no proposal."""

import json
import unicodedata
from collections.abc import Iterator, Mapping

from undercast.llm.prompts import spelling
from undercast.llm.proposals import (
    MAX_CONFIDENCE,
    LlmQuestion,
    Proposal,
    ProposedClue,
    ProposedRanking,
    QuestionType,
)
from undercast.rules.clues import HIGHEST_NUMBER
from undercast.rules.text import JOINERS, is_plain, tidy

LONGEST_WORD = 30
"""Characters of a clue."""

MAX_TRIES = 500
"""Braces at which JSON is looked for in one answer."""

MAX_SCANNED = 1_000_000
"""Characters that are read in vain meanwhile: some 25 ms. Without it a hostile answer of nested
brackets takes seconds."""

_INSIDE = "-'’"
"""What a word may have between its letters."""


def read(text: str, question: LlmQuestion) -> Proposal | None:
    """The proposal in this answer; None where there is none, or one that lies."""
    name = "clue" if question.wanted is QuestionType.CLUE else "cards"
    found = [one for one in _objects(text) if name in one]
    if not found:
        return None
    said = found[-1]  # what comes before is thinking
    return (
        _clue(said, question) if question.wanted is QuestionType.CLUE else _ranking(said, question)
    )


def is_word(word: str) -> bool:
    """Whether it is one word of letters, as a clue of a bot is."""
    if not 0 < len(word) <= LONGEST_WORD or not is_plain(word):
        return False
    ends = unicodedata.category(word[0])[0] == "L" and word[-1] not in _INSIDE
    return ends and all(_is_letter(char) for char in word)


def _is_letter(char: str) -> bool:
    return unicodedata.category(char)[0] in "LM" or char in _INSIDE or char in JOINERS


def _objects(text: str) -> Iterator[Mapping[str, object]]:
    """The objects of JSON in a text, those inside others left out, with anything around them."""
    decoder, at, left = json.JSONDecoder(), text.find("{"), MAX_SCANNED
    for _ in range(MAX_TRIES):
        if at < 0 or left < 0:
            return
        try:
            found, end = decoder.raw_decode(text, at)
            yield found
        except json.JSONDecodeError as fault:
            left -= fault.pos - at
            end = at + 1
        except (ValueError, RecursionError):  # an endless number; too deep
            left -= len(text) - at
            end = at + 1
        at = text.find("{", end)


def _clue(said: Mapping[str, object], question: LlmQuestion) -> ProposedClue | None:
    word, cards = said.get("clue"), said.get("cards")
    if not isinstance(word, str) or not isinstance(cards, list):
        return None
    number = _number(said.get("number", len(cards)))
    places = _places(question)
    meant = [places.get(spelling(card)) if isinstance(card, str) else None for card in cards[:99]]
    known = tuple(dict.fromkeys(place for place in meant if place is not None))
    if len(known) != len(cards) or len(known) != number:
        return None
    word = _in_usual_letters(word)
    return ProposedClue(word, known) if is_word(word) else None


def _ranking(said: Mapping[str, object], question: LlmQuestion) -> ProposedRanking | None:
    cards = said.get("cards")
    if not isinstance(cards, list) or not 0 < len(cards) <= len(question.cards):
        return None
    places, sure = _places(question), dict[int, int]()
    for rank, one in enumerate(cards):
        name, trust = (one.get("card"), one.get("sure")) if isinstance(one, dict) else (one, None)
        place = places.get(spelling(name)) if isinstance(name, str) else None
        if place is None or place in sure:
            return None
        known = isinstance(trust, int | float) and 0 <= trust <= MAX_CONFIDENCE
        sure[place] = int(trust or 0) if known else MAX_CONFIDENCE // 2 - rank
    order = sorted(sure.items(), key=lambda item: -item[1])
    return ProposedRanking(tuple(order))


def _places(question: LlmQuestion) -> Mapping[str, int]:
    return {spelling(codename): position for codename, position in question.cards}


def _number(said: object) -> int | None:
    """1 to 9, which some models write as text. True is none, though Python counts with it."""
    numbers = range(1, HIGHEST_NUMBER + 1)
    return next((n for n in numbers if said == str(n) or (type(said) is int and said == n)), None)


def _in_usual_letters(word: str) -> str:
    """The word as it would be typed: models like capitals."""
    word = tidy(word.strip())
    return word.lower() if word.isupper() else word
