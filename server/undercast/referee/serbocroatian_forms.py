"""The plain forms of Bosnian, Croatian and Serbian nouns: their declensions by rule.

More is made than people say (lonaci beside lonci): what is no word hurts nobody. Verbs and
adjectives have no forms here.
"""

from collections.abc import Iterator
from functools import lru_cache

from undercast.referee.serbocroatian_spelling import spellings, stems


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_VOWELS = "aeiou"
_SOFTENED = {"k": "c", "g": "z", "h": "s"}

_OF_CONSONANT = ("", *_words("a u om em i e ima ovi ova ove ovima ovom evi eva eve evima"))
_OF_A = ("a", "e", "i", "u", "om", "ama")
_OF_NEUTER = ("a", "u", "om", "em", "ima")
_OF_FEMININE = ("", "i", "ima", "ju", "ma")
_OF_MORE = ("a", "u", "om", "i", "ima")

FEMININE = frozenset(
    _words(
        """
        kost noć peć riječ reč sol jesen mast misao laž ljubav vlast last mladost starost sjen krv
        vlat smrt cijev peć pamet pomoć večer zob stvar glad žeđ mladež ćud bol uš vaš
        """
    )
)
"""Feminine words that end in a consonant."""

PLURAL = frozenset(
    _words(
        """
        hlače škare naočale naočare ljestve pantalone merdevine makaze saonice sanke gajde novine
        gaće tačke vile kočije jasle grudi pluća prsa usta vrata leđa kola kliješta klešta kliješte
        žmurke
        """
    )
)

IRREGULAR = {
    "oko": "oči očiju očima oka oku okom",
    "uho": "uši ušiju ušima uha uhu uhom",
    "uvo": "uši ušiju ušima uva uvu uvom",
    "čovjek": "ljudi ljude ljudima ljudi čovječe",
    "čovek": "ljudi ljude ljudima čoveče",
    "dijete": "djeca djece djeci djecu djecom djeteta djetetu djetetom",
    "dete": "deca dece deci decu decom deteta detetu detetom",
    "otac": "oca ocu ocem oče očevi očeva očeve očevima",
    "brat": "braća braće braći braću",
    "sto": "stola stolu stolom stolovi stolova stolove stolovima",
    "so": "soli solju",
    "vo": "vola volu volom volovi volova volove volovima",
    "pas": "psa psu psom psi pse psima pasa",
    "san": "sna snu snom snovi snova snove snovima",
    "dan": "dana danu danom dani dane danima dnevi",
    "kost": "košću kostiju",
    "mast": "mašću",
    "noć": "noću noćas",
    "peć": "peću",
    "konj": "konji konjma",
    "gospodin": "gospoda gospodo",
    "pile": "pilići piliće pilića pilad",
    "tele": "teladi telići",
    "dvorac": "dvorca dvorcu dvorcem dvorci dvorce dvoraca dvorcima",
    "zec": "zečevi zečeva zečeve zečevima",
    "princ": "prinčevi prinčeva prinčeve prinčevima prinče",
    "stric": "stričevi stričeva",
    "vuk": "vuče vuci",
    "bog": "bože bogovi bozi",
    "miš": "miša mišu mišem miši miševi miševa miševe miševima",
    "ruka": "ruci ruku rukama",
    "noga": "nozi nogu nogama",
    "ovas": "zobi ovsa ovsu ovsem",
    "srce": "srdaca",
    "drvo": "drveta drvetu drvetom drva drveće drvima",
    "drugi": "",
}
"""Forms that no rule makes."""

_WITH_T = frozenset(
    _words(
        """
        dugme uže jaje pile tele jagnje janje prase bure ćebe šiljče đule dijete dete siroče štene
        mače pače unuče čeljade lane jare kljuse veče drvo
        """
    )
)
"""Neuter words that go on with a t."""


@lru_cache(maxsize=4096)
def forms(lemma: str) -> frozenset[str]:
    """The plain forms of a noun in its basic form, itself included, in all spellings."""
    found = {lemma, *IRREGULAR.get(lemma, "").split()}
    for spelling in spellings(lemma):
        found |= set(_forms(spelling))
        found |= set(IRREGULAR.get(spelling, "").split())
    return frozenset(found)


