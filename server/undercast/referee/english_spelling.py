"""How English words are built, as letters: endings, prefixes, the two ways of spelling.

Everything here only suggests; whether the suggested word exists, and whether it has anything to do
with the other one, is for those who call.
"""

import re
from collections.abc import Iterator

SMALL_WORDS = frozenset([
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "da", "de", "der", "di", "do", "el",
    "for", "from", "he", "her", "him", "his", "i", "in", "into", "is", "it", "its", "la",
    "le", "los", "me", "my", "n", "no", "nor", "not", "o", "of", "on", "or", "our", "out", "so",
    "some", "such", "than", "that", "the", "their", "them", "then", "they", "this", "to", "us",
    "van", "von", "was", "we", "were", "who", "with", "you", "your",
])  # fmt: skip
"""Words that stand in any phrase."""

PARTICLES = frozenset([
    "after", "away", "back", "by", "down", "fore", "in", "off", "on", "out", "over", "up",
    "under", "through",
])  # fmt: skip
"""Small words that compounds are made with (breakdown): only the other part counts as a member."""

SUFFIXES = (
    "er", "or", "ar", "y", "ie", "ish", "ness", "less", "ful", "ly", "like", "ship", "hood",
    "dom", "able", "ible", "ment", "age", "al", "ial", "ic", "ical", "ism", "ist", "ize", "ise",
    "ify", "ation", "ition", "ion", "ive", "ous", "en", "ery", "ry", "ess", "ette", "let",
    "ling", "ward", "wards", "wise", "ster", "eer", "ian", "an", "ese", "ite", "ee", "ant",
    "ent", "ance", "ence", "ity", "cy", "th", "some", "fold", "ium", "ary", "ory", "ure", "ade",
    "ine", "ed", "ing", "eur", "ature", "ator", "ative", "ious", "eous", "ual", "icity",
    "istic", "tic", "esque", "proof",
)  # fmt: skip

PREFIXES = (
    "un", "re", "non", "in", "im", "ir", "il", "dis", "mis", "over", "under", "out", "pre",
    "post", "anti", "counter", "super", "sub", "inter", "trans", "ultra", "micro", "mini",
    "mega", "multi", "semi", "de", "en", "em", "be", "fore", "bi", "tri", "auto", "tele",
    "thermo", "electro", "photo", "hydro", "radio", "extra", "hyper", "neo", "pseudo", "ex",
    "co", "pro", "para", "mid", "vice", "arch", "a",
)  # fmt: skip

AFFIXES_THAT_ARE_WORDS = frozenset([
    "age", "arch", "auto", "fold", "hood", "photo", "proof", "radio", "ship", "vice",
])  # fmt: skip
"""Affixes that may be members of a compound all the same (spaceship, radioactive)."""

SURE_SUFFIXES = frozenset([
    "ness", "less", "like", "ly", "ful", "hood", "ship", "ish", "able", "proof",
])  # fmt: skip
SURE_PREFIXES = frozenset([
    "un", "non", "re", "anti", "pre", "super", "mini", "mega", "ultra", "micro", "over",
])  # fmt: skip
"""Affixes that any word can take: a word that no dictionary has was made with them."""


def uninflected(word: str) -> Iterator[str]:
    """The words that `word` may be a plural, a past, a participle of."""
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        yield word[:-1]
        if word.endswith(_TAKE_ES):
            yield word[:-2]
        if word.endswith("zzes"):
            yield word[:-3]
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) + len(instead) >= 2:
            yield word[: len(word) - len(ending)] + instead
    if word.endswith(_VES):
        yield word[:-3] + "f"
        yield word[:-3] + "fe"
    if word.endswith(("ed", "ing")):
        stem = word.removesuffix("ed") if word.endswith("ed") else word.removesuffix("ing")
        yield from (base for base in _whole(stem) if len(base) > 2 or base in _SHORT_VERBS)


def borrowed(word: str) -> Iterator[str]:
    """The word in -i or -u that `word` may be the plural of: kiwis, menus. Not for a word that is
    known, which ends so for itself (genus, iris).
    """
    if word.endswith(("is", "us")) and len(word) > 3:
        yield word[:-1]


