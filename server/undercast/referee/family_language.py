"""A language for the referee: reviewed families, the forms that they imply, and a table of words.

Only what is known is refused. See docs/referee.md for how a verdict comes about.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path

import snowballstemmer

from undercast.referee.families import (
    Family,
    Kinship,
    Lexeme,
    Paradigms,
    parse_family,
    parse_heads,
    read_families,
    read_lines,
)
from undercast.referee.language import Evidence, Judgement, illegal, questioned
from undercast.referee.lemma_table import LemmaTable
from undercast.referee.orthographies import ORTHOGRAPHIES, Orthography
from undercast.rules.findings import Objection, Verdict
from undercast.rules.text import without_marks

MAX_WORD_LENGTH = 30
"""Letters beyond which a word is not taken apart: there is none of that length."""

MIN_STEM = 4
"""Letters of a codename's stem that are worth a question in an unknown word."""

MIN_MEMBER = 3
"""Letters of the other half of a compound."""

MIN_TYPED = 5
"""Letters of a clue in another script that surely is the word that it sounds like."""


@dataclass(frozen=True, slots=True)
class Kin:
    """A word of a codename's family."""

    kinship: Kinship
    word: Lexeme
    is_head: bool


class FamilyLanguage:
    """See `language.Language`. `folder` has its `inflection.toml` and `families.txt`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._paradigms = Paradigms(folder / "inflection.toml", self._write)
        self._family = lru_cache(maxsize=64)(self._find_family)
        self._heads = lru_cache(maxsize=256)(self._find_heads)
        self._forms = lru_cache(maxsize=256)(self._find_forms)
        self._made = lru_cache(maxsize=256)(self._make)
        self._typings = lru_cache(maxsize=64)(self._find_typings)
        self._is_known = lru_cache(maxsize=1024)(self._knows_word)
        self._stems = lru_cache(maxsize=256)(self._find_stems)
        self._stem = lru_cache(maxsize=1024)(self._find_stem)
        self._as_members = lru_cache(maxsize=256)(self._find_as_members)

    def load(self) -> None:
        """See `language.Language`."""
        _ = self._lemmas, self._members, self._beginnings
        self._table.load()

    def knows(self, codename: str) -> bool:
        """See `language.Language`: whether it has a family."""
        return self._orthography.written(codename) in self._lines

    def compare(self, clue: str, codename: str) -> Judgement | None:
        """See `language.Language`."""
        said, shown = self._orthography.written(clue), self._orthography.written(codename)
        if max(len(said), len(shown)) > MAX_WORD_LENGTH or not said or not shown:
            return None
        if said == shown:
            return illegal(Objection.FORM, Evidence.FORM)
        if self._orthography.is_typed(said):
            return self._of_typed(said, shown)
        for form in self._without_degree(said):
            if kin := self._kin(form, shown):
                return self._of_kin(kin, form, shown, head=shown)
        if kin := self._kin(shown, said):
            return self._of_kin(kin, shown, shown, head=said)
        if found := self._by_members(said, shown) or self._of_unlisted(said, shown):
            return found
        if not self._is_known(said):
            return self._of_unknown(said, shown)
        return self._of_known(said, shown)

    def of_same_letters(self, clue: str, codename: str) -> Judgement | None:
        """See `language.Language`. Who types no accents at all means the codename, unless there is
        such a word as well.
        """
        said, shown = self._orthography.written(clue), self._orthography.written(codename)
        kin = self._kin(said, shown)
        if kin and not kin.is_head:
            return self._of_kin(kin, said, shown, head=shown)
        lemma = self._table.lemma(said)
        is_sure = lemma == said or said != without_marks(said)
        if said == shown or not is_sure or lemma in {None, shown} or not self._is_known(shown):
            return illegal(Objection.SAME)
        of_lemma = self._kin(lemma, shown)
        if of_lemma and of_lemma.kinship in {Kinship.KIN, Kinship.COMPOUND}:
            return illegal(Objection.SAME)
        return questioned(Objection.SAME, Evidence.TABLE, shown)

    @cached_property
    def small_words(self) -> frozenset[str]:
        """See `language.Language`."""
        return frozenset(self._paradigms.text("small_words").split())

    def abbreviation(self, word: str, *, capitals: bool) -> Verdict | None:
        """See `language.Language`."""
        listed = self._abbreviations
        if capitals:
            listed |= frozenset(self._paradigms.text("abbreviations_in_capitals").split())
        return Verdict.ILLEGAL if self._orthography.written(word) in listed else None

    @cached_property
    def _abbreviations(self) -> frozenset[str]:
        """The language's own and those of the whole world."""
        everywhere = read_lines(Path(__file__).parent / "abbreviations.txt")
        return frozenset(" ".join((*everywhere, self._paradigms.text("abbreviations"))).split())

    def _write(self, word: str) -> str:
        return self._orthography.written(word)

    @cached_property
    def _orthography(self) -> Orthography:
        return ORTHOGRAPHIES[self._paradigms.text("script")]

    @cached_property
    def _table(self) -> LemmaTable:
        return LemmaTable(self._paradigms.text("lemma_table"))

    # --- families --------------------------------------------------------------------------------

    @cached_property
    def _lines(self) -> Mapping[str, str]:
        """The family of each codename."""
        return read_families(self._folder / "families.txt", self._orthography.written)

    @cached_property
    def _lemmas(self) -> frozenset[str]:
        """All words of all families in their basic form."""
        families = map(parse_family, set(self._lines.values()))
        return frozenset(kin.word.lemma for family in families for kin in _words_of(family))

    @cached_property
    def _beginnings(self) -> Mapping[str, tuple[str, ...]]:
        """How all forms of a codename's family begin."""
        return {
            head: tuple(map(sys.intern, self._begun(line))) for head, line in self._lines.items()
        }

    def _begun(self, line: str) -> frozenset[str]:
        words = (kin.word for kin in _words_of(parse_family(line)))
        begun = chain.from_iterable(map(self._paradigms.beginnings, words))
        return frozenset(map(self._orthography.written, begun))

    @cached_property
    def _members(self) -> Mapping[str, tuple[str, ...]]:
        """The words that a codename is compounded of, where they are heads themselves."""
        found = dict[str, tuple[str, ...]]()
        for head, line in self._lines.items():
            words = (
                kin for kin in _words_of(parse_family(line)) if kin.kinship is Kinship.COMPOUND
            )
            inside = tuple(kin.word.lemma for kin in words if kin.word.lemma in head)
            found[head] = tuple(word for word in inside if word != head and word in self._lines)
        return found

    def _find_family(self, codename: str) -> tuple[Kin, ...]:
        return tuple(_words_of(parse_family(self._lines[codename])))

    def _kin(self, form: str, codename: str) -> Kin | None:
        """The word of the family of `codename` that `form` is, or is a form of.

        What is listed itself is no question of forms; a form of the codename is one, whatever else
        it may be; a form of words that are kin in different ways may be kin.
        """
        if not form.startswith(self._beginnings.get(codename, ())):
            return None
        words = self._family(codename)
        if listed := [kin for kin in words if kin.word.lemma == form]:
            return listed[0]
        near = [
            kin for kin in words if kin.word.begins_like(form) and form in self._forms(kin.word)
        ]
        heads = [kin for kin in near if kin.is_head]
        if not heads and len({kin.kinship for kin in near}) > 1:
            return replace(near[0], kinship=Kinship.PERHAPS)
        return next(iter(heads or near), None)

    def _find_forms(self, word: Lexeme) -> frozenset[str]:
        return frozenset(map(self._orthography.written, self._paradigms.forms(word)))

    def _without_degree(self, said: str) -> tuple[str, ...]:
        """A word, and without its prefix if that may be one of superlatives (najbolji)."""
        prefix = self._paradigms.text("superlative")
        rest = said.removeprefix(prefix)
        return (said, rest) if len(rest) >= MIN_STEM and rest != said else (said,)

    def _of_kin(self, kin: Kin, form: str, shown: str, *, head: str) -> Judgement | None:
        """What is to be said of a word that is `form`, and so kin; one that is also another word
        is a question.
        """
        evidence = Evidence.FORM if kin.is_head else Evidence.FAMILY
        match kin.kinship:
            case Kinship.UNRELATED:
                return None
            case Kinship.COMPOUND:
                inside = any(stem in shown for stem in self._paradigms.stems(kin.word))
                reason = Objection.PART if inside else Objection.SHARES_MEMBER
                return illegal(reason, evidence, kin.word.lemma)
            case Kinship.KIN if form == kin.word.lemma or not self._is_elsewhere(kin, form, head):
                return illegal(Objection.FORM, evidence, kin.word.lemma)
            case _:
                return questioned(Objection.FORM, evidence, kin.word.lemma)

    def _by_members(self, said: str, shown: str) -> Judgement | None:
        """What a clue says against a compound codename that is kin to a member of it."""
        for member in self._members.get(shown, ()):
            kin = self._kin(said, member)
            if kin and kin.kinship in {Kinship.KIN, Kinship.COMPOUND}:
                sure = kin.kinship is Kinship.COMPOUND or kin.word.lemma == member
                judge = illegal if sure else questioned
                return judge(Objection.SHARES_MEMBER, Evidence.FAMILY, kin.word.lemma)
        return None

    def _is_elsewhere(self, kin: Kin, form: str, head: str) -> bool:
        """Whether `form` is also a word that is no kin of `head`, or a form of one.

        Without the general table nobody knows: then only the forms of `head` itself are sure.
        """
        if self._is_basic_form(form):
            return True
        if not self._table.is_there:
            return not kin.is_head
        lemma = self._table.lemma(form)
        if lemma is None:
            return False
        of_head = self._kin(lemma, head)
        return of_head is None or of_head.kinship is Kinship.UNRELATED

    def _is_basic_form(self, word: str) -> bool:
        return word in self._lemmas or self._table.lemma(word) == word

    def _knows_word(self, word: str) -> bool:
        return word in self._lemmas or self._table.lemma(word) is not None

    # --- words without a family ------------------------------------------------------------------

    def _of_unlisted(self, said: str, shown: str) -> Judgement | None:
        """Rules guess the forms of a codename without a family: questions, but for the plural."""
        if shown in self._lines:
            return None
        if self._guessed(said, shown, self._paradigms.plurals):
            return illegal(Objection.FORM, Evidence.RULES, shown)
        forms = self._paradigms.forms
        if self._guessed(said, shown, forms) or self._guessed(shown, said, forms):
            return questioned(Objection.FORM, Evidence.RULES, shown)
        if shown == self._table.lemma(said) or said == self._table.lemma(shown):
            return questioned(Objection.FORM, Evidence.TABLE, shown)
        return None

    def _guessed(self, form: str, word: str, rule: Callable[[Lexeme], frozenset[str]]) -> bool:
        """Whether `form` is one of `word` by a rule, and no word of its own."""
        made = self._made(word, rule)
        return form in made and not self._is_basic_form(form)

    def _make(self, word: str, rule: Callable[[Lexeme], frozenset[str]]) -> frozenset[str]:
        return frozenset(map(self._orthography.written, rule(Lexeme(word))))

    # --- words in another script -----------------------------------------------------------------

    def _of_typed(self, said: str, shown: str) -> Judgement | None:
        """What a word in Latin letters sounds like: many an English one sounds like another."""
        typed = self._orthography.typed(said)
        if typed not in self._typings(shown):
            return None
        sure = (
            typed == said and len(said) >= MIN_TYPED and typed in self._orthography.typings(shown)
        )
        return (illegal if sure else questioned)(Objection.SAME, Evidence.FORM, shown)

    def _find_typings(self, shown: str) -> frozenset[str]:
        """The ways to type a codename and its forms."""
        forms = {form for head in self._heads(shown) for form in self._forms(head)}
        return frozenset(typing for form in forms for typing in self._orthography.typings(form))

    # --- words that are known ---------------------------------------------------------------------

    def _of_known(self, said: str, shown: str) -> Judgement | None:
        """A question, where a known word is a compound in a language that has them; and where it
        looks like a codename without a family.
        """
        if self._seams and self._is_compound_of(said, shown):
            return questioned(Objection.SHARES_MEMBER, Evidence.CUT, shown)
        if shown in self._lines or said in self._lemmas:
            return None
        return self._by_affixes(self._table.lemma(said) or said, shown)

    def _is_compound_of(self, said: str, shown: str) -> bool:
        """Whether a known word is a form of the codename and another known word."""
        firsts, lasts = self._as_members(shown) if len(shown) >= MIN_STEM else ((), ())
        if not said.startswith(firsts) and not said.endswith(lasts):
            return False
        if self._has_capitals and not self._table.has_only_capital(said):
            return False
        after = (said[len(first) :] for first in firsts if said.startswith(first))
        before = (said[: -len(last)] for last in lasts if said.endswith(last))
        others = (
            *(rest[len(seam) :] for rest in after for seam in self._seams if rest.startswith(seam)),
            *(rest.removesuffix(seam) for rest in before for seam in self._seams),
        )
        return any(len(other) >= MIN_STEM and self._is_member(other) for other in others)

    @property
    def _seams(self) -> tuple[str, ...]:
        return self._paradigms.seams

    @cached_property
    def _has_capitals(self) -> bool:
        """Whether nouns have capitals: then all compounds are nouns, and so are their members."""
        return self._paradigms.text("capitals") == "nouns"

    def _is_member(self, word: str) -> bool:
        return self._table.has_capital(word) if self._has_capitals else self._is_known(word)

    def _find_as_members(self, codename: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What a compound with `codename` begins and ends with: its forms. It may also begin with
        the stem (Schulhof), where that is no word (Fallstudie has nothing to do with Falle).
        """
        heads = self._heads(codename)
        forms = {form for head in heads for form in self._forms(head)}
        stems = {stem for head in heads for stem in self._paradigms.stems(head)}
        firsts = forms | {stem for stem in stems if not self._table.is_basic_form(stem)}
        return (
            tuple(form for form in firsts if len(form) >= MIN_STEM),
            tuple(form for form in forms if len(form) >= MIN_STEM),
        )

    # --- words that nobody knows -----------------------------------------------------------------

    def _of_unknown(self, said: str, shown: str) -> Judgement | None:
        """A question, where the letters of an unknown word look like the codename's. One that only
        lacks its end (dog, DOGE) is of another language: forms without endings are known.
        """
        if shown in self._lines and shown.startswith(said):
            return None
        # Stemming takes longer than all the rest.
        if said[0] == shown[0] and self._stem(said) == self._stem(shown):
            return questioned(Objection.FORM, Evidence.STEM, shown)
        if any(self._is_other_half(*around) for around in self._around(said, shown)):
            return questioned(Objection.SHARES_MEMBER, Evidence.CUT, shown)
        return self._by_affixes(said, shown)

    def _by_affixes(self, said: str, shown: str) -> Judgement | None:
        """A question, where `said` is the codename's stem with affixes."""
        for before, after in self._around(said, shown):
            is_prefixed = not before or self._paradigms.is_prefix(before)
            if is_prefixed and self._paradigms.is_tail(after):
                return questioned(Objection.FORM, Evidence.STEM, shown)
        return None

    def _around(self, said: str, shown: str) -> Iterator[tuple[str, str]]:
        """What stands in `said` before and after each stem of the codename."""
        for stem in self._stems(shown):
            if stem in said:
                before, _, after = said.partition(stem)
                yield before, after

    def _find_stem(self, word: str) -> str:
        """Snowball's stem; the word itself in a language that Snowball doesn't know."""
        return self._stemmer(word)

    @cached_property
    def _stemmer(self) -> Callable[[str], str]:
        name = self._paradigms.text("snowball")
        return snowballstemmer.stemmer(name).stemWord if name else str

    def _find_heads(self, codename: str) -> tuple[Lexeme, ...]:
        line = self._lines.get(codename)
        return parse_heads(line) if line else (Lexeme(codename),)

    def _find_stems(self, codename: str) -> frozenset[str]:
        changed = map(self._paradigms.changed_stems, self._heads(codename))
        stems = map(self._orthography.written, chain.from_iterable(changed))
        return frozenset(stem for stem in stems if len(stem) >= MIN_STEM)

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


def _words_of(family: Family) -> Iterator[Kin]:
    yield from (Kin(Kinship.KIN, head, is_head=True) for head in family.heads)
    yield from (Kin(kinship, word, is_head=False) for kinship, word in family.members)
