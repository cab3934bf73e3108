"""Every message that a client sends, except commands: its fields, with types and sizes.

`undercast.commands` has the commands of people; here are the entrances, by which a connection gets
into a room, and all other messages. The name on the wire is the class's name in snake case. Unknown
fields are refused.
"""

from enum import StrEnum
from typing import Annotated, TypeVar

from msgspec import Meta, Struct, ValidationError, convert

from undercast.base.cast_status import Remedy, Visibility
from undercast.base.refusals import Refusal, Refused
from undercast.commands.command_types import (
    CommandId,
    Decks,
    GameNumber,
    Language,
    Number,
    PlayerId,
    Text,
    wire_name,
)
from undercast.rules.settings import Settings

PROTOCOL = 2
"""The version of the protocol that a client names when it enters."""

Code = Annotated[str, Meta(min_length=1, max_length=12)]
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22,86}\Z")]


class ConnectionMessage(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a connection says before it belongs to a room."""

    protocol: int


class Watch(ConnectionMessage, frozen=True):
    """A shared screen wants the public view of a room."""

    room: Code
    nonce: Annotated[str, Meta(max_length=100)] | None = None
    """Out of the address that the page was cast with: says that it has come, once."""
    screen: Annotated[str, Meta(max_length=400)] | None = None
    """What the nonce was exchanged for: says that the same page is back."""


class Create(ConnectionMessage, frozen=True):
    """Open a room and be its host."""

    cmd_id: CommandId
    token: Token
    name: Text
    language: Language
    """Tag of the language that the shared screen speaks, like "en" or "sr-Cyrl"."""
    decks: Decks
    """Ids of the decks that boards are drawn from."""
    settings: Settings = Settings()


class JoinMessage(ConnectionMessage, frozen=True):
    """Come in by name with a new token; a token that is known already just enters."""

    room: Code
    token: Token
    name: Text


class Enter(ConnectionMessage, frozen=True):
    """Come back with a known token."""

    room: Code
    token: Token


class AskToReturnMessage(ConnectionMessage, frozen=True):
    """Ask for the person that this browser was before it lost its token."""

    room: Code
    token: Token
    player: PlayerId


class BecomeHostMessage(ConnectionMessage, frozen=True):
    """Show a link from the server's terminal; the token must be known in the room."""

    room: Code
    token: Token
    link: Text
    """The secret part of the link."""


class NewWordList(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A browser keeps a word list for all rooms of the server, over HTTP."""

    name: Text
    text: str
    """As of `paste_words`."""


class ReportMessage(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A shared screen tells the host's diagnostics what it runs on."""

    agent: Annotated[str, Meta(max_length=300)]
    """The browser's user agent."""
    width: Annotated[int, Meta(ge=0, le=20_000)]
    """The page's width in CSS pixels."""
    height: Annotated[int, Meta(ge=0, le=20_000)]
    """The page's height in CSS pixels."""
    latency: Annotated[int, Meta(ge=0, le=60_000)]
    """Milliseconds from its `watch` to the answer."""
    failed: Annotated[tuple[Remedy, ...], Meta(max_length=4)] = ()
    """What it tried against the device's idle screen, and could not do."""
    holds: Annotated[tuple[Remedy, ...], Meta(max_length=4)] = ()
    """What is at work against it now: a video counts while its time advances."""
    played: Annotated[int, Meta(ge=0, le=10**9)] = 0
    """For how many seconds altogether a silent video was seen to advance."""
    visible: bool = True
    """Whether the browser shows the page; a screensaver covers it."""
    changes: Annotated[tuple[Visibility, ...], Meta(max_length=10)] = ()
    """When that changed: the latest ones, in their order."""
    version: Annotated[str, Meta(max_length=40)] = ""
    """The version of the page."""


class Reaction(StrEnum):
    """What people can show of their feelings by one tap."""

    LOVE = "love"
    FIRE = "fire"
    BRAIN = "brain"
    """How clever."""
    EYES = "eyes"
    """How exciting."""
    SNAIL = "snail"
    """How slow."""


class React(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Show a reaction on the room's shared screens. It changes no view and stands in no log."""

    reaction: Reaction


class JudgeClue(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What would the referee say of this clue? Asked while typing; nothing changes."""

    word: Text
    number: Number


class Coaching(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a giver wants to know from the coach. Nothing changes, and nobody else hears of it."""


class AskCoach(Coaching, frozen=True):
    """How would a stranger see the board after this clue?"""

    word: Text


class AskIdeas(Coaching, frozen=True):
    """Which clues come to mind?"""


class Casting(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a host wants of the televisions. Doing it twice is doing it once, so it has no id."""


class ListTvs(Casting, frozen=True):
    """Which televisions are there."""


class ShowOnTv(Casting, frozen=True):
    """Show the room on this television."""

    device: Annotated[str, Meta(max_length=100)]
    """Its id, as in the list."""
    instead: bool = False
    """Also when another room is on it."""


class StopTv(Casting, frozen=True):
    """Free the room's television, and the one that is to take its place."""

    device: Annotated[str, Meta(max_length=100)] | None = None
    """Only this one of the two."""


class TakeBackTv(Casting, frozen=True):
    """Take the television back from another app."""


class AddTv(Casting, frozen=True):
    """Look for a television at this address, as long as the server runs."""

    address: Annotated[str, Meta(max_length=45)]
    """An IPv4 address."""


class BookMessage(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a person wants to read in the book of the room. Nothing changes."""


class OpenBook(BookMessage, frozen=True):
    """The games that ended in this room, and what they come to for the people in it."""


class OpenPage(BookMessage, frozen=True):
    """One ended game, to be stepped through. A shared screen may ask for the one it has to show."""

    game: GameNumber
    """Its number in the room."""


class ExportGame(BookMessage, frozen=True):
    """A debriefed game as files."""

    game: GameNumber
    """Its number in the room."""


class OpenStatistics(BookMessage, frozen=True):
    """What the games of this household have come to, across rooms; of people those of this room who
    agreed to be counted by name.
    """


ENTRANCES: dict[str, type[ConnectionMessage]] = {
    wire_name(kind): kind
    for kind in (Watch, Create, JoinMessage, Enter, AskToReturnMessage, BecomeHostMessage)
}

CASTING: dict[str, type[Casting]] = {
    wire_name(kind): kind for kind in (ListTvs, ShowOnTv, StopTv, TakeBackTv, AddTv)
}

BOOK: dict[str, type[BookMessage]] = {
    wire_name(kind): kind for kind in (OpenBook, OpenPage, ExportGame, OpenStatistics)
}

COACHING: dict[str, type[Coaching]] = {wire_name(kind): kind for kind in (AskCoach, AskIdeas)}

REPORT = "report"
"""The name of the one message that only a shared screen sends."""

REACT = "react"
"""The name of the one message that only passes through."""

JUDGE_CLUE = "judge_clue"
"""The name of the one question about a game."""


T = TypeVar("T")


def parse(kind: type[T], data: object) -> T:
    """A message of this kind. Raises Refused(wire/malformed)."""
    try:
        return convert(data, kind)
    except ValidationError as error:
        raise Refused(Refusal.MALFORMED, str(error)) from None


def parse_entrance(name: str, data: object) -> ConnectionMessage:
    """An entrance, by name. Raises Refused: wire/malformed, wire/protocol."""
    entrance = parse(ENTRANCES[name], data)
    if entrance.protocol != PROTOCOL:
        raise Refused(Refusal.PROTOCOL, f"this server speaks protocol {PROTOCOL}")
    return entrance


def code_of(typed: str) -> str:
    """The room code that somebody typed."""
    return typed.strip().upper()
