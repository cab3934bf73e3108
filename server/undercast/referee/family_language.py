"""A language for the referee: reviewed families, the forms that they imply, and a table of words.

Only what is known is refused. See docs/referee.md for how a verdict comes about.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path

import snowballstemmer

from undercast.referee.families import Family, Kinship, Lexeme, Paradigms, read_families
from undercast.referee.language import Judgement, illegal, questioned
from undercast.referee.lemma_table import LemmaTable
from undercast.rules.findings import Objection, Verdict

MAX_WORD_LENGTH = 30
"""Letters beyond which a word is not taken apart: there is none of that length."""

MIN_STEM = 4
"""Letters of a codename's stem that are worth a question in an unknown word."""

MIN_MEMBER = 3
"""Letters of the other half of a compound."""


@dataclass(frozen=True, slots=True)
class Relation:
    """What a word has to do with a codename."""

    kinship: Kinship
    lemma: str
    """The word of the family that it is a form of."""


class FamilyLanguage:
    """See `language.Language`."""

    def __init__(self, folder: Path, tag: str, written: Callable[[str], str] = str) -> None:
        self._folder = folder
        self._paradigms = Paradigms(folder / "language.toml")
        self._table = LemmaTable(tag)
        self._written = written
        self._relations = lru_cache(maxsize=2048)(self._find_relations)

    @cached_property
    def _families(self) -> Mapping[str, Family]:
        families = read_families(self._folder / "families.txt")
        return {self._written(head.lemma): family for family in families for head in family.heads}

    @cached_property
    def _lemmas(self) -> frozenset[str]:
        """All words of all families in their basic form."""
        return frozenset(
            self._written(word.lemma)
            for family in self._families.values()
            for word in chain(family.heads, (member for _, member in family.members))
        )

    @cached_property
    def small_words(self) -> frozenset[str]:
        """See `language.Language`."""
        return self._paradigms.small_words

    def abbreviation(self, word: str, *, capitals: bool) -> Verdict | None:
        """See `language.Language`."""
        return None

    def load(self) -> None:
        """See `language.Language`."""
        _ = self._families, self._lemmas, self._paradigms.classes
        self._table.load()

    def compare(self, clue: str, codename: str) -> Judgement | None:
        """See `language.Language`."""
        said, shown = self._written(clue), self._written(codename)
        if max(len(said), len(shown)) > MAX_WORD_LENGTH or not said or not shown:
            return None
        if said == shown:
            return illegal(Objection.FORM)
        relation = self._relation(said, shown)
        if relation is not None:
            return self._of_relation(relation, said, shown)
        found = self._by_members(said, shown)
        return found if found or self._is_known(said) else self._of_unknown(said, shown)

    def _relation(self, said: str, shown: str) -> Relation | None:
        found = self._relations(shown).get(said)
        return found or self._relations(said).get(shown) if said in self._families else found

    def _of_relation(self, relation: Relation, said: str, shown: str) -> Judgement | None:
        match relation.kinship:
            case Kinship.UNRELATED:
                return None
            case Kinship.PERHAPS:
                return questioned(Objection.FORM)
            case Kinship.COMPOUND:
                inside = len(said) < len(shown)
                return illegal(Objection.PART if inside else Objection.SHARES_MEMBER)
            case Kinship.KIN:
                elsewhere = said != relation.lemma and self._is_basic_form(said)
                return (questioned if elsewhere else illegal)(Objection.FORM)

    def _by_members(self, said: str, shown: str) -> Judgement | None:
        """What a clue says against a compound codename that is kin to a member of it."""
        for member in self._members(shown):
            relation = self._relations(member).get(said)
            if relation and relation.kinship in {Kinship.KIN, Kinship.COMPOUND}:
                sure = relation.kinship is Kinship.COMPOUND or relation.lemma == member
                return (illegal if sure else questioned)(Objection.SHARES_MEMBER)
        return None

    def _members(self, codename: str) -> tuple[str, ...]:
        """The words that a codename is compounded of, where they are heads themselves."""
        family = self._families.get(codename)
        compounds = family.members if family else ()
        return tuple(
            word.lemma
            for kinship, word in compounds
            if kinship is Kinship.COMPOUND
            and len(word.lemma) < len(codename)
            and word.lemma in codename
            and word.lemma in self._families
        )

    def _is_basic_form(self, word: str) -> bool:
        return word in self._lemmas or self._table.lemma(word) == word

    def _is_known(self, word: str) -> bool:
        return word in self._lemmas or self._table.lemma(word) is not None

    # --- a codename's family ---------------------------------------------------------------------

    def _find_relations(self, codename: str) -> Mapping[str, Relation]:
        """What each form of the family of `codename` has to do with it."""
        family = self._families.get(codename)
        if family is None:
            return dict(self._of_pasted(codename))
        words = [*((Kinship.KIN, head) for head in family.heads), *family.members]
        found: dict[str, Relation] = {}
        for kinship, word in words:
            for form in self._forms(word):
                before = found.get(form)
                if before is not None and before.kinship is not kinship:
                    kinship_here = Kinship.PERHAPS
                else:
                    kinship_here = kinship
                found[form] = Relation(kinship_here, before.lemma if before else word.lemma)
        for kinship, word in words:  # what is listed itself is no question of forms
            found[self._written(word.lemma)] = Relation(kinship, self._written(word.lemma))
        return found

    def _of_pasted(self, codename: str) -> Iterator[tuple[str, Relation]]:
        """A word without a family: rules guess its forms, which are questions but for the plural."""
        word = Lexeme(codename)
        plurals = frozenset(map(self._written, self._paradigms.plurals(word)))
        for form in self._forms(word):
            yield form, Relation(Kinship.KIN if form in plurals else Kinship.PERHAPS, codename)

    def _forms(self, word: Lexeme) -> Iterator[str]:
        return map(self._written, self._paradigms.forms(word))

    # --- a word that nobody knows ----------------------------------------------------------------

    def _of_unknown(self, said: str, shown: str) -> Judgement | None:
        """A question, where the letters of an unknown word look like the codename's."""
        if self._stem(said) == self._stem(shown):
            return questioned(Objection.FORM)
        for stem in self._stems_of(shown):
            if len(stem) < MIN_STEM or stem not in said:
                continue
            before, _, after = said.partition(stem)
            if not before and self._paradigms.is_tail(after):
                return questioned(Objection.FORM)
            if self._paradigms.is_prefix(before) and self._paradigms.is_tail(after):
                return questioned(Objection.FORM)
            if self._is_other_half(before, after):
                return questioned(Objection.SHARES_MEMBER)
        return None

    @cached_property
    def _stem(self) -> Callable[[str], str]:
        """Snowball's stem; the word itself in a language that Snowball doesn't know."""
        name = self._paradigms.snowball
        return snowballstemmer.stemmer(name).stemWord if name else str

    def _stems_of(self, codename: str) -> Iterator[str]:
        family = self._families.get(codename)
        heads = family.heads if family else (Lexeme(codename),)
        return (stem for head in heads for stem in self._paradigms.stems(head))

    def _is_other_half(self, before: str, after: str) -> bool:
        """Whether what stands around a codename's stem is a known word, with what joins the two."""
        for joint in self._paradigms.joints:
            if not before and after.startswith(joint):
                other = after[len(joint) :]
            elif before.endswith(joint) and self._paradigms.is_tail(after):
                other = before[: len(before) - len(joint)]
            else:
                continue
            if len(other) >= MIN_MEMBER and self._is_known(other):
                return True
        return False
