"""A player that acts at random: the baseline."""

import random

from undercast.bots import side_duties
from undercast.bots.bot import CommandIds, Decision, Legal, SeatView
from undercast.bots.clue_cards import cards_of
from undercast.bots.languages import BotLanguages
from undercast.commands.command_types import (
    CoverCardCommand,
    EndTurnCommand,
    GiveClueCommand,
    MarkCardCommand,
    TouchCardCommand,
)

MAX_TRIES = 200
"""Words to try before it gives up on finding a legal one."""

STOP_PROBABILITY = 0.4
"""How likely it ends its turn when it could go on."""


class RandomBot:
    """Says any word, touches any card; rules on clues as every bot does."""

    def __init__(self, languages: BotLanguages, legal: Legal) -> None:
        self._languages = languages
        self._legal = legal

    def decide(self, seen: SeatView, rng: random.Random) -> Decision | None:
        """A random clue, touch or stop; None if this seat has nothing to do."""
        if seen.game is None:
            return None
        if (ruled := side_duties.ruling(seen, rng)) is not None:
            return ruled
        if seen.awaits_ruling:
            return None
        if seen.key is not None and seen.may("cover_card"):
            position = rng.choice(side_duties.offered(seen))
            cmd_id = CommandIds(seen, rng).command_id()
            return Decision(CoverCardCommand(cmd_id=cmd_id, step=seen.step, position=position))
        return self._clue(seen, rng) or _guess(seen, rng)

    def _clue(self, seen: SeatView, rng: random.Random) -> Decision | None:
        if seen.game is None or seen.key is None or not seen.may("give_clue"):
            return None
        own = len(cards_of(seen.game, seen.key, seen.seat).own)
        number = rng.randint(1, max(min(3, own), 1))
        may_be_said = self._languages.on(seen.languages).words
        words = (rng.choice(may_be_said) for _ in range(MAX_TRIES))
        word = next((word for word in words if self._legal(seen, word, number)), None)
        if word is None:
            return None
        cmd_id = CommandIds(seen, rng).command_id()
        return Decision(GiveClueCommand(cmd_id=cmd_id, step=seen.step, word=word, number=number))


def _guess(seen: SeatView, rng: random.Random) -> Decision | None:
    game = seen.game
    if game is None or (seen.key is not None and game.duet is None):
        return None
    cmd_id = CommandIds(seen, rng).command_id()
    if seen.may("end_turn") and rng.random() < STOP_PROBABILITY:
        return Decision(EndTurnCommand(cmd_id=cmd_id, step=seen.step))
    if not seen.may("touch_card") or seen.may("give_clue"):
        return None
    marked = [mark.position for mark in seen.view.marks if mark.by == seen.me]
    if marked:
        return Decision(TouchCardCommand(cmd_id=cmd_id, step=seen.step, position=marked[0]))
    position = rng.choice(seen.touchable)
    if game.settings.all_agree:
        return Decision(MarkCardCommand(cmd_id=cmd_id, step=seen.step, position=position, on=True))
    return Decision(TouchCardCommand(cmd_id=cmd_id, step=seen.step, position=position))
