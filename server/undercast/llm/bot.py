"""Bots that play by a language model's proposal if it can be played; else by themselves."""

import random
from collections.abc import Callable, Mapping

from undercast.bots.bot import BotStyle, CommandIds, Decision, IntendedCard, Legal, SeatView
from undercast.bots.clue_cards import cards_of
from undercast.bots.languages import BotLanguages
from undercast.bots.operative import Operative
from undercast.bots.player import BotPlayer
from undercast.bots.spymaster import Spymaster
from undercast.commands.command_types import GiveClueCommand
from undercast.llm.prompts import wanted_now
from undercast.llm.proposals import (
    MAX_CONFIDENCE,
    Proposal,
    ProposedClue,
    ProposedRanking,
    QuestionType,
)
from undercast.llm.response_parser import is_word
from undercast.referee.homoglyphs import scripts
from undercast.rules.clues import HIGHEST_NUMBER
from undercast.words import fold
from undercast.words.blush import is_unfit

Ask = Callable[[SeatView, BotStyle], Proposal | None]
"""Asks the model; None if it proposes nothing of use, or not in time."""

SURE_SIMILARITY = 6.0
"""The similarity (z) of a card of which the model is wholly sure."""

OMITTED_SIMILARITY = -10.0
"""The same for a card that it left out: no style touches it, except first."""


class AdvisedBot:
    """Plays every seat; by a proposal, if there is one."""

    def __init__(self, languages: BotLanguages, style: BotStyle, legal: Legal) -> None:
        self._player = BotPlayer(languages, style, legal)
        self._operative = Operative(languages, style)
        self._spymaster = Spymaster(languages, style, legal)
        self._legal = legal

    def follow(
        self, seen: SeatView, rng: random.Random, proposal: Proposal | None
    ) -> Decision | None:
        """What to do now. A proposal that cannot be played here changes nothing."""
        wanted = wanted_now(seen)
        if isinstance(proposal, ProposedClue) and wanted is QuestionType.CLUE:
            decided = self._clue(seen, rng, proposal)
            if decided is not None:
                return decided
        if isinstance(proposal, ProposedRanking) and wanted is QuestionType.RANKING:
            similarities = _similarities(seen, proposal)
            if similarities is not None:
                return self._operative.decide(seen, rng, similarities)
        return self._player.decide(seen, rng)

    def _clue(self, seen: SeatView, rng: random.Random, proposal: ProposedClue) -> Decision | None:
        """The clue, if it means own cards and is new, decent, legal, in the board's script, and
        the table does not see an assassin nearer.
        """
        game, key = seen.game, seen.key
        if game is None or key is None:
            return None
        word, number = proposal.word, len(set(proposal.cards))
        own = cards_of(game, key, seen.seat).own
        if not 0 < number <= HIGHEST_NUMBER or not set(proposal.cards) <= set(own):
            return None
        said = {fold(one) for one in seen.said}
        if not is_word(word) or is_unfit(word, ("en", *seen.languages)) or fold(word) in said:
            return None
        letters = frozenset[str]().union(*(scripts(codename) for codename in game.codenames))
        if (letters and not scripts(word) <= letters) or not self._legal(seen, word, number):
            return None
        if self._spymaster.points_at_an_assassin(seen, word, proposal.cards):
            return None
        cmd_id = CommandIds(seen, rng).command_id()
        command = GiveClueCommand(cmd_id=cmd_id, step=seen.step, word=word, number=number)
        return Decision(command, IntendedCard(proposal.cards))


class AskingBot:
    """A bot that asks the model itself, and waits for it."""

    def __init__(self, advised: AdvisedBot, style: BotStyle, ask: Ask) -> None:
        self._advised = advised
        self._style = style
        self._ask = ask

    def decide(self, seen: SeatView, rng: random.Random) -> Decision | None:
        """What to do now; None when there is nothing."""
        return self._advised.follow(seen, rng, self._ask(seen, self._style))


def _similarities(seen: SeatView, ranking: ProposedRanking) -> Mapping[int, float] | None:
    """The similarity of each card to the clue; None if the ranking names any other card."""
    cards = seen.touchable
    ranked = {
        # Cards of the same confidence stay in the model's order.
        position: SURE_SIMILARITY * confidence / MAX_CONFIDENCE - rank / 1000
        for rank, (position, confidence) in enumerate(ranking.confidences)
    }
    if not ranked or not ranked.keys() <= set(cards):
        return None
    return {card: ranked.get(card, OMITTED_SIMILARITY) for card in cards}
