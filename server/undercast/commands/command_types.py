"""Every command that a person or a bot can send, as a typed value.

The wire name is the class name in snake case, without "Command". Types and sizes are declared only
here. `to_action` says what a command does; `room_checks` and `game_checks` whether it is allowed.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from undercast.room.seats import Seat
from undercast.room.stamps import Stamp
from undercast.room.state import BotStyle, LookBackPart
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
Decks = Annotated[tuple[Deck, ...], Meta(min_length=1, max_length=40)]


class Command(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a person in a room wants done, with an id of the client's choice.

    The same id from the same person is answered again and not done twice.
    """

    cmd_id: CommandId


class GameCommand(Command, frozen=True):
    """A move. `step` is that of the view it was chosen on; any other is refused as stale."""

    step: int


class RenameCommand(Command, frozen=True):
    """Take another name."""

    name: Text


class ChooseStampCommand(Command, frozen=True):
    """Take another stamp, which nobody else here has."""

    stamp: Stamp


class LeaveCommand(Command, frozen=True):
    """Leave the room."""


class CountMeCommand(Command, frozen=True):
    """Agree to named statistics across this server's rooms, or withdraw that."""

    on: bool


class TakeSeatCommand(Command, frozen=True):
    """Sit down in a free seat."""

    seat: Seat


class AskForSeatCommand(Command, frozen=True):
    """Ask for a key seat that somebody holds."""

    seat: Seat


class AnswerRequestCommand(Command, frozen=True):
    """Accept or decline a request; the asker withdraws it by declining."""

    request: int
    """Its id."""
    consent: bool


class AddBotCommand(Command, frozen=True):
    """Host: put a bot in a free seat."""

    seat: Seat
    style: BotStyle


class FillWithBotsCommand(Command, frozen=True):
    """Host: put a bot in each free seat that the running game, or else the next one, needs."""

    style: BotStyle


class RelieveBotCommand(Command, frozen=True):
    """Take a bot's seat; the bot leaves. For a key seat only the host may; others ask."""

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
    """Host: how loud the shared screen is, and whether it plays music in the lobby."""

    volume: Volume
    """0 is silent."""
    music: bool | None = None
    """Null leaves it as it is."""


class ShuffleCommand(Command, frozen=True):
    """Host: seat everybody at random; those who have had the key least often get it."""

    only_unseated: bool = False
    """Seat only those who have no seat and did not choose to watch."""


class ReadmitCommand(Command, frozen=True):
    """Host: let a removed person back in."""

    player: PlayerId


class ChangeSettingsCommand(Command, frozen=True):
    """Host: choose the next game's house rules and decks, and the screen's language."""

    settings: Settings
    decks: Decks
    language: Language


class PasteWordsCommand(Command, frozen=True):
    """Host: paste a word list, one codename per line; an empty text removes it."""

    text: str


class DealCommand(Command, frozen=True):
    """Host or key seat: deal a new game with unseen codenames."""

    swap_spymasters: bool = False
    """Rotate the seats first, so that guessers get the key."""


class ShowPageCommand(Command, frozen=True):
    """Host: show an ended game on the shared screens, starting at one of its moments."""

    game: GameNumber
    """Its number in the room."""
    moment: Annotated[int, Meta(ge=0, le=100_000)]
    """How many of its moments are shown; 0 is the board before the first clue."""
    plays: bool
    """Whether it continues by itself from there."""
    part: LookBackPart | None = None
    """The latest game is looked back upon, from this part on, whatever its moments; null: this
    game's moments are shown."""


class ClosePageCommand(Command, frozen=True):
    """Host: show the table on the shared screens again; after a game, its final board."""


class GoOnCommand(Command, frozen=True):
    """Host: go on without the game that cannot be read."""


class GiveClueCommand(GameCommand, frozen=True):
    """Give the turn's clue."""

    word: Text | None
    number: Number
    anyway: bool = False
    """Give it even if the referee questions it."""
    agreed: bool = False
    """Everybody agrees, though the referee finds it illegal; counts only without a rival to ask."""


class AskRivalCommand(GameCommand, frozen=True):
    """Ask the rival spymaster, privately, whether this clue is valid."""

    word: Text
    number: Number


class TakeBackClueCommand(GameCommand, frozen=True):
    """Withdraw the question to the rival, or discard a rejected clue."""


class AllowClueCommand(GameCommand, frozen=True):
    """Allow the rival's clue: it becomes public and cannot be challenged."""

    question: int
    """The id of the question, as in the view."""


class RejectClueCommand(GameCommand, frozen=True):
    """Reject the rival's clue: it goes back to the giver."""

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
    """Agree that one's own clue is invalid."""


class WithdrawChallengeCommand(GameCommand, frozen=True):
    """Let the challenged clue stand."""


class UpholdChallengeCommand(GameCommand, frozen=True):
    """Make the final ruling: the challenged clue is invalid."""


class CoverCardCommand(GameCommand, frozen=True):
    """Reveal an agent of the team whose turn it is: one's own as a penalty, the opponent's in
    co-op.
    """

    position: int


class DeclinePenaltyCommand(GameCommand, frozen=True):
    """Reveal no agent as a penalty."""


class TurnSandCommand(GameCommand, frozen=True):
    """Flip the sandglass."""


class MarkCardCommand(GameCommand, frozen=True):
    """Mark a card before touching it, or take the mark back."""

    position: int
    on: bool
    """False takes the mark back."""
    unsure: bool = False
    """Whether the clue's word is unknown to who marks it."""


class NoteCardsCommand(GameCommand, frozen=True):
    """Note privately, until the debrief, which cards this turn's clue means."""

    cards: Annotated[tuple[int, ...], Meta(max_length=25)]
    """Positions, the likeliest first; an empty list deletes the note."""


class PredictCommand(GameCommand, frozen=True):
    """Predict privately, as somebody who watches, which card is touched next."""

    position: int | None
    """Null withdraws the prediction."""


class TouchCardCommand(GameCommand, frozen=True):
    """Touch a card: the official guess."""

    position: int


class EndTurnCommand(GameCommand, frozen=True):
    """End the turn by choice."""


class UndoCommand(GameCommand, frozen=True):
    """Take back the latest touch."""


class ExchangeCodenameCommand(GameCommand, frozen=True):
    """Exchange a codename before the first clue, up to three per game."""

    position: int


class PauseCommand(GameCommand, frozen=True):
    """Pause the game."""


class ResumeCommand(GameCommand, frozen=True):
    """Resume the game."""


class AbandonCommand(GameCommand, frozen=True):
    """Host: abandon the game."""


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
