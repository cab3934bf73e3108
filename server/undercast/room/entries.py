"""Everything that can happen in a room. A room is its log: the entries replayed in order.

An entry says who did what and when, with all facts from outside (the deal, the time, a drawn
codename). `undercast.commands` decided it once and stored the result: names and clues as they are
shown. What was refused leaves no entry. `evolve` says what an entry does.
"""

from collections.abc import Mapping

from msgspec import Struct

from undercast.room.seats import Seat
from undercast.room.state import BotStyle, LookBackPart
from undercast.rules import actions
from undercast.rules.cards import Identity
from undercast.rules.secret import Secret
from undercast.rules.settings import Settings


class CreateRoom(Struct, frozen=True):
    """Somebody opens a room and becomes its host, with player id "p1".

    With an empty name and token nobody is in it: a shared screen opened it, and the first who joins
    becomes its host.
    """

    code: str
    name: str
    token_hash: str
    language: str
    decks: tuple[str, ...]
    settings: Settings


class Join(Struct, frozen=True):
    """Somebody joins by name, or returns after leaving."""

    name: str
    token_hash: str


class Rename(Struct, frozen=True):
    """A person takes another name."""

    name: str


class ChooseStamp(Struct, frozen=True):
    """A person takes another stamp."""

    stamp: str


class Leave(Struct, frozen=True):
    """A person leaves the room and the seat."""

    forget: bool = False
    """Nothing mentions this person: the room forgets them."""
    heir: str = ""
    """The next host after a leaving host, a fact from outside: somebody online, if anybody is.
    Empty in entries of earlier releases: the first who joined."""


class CountMe(Struct, frozen=True):
    """A person agrees to named statistics across rooms, or withdraws that."""

    on: bool


class TakeSeat(Struct, frozen=True):
    """A person sits down in a seat that needs no consent."""

    seat: Seat


class AskForSeat(Struct, frozen=True):
    """A person asks for a key seat that another one holds."""

    seat: Seat


class AskToReturn(Struct, frozen=True):
    """A browser without a known token claims to be somebody: "I was Ana"."""

    player: str
    token_hash: str
    instead: int | None = None
    """The request that this one replaces."""


class AnswerRequest(Struct, frozen=True):
    """Consent or refusal; the asker may withdraw by refusing.

    `online` is a fact from outside: whether the person asked is connected.
    """

    request: int
    consent: bool
    online: bool


class NewBot(Struct, frozen=True):
    """A bot that joins."""

    seat: Seat
    name: str
    """Drawn outside; unique among those present."""
    style: BotStyle


class AddBots(Struct, frozen=True):
    """The host adds bots, each in a seat. They get the next free ids in this order."""

    bots: tuple[NewBot, ...]


class RelieveBot(Struct, frozen=True):
    """A person takes a bot's seat; the bot leaves."""

    player: str


class HandOver(Struct, frozen=True):
    """The host makes another person the host."""

    player: str


class BecomeHost(Struct, frozen=True):
    """The bearer of a link from the server's terminal becomes the host in place of `former`."""

    former: str


class Remove(Struct, frozen=True):
    """The host removes a person from the room."""

    player: str


class SetDoor(Struct, frozen=True):
    """The host closes the door to everybody new, or opens it."""

    closed: bool


class SetSound(Struct, frozen=True):
    """The host chooses how loud the shared screen is, and whether it plays music in the lobby."""

    volume: int
    music: bool | None = None
    """Null leaves it as it is."""


class Shuffle(Struct, frozen=True):
    """The host has everybody seated at random, or those without a seat."""

    seats: Mapping[str, Seat]
    """Player id -> the seat that was drawn."""


class Readmit(Struct, frozen=True):
    """The host lets a removed person back in."""

    player: str


class ChangeSettings(Struct, frozen=True):
    """The host chooses the next game's house rules and decks, and the screen's language."""

    settings: Settings
    decks: tuple[str, ...]
    language: str


class PasteWords(Struct, frozen=True):
    """The host pastes a word list (already checked); an empty one removes it."""

    words: tuple[str, ...]


class Predict(Secret, frozen=True):
    """Somebody who watches predicts in secret which card is touched next."""

    position: int | None
    """None withdraws the prediction."""


class Deal(Secret, frozen=True, omit_defaults=True):
    """A new game, with the codenames and the key that were drawn outside."""

    codenames: tuple[str, ...]
    key: tuple[Identity, ...]
    swap_spymasters: bool
    key_b: tuple[Identity, ...] = ()
    """Side B's key in a duet, where `key` is side A's; empty elsewhere."""
    languages: tuple[str, ...] = ()
    """Languages of the decks that the codenames were drawn from."""
    rules: int = 1
    """The number of the rules that the game is played by: `rules.game.RULES` at the deal."""
    card_languages: tuple[int, ...] = ()
    """By position: which of `languages` the codename is in; empty where all are in the first."""


class ShowPage(Struct, frozen=True):
    """The host shows an ended game on the shared screens."""

    game: int
    moment: int
    plays: bool
    part: LookBackPart | None = None


class ClosePage(Struct, frozen=True):
    """The host has the shared screens show the table again."""


class GoOn(Struct, frozen=True):
    """The host goes on without the unreadable game. Everything after the previous entry was set
    aside.
    """


RoomAction = (
    CreateRoom
    | Join
    | Rename
    | ChooseStamp
    | Leave
    | CountMe
    | TakeSeat
    | AskForSeat
    | AskToReturn
    | AnswerRequest
    | AddBots
    | RelieveBot
    | HandOver
    | BecomeHost
    | Remove
    | Readmit
    | SetDoor
    | SetSound
    | Shuffle
    | ChangeSettings
    | PasteWords
    | Predict
    | Deal
    | ShowPage
    | ClosePage
    | GoOn
)

LogAction = RoomAction | actions.Action
"""What an entry does."""


class Entry(Struct, frozen=True):
    """One line of a room's log."""

    at: int
    """The server's clock, Unix milliseconds."""
    by: str
    """Player id. A newcomer's is the next free one; "" is a browser that asks to return, which has
    none, or the server itself."""
    cmd_id: str
    """The client's id for this command, so that it is never done twice; "" if none."""
    do: LogAction
