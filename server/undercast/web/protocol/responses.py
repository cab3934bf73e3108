"""Everything that a client is sent besides the view: the answers to what it said, and `gone`."""

from dataclasses import dataclass
from typing import Literal

from undercast.base.cast_status import CastReason, Kind, Remedy, Visibility
from undercast.base.refusals import Refusal
from undercast.book.pages import BookPage, DebriefedKey
from undercast.commands import OfferedDeck
from undercast.room.predictions import OwnPredictions
from undercast.rules.findings import Finding
from undercast.service import Book, HouseholdStatistics, OpenGame
from undercast.thinking.messages import Idea, Likely
from undercast.web.messages import Reaction
from undercast.words import Problem


@dataclass(frozen=True, slots=True)
class Entered:
    """The connection belongs to a room now, and is sent its views from now on."""

    room: str
    """The room's code as it is written on the screen."""
    you: str | None
    """Your player id; null for a shared screen."""
    now: int
    """The server's clock, Unix milliseconds."""
    join_url: str
    """The address at which others join this room, for a QR code or to be read out."""
    tv_url: str
    """The address of this room's page for a shared screen."""
    screen: str | None = None
    """For a page that was cast: to be kept, and shown with the next `watch`."""
    casts: bool = True
    """Whether a host may ask for televisions; at a public address only the terminal does."""
    counts: bool = True
    """Whether this server keeps statistics of the household; at a public address it does not."""
    elsewhere: bool = False
    """Several servers have this room, and the address of your connection did not name it: connect
    again, with `room=` and the code in the address, and enter there."""
    predictions: OwnPredictions | None = None
    """Your own in the game on the table; null without any."""
    ok: Literal[True] = True


@dataclass(frozen=True, slots=True)
class Asked:
    """The request waits for an answer; until then the connection sees what a shared screen sees."""

    request: int
    """The request's id, as in `lobby.requests`."""
    ok: Literal[True] = True


@dataclass(frozen=True, slots=True)
class Television:
    """One device of the house."""

    id: str
    name: str
    model: str
    address: str
    refused: CastReason | None
    """Why it cannot be cast to; null: it can."""
    kind: Kind = Kind.CAST


@dataclass(frozen=True, slots=True)
class ScreenReport:
    """What a screen of the room runs on, as its page says itself; see `report`."""

    agent: str
    width: int
    height: int
    latency: int
    failed: tuple[Remedy, ...]
    holds: tuple[Remedy, ...]
    played: int
    visible: bool
    changes: tuple[Visibility, ...]
    version: str
    cast: bool
    """Whether it is the page that was cast; else it is any screen's."""
    at: int
    """When it said so, by the server's clock; Unix milliseconds."""


@dataclass(frozen=True, slots=True)
class TelevisionList:
    """The devices of the house, as far as they are known by now; ask again for newer news."""

    televisions: tuple[Television, ...]
    network: CastReason | None
    """Why none can be found, if that is known."""
    about: ScreenReport | None
    """The latest report of the page that was cast, or else of any screen of this room."""
    ok: Literal[True] = True


@dataclass(frozen=True, slots=True)
class DeckList:
    """The decks that this server has now, over HTTP: a host chooses before there is a room."""

    decks: tuple[OfferedDeck, ...]


@dataclass(frozen=True, slots=True)
class GameList:
    """The games that are going on in this house, over HTTP: at its door nobody needs a code."""

    games: tuple[OpenGame, ...]
    """The fullest first, twelve at most. Always empty where games are private."""
    address: str
    """Where a phone begins: the address of the phone page."""
    opens: bool
    """Whether a shared screen may open a room: not where games are private."""


@dataclass(frozen=True, slots=True)
class RoomForScreen:
    """The answer to a shared screen that opened a room, over HTTP."""

    room: str
    """Its code. Nobody is in it: the first who joins becomes its host."""


@dataclass(frozen=True, slots=True)
class OfferedList:
    """A word list of the household's library."""

    id: str
    name: str
    codenames: int
    """How many it has."""
    yours: bool
    """Whether this browser kept it, and so may delete it."""


@dataclass(frozen=True, slots=True)
class ListedLibrary:
    """The household's word lists, over HTTP: they are there for all rooms."""

    lists: tuple[OfferedList, ...]
    """By name, fifty at most."""
    open: bool
    """Whether this server has a library: at a public address only with `--packs`."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What the referee says of a clue; nothing is known of it to anybody else."""

    findings: tuple[Finding, ...]
    """Empty for a clue to which there is nothing to object."""
    ok: Literal[True] = True


@dataclass(frozen=True, slots=True)
class CoachAnswer:
    """How a stranger would see the board after a clue; nothing is known of it to anybody else."""

    ranking: tuple[Likely, ...]
    """The hidden cards, the likeliest first."""
    ok: Literal[True] = True


@dataclass(frozen=True, slots=True)
class ClueIdeas:
    """Clues that this seat could give; nothing is known of them to anybody else."""

    ideas: tuple[Idea, ...]
    """The best first; they pass the referee of the room."""
    ok: Literal[True] = True


@dataclass(frozen=True, slots=True)
class OpenedBook:
    """The book of the room."""

    book: Book
    ok: Literal[True] = True


@dataclass(frozen=True, slots=True)
class OpenedPage:
    """An ended game."""

    page: BookPage
    debriefed: DebriefedKey | None
    """Null until somebody had the key shown to all."""
    ok: Literal[True] = True


@dataclass(frozen=True, slots=True)
class Exported:
    """A debriefed game, to be saved as a file. What both say is described under *Exports*."""

    text: str
    """For people: plain text in English."""
    json: str
    """For programs."""
    ok: Literal[True] = True


@dataclass(frozen=True, slots=True)
class OpenedStatistics:
    """What the games of this household have come to."""

    household: HouseholdStatistics
    ok: Literal[True] = True


@dataclass(frozen=True, slots=True)
class Done:
    """The command was carried out and saved, now or the first time it came."""

    ok: Literal[True] = True


@dataclass(frozen=True, slots=True)
class Failure:
    """Why nothing was done."""

    code: Refusal | CastReason
    detail: str = ""
    """Plain English for developers and logs, often empty."""
    problems: tuple[Problem, ...] = ()
    """What is wrong with a pasted word list."""
    findings: tuple[Finding, ...] = ()
    """What the referee objects to in the clue that was sent."""


@dataclass(frozen=True, slots=True)
class Failed:
    """Nothing was done, and nothing has changed."""

    error: Failure


@dataclass(frozen=True, slots=True)
class LeftRoom:
    """The connection does not belong to its room any more."""

    code: Refusal | CastReason


@dataclass(frozen=True, slots=True)
class ShownReaction:
    """Somebody reacts; a shared screen shows it for a moment."""

    reaction: Reaction


Answer = (
    Entered
    | Asked
    | Done
    | Judged
    | CoachAnswer
    | ClueIdeas
    | TelevisionList
    | OpenedBook
    | OpenedPage
    | Exported
    | OpenedStatistics
    | Failed
)
"""What may be answered to a message."""
