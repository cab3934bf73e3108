"""Bots that play by what a language model proposed, as far as that does; else by themselves."""

import random
from collections.abc import Callable, Mapping

from undercast.bots.bot import BotStyle, Decision, Hand, IntendedCard, Legal, SeatView
from undercast.bots.clue_cards import cards_of
from undercast.bots.languages import BotLanguages
from undercast.bots.operative import Operative
from undercast.bots.player import BotPlayer
from undercast.commands.command_types import GiveClueCommand
from undercast.llm.blocklist import is_refused
from undercast.llm.prompts import wanted_of
from undercast.llm.proposals import (
    SUREST,
    Proposal,
    ProposedClue,
    ProposedRanking,
    Wanted,
)
from undercast.llm.response_parser import is_word
from undercast.referee.homoglyphs import scripts
from undercast.rules.clues import HIGHEST_NUMBER
from undercast.words import fold

Ask = Callable[[SeatView, BotStyle], Proposal | None]
"""Asks the model; None if it proposes nothing of use, or not in time."""

LIKE = 6.0
"""How like the clue a card is, as tables count it, of which the model is wholly sure."""

UNLIKE = -10.0
"""The same of a card that it left out: no style touches that one, but as the first."""


class AdvisedBot:
    """Plays every seat, by a proposal if there is one."""

    def __init__(self, tongues: BotLanguages, style: BotStyle, legal: Legal) -> None:
        self._player = BotPlayer(tongues, style, legal)
        self._operative = Operative(tongues, style)
        self._legal = legal

    def follow(
        self, seen: SeatView, dice: random.Random, proposal: Proposal | None
    ) -> Decision | None:
        """What to do now. A proposal that does not do here changes nothing, wherever it is from."""
        wanted = wanted_of(seen)
        if isinstance(proposal, ProposedClue) and wanted is Wanted.CLUE:
            decided = self._clue(seen, dice, proposal)
            if decided is not None:
                return decided
        if isinstance(proposal, ProposedRanking) and wanted is Wanted.RANKING:
            told = _told(seen, proposal)
            if told is not None:
                return self._operative.decide(seen, dice, told)
        return self._player.decide(seen, dice)

    def _clue(self, seen: SeatView, dice: random.Random, proposal: ProposedClue) -> Decision | None:
        """The clue, if it is about own cards, new, decent, legal, of the board's letters."""
        game, key = seen.game, seen.key
        if game is None or key is None:
            return None
        word, number = proposal.word, len(set(proposal.cards))
        own = cards_of(game, key, seen.seat).own
        if not 0 < number <= HIGHEST_NUMBER or not set(proposal.cards) <= set(own):
            return None
        if not is_word(word) or is_refused(word) or fold(word) in {fold(one) for one in seen.said}:
            return None
        letters = frozenset[str]().union(*(scripts(codename) for codename in game.codenames))
        if (letters and not scripts(word) <= letters) or not self._legal(seen, word, number):
            return None
        cmd_id = Hand(seen, dice).command_id()
        command = GiveClueCommand(cmd_id=cmd_id, step=seen.step, word=word, number=number)
        return Decision(command, IntendedCard(proposal.cards))


class AskingBot:
    """A bot that asks the model itself, and waits for it."""

    def __init__(self, advised: AdvisedBot, style: BotStyle, ask: Ask) -> None:
        self._advised = advised
        self._style = style
        self._ask = ask

    def decide(self, seen: SeatView, dice: random.Random) -> Decision | None:
        """What to do now; None when there is nothing."""
        return self._advised.follow(seen, dice, self._ask(seen, self._style))


def _told(seen: SeatView, ranking: ProposedRanking) -> Mapping[int, float] | None:
    """How like the clue each card is; None where the ranking is of other cards than these."""
    cards = seen.touchable
    like = {
        position: LIKE * sure / SUREST - rank / 1000  # in its own order where it is as sure
        for rank, (position, sure) in enumerate(ranking.sure)
    }
    if not like or not like.keys() <= set(cards):
        return None
    return {card: like.get(card, UNLIKE) for card in cards}
