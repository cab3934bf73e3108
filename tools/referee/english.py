"""Makes the referee's `data/english.txt.gz` from WordNet 3.0.

    python -m tools.referee.english /usr/share/wordnet

(Debian: package wordnet-base.) A line for each English word of one piece: the word, a tab, and what
it has to do with which others:

    =x  a form or another spelling of x       ~x  perhaps a form of x, or derived from it
    +x  derived from x                        ?x  perhaps a compound with x
    &x  a compound with x as a member         !   an abbreviation and nothing else

The same input gives the same text.
"""

import gzip
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from tools.referee.definitions import Definitions
from tools.referee.wordnet import read
from undercast.referee.english_spelling import (
    AFFIXES_THAT_ARE_WORDS,
    PARTICLES,
    PREFIXES,
    SMALL_WORDS,
    SUFFIXES,
    shared_prefix_length,
    spelling_key,
    uncompared_forms,
    uninflected,
    unprefixed,
    unsuffixed,
)

SERVER = Path(__file__).parents[2] / "server" / "undercast"
OUT = SERVER / "referee" / "data" / "english.txt.gz"

COMMON_COUNT = 3
"""Count in texts from which a word's regular inflections are certain."""

MIN_RELATEDNESS = 8.0
"""Relatedness from which a word counts as derived from its stem."""

PRODUCTIVE_COUNT = 4
"""Certain compounds with a member from which further ones are likely."""

TRUSTED_ENDINGS = 2
"""Certain compounds with a last member from which it counts in others."""

LONG_WORD = 7
"""Letters from which a split into two words is hardly chance."""

Relations = dict[str, set[str]]


