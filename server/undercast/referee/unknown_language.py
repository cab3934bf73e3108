"""A language that nothing is known about: only its letters can be compared."""

from undercast.referee.language import Judgement, illegal, questioned
from undercast.rules.findings import Objection, Verdict
from undercast.words import fold

MIN_CONTAINED = 4
"""Letters that make containment worth a question."""


class UnknownLanguage:
    """Questions a clue that contains a codename, or the other way round, and knows no more."""

    small_words: frozenset[str] = frozenset()

    def load(self) -> None:
        """See `language.Language`; there is nothing."""

    def knows(self, codename: str) -> bool:  # noqa: ARG002
        """See `language.Language`; nothing is known."""
        return False

    def compare(self, clue: str, codename: str) -> Judgement | None:
        """See `language.Language`."""
        short, long = sorted((fold(clue), fold(codename)), key=len)
        return (
            questioned(Objection.CONTAINS)
            if len(short) >= MIN_CONTAINED and short in long
            else None
        )

    def of_same_letters(self, clue: str, codename: str) -> Judgement | None:  # noqa: ARG002
        """See `language.Language`; no word is known."""
        return illegal(Objection.SAME)

    def abbreviation(self, word: str, *, capitals: bool) -> Verdict | None:  # noqa: ARG002
        """See `language.Language`; nothing is known."""
        return None
