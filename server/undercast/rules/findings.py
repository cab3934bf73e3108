"""What a referee finds about a clue: facts from outside the rules.

The rules know no language. Findings come like the deal: judged elsewhere (`undercast.referee`),
stored in the action, and unchanged when a log is replayed.
"""

from enum import StrEnum

from msgspec import Struct

from undercast.base.refusals import Refusal, Refused


class Verdict(StrEnum):
    """How sure the referee is."""

    ILLEGAL = "illegal"
    """Against the rules beyond doubt."""
    QUESTIONED = "questioned"
    """For the rival spymaster to say."""


class Objection(StrEnum):
    """Why a clue is objected to."""

    SAME = "same"
    """It is a codename on the board, whatever the case, accents, hyphens or script."""
    FORM = "form"
    """It is a form of a codename: inflected, derived, or another spelling."""
    PART = "part"
    """It is a part of a compound codename."""
    SHARES_MEMBER = "shares_member"
    """It is a compound that shares a member with a codename, or contains one as a member."""
    CONTAINS = "contains"
    """Its letters contain a codename, or the other way round, and no language data can say more."""
    LOOKS_LIKE = "looks_like"
    """Letters of another script make it look like a codename."""
    SEVERAL_WORDS = "several_words"
    """It is several words, or has a hyphen."""
    ABBREVIATION = "abbreviation"
    """It is an abbreviation, and the house rules refuse those."""
    NUMBER = "number"
    """The number is larger than the agents that the team still has to find."""


class Finding(Struct, frozen=True):
    """One objection to a clue."""

    verdict: Verdict
    reason: Objection
    position: int | None = None
    """The card concerned; null when the objection is about no card."""


class ClueRefused(Refused):
    """The referee objects to a clue; `findings` say why. Only the giver may read them."""

    def __init__(self, code: Refusal, findings: tuple[Finding, ...]) -> None:
        super().__init__(code, ", ".join(finding.reason for finding in findings))
        self.findings = findings


def worst(findings: tuple[Finding, ...]) -> Verdict | None:
    """The most severe verdict; None without objections."""
    verdicts = {finding.verdict for finding in findings}
    return next((verdict for verdict in Verdict if verdict in verdicts), None)
