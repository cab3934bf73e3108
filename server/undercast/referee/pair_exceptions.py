"""Exceptions to what letters show: pairs of words, by hand. A file says what a line of it means."""

from collections import defaultdict
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from functools import cached_property
from pathlib import Path


class Exceptions:
    """What people see in two words otherwise than their letters show.

    A line is a word, a mark, and others; one with a hyphen at its end stands for all words that
    begin so. Read with the first question.
    """

    def __init__(
        self,
        file: Path,
        forms: Callable[[str], AbstractSet[str]],
        written: Callable[[str], str] = str,
    ) -> None:
        self._file = file
        self._forms = forms
        self._written = written

    @cached_property
    def _listed(self) -> dict[str, list[tuple[str, str]]]:
        listed = defaultdict[str, list[tuple[str, str]]](list)
        for line in lines_of(self._file):
            word, mark, *others = line.split()
            listed[self._written(word)] += [(mark, self._written(other)) for other in others]
        return listed

    def load(self) -> None:
        """Read them."""
        _ = self._listed

    def mark(self, one: str, other: str) -> str:
        """The mark between two words, in either order; empty when there is none.

        A plain form of a word is never an exception to it, unless it is listed letter by letter.
        """
        for word, said in ((one, other), (other, one)):
            for mark, listed in self._listed.get(word, ()):
                begins = listed[-1] == "-" and said.startswith(listed[:-1])
                alike = (begins or said in self._forms(listed)) and said not in self._forms(word)
                if alike or said == listed:
                    return mark
        return ""


def lines_of(file: Path) -> list[str]:
    """The lines of one of our own lists, without its comments."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]
