"""What the rooms need from outside, and the errors that it raises.

`undercast.server.app` passes the implementations.
"""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple, Protocol

from msgspec import Struct

from undercast.base.cast_status import Screen
from undercast.base.refusals import Refusal
from undercast.book.statistics import PairNumbers, PersonNumbers
from undercast.room.bots import BotTask
from undercast.room.ended_games import EndedGame
from undercast.room.entries import Entry
from undercast.room.events import RoomEvent
from undercast.room.predictions import OwnPredictions
from undercast.room.seats import Seat
from undercast.room.state import BotStyle, Room
from undercast.rules.game import Ending
from undercast.rules.secret import Secret
from undercast.rules.settings import Mode
from undercast.views import Audience, BotThinking, View

NOBODY: frozenset[str] = frozenset()


class NotSaved(Exception):
    """The store cannot save or read (full disk, read-only file). Nothing has changed."""


class Outdated(Exception):
    """Another process has written to this room since: read on first."""


class LogReplaced(Exception):
    """The store holds another log for this room than the one in memory."""


class RoomGone(Exception):
    """The room no longer exists: it was deleted or has expired."""


class Unreadable(Exception):
    """The next entry of a room's log is missing or damaged."""


class NewerVersion(Exception):
    """Only a newer version can read the next entry of this log: it wrote it."""


class LatestCheckpoint(NamedTuple):
    """The end of a room's log."""

    version: int
    at: int
    """When that entry was made: Unix milliseconds."""
    set_aside: str | None
    """Why the log could not be read when it was tried last; null when it could."""


class StoredRoom(Secret, frozen=True):
    """What the store keeps beside a room's log, so that nobody replays it from the beginning."""

    room: Room
    """As it is after its latest entry."""
    ended: tuple[EndedGame, ...] = ()
    """Games that are over; a record of the room's present game that is not among them is void."""


class Log(Protocol):
    """Stored rooms, to read. Raises NotSaved when the disk fails."""

    def latest(self, code: str) -> LatestCheckpoint | None:
        """The end of the log; None if the room does not exist or has expired."""

    def checkpoint(self, code: str, before: int) -> Room | None:
        """The latest usable checkpoint before this version; None without one."""

    def entries(self, code: str, after: int, most: int) -> list[Entry]:
        """Up to `most` entries after version `after`; none at the end of the log.

        Raises Unreadable or NewerVersion only for the very next entry; earlier ones are returned
        first. Raises LogReplaced if the entry of version `after` is not the one read or written
        here, where the store can tell.
        """


class Store(Log, Protocol):
    """Where logs are kept. What is appended survives the death of the process.

    Every method raises NotSaved when the disk fails.
    """

    def create(self, code: str, origin: str, entry: Entry) -> str:
        """Begin a log as version 1 and return its code.

        `origin` names the command: the same one again returns the same code. Raises KeyError if the
        code is taken.
        """

    def opened(self, origin: str) -> str | None:
        """The code that this command opened before, if any."""

    def count(self) -> int:
        """How many rooms there are, expired ones excluded."""

    def expire_unused(self, before: int, besides: AbstractSet[str]) -> list[str]:
        """Delete the rooms, except `besides`, that never saw a deal and whose latest entry is older
        than `before` (Unix ms). Returns their codes.
        """

    def append(self, code: str, version: int, entry: Entry, kept: StoredRoom | None = None) -> None:
        """Save the entry that leads to `version`, with its checkpoint if there is one.

        Raises Outdated, LogReplaced, RoomGone; then nothing was saved.
        """

    def keep(self, code: str, kept: StoredRoom) -> None:
        """Save the result of a replay, if the room is still there."""

    def set_aside(self, code: str, why: str | None) -> None:
        """Note why the log cannot be read from some entry on; None if it can after all."""

    def go_on(self, code: str, version: int, entry: Entry, kept: StoredRoom) -> None:
        """Continue with `entry` as `version`. The store sets a copy of the whole log aside, then
        removes everything after the previous entry.

        Raises Outdated, LogReplaced, RoomGone.
        """


