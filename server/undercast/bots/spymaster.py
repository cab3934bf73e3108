"""How a bot finds a clue: by what guessers who err, and who see things otherwise, make of it.

Such a guesser touches a card with a chance that grows with its likeness z to the clue, exp(beta z).
For each clue the own cards are taken from the likest on; the value of meaning n of them is what the
n touches bring, each as long as those before were right. No other choice of n cards is better.
Guessers think what the sources of the table say together, or what one of them says alone. Half of a
clue's value is what they find on average, half what the one finds who understands it least: a clue
is good when everybody gets it.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from undercast.bots.bot import BotStyle, Decision, Hand, IntendedCard, Legal, SeatView
from undercast.bots.clue_cards import ClueCards, cards_of
from undercast.bots.languages import BotLanguages, Speech
from undercast.bots.similarity import Floats, WordSenses
from undercast.commands.command_types import GiveClueCommand
from undercast.rules.cards import Identity
from undercast.rules.clues import HIGHEST_NUMBER
from undercast.views import GameView
from undercast.words import fold


class RiskProfile(Struct, frozen=True):
    """What a spymaster fears, in own agents found."""

    bystander: float
    rival: float
    assassin: float
    betas: tuple[float, ...]
    """How well the guessers that it reckons with understand it."""
    faint: float
    """A card of this likeness to a clue is as likely to be passed over as to be touched; a fainter
    one is not meant beside others. What was odd in clues, when they were read, was three times of
    four a card that was less like than 4.
    """

    def costs(self, fears: Sequence[Identity]) -> Floats:
        """What touching each of these costs."""
        known = {Identity.BYSTANDER: self.bystander, Identity.ASSASSIN: self.assassin}
        return np.array([known.get(fear, self.rival) for fear in fears], np.float32)


RISK_PROFILES: Mapping[BotStyle, RiskProfile] = {
    BotStyle.CAREFUL: RiskProfile(0.5, 0.9, 12.0, (1.6, 1.0), 4.0),
    BotStyle.NORMAL: RiskProfile(0.2, 0.5, 6.0, (2.5, 1.5), 2.0),
    BotStyle.BOLD: RiskProfile(0.0, 0.2, 4.0, (3.0, 2.0), 1.5),
}

DUET: Mapping[BotStyle, RiskProfile] = {
    BotStyle.CAREFUL: RiskProfile(0.05, 0.0, 5.0, (1.9, 1.2), 2.5),
    BotStyle.NORMAL: RiskProfile(0.0, 0.0, 2.5, (2.5, 1.5), 2.0),
    BotStyle.BOLD: RiskProfile(0.0, 0.0, 1.5, (3.0, 1.8), 1.5),
}
"""In a duet, where turns are scarce: nine for fifteen agents. A bystander costs no more than the
rest of the turn, so that it pays to mean more cards.
"""

RARE = 0.25
"""What a clue costs at the end of the list of words that may be said, which begins with the most
usual ones, in own agents found.
"""

NAME = 0.1
"""What a proper name costs as a clue: not everybody knows it."""

LOOKED_AT = 800
"""Clues, the best by what most people think, that are looked at with the eyes of others, too."""

PIECES = 12
"""In so many the clues are valued: what is needed meanwhile would be megabytes for all at once."""

FAINT = 1.5
"""What is faint to a source alone, whose z are smaller."""

BEHIND = 1_000.0
"""So much less a faint card is meant than others, whatever its likeness."""

AFTER_A_NO = 8
"""When the rival has just rejected a clue, one of so many that are left is drawn: it is known of no
earlier one that was rejected."""

SUREST = 12.0
"""Likeness beyond this is no surer."""


class Spymaster:
    """Gives clues by what words mean on the board."""

    def __init__(self, tongues: BotLanguages, style: BotStyle, legal: Legal) -> None:
        self._tongues = tongues
        self._style = style
        self._legal = legal

    def decide(self, seen: SeatView, dice: random.Random) -> Decision | None:
        """The clue for this turn; None where this seat gives none, or none is left to give."""
        instead = 0 if seen.question is None else dice.randrange(AFTER_A_NO)
        best = self.ideas(seen, instead + 1)
        if not best:
            return None
        word, meant = best[-1]
        command = GiveClueCommand(
            cmd_id=Hand(seen, dice).command_id(), step=seen.step, word=word, number=len(meant)
        )
        return Decision(command, IntendedCard(meant))

    def ideas(self, seen: SeatView, count: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """So many clues for this turn at most, the best one first, and the cards that they mean;
        none where this seat gives none.
        """
        game, key = seen.game, seen.key
        if game is None or key is None or seen.awaits_ruling or not seen.may("give_clue"):
            return ()
        cards = cards_of(game, key, seen.seat)
        return tuple(islice(self._good(seen, game, cards), count)) if cards.own else ()

    def _good(
        self, seen: SeatView, game: GameView, cards: ClueCards
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Clues that the referee has nothing against, and the cards they mean: the most valuable
        one first.
        """
        speech, names = self._tongues.on(seen.languages), game.codenames
        laid = speech.senses([names[p] for p in (*cards.own, *cards.others)])
        temper = (RISK_PROFILES if game.duet is None else DUET)[self._style]
        tired = {fold(word) for word in seen.said}
        hidden = [n for n, shown in zip(names, game.revealed, strict=True) if shown is None]
        for chosen, values, likeness in self._promising(speech, laid, cards, temper):
            numbers = values.argmax(axis=1) + 1
            for place in np.argsort(-values.max(axis=1), kind="stable"):
                word, number = speech.words[chosen[place]], int(numbers[place])
                if fold(word) in tired or any(_is_odd(speech, word, one) for one in hidden):
                    continue
                if self._legal(seen, word, number):
                    order = np.argsort(-likeness[place], kind="stable")[:number]
                    yield word, tuple(cards.own[index] for index in order)

    def _promising(
        self, speech: Speech, laid: WordSenses, cards: ClueCards, temper: RiskProfile
    ) -> Iterator[tuple[NDArray[np.intp], Floats, Floats]]:
        """Clues by their place in the speech, their values by number, and their likeness to the own
        cards: first the best ones, looked at from all sides, then all the others.
        """
        own, costs, betas = len(cards.own), temper.costs(cards.identities), temper.betas
        odd = (RARE * speech.rarity + NAME * speech.named).astype(np.float32)[:, None]
        likeness = speech.sources.whole(speech.said, laid)
        pieces = [z for z in np.array_split(likeness, PIECES) if len(z)]
        values = (
            np.concatenate([values_of(z, own, costs, betas, temper.faint) for z in pieces]) - odd
        )
        clear = likeness[:, :own] >= temper.faint
        most = np.maximum(clear.sum(axis=1), 1)[:, None]
        values[np.arange(values.shape[1]) >= most] = -np.inf
        order = np.argsort(-values.max(axis=1), kind="stable")
        best, rest = order[:LOOKED_AT], order[LOOKED_AT:]
        alone = speech.sources.alone(speech.said[best], laid)
        found = [values_of(z, own, costs, betas, FAINT) for z in alone]
        all_sides: Floats = np.stack([*found, values[best] + odd[best]])
        value = (all_sides.mean(axis=0) + all_sides.min(axis=0)) / np.float32(2) - odd[best]
        together = (likeness[best] + alone.sum(axis=0))[:, :own]
        yield best, value, np.where(clear[best], together, together - BEHIND)
        yield rest, values[rest], likeness[rest, :own]


