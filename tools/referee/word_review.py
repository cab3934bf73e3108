"""Judges everyday words against all codenames: does the referee refuse a legal clue?

    python -m tools.referee.word_review             # all lists; fails on an unreviewed refusal
    python -m tools.referee.word_review en --write  # saves the refusals for review
    python -m tools.referee.word_review hi --asked  # prints the questioned words

The words are our own: base forms with their inflection in `tools/referee/words`, the referee's word
families and the codenames. With their inflected forms a list has 10,000 words and more. People have
reviewed the refusals in `words/<list>.refused.txt`: a codename, and the words that may not be said
while it is hidden. A word and a codename are compared only if they share their first letter or
three letters in a row; other pairs are refused only if a list of families names them.
"""

# ruff: noqa: T201

import argparse
import sys
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import undercast.referee
from undercast import words
from undercast.base import assets
from undercast.referee import Referee, hindi_forms, serbocroatian_forms
from undercast.referee.english_data import FAMILIES as ENGLISH
from undercast.referee.english_data import OwnList
from undercast.referee.hindi import FILE as HINDI
from undercast.referee.hindi_spelling import written
from undercast.referee.pair_exceptions import lines_of
from undercast.referee.serbocroatian_families import FILE as SERBO_CROATIAN
from undercast.referee.serbocroatian_spelling import to_latin, without_fleeting_a
from undercast.rules.findings import Verdict
from undercast.rules.settings import Settings

WORD_LISTS = Path(__file__).parent / "words"

DECKS_BY_LIST: Mapping[str, tuple[str, ...]] = {
    "bcs": ("hr", "bs", "sr"),
    "en": ("en",),
    "hi": ("hi",),
}
"""By list: the decks whose codenames the words are judged against, in the first deck's language."""

RefusedWords = dict[str, tuple[str, ...]]
"""By codename, the words refused while it is hidden, in alphabetical order."""


def codenames(listed: str) -> tuple[str, ...]:
    """All codenames of the list's decks."""
    decks = words.load(assets.wordlists())
    return tuple(dict.fromkeys(c for deck in DECKS_BY_LIST[listed] for c in decks[deck].codenames))


def inflected_words(listed: str) -> tuple[str, ...]:
    """The words of a list with their inflected forms."""
    made = {"bcs": _bcs, "en": _english, "hi": _hindi}[listed]()
    return tuple(sorted({form for form in made if len(form) > 1}))


def judge_words(
    listed: str, clues: Iterable[str], verdict: Verdict = Verdict.ILLEGAL
) -> RefusedWords:
    """Which of these words get the verdict, apart from the codenames themselves."""
    cards, near = codenames(listed), _positions_by_key(codenames(listed))
    referee, settings, found = Referee(), Settings(), defaultdict[str, list[str]](list)
    for word in clues:
        positions = set().union(*(near.get(key, ()) for key in _match_keys(word)))
        hidden = {position: cards[position] for position in sorted(positions)}
        for finding in referee.judge(DECKS_BY_LIST[listed][:1], hidden, word, 1, 9, settings):
            card = None if finding.position is None else cards[finding.position]
            if card and finding.verdict is verdict and word != card.casefold():
                found[card].append(word)
    return {card: tuple(found[card]) for card in sorted(found)}


def judge_pairs(listed: str, pairs: RefusedWords) -> RefusedWords:
    """Which of these pairs are refused, each codename alone on the board."""
    referee, settings, deck = Referee(), Settings(), DECKS_BY_LIST[listed][:1]

    def is_refused(card: str, word: str) -> bool:
        found = referee.judge(deck, {0: card}, word, 1, 9, settings)
        return any(f.position == 0 and f.verdict is Verdict.ILLEGAL for f in found)

    rows = {card: tuple(w for w in said if is_refused(card, w)) for card, said in pairs.items()}
    return {card: said for card, said in rows.items() if said}


def _positions_by_key(cards: tuple[str, ...]) -> Mapping[str, set[int]]:
    near = defaultdict[str, set[int]](set)
    for position, card in enumerate(cards):
        for part in (card, *card.split()):
            for key in _match_keys(part):
                near[key].add(position)
    return near


def _match_keys(word: str) -> set[str]:
    letters = words.fold(word)
    return {letters[:1], *(letters[at : at + 3] for at in range(len(letters) - 2))}


# --- reviewed refusals ---------------------------------------------------------------------------


def read_reviewed(listed: str) -> RefusedWords:
    """The reviewed refusals."""
    rows = (line.partition(": ") for line in lines_of(WORD_LISTS / f"{listed}.refused.txt"))
    return {card: tuple(said.split()) for card, _, said in rows}


def write_reviewed(listed: str, refused: RefusedWords) -> None:
    """Save the refusals."""
    head = "# Refused and reviewed: a codename, and what may not be said while it is hidden.\n"
    rows = "".join(f"{card}: {' '.join(said)}\n" for card, said in refused.items())
    (WORD_LISTS / f"{listed}.refused.txt").write_text(head + rows, encoding="utf-8")


def unreviewed(listed: str, refused: RefusedWords) -> Iterator[str]:
    """The unreviewed refusals."""
    known = {(card, word) for card, said in read_reviewed(listed).items() for word in said}
    for card, said in refused.items():
        yield from (f"{card}: {word}" for word in said if (card, word) not in known)


def sample(listed: str, share: int) -> tuple[str, ...]:
    """One word in `share` of a list; other words whenever the referee or its data change."""
    folder = Path(undercast.referee.__file__).parent
    files = sorted(file for file in folder.rglob("*") if file.suffix in {".py", ".txt", ".gz"})
    seed = zlib.crc32(b"".join(file.read_bytes() for file in files))
    return tuple(
        form for form in inflected_words(listed) if zlib.crc32(form.encode(), seed) % share == 0
    )


