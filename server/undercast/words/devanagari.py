"""Devanagari as people write it: what one spelling of a word has and another leaves out."""

import re

_NUKTA, _CANDRABINDU, _ANUSVARA, _VISARGA = "\u093c", "\u0901", "\u0902", "\u0903"

_MARKS = str.maketrans({_NUKTA: None, _VISARGA: None, _CANDRABINDU: _ANUSVARA})
"""Dots that many leave out (ज़, ज), and the moon that is often written as a plain dot (चाँद, चांद)."""

_NASALS = re.compile("ङ्(?=[क-घ])|ञ्(?=[च-झ])|ण्(?=[ट-ढ])|न्(?=[त-ध])|म्(?=[प-भ])")
"""Before a stop of its own row a nasal is written as a letter or as a dot (हिन्दी, हिंदी)."""


def normalize_spelling(letters: str) -> str:
    """The spelling that stands for all spellings of a word; `letters` are in decomposed form."""
    return _NASALS.sub(_ANUSVARA, letters.translate(_MARKS))
