"""A bot for any seat."""

import random

from undercast.bots import side_duties
from undercast.bots.bot import BotStyle, Decision, Legal, SeatView
from undercast.bots.languages import BotLanguages
from undercast.bots.operative import Operative
from undercast.bots.spymaster import Spymaster
from undercast.rules.game import Phase


class BotPlayer:
    """Does what its seat has to do, and nothing in a pause or a dispute."""

    def __init__(self, languages: BotLanguages, style: BotStyle, legal: Legal) -> None:
        self._languages = languages
        self._spymaster = Spymaster(languages, style, legal)
        self._operative = Operative(languages, style)

    def decide(self, seen: SeatView, rng: random.Random) -> Decision | None:
        """What to do now; None when there is nothing."""
        if seen.game is None or seen.game.phase is Phase.CHALLENGED:
            return None
        if (ruled := side_duties.ruling(seen, rng)) is not None:
            return ruled
        if seen.awaits_ruling:
            return None
        if (covered := side_duties.covering(self._languages, seen, rng)) is not None:
            return covered
        return self._spymaster.decide(seen, rng) or self._guess(seen, rng)

    def _guess(self, seen: SeatView, rng: random.Random) -> Decision | None:
        """A seat at the key guesses in a duet alone."""
        if side_duties.leaves_it_to_the_partner(seen):
            return None
        if seen.key is not None and (seen.game is None or seen.game.duet is None):
            return None
        return self._operative.decide(seen, rng)
