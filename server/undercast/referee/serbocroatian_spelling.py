"""How Bosnian, Croatian and Serbian words are written, and how their stems change.

Everything is compared in Latin script. Stems come with the sounds that they change to in front of
endings and suffixes: ruka, ruci, ručni.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from undercast.words.serbian_scripts import LATIN

_BETWEEN = re.compile("ije(?=[^aeiou])|(?<=[bpvmfdtszcrhgkln])je(?=[^aeiou])")
_CONSONANTS = "bcčćdđfghjklmnprsštvzž"
_VOICELESS = "cčćfhkpsšt"
_UNVOICED = {"b": "p", "d": "t", "g": "k", "z": "s", "ž": "š"}

_CHANGES = (
    # The longer first: what a stem ends in, and what it may become.
    ("st", ("šć", "št", "s")),
    ("sk", ("šč", "št", "šk")),
    ("zd", ("žđ", "žd")),
    ("sn", ("šnj",)),
    ("sl", ("šlj",)),
    ("šn", ("s",)),
    ("lj", ()),
    ("nj", ()),
    ("k", ("c", "č")),
    ("g", ("z", "ž", "š")),
    ("h", ("s", "š")),
    ("c", ("č",)),
    ("z", ("ž",)),
    ("s", ("š",)),
    ("t", ("ć",)),
    ("d", ("đ",)),
    ("l", ("lj",)),
    ("n", ("nj",)),
    ("b", ("blj", "p")),
    ("p", ("plj",)),
    ("v", ("vlj",)),
    ("m", ("mlj",)),
    ("ž", ("š",)),
)


@lru_cache(maxsize=4096)
def to_latin(word: str) -> str:
    """`word` with Cyrillic letters as Latin ones."""
    return "".join(LATIN.get(char, char) for char in word)


@lru_cache(maxsize=4096)
def spellings(latin: str) -> tuple[str, ...]:
    """`latin` as written, as in ekavian (mlijeko, mleko), and with h for v (kuvar, kuhar)."""
    ekavian = _BETWEEN.sub("e", latin)
    found = dict.fromkeys((latin, ekavian))
    found |= dict.fromkeys(re.sub("uv(?=[aeiou]|$)", "uh", word) for word in tuple(found))
    return tuple(found)


def weight(stem: str) -> int:
    """Letters of a stem, counted in ekavian, so that no spelling is longer than another."""
    return len(_BETWEEN.sub("e", stem + "|")) - 1


def without_diacritics(latin: str) -> str:
    """`latin` as people type it who leave the marks off: š as s."""
    return latin.replace("đ", "dj").translate(_MARKLESS)


def merged(latin: str) -> str:
    """`latin` as people write it to whom č and ć sound alike."""
    return latin.replace("č", "ć")


_MARKLESS = str.maketrans("čćšž", "ccsz")


def changed(stem: str) -> Iterator[str]:
    """What the end of `stem` may become, itself excluded."""
    for end, others in _CHANGES:
        if stem.endswith(end):
            for other in others:
                yield stem.removesuffix(end) + other
            return


def stems(lemma: str) -> Iterator[str]:
    """The stems of a word in its basic form, as endings and suffixes follow them."""
    if lemma.endswith(("ao", "eo", "io")) and len(lemma) > 2:
        yield lemma[:-2] + "l" if lemma.endswith("ao") else lemma[:-1] + "l"
        yield lemma[:-1] + "l"
    elif lemma.endswith("ti") and len(lemma) > 4 and lemma[-3] in "aeiu":
        yield from _stems_of_verb(lemma)
    elif lemma[-1:] in "aeiou":
        yield lemma[:-1]
        if len(lemma) > 3 and lemma[-2] in _CONSONANTS and lemma[-3] in _CONSONANTS:
            yield lemma[:-2] + "a" + lemma[-2]
        if len(lemma) > 5 and lemma.endswith("ka"):
            yield lemma[:-2]
    else:
        yield lemma
        if len(lemma) > 4 and lemma[-2] == "a" and lemma[-3] in _CONSONANTS:
            yield without_fleeting_a(lemma)
        if lemma.endswith("anin"):
            yield lemma[:-2]


def _stems_of_verb(infinitive: str) -> Iterator[str]:
    for end in ("ovati", "evati", "ivati", "avati", "nuti"):
        if infinitive.endswith(end) and len(infinitive) > len(end) + 1:
            yield infinitive.removesuffix(end)
    yield infinitive[:-3]


def without_fleeting_a(word: str) -> str:
    """`word` without the a before its last consonant: vrabac, vrapc; svezak, svesk."""
    before, last = word[:-2], word[-1]
    if last in _VOICELESS:
        if before[-1] in "dt" and last in "cč":
            before = before[:-1]
        before = before[:-1] + _UNVOICED.get(before[-1:], before[-1:])
    return before + last
