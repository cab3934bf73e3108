"""How to play shows clues with their verdicts: the referee says the same, under all house rules.

The examples are data of the phone page, `texts/how-to-play-examples.json` of each language. What
they call "people" depends on what was meant: there the referee has to keep quiet.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import pytest

from undercast.base import assets
from undercast.referee import Referee
from undercast.referee.languages import described
from undercast.rules.findings import Objection, Verdict
from undercast.rules.settings import Abbreviations, Rhymes, Settings, SeveralWords
from undercast.words.serbian_scripts import to_cyrillic

REFEREE = Referee()
PLENTY = 9
"""Agents left, where an example does not depend on them."""

HOUSE_RULES = [
    Settings(several_words=several, abbreviations=abbreviations, rhymes=rhymes)
    for several, abbreviations, rhymes in product(SeveralWords, Abbreviations, Rhymes)
]

FOUND = {
    "illegal": Verdict.ILLEGAL,
    "questioned": Verdict.QUESTIONED,
    "legal": None,
    "people": None,
}

RULED: Mapping[str, Mapping[str, Verdict | None]] = {
    "several_words": {"refuse": Verdict.ILLEGAL, "ask": Verdict.QUESTIONED, "allow": None},
    "abbreviations": {"refuse": Verdict.ILLEGAL, "allow": None},
    "rhymes": {"by_meaning": None, "any": None},
}
"""What the house rules say of an example that is left to them."""

OBJECTIONS = {
    "same": {Objection.SAME},
    "form": {Objection.FORM, Objection.SHARES_MEMBER},
    "spelling": {Objection.SAME, Objection.FORM},
    "spelled": {Objection.SAME, Objection.FORM},
    "part": {Objection.PART},
    "shares": {Objection.SHARES_MEMBER, Objection.PART},
    "number": {Objection.NUMBER},
    "name": {Objection.SEVERAL_WORDS},
    "abbreviation": {Objection.ABBREVIATION},
}
"""What the referee may call the book's reason, where it objects at all: breakdown is made from
BREAK, and the form of a part (unhorsed) shares it."""


@dataclass(frozen=True)
class Example:
    language: str
    clue: str
    number: int
    reason: str
    verdict: str | None
    by: str | None
    """The house rule that decides, instead of a verdict."""
    hidden: str | None
    left: int

    def wanted(self, settings: Settings) -> Verdict | None:
        """The verdict that the book shows under these house rules; None for no objection."""
        if self.by is None:
            assert self.verdict is not None
            return FOUND[self.verdict]
        return RULED[self.by][getattr(settings, self.by)]


def examples(language: str, groups: list[dict[str, Any]]) -> Iterator[Example]:
    for group in groups:
        for clue in group["clues"]:
            yield Example(
                language=language,
                clue=clue["clue"],
                number=clue.get("number", 1),
                reason=clue["reason"],
                verdict=clue.get("verdict"),
                by=clue.get("by"),
                hidden=None if group.get("open") else group.get("card"),
                left=group.get("left", PLENTY),
            )


def in_cyrillic(example: Example) -> Example:
    """As the phone shows it to those who read Serbian in Cyrillic: foreign words stay."""
    foreign = set(example.clue.lower()) & set("qwxy")
    clue = example.clue if foreign else to_cyrillic(example.clue)
    hidden = None if example.hidden is None else to_cyrillic(example.hidden)
    return replace(example, language="sr-Cyrl", clue=clue, hidden=hidden)


def all_examples() -> Iterator[Example]:
    for path in sorted(assets.languages().glob("*/texts/how-to-play-examples.json")):
        language = path.parents[1].name
        if language in described(assets.languages()):
            yield from examples(language, json.loads(path.read_text(encoding="utf-8")))


def in_both_scripts() -> Iterator[Example]:
    for example in all_examples():
        yield example
        if example.language == "sr":
            yield in_cyrillic(example)


def test_every_language_that_the_referee_knows_has_examples() -> None:
    assert {example.language for example in all_examples()} == set(described(assets.languages()))


@pytest.mark.parametrize(
    "example", list(in_both_scripts()), ids=lambda it: f"{it.language}-{it.clue}"
)
def test_the_referee_says_what_the_rule_book_says(example: Example) -> None:
    hidden = {} if example.hidden is None else {7: example.hidden}
    for settings in HOUSE_RULES:
        found = REFEREE.judge(
            (example.language,), hidden, example.clue, example.number, example.left, settings
        )
        worst = found[0] if found else None
        assert (worst and worst.verdict) == example.wanted(settings), (settings, found)
        assert worst is None or worst.reason in OBJECTIONS[example.reason]
