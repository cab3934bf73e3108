"""A language that nothing is known about: only its letters can be compared."""

from undercast.referee.language import Judgement, questioned
from undercast.rules.findings import Objection
from undercast.words import fold

FEWEST = 4
"""Letters that make containment worth a question."""


class Plain:
    """Questions a clue that contains a codename, or the other way round, and knows no more."""

    small_words: frozenset[str] = frozenset()

    def compare(self, clue: str, codename: str) -> Judgement | None:
        """See `language.Language`."""
        short, long = sorted((fold(clue), fold(codename)), key=len)
        return questioned(Objection.CONTAINS) if len(short) >= FEWEST and short in long else None

    def is_abbreviation(self, word: str) -> bool:  # noqa: ARG002 - nothing is known
        """See `language.Language`."""
        return False
