"""Answers what the thinking process is asked."""

import random
from functools import cache
from pathlib import Path

from undercast.bots.bot import BotStyle, IntendedCard, Legal, RankedCard, SeatView
from undercast.bots.coach import stranger_ranking
from undercast.bots.languages import BotLanguages, load
from undercast.bots.spymaster import Spymaster
from undercast.llm.bot import AdvisedBot
from undercast.referee import Referee
from undercast.thinking.messages import (
    Answer,
    Decide,
    Decided,
    Idea,
    Likely,
    Place,
    Question,
    Rank,
    RankResponse,
    Suggest,
    Suggested,
    decided,
    seen_at,
)


class BotPlayers:
    """Bots of every style and language. What they need is loaded with the first question."""

    def __init__(self, vectors: Path | None = None, associations: Path | None = None) -> None:
        """The household's own, if any; `custom_vectors` has prepared the vectors."""
        self._vectors = vectors
        self._associations = associations

    def answer(self, question: Question) -> Answer:
        """The answer to a question."""
        languages = _languages(self._vectors, self._associations)
        match question:
            case Decide():
                return _decided(languages, question)
            case Rank():
                return _ranked(languages, question)
            case _:
                return _suggested(languages, question)


def _decided(languages: BotLanguages, question: Decide) -> Decided:
    player = AdvisedBot(languages, BotStyle(question.style), legal())
    found = player.follow(seen_at(question), _rng(question), question.proposal)
    if found is None:
        return decided(None)
    reasons = found.reasons
    cards = reasons.cards if isinstance(reasons, IntendedCard | RankedCard) else ()
    return decided(found.command, cards)


def _ranked(languages: BotLanguages, question: Rank) -> RankResponse:
    seen = seen_at(question)
    found = stranger_ranking(languages, seen, question.word)
    pairs = zip(found.cards, found.shares, strict=True)
    return RankResponse(tuple(Likely(position, share) for position, share in pairs))


def _suggested(languages: BotLanguages, question: Suggest) -> Suggested:
    giver = Spymaster(languages, BotStyle(question.style), legal())
    ideas = giver.ideas(seen_at(question), question.count)
    return Suggested(tuple(Idea(word, len(cards), cards) for word, cards in ideas))


def _rng(place: Place) -> random.Random:
    return random.Random(place.seed)  # noqa: S311  # drawn by the server


@cache
def _languages(vectors: Path | None, associations: Path | None) -> BotLanguages:
    return load(vectors=vectors, associations=associations)


@cache
def _referee() -> Referee:
    return Referee()


@cache
def legal() -> Legal:
    """A check that the referee has nothing at all against a clue."""

    def is_legal(seen: SeatView, word: str, number: int) -> bool:
        game = seen.game
        if game is None:
            return False
        shown = zip(game.codenames, game.revealed, strict=True)
        hidden = {p: name for p, (name, identity) in enumerate(shown) if identity is None}
        return not _referee().judge(seen.languages, hidden, word, number, number, game.settings)

    return is_legal
