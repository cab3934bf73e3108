"""How a bot finds a clue: by what a guesser who errs will make of it.

Such a guesser touches a card with a chance that grows with its likeness z to the clue, exp(beta z).
For each clue the own cards are taken from the likest on; the value of meaning n of them is what the
n touches bring, each as long as those before were right. No other choice of n cards is better.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from undercast.bots.bot import Decision, Hand, Legal, Meant, Seen, Style
from undercast.bots.likeness import Floats, Senses
from undercast.bots.tongues import Speech, Tongues
from undercast.commands.kinds import GiveClue
from undercast.room import roles
from undercast.room.seats import Seat
from undercast.rules.cards import AGENTS, Identity, Side, Team
from undercast.rules.clues import HIGHEST_NUMBER
from undercast.rules.settings import Mode
from undercast.views import GameView
from undercast.words import fold


class Temper(Struct, frozen=True):
    """What a spymaster fears, in own agents found."""

    bystander: float
    rival: float
    assassin: float
    betas: tuple[float, ...]
    """How well the guessers that it reckons with understand it."""


TEMPERS: Mapping[Style, Temper] = {
    Style.CAREFUL: Temper(0.3, 0.8, 12.0, (1.2, 0.7)),
    Style.NORMAL: Temper(0.15, 0.5, 7.0, (1.4, 0.8)),
    Style.BOLD: Temper(0.05, 0.3, 2.5, (1.9, 1.2)),
}

RARE = 0.2
"""What a clue costs at the end of the list of words that may be said, which begins with the most
usual ones, in own agents found."""

NAME = 0.1
"""What a proper name costs as a clue: not everybody knows it."""

LOOKED_AT = 1500
"""Clues that are looked at with the eyes of guessers who see things otherwise."""

OTHERS = 0.7
"""What each of their opinions counts beside that of the whole table."""

FAINT = 1.5
"""A card of this likeness to a clue is as likely to be passed over as to be touched."""

AFTER_A_NO = 8
"""When the rival has just rejected a clue, one of so many that are left is drawn: it is known of no
earlier one that was rejected."""

LIKEST = 7.0
"""Likeness beyond this is no surer."""


class Cards(Struct, frozen=True):
    """The cards that can be touched, as a clue's giver sees them."""

    own: tuple[int, ...]
    others: tuple[int, ...]
    fears: tuple[Identity, ...]
    """What each of the others is: the rival's agent, a bystander, the assassin."""


