"""Who thinks: a player for each style and language, over one table."""

import random
from functools import cache
from pathlib import Path

from undercast.bots import languages
from undercast.bots.bot import BotStyle, IntendedCard, Legal, RankedCard, SeatView
from undercast.bots.coach import ranking
from undercast.bots.languages import BotLanguages
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
    Suggest,
    Suggested,
    decided,
    seen_at,
)
from undercast.thinking.messages import RankResponse as Told


class BotPlayers:
    """Loads what it needs when it is first asked."""

    def __init__(self, brought: Path | None = None) -> None:
        """`brought`: what was prepared of a household's vectors."""
        self._brought = brought

    def answer(self, question: Question) -> Answer:
        """What comes to mind."""
        known = _tongues(self._brought)
        match question:
            case Decide():
                return _decided(known, question)
            case Rank():
                return _ranked(known, question)
            case _:
                return _suggested(known, question)


def _decided(known: BotLanguages, question: Decide) -> Decided:
    player = AdvisedBot(known, BotStyle(question.style), legal())
    found = player.follow(seen_at(question), _dice(question), question.proposal)
    if found is None:
        return decided(None)
    reasons = found.reasons
    cards = reasons.cards if isinstance(reasons, IntendedCard | RankedCard) else ()
    return decided(found.command, cards)


def _ranked(known: BotLanguages, question: Rank) -> Told:
    seen = seen_at(question)
    found = ranking(known, seen, question.word)
    pairs = zip(found.cards, found.shares, strict=True)
    return Told(tuple(Likely(position, share) for position, share in pairs))


def _suggested(known: BotLanguages, question: Suggest) -> Suggested:
    giver = Spymaster(known, BotStyle(question.style), legal())
    ideas = giver.ideas(seen_at(question), question.count)
    return Suggested(tuple(Idea(word, len(meant), meant) for word, meant in ideas))


def _dice(place: Place) -> random.Random:
    return random.Random(place.seed)  # noqa: S311  # drawn by the server


@cache
def _tongues(brought: Path | None) -> BotLanguages:
    return languages.load(brought=brought)


@cache
def _referee() -> Referee:
    return Referee()


@cache
def legal() -> Legal:
    """What the referee has nothing against."""

    def is_legal(seen: SeatView, word: str, number: int) -> bool:
        game = seen.game
        if game is None:
            return False
        shown = zip(game.codenames, game.revealed, strict=True)
        hidden = {p: name for p, (name, identity) in enumerate(shown) if identity is None}
        return not _referee().judge(seen.languages, hidden, word, number, number, game.settings)

    return is_legal
