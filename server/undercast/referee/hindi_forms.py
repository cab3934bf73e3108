"""The plain forms of Hindi nouns: their declensions by rule.

Words come as `hindi_spelling.written` has them.
"""

from collections.abc import Iterator
from functools import lru_cache

from undercast.referee.hindi_spelling import written


def _words(text: str) -> tuple[str, ...]:
    return tuple(written(ending) for ending in text.split())


_DECLENSIONS = (
    # How a word ends, and what its forms have instead; the longer first.
    ("िया", _words("िया िये िए ियां ियों ियो")),
    ("ा", _words("ा े ों ो ें")),
    ("ी", _words("ी ियां ियों ियो ीयां ीयों")),
    ("ि", _words("ि ियां ियों ियो")),
    ("ु", _words("ु ुओं ुएं ुओ ुवों")),
    ("ू", _words("ू ुओं ुएं ुओ ूओं")),
    ("े", _words("े े")),
    ("ो", _words("ो ोओं ोज़")),
    ("ई", _words("ई इयां इयों ईयों इयो")),
    ("आ", _words("आ ए ओं ओ एं")),
    ("ां", _words("ां ें ों")),
)
_OF_KEPT = _words("ा ाएं ाओं ायें ाऐं ाओ ओं")
INVARIABLE = frozenset(
    _words(
        """
        भाषा वर्षा कन्या सेना सीमा रेखा धारा गुफा शाखा भुजा मुद्रा हवा दवा माला कला तुला
        छाया लता यात्रा आशा इच्छा घटना राजा नेता अभिनेता पिता योद्धा देवता मामा चाचा दादा
        नाना काका मैना जटा गंगा यमुना वीणा दुर्गा माता आत्मा परीक्षा शिक्षा विद्या परंपरा
        जनता संस्था व्यवस्था सजा सेवा कथा चिंता भावना लंका ऊर्जा प्रजा पूजा क्रिया प्रतिमा
        बाधा दिशा दशा विधवा महिला कविता सरिता अमेरिका आगरा कोबरा पांडा पिज्जा डोसा बीमा
        श्रद्धा हत्या संख्या समस्या संध्या तपस्या छात्रा नायिका बालिका पत्रिका शिला अप्सरा
        घृणा ड्रैकुला जेब्रा सिंड्रेला मोमबत्ती एशिया दुनिया लावा हलवा
        """
    )
)
"""Words in ा that keep it: feminine ones, kin, and those from elsewhere."""

_OF_CONSONANT = (*_words("ों ें ो"), "")


def forms(lemma: str) -> frozenset[str]:
    """The plain forms of a noun in its basic form, itself included."""
    return frozenset(_forms(lemma))


@lru_cache(maxsize=4096)
def _forms(lemma: str) -> tuple[str, ...]:
    if lemma in INVARIABLE and lemma.endswith("ा"):
        return tuple(lemma.removesuffix("ा") + ending for ending in _OF_KEPT[:-1])
    for end, instead in _DECLENSIONS:
        if lemma.endswith(end) and len(lemma) > len(end):
            return tuple(lemma.removesuffix(end) + ending for ending in instead)
    return tuple(lemma + ending for ending in _OF_CONSONANT)


def lemmas_of(word: str) -> Iterator[str]:
    """What `word` may be a plain form of: candidates, not all of them words."""
    yield word
    for ending in _OF_CONSONANT[:-1]:
        if word.endswith(ending):
            yield word.removesuffix(ending)
    for end, instead in (*_DECLENSIONS, ("ा", _OF_KEPT)):
        for ending in instead[1:]:
            if word.endswith(ending):
                yield word.removesuffix(ending) + end
