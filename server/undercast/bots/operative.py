"""How a bot guesses: it touches what is likest to the clue, and stops where that pays no more.

Where a clue tells it nothing, it draws one card, weighted by earlier clues, and stops.
"""

import random
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from undercast.bots.bot import BotStyle, Decision, Hand, RankedCard, SeatView
from undercast.bots.languages import BotLanguages, Speech
from undercast.bots.open_clues import open_clues
from undercast.bots.similarity import WordSenses
from undercast.commands.command_types import (
    EndTurnCommand,
    GameCommand,
    MarkCardCommand,
    TouchCardCommand,
)
from undercast.room import roles
from undercast.rules.cards import Identity
from undercast.rules.game import Turn
from undercast.views import GameView

FAR: Mapping[BotStyle, float] = {BotStyle.CAREFUL: 1.2, BotStyle.NORMAL: 0.6, BotStyle.BOLD: -9.0}
"""A card that is less like the clue than so is not touched for it, but for the first one."""

NEAR: Mapping[BotStyle, float] = {BotStyle.CAREFUL: 4.5, BotStyle.NORMAL: 3.5, BotStyle.BOLD: 2.5}
"""A card that is like an earlier clue, whose cards are not all found, is worth the extra touch."""

FREE = 1.5
"""How much less a card of a duet has to be like a clue: a bystander costs nothing there but the
rest of the turn.
"""

DOUBLED = 0.7
"""What an assassin on the own key of a duet loses: it is one on the partner's key three times as
often as other cards.
"""

BETA = 1.2
"""How sure it is of its own opinion, for the shares that it tells."""


class Operative:
    """Guesses by what words mean on the board."""

    def __init__(self, tongues: BotLanguages, style: BotStyle) -> None:
        self._tongues = tongues
        self._style = style

    def decide(
        self, seen: SeatView, dice: random.Random, told: Mapping[int, float] | None = None
    ) -> Decision | None:
        """Touch, mark or stop; None where this seat has nothing to do.

        `told`: how like the clue each card is, where somebody else says so than the table.
        """
        game = seen.game
        if game is None or not (seen.may("touch_card") or seen.may("mark_card")):
            return None
        cards = seen.touchable
        clue = game.turns[-1].clue
        if not cards or (clue is None and seen.may("give_clue")):
            return None
        speech, side = self._tongues.on(seen.languages), roles.side_of(seen.seat)
        open_ = [word for word in open_clues(speech, game, side) if speech.knows(word)]
        senses = speech.senses([game.codenames[p] for p in cards])
        uninformed = told is None and _is_uninformed(speech, game.turns[-1], open_, senses)
        likeness = (
            _likeness(speech, seen, cards, open_, senses)
            if told is None
            else [told[p] for p in cards]
        )
        order = sorted(range(len(cards)), key=lambda place: (-likeness[place], place))
        reasons = None if uninformed and not open_ else ranked(cards, likeness, order)
        if self._stops(game, open_, likeness[order[0]], uninformed=uninformed):
            ends = EndTurnCommand(cmd_id=Hand(seen, dice).command_id(), step=seen.step)
            return Decision(ends, reasons) if seen.may("end_turn") else None
        card = _drawn(seen, cards, likeness, dice) if uninformed else cards[order[0]]
        command = _towards(seen, card, Hand(seen, dice).command_id())
        return None if command is None else Decision(command, reasons)

    def _stops(
        self, game: GameView, open_: Sequence[str], likest: float, *, uninformed: bool
    ) -> bool:
        """Whether the next touch does not pay. Of cards that were only drawn, one is enough."""
        turn = game.turns[-1]
        if not turn.guesses or turn.clue is None:
            return False
        if uninformed:
            return True
        free = 0.0 if game.duet is None else FREE
        if turn.guesses < turn.clue.count:
            return likest < FAR[self._style] - free
        return not open_ or likest < NEAR[self._style] - free


def _is_uninformed(speech: Speech, turn: Turn, open_: Sequence[str], cards: WordSenses) -> bool:
    """Whether the clue says nothing about any of the cards; where there is no clue, whether no
    earlier one is open either.
    """
    if turn.clue is None:
        return not open_
    return turn.clue.word is None or not _has_opinion(speech, turn.clue.word, cards)


def _has_opinion(speech: Speech, word: str, cards: WordSenses) -> bool:
    """Whether there is an opinion on what this word has to do with any of the cards."""
    return any(_to(speech, [word], cards))


def _drawn(
    seen: SeatView, cards: Sequence[int], likeness: Sequence[float], dice: random.Random
) -> int:
    """The card that it has marked, if there is one; else one drawn by likeness."""
    marked = [mark.position for mark in seen.view.marks if mark.by == seen.me]
    mine = [position for position in cards if position in marked]
    return mine[0] if mine else dice.choices(cards, _weights(likeness).tolist())[0]


def _likeness(
    speech: Speech, seen: SeatView, cards: Sequence[int], open_: Sequence[str], senses: WordSenses
) -> list[float]:
    """What each card has to do with the clue; after that, or where the clue says nothing, with
    earlier clues that left some.
    """
    game, key = seen.game, seen.key
    assert game is not None  # there are cards
    likeness = _by_clues(speech, game.turns[-1], open_, senses)
    if game.duet is None or key is None:
        return likeness
    doubled = [DOUBLED if key[p] is Identity.ASSASSIN else 0.0 for p in cards]
    return [value - fear for value, fear in zip(likeness, doubled, strict=True)]


def _by_clues(speech: Speech, turn: Turn, open_: Sequence[str], cards: WordSenses) -> list[float]:
    clue = turn.clue
    wanted = _to(speech, open_, cards) if open_ else [0.0] * len(cards)
    if clue is None or clue.word is None or not _has_opinion(speech, clue.word, cards):
        return wanted
    if turn.guesses < clue.count:
        return _to(speech, [clue.word], cards)
    if clue.number == "unlimited" or (clue.count and not open_):
        return _to(speech, [clue.word, *open_], cards)
    if clue.count:
        return wanted
    return [w - s for w, s in zip(wanted, _to(speech, [clue.word], cards), strict=True)]


def _to(speech: Speech, words: Sequence[str], cards: WordSenses) -> list[float]:
    """The likeness of cards to the likest of these words."""
    found = speech.sources.whole(speech.senses(words), cards)
    return [float(value) for value in found.max(axis=0)]


def ranked(cards: Sequence[int], likeness: Sequence[float], order: Sequence[int]) -> RankedCard:
    """The cards in this order (places in `cards`), with what their likeness makes of each."""
    weights = _weights(likeness)
    shares = weights / weights.sum()
    told = tuple(round(float(shares[place]), 4) for place in order)
    return RankedCard(tuple(cards[place] for place in order), told)


def _weights(likeness: Sequence[float]) -> NDArray[np.float64]:
    """What chances go by; that of the likest is 1."""
    weights: NDArray[np.float64] = np.exp(BETA * (np.array(likeness) - max(likeness)))
    return weights


def _towards(seen: SeatView, position: int, command_id: str) -> GameCommand | None:
    """Marks the card where cards are marked, and touches it then, if this seat may."""
    marked = any(mark.position == position and mark.by == seen.me for mark in seen.view.marks)
    if seen.may("mark_card") and not marked:
        return MarkCardCommand(cmd_id=command_id, step=seen.step, position=position, on=True)
    if not seen.may("touch_card"):
        return None
    return TouchCardCommand(cmd_id=command_id, step=seen.step, position=position)
