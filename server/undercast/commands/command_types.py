"""Every command: what a person, or a bot, can ask for in a room, as a typed value.

The name on the wire is the class's name in snake case. Types and sizes stand here, once; what a
command means is said in `meaning`, and whether it is allowed in `people` and `moves`.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from undercast.room.seats import Seat
from undercast.room.state import BotStyle
from undercast.rules.actions import in_snake_case
from undercast.rules.settings import Settings

Text = Annotated[str, Meta(max_length=200)]
CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}\Z")]
PlayerId = Annotated[str, Meta(max_length=12)]
Deck = Annotated[str, Meta(max_length=20)]
Language = Annotated[str, Meta(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}\Z")]
Volume = Annotated[int, Meta(ge=0, le=10)]
GameNumber = Annotated[int, Meta(ge=1, le=1_000_000)]
Number = int | Literal["unlimited"]
Decks = Annotated[tuple[Deck, ...], Meta(min_length=1, max_length=10)]


class Command(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a person in a room wants done, with an id of the client's own choice.

    The same id sent again by the same person is answered again and not done again.
    """

    cmd_id: CommandId


class GameCommand(Command, frozen=True):
    """A move. `step` is that of the view it was chosen on; any other is refused as stale."""

    step: int


class RenameCommand(Command, frozen=True):
    """Take another name."""

    name: Text


class LeaveCommand(Command, frozen=True):
    """Leave the room."""


class CountMeCommand(Command, frozen=True):
    """Agree that games count for oneself by name, across the rooms of this server, or no longer."""

    on: bool


class TakeSeatCommand(Command, frozen=True):
    """Sit down in a free seat."""

    seat: Seat


class AskForSeatCommand(Command, frozen=True):
    """Ask for a key seat that somebody holds."""

    seat: Seat


class AnswerRequestCommand(Command, frozen=True):
    """Consent to a request or refuse it; the asker withdraws it by refusing."""

    request: int
    """Its id."""
    consent: bool


class AddBotCommand(Command, frozen=True):
    """Host: have a bot sit down in a free seat."""

    seat: Seat
    style: BotStyle


class FillWithBotsCommand(Command, frozen=True):
    """Host: have a bot sit in each free seat that the running game needs, or else the next."""

    style: BotStyle


class RelieveBotCommand(Command, frozen=True):
    """Take the seat of a bot, which goes. Where the key is seen, the host alone; others ask."""

    player: PlayerId
    """The bot's id."""


class HandOverCommand(Command, frozen=True):
    """Host: make another person the host."""

    player: PlayerId


class RemoveCommand(Command, frozen=True):
    """Host: remove a person or a bot."""

    player: PlayerId


class SetDoorCommand(Command, frozen=True):
    """Host: close the door to everybody new, or open it."""

    closed: bool


class SetSoundCommand(Command, frozen=True):
    """Host: how loud the shared screen is."""

    volume: Volume
    """0 is silent."""


class ShuffleCommand(Command, frozen=True):
    """Host: have everybody seated by chance; those who have had the key least get it."""


class ReadmitCommand(Command, frozen=True):
    """Host: let a removed person back in."""

    player: PlayerId


class ChangeSettingsCommand(Command, frozen=True):
    """Host: choose the next game's house rules and decks, and the screen's language."""

    settings: Settings
    decks: Decks
    language: Language


class PasteWordsCommand(Command, frozen=True):
    """Host: paste an own word list, one codename a line; an empty text takes it away."""

    text: str


class DealCommand(Command, frozen=True):
    """Host or key seat: a new game with unseen codenames."""

    swap_spymasters: bool = False
    """Everybody moves on first: who guessed gets the key."""


class ShowPageCommand(Command, frozen=True):
    """Host: show an ended game on the shared screens, from one of its moments on."""

    game: GameNumber
    """Its number in the room."""
    moment: Annotated[int, Meta(ge=0, le=100_000)]
    """How many of its moments are shown; 0 is the board before the first clue."""
    plays: bool
    """Whether it goes on by itself from there."""


