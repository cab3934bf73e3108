"""What the rooms need from outside, and what they are told when it fails.

`undercast.server.app` puts the real things in.
"""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple, Protocol

from msgspec import Struct

from undercast.base.cast_status import Screen
from undercast.base.refusals import Refusal
from undercast.book.statistics import PairNumbers, PersonNumbers
from undercast.room.bots import Duty
from undercast.room.ended_games import EndedGame
from undercast.room.entries import Entry
from undercast.room.events import RoomEvent
from undercast.room.seats import Seat
from undercast.room.state import BotStyle, Room
from undercast.rules.game import Ending
from undercast.rules.secret import Secret
from undercast.rules.settings import Mode
from undercast.views import Audience, BotThinking, View

NOBODY: frozenset[str] = frozenset()


class NotSaved(Exception):
    """The store could not save or read (full disk, read-only file); nothing has changed."""


class Outdated(Exception):
    """Another process wrote in this room meanwhile: there is more to read."""


class LogReplaced(Exception):
    """The store holds another log for this room than the one that was played on."""


class RoomGone(Exception):
    """There is no such room any more: it was deleted, or expired."""


class Unreadable(Exception):
    """The next entry of a room's log is missing, or its bytes are no entry."""


class NewerVersion(Exception):
    """The next entry of a room's log was written by a newer version, which alone can read it."""


class LatestCheckpoint(NamedTuple):
    """The end of a room's log."""

    version: int
    at: int
    """When that entry was made: Unix milliseconds."""
    set_aside: str | None
    """Why the log could not be read when it was tried last; null when it could."""


class StoredRoom(Secret, frozen=True):
    """What is kept beside a room's log, so that it need not be replayed from its beginning."""

    room: Room
    """As it is after its latest entry."""
    ended: tuple[EndedGame, ...] = ()
    """Games that are over; a record of the room's present game that is not among them is void."""


class Log(Protocol):
    """What is kept of rooms, to be read. Raises NotSaved when the disk fails."""

    def latest(self, code: str) -> LatestCheckpoint | None:
        """The end of the log; None for a room that does not exist, or has expired."""

    def checkpoint(self, code: str, before: int) -> Room | None:
        """The room as it was kept last before this version; None if nothing usable was kept."""

    def entries(self, code: str, after: int, most: int) -> list[Entry]:
        """Up to `most` entries that follow version `after`; none at the log's end.

        Raises Unreadable, NewerVersion for the very next one: what comes before it was given.
        Where logs can be told apart, Replaced: that of version `after` is not the one that was read
        or written here.
        """


class Store(Log, Protocol):
    """Where logs are kept. What is appended survives the death of the process.

    Everything here raises NotSaved when the disk fails.
    """

    def create(self, code: str, origin: str, entry: Entry) -> str:
        """Begin a log as version 1 and return its code.

        `origin` names the command: the same one again returns the code it led to before. Raises
        KeyError if the code is taken.
        """

    def opened(self, origin: str) -> str | None:
        """The code that this command led to before, if it did."""

    def count(self) -> int:
        """How many rooms there are; those that expired are not counted."""

    def expire_unused(self, before: int, besides: AbstractSet[str]) -> list[str]:
        """Delete rooms, besides these, in which no game was ever dealt and whose latest entry is
        older than `before` (Unix ms); their codes.
        """

    def append(self, code: str, version: int, entry: Entry, kept: StoredRoom | None = None) -> None:
        """Save the entry that leads to `version`, with what is to be kept.

        Raises Outdated, Replaced, Gone; then nothing was saved.
        """

    def keep(self, code: str, kept: StoredRoom) -> None:
        """Keep what was found out by replaying, if the room is still there."""

    def set_aside(self, code: str, why: str | None) -> None:
        """Note why the log cannot be read from some entry on; None when it can, after all."""

    def go_on(self, code: str, version: int, entry: Entry, kept: StoredRoom) -> None:
        """Go on with `entry` as `version`: the log as it was is put aside, whole, and what came
        after the entry before is taken out. Raises Outdated, Replaced, Gone.
        """


class Records(Protocol):
    """The records of ended games. Raises NotSaved when the disk fails."""

    def latest_games(self, code: str, most: int) -> list[int]:
        """The numbers of the latest ended games of a room, in their order."""

    def game(self, code: str, number: int) -> EndedGame | None:
        """An ended game of a room, if there is one of this number that can be read."""


class Peers(Protocol):
    """Other processes that serve a room, too. Only `find` may wait, and nothing here raises."""

    def find(self, code: str) -> bool:
        """The room is about to be read: look who else has it in memory. Whether anybody does, or
        did a moment ago, so that a clock that runs in it has not stood.
        """

    def online(self, code: str) -> AbstractSet[str]:
        """Ids of the people of this room who are connected to others."""

    def owns(self, code: str) -> bool:
        """Whether what has to be done once for the room is done here: its bots, its clock."""

    def set_loaded(self, code: str, online: AbstractSet[str] | None) -> None:
        """The room is in memory here, with these people connected; None: not even a screen is."""

    def set_unloaded(self, code: str) -> None:
        """The room is in memory here no more."""


