"""What the rooms need from outside, and what they are told when it fails.

`undercast.app` puts the real things in.
"""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Protocol

from undercast.room.entries import Entry
from undercast.room.happenings import Happening
from undercast.room.state import Room
from undercast.rules.cards import Identity
from undercast.rules.clues import ClueNumber
from undercast.rules.findings import Finding
from undercast.rules.game import Game
from undercast.rules.settings import Board, Settings
from undercast.screens import Screen
from undercast.views import Audience, View


class NotSaved(Exception):
    """The store could not save an entry (full disk, read-only file); nothing has changed."""


class Outdated(Exception):
    """The store holds another log for this room than the one that was played on."""


class Unreadable(Exception):
    """A room's log cannot be read; the store has set it aside."""


class Store(Protocol):
    """Where logs are kept. What is appended survives the death of the process."""

    def create(self, code: str, origin: str, entry: Entry) -> str:
        """Begin a log as version 1 and return its code.

        `origin` names the command: the same one again returns the code it led to before. Raises
        KeyError if the code is taken, NotSaved.
        """

    def append(self, code: str, version: int, entry: Entry) -> None:
        """Save the entry that leads to `version`. Raises Outdated, NotSaved."""

    def load(self, code: str) -> list[Entry]:
        """The whole log; empty for a room that does not exist. Raises Unreadable, NotSaved."""

    def set_aside(self, code: str, why: str) -> None:
        """Keep the log, but out of the way: it cannot be played. Raises NotSaved."""


@dataclass(frozen=True, slots=True)
class Message:
    """One view for one audience, as it goes over the wire."""

    audience: Audience
    n: int
    """Counts this audience's views."""
    step: int
    """What a move chosen on this view has to name."""
    happened: tuple[Happening, ...]
    """What led from the view before to this one: for animation and sound, never for state."""
    view: View


@dataclass(frozen=True, slots=True)
class Admitted:
    """A connection that may belong to a room, and as whom."""

    code: str
    token_hash: str | None
    player: str | None
    audience: Audience


class Tell(Protocol):
    """The connections of a room."""

    def tell(self, code: str, message: Message) -> None:
        """Send to every connection of the message's audience. Never blocks, never raises."""

    def audiences(self, code: str) -> AbstractSet[Audience]:
        """Who is listening."""

    def online(self, code: str) -> AbstractSet[str]:
        """Ids of the people with a connection."""

    def reseat(self, code: str, room: Room) -> None:
        """Seats or tokens changed: put each connection into its audience, or see it out."""

    def renew(self, code: str) -> None:
        """The room was replaced from a backup: every connection has to enter again."""


@dataclass(frozen=True, slots=True)
class OfferedDeck:
    """A deck that boards can be drawn from."""

    id: str
    """What `decks` names. That of a deck of words is its language's tag."""
    board: Board
    """What it is for."""
    language: str | None
    """The tag of its language; null for pictures."""
    codenames: int
    """How many it has now; photos may still become more."""


class Draw(Protocol):
    """Everything random, and the decks it is drawn from. Given by `create_app`."""

    def codenames(self, room: Room, board: Board, count: int) -> tuple[str, ...]:
        """Codenames for a board. Raises Refused(room/too_few_codenames)."""

    def key(self, board: Board) -> tuple[Identity, ...]:
        """The identities of a board of two rival teams."""

    def duet_keys(self) -> tuple[tuple[Identity, ...], tuple[Identity, ...]]:
        """The identities of side A's key and of side B's."""

    def languages(self, room: Room, board: Board) -> tuple[str, ...]:
        """The languages of the decks that the room draws from."""

    def cover(self, game: Game) -> int | None:
        """Where the penalty falls: a hidden agent of the rival of the team whose turn it is."""

    def pasted(self, text: str) -> tuple[str, ...]:
        """The codenames of a pasted list. Raises Refused(room/words_refused)."""

    def decks(self) -> AbstractSet[str]:
        """The names of the decks there are."""

    def offered(self) -> tuple[OfferedDeck, ...]:
        """The same decks without a host's own words, which each room has for itself."""

    def code(self) -> str:
        """A room code that nobody can foresee."""


class Referee(Protocol):
    """What judges clues by their language. Given by `create_app`."""

    def judge(
        self,
        languages: tuple[str, ...],
        hidden: Mapping[int, str],
        word: str | None,
        number: ClueNumber,
        agents_left: int,
        settings: Settings,
    ) -> tuple[Finding, ...]:
        """What there is to object to a clue on this board, by the position of hidden cards."""


class Screens(Protocol):
    """The televisions that rooms are cast to."""

    def screen(self, code: str) -> Screen | None:
        """The room's television, and what is with it."""


Clock = Callable[[], int]
"""Unix milliseconds."""

Wake = Callable[[str, int], None]
"""Have `Rooms.strike` called for the room of this code at this time (Unix milliseconds)."""