class ClosePageCommand(Command, frozen=True):
    """Host: the shared screens show the table again; after a game, as it ended."""


class GoOnCommand(Command, frozen=True):
    """Host: go on without the game that cannot be read."""


class GiveClueCommand(GameCommand, frozen=True):
    """Give the turn's clue."""

    word: Text | None
    number: Number
    anyway: bool = False
    """Also when the referee questions it."""
    agreed: bool = False
    """All agree, though the referee finds it illegal; counts where no rival can be asked."""


class AskRivalCommand(GameCommand, frozen=True):
    """Ask the rival spymaster, silently, whether this clue is valid."""

    word: Text
    number: Number


class TakeBackClueCommand(GameCommand, frozen=True):
    """Withdraw the question to the rival, or clear a rejected clue away."""


class AllowClueCommand(GameCommand, frozen=True):
    """Say yes to the rival's clue: it becomes public and cannot be challenged."""

    question: int
    """The id of the question, as in the view."""


class RejectClueCommand(GameCommand, frozen=True):
    """Say no to the rival's clue: it goes back to the giver."""

    question: int
    """The id of the question, as in the view."""


class CorrectClueCommand(GameCommand, frozen=True):
    """Correct the clue's spelling, once, before the first touch."""

    word: Text
    anyway: bool = False
    """As for `give_clue`."""
    agreed: bool = False
    """As for `give_clue`."""


class ChallengeCommand(GameCommand, frozen=True):
    """Call the rival's public clue invalid, before the first touch."""


class ConcedeChallengeCommand(GameCommand, frozen=True):
    """Agree that the own clue is invalid."""


class WithdrawChallengeCommand(GameCommand, frozen=True):
    """Let the challenged clue stand."""


class UpholdChallengeCommand(GameCommand, frozen=True):
    """Have the last word: the challenged clue is invalid."""


class CoverCardCommand(GameCommand, frozen=True):
    """Reveal an agent of the team whose turn it is: the own one as a penalty, or in co-op the
    opponent's.
    """

    position: int


class DeclinePenaltyCommand(GameCommand, frozen=True):
    """Reveal no agent as a penalty."""


class TurnSandCommand(GameCommand, frozen=True):
    """Turn the sand glass over."""


class MarkCardCommand(GameCommand, frozen=True):
    """Mark a card before touching it, or take the mark back."""

    position: int
    on: bool
    """False takes the mark back."""


class NoteCardsCommand(GameCommand, frozen=True):
    """Note in secret, until the debrief, which cards the clue of this turn means."""

    cards: Annotated[tuple[int, ...], Meta(max_length=25)]
    """Positions, the likeliest first; none takes the note back."""


class TouchCardCommand(GameCommand, frozen=True):
    """Touch a card: the official guess."""

    position: int


class EndTurnCommand(GameCommand, frozen=True):
    """End the turn by choice."""


class UndoCommand(GameCommand, frozen=True):
    """Take back the latest touch."""


class ExchangeCodenameCommand(GameCommand, frozen=True):
    """Exchange a codename before the first clue, up to three in a game."""

    position: int


class PauseCommand(GameCommand, frozen=True):
    """Stop the game for a while."""


class ResumeCommand(GameCommand, frozen=True):
    """Go on after a pause."""


class AbandonCommand(GameCommand, frozen=True):
    """Host: give the game up."""


class DebriefCommand(GameCommand, frozen=True):
    """Show the whole key of an ended game to everyone."""


def wire_name(kind: type) -> str:
    """A message's name on the wire: TouchCardCommand is "touch_card"."""
    return in_snake_case(kind.__name__.removesuffix("Command").removesuffix("Message"))


COMMANDS: dict[str, type[Command]] = {
    wire_name(kind): kind
    for family in (Command, GameCommand)
    for kind in family.__subclasses__()
    if kind is not GameCommand
}
"""Every kind of command by its name on the wire."""
