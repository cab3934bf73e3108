"""The state of a room.

`Lobby` is what everyone may know; `Room` adds the game with its secrets, and what the server must
remember: hashes of tokens, and which commands were done.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cached_property

from msgspec import Struct

from undercast.base.refusals import Refusal, Refused
from undercast.room.seats import Seat
from undercast.rules.cards import Team
from undercast.rules.game import Ending, Game
from undercast.rules.secret import Secret
from undercast.rules.settings import Board, Mode, Settings

CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Letters of a room code: without vowels, no code is a word."""

CODE_LENGTH = 4

REMEMBERED_COMMANDS = 32
"""How many of each person's latest commands are recognised when they come again."""


class PlayerStatus(StrEnum):
    """Whether a person is in the room."""

    PRESENT = "present"
    LEFT = "left"
    REMOVED = "removed"


PHOTOS = "photos"
"""The id of the deck of the household's own photos in `decks`."""


class BotStyle(StrEnum):
    """How much risk a bot takes."""

    CAREFUL = "careful"
    NORMAL = "normal"
    BOLD = "bold"


class Player(Struct, frozen=True):
    """A person, whose seat belongs to a token and never to a name; or a bot. The id is public."""

    id: str
    name: str
    seat: Seat = Seat.SPECTATOR
    standing: PlayerStatus = PlayerStatus.PRESENT
    counted: bool = False
    """Whether this person agreed to be counted by name, across rooms."""
    bot: BotStyle | None = None
    """How this bot plays; None for a person."""
    stamp: str = ""
    """The person's sign (`stamps.Stamp`); a bot has none."""
    watching: bool = False
    """Whether this person chose to have no seat; not before they have chosen."""


class RequestKind(StrEnum):
    """What somebody asks another's consent for."""

    SEAT = "seat"
    """`asker` wants the key seat that `player` holds."""
    RETURN = "return"
    """A browser that lost its token claims to be `player`."""


class Request(Struct, frozen=True, omit_defaults=True):
    """A request that waits for an answer."""

    id: int
    kind: RequestKind
    player: str
    """Who is asked: the seat's holder, or the person that the browser says it belongs to."""
    asker: str | None = None
    """Who asks for a seat; null for a browser that wants to return."""
    seat: Seat | None = None
    """The seat asked for; null for a return."""


class GameRecord(Struct, frozen=True):
    """A game of the evening that is over."""

    mode: Mode
    board: Board
    winner: Team | None
    """As in the game's result."""
    ending: Ending
    score: int | None
    """Of a won co-op game."""
    keys: Mapping[Seat, tuple[str, ...]]
    """Who sat where the key is seen when the game was dealt: player ids."""


class Playback(StrEnum):
    """How the shared screens play an ended game."""

    LOOKING_BACK = "looking_back"
    """Automatically, after its end: clue by clue, then the awards."""
    PLAYING = "playing"
    """Moment by moment, starting at `moment`."""
    STILL = "still"
    """Paused at `moment`."""


class LookBackPart(StrEnum):
    """A part of looking back upon a game; in their order."""

    CLUES = "clues"
    AWARDS = "awards"
    NEXT_KEYS = "next_keys"


class ScreenPage(Struct, frozen=True, omit_defaults=True):
    """An ended game that the shared screens show instead of the table."""

    game: int
    """Which game of the room it is; the first is 1."""
    motion: Playback
    moment: int
    """How many of its moments are shown: 0 is the board before the first clue."""
    at: int
    """When this started: the server's clock, Unix milliseconds."""
    part: LookBackPart | None = None
    """From which part on it is looked back upon; null: from the game's end on."""


