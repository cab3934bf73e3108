"""How a bot guesses: it touches the card most similar to the clue, until that no longer pays.

If it knows nothing of a clue, it draws one card, weighted by earlier clues, and stops.
"""

import random
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from undercast.bots.bot import BotStyle, CommandIds, Decision, RankedCard, SeatView
from undercast.bots.languages import BoardVocabulary, BotLanguages, Cards
from undercast.bots.open_clues import open_clues
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

MIN_SIMILARITY: Mapping[BotStyle, float] = {
    BotStyle.CAREFUL: 1.2,
    BotStyle.NORMAL: 0.6,
    BotStyle.BOLD: -9.0,
}
"""A card less similar to the clue is not touched, unless it is the turn's first."""

MORE_BY_ASSOCIATIONS = 3.4
"""How much higher this limit is where associations are known, as similarities are: so bots stop
with everything right so far about as often as people do (in 15 % of such turns; people in 20 %).
"""

MIN_EXTRA_SIMILARITY: Mapping[BotStyle, float] = {
    BotStyle.CAREFUL: 4.5,
    BotStyle.NORMAL: 3.5,
    BotStyle.BOLD: 2.5,
}
"""A card this similar to an earlier clue with cards left is worth the extra touch."""

DUET_DISCOUNT = 1.5
"""How much lower both limits are in a duet, where a bystander costs only the rest of the turn."""

OWN_ASSASSIN_PENALTY = 0.7
"""What the similarity of an own assassin loses in a duet: it is one for the partner, too, three
times as often as other cards.
"""

SOFTMAX_BETA = 1.2
"""How sure a guesser is, for the shares that it tells."""


class Operative:
    """Guesses by the meaning of words."""

    def __init__(self, languages: BotLanguages, style: BotStyle) -> None:
        self._languages = languages
        self._style = style

    def decide(
        self, seen: SeatView, rng: random.Random, given: Mapping[int, float] | None = None
    ) -> Decision | None:
        """Touch, mark or stop; None if this seat has nothing to do.

        `given`: the similarity of each card to the clue, if it is not the table's.
        """
        game = seen.game
        if game is None or not (seen.may("touch_card") or seen.may("mark_card")):
            return None
        cards = seen.touchable
        clue = game.turns[-1].clue
        if not cards or (clue is None and seen.may("give_clue")):
            return None
        speech, side = self._languages.on(seen.languages), roles.side_of(seen.seat)
        open_ = [word for word in open_clues(speech, game, side) if speech.knows(word)]
        lying = speech.cards([game.codenames[p] for p in cards])
        uninformed = given is None and _is_uninformed(speech, game.turns[-1], open_, lying)
        similarity = (
            _similarities(speech, seen, cards, open_, lying)
            if given is None
            else [given[p] for p in cards]
        )
        dice = [rng.random() for _ in cards]  # equal cards are touched in no order of places
        order = sorted(range(len(cards)), key=lambda place: (-similarity[place], dice[place]))
        reasons = None if uninformed and not open_ else ranked(cards, similarity, order)
        more = MORE_BY_ASSOCIATIONS if given is None and lying.associated is not None else 0.0
        if self._should_stop(game, open_, similarity[order[0]] - more, uninformed=uninformed):
            ends = EndTurnCommand(cmd_id=CommandIds(seen, rng).command_id(), step=seen.step)
            return Decision(ends, reasons) if seen.may("end_turn") else None
        card = _draw_card(seen, cards, similarity, rng) if uninformed else cards[order[0]]
        unknown = given is None and _is_unknown(speech, game.turns[-1])
        command = _command_for(seen, card, CommandIds(seen, rng).command_id(), unsure=unknown)
        return None if command is None else Decision(command, reasons)

    def _should_stop(
        self, game: GameView, open_: Sequence[str], likest: float, *, uninformed: bool
    ) -> bool:
        """Whether the next touch does not pay. One drawn at random is enough."""
        turn = game.turns[-1]
        if not turn.guesses or turn.clue is None:
            return False
        if uninformed:
            return True
        free = 0.0 if game.duet is None else DUET_DISCOUNT
        if turn.guesses < turn.clue.count:
            return likest < MIN_SIMILARITY[self._style] - free
        return not open_ or likest < MIN_EXTRA_SIMILARITY[self._style] - free


