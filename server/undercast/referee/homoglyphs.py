"""Letters of other scripts that look like Latin ones, and words that are written with them.

Own selection: letters that a reader takes for the Latin one on a television, in capitals or small.
Full-width, circled and mathematical letters are compatibility characters, which NFKD unfolds.
"""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from undercast.rules.text import JOINERS

_CYRILLIC = "аa вb еe ѕs іi јj кk мm нh оo рp сc тt уy хx ԁd һh ԛq ԝw ѵv"
_GREEK = "αa βb γy εe ζz ιi κk μm οo ρp σo τt υy χx ϲc ϳj"
_ARMENIAN = "օo ոn սu հh ցg զq յj"
_LATIN = "ıi ɩi ɑa ɡg łl øo ħh ŧt"
_SMALL_CAPITALS = "ɢg ʙb ɪi ɴn ʀr ʜh ʟl ʏy ᴀa ᴄc ᴅd ᴇe ᴊj ᴋk ᴍm ᴏo ᴘp ᴛt ᴜu ᴠv ᴡw ᴢz ꜰf ꜱs"
_CHEROKEE = "Ꭰd Ꭱr Ꭲt Ꭵi Ꭺa Ꭻj Ꭼe Ꮃw Ꮇm Ꮋh Ꮍy Ꮐg Ꮓz Ꮟb Ꮢr Ꮤw Ꮥs Ꮩv Ꮪs Ꮮl Ꮯc Ꮲp Ꮶk Ᏼb"
_LISU = "ꓐb ꓑp ꓓd ꓔt ꓖg ꓗk ꓙj ꓚc ꓜz ꓝf ꓟm ꓠn ꓡl ꓢs ꓣr ꓦv ꓧh ꓪw ꓫx ꓬy ꓮa ꓰe ꓲi ꓳo ꓴu"
_COPTIC = "ⲁa ⲃb ⲉe ⲏh ⲓi ⲕk ⲙm ⲛn ⲟo ⲣp ⲥc ⲧt ⲩy ⲭx ⳑl ⲍz"
_SCRIPTS = (_CYRILLIC, _GREEK, _ARMENIAN, _LATIN, _SMALL_CAPITALS, _CHEROKEE, _LISU, _COPTIC)
_ALIKE = {pair[0]: pair[1] for letters in _SCRIPTS for pair in letters.split()}

AS_CAPITALS: Mapping[str, str] = {**_ALIKE, "η": "h", "ν": "n"}
AS_SMALL: Mapping[str, str] = {**_ALIKE, "η": "n", "ν": "v", "ω": "w", "п": "n", "г": "r", "ь": "b"}
"""What a small letter looks like, shown as it is or as a capital."""

BETWEEN = " -‐‑‒–—.·_/'’"
"""What may stand between letters without being one."""


@lru_cache(maxsize=4096)
def skeletons(word: str) -> tuple[str, str]:
    """What `word` looks like in Latin letters, in capitals and in small ones.

    Without case, accents, blanks, hyphens and dots; letters that look like no Latin ones stay.
    """
    letters = _letters(word)
    capitals = "".join(AS_CAPITALS.get(char, char) for char in letters)
    return capitals, "".join(AS_SMALL.get(char, char) for char in letters)


def is_disguised(word: str) -> bool:
    """Whether `word` has a letter that only looks like a Latin one; an accent is no disguise."""
    return any(char in AS_CAPITALS or char in AS_SMALL for char in _letters(word))


def _letters(word: str) -> list[str]:
    unfolded = unicodedata.normalize("NFKD", word.casefold()).casefold()
    return [char for char in unfolded if not _is_decoration(char)]


def scripts(word: str) -> frozenset[str]:
    """The scripts of the letters of `word`, by the names that Unicode gives them (LATIN, GREEK)."""
    letters = unicodedata.normalize("NFKC", word)
    return frozenset(unicodedata.name(c, "?").split(" ")[0] for c in letters if c.isalpha())


def _is_decoration(char: str) -> bool:
    # Vowel signs of Indian scripts are marks too (Mc, Mn): only accents may go.
    accent = "\u0300" <= char <= "\u036f" or "\u20d0" <= char <= "\u20f0"
    return accent or char in BETWEEN or char in JOINERS
