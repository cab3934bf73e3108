"""What can be wrong with a word list, and how it is said at a terminal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from undercast.base.refusals import Refusal, Refused
from undercast.rules.text import MAX_MARKS_IN_A_ROW, is_plain
from undercast.words.file_format import MAX_BYTES, MAX_CODENAMES, MAX_LENGTH, MIN_LENGTH

MAX_PROBLEMS = 50
"""Problems of a pasted list that are told at once."""


class WordReason(StrEnum):
    """Why a codename, or a whole list, does not do."""

    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    NO_LETTER = "no_letter"
    """It has digits and signs only."""
    FORBIDDEN_CHARACTER = "forbidden_character"
    """It has something invisible, or else what is no letter, digit or sign inside a name."""
    MIXED_SCRIPTS = "mixed_scripts"
    """A word of it has letters of two scripts."""
    DUPLICATE = "duplicate"
    """`other` is the same, whatever the case, accents or script."""
    INFLECTION = "inflection"
    """It is a form of `other`."""
    COMPOUND = "compound"
    """It is made with `other`, which is a codename too."""
    MISSING_HEADER = "missing_header"
    """Of a file that is shipped; no pasted list has one."""
    TOO_FEW = "too_few"
    """The list has no codename that does."""
    TOO_MANY = "too_many"
    TOO_LARGE = "too_large"


WHOLE_LIST = 0
"""The line of a problem that is not about one line."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a list.

    `line` counts from 1, or is WHOLE_LIST. `codename` is short and safe to show: what is invisible
    in it has become "\ufffd". `other` is the codename that it collides with, the missing key of the
    header, or the number of codenames that there are.
    """

    line: int
    codename: str
    reason: WordReason
    other: str = ""


class WordsRefused(Refused):
    """A pasted list is not good enough; `problems` says what to mend."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(Refusal.WORDS_REFUSED, f"{len(problems)} problems")
        self.problems = tuple(problems[:MAX_PROBLEMS])


def explain(problem: Problem) -> str:
    """One English line about `problem`, for a terminal."""
    sentence = _SENTENCES[problem.reason].format(problem.codename, problem.other)
    return sentence if problem.line == WHOLE_LIST else f"line {problem.line}: {sentence}"


_SENTENCES: Mapping[WordReason, str] = {
    WordReason.TOO_SHORT: f"“{{0}}” is shorter than {MIN_LENGTH} letters",
    WordReason.TOO_LONG: f"“{{0}}” is longer than {MAX_LENGTH} letters and would not fit a card",
    WordReason.NO_LETTER: "“{0}” has no letters",
    WordReason.FORBIDDEN_CHARACTER: "“{0}” has a character that is invisible or out of place",
    WordReason.MIXED_SCRIPTS: "“{0}” mixes letters of two scripts in one word",
    WordReason.DUPLICATE: "“{0}” is already there (“{1}”)",
    WordReason.INFLECTION: "“{0}” is a form of “{1}”",
    WordReason.COMPOUND: "“{0}” contains “{1}”, which is also a codename",
    WordReason.MISSING_HEADER: "the header has no “# {1}: …”",
    WordReason.TOO_FEW: "too few codenames: {1}",
    WordReason.TOO_MANY: f"{{1}} codenames; only the first {MAX_CODENAMES} were taken",
    WordReason.TOO_LARGE: f"the list is larger than {MAX_BYTES // 1000} kB",
}


def showable(codename: str) -> str:
    """`codename` cut to a line and with what is invisible made visible, for showing to people."""
    cut = codename if len(codename) <= 2 * MAX_LENGTH else codename[: 2 * MAX_LENGTH] + "…"
    shown = ""
    for char in cut:
        # With what is before it, for a mark needs a letter; "a" is for the first one.
        shown += char if is_plain("a" + shown[-MAX_MARKS_IN_A_ROW:] + char) else "\ufffd"
    return shown