def values_of(
    likeness: Floats, own: int, costs: Floats, betas: Sequence[float], faint: float
) -> Floats:
    """By clue (rows) and number less one (columns): own agents found, less what mistakes cost.

    `likeness` is the clues' to cards, of which the first ones are `own`; the others cost `costs`.
    The mean over guessers of these `betas`, who pass over what is `faint`.
    """
    capped = np.minimum(likeness, np.float32(SUREST))
    liked, feared = -np.sort(-capped[:, :own], axis=1), capped[:, own:]
    most = min(own, HIGHEST_NUMBER)
    total: Floats = np.zeros((len(likeness), most), np.float32)
    for beta in betas:
        mine, theirs = np.exp(np.float32(beta) * liked), np.exp(np.float32(beta) * feared)
        still = np.cumsum(mine[:, ::-1], axis=1)[:, ::-1][:, :most]
        all_ = still + theirs.sum(axis=1)[:, None] + np.float32(np.exp(beta * faint))
        right = still / all_
        gain = right - (theirs @ costs)[:, None] / all_
        before = np.cumprod(np.hstack([np.ones_like(right[:, :1]), right[:, :-1]]), axis=1)
        total += np.cumsum(before * gain, axis=1, dtype=np.float32)
    mean: Floats = total / np.float32(len(betas))
    return mean


def _is_odd(speech: Speech, word: str, codename: str) -> bool:
    """What is refused or odd most often, before the referee is asked."""
    one, other = fold(word), fold(codename)
    return one in other or other in one or speech.only_renames(word, codename)