# --- how words are inflected ---------------------------------------------------------------------


def _listed_words(listed: str) -> Iterator[tuple[str, str]]:
    """The base forms of a list, each with its kind of inflection."""
    for line in lines_of(WORD_LISTS / f"{listed}.txt"):
        kind, _, heads = line.partition(": ")
        yield from ((kind, head) for head in heads.split())


def _english() -> Iterator[str]:
    for kind, head in _listed_words("en"):
        yield from _ENGLISH[kind](head)
    for card in codenames("en"):
        for part in card.casefold().split():
            yield from _noun(part)
    for line in lines_of(ENGLISH):
        basic, _, others = OwnList.taken_apart(line)
        yield from (*_noun(basic), *others)


def _noun(head: str) -> tuple[str, ...]:
    if head.endswith(("s", "x", "z", "ch", "sh")):
        return head, head + "es"
    if head[-1] == "y" and head[-2] not in "aeiou":
        return head, head[:-1] + "ies"
    return head, head + "s"


def _verb(head: str, doubled: str = "") -> tuple[str, ...]:
    stem = head.removesuffix("e") + doubled
    if head.endswith(("ee", "oe", "ye")):
        return *_noun(head), head + "d", head + "ing", head + "r"
    if head[-1] == "y" and head[-2] not in "aeiou":
        return *_noun(head), head[:-1] + "ied", head + "ing", head[:-1] + "ier"
    return *_noun(head), stem + "ed", stem + "ing", stem + "er", stem + "ers"


def _adjective(head: str) -> tuple[str, ...]:
    stem = head[:-1] + "i" if head[-1] == "y" else head
    last = head[-1] if head in _DOUBLED else ""
    bare = stem.removesuffix("e") + last
    return *_adverb(head), bare + "er", bare + "est"


def _adverb(head: str) -> tuple[str, ...]:
    stem = head[:-1] + "i" if head[-1] == "y" else head
    adverb = stem[:-1] + "y" if stem.endswith("le") else stem.removesuffix("ll") + "ly"
    return head, adverb, stem + "ness"


_DOUBLED = frozenset("big dim fat fit flat hot mad red sad slim thin".split())  # noqa: SIM905


_ENGLISH: Mapping[str, Callable[[str], tuple[str, ...]]] = {
    "n": _noun, "v": _verb,
    "vd": lambda head: _verb(head, head[-1]), "a": _adjective, "al": _adverb,
    "w": lambda head: (head,),
}  # fmt: skip


def _bcs() -> Iterator[str]:
    for line in lines_of(SERBO_CROATIAN):
        for head in line.split():
            yield from _declined(head) if head[-1] != "-" else ()
    for card in codenames("bcs"):
        for part in to_latin(card.casefold()).split():
            yield from _declined(part)


def _declined(head: str) -> Iterator[str]:
    """The common ones of the forms in `serbocroatian_forms`."""
    yield head
    if head.endswith(("ti", "ao", "eo", "io")) or head[-1] in "iu":
        return
    if head in serbocroatian_forms.FEMININE:
        endings, stem = "i ima", head
    elif head.endswith("a"):
        endings, stem = "e i u om ama", head[:-1]
    elif head[-1] in "oe":
        endings, stem = "a u om ima", head[:-1]
    else:
        stem = without_fleeting_a(head) if head.endswith(("ac", "ak", "ar")) else head
        stem = stem if len(head) > 4 and head[-3] not in "aeiou" else head
        short = sum(letter in "aeiou" for letter in head) < 2
        endings = "a u om ovi ove ovima" if short else "a u om i e ima"
    yield from (stem + ending for ending in endings.split())


def _hindi() -> Iterator[str]:
    heads = [head for line in lines_of(HINDI) for head in line.split() if head[-1] != "-"]
    heads += [part for card in codenames("hi") for part in card.split()]
    for kind, head in [*(("n", head) for head in heads), *_listed_words("hi")]:
        plain = hindi_forms.forms(written(head))
        yield from (form for form in plain if not form.endswith(_RARE_ENDINGS))
        if kind == "v":
            stem = written(head).removesuffix("ना")
            yield from (stem + ending for ending in _VERB_ENDINGS)


_RARE_ENDINGS = tuple(map(written, ["ायें", "ाऐं", "ुवों", "ूओं", "ीयां", "ीयों"]))
_VERB_ENDINGS = tuple(map(written, ["ता", "ती", "ते", "ने", "नी", "कर", "ो", "ूंगा", "ेगा", "ेगी", "ेंगे"]))


# --- the command ---------------------------------------------------------------------------------


def main() -> int:
    """Judge; the number of lists with unreviewed refusals."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "lists", nargs="*", choices=[*DECKS_BY_LIST, []], help="all when none is named"
    )
    parser.add_argument("--write", action="store_true", help="write down what is refused")
    parser.add_argument("--asked", action="store_true", help="print what is questioned")
    options = parser.parse_args()
    failed = 0
    for listed in options.lists or DECKS_BY_LIST:
        said = inflected_words(listed)
        verdict = Verdict.QUESTIONED if options.asked else Verdict.ILLEGAL
        found = judge_words(listed, said, verdict)
        count = sum(map(len, found.values()))
        print(f"{listed}: {len(said)} words, {len(codenames(listed))} codenames, {count} {verdict}")
        if options.asked:
            print("".join(f"{card}: {' '.join(row)}\n" for card, row in found.items()))
        elif options.write:
            write_reviewed(listed, found)
        else:
            new = list(unreviewed(listed, found))
            print("".join(f"not reviewed: {row}\n" for row in new), end="")
            failed += bool(new)
    return failed


if __name__ == "__main__":
    sys.exit(main())
