"""The words in which the tests of a room are written.

    four = room(Ana=Seat.RED_SPYMASTER, Ben=Seat.BLUE_SPYMASTER, Cem=Seat.RED_OPERATIVE)
    playing = then(four, ANA, deal(), clue("tree", 2))
    assert why_not(playing, CEM, touch(0)) is Refusal.NOT_YOUR_SEAT

Ana opens every room, so she is host until somebody else is.
"""

from rules.play import CODENAMES, KEY, LETTERS, TYPED, At
from undercast.refusals import Refusal, Refused
from undercast.room import changes, people
from undercast.room.entries import (
    AnswerRequest,
    AskToReturn,
    CreateRoom,
    Deal,
    Doing,
    Entry,
    Join,
    TakeSeat,
)
from undercast.room.happenings import Happening
from undercast.room.seats import Seat
from undercast.room.state import Room
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


def entry(by: str, do: Doing | At, cmd_id: str = "", at: int = 0) -> Entry:
    return Entry(do.at, by, cmd_id, do.action) if isinstance(do, At) else Entry(at, by, cmd_id, do)


def opened(settings: Settings = TYPED) -> Room:
    """Ana alone in a new room, without a seat."""
    do = CreateRoom("BKTM", "Ana", "hash of Ana", "en", ("en",), settings)
    return changes.create(entry(ANA, do))


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


def then(now: Room, by: str, *doings: Doing | At) -> Room:
    """The room after this person did these things, all of which are possible."""
    for do in doings:
        now, _ = changes.apply(now, entry(by, do))
    return now


def announced(now: Room, by: str, do: Doing | At) -> tuple[Happening, ...]:
    return changes.apply(now, entry(by, do))[1]


def why_not(now: Room, by: str, do: Doing | At) -> Refusal:
    """Why this person cannot do this; they must not."""
    try:
        changes.apply(now, entry(by, do))
    except Refused as refused:
        return refused.code
    raise AssertionError(f"{do} was possible")


def seat_of(now: Room, player: str) -> Seat:
    return now.lobby.player(player).seat


def deal(letters: str = KEY, codenames: tuple[str, ...] = CODENAMES, *, swap: bool = False) -> Deal:
    return Deal(codenames, tuple(LETTERS[letter] for letter in letters), swap)


def ask_to_return(player: str, token_hash: str = "hash of a new phone") -> AskToReturn:
    return AskToReturn(player, token_hash)


def consent(request: int = 1, *, online: bool = False) -> AnswerRequest:
    return AnswerRequest(request, consent=True, online=online)


def refuse(request: int = 1, *, online: bool = False) -> AnswerRequest:
    return AnswerRequest(request, consent=False, online=online)