def likeliest_bases(bases: set[str]) -> set[str]:
    """Without those that another one of `bases`, all of them words, explains better.

    Lunged comes from lunge, not from lung; starred from star.
    """
    return {
        base
        for base in bases
        if (base + "e" not in bases or base in _ALSO_VERBS)
        and not (base[-2:] in _DOUBLED and base[:-1] in bases)
    }


def uncompared_forms(word: str) -> Iterator[str]:
    """The adjectives that `word` may be a comparative or superlative of."""
    for ending in ("er", "est"):
        if word.endswith(ending):
            yield from _whole(word.removesuffix(ending))


def unsuffixed(word: str) -> Iterator[tuple[str, str]]:
    """The words that `word` may be derived from by an ending, and that ending."""
    for suffix in SUFFIXES:
        stem = word.removesuffix(suffix)
        if stem != word and len(stem) >= 2:
            for base in _whole(stem) if suffix[0] in "aeiouy" else (stem, _with_y(stem)):
                yield base, suffix


def unprefixed(word: str) -> Iterator[tuple[str, str]]:
    """The words that `word` may be derived from by a prefix, and that prefix."""
    for prefix in PREFIXES:
        if word.startswith(prefix) and len(word) - len(prefix) >= 3:
            yield word[len(prefix) :], prefix


def _whole(stem: str) -> Iterator[str]:
    """The words whose letters may have become `stem` before an ending that begins with a vowel.

    A short word doubles its last letter: striped comes from stripe, not from strip.
    """
    if not _DOUBLES.fullmatch(stem):
        yield stem
    yield stem + "e"
    if stem.endswith("i"):
        yield stem[:-1] + "y"
    if len(stem) > 3 and stem[-1] == stem[-2]:
        yield stem[:-1]


def _with_y(stem: str) -> str:
    """`stem` as it is before an ending that begins with a consonant: happiness, happy."""
    return stem.removesuffix("i") + "y" if stem.endswith("i") else stem


_DOUBLES = re.compile("[^aeiouy]*[aeiouy][^aeiouwxy]")

_SHORT_VERBS = frozenset(["ax", "be", "do", "go"])
_TAKE_ES = ("ses", "xes", "zes", "ches", "shes", "oes")
_ENDINGS = (("ies", "y"), ("men", "man"), ("ied", "y"), ("ying", "ie"))
_VES = (
    "calves", "dwarves", "elves", "halves", "hooves", "knives", "leaves", "lives", "loaves",
    "scarves", "selves", "sheaves", "thieves", "wharves", "wives", "wolves",
)  # fmt: skip
_ALSO_VERBS = frozenset(["bath", "breath", "cloth", "sing", "swing", "wing", "suit", "cast"])
_DOUBLED = frozenset(["bb", "dd", "gg", "mm", "nn", "pp", "rr", "tt"])


def shared_prefix_length(one: str, other: str) -> int:
    """How many letters two words have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def spelling_key(word: str) -> str:
    """A key that British and American spellings of one word share, and other words rarely do."""
    for pattern, instead in _SPELLINGS:
        word = pattern.sub(instead, word)
    return word


_SPELLINGS = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        ("ae|oe", "e"),
        ("ph", "f"),
        ("ough", "ow"),
        ("gh", ""),
        ("our", "or"),
        ("re$", "er"),
        ("yse", "yze"),
        ("is(e|ed|er|ing|ation)?$", r"iz\1"),
        ("ence$", "ense"),
        ("ogue", "og"),
        ("que", "c"),
        ("ck|k|qu", "c"),
        ("y", "i"),
        ("sc", "s"),
        (r"([bcdfglmnprstz])\1", r"\1"),
        ("(?<=[^aeiou])e(?=ment|able|ing)", ""),
        ("(?<=[^aeiou][^aeiou]|.[xm])e$", ""),
        ("ei", "i"),
        ("oul", "ol"),
        ("auge", "age"),
        ("ej|aj", "aj"),
    )
)
