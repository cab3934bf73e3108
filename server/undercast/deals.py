"""Everything random: room codes, keys, and codenames drawn from the decks."""

import random
from collections import Counter
from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from undercast import words
from undercast.refusals import Refusal, Refused
from undercast.room.state import Room
from undercast.rules.cards import Identity, Team
from undercast.rules.game import Game
from undercast.words import Deck

HOUSE = "house"
"""The deck name that stands for the list that a room's host pasted."""

CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Letters of a room code: no vowels, so that no code is a word."""

CODE_LENGTH = 4


class Deals:
    """The `undercast.service.Draw` of a real server: from the operating system's entropy."""

    def __init__(self, decks: Mapping[str, Deck], rng: random.Random | None = None) -> None:
        self._decks = decks
        self._rng = rng or random.SystemRandom()

    def codenames(self, room: Room, count: int) -> tuple[str, ...]:
        """Codenames that the room has not seen, as far as there are; none that lies on its board.

        Raises Refused(room/too_few_codenames).
        """
        house = room.house_words if HOUSE in room.lobby.decks else ()
        ids = [deck for deck in room.lobby.decks if deck != HOUSE]
        board = room.game.table.codenames if room.game is not None and room.running else ()
        lying = {words.fold(codename) for codename in board}
        pool = [c for c in words.pool(self._decks, ids, house) if words.fold(c) not in lying]
        try:
            return words.draw(pool, _seen(room, pool), count, self._rng)
        except words.TooFewCodenames as fault:
            raise Refused(Refusal.TOO_FEW_CODENAMES, str(fault)) from None

    def key(self) -> tuple[Identity, ...]:
        """A classic key: starting team and arrangement uniformly random."""
        starting = self._rng.choice(tuple(Team))
        identities = [
            *[Identity(starting)] * 9,
            *[Identity(starting.rival)] * 8,
            *[Identity.BYSTANDER] * 7,
            Identity.ASSASSIN,
        ]
        self._rng.shuffle(identities)
        return tuple(identities)

    def languages(self, room: Room) -> tuple[str, ...]:
        """The languages of the decks that the room draws from; of its own words, the screen's."""
        chosen = (
            room.lobby.language if deck == HOUSE else self._decks[deck].language
            for deck in room.lobby.decks
        )
        return tuple(dict.fromkeys(chosen))

    def cover(self, game: Game) -> int | None:
        """A hidden agent of the rival of the team whose turn it is; None if all are revealed."""
        rival = Identity(game.table.turn.team.rival)
        hidden = (
            position
            for position, identity in enumerate(game.key.identities)
            if identity is rival and game.table.revealed[position] is None
        )
        return self._rng.choice(tuple(hidden) or (None,))

    def pasted(self, text: str) -> tuple[str, ...]:
        """The codenames of a pasted list; none for an empty text.

        Raises words.WordsRefused with what is wrong with it.
        """
        if not text.strip():
            return ()
        codenames, problems = words.parse_pasted(text, fewest=1)
        if problems:
            raise words.WordsRefused(problems)
        return codenames

    def decks(self) -> AbstractSet[str]:
        """The names of the decks there are."""
        return self._decks.keys() | {HOUSE}

    def code(self) -> str:
        """A room code that nobody can foresee."""
        return "".join(self._rng.choices(CODE_LETTERS, k=CODE_LENGTH))


def _seen(room: Room, pool: list[str]) -> list[str]:
    """What of `pool` the room saw since it was last reshuffled.

    Each deck that is played alone or in a mix goes through its own rounds. A codename in another
    script is the same one, so that its rounds add up.
    """
    rounds: Counter[str] = Counter()
    for codename, count in room.seen_codenames.items():
        rounds[words.fold(codename)] += count
    fewest = min((rounds[words.fold(codename)] for codename in pool), default=0)
    return [codename for codename in pool if rounds[words.fold(codename)] > fewest]
