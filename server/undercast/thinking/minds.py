"""Who thinks: a player for each style and language, over one table."""

import random
from functools import cache

from undercast.bots import tongues
from undercast.bots.bot import Legal, Meant, Ranked, Seen, Style
from undercast.bots.coach import ranking
from undercast.bots.player import Player
from undercast.commands.kinds import GiveClue
from undercast.llm.bot import Advised
from undercast.referee import Referee
from undercast.thinking.letters import (
    Answer,
    Decide,
    Decided,
    Idea,
    Likely,
    Place,
    Question,
    Rank,
    Suggested,
    decided,
    seen_at,
)
from undercast.thinking.letters import Ranked as Told


class Minds:
    """Loads what it needs when it is first asked."""

    def answer(self, question: Question) -> Answer:
        """What comes to mind."""
        match question:
            case Decide():
                return _decided(question)
            case Rank():
                return _ranked(question)
            case _:
                return _suggested(question, question.count)


def _decided(question: Decide) -> Decided:
    player = Advised(_tongues(), Style(question.style), _legal(question.languages))
    found = player.follow(seen_at(question), _dice(question), question.proposal)
    if found is None:
        return decided(None)
    reasons = found.reasons
    cards = reasons.cards if isinstance(reasons, Meant | Ranked) else ()
    return decided(found.command, cards)


def _ranked(question: Rank) -> Told:
    seen = seen_at(question)
    found = ranking(_tongues(), seen, question.word)
    pairs = zip(found.cards, found.shares, strict=True)
    return Told(tuple(Likely(position, share) for position, share in pairs))


def _suggested(question: Place, count: int) -> Suggested:
    """The best clue, the best one besides, and so on."""
    seen, legal = seen_at(question), _legal(question.languages)
    ideas: list[Idea] = []
    said: set[str] = set()

    def other(of: Seen, word: str, number: int) -> bool:
        return word not in said and legal(of, word, number)

    while len(ideas) < count:
        found = _player(question, other).decide(seen, _dice(question))
        if found is None or not isinstance(found.command, GiveClue):
            break
        word, number = found.command.word or "", found.command.number
        cards = found.reasons.cards if isinstance(found.reasons, Meant) else ()
        ideas.append(Idea(word, number if isinstance(number, int) else 0, cards))
        said.add(word)
    return Suggested(tuple(ideas))


def _player(place: Place, legal: Legal) -> Player:
    return Player(_tongues(), Style(place.style), legal)


def _dice(place: Place) -> random.Random:
    return random.Random(place.seed)  # noqa: S311  # drawn by the server


@cache
def _tongues() -> tongues.Tongues:
    return tongues.load()


@cache
def _referee() -> Referee:
    return Referee()


@cache
def _legal(languages: tuple[str, ...]) -> Legal:
    """What the referee has nothing against."""

    def is_legal(seen: Seen, word: str, number: int) -> bool:
        game = seen.game
        if game is None:
            return False
        shown = zip(game.codenames, game.revealed, strict=True)
        hidden = {p: name for p, (name, identity) in enumerate(shown) if identity is None}
        return not _referee().judge(languages, hidden, word, number, number, game.settings)

    return is_legal
