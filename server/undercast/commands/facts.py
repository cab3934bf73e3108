"""What comes from outside with a command: the deal, the time, the referee, who is online."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Literal, Protocol

from msgspec import Struct

from undercast.room.state import Room
from undercast.rules.cards import Identity, Team
from undercast.rules.clues import ClueNumber
from undercast.rules.findings import Finding
from undercast.rules.game import Game
from undercast.rules.settings import Board, Settings
from undercast.rules.text import Category


class OfferedDeck(Struct, frozen=True):
    """A deck that a room can choose."""

    id: str
    """What `decks` names. That of a language's own deck is its tag."""
    board: Board
    """What it is for."""
    language: str | None
    """The tag of its language; null for pictures."""
    codenames: int
    """How many it has now; a deck of photos may still grow."""
    name: str | None = None
    """Of a pack, in its language: words on one subject. Null for every other deck."""
    difficulty: Literal["easy", "medium", "hard"] | None = None
    """Of a pack: `easy`, `medium` or `hard`."""


class Dealer(Protocol):
    """Everything random, and the decks that it draws from."""

    def codenames(self, room: Room, board: Board, count: int) -> tuple[str, ...]:
        """Codenames for a board. Raises Refused(room/too_few_codenames)."""

    def key(self, board: Board) -> tuple[Identity, ...]:
        """The identities of a board of two rival teams."""

    def duet_keys(self) -> tuple[tuple[Identity, ...], tuple[Identity, ...]]:
        """The identities of side A's key and of side B's."""

    def languages(self, room: Room, board: Board) -> tuple[str, ...]:
        """The languages of the decks that the room draws from."""

    def languages_of(self, room: Room, codenames: tuple[str, ...]) -> tuple[str, ...]:
        """The language of each of these words that were drawn for the room: one of `languages`."""

    def shuffled(self, people: tuple[str, ...]) -> tuple[str, ...]:
        """These people in random order."""

    def cover(self, game: Game, team: Team) -> int | None:
        """A random hidden agent of this team; None if there is none."""

    def read_pasted(self, text: str) -> tuple[str, ...]:
        """The codenames of a pasted list. Raises Refused(room/words_refused).

        Slow: called before the command is decided, while other games go on.
        """

    def decks(self) -> AbstractSet[str]:
        """The ids of all decks."""

    def offered(self) -> tuple[OfferedDeck, ...]:
        """The same decks, without a room's own pasted words."""

    def bot_names(self, taken: AbstractSet[str], count: int) -> tuple[str, ...]:
        """Names for so many bots, none of them taken (lower case)."""

    def code(self) -> str:
        """An unpredictable room code."""


class Judge(Protocol):
    """The referee."""

    def judge(
        self,
        languages: tuple[str, ...],
        hidden: Mapping[int, str],
        word: str | None,
        number: ClueNumber,
        agents_left: int,
        settings: Settings,
    ) -> tuple[Finding, ...]:
        """The objections to a clue on this board; `hidden` maps positions to codenames."""


class Facts(Struct, frozen=True):
    """The world outside at the moment a command is decided."""

    now: int
    """The server's clock, Unix milliseconds."""
    dealer: Dealer
    referee: Judge
    category: Category
    """Unicode's character categories, as this Python knows them."""
    online: AbstractSet[str] = frozenset()
    """Ids of the people with a connection."""
    recently_online: AbstractSet[str] = frozenset()
    """Ids of the people who are connected, or were some seconds ago."""
    away: AbstractSet[str] = frozenset()
    """Ids of the people the game no longer waits for: see `room.absence`."""
    lost: bool = False
    """Whether part of the room's log cannot be read and its host has not gone on yet."""
    bots: bool = True
    """Whether bots can think on this server."""
    pasted: tuple[str, ...] = ()
    """The codenames of the pasted list, for that command."""
