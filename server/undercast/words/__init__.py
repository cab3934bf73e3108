"""Decks of codenames: loads them, checks them, mixes them and draws a board from them.

A deck is one UTF-8 file in the folder of word lists: `# key: value` lines (language, name, licence,
version), then one codename a line in its natural case; the pages show it in capitals. The file's
name is the deck's id. Packs are lists on one subject, in the folder `packs`:
LANGUAGE-NAME.txt with one more header, their difficulty (easy, medium, hard).
"""

from undercast.words.checker_client import ListChecker
from undercast.words.checks import check, parse_pasted
from undercast.words.confusable_pairs import ConfusableKind, PairWarning, explain_warning, warnings
from undercast.words.decks import (
    Deck,
    DeckUnreadable,
    TooFewCodenames,
    draw,
    load,
    load_packs,
    pool,
)
from undercast.words.duplicates import fold
from undercast.words.file_format import (
    MAX_BYTES,
    MAX_CODENAMES,
    MAX_LENGTH,
    MIN_LENGTH,
    MIN_PASTED,
    MIN_SHIPPED,
)
from undercast.words.lexicons import (
    LexiconProblem,
    check_lexicon,
    explain_lexicon,
    is_lexicon,
    load_lexicons,
)
from undercast.words.problems import WHOLE_LIST, Problem, WordReason, WordsRefused, explain
from undercast.words.scenes import check_scenes, explain_scene, is_scenes, load_scenes
from undercast.words.serbian_scripts import SEAM, to_cyrillic

__all__ = [
    "MAX_BYTES",
    "MAX_CODENAMES",
    "MAX_LENGTH",
    "MIN_LENGTH",
    "MIN_PASTED",
    "MIN_SHIPPED",
    "SEAM",
    "WHOLE_LIST",
    "ConfusableKind",
    "Deck",
    "DeckUnreadable",
    "LexiconProblem",
    "ListChecker",
    "PairWarning",
    "Problem",
    "TooFewCodenames",
    "WordReason",
    "WordsRefused",
    "check",
    "check_lexicon",
    "check_scenes",
    "draw",
    "explain",
    "explain_lexicon",
    "explain_scene",
    "explain_warning",
    "fold",
    "is_lexicon",
    "is_scenes",
    "load",
    "load_lexicons",
    "load_packs",
    "load_scenes",
    "parse_pasted",
    "pool",
    "to_cyrillic",
    "warnings",
]
