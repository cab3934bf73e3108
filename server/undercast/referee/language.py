"""What the referee needs to know about a language, and what languages can share."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Protocol

from undercast.rules.findings import Objection, Verdict


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is wrong between two words, and how sure that is."""

    verdict: Verdict
    reason: Objection


def illegal(reason: Objection) -> Judgement:
    """Beyond doubt."""
    return Judgement(Verdict.ILLEGAL, reason)


def questioned(reason: Objection) -> Judgement:
    """For people to say."""
    return Judgement(Verdict.QUESTIONED, reason)


def worse(one: Judgement | None, other: Judgement | None) -> Judgement | None:
    """The more severe of two objections, `one` when they are alike."""
    if one is None or (other is not None and other.verdict < one.verdict):
        return other  # "illegal" sorts before "questioned"
    return one


class Language(Protocol):
    """A language as the referee uses it. How one is added: see `languages`.

    Words come casefolded, composed (NFC), without blanks, hyphens, apostrophes, dots and joiners,
    in whatever script was typed. The engine has handled what needs no language: equality apart from
    case and accents, look-alike letters, several words (each comes by itself), spelled-out letters.

    Nothing here may raise, whatever the words are, or take longer than some tenths of a
    millisecond a pair: keep what is found out about a word (`functools.lru_cache`). Making one must
    be cheap; data is loaded when the first word comes.
    """

    @property
    def small_words(self) -> AbstractSet[str]:
        """Words that stand in any phrase (of, the): as parts of a phrase they don't matter."""

    def load(self) -> None:
        """Read the data now, if there is any: the first word would do it."""

    def compare(self, clue: str, codename: str) -> Judgement | None:
        """What is wrong with the word `clue` while the word `codename` is hidden; None if nothing.

        Illegal only beyond doubt: a legal clue that is refused spoils the game more than an illegal
        one that people must challenge themselves. When in doubt, questioned.
        """

    def abbreviation(self, word: str, *, capitals: bool) -> Verdict | None:
        """Whether `word` is an abbreviation (laser is none): illegal surely, questioned perhaps.

        `capitals`: it was written in capitals, which makes SAD one that sad is not.
        """


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a language knows about one word by itself; sets of words in their basic form.

    Not obligatory: a help for languages whose `compare` is the meeting of two analyses.
    """

    forms: frozenset[str]
    """The words that it is a form of, surely: its lemma, and everything that counts as the same
    word (other spellings)."""
    maybe_forms: frozenset[str] = frozenset()
    """Words that it may be a form of."""
    derived: frozenset[str] = frozenset()
    """Words that it is derived from or that are derived from it, surely."""
    maybe_derived: frozenset[str] = frozenset()
    members: frozenset[str] = frozenset()
    """The words that it is compounded of, surely."""
    maybe_members: frozenset[str] = frozenset()

    def all_forms(self) -> frozenset[str]:
        """Sure and unsure."""
        return self.forms | self.maybe_forms


def compare_analyses(clue: Analysis, codename: Analysis) -> Judgement | None:
    """What two analyses say against a clue.

    Illegal where both sides are sure, questioned where one of them is not. A form or a derivation
    is FORM; a member of the codename is PART; the codename, or a member of it, as a member of the
    clue is SHARES_MEMBER.
    """
    if (
        clue.forms & codename.forms
        or clue.derived & codename.forms
        or clue.forms & codename.derived
    ):
        return illegal(Objection.FORM)
    if clue.forms & codename.members:
        return illegal(Objection.PART)
    if clue.members & (codename.forms | codename.members):
        return illegal(Objection.SHARES_MEMBER)
    return _weak_match(clue, codename)


def _weak_match(clue: Analysis, codename: Analysis) -> Judgement | None:
    mine, theirs = clue.all_forms(), codename.all_forms()
    if (
        mine & theirs
        or (clue.derived | clue.maybe_derived) & theirs
        or mine & (codename.derived | codename.maybe_derived)
    ):
        return questioned(Objection.FORM)
    my_members = clue.members | clue.maybe_members
    their_members = codename.members | codename.maybe_members
    if mine & their_members:
        return questioned(Objection.PART)
    if my_members & (theirs | their_members):
        return questioned(Objection.SHARES_MEMBER)
    return None
