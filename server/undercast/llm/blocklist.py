"""English words that no bot says: unfit for families. The bots' table is made without them, but a
language model may say anything.
"""

from functools import cache
from pathlib import Path

from undercast.llm.english_forms import uninflected

FILE = Path(__file__).parent / "refused.txt"
"""A line is a word, or with a * the beginning of words."""


class Blocklist:
    """The words of the list, and forms of them: to be asked with small letters."""

    def __init__(self) -> None:
        lines = FILE.read_text(encoding="utf-8").split("\n")
        listed = [line for line in lines if line and not line.startswith("#")]
        self._whole = {word for word in listed if not word.endswith("*")}
        self._stems = tuple(word[:-1] for word in listed if word.endswith("*"))

    def __contains__(self, word: str) -> bool:
        forms = {word, *uninflected(word)}
        return bool(forms & self._whole) or word.startswith(self._stems)


@cache
def is_refused(word: str) -> bool:
    """Whether this is such a word, or made of such words, whatever its case."""
    return any(part in _refused() for part in word.lower().replace("'", "-").split("-"))


@cache
def _refused() -> Blocklist:
    return Blocklist()
