"""Everything random: room codes, keys, and codenames drawn from the decks."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache, partial

from undercast import words
from undercast.base.refusals import Refusal, Refused
from undercast.commands import OfferedDeck
from undercast.room.state import CODE_LENGTH, CODE_LETTERS, Room
from undercast.rules.cards import AGENT_OF, COMPOSITIONS, RIVALS, Identity, Team
from undercast.rules.game import Game
from undercast.rules.modes.duet import PAIRS
from undercast.rules.settings import Board
from undercast.words import Deck, Problem

OWN_WORDS = "house"
"""The deck name of the host's pasted list, in logs and on the wire."""

SCENES = "scenes"
"""The picture deck of a room that chose none."""

NO_PICTURES: Mapping[str, Callable[[], Sequence[str]]] = {}

PastedParser = Callable[[str], tuple[tuple[str, ...], list[Problem]]]

BOT_NAMES = tuple(
    """
    Bolt Byte Chip Cog Dynamo Echo Fidget Fuse Gadget Gizmo Hertz Iota Jolt Kilo Lever Magnet
    Micro Modem Nano Ohm Patch Pixel Pulse Quark Radar Relay Rivet Rotor Servo Socket Sonar
    Spark Tesla Tinker Turbo Twig Vector Volt Widget Zigzag
    """.split()  # noqa: SIM905
)
"""Short, the same in every language, and enough for a full room even if people use some."""


def _parse_pasted(text: str) -> tuple[tuple[str, ...], list[Problem]]:
    return words.parse_pasted(text, fewest=1)


