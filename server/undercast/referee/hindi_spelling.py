"""How Hindi words are written, and how their stems change.

One word has many spellings: with and without nukta (जहाज़, जहाज), with a nasal letter or a dot
(हिन्दी, हिंदी), with a moon or a dot (चाँद, चांद). They are compared in one of them.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

NUKTA = "\u093c"

_NASALS = re.compile("ङ्(?=[कखगघ])|ञ्(?=[चछजझ])|ण्(?=[टठडढ])|न्(?=[तथदध])|म्(?=[पफबभ])")
_SIGNS = "ािीुूेैोौृॉ"
_FIRST = re.compile("(?<=[क-ह])[ािीुूेैोौ]|^[आईऊएओ]")
_WEAK = dict(zip("ाीूेोैौआईऊएओ", ["", "ि", "ु", "ि", "ु", "ि", "ु", *"अइउइउ"], strict=True))
_STRONG = dict(zip("िीेुूोअइईएउऊओ", "ैैैौौौआऐऐऐऔऔऔ", strict=True))


@lru_cache(maxsize=4096)
def written(word: str) -> str:
    """`word` in the one spelling in which all are compared."""
    letters = unicodedata.normalize("NFD", word).replace(NUKTA, "").replace("ँ", "ं")
    return _NASALS.sub("ं", letters)


def without_vowel_length(word: str) -> str:
    """A written word with short vowels for the long ones that many people mix up (दूकान)."""
    return word.translate(_LONG)


_LONG = str.maketrans("ीूईऊ", "िुइउ")


def letter_count(stem: str) -> int:
    """Letters of a stem as a reader counts them, vowel signs not counted."""
    return sum(1 for char in stem if char not in _SIGNS and char not in "ंः्")


def stems(lemma: str) -> dict[str, bool]:
    """The stems of a word in its basic form; true for those with another vowel.

    Without the vowel at the end, or the ना of a verb; with a first vowel that suffixes weaken
    (मीठा, मिठाई) or strengthen (समाज, सामाजिक).
    """
    plain = {lemma}
    if lemma.endswith("ना") and letter_count(lemma) > 2:
        plain.add(lemma.removesuffix("ना"))
    if lemma.endswith("िया"):
        plain.add(lemma.removesuffix("िया"))
    if lemma[-1:] in _SIGNS and letter_count(lemma) > 1:
        plain.add(lemma[:-1])
    found = dict.fromkeys(plain, False)
    for stem in plain:
        for other in _revowelled(stem):
            found.setdefault(other, True)
    return found


def _revowelled(stem: str) -> Iterator[str]:
    place = _FIRST.search(stem)
    if place is not None and place.start() <= 2 and letter_count(stem) > 1:
        yield stem[: place.start()] + _WEAK.get(place.group(), place.group()) + stem[place.end() :]
    if stem[:1] in _STRONG:
        yield _STRONG[stem[0]] + stem[1:]
    elif len(stem) > 1 and stem[1] in _STRONG:
        yield stem[0] + _STRONG[stem[1]] + stem[2:]
    elif len(stem) > 1 and stem[1] not in _SIGNS + "्":
        yield stem[0] + "ा" + stem[1:]
