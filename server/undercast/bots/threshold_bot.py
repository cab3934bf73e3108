"""The method of published programs, for comparison: the most cards above a threshold."""

import random

import numpy as np

from undercast.bots.bot import CommandIds, Decision, IntendedCard, Legal, SeatView
from undercast.bots.clue_cards import cards_of
from undercast.bots.languages import BotLanguages
from undercast.commands.command_types import GiveClueCommand

MIN_SIMILARITY = 4.0
"""The least similarity of a card that is meant: about the published distance of 0.7."""

MAX_NUMBER = 3


class ThresholdBot:
    """Means as many own cards as possible, up to three, more similar than all others;
    of equal clues, the one with the most similar last card.
    """

    def __init__(self, languages: BotLanguages, legal: Legal) -> None:
        self._languages = languages
        self._legal = legal

    def decide(self, seen: SeatView, rng: random.Random) -> Decision | None:
        """The clue for this turn; None if this seat gives none."""
        game, key = seen.game, seen.key
        if game is None or key is None or not seen.may("give_clue"):
            return None
        cards, names = cards_of(game, key, seen.seat), game.codenames
        speech = self._languages.on(seen.languages)
        lying = speech.cards([names[p] for p in (*cards.own, *cards.others)])
        similarity = speech.similarity(speech.sayable, lying)
        own, bad = np.hsplit(similarity, [len(cards.own)])
        nearest = -np.sort(-own, axis=1)[:, :MAX_NUMBER]
        good = nearest > np.maximum(bad.max(axis=1), MIN_SIMILARITY)[:, None]
        numbers = np.maximum(good.sum(axis=1), 1)
        farthest = nearest[np.arange(len(own)), numbers - 1]
        for index in np.lexsort((-farthest, -good.sum(axis=1))):
            word, number = speech.words[index], int(numbers[index])
            if self._legal(seen, word, number):
                order = np.argsort(-own[index], kind="stable")[:number]
                cmd_id = CommandIds(seen, rng).command_id()
                clue = GiveClueCommand(cmd_id=cmd_id, step=seen.step, word=word, number=number)
                return Decision(clue, IntendedCard(tuple(cards.own[place] for place in order)))
        return None
