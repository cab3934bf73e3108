"""Makes `data/english.txt.gz` from WordNet 3.0.

    python -m undercast.referee.building.english /usr/share/wordnet

(Debian: package wordnet-base.) A line for each English word of one piece: the word, a tab, and what
it has to do with which others:

    =x  a form or another spelling of x       ~x  perhaps a form of x, or derived from it
    +x  derived from x                        ?x  perhaps a compound with x
    &x  a compound with x as a member         !   an abbreviation and nothing else

The same input gives the same bytes.
"""

import gzip
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from undercast.referee.building.meanings import Meanings
from undercast.referee.building.wordnet import read
from undercast.referee.english_spelling import (
    PARTICLES,
    SMALL_WORDS,
    SUFFIXES,
    alike,
    consonants,
    one_spelling,
    uninflected,
    unprefixed,
    unsuffixed,
)

OUT = Path(__file__).parent.parent / "data" / "english.txt.gz"

USUAL = 3
"""Times that a word was met in texts, from which on its inflected forms are taken for granted."""

KINSHIP = 8.0
"""What a word and what remains of it without its affix have in common if they are relatives."""

PRODUCTIVE = 4
"""Sure compounds with a member, from which on it is believed of further ones."""

Relations = dict[str, set[str]]


class English:
    """Finds out what English words have to do with each other."""

    def __init__(self, meanings: Meanings) -> None:
        self.meanings = meanings
        self.words = meanings.words
        self.relations: Relations = defaultdict(set)

    def related(self) -> Relations:
        """By word, each relation with its sigil."""
        self._add_irregular_forms()
        self._add_spellings()
        self._add_links()
        for word in sorted(self.words):
            self._add_inflections(word)
            self._add_derivations(word)
            self._add_members(word)
        self._add_likely_members()
        self._add_abbreviations()
        return self.relations

    # --- forms -----------------------------------------------------------------------------------

    def _add_irregular_forms(self) -> None:
        for form, basics in self.meanings.wordnet.irregular.items():
            if form.isalpha():
                sigil = "~" if self._is_word_of_its_own(form) else "="
                self.relations[form] |= {sigil + b for b in basics & self.words if b != form}

    def _is_word_of_its_own(self, form: str) -> bool:
        return self.meanings.count(form, "nv") > 0

    def _add_spellings(self) -> None:
        """Words of one meaning and nearly the same letters: as British and Americans write them."""
        for synset in self.meanings.wordnet.synsets.values():
            here = sorted({word.lower() for word in synset.words} & self.words)
            for i, one in enumerate(here):
                for other in here[i + 1 :]:
                    if one_spelling(one) == one_spelling(other):
                        self._link("=", one, other)
                    elif len(one) > 3 and consonants(one) == consonants(other):
                        self._link("~", one, other)

    def _link(self, sigil: str, one: str, other: str) -> None:
        self.relations[one].add(sigil + other)
        self.relations[other].add(sigil + one)

    def _add_inflections(self, word: str) -> None:
        """Words that are also a plural or participle of another (channels, baked)."""
        if self.meanings.is_name(word) or word.endswith(("ss", "us", "is")):
            return
        parts = "nv" if word.endswith("s") else "v"
        for basic in uninflected(word):
            if len(basic) > 2 and self.meanings.is_a(basic, parts):
                usual = self.meanings.count(basic, parts) >= USUAL and len(basic) > 3
                shown = basic in self.meanings.told(word) | self.meanings.synonyms(word)
                self.relations[word].add(("=" if usual or shown else "~") + basic)

    # --- derivations -----------------------------------------------------------------------------

    def _add_links(self) -> None:
        """What WordNet itself links: derivations (+), and adjectives with their nouns."""
        synsets = self.meanings.wordnet.synsets
        for synset in synsets.values():
            for symbol, target, here, there in synset.pointers:
                if here and symbol in {"+", "\\"}:
                    one = synset.words[here - 1].lower()
                    other = synsets[target].words[there - 1].lower()
                    if self._is_derivation(symbol, one, other):
                        self._derive(one, other)

    def _derive(self, one: str, other: str) -> None:
        """The longer is derived from the shorter; from each other where they are as long."""
        if len(one) >= len(other):
            self.relations[one].add("+" + other)
        if len(other) >= len(one):
            self.relations[other].add("+" + one)

    def _is_derivation(self, symbol: str, one: str, other: str) -> bool:
        if one == other or not {one, other} <= self.words:
            return False
        shared = alike(one, other)
        return shared >= 3 or (symbol == "+" and (shared == 2 or one in other or other in one))

    def _add_derivations(self, word: str) -> None:
        """What definitions show: of words that begin alike, or are alike without an affix."""
        remains = self._remains(word)
        for base in sorted(self.meanings.told(word) & self.words):
            shared = alike(word, base)
            if base in remains or (shared >= 4 and shared * 5 >= 3 * len(base)):
                self.relations[word].add(("+" if len(base) <= len(word) else "~") + base)
        for base in sorted(remains & self.words):
            if word in self.meanings.told(base):
                self.relations[word].add("+" + base)
            elif len(base) > 3 and self.meanings.kinship(word, base) >= KINSHIP:
                self.relations[word].add("~" + base)

    @staticmethod
    def _remains(word: str) -> set[str]:
        """What may remain of `word` without one affix or two."""
        once = {base for base, _ in unprefixed(word)} | {base for base, _ in unsuffixed(word)}
        twice = {base for rest in once for base, _ in unsuffixed(rest)}
        return {base for base in once | twice if len(base) > 2}

    # --- compounds -------------------------------------------------------------------------------

    def _add_members(self, word: str) -> None:
        """Of a word that is two words put together, as its meaning shows."""
        for first, last in self._splits(word):
            told = self.meanings.told(word)
            apart = any(f"{first}{mark}{last}" in self.meanings.wordnet.meanings for mark in " -")
            kind = last in self.meanings.kinds(word) and not self.meanings.is_name(word)
            derived = last in SUFFIXES and "+" + first in self.relations[word]
            if not derived and (apart or kind or {first, last} & told):
                self.relations[word] |= {"&" + part for part in (first, last) if is_member(part)}

    def _splits(self, word: str) -> Iterator[tuple[str, str]]:
        """Two words that `word` may be made of, with or without an s between them."""
        for cut in range(2, len(word) - 1):
            first, last = word[:cut], word[cut:]
            if last in self.words or last in PARTICLES:
                if first in self.words or first in PARTICLES:
                    yield first, last
                elif first.endswith("s") and first[:-1] in self.words:
                    yield first[:-1], last

    def _add_likely_members(self) -> None:
        """Of two words put together, of which others are made the same way."""
        sure = {word: self._marked("&", word) for word in self.words}
        firsts = Counter(m for word, ms in sure.items() for m in ms if word.startswith(m))
        lasts = Counter(m for word, ms in sure.items() for m in ms if word.endswith(m))
        for word in sorted(self.words):
            for first, last in self._splits(word) if not sure[word] else ():
                if min(len(first), len(last)) >= 3 and firsts[first] >= PRODUCTIVE <= lasts[last]:
                    self.relations[word] |= {"?" + part for part in (first, last)}

    def _marked(self, sigil: str, word: str) -> set[str]:
        return {r[1:] for r in self.relations.get(word, ()) if r[0] == sigil}

    # --- abbreviations ---------------------------------------------------------------------------

    def _add_abbreviations(self) -> None:
        """Words that are only ever written in capitals."""
        for word in self.words:
            synsets = self.meanings.wordnet.meanings[word]
            spellings = {w for synset in synsets for w in synset.words if w.lower() == word}
            if all(spelling.isupper() for spelling in spellings):
                self.relations[word].add("!")


def is_member(part: str) -> bool:
    """Whether `part` is a word that one would remember a compound by."""
    return len(part) > 2 and part not in PARTICLES | SMALL_WORDS


def build(folder: Path) -> str:
    """The text of the file. Raises OSError when WordNet is not in `folder`."""
    meanings = Meanings(read(folder))
    relations = English(meanings).related()
    known = sorted(word for word in meanings.words | relations.keys() if word.isalpha())
    return "".join(f"{word}\t{' '.join(sorted(relations.get(word, ())))}\n" for word in known)


def main() -> None:
    """Write the file."""
    text = build(Path(sys.argv[1])).encode("ascii")
    OUT.write_bytes(gzip.compress(text, 9, mtime=0))


if __name__ == "__main__":
    main()
