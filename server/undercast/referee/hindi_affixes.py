"""Prefixes, suffixes and endings of Hindi, and what may follow a stem. Own selection."""

from enum import IntEnum
from functools import lru_cache

from undercast.referee.hindi_spelling import written


class HindiTail(IntEnum):
    """What follows a stem, from the least to the most that it says of the word."""

    NONE = 0
    """Nothing."""
    ENDING = 1
    """An ending of the same word."""
    DERIVED = 2
    """A suffix that makes another word, perhaps with an ending."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(written, text.split())))


ENDINGS = frozenset(
    _words("""
    ा ी े ों ें ो ियां ियों िया ाएं ाओं एं ओं यें यों ये ए ीं ुओं ुएं ियो ां
    """)
)

VERB_ENDINGS = frozenset(
    _words("""
    ता ती ते ना नी ने ा ी े ीं ेगा ेगी ेंगे ेंगी ूंगा ूंगी ोगे ोगी एगा एगी एंगे कर के करके ो ें ूं
    ए या यी ये ाया ाना ानी ाने वाना वाने वाया ाता ाते ाती ाकर लाना लाया लाता
    """)
)

SUFFIXES = _words("""
    वाला वाली वाले दार दारी दारनी पन पना ाई ाइयां ाहट ावट ाव ावा ास ी ीय ीन ीनी ीला ीली ीले ू िया
    ानी नी िन ाइन इन गार गारी गर गरी कार कारी साज साजी बाज बाजी मंद मंदी वान बान वती मान ची िक
    िका िकी त्व ता ित िता क ार ारी ेरा ेरे ेरी वार वारी पूर्ण मय हीन ात्मक ाना ाऊ ौना ौती ाक ाकू
    दानी दान बारी गी गाह स्तान नाक गीर पोश पोशी खोर खोरी वासी वाद वादी शाला शास्त्र ीपन ापन
    ालु ैत ैल ेलू रेज लौता हरा हला ाती ुआ ुआरा ान ावन न ेर ेल ेदार िस्तान स्वरूप ाऊपन ाप ापा ाड़ी
    ाडी िमा िख ानिक ई ज्ञ ण ियाली ोला ोतरा िनी ुर ैया ाया पा य
    """)

CERTAIN_SUFFIXES = _words("""
    वाला वाली वाले दार दारी पन ीपन ापन मंद वान खोर पोशी शाला शास्त्र वासी वाद ेदार
    """)
"""Suffixes that say for certain that a word is made from another."""

DISTINCTIVE_SUFFIXES = _words("""
    ाई ाइयां ापन पन ास ाहट ियाली ीला ीली ीले वाला वाली वाले दार दारी खाना गर कार कारी मंद वान बान बाज
    बाजी ेरा ार इया िया ैला ाव ावट ालु िक ीय त्व ता ेर ौना ाऊ शाला शास्त्र ज्ञ पति वासी वाद ी ाकू ाक नी
    ाना िन इन ानी ैत हरा चर ण िमा दान दानी बारी पूर्ण मय गी ौती ाया लौता गीर आनी त ोतरा
    """)
"""Suffixes that make one wonder even after a stem of two letters."""

PREFIXES = _words("""
    अ अन बे ना नि निर् निस् निः दुर् दुस् सु कु प्रति उप अति अधि अनु अप अभि परि वि सम् सं स स्व महा
    गैर बद खुश हम कम अध नी सत त्रि प्र
    """)

NEGATIONS = frozenset(_words("अ बे ना नि"))

SECOND_MEMBERS = frozenset(
    _words("""
    ालय लय ाशय शय ाधीश ाध्यक्ष ालयाध्यक्ष ास्त ोदय ाहार ांत ाकार ार्थी र्थी ावली ोत्सव ेश्वर
    ेश खाना घर गाड़ी गाडी जल पति कोश कोष चोर खोर बंदी बंद पोशी मार्ग वे तट रेखा यान प्रपात
    जामुन गुल्ला चालक बारी दान दर्द दही कूद चाल मंच रंगा सवार साल गोला कड़ी कडी पंख पत्ती
    गोभी मुखी मिचौली धानी नीति मेह वास मानुष जीवी पालिका ारोही भक्त यात्रा मास योग पात्र पाठ
    दाता रक्षक नाशक धारी वाहक अड्डा वायु चक्की घट खजूरा पटी मंजन वर्धक ग्रहण कुमार महल पसंद
    मोहक मानी गुरु चर्या गांठ सेना जन हराम पालन जनी आजनी बरदार कला कार पाल पुत्र पुर विद्या
    भूमि दौड
    """)
)
"""What people make compounds with, besides words that are known; ा… after a vowel that merged."""


@lru_cache(maxsize=4096)
def tail_of(rest: str) -> HindiTail | None:
    """What `rest` is after a stem, or None when it is nothing known."""
    if not rest:
        return HindiTail.NONE
    if rest in ENDINGS or rest in VERB_ENDINGS:
        return HindiTail.ENDING
    return HindiTail.DERIVED if _is_derived(rest, 2) else None


def _is_derived(rest: str, left: int) -> bool:
    for suffix in SUFFIXES:
        if rest.startswith(suffix):
            after = rest[len(suffix) :]
            if not after or after in ENDINGS or (left > 1 and _is_derived(after, left - 1)):
                return True
    return False


def is_distinctive(rest: str) -> bool:
    """Whether a derived tail is hardly a coincidence."""
    return any(
        rest.startswith(suffix) and rest[len(suffix) :] in ENDINGS | {""}
        for suffix in DISTINCTIVE_SUFFIXES
    )


def is_certain(rest: str) -> bool:
    """Whether a derived tail leaves no doubt."""
    return any(
        rest.startswith(suffix) and rest[len(suffix) :] in ENDINGS | {""}
        for suffix in CERTAIN_SUFFIXES
    )