class EnglishRelations:
    """Derives the relations between English words."""

    def __init__(self, meanings: Definitions) -> None:
        self.definitions = meanings
        self.words = meanings.words - meanings.abbreviations
        self.relations: Relations = defaultdict(set)

    def related(self) -> Relations:
        """By word, each relation with its sigil."""
        self._add_irregular_forms()
        self._add_spellings()
        self._add_links()
        for word in sorted(self.words):
            self._add_inflections(word)
            self._add_derivations(word)
        self._add_members()
        self._add_likely_members()
        self._add_disguised_forms()
        for word in self.definitions.abbreviations:
            self.relations[word] = {"!"}
        for relations in self.relations.values():
            sure = {relation[1:] for relation in relations if relation[0] in "=+&"}
            relations -= {sigil + word for word in sure for sigil in "~?"}
            relations -= {"+" + relation[1:] for relation in relations if relation[0] == "&"}
        return self.relations

    # --- forms -----------------------------------------------------------------------------------

    def _add_irregular_forms(self) -> None:
        for form, basics in self.definitions.wordnet.irregular.items():
            if form.isalpha():
                own = self.definitions.is_a(form, "nv")
                for basic in basics & self.words - {form}:
                    sure = not own or (form, basic) in self.definitions.wordnet.plurals
                    self.relations[form].add(("=" if sure else "~") + basic)

    def _add_spellings(self) -> None:
        """Synonyms with nearly the same letters: British and American spellings."""
        for synset in self.definitions.wordnet.synsets.values():
            here = sorted({word.lower() for word in synset.words} & self.words)
            for i, one in enumerate(here):
                for other in here[i + 1 :]:
                    if spelling_key(one) == spelling_key(other):
                        self._link("=", one, other)
                    elif len(one) > 3 and _consonants(one) == _consonants(other):
                        self._link("~", one, other)

    def _link(self, sigil: str, one: str, other: str) -> None:
        self.relations[one].add(sigil + other)
        self.relations[other].add(sigil + one)

    def _add_inflections(self, word: str) -> None:
        """Words that are also a plural or participle of another (channels, baked)."""
        if word.endswith(("ss", "us", "is")):
            return
        parts = "nv" if word.endswith("s") else "v"
        # A noun like "evening" is no form of "even".
        named = word.endswith("ing") and self.definitions.is_a(word, "n")
        for basic in uninflected(word):
            if len(basic) < 3 or not self.definitions.is_a(basic, parts):
                continue
            if word.endswith("ed") and basic in self._irregular_verbs:
                continue
            usual = (
                not named
                and self.definitions.count(basic, parts) >= COMMON_COUNT
                and len(basic) > 3
            )
            linked = bool({"+" + basic, "~" + basic} & self.relations[word])
            shown = linked or basic in self.definitions.terms(word) | self.definitions.synonyms(
                word
            )
            self.relations[word].add(("=" if usual or shown else "~") + basic)

    def _add_disguised_forms(self) -> None:
        """Forms that seem to come from a longer word but do not: wolfed is not from Wolfe, nor
        pinches from pinche.
        """
        for basic in sorted(self.words):
            longer = basic + "e"
            if len(basic) < 3 or longer not in self.words or basic.endswith(("e", "y", "is")):
                continue
            found = []
            if self.definitions.count(basic) >= COMMON_COUNT > self.definitions.count(longer):
                found.append(longer + "s")
            verbal = [self.definitions.is_a(word, "v") for word in (basic, longer)]
            if verbal == [True, False] and basic not in self._irregular_verbs:
                found += [longer + "d", basic + "ing", longer + "r"]
            for form in found:
                sigil, of = ("+", uncompared_forms) if form.endswith("r") else ("=", uninflected)
                if form not in self.words and basic in of(form):
                    self.relations[form].add(sigil + basic)

    @cached_property
    def _irregular_verbs(self) -> frozenset[str]:
        irregular = self.definitions.wordnet.irregular
        return frozenset(
            basic
            for form, basics in irregular.items()
            if not form.endswith(("ed", "ing", "s"))
            for basic in basics
            if self.definitions.is_a(basic, "v")
        )

    # --- derivations -----------------------------------------------------------------------------

    def _add_links(self) -> None:
        """WordNet's own links: derivations (+), and adjectives with their nouns."""
        synsets = self.definitions.wordnet.synsets
        for synset in synsets.values():
            for symbol, target, here, there in synset.pointers:
                if here and symbol in {"+", "\\"}:
                    one = synset.words[here - 1].lower()
                    other = synsets[target].words[there - 1].lower()
                    usual = self.definitions.is_common(one, synset.key)
                    usual = usual and self.definitions.is_common(other, target)
                    if self._is_derivation(symbol, one, other):
                        self._derive("+" if usual else "~", one, other)

    def _derive(self, sigil: str, one: str, other: str) -> None:
        """The longer word derives from the shorter; equally long ones from each other."""
        if len(one) >= len(other):
            self.relations[one].add(sigil + other)
        if len(other) >= len(one):
            self.relations[other].add(sigil + one)

    def _is_derivation(self, symbol: str, one: str, other: str) -> bool:
        if one == other or not {one, other} <= self.words:
            return False
        shared = shared_prefix_length(one, other)
        return shared >= 3 or (symbol == "+" and (shared == 2 or one in other or other in one))

    def _add_derivations(self, word: str) -> None:
        """Derivations that definitions show: of words with the same start or stem."""
        remains = self._without_affixes(word) & self.words
        terms = self.definitions.terms(word)
        for base in sorted(terms & self.words - PARTICLES):
            if base in remains or (word.startswith(base) and len(base) >= 4):
                sure = base in self.definitions.common_terms(word)
                self.relations[word].add(("+" if sure else "~") + base)
            elif self._shares_stem(word, base):
                self.relations[word].add("~" + base)
        for base in sorted(remains - terms - PARTICLES):
            if (
                word in self.definitions.terms(base)
                or self._is_defined_by_relatives(word, base)
                or self._may_derive(word, base)
            ):
                self.relations[word].add("~" + base)

    def _may_derive(self, word: str, base: str) -> bool:
        """Whether a suffix alone, or an affix and a related meaning, suggests a derivation."""
        suffixed = word.startswith(base) and len(base) >= 5
        return suffixed or (
            len(base) >= 4 and self.definitions.relatedness(word, base) >= MIN_RELATEDNESS
        )

    def _shares_stem(self, word: str, base: str) -> bool:
        """Like galactic and galaxy; not rockcress and rocket, which start with a third word."""
        shared = shared_prefix_length(word, base)
        third = word[:shared] in self.words and word[shared:] in self.words
        return shared >= 4 and shared * 5 >= 3 * len(base) and not third

    def _is_defined_by_relatives(self, word: str, base: str) -> bool:
        """Whether the definition has a word derived from `base` (a heroine: heroic qualities)."""
        return any(
            "+" + base in self.relations.get(term, ()) for term in self.definitions.terms(word)
        )

    @staticmethod
    def _without_affixes(word: str) -> set[str]:
        """`word` without one affix or two."""
        once = {base for base, _ in unprefixed(word)} | {base for base, _ in unsuffixed(word)}
        twice = {base for rest in once for base, _ in unsuffixed(rest) if len(base) > 3}
        return {base for base in once | twice if len(base) > 2}

    # --- compounds -------------------------------------------------------------------------------

    def _add_members(self) -> None:
        """Members of compounds whose meaning shows both; one may be shown by other compounds."""
        shown = {word: list(self._shown_parts(word)) for word in sorted(self.words)}
        firsts = Counter(f for splits in shown.values() for f, _, first, _ in splits if first)
        lasts = Counter(last for splits in shown.values() for _, last, _, is_ in splits if is_)
        for word, splits in shown.items():
            for first, last, first_shown, last_shown in splits:
                believed = {
                    first: first_shown or first in PARTICLES or firsts[first] > 0,
                    last: last_shown or last in PARTICLES or lasts[last] >= TRUSTED_ENDINGS,
                }
                sigil = "&" if all(believed.values()) else "?"
                self.relations[word] |= {sigil + part for part in filter(is_member, believed)}

    def _shown_parts(self, word: str) -> Iterator[tuple[str, str, bool, bool]]:
        """Splits into two words of which the meaning shows at least one, and which."""
        terms = self.definitions.terms(word)
        suffixed = any("+" + base in self.relations[word] for base, _ in unsuffixed(word))
        for first, last in self._splits(word):
            apart = self._is_written_apart(word, first, last)
            kind = last in self.definitions.hypernyms(word) and not self.definitions.is_name(word)
            last_shown = apart or kind or last in terms
            loose = last in PARTICLES or suffixed  # button is not butt on
            first_shown = apart or (first in terms and (last_shown or not loose))
            if first_shown or last_shown:
                yield first, last, first_shown, last_shown

    def _is_written_apart(self, word: str, first: str, last: str) -> bool:
        """Like horse-shoe, or break down for breakdown; but dragon is not drag on."""
        apart = [f"{first}{mark}{last}" for mark in " -"]
        known = [words for words in apart if words in self.definitions.wordnet.meanings]
        if last in PARTICLES:
            return any(
                self.definitions.relatedness(word, words) >= MIN_RELATEDNESS / 2 for words in known
            )
        return bool(known)

    def _splits(self, word: str) -> Iterator[tuple[str, str]]:
        """Splits into two words; if there are none, with an s between them."""
        found = False
        for cut in range(2, len(word) - 1):
            first, last = word[:cut], word[cut:]
            if self._is_part(first) and self._is_part(last):
                found = True
                yield first, last
        for cut in range(4, len(word) - 2) if not found else ():
            first, last = word[: cut - 1], word[cut:]
            if word[cut - 1] == "s" and self._is_part(first) and self._is_part(last):
                yield first, last

    def _is_part(self, part: str) -> bool:
        return part in PARTICLES or part == "ox" or (len(part) > 2 and part in self.words)

    def _add_likely_members(self) -> None:
        """Likely members of compounds, by the certain compounds with the same member."""
        sure = {word: self._related_by("&", word) for word in self.words}
        firsts = Counter(m for word, ms in sure.items() for m in ms if word.startswith(m))
        lasts = Counter(m for word, ms in sure.items() for m in ms if word.endswith(m))
        for word in sorted(self.words):
            for first, last in self._splits(word) if not sure[word] else ():
                others = firsts[first], lasts[last]
                usual = max(map(self.definitions.count, (first, last))) >= COMMON_COUNT
                if (
                    min(others) >= PRODUCTIVE_COUNT
                    or (sum(others) >= PRODUCTIVE_COUNT and len(word) >= LONG_WORD)
                    or (usual and len(word) > LONG_WORD)
                ):
                    self.relations[word] |= {"?" + part for part in (first, last)}

    def _related_by(self, sigil: str, word: str) -> set[str]:
        return {r[1:] for r in self.relations.get(word, ()) if r[0] == sigil}


def is_member(part: str) -> bool:
    """Whether `part` is a significant member of a compound."""
    return len(part) > 2 and part not in PARTICLES | SMALL_WORDS and part not in _MERE_AFFIXES


_MERE_AFFIXES = frozenset({*PREFIXES, *SUFFIXES} - AFFIXES_THAT_ARE_WORDS)


def build(folder: Path) -> str:
    """The text of the file. Raises OSError when WordNet is not in `folder`."""
    meanings = Definitions(read(folder))
    relations = EnglishRelations(meanings).related()
    known = sorted(word for word in meanings.words | relations.keys() if word.isalpha())
    return "".join(f"{word}\t{' '.join(sorted(relations.get(word, ())))}\n" for word in known)


def main() -> None:
    """Write the file."""
    text = build(Path(sys.argv[1])).encode("ascii")
    OUT.write_bytes(gzip.compress(text, 9, mtime=0))


if __name__ == "__main__":
    main()


def _consonants(word: str) -> str:
    """`word` without its vowels, but with its first letter."""
    return word[0] + re.sub("[aeiouy]", "", word[1:])
