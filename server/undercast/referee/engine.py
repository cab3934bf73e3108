"""Judges a clue against the codenames of the hidden cards.

What needs no language is decided here: equality, look-alikes, several words, spelled-out letters,
abbreviations' dots, the number. Everything about words is asked of the decks' languages.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from undercast.referee.diacritics import distinct, has_any
from undercast.referee.homoglyphs import scripts, skeletons
from undercast.referee.language import Judgement, Language, illegal, questioned, worse
from undercast.referee.languages import LanguageRegistry, letters_of
from undercast.referee.wording import Wording, is_dotted, readings, split_words
from undercast.rules.findings import Finding, Objection, Verdict
from undercast.rules.settings import Abbreviations, Settings, SeveralWords
from undercast.words import fold


class Referee:
    """Judges clues by the rule book, section "Clues: what is legal".

    Cheap to make: a language's data is loaded with the first clue in it. Keeps nothing about games.
    """

    def __init__(self, known: Callable[[str], Language] | None = None) -> None:
        self._known = known or LanguageRegistry()
        self._languages: dict[str, Language] = {}

    def judge(
        self,
        languages: Sequence[str],
        hidden: Mapping[int, str],
        word: str | None,
        number: int | Literal["unlimited"],
        agents_left: int,
        settings: Settings,
    ) -> tuple[Finding, ...]:
        """What is to be said against a clue; empty when nothing is.

        `hidden` are the codenames of the hidden cards by position; pictures are left out.
        `languages` are the tags of the decks that they come from: with several, each judges
        all cards. At most one finding for each card, the most severe; the illegal ones first, then
        by position, those about no card last. A clue must be well formed (`rules.clues`); whatever
        it is, nothing is raised.
        """
        findings = list(_about_number(number, agents_left))
        if word is not None:
            asked = list(dict.fromkeys(self._language(tag) for tag in languages))
            findings += _about_form(asked, word, settings)
            for position, codename in hidden.items():
                judged = self.compare(languages, word, codename)
                if judged is not None:
                    findings.append(Finding(judged.verdict, judged.reason, position))
        return tuple(sorted(findings, key=_order))

    def compare(self, languages: Sequence[str], word: str, codename: str) -> Judgement | None:
        """The most severe objection to `word` while `codename` is hidden, with its evidence."""
        if looks := _looks_like(languages, word, codename):
            return looks
        if fold(word) == fold(codename):
            letters = letters_of(languages)
            if distinct(word, letters) == distinct(codename, letters):
                return self._of_same_letters(languages, word, codename)
            if not has_any(word, letters):
                return questioned(Objection.SAME)
        worst: Judgement | None = None
        card = split_words(codename)
        asked = dict.fromkeys(self._language(tag) for tag in languages)
        for clue in readings(word):
            for language in asked:
                worst = worse(worst, _between(language, clue, card))
        return worst

    def _of_same_letters(
        self, languages: Sequence[str], word: str, codename: str
    ) -> Judgement | None:
        """The codename itself, unless one of the languages knows that accents make another word."""
        said, shown = split_words(word).joined, split_words(codename).joined
        if said == shown:
            return illegal(Objection.SAME)
        asked = (self._language(tag).of_same_letters(said, shown) for tag in languages)
        return min(asked, key=_severity)

    def unlisted(self, language: str, codenames: Iterable[str]) -> tuple[str, ...]:
        """The codenames of which the language's data knows no family, nor one of their words."""
        knows = self._language(language).knows
        return tuple(it for it in codenames if not any(map(knows, _alone_and_joined(it))))

    def load(self, languages: Sequence[str]) -> None:
        """Read what clues in these languages need, which the first one would wait for."""
        for tag in languages:
            self._language(tag).load()

    def _language(self, tag: str) -> Language:
        if tag not in self._languages:
            self._languages[tag] = self._known(tag)
        return self._languages[tag]


def _severity(judged: Judgement | None) -> int:
    return 0 if judged is None else 1 if judged.verdict is Verdict.QUESTIONED else 2


def _order(finding: Finding) -> tuple[bool, bool, int]:
    position = finding.position
    return (finding.verdict is not Verdict.ILLEGAL, position is None, position or 0)


def _about_number(number: int | Literal["unlimited"], agents_left: int) -> Iterator[Finding]:
    if number != "unlimited" and number > agents_left:
        yield Finding(Verdict.QUESTIONED, Objection.NUMBER)


def _about_form(asked: Sequence[Language], word: str, settings: Settings) -> Iterator[Finding]:
    """Several words, and abbreviations, as the house rules have them."""
    wording = split_words(word)
    if len(wording.words) > 1 and settings.several_words is not SeveralWords.ALLOW:
        refused = settings.several_words is SeveralWords.REFUSE
        verdict = Verdict.ILLEGAL if refused else Verdict.QUESTIONED
        yield Finding(verdict, Objection.SEVERAL_WORDS)
    if settings.abbreviations is Abbreviations.REFUSE:
        capitals = len(word) > 1 and word == word.upper() != word.lower()
        verdicts = {language.abbreviation(wording.joined, capitals=capitals) for language in asked}
        verdicts |= {Verdict.ILLEGAL} if is_dotted(word) else set()
        if sure := sorted(filter(None, verdicts)):
            yield Finding(sure[0], Objection.ABBREVIATION)


def _alone_and_joined(codename: str) -> tuple[str, ...]:
    wording = split_words(codename)
    return (wording.joined, *wording.words)


def _looks_like(tags: Sequence[str], word: str, codename: str) -> Judgement | None:
    """Letters of another script make `word` look like `codename`.

    A word all in Cyrillic is only questioned where Cyrillic codenames are played: it may be a word.
    """
    alike = any(map(str.__eq__, skeletons(word), skeletons(codename)))
    if not alike or scripts(word) <= scripts(codename):
        return None
    honest = scripts(word) == {"CYRILLIC"} and any(tag.endswith("-Cyrl") for tag in tags)
    return (questioned if honest else illegal)(Objection.LOOKS_LIKE)


def _between(language: Language, clue: Wording, card: Wording) -> Judgement | None:
    """The most severe objection between any part of the clue and any part of the codename."""
    if not clue.joined or not card.joined:
        return None
    if clue.joined == card.joined:
        return illegal(Objection.SAME)
    worst = language.compare(clue.joined, card.joined)
    if len(clue.words) > 1 and worst is not None and worst.verdict is Verdict.QUESTIONED:
        worst = None  # two words run together say nothing that is not sure
    if len(clue.words) > 1 or len(card.words) > 1:
        for said in clue.words:
            for shown in card.words:
                if said not in language.small_words and shown not in language.small_words:
                    found = _of_parts(language, said, shown)
                    worst = worse(worst, found and _as_part(found, clue, card))
    return worst


def _of_parts(language: Language, said: str, shown: str) -> Judgement | None:
    return illegal(Objection.SAME) if said == shown else language.compare(said, shown)


def _as_part(found: Judgement, clue: Wording, card: Wording) -> Judgement:
    """What an objection between words is called when they are parts of something."""
    if found.reason not in {Objection.FORM, Objection.SAME}:
        return found
    part = len(clue.words) == 1 and len(card.words) > 1
    return replace(found, reason=Objection.PART if part else Objection.SHARES_MEMBER)
