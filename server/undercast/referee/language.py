"""What the referee needs to know about a language."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from undercast.rules.findings import Objection, Verdict


class Evidence(StrEnum):
    """How an objection is known; the strongest first."""

    LETTERS = "letters"
    """The letters are the codename's, apart from case, accents and look-alikes."""
    FORM = "form"
    """A form of the codename, by its reviewed inflection."""
    FAMILY = "family"
    """A word of the codename's reviewed family, or a form of one."""
    RULES = "rules"
    """The codename has no family: a form that the language's rules would make of it."""
    TABLE = "table"
    """The codename has no family: a form of it by the general table."""
    STEM = "stem"
    """An unknown word with the codename's stem, by Snowball or before known suffixes."""
    CUT = "cut"
    """An unknown word that is the codename's stem and another word; in languages that compound, a
    known one that is a form of it and another word."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is wrong between two words, how sure that is, and by which evidence."""

    verdict: Verdict
    reason: Objection
    evidence: Evidence = Evidence.LETTERS
    word: str = ""
    """The word of the family that the clue is a form of."""


def illegal(reason: Objection, evidence: Evidence = Evidence.LETTERS, word: str = "") -> Judgement:
    """Beyond doubt."""
    return Judgement(Verdict.ILLEGAL, reason, evidence, word)


def questioned(
    reason: Objection, evidence: Evidence = Evidence.LETTERS, word: str = ""
) -> Judgement:
    """For people to say."""
    return Judgement(Verdict.QUESTIONED, reason, evidence, word)


def worse(one: Judgement | None, other: Judgement | None) -> Judgement | None:
    """The more severe of two objections, `one` when they are alike."""
    if one is None or (other is not None and other.verdict < one.verdict):
        return other  # "illegal" sorts before "questioned"
    return one


class Language(Protocol):
    """A language as the referee uses it. How one is added: docs/referee.md.

    Words come casefolded, composed (NFC), without blanks, hyphens, apostrophes, dots and joiners,
    in whatever script was typed. The engine has handled what needs no language: equality apart from
    case and accents, look-alike letters, several words (each comes by itself), spelled-out letters.

    Nothing here may raise, whatever the words are, or take longer than some tenths of a
    millisecond a pair. Making one must be cheap; data is loaded when the first word comes.
    """

    @property
    def small_words(self) -> AbstractSet[str]:
        """Words that stand in any phrase (of, the): as parts of a phrase they don't matter."""

    def load(self) -> None:
        """Read the data now, if there is any: the first word would do it."""

    def knows(self, codename: str) -> bool:
        """Whether something is known about the word `codename` that letters don't show."""

    def compare(self, clue: str, codename: str) -> Judgement | None:
        """What is wrong with the word `clue` while the word `codename` is hidden; None if nothing.

        Illegal only beyond doubt: a legal clue that is refused spoils the game more than an illegal
        one that people must challenge themselves. When in doubt, questioned.
        """

    def of_same_letters(self, clue: str, codename: str) -> Judgement | None:
        """What is wrong with a clue that differs from the codename by accents alone: it is the
        codename, unless it is known as another word.
        """

    def abbreviation(self, word: str, *, capitals: bool) -> Verdict | None:
        """Whether `word` is an abbreviation (laser is none): illegal surely, questioned perhaps.

        `capitals`: it was written in capitals, which makes SAD one that sad is not.
        """
