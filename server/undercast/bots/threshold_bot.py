"""The method of published programs, to be measured against: near cards within a threshold."""

import random

import numpy as np

from undercast.bots.bot import Decision, Hand, IntendedCard, Legal, SeatView
from undercast.bots.clue_cards import cards_of
from undercast.bots.languages import BotLanguages
from undercast.commands.command_types import GiveClueCommand

LEAST = 4.0
"""The smallest likeness of a card that is meant: about the published distance of 0.7."""

MOST = 3


class ThresholdBot:
    """Means the most own cards, up to three, that are nearer than every other card; of clues that
    mean as many, the one whose farthest card is nearest.
    """

    def __init__(self, tongues: BotLanguages, legal: Legal) -> None:
        self._tongues = tongues
        self._legal = legal

    def decide(self, seen: SeatView, dice: random.Random) -> Decision | None:
        """The clue for this turn; None where this seat gives none."""
        game, key = seen.game, seen.key
        if game is None or key is None or not seen.may("give_clue"):
            return None
        cards, names = cards_of(game, key, seen.seat), game.codenames
        speech = self._tongues.on(seen.languages)
        laid = speech.senses([names[p] for p in (*cards.own, *cards.others)])
        likeness = speech.sources.whole(speech.said, laid)
        own, bad = np.hsplit(likeness, [len(cards.own)])
        nearest = -np.sort(-own, axis=1)[:, :MOST]
        good = nearest > np.maximum(bad.max(axis=1), LEAST)[:, None]
        numbers = np.maximum(good.sum(axis=1), 1)
        farthest = nearest[np.arange(len(own)), numbers - 1]
        for index in np.lexsort((-farthest, -good.sum(axis=1))):
            word, number = speech.words[index], int(numbers[index])
            if self._legal(seen, word, number):
                order = np.argsort(-own[index], kind="stable")[:number]
                cmd_id = Hand(seen, dice).command_id()
                clue = GiveClueCommand(cmd_id=cmd_id, step=seen.step, word=word, number=number)
                return Decision(clue, IntendedCard(tuple(cards.own[place] for place in order)))
        return None