def _is_uninformed(speech: BoardVocabulary, turn: Turn, open_: Sequence[str], cards: Cards) -> bool:
    """Whether nothing is known of the clue and these cards; without a clue, whether no earlier one
    is open either.
    """
    if turn.clue is None:
        return not open_
    return turn.clue.word is None or not _has_opinion(speech, turn.clue.word, cards)


def _is_unknown(speech: BoardVocabulary, turn: Turn) -> bool:
    """Whether the clue is a word of which nothing is known: everybody may know that."""
    word = None if turn.clue is None else turn.clue.word
    return word is not None and not speech.knows(word)


def _has_opinion(speech: BoardVocabulary, word: str, cards: Cards) -> bool:
    """Whether this word has any similarity to any of the cards."""
    return any(_similarities_to(speech, [word], cards))


def _draw_card(
    seen: SeatView, cards: Sequence[int], similarity: Sequence[float], rng: random.Random
) -> int:
    """The card that it has marked, if any; else one drawn by similarity."""
    marked = [mark.position for mark in seen.view.marks if mark.by == seen.me]
    mine = [position for position in cards if position in marked]
    return mine[0] if mine else rng.choices(cards, _weights(similarity).tolist())[0]


def _similarities(
    speech: BoardVocabulary,
    seen: SeatView,
    cards: Sequence[int],
    open_: Sequence[str],
    lying: Cards,
) -> list[float]:
    """The similarity of each card to the clue; once that is used up, or if nothing is known of it,
    to earlier clues with cards left.
    """
    game, key = seen.game, seen.key
    assert game is not None  # there are cards
    similarity = _similarities_to_clues(speech, game.turns[-1], open_, lying)
    if game.duet is None or key is None:
        return similarity
    doubled = [OWN_ASSASSIN_PENALTY if key[p] is Identity.ASSASSIN else 0.0 for p in cards]
    return [value - less for value, less in zip(similarity, doubled, strict=True)]


def _similarities_to_clues(
    speech: BoardVocabulary, turn: Turn, open_: Sequence[str], cards: Cards
) -> list[float]:
    clue = turn.clue
    wanted = _similarities_to(speech, open_, cards) if open_ else [0.0] * len(cards.senses)
    if clue is None or clue.word is None or not _has_opinion(speech, clue.word, cards):
        return wanted
    if turn.guesses < clue.count:
        return _similarities_to(speech, [clue.word], cards)
    if clue.number == "unlimited" or (clue.count and not open_):
        return _similarities_to(speech, [clue.word, *open_], cards)
    if clue.count:
        return wanted
    avoided = _similarities_to(speech, [clue.word], cards)
    return [w - a for w, a in zip(wanted, avoided, strict=True)]


def _similarities_to(speech: BoardVocabulary, words: Sequence[str], cards: Cards) -> list[float]:
    """The similarity of each card to the most similar of these words."""
    found = speech.similarity(speech.said(words), cards)
    return [float(value) for value in found.max(axis=0)]


def ranked(cards: Sequence[int], similarity: Sequence[float], order: Sequence[int]) -> RankedCard:
    """The cards in this order (indexes into `cards`), each with its share of the probability."""
    weights = _weights(similarity)
    shares = weights / weights.sum()
    rounded = tuple(round(float(shares[place]), 4) for place in order)
    return RankedCard(tuple(cards[place] for place in order), rounded)


def _weights(similarity: Sequence[float]) -> NDArray[np.float64]:
    """Weights proportional to probability; the largest is 1."""
    weights: NDArray[np.float64] = np.exp(SOFTMAX_BETA * (np.array(similarity) - max(similarity)))
    return weights


def _command_for(
    seen: SeatView, position: int, command_id: str, *, unsure: bool
) -> GameCommand | None:
    """Mark the card if cards are marked and this one is not; else touch it, if this seat may."""
    marked = any(mark.position == position and mark.by == seen.me for mark in seen.view.marks)
    if seen.may("mark_card") and not marked:
        return MarkCardCommand(
            cmd_id=command_id, step=seen.step, position=position, on=True, unsure=unsure
        )
    if not seen.may("touch_card"):
        return None
    return TouchCardCommand(cmd_id=command_id, step=seen.step, position=position)