class Deals:
    """The server's `undercast.service.Draw`: random by the operating system."""

    def __init__(
        self,
        decks: Mapping[str, Deck],
        pictures: Mapping[str, Callable[[], Sequence[str]]] = NO_PICTURES,
        rng: random.Random | None = None,
        parse: PastedParser = _parse_pasted,
    ) -> None:
        """`pictures` gives each picture deck's current codenames; an empty deck is not offered.
        `parse` gives the codenames of a pasted list and its problems.
        """
        self._decks = decks
        self._merged_pool = lru_cache(maxsize=64)(partial(words.pool, decks))
        self._pictures = pictures
        self._rng = rng or random.SystemRandom()
        self._parse = parse

    def codenames(self, room: Room, board: Board, count: int) -> tuple[str, ...]:
        """Codenames, unseen ones first, and none from the current board.

        Raises Refused(room/too_few_codenames).
        """
        on_table = room.game.table.codenames if room.game is not None and room.running else ()
        lying = {words.fold(codename) for codename in on_table}
        pools = self._pools(room, board)
        if lying:
            pools = [tuple(c for c in pool if words.fold(c) not in lying) for pool in pools]
        try:
            return self._draw(room, pools, count)
        except words.TooFewCodenames as fault:
            raise Refused(Refusal.TOO_FEW_CODENAMES, str(fault)) from None

    def key(self, board: Board) -> tuple[Identity, ...]:
        """A key of two rival teams. Starting team and arrangement are uniformly random."""
        composition = COMPOSITIONS[board]
        starting = self._rng.choice(RIVALS)
        identities = [
            *[Identity(starting)] * composition.more,
            *[Identity(starting.rival)] * composition.fewer,
            *[Identity.BYSTANDER] * composition.bystanders,
            *[Identity.ASSASSIN] * composition.assassins,
        ]
        self._rng.shuffle(identities)
        return tuple(identities)

    def duet_keys(self) -> tuple[tuple[Identity, ...], tuple[Identity, ...]]:
        """The keys of a duet's sides A and B. Their arrangement is uniformly random."""
        pairs = list(PAIRS.elements())
        self._rng.shuffle(pairs)
        return tuple(a for a, _ in pairs), tuple(b for _, b in pairs)

    def _draw(self, room: Room, pools: list[tuple[str, ...]], count: int) -> tuple[str, ...]:
        """The same number from each pool, as far as the pools reach.

        Raises TooFewCodenames.
        """
        if len(pools) == 1:
            return words.draw(pools[0], _drawn_this_round(room, pools[0]), count, self._rng)
        have = sum(len(pool) for pool in pools)
        if have < count:
            raise words.TooFewCodenames(have, count)
        self._rng.shuffle(pools)  # the pool that gives one more is random, too
        shares = _shares([len(pool) for pool in pools], count)
        board = [
            codename
            for pool, share in zip(pools, shares, strict=True)
            for codename in words.draw(pool, _drawn_this_round(room, pool), share, self._rng)
        ]
        self._rng.shuffle(board)
        return tuple(board)

    def _pools(self, room: Room, board: Board) -> list[tuple[str, ...]]:
        """One pool of all words, or one pool for each picture deck: among the many scenes a few
        photos would hardly appear.
        """
        chosen = self._chosen_decks(room, board)
        if board is Board.PICTURES:
            return [tuple(self._pictures[deck]()) for deck in chosen if deck in self._pictures]
        own = room.house_words if OWN_WORDS in chosen else ()
        lists = tuple(deck for deck in chosen if deck != OWN_WORDS)
        return [words.pool(self._decks, lists, own) if own else self._merged_pool(lists)]

    def _chosen_decks(self, room: Room, board: Board) -> tuple[str, ...]:
        """The room's decks for this board: words, or pictures (by default the scenes).

        A room keeps its choice for the other board, and of decks that no longer exist.
        """
        pictures = board is Board.PICTURES
        known = self._pictures if pictures else {*self._decks, OWN_WORDS}
        chosen = tuple(deck for deck in room.lobby.decks if deck in known)
        return (SCENES,) if pictures and not chosen else chosen

    def languages(self, room: Room, board: Board) -> tuple[str, ...]:
        """The languages of the room's decks; for its own words the screen's. Pictures have none."""
        if board is Board.PICTURES:
            return ()
        chosen = (
            room.lobby.language if deck == OWN_WORDS else self._decks[deck].language
            for deck in self._chosen_decks(room, board)
        )
        return tuple(dict.fromkeys(chosen))

    def languages_of(self, room: Room, codenames: tuple[str, ...]) -> tuple[str, ...]:
        """The language of each of these words: of the first of the room's decks that has it.

        The host's own words are in the language of the first deck, and alone in the screen's.
        """
        ids = [deck for deck in self._chosen_decks(room, Board.WORDS) if deck != OWN_WORDS]
        decks = [self._decks[deck] for deck in ids]
        first = decks[0].language if decks else room.lobby.language
        if all(deck.language == first for deck in decks):
            return (first,) * len(codenames)
        return tuple(
            next((deck.language for deck in decks if codename in deck.codenames), first)
            for codename in codenames
        )

    def shuffled(self, people: tuple[str, ...]) -> tuple[str, ...]:
        """These people in random order."""
        return tuple(self._rng.sample(people, len(people)))

    def cover(self, game: Game, team: Team) -> int | None:
        """A hidden agent of this team; None if all are revealed."""
        hidden = (
            position
            for position, identity in enumerate(game.key.identities)
            if identity is AGENT_OF[team] and game.table.revealed[position] is None
        )
        return self._rng.choice(tuple(hidden) or (None,))

    def read_pasted(self, text: str) -> tuple[str, ...]:
        """The codenames of a pasted list; none for an empty text. Raises words.WordsRefused."""
        if not text.strip():
            return ()
        codenames, problems = self._parse(text)
        if problems:
            raise words.WordsRefused(problems)
        return codenames

    def decks(self) -> AbstractSet[str]:
        """The names of all decks."""
        return {deck.id for deck in self.offered()} | {OWN_WORDS}

    def offered(self) -> tuple[OfferedDeck, ...]:
        """The decks with codenames, words first."""
        of_words = (
            OfferedDeck(
                name,
                Board.WORDS,
                deck.language,
                len(deck.codenames),
                None if deck.difficulty is None else deck.name,
                deck.difficulty,
            )
            for name, deck in self._decks.items()
        )
        of_pictures = (
            OfferedDeck(name, Board.PICTURES, None, len(codenames()))
            for name, codenames in self._pictures.items()
        )
        return tuple(deck for deck in (*of_words, *of_pictures) if deck.codenames)

    def bot_names(self, taken: AbstractSet[str], count: int) -> tuple[str, ...]:
        """Names for `count` bots. `taken` is in lower case."""
        free = [name for name in BOT_NAMES if name.casefold() not in taken]
        return tuple(self._rng.sample(free, count))

    def code(self) -> str:
        """An unpredictable room code."""
        return "".join(self._rng.choices(CODE_LETTERS, k=CODE_LENGTH))


def _shares(have: Sequence[int], count: int) -> list[int]:
    """Splits `count` as evenly as possible, with no part above its limit in `have`."""
    shares = [0] * len(have)
    for _ in range(count):
        open_ = [n for n, share in enumerate(shares) if share < have[n]]
        shares[min(open_, key=shares.__getitem__)] += 1
    return shares


def _drawn_this_round(room: Room, pool: Sequence[str]) -> list[str]:
    """The codenames of `pool` that the room saw since the pool was last used up.

    Each pool has its own rounds. A codename counts as the same in every script.
    """
    rounds: Counter[str] = Counter()
    for codename, count in room.seen_codenames.items():
        rounds[words.fold(codename)] += count
    seen = {codename: rounds.get(words.fold(codename), 0) for codename in pool}
    fewest = min(seen.values(), default=0)
    return [codename for codename, count in seen.items() if count > fewest]
