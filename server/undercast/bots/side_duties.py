"""A spymaster's other duties: the rival's secret question, penalties, the co-op opponent's turn.

It never challenges, never undoes, and never speaks in a dispute.
"""

import random
from collections.abc import Callable, Sequence

from undercast.bots.bot import CommandIds, Decision, SeatView
from undercast.bots.clue_cards import own_identity
from undercast.bots.languages import BoardVocabulary, BotLanguages
from undercast.commands.command_types import AllowClueCommand, CoverCardCommand, RejectClueCommand
from undercast.rules.cards import AGENT_OF, Identity, Team
from undercast.rules.findings import Verdict, worst
from undercast.rules.game import Phase
from undercast.views import GameView


def ruling(seen: SeatView, rng: random.Random) -> Decision | None:
    """The answer to the rival's question: by the referee's findings alone, not by the key."""
    question = seen.question
    if question is None or seen.seat not in question.may.get("allow_clue", ()):
        return None
    answer = RejectClueCommand if worst(question.findings) is Verdict.ILLEGAL else AllowClueCommand
    cmd_id = CommandIds(seen, rng).command_id()
    return Decision(answer(cmd_id=cmd_id, step=seen.step, question=question.id))


def leaves_it_to_the_partner(seen: SeatView) -> bool:
    """Whether, in sudden death, all agents left are on the own key: only the partner, a person, can
    find them for sure.
    """
    game = seen.game
    if game is None or game.phase is not Phase.SUDDEN_DEATH:
        return False
    sides = (p for p in seen.view.lobby.players if p.seat is not seen.seat)
    partner = any(p.bot is None and p.seat.sees_key for p in sides)
    return partner and game.left[Team.GREEN] == len(_hidden(seen, Identity.GREEN))


def covering(languages: BotLanguages, seen: SeatView, rng: random.Random) -> Decision | None:
    """The agent to reveal: as a penalty the one least similar to the others; for the co-op's
    opponent the one most similar to what the team has still to find.
    """
    game = seen.game
    if game is None or seen.key is None or not seen.may("cover_card"):
        return None
    opponent, speech = game.phase is Phase.OPPONENT, languages.on(seen.languages)
    wanted = own_identity(game, seen.seat) if opponent else _covered(game)
    position = _chosen(speech, game, offered(seen), _hidden(seen, wanted), opponent=opponent)
    cmd_id = CommandIds(seen, rng).command_id()
    return Decision(CoverCardCommand(cmd_id=cmd_id, step=seen.step, position=position))


def offered(seen: SeatView) -> list[int]:
    """The agents that can be revealed."""
    return [] if seen.game is None else _hidden(seen, _covered(seen.game))


def _covered(game: GameView) -> Identity:
    return AGENT_OF[game.turns[-1].team]


def _hidden(seen: SeatView, wanted: Identity) -> list[int]:
    """The hidden cards of this identity, by the visible key."""
    if seen.game is None or seen.key is None:
        return []
    cards = zip(seen.key, seen.game.revealed, strict=True)
    return [p for p, (is_, shown) in enumerate(cards) if is_ is wanted and shown is None]


def _chosen(
    speech: BoardVocabulary,
    game: GameView,
    from_: Sequence[int],
    beside: Sequence[int],
    *,
    opponent: bool,
) -> int:
    words = speech.said([game.codenames[p] for p in from_])
    similarity = speech.similarity(words, speech.cards([game.codenames[p] for p in beside]))
    values = [
        max((float(v) for v, p in zip(row, beside, strict=True) if p != from_[place]), default=0.0)
        for place, row in enumerate(similarity)
    ]
    pick: Callable[[list[float]], float] = max if opponent else min
    return from_[values.index(pick(values))]
