"""Questions to the model, and its proposals. Importing this needs no numpy."""

from enum import StrEnum

from undercast.rules.secret import Secret


class QuestionType(StrEnum):
    """What a question asks for."""

    CLUE = "clue"
    RANKING = "ranking"


class LlmQuestion(Secret, frozen=True):
    """A question to the model."""

    wanted: QuestionType
    rules: str
    """What is played, and how to answer."""
    table: str
    """What the seat sees of it, as JSON."""
    cards: tuple[tuple[str, int], ...]
    """The cards that an answer may name, with their positions."""


class ProposedClue(Secret, frozen=True, tag="clue"):
    """A clue that was proposed: a word, and the own cards that it means."""

    word: str
    cards: tuple[int, ...]
    """Positions, the surest first; the clue's number is how many they are."""


MAX_CONFIDENCE = 100


class ProposedRanking(Secret, frozen=True, tag="ranking"):
    """Which hidden cards were proposed."""

    confidences: tuple[tuple[int, int], ...]
    """Positions, the surest first, with how sure: 0 to SUREST. What is not here does not fit."""


Proposal = ProposedClue | ProposedRanking