def _forms(word: str) -> Iterator[str]:
    if len(word) < 3:
        yield from _declined(word, _OF_CONSONANT) if word[-1] not in _VOWELS else (word,)
    elif word in FEMININE:
        yield from _declined(word, _OF_FEMININE)
        yield from _declined(word[:-2] + "l", _OF_FEMININE[1:]) if word.endswith("ao") else ()
    elif word.endswith("a") and word not in PLURAL:
        yield from _declined(word[:-1], _OF_A)
        yield from _full(word[:-1])
    elif word[-1] in "oe" and not word.endswith(("ao", "eo", "io")):
        yield from _neuter(word)
    elif word.endswith("a"):
        yield from _declined(word[:-1], ("a", "ima", "ju"))
    elif word[-1] not in "iu":
        yield from _masculine(word)
    elif word.endswith("i"):
        yield from _declined(word[:-1], ("i", "oga", "og", "om", "e", "ih", "im", "a", "u", "oj"))
    else:
        yield word
        yield from (word + ending for ending in ("a", "u", "om", "i", "e", "ima", "j", "ja"))


@lru_cache(maxsize=4096)
def nominatives(lemma: str) -> frozenset[str]:
    """The forms that a clue in its basic form may have: the nominatives."""
    if lemma in FEMININE:
        return frozenset({lemma, lemma + "i"})
    if lemma.endswith("a"):
        return frozenset({lemma, lemma[:-1] + "e"})
    if lemma[-1] in "oe":
        return frozenset({lemma, lemma[:-1] + "a"})
    if lemma.endswith("at"):  # an adjective: kosat, kosati, but not kosti
        return frozenset({lemma, lemma + "i"})
    return frozenset({lemma, *(form for form in forms(lemma) if form.endswith("i"))})


def _neuter(word: str) -> Iterator[str]:
    stem = word[:-1]
    yield word
    yield from _declined(stem, _OF_NEUTER)
    yield from _full(stem)
    if word in PLURAL:
        yield from _declined(stem, ("a", "ama"))
    if word.endswith("me"):
        yield from (word + "n" + ending for ending in _OF_MORE)
    if word in _WITH_T:
        yield from (word + "t" + ending for ending in _OF_MORE)


def _masculine(word: str) -> Iterator[str]:
    for stem in stems(word):
        short = len(word) < 4 and stem != word
        if not short:
            yield from _declined(stem, _OF_CONSONANT)
    if word.endswith("in") and len(word) > 5:
        yield from _declined(word[:-2], ("i", "a", "e", "ima"))
    if word.endswith("ao") and len(word) > 3:
        yield from _declined(word[:-2] + "l", _OF_CONSONANT[1:])
    yield word


def _full(stem: str) -> Iterator[str]:
    """The genitive of the plural: olovka, olovaka; veslo, vesala."""
    if len(stem) > 2 and stem[-1] not in _VOWELS and stem[-2] not in _VOWELS:
        before = stem[:-2] + "nj" if stem.endswith("njk") else stem[:-1]
        yield before + "a" + stem[-1] + "a"


def _declined(stem: str, endings: tuple[str, ...]) -> Iterator[str]:
    soft = stem[:-1] + _SOFTENED[stem[-1]] if stem[-1:] in _SOFTENED else stem
    for ending in endings:
        yield stem + ending
        if ending[:1] == "i":
            yield soft + ending


def lemmas_of(word: str) -> Iterator[str]:
    """What `word` may be a plain form of: candidates, not all of them words."""
    yield word
    for cut in range(max(2, len(word) - 5), len(word)):
        stem, ending = word[:cut], word[cut:]
        if ending in _ENDINGS:
            for basic in _basics(stem):
                yield from (basic, basic + "a", basic + "o", basic + "e")


def _basics(stem: str) -> Iterator[str]:
    yield stem
    if stem[-1] in "czs":
        yield stem[:-1] + {"c": "k", "z": "g", "s": "h"}[stem[-1]]
    if len(stem) > 2 and stem[-1] not in _VOWELS and stem[-2] not in _VOWELS:
        yield stem[:-1] + "a" + stem[-1]
    if stem[-1] == "l":
        yield stem[:-1] + "o"
        yield stem[:-1] + "ao"
    if len(stem) > 3 and stem[-2] == "a":
        yield stem[:-2] + stem[-1]


_ENDINGS = frozenset((*_OF_CONSONANT, *_OF_A, *_OF_NEUTER, *_OF_FEMININE, "na", "ta")) - {""}
