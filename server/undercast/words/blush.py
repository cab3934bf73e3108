"""Words that no bot says: what a family would blush at, what hurts, and what is no fun.

Each language's folder has a `blush.txt`. What people say of them is understood all the same.
"""

from functools import cache
from pathlib import Path

from undercast.base.languages import folder_of_words
from undercast.words.english_forms import uninflected
from undercast.words.serbian_scripts import to_latin

FILE = "blush.txt"
"""A line is a word, or with a * the beginning of words; in English, forms count, too."""


class BlushList:
    """The words of a list, whatever their case."""

    def __init__(self, file: Path) -> None:
        """Raises OSError."""
        lines = file.read_text(encoding="utf-8").split("\n")
        listed = [line.casefold() for line in lines if line and not line.startswith("#")]
        self._whole = {word for word in listed if not word.endswith("*")}
        self._stems = tuple(word[:-1] for word in listed if word.endswith("*"))

    def __contains__(self, word: str) -> bool:
        said = to_latin(word.casefold())
        forms = {said, *uninflected(said)}
        return bool(forms & self._whole) or (bool(self._stems) and said.startswith(self._stems))


def is_unfit(word: str, languages: tuple[str, ...]) -> bool:
    """Whether this is such a word in one of these languages, or made of such words."""
    parts = word.replace("'", "-").replace("’", "-").split("-")
    return any(part in listed for listed in _lists(languages) for part in parts)


@cache
def _lists(languages: tuple[str, ...]) -> tuple[BlushList, ...]:
    folders = dict.fromkeys(map(folder_of_words, languages))
    files = [folder / FILE for folder in folders if folder is not None]
    return tuple(BlushList(file) for file in files if file.is_file())
