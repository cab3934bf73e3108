"""The words in which the tests of a room are written.

    four = room(Ana=Seat.RED_SPYMASTER, Ben=Seat.BLUE_SPYMASTER, Cem=Seat.RED_OPERATIVE)
    playing = then(four, ANA, deal(), clue("tree", 2))
    assert why_not(playing, CEM, touch(0)) is Refusal.NOT_YOUR_SEAT

Ana opens every room, so she is host until somebody else is.
"""

import unicodedata
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from rules.game_builder import CODENAMES, KEY, TYPED, At, identities, require_legal, tidied
from undercast import commands
from undercast.base.refusals import Refusal, Refused
from undercast.commands import Facts, decision, game_checks
from undercast.room import evolve, people
from undercast.room.entries import (
    AddBots,
    AnswerRequest,
    AskToReturn,
    BecomeHost,
    CreateRoom,
    Deal,
    Entry,
    Join,
    LogAction,
    NewBot,
    Rename,
    TakeSeat,
)
from undercast.room.events import RoomChange, RoomEvent
from undercast.room.seats import Seat
from undercast.room.state import PHOTOS, BotStyle, Room
from undercast.rules import text
from undercast.rules.actions import Pause, TimeUp, TouchCard
from undercast.rules.game import RULES
from undercast.rules.settings import Settings

ANA, BEN, CEM, DORA, EVA, FRAN = "p1", "p2", "p3", "p4", "p5", "p6"

NOBODY = ""
"""Who asks to return: a browser without a known token."""

FOUR = {
    "Ana": Seat.RED_SPYMASTER,
    "Ben": Seat.BLUE_SPYMASTER,
    "Cem": Seat.RED_OPERATIVE,
    "Dora": Seat.BLUE_OPERATIVE,
}

CREATE = CreateRoom("BKTM", "Ana", "hash of Ana", "en", ("en",), TYPED)


def entry(by: str, do: LogAction | At, cmd_id: str = "", at: int = 0) -> Entry:
    return Entry(do.at, by, cmd_id, do.action) if isinstance(do, At) else Entry(at, by, cmd_id, do)


class _Decks:
    """As much of a dealer as the tests of a room need: what is drawn stands in the actions."""

    def decks(self) -> set[str]:
        return {"en", "sr", "sr-Cyrl", "bs", "house", "scenes", PHOTOS, "own", "more", "gone"}


def facts(at: int = 0, **other: Any) -> Facts:
    """The world outside at a server time."""
    given: dict[str, Any] = {
        "dealer": _Decks(),
        "referee": None,
        "category": unicodedata.category,
    } | other
    return Facts(at, **given)


def replay(entries: Iterable[Entry]) -> Room:
    """The room that a log, from its first entry on, leads to."""
    log = iter(entries)
    room = evolve.create(next(log))
    for entry in log:
        room, _ = evolve.evolve(room, entry)
    return room


def played(now: Room, does: Entry) -> RoomChange:
    """As a command is: decided, and then applied. What is drawn outside stands in the entry."""
    does = replace(does, do=_shown(now, does))
    require_allowed(now, does)
    return evolve.evolve(now, does)


def require_allowed(now: Room, does: Entry) -> None:
    """Raise Refused unless a command would lead to this entry."""
    do, outside = does.do, facts(does.at, online={player.id for player in now.lobby.people})
    if does.by == evolve.SERVER and isinstance(do, Pause | TimeUp):
        require_legal(game_checks.game_of(now), do, does.at)
    elif isinstance(do, Join | AskToReturn | BecomeHost):
        commands.decide_arrival(now, does.by, do, outside)
    else:
        decision.require_person(now, now.lobby.player(does.by), type(do), outside)
        decision.require_details(now, does.by, do, outside)


def _shown(now: Room, does: Entry) -> LogAction:
    do = does.do
    if isinstance(do, Rename | Join):
        return replace(do, name=text.tidy(do.name))
    if isinstance(do, TouchCard) and do.seat is None:
        return replace(do, seat=seat_of(now, does.by).value)
    return tidied(do)  # type: ignore[arg-type]


def opened(settings: Settings = TYPED) -> Room:
    """Ana alone in a new room, without a seat."""
    do = CreateRoom("BKTM", "Ana", "hash of Ana", "en", ("en",), settings)
    return evolve.create(commands.decide_opening(do, "", facts()))


def room(settings: Settings = TYPED, **seats: Seat) -> Room:
    """A room in which these people sit, Ana first."""
    now = opened(settings)
    for name in list(seats)[1:]:
        now = joined(now, name)
    for number, seat in enumerate(seats.values(), start=1):
        if seat is not Seat.SPECTATOR:
            now = then(now, f"p{number}", TakeSeat(seat))
    return now


def four(settings: Settings = TYPED) -> Room:
    """Two teams of two."""
    return room(settings, **FOUR)


def playing(settings: Settings = TYPED, letters: str = KEY) -> Room:
    """Two teams of two with a game dealt; red begins."""
    return then(four(settings), ANA, deal(letters))


def joined(now: Room, name: str, token_hash: str = "") -> Room:
    token_hash = token_hash or f"hash of {name}"
    return then(now, people.newcomer_id(now, token_hash), Join(name, token_hash))


def then(now: Room, by: str, *actions: LogAction | At) -> Room:
    """The room after this person did these things, all of which are possible."""
    for do in actions:
        now, _ = played(now, entry(by, do))
    return now


def announced(now: Room, by: str, do: LogAction | At) -> tuple[RoomEvent, ...]:
    return played(now, entry(by, do))[1]


def why_not(now: Room, by: str, do: LogAction | At) -> Refusal:
    """Why this person cannot do this; they must not."""
    try:
        played(now, entry(by, do))
    except Refused as refused:
        return refused.code
    raise AssertionError(f"{do} was possible")


def seat_of(now: Room, player: str) -> Seat:
    return now.lobby.player(player).seat


def deal(letters: str = KEY, codenames: tuple[str, ...] = CODENAMES, *, swap: bool = False) -> Deal:
    """What is drawn outside; the letters of a duet's two keys with a stroke between them."""
    key, _, key_b = letters.partition("/")
    laid = codenames[: len(key)]
    return Deal(laid, identities(key), swap, identities(key_b), rules=RULES)


def bots(*seats: Seat, names: tuple[str, ...] = ("Bolt", "Byte", "Chip", "Cog")) -> AddBots:
    """The host has a bot sit in each of these seats."""
    return AddBots(
        tuple(NewBot(seat, name, BotStyle.NORMAL) for seat, name in zip(seats, names, strict=False))
    )


def ask_to_return(player: str, token_hash: str = "hash of a new phone") -> AskToReturn:
    return AskToReturn(player, token_hash)


def consent(request: int = 1, *, online: bool = False) -> AnswerRequest:
    return AnswerRequest(request, consent=True, online=online)


def refuse(request: int = 1, *, online: bool = False) -> AnswerRequest:
    return AnswerRequest(request, consent=False, online=online)
