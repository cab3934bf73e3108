"""How a bot finds a clue: by what fallible guessers with different opinions would make of it.

A guesser touches a card with a probability proportional to exp(beta z), z being its similarity to
the clue. For each clue the own cards are sorted by similarity; a clue for n cards is worth what the
first n touches bring, each made only if those before it were right. No other n are worth more.
Guessers think what all sources of the table say together, or what one of them says alone. Half of a
clue's value is the average guesser's result, half the worst one's: a good clue works for everybody.
Where associations are known, that one thinks by them or by all together: they are trusted more.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from undercast.bots.bot import BotStyle, CommandIds, Decision, IntendedCard, Legal, SeatView
from undercast.bots.clue_cards import ClueCards, cards_of
from undercast.bots.languages import BoardVocabulary, BotLanguages, Cards, Words
from undercast.bots.similarity import Floats
from undercast.commands.command_types import GiveClueCommand
from undercast.rules.cards import Identity
from undercast.rules.clues import HIGHEST_NUMBER
from undercast.views import GameView
from undercast.words import fold


class RiskProfile(Struct, frozen=True):
    """What a spymaster identities, in own agents found."""

    bystander: float
    rival: float
    assassin: float
    betas: tuple[float, ...]
    """How well the guessers that it assumes understand it."""
    min_similarity: float
    """A card of this similarity to a clue is as likely to be missed as touched; a fainter one is
    meant only alone. When clues were read, three of four odd ones meant a card below 4.
    """
    min_called: float
    """How much a card and a clue that means it beside others have to call each other to mind."""

    def costs(self, identities: Sequence[Identity]) -> Floats:
        """What touching each of these cards costs."""
        known = {Identity.BYSTANDER: self.bystander, Identity.ASSASSIN: self.assassin}
        return np.array([known.get(penalty, self.rival) for penalty in identities], np.float32)


RISK_PROFILES: Mapping[BotStyle, RiskProfile] = {
    BotStyle.CAREFUL: RiskProfile(0.5, 0.9, 12.0, (1.6, 1.0), 4.0, 1.6),
    BotStyle.NORMAL: RiskProfile(0.2, 0.5, 10.0, (3.5, 2.5), 2.0, 1.0),
    BotStyle.BOLD: RiskProfile(0.0, 0.2, 6.0, (4.0, 3.0), 1.5, 1.0),
}

DUET_RISK_PROFILES: Mapping[BotStyle, RiskProfile] = {
    BotStyle.CAREFUL: RiskProfile(0.05, 0.0, 5.0, (1.9, 1.2), 2.5, 2.0),
    BotStyle.NORMAL: RiskProfile(0.0, 0.0, 2.5, (2.5, 1.5), 2.0, 1.0),
    BotStyle.BOLD: RiskProfile(0.0, 0.0, 1.5, (3.0, 1.8), 1.5, 0.5),
}
"""In a duet turns are scarce (nine for fifteen agents) and a bystander costs only the rest of the
turn: it pays to mean more cards.
"""

RARITY_COST = 0.25
"""What the rarest clue costs, in own agents found; the most common one costs nothing."""

NAME_COST = 0.1
"""What a proper name costs as a clue: not everybody knows it."""

RESCORED = 800
"""The best clues by consensus: they are scored by each source, too."""

CHUNKS = 12
"""Clues are scored in this many parts: all at once would need megabytes more."""

MIN_SOURCE_SIMILARITY = 1.5
"""`RiskProfile.min_similarity` for a single source, whose z are smaller."""

MIN_BACKERS = 3
"""Opinions that find a card so similar to a clue that means it beside others: what one source alone
likes, people find odd.
"""

MIN_AROUND = 4.0
"""How much a card and such a clue have to share of what they call to mind, if neither calls the
other.
"""

FAINT_PENALTY = 1_000.0
"""Taken from the similarity of a faint card, so that a clue means it last."""

REJECTED_POOL = 8
"""After a rejection one of the next best clues, this many, is drawn: only the last rejected clue is
known, so the best one left may have been rejected before."""

MAX_SIMILARITY = 12.0
"""More similar than this counts no more."""


class Spymaster:
    """Gives clues by the meaning of words."""

    def __init__(self, languages: BotLanguages, style: BotStyle, legal: Legal) -> None:
        self._languages = languages
        self._style = style
        self._legal = legal

    def decide(self, seen: SeatView, rng: random.Random) -> Decision | None:
        """The clue for this turn; None if this seat gives none, or none is left."""
        instead = 0 if seen.question is None else rng.randrange(REJECTED_POOL)
        best = self.ideas(seen, instead + 1)
        if not best:
            return None
        word, cards = best[-1]
        command = GiveClueCommand(
            cmd_id=CommandIds(seen, rng).command_id(), step=seen.step, word=word, number=len(cards)
        )
        return Decision(command, IntendedCard(cards))

    def ideas(self, seen: SeatView, count: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The `count` best clues for this turn, with the cards that they mean; none if this seat
        gives none.
        """
        game, key = seen.game, seen.key
        if game is None or key is None or seen.awaits_ruling or not seen.may("give_clue"):
            return ()
        cards = cards_of(game, key, seen.seat)
        return tuple(islice(self._best_clues(seen, game, cards), count)) if cards.own else ()

    def points_at_an_assassin(self, seen: SeatView, word: str, meant: Sequence[int]) -> bool:
        """Whether people would sooner think of an assassin than of each of the cards that the clue
        means, as far as anything is known of the word.
        """
        game, key = seen.game, seen.key
        if game is None or key is None:
            return False
        cards, speech = cards_of(game, key, seen.seat), self._languages.on(seen.languages)
        kinds = zip(cards.others, cards.identities, strict=True)
        assassins = [place for place, identity in kinds if identity is Identity.ASSASSIN]
        if not assassins or not speech.knows(word):
            return False
        lying = speech.cards([game.codenames[place] for place in (*meant, *assassins)])
        similarity = speech.similarity(speech.said([word]), lying)[0]
        farthest, nearest = similarity[: len(meant)].min(), similarity[len(meant) :].max()
        return bool(nearest > farthest and nearest >= self._profile(game).min_similarity)

    def _best_clues(
        self, seen: SeatView, game: GameView, cards: ClueCards
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Clues without any finding of the referee, with the cards that they mean: best first."""
        speech, names = self._languages.on(seen.languages), game.codenames
        lying = speech.cards([names[p] for p in (*cards.own, *cards.others)])
        profile = self._profile(game)
        said = {fold(word) for word in seen.said}
        hidden = [n for n, shown in zip(names, game.revealed, strict=True) if shown is None]
        for chosen, values, similarity in self._scored(speech, lying, cards, profile):
            numbers = values.argmax(axis=1) + 1
            for place in np.argsort(-values.max(axis=1), kind="stable"):
                word, number = speech.words[chosen[place]], int(numbers[place])
                refused = fold(word) in said or any(_is_bad(speech, word, one) for one in hidden)
                if not refused and self._legal(seen, word, number):
                    order = np.argsort(-similarity[place], kind="stable")[:number]
                    yield word, tuple(cards.own[index] for index in order)

    def _profile(self, game: GameView) -> RiskProfile:
        return (RISK_PROFILES if game.duet is None else DUET_RISK_PROFILES)[self._style]

    def _scored(
        self,
        speech: BoardVocabulary,
        lying: Cards,
        cards: ClueCards,
        profile: RiskProfile,
    ) -> Iterator[tuple[NDArray[np.intp], Floats, Floats]]:
        """Clues by index, their values by number, and their similarity to the own cards: first
        the best ones, scored by every source, then all the others.
        """
        own, costs, betas = len(cards.own), profile.costs(cards.identities), profile.betas
        rare = (RARITY_COST * speech.rarity + NAME_COST * speech.named).astype(np.float32)[:, None]
        similarity = speech.similarity(speech.sayable, lying)
        faint, parts = profile.min_similarity, np.array_split(similarity, CHUNKS)
        values = np.concatenate([values_of(z, own, costs, betas, faint) for z in parts if len(z)])
        values -= rare
        clear = similarity[:, :own] >= faint
        values[_more_than(clear, values.shape[1])] = -np.inf
        order = np.argsort(-values.max(axis=1), kind="stable")
        best, rest = order[:RESCORED], order[RESCORED:]
        alone = speech.opinions(speech.sayable[best], lying)
        found = [values_of(z, own, costs, betas, MIN_SOURCE_SIMILARITY) for z in alone]
        all_sides: Floats = np.stack([*found, values[best] + rare[best]])
        # What people call to mind is trusted more than what one source alone finds similar.
        judging = all_sides if lying.associated is None else all_sides[-2:]
        value = (all_sides.mean(axis=0) + judging.min(axis=0)) / np.float32(2) - rare[best]
        plausible = (
            clear[best] & _plausible(speech, speech.sayable[best], lying, alone, profile)[:, :own]
        )
        value[_more_than(plausible, value.shape[1])] = -np.inf
        together = (similarity[best] + alone.sum(axis=0))[:, :own]
        yield best, value, np.where(plausible, together, together - FAINT_PENALTY)
        yield rest, values[rest], similarity[rest, :own]


def values_of(
    similarity: Floats, own: int, costs: Floats, betas: Sequence[float], faint: float
) -> Floats:
    """The value of each clue (rows) for each number (columns, from 1): own agents found, less what
    mistakes cost; the mean over guessers of these `betas`, who miss what is `faint`.

    `similarity`: of clues to cards, the `own` ones first; each of the others costs its `costs`.
    """
    capped = np.minimum(similarity, np.float32(MAX_SIMILARITY))
    own_z, other_z = -np.sort(-capped[:, :own], axis=1), capped[:, own:]
    most = min(own, HIGHEST_NUMBER)
    total: Floats = np.zeros((len(similarity), most), np.float32)
    for beta in betas:
        mine, theirs = np.exp(np.float32(beta) * own_z), np.exp(np.float32(beta) * other_z)
        still = np.cumsum(mine[:, ::-1], axis=1)[:, ::-1][:, :most]
        total_weight = still + theirs.sum(axis=1)[:, None] + np.float32(np.exp(beta * faint))
        right = still / total_weight
        gain = right - (theirs @ costs)[:, None] / total_weight
        before = np.cumprod(np.hstack([np.ones_like(right[:, :1]), right[:, :-1]]), axis=1)
        total += np.cumsum(before * gain, axis=1, dtype=np.float32)
    mean: Floats = total / np.float32(len(betas))
    return mean


def _plausible(
    speech: BoardVocabulary,
    words: Words,
    lying: Cards,
    alone: Floats,
    profile: RiskProfile,
) -> NDArray[np.bool_]:
    """Whether each clue (rows) may mean each card (columns) beside others: one calls the other to
    mind, or they share much and several opinions find them similar. Where associations are missing,
    so many sources have to.
    """
    backed: NDArray[np.bool_] = (alone >= MIN_SOURCE_SIMILARITY).sum(axis=0) >= MIN_BACKERS
    if lying.associated is None:
        return backed
    called = speech.called(words, lying.associated) >= profile.min_called
    plausible: NDArray[np.bool_] = called | backed & (alone[-1] >= MIN_AROUND)
    return plausible


def _more_than(meant: NDArray[np.bool_], numbers: int) -> NDArray[np.bool_]:
    """Of each clue (rows) the numbers (columns, from 1) above the cards that it can mean: one at
    least.
    """
    most = np.maximum(meant.sum(axis=1), 1)[:, None]
    above: NDArray[np.bool_] = np.arange(numbers) >= most
    return above


def _is_bad(speech: BoardVocabulary, word: str, codename: str) -> bool:
    """Whether a clue is what the referee refuses, or people find odd, most often: a quick check."""
    one, other = fold(word), fold(codename)
    return one in other or other in one or speech.is_translation(word, codename)