class Spymaster:
    """Gives clues by what words mean on the board."""

    def __init__(self, tongues: Tongues, style: Style, legal: Legal) -> None:
        self._tongues = tongues
        self._temper = TEMPERS[style]
        self._legal = legal

    def decide(self, seen: Seen, dice: random.Random) -> Decision | None:
        """The clue for this turn; None where this seat gives none, or none is left to give."""
        instead = 0 if seen.question is None else dice.randrange(AFTER_A_NO)
        best = self.ideas(seen, instead + 1)
        if not best:
            return None
        word, meant = best[-1]
        command = GiveClue(
            cmd_id=Hand(seen, dice).command_id(), step=seen.step, word=word, number=len(meant)
        )
        return Decision(command, Meant(meant))

    def ideas(self, seen: Seen, count: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """So many clues for this turn at most, the best one first, and the cards that they mean;
        none where this seat gives none.
        """
        game, key = seen.game, seen.key
        if game is None or key is None or seen.awaits_ruling or not seen.may("give_clue"):
            return ()
        cards = cards_of(game, key, seen.seat)
        return tuple(islice(self._good(seen, game, cards), count)) if cards.own else ()

    def _good(
        self, seen: Seen, game: GameView, cards: Cards
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Clues that the referee has nothing against, and the cards they mean: the most valuable
        one first.
        """
        speech, names = self._tongues.on(seen.languages), game.codenames
        laid = speech.senses([names[p] for p in (*cards.own, *cards.others)])
        tired = {fold(word) for word in seen.said}
        hidden = [n for n, shown in zip(names, game.revealed, strict=True) if shown is None]
        for chosen, values, likeness in self._promising(speech, laid, cards):
            numbers = values.argmax(axis=1) + 1
            for place in np.argsort(-values.max(axis=1), kind="stable"):
                word, number = speech.words[chosen[place]], int(numbers[place])
                if fold(word) in tired or any(_is_odd(speech, word, one) for one in hidden):
                    continue
                if self._legal(seen, word, number):
                    order = np.argsort(-likeness[place], kind="stable")[:number]
                    yield word, tuple(cards.own[index] for index in order)

    def _promising(
        self, speech: Speech, laid: Senses, cards: Cards
    ) -> Iterator[tuple[NDArray[np.intp], Floats, Floats]]:
        """Clues by their place in the speech, their values by number, and their likeness to the own
        cards: first the best ones, looked at from all sides, then all the others.
        """
        said, own = speech.said, len(cards.own)
        temper, costs = self._temper, self._costs(cards.fears)
        first = speech.likeness(said, laid)
        values = values_of(first[:, :own], first[:, own:], costs, temper.betas)
        oddness = RARE * speech.rarity + NAME * speech.named
        values -= oddness.astype(np.float32)[:, None]
        order = np.argsort(-values.max(axis=1), kind="stable")
        best, rest = order[:LOOKED_AT], order[LOOKED_AT:]
        total, seen = values[best], first[best, :own]
        for opinion in speech.opinions:
            other = opinion.likeness(said[best], laid)
            total += OTHERS * values_of(other[:, :own], other[:, own:], costs, temper.betas)
            seen += OTHERS * other[:, :own]
        yield best, total, seen
        yield rest, values[rest], first[rest, :own]

    def _costs(self, fears: Sequence[Identity]) -> Floats:
        temper = self._temper
        costs = {Identity.BYSTANDER: temper.bystander, Identity.ASSASSIN: temper.assassin}
        return np.array([costs.get(fear, temper.rival) for fear in fears], np.float32)


def values_of(own: Floats, others: Floats, costs: Floats, betas: Sequence[float]) -> Floats:
    """By clue (rows) and number less one (columns): own agents found, less what mistakes cost.

    `own` and `others` are the clues' likeness to cards. The mean over guessers of these `betas`.
    """
    most = min(own.shape[1], HIGHEST_NUMBER)
    sorted_own = np.minimum(-np.sort(-own, axis=1), LIKEST)
    feared = np.minimum(others, LIKEST)
    total: Floats = np.zeros((len(own), most), np.float32)
    for beta in betas:
        mine = np.exp(np.float32(beta) * sorted_own)
        theirs = np.exp(np.float32(beta) * feared)
        still = np.cumsum(mine[:, ::-1], axis=1)[:, ::-1][:, :most]
        all_ = still + theirs.sum(axis=1)[:, None] + np.float32(np.exp(beta * FAINT))
        right = still / all_
        gain = right - (theirs @ costs)[:, None] / all_
        before = np.cumprod(np.hstack([np.ones_like(right[:, :1]), right[:, :-1]]), axis=1)
        total += np.cumsum(before * gain, axis=1, dtype=np.float32)
    mean: Floats = total / np.float32(len(betas))
    return mean


def cards_of(game: GameView, key: Sequence[Identity], seat: Seat) -> Cards:
    """Which cards a clue of this seat can be about, by the key that it sees."""
    own = own_identity(game, seat)
    partner = _partner(game, seat)
    known = () if game.duet is None else game.duet.bystanders
    out = {bystander.position for bystander in known if bystander.side is partner}
    hidden = [p for p, shown in enumerate(game.revealed) if shown is None and p not in out]
    others = tuple(p for p in hidden if key[p] is not own)
    return Cards(tuple(p for p in hidden if key[p] is own), others, tuple(key[p] for p in others))


def own_identity(game: GameView, seat: Seat) -> Identity:
    """What the agents are that a clue of this seat looks for: of the team whose turn it is."""
    if game.settings.mode is Mode.DUET:
        return Identity.GREEN
    if seat is Seat.BLUE_SPYMASTER:
        return AGENTS[Team.BLUE]
    return AGENTS[Team.RED if seat is Seat.RED_SPYMASTER else game.turns[-1].team]


def _partner(game: GameView, seat: Seat) -> Side | None:
    side = roles.side_of(seat)
    return None if game.duet is None or side is None else side.partner


def _is_odd(speech: Speech, word: str, codename: str) -> bool:
    """What is refused or odd most often, before the referee is asked."""
    one, other = fold(word), fold(codename)
    return one in other or other in one or speech.only_renames(word, codename)