class NoPeers:
    """The `Peers` of the only process."""

    def find(self, code: str) -> bool:  # noqa: ARG002  # any
        """Nobody has it."""
        return False

    def online(self, code: str) -> AbstractSet[str]:  # noqa: ARG002  # nobody, of any room
        """Nobody."""
        return NOBODY

    def owns(self, code: str) -> bool:  # noqa: ARG002  # any
        """Yes."""
        return True

    def set_loaded(self, code: str, online: AbstractSet[str] | None) -> None:
        """Nobody needs to know."""

    def set_unloaded(self, code: str) -> None:
        """Nobody needs to know."""


class GameTotals(Struct, frozen=True):
    """Games of this household that ended alike."""

    mode: Mode
    ending: Ending
    won: bool
    """Whether somebody won: always in a classic game that was not abandoned; in co-op, the people.
    """
    games: int
    turns: int
    clues: int
    found: int
    """Own agents found under a clue."""
    assassins: int


class NamedPerson(Struct, frozen=True):
    """Somebody who agreed to be counted by name, across rooms."""

    name: str
    numbers: PersonNumbers


class NamedPair(Struct, frozen=True):
    """Two who agreed to be counted by name."""

    giver: str
    """Name of who gave the clues."""
    guesser: str
    numbers: PairNumbers


class Household(Struct, frozen=True):
    """The statistics of this household: numbers that outlive the rooms."""

    games: tuple[GameTotals, ...] = ()
    people: tuple[NamedPerson, ...] = ()
    """By name."""
    pairs: tuple[NamedPair, ...] = ()
    """By their names."""


class Statistics(Protocol):
    """Where the numbers of this household are kept. Raises NotSaved when the disk fails."""

    @property
    def counts(self) -> bool:
        """Whether games are counted."""

    def of(self, names: AbstractSet[str]) -> Household:
        """The household's games, and of people by name only these."""


class Message(Struct, frozen=True):
    """One view for one audience, as it goes over the wire."""

    audience: Audience
    n: int
    """Counts this audience's views."""
    step: int
    """What a move chosen on this view has to name."""
    happened: tuple[RoomEvent, ...]
    """What led from the view before to this one: for animation and sound, never for state."""
    view: View


class RoomAccess(Struct, frozen=True):
    """A connection that may belong to a room, and as whom."""

    code: str
    token_hash: str | None
    player: str | None
    audience: Audience


class RoomConnections(Protocol):
    """The connections of a room."""

    def publish(self, code: str, message: Message) -> None:
        """Send to every connection of the message's audience. Never blocks, never raises."""

    def audiences(self, code: str) -> AbstractSet[Audience]:
        """Who is listening."""

    def online(self, code: str) -> AbstractSet[str]:
        """Ids of the people with a connection."""

    def update_audiences(self, code: str, room: Room) -> None:
        """Seats or tokens changed: put each connection into its audience, or see it out."""

    def evict(self, code: str, why: Refusal) -> None:
        """No connection belongs to the room any more: each is told why, and may enter again."""


class SeatSnapshot(Secret, frozen=True):
    """What a seat sees, to be thought about: nothing but what whoever sits there is told."""

    player: str
    seat: Seat
    style: BotStyle
    languages: tuple[str, ...]
    """Of the codenames, in which clues are given and judged."""
    message: Message


class Bots(Protocol):
    """Those who think for bots."""

    @property
    def thinkers(self) -> BotThinking:
        """Whether bots can think, as everybody may know."""

    def set_duties(self, code: str, duties: Mapping[str, Duty]) -> None:
        """What the room's bots have to do now, by their ids; nothing where nobody looks on.

        Called again and again with what is known already. Never blocks, never raises.
        """


class Screens(Protocol):
    """The televisions that rooms are cast to."""

    def screen(self, code: str) -> Screen | None:
        """The room's television, and what is with it."""

    def people_changed(self, code: str) -> None:
        """Perhaps somebody came into this room or went. Never blocks, never raises."""

    def played(self, code: str) -> None:
        """Somebody in this room did what everybody sees. Never blocks, never raises."""


Clock = Callable[[], int]
"""The server's time, Unix milliseconds. It does not jump while anybody is connected to a room."""

SetTimer = Callable[[str, int], None]
"""Have `Rooms.strike` called for the room of this code at this time (Unix milliseconds)."""

YieldControl = Callable[[], None]
"""Let other rooms go on: called again and again while something long is done."""
