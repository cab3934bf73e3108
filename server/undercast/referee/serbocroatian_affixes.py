"""Prefixes, suffixes and endings of Bosnian, Croatian and Serbian, and what may follow a stem.

Own selection. Words come in Latin script.
"""

from enum import IntEnum
from functools import lru_cache


class SerboCroatianTail(IntEnum):
    """What follows a stem, from the least to the most that it says of the word."""

    NONE = -1
    """Nothing: the stem itself, as in the genitive of the plural."""
    ENDING = 0
    """An ending of nouns or adjectives: the same word."""
    VERB = 1
    """An ending of verbs."""
    DERIVED = 2
    """A suffix that makes another word, perhaps with an ending."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.split()))


NOUN_ENDINGS = frozenset(
    _words("""
    a e i o u om em oj og ega eg oga omu emu ome eme im ih ama ima ju jom ovi ova ovima
    ove evi eva evima eve ovom ovu
    """)
)

_THEMES = "a e i je ja uje ova eva iva ava uva ira iše ije ija isa"
_PERSONAL = "ti t m š mo te ju la lo li le o h n na no ni ne še smo ste ći vši jući jte j"
VERB_ENDINGS = frozenset(
    _words("""
    ti em eš emo ete u nem neš jem ju jući ući eći iva ava uje ira nu io ila ilo ili ile
    """)
) | {theme + ending for theme in _THEMES.split() for ending in _PERSONAL.split()}

SUFFIXES = _words("""
    ac c ač ačk ačin adij adžij džij aj ajn ak k al alac alj ališt alk an anac anc ančic
    anij anin ank ansk ar arac aric arij arn arnic arnik arsk aš ašc ašin ašk ast at av avac
    avic avk ba bin čanin čank čac čad čan čar čic čić čin čk ec eć en enc enič enik enj enk
    erak erin erk etin ev evac evin evit evlj evn evsk evstv ež ic ica ič ičan ičar ičast
    ičic ičn ić idb ij ijad ijan ijask ik ikov il ilac ilic ilišt iln ilnic ilo in inac inc
    inj injak ink inski insk ist ističk istk iš išt it itelj iv ivac ivn ivo izm j jak jan
    janin jank jar jast je jen ji kast kinj l lac lc lic lij lin ljiv lj ljik ljin luk n nic
    nicki nič ničar ničk nik nin nj njač njak njav nost oć oc ok olik oš olj on onic onj os
    ost osn ošć ot ov ovac ovan ovin ovit ovlj ovn ovnic ovnik ovnj ovsk ovstv s sk st stv
    stven š šin šk št telj teljic teljsk tv u uckast uk ul ulj uljak uljk ulin urd urin us
    uš ušk ušc uv už v vin zn ž ionic ionik ujuć ekanj or orić ešc ušan aljk aljn eljk om
    onac inka itost atost ljivost anstv enstv ešin eškar eljac uljast oljub ičav ajlij anič
    ičk irski ni atelj č čet
    """)

SHORT_SUFFIXES = frozenset(_words("c j k l n s u v š ž lj nj oc os om on us ul om al il in or"))
"""Suffixes that many words merely happen to go on with."""

COINCIDENTAL_TAILS = _words("""
    ij acij icij izam izm ist et ent at am al ul an er or ur iv ovanj os us it ad
    """)
"""What many words go on with that have nothing to do with a short one (sit-uacija, kamp-anja)."""

SURE_SUFFIXES = _words("""
    ičic čić čic ić ovsk evsk arsk arnic ničk ovit etin stv ost telj sk urd ušk ašc ovin
    """)
"""Suffixes that say for certain that a word is made from another."""

PREFIXES = tuple(
    sorted(
        _words("""
    bez bes be do is iz iš na naj nad nat ne nepre o ob od op ot po pod pot poš pre pred
    pret pri pro prije protu protiv pra raz ras raš s sa su sub u uz us van vele vas z za
    izna iza polu samo među nuz super anti eks ispo zapo uspo raspo obez ponad pona ponov
    preko sve
    """),
        key=len,
    )
)

SECOND_MEMBERS = frozenset(
    _words(
        """
        bran brod crt crtač dav dob fon graf grad gradnj hod hvat jed ključ kup lik list log lom
        lov metar mjer mer nos nož nosac pad pis pisac pje plov pjev pev rez rezac riječ sječ
        seč skok skop slov štamp tisk tok tvor uk ured vid vod voz vozac vrt zor zov žder trg
        trž vrh dnev kret pokret doš došl met kut vrijed časov boj noš val trov
        """
    )
)
"""Roots that people make compounds with, in all spellings and besides those that are words."""

SMALL_WORDS = frozenset(_words("i a u na o s sa od do za iz k ka pri po bez kod nad pod pred"))
"""Words that stand in any phrase."""

MAX_TAIL = 14
"""Letters of the longest tail that is taken apart."""


@lru_cache(maxsize=4096)
def tail_of(rest: str) -> SerboCroatianTail | None:
    """What `rest` is after a stem, or None when it is nothing known."""
    if not rest:
        return SerboCroatianTail.NONE
    if rest in NOUN_ENDINGS:
        return SerboCroatianTail.ENDING
    if len(rest) > MAX_TAIL:
        return None
    if _is_derived(rest, 3, shorts=1):
        return SerboCroatianTail.VERB if rest in VERB_ENDINGS else SerboCroatianTail.DERIVED
    return SerboCroatianTail.VERB if rest in VERB_ENDINGS else None


def _is_derived(rest: str, left: int, shorts: int) -> bool:
    """Whether `rest` is one to `left` suffixes, at most `shorts` short ones, perhaps an ending."""
    for suffix in SUFFIXES:
        still = shorts - (suffix in SHORT_SUFFIXES)
        if rest.startswith(suffix) and still >= 0:
            after = rest[len(suffix) :]
            if not after or after in NOUN_ENDINGS or after in VERB_ENDINGS:
                return True
            if left > 1 and _is_derived(after, left - 1, still):
                return True
    return False


@lru_cache(maxsize=4096)
def is_distinctive(rest: str) -> bool:
    """Whether a derived tail is more than a short suffix that many words happen to go on with."""
    for suffix in sorted(SHORT_SUFFIXES, key=len):
        if rest.startswith(suffix) and rest[len(suffix) :] in NOUN_ENDINGS | {""}:
            return False
    return True


@lru_cache(maxsize=4096)
def is_certain(rest: str) -> bool:
    """Whether a derived tail is one of the suffixes that say so for certain."""
    return any(
        rest.startswith(suffix) and rest[len(suffix) :] in NOUN_ENDINGS | {""}
        for suffix in SURE_SUFFIXES
    )


@lru_cache(maxsize=4096)
def unprefixed(word: str) -> tuple[tuple[str, str], ...]:
    """`word` as it is, and without each prefix that it may have: prefix and rest."""
    cut = [(p, word[len(p) :]) for p in PREFIXES if word.startswith(p) and len(word) - len(p) > 2]
    return (("", word), *cut)