class Records(Protocol):
    """The records of ended games. Raises NotSaved when the disk fails."""

    def latest_games(self, code: str, most: int) -> list[int]:
        """The numbers of a room's latest ended games, oldest first."""

    def game(self, code: str, number: int) -> EndedGame | None:
        """An ended game of a room; None if it does not exist or cannot be read."""


class Peers(Protocol):
    """Other processes that serve the same room. Only `find` may block; nothing here raises."""

    def find(self, code: str) -> bool:
        """Find out who else has the room in memory, before it is loaded here. True if anybody has,
        or had a moment ago: then a running clock did not stop.
        """

    def online(self, code: str) -> AbstractSet[str]:
        """Ids of this room's people who are connected to other processes."""

    def owns(self, code: str) -> bool:
        """Whether this process runs the room's bots and clock."""

    def set_loaded(self, code: str, online: AbstractSet[str] | None) -> None:
        """The room is in memory here with these people connected; None: not even a screen is."""

    def set_unloaded(self, code: str) -> None:
        """The room is no longer in memory here."""


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
        """There is nobody to inform."""

    def set_unloaded(self, code: str) -> None:
        """There is nobody to inform."""


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


class HouseholdStatistics(Struct, frozen=True):
    """The statistics of this household. They outlive the rooms."""

    games: tuple[GameTotals, ...] = ()
    people: tuple[NamedPerson, ...] = ()
    """By name."""
    pairs: tuple[NamedPair, ...] = ()
    """By their names."""


class Statistics(Protocol):
    """Where the household's statistics are kept. Raises NotSaved when the disk fails."""

    @property
    def counts(self) -> bool:
        """Whether games are counted."""

    def of(self, names: AbstractSet[str]) -> HouseholdStatistics:
        """The household's games, and the people among `names`."""


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
    """The room that a connection belongs to, and as whom."""

    code: str
    token_hash: str | None
    player: str | None
    audience: Audience
    predictions: OwnPredictions | None = None
    """This person's own; None without any."""


class RoomConnections(Protocol):
    """The connections of a room."""

    def publish(self, code: str, message: Message) -> None:
        """Send to every connection of the message's audience. Never blocks, never raises."""

    def send_predictions(self, code: str, player: str, predictions: OwnPredictions) -> None:
        """Send a person's own predictions to all their connections. Never blocks, never raises."""

    def audiences(self, code: str) -> AbstractSet[Audience]:
        """The audiences with a connection."""

    def online(self, code: str) -> AbstractSet[str]:
        """Ids of the people with a connection."""

    def update_audiences(self, code: str, room: Room) -> None:
        """Seats or tokens changed: move each connection to its audience, or evict it."""

    def evict(self, code: str, why: Refusal) -> None:
        """Remove every connection from the room. Each is told why and may enter again."""


class SeatSnapshot(Secret, frozen=True):
    """What a seat sees, for a bot or the coach to think about: exactly what its holder sees."""

    player: str
    seat: Seat
    style: BotStyle
    languages: tuple[str, ...]
    """Of the codenames, in which clues are given and judged."""
    message: Message


class Bots(Protocol):
    """The bot players' scheduler."""

    @property
    def thinkers(self) -> BotThinking:
        """Whether bots can think, as everybody may know."""

    def set_tasks(self, code: str, bot_tasks: Mapping[str, BotTask]) -> None:
        """What each of the room's bots has to do now, by id; empty while nobody is connected.

        Also called when nothing has changed. Never blocks, never raises.
        """


class Screens(Protocol):
    """The televisions that rooms are cast to."""

    def screen(self, code: str) -> Screen | None:
        """The room's television and its status."""

    def people_changed(self, code: str) -> None:
        """Somebody may have entered or left this room. Never blocks, never raises."""

    def played(self, code: str) -> None:
        """Somebody in this room did something public. Never blocks, never raises."""


Clock = Callable[[], int]
"""The server's time, Unix milliseconds. It never jumps while anybody is connected to a room."""

SetTimer = Callable[[str, int], None]
"""Have `Rooms.timer_due` called for this room at this time (Unix milliseconds)."""

YieldControl = Callable[[], None]
"""Let other rooms run: called repeatedly during long work."""
