"""Which language knows about the words of which deck: folders of `languages` with families.

How a language is added: languages/README.md.
"""

import logging
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from undercast.base import assets
from undercast.referee.family_language import FamilyLanguage
from undercast.referee.language import Language
from undercast.referee.unknown_language import UnknownLanguage

log = logging.getLogger(__name__)

MARKED = "áàâãäåæçéèêëíìîïñóòôõöøúùûüýßăąćĉčďđęěğıłńňőřśşšťůűźżžșț"
"""Letters that are some language's own, where it is not known which language is played."""


@cache
def described(folder: Path) -> Mapping[str, Mapping[str, str]]:
    """What a language's folder says of it, by the tags of its decks."""
    found = dict[str, Mapping[str, str]]()
    for file in sorted(folder.glob("*/inflection.toml")):
        language = tomllib.loads(file.read_text(encoding="utf-8"))["language"]
        here = {**language, "folder": file.parent.name}
        found |= dict.fromkeys(here["tags"].split(), here)
    return found


def letters_of(tags: Iterable[str]) -> str:
    """The letters with marks that the languages of `tags` have as letters of their own."""
    known = described(assets.languages())
    own = [known.get(tag.partition("-")[0], {}).get("letters", MARKED) for tag in tags]
    return "".join(own)


class LanguageRegistry:
    """Languages by tag. Tags that are judged alike (bs, hr, sr) are one language, with one set of
    data.
    """

    def __init__(self, data: Path | None = None) -> None:
        self._data = data or assets.languages()
        self._made: dict[str, Language] = {}

    def __call__(self, tag: str) -> Language:
        """The language of `tag` ("sr-Cyrl" falls back to "sr"), or the plain one without data.

        The plain one also where its families are not there: weaker, and the server's log says so.
        """
        folder = described(self._data).get(tag.partition("-")[0], {}).get("folder", "")
        if folder not in self._made:
            self._made[folder] = self._make(tag, folder)
        return self._made[folder]

    def _make(self, tag: str, folder: str) -> Language:
        if not folder:
            return UnknownLanguage()
        if (self._data / folder / "families.txt").is_file():
            return FamilyLanguage(self._data / folder)
        log.warning("The referee judges %s by letters alone: no %s/families.txt", tag, folder)
        return UnknownLanguage()
