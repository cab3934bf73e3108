"""Which language knows about the words of which deck.

How a language is added:

1. Write a module beside this one with a class that does what `language.Language` asks. Where both
   words can be judged one by one, return an `Analysis` for each and let `language.meet` compare
   them; see `english`. Data goes into `data/`, made by a script that is committed with it.
2. Name it in LANGUAGES under the tag in the deck's header, and its files in DATA.
3. Write pairs into `tests/referee/pairs/<tag>.tsv` before tuning anything, half of them `b`, and
   give `tests/referee` a module that asserts the figures (`pairs.confusion`).
4. `python benchmarks/referee.py` prints the tables for docs/referee.md.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from undercast.referee import english_data, hindi, serbocroatian, serbocroatian_families
from undercast.referee.english import English
from undercast.referee.hindi import Hindi
from undercast.referee.language import Language
from undercast.referee.serbocroatian import SerboCroatian
from undercast.referee.unknown_language import UnknownLanguage

log = logging.getLogger(__name__)

LANGUAGES: Mapping[str, Callable[[], Language]] = {
    "bs": SerboCroatian,
    "en": English,
    "hi": Hindi,
    "hr": SerboCroatian,
    "sr": SerboCroatian,
}
"""By the deck's language tag. Making one is cheap; its data is loaded with the first word."""


DATA: Mapping[Callable[[], Language], tuple[Path, ...]] = {
    English: (english_data.FILE, english_data.FAMILIES),
    Hindi: (hindi.FILE, hindi.PAIRS),
    SerboCroatian: (serbocroatian_families.FILE, serbocroatian.PAIRS),
}
"""The files that a language reads at its first word."""


_LETTERS: Mapping[str, str] = {"bs": "čćšž", "es": "ñ", "hr": "čćšž", "sr": "čćšž"}
"""Letters that are not those under their marks; đ is dj."""


def letters_of(tags: Sequence[str]) -> str:
    """The letters with marks that the languages of `tags` have as letters of their own."""
    return "".join(_LETTERS.get(tag.partition("-")[0], "") for tag in dict.fromkeys(tags))


class LanguageRegistry:
    """Languages by tag. Tags that are judged alike (bs, hr, sr) are one language, with one set of
    data.
    """

    def __init__(self) -> None:
        self._made: dict[Callable[[], Language], Language] = {}

    def __call__(self, tag: str) -> Language:
        """The language of `tag` ("sr-Cyrl" falls back to "sr"), or the plain one without data.

        The plain one also where a file of data is not there: weaker, and the server's log says so.
        """
        make = LANGUAGES.get(tag) or LANGUAGES.get(tag.partition("-")[0]) or UnknownLanguage
        missing = [file.name for file in DATA.get(make, ()) if not file.is_file()]
        if missing:
            log.warning("The referee judges %s by letters alone: no %s", tag, ", ".join(missing))
            make = UnknownLanguage
        if make not in self._made:
            self._made[make] = make()
        return self._made[make]
