"""How a bot guesses: it touches what is likest to the clue, and stops where that pays no more."""

import random
from collections.abc import Mapping, Sequence

import numpy as np

from undercast.bots.bot import Decision, Hand, Ranked, Seen, Style
from undercast.bots.likeness import Senses
from undercast.bots.tongues import Speech, Tongues
from undercast.commands.kinds import EndTurn, GameCommand, MarkCard, TouchCard
from undercast.room import roles
from undercast.rules.clues import Clue
from undercast.rules.game import Turn
from undercast.rules.settings import Mode
from undercast.views import GameView

FAR: Mapping[Style, float] = {Style.CAREFUL: 1.2, Style.NORMAL: 0.6, Style.BOLD: -9.0}
"""A card that is less like the clue than so is not touched for it, but for the first one."""

NEAR: Mapping[Style, float] = {Style.CAREFUL: 4.5, Style.NORMAL: 3.5, Style.BOLD: 2.5}
"""A card that is like an earlier clue, whose cards are not all found, is worth the extra touch."""

BETA = 1.2
"""How sure it is of its own opinion, for the shares that it tells."""


class Operative:
    """Guesses by what words mean on the board."""

    def __init__(self, tongues: Tongues, style: Style) -> None:
        self._tongues = tongues
        self._style = style

    def decide(
        self, seen: Seen, dice: random.Random, told: Mapping[int, float] | None = None
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
        likeness = (
            self._likeness(game, seen, clue, cards) if told is None else [told[p] for p in cards]
        )
        order = sorted(range(len(cards)), key=lambda place: (-likeness[place], place))
        first = order[0]
        reasons = ranked(cards, likeness, order)
        if self._stops(game, seen, likeness[first]):
            ends = EndTurn(cmd_id=Hand(seen, dice).command_id(), step=seen.step)
            return Decision(ends, reasons) if seen.may("end_turn") else None
        command = _towards(seen, cards[first], Hand(seen, dice).command_id())
        return None if command is None else Decision(command, reasons)

    def _stops(self, game: GameView, seen: Seen, likest: float) -> bool:
        """Whether the next touch does not pay."""
        turn = game.turns[-1]
        if not turn.guesses or turn.clue is None:
            return False
        if turn.guesses < turn.clue.count:
            return likest < FAR[self._style]
        return not self._open(game, seen) or likest < NEAR[self._style]

    def _likeness(
        self, game: GameView, seen: Seen, clue: Clue | None, cards: Sequence[int]
    ) -> list[float]:
        """What each card has to do with the clue; after that with earlier clues that left some."""
        turn = game.turns[-1]
        speech = self._tongues.on(seen.languages)
        senses = speech.senses([game.codenames[p] for p in cards])
        fulfilled = clue is not None and clue.count > 0 and turn.guesses >= clue.count
        open_ = self._open(game, seen)
        if clue is not None and clue.word is not None and clue.count and not fulfilled:
            return _to(speech, [clue.word], senses)
        if clue is not None and clue.word is not None and (clue.number == "unlimited" or not open_):
            return _to(speech, [clue.word, *open_], senses)
        told = clue.word if clue is not None and not clue.count else None
        shunned = None if told is None else _to(speech, [told], senses)
        wanted = _to(speech, open_, senses) if open_ else [0.0] * len(cards)
        return wanted if shunned is None else [w - s for w, s in zip(wanted, shunned, strict=True)]

    def _open(self, game: GameView, seen: Seen) -> list[str]:
        """Earlier clues for this guesser that meant more cards than were found."""
        now = game.turns[-1]
        earlier = [t for t in game.turns[:-1] if _is_for(game, seen, t, now)]
        return [
            turn.clue.word
            for turn in earlier
            if turn.clue is not None and turn.clue.word and _found(turn) < turn.clue.count
        ]


def _to(speech: Speech, words: Sequence[str], cards: Senses) -> list[float]:
    """The likeness of cards to the likest of these words."""
    found = speech.likeness(speech.senses(words), cards)
    return [float(value) for value in found.max(axis=0)]


def _is_for(game: GameView, seen: Seen, turn: Turn, now: Turn) -> bool:
    if game.settings.mode is Mode.DUET:
        side = roles.side_of(seen.seat)
        return turn.side is not None and turn.side is not side
    return turn.team is now.team


def _found(turn: Turn) -> int:
    """Touches of a turn that were right, or nearly so: the last one may have ended it."""
    return sum(touch.identity.team is turn.team for touch in turn.counted)


def ranked(cards: Sequence[int], likeness: Sequence[float], order: Sequence[int]) -> Ranked:
    """The cards in this order (places in `cards`), with what their likeness makes of each."""
    weights = np.exp(BETA * (np.array(likeness) - max(likeness)))
    shares = weights / weights.sum()
    told = tuple(round(float(shares[place]), 4) for place in order)
    return Ranked(tuple(cards[place] for place in order), told)


def _towards(seen: Seen, position: int, command_id: str) -> GameCommand | None:
    """Marks the card where cards are marked, and touches it then, if this seat may."""
    marked = any(mark.position == position and mark.by == seen.me for mark in seen.view.marks)
    if seen.may("mark_card") and not marked:
        return MarkCard(cmd_id=command_id, step=seen.step, position=position, on=True)
    if not seen.may("touch_card"):
        return None
    return TouchCard(cmd_id=command_id, step=seen.step, position=position)
