"""What else falls to a bot at the key: the rival's secret question, penalties, the opponent's turn.

It never challenges, never undoes, and never speaks in a dispute.
"""

import random
from collections.abc import Callable, Sequence

from undercast.bots.bot import Decision, Hand, SeatView
from undercast.bots.clue_cards import own_identity
from undercast.bots.languages import BotLanguages, Speech
from undercast.commands.command_types import AllowClueCommand, CoverCardCommand, RejectClueCommand
from undercast.rules.cards import AGENTS, Identity, Team
from undercast.rules.findings import Verdict, worst
from undercast.rules.game import Phase
from undercast.views import GameView


def ruling(seen: SeatView, dice: random.Random) -> Decision | None:
    """The answer to the rival's question: by what the referee found, and nothing of the key."""
    question = seen.question
    if question is None or seen.seat not in question.may.get("allow_clue", ()):
        return None
    answer = RejectClueCommand if worst(question.findings) is Verdict.ILLEGAL else AllowClueCommand
    cmd_id = Hand(seen, dice).command_id()
    return Decision(answer(cmd_id=cmd_id, step=seen.step, question=question.id))


def is_for_the_partner(seen: SeatView) -> bool:
    """Whether, in sudden death, all that is left lies on the own key: the partner, a person, can
    find every card of it, and this seat might find none.
    """
    game = seen.game
    if game is None or game.phase is not Phase.SUDDEN_DEATH:
        return False
    sides = (p for p in seen.view.lobby.players if p.seat is not seen.seat)
    partner = any(p.bot is None and p.seat.sees_key for p in sides)
    return partner and game.left[Team.GREEN] == len(_hidden(seen, Identity.GREEN))


def covering(tongues: BotLanguages, seen: SeatView, dice: random.Random) -> Decision | None:
    """The agent that is revealed: after an invalid clue the own one that fits the others least; for
    the opponent of a co-op the one that is likest to what has still to be found.
    """
    game = seen.game
    if game is None or seen.key is None or not seen.may("cover_card"):
        return None
    opponent, speech = game.phase is Phase.OPPONENT, tongues.on(seen.languages)
    wanted = own_identity(game, seen.seat) if opponent else _covered(game)
    position = _chosen(speech, game, offered(seen), _hidden(seen, wanted), opponent=opponent)
    cmd_id = Hand(seen, dice).command_id()
    return Decision(CoverCardCommand(cmd_id=cmd_id, step=seen.step, position=position))


def offered(seen: SeatView) -> list[int]:
    """The agents that can be revealed."""
    return [] if seen.game is None else _hidden(seen, _covered(seen.game))


def _covered(game: GameView) -> Identity:
    return AGENTS[game.turns[-1].team]


def _hidden(seen: SeatView, wanted: Identity) -> list[int]:
    """The hidden cards that are `wanted`, by the key that is seen."""
    if seen.game is None or seen.key is None:
        return []
    cards = zip(seen.key, seen.game.revealed, strict=True)
    return [p for p, (is_, shown) in enumerate(cards) if is_ is wanted and shown is None]


def _chosen(
    speech: Speech, game: GameView, from_: Sequence[int], beside: Sequence[int], *, opponent: bool
) -> int:
    senses = speech.senses([game.codenames[p] for p in from_])
    likeness = speech.sources.whole(senses, speech.senses([game.codenames[p] for p in beside]))
    values = [
        max((float(v) for v, p in zip(row, beside, strict=True) if p != from_[place]), default=0.0)
        for place, row in enumerate(likeness)
    ]
    pick: Callable[[list[float]], float] = max if opponent else min
    return from_[values.index(pick(values))]