class Lobby(Struct, frozen=True, dict=True):
    """Everything about a room that everyone may know."""

    code: str
    language: str
    """Language of the shared screen, a catalog's name ("en", "sr-Cyrl", "hi")."""
    host: str
    """The host's id; "" until somebody joins a room that a shared screen opened."""
    players: tuple[Player, ...]
    settings: Settings
    """The house rules of the next game."""
    decks: tuple[str, ...]
    house_words: int = 0
    """How many codenames the host's own list has."""
    closed: bool = False
    """Whether the door is closed to newcomers."""
    volume: int = 7
    """How loud the shared screen is, 0 to 10."""
    music: bool | None = None
    """Whether the shared screen plays music in the lobby; null: nobody chose yet."""
    requests: tuple[Request, ...] = ()
    games: int = 0
    """Games dealt so far."""
    played: tuple[GameRecord, ...] = ()
    """The games before the one on the table."""
    showing: ScreenPage | None = None
    """Null while a game is played, and while the screens show the table."""

    def find(self, player_id: str) -> Player | None:
        """The person with this id, present or not."""
        for player in self.players:
            if player.id == player_id:
                return player
        return None

    def player(self, player_id: str) -> Player:
        """The present person with this id. Raises Refused(room/no_such_player)."""
        found = self.find(player_id)
        if found is None or found.standing is not PlayerStatus.PRESENT:
            raise Refused(Refusal.NO_SUCH_PLAYER)
        return found

    def known_player(self, player_id: str) -> Player:
        """The person with this id, present or not. Raises LookupError."""
        found = self.find(player_id)
        if found is None:
            raise LookupError("nobody has this id")
        return found

    @cached_property
    def present(self) -> tuple[Player, ...]:
        """The people who are in the room, in the order in which they joined."""
        return tuple([p for p in self.players if p.standing is PlayerStatus.PRESENT])

    @cached_property
    def people(self) -> tuple[Player, ...]:
        """The people who are in the room, without bots."""
        return tuple([p for p in self.present if p.bot is None])

    @cached_property
    def bots(self) -> tuple[Player, ...]:
        """The bots that are in the room, in the order in which they came."""
        return tuple([p for p in self.players if p.bot and p.standing is PlayerStatus.PRESENT])

    def request(self, request_id: int) -> Request | None:
        """The request with this id, if it waits for an answer."""
        return next((request for request in self.requests if request.id == request_id), None)

    def in_seat(self, *seats: Seat) -> tuple[Player, ...]:
        """The present people in any of these seats."""
        return tuple([player for player in self.present if player.seat in seats])

    def has_any_in(self, seats: tuple[Seat, ...]) -> bool:
        """Whether somebody present sits in any of these seats."""
        for player in self.players:
            if player.seat in seats and player.standing is PlayerStatus.PRESENT:
                return True
        return False

    def has_person_in(self, seats: Iterable[Seat]) -> bool:
        """Whether a person, not a bot, is present in any of these seats."""
        return any(player.bot is None for player in self.in_seat(*seats))


class Prediction(Secret, frozen=True):
    """What somebody who watches predicts in secret: the card that is touched next."""

    by: str
    """Player id."""
    touch: int
    """How many touches counted before the one that it is about."""
    position: int | None
    """None: withdrawn."""
    changes: int = 1
    """How often it was made or withdrawn."""


class Room(Secret, frozen=True):
    """A room with everything that the server knows about it."""

    lobby: Lobby
    version: int = 1
    """The number of the latest entry in this room's log."""
    public: int = 1
    """How many of its entries changed the public view: secret ones move only `version`."""
    public_at: int = 0
    """When the latest of these was made: the server's clock, Unix milliseconds. 0 for the first
    entry, and in what an earlier release kept."""
    step: int = 0
    """Moves only when the public board, turn or phase moves."""
    game: Game | None = None
    tokens: Mapping[str, str] = {}
    """Hash of a browser's token -> player id."""
    claims: Mapping[int, str] = {}
    """Request id -> hash of the token that asks to return."""
    keys: Mapping[Seat, tuple[str, ...]] = {}
    """Who sat where the key is seen when the game was dealt: player ids."""
    seen_key: Mapping[str, frozenset[Seat]] = {}
    """Player id -> the seats in which that person has seen a key of the running game."""
    seen_codenames: Mapping[str, int] = {}
    """Codenames that lay on the table -> in which round through the decks the last time."""
    house_words: tuple[str, ...] = ()
    done: Mapping[str, tuple[str, ...]] = {}
    """Player id -> the cmd_ids of this person's latest commands, in their order."""
    next_request: int = 1
    next_person: int = 2
    """The number in the next newcomer's id: no id is ever reused."""
    acted: frozenset[str] = frozenset()
    """Ids of those who ever did more here than join, rename, choose a stamp and leave."""
    written: Mapping[str, int] = {}
    """Player id -> entries of this person in the log; of all strangers together under ""."""
    predictions: tuple[Prediction, ...] = ()
    """Of the game on the table; no two of one person about the same touch."""

    @property
    def unclaimed(self) -> bool:
        """Whether a shared screen opened it and nobody has joined yet."""
        return not self.lobby.host

    @property
    def mode(self) -> Mode:
        """What is being played, or else what is played next."""
        if self.game is not None and self.running:
            return self.game.table.settings.mode
        return self.lobby.settings.mode

    @property
    def running(self) -> bool:
        """Whether a game is being played."""
        return self.game is not None and not self.game.table.phase.over

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in which clues are given: of the decks on the table; with pictures, the
        screen's.
        """
        dealt = () if self.game is None else self.game.table.languages
        return dealt or (self.lobby.language,)

    def has_done(self, player_id: str, cmd_id: str) -> bool:
        """Whether this command was accepted before."""
        return cmd_id in self.done.get(player_id, ())
