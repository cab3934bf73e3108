"""Questions to the thinking process, and its answers: a line of JSON each.

A question holds the view of one seat, as its phone gets it, and nothing else of the room: what is
not in it cannot influence the answer.
"""

from collections.abc import Mapping

import msgspec
from msgspec import Raw, Struct

from undercast.bots.bot import SeatView
from undercast.commands import COMMANDS, GameCommand
from undercast.commands.command_types import wire_name
from undercast.llm.proposals import Proposal
from undercast.room.seats import Seat
from undercast.room.state import BotStyle
from undercast.rules.secret import Secret
from undercast.views import DebriefView, GameView, KeyView, PublicView, QuestionView


class Place(Secret, frozen=True):
    """A seat and what it sees: the part that all questions share."""

    view: Raw
    """The view, byte for byte as it is sent."""
    step: int
    seat: Seat
    me: str
    style: BotStyle
    languages: tuple[str, ...]
    """Of the codenames."""
    seed: int
    """Of the random generator."""


class Decide(Place, frozen=True, tag="decide"):
    """What does this bot do?"""

    proposal: Proposal | None = None
    """What a language model proposes."""


class Rank(Place, frozen=True, tag="rank"):
    """How would a stranger see the board after this clue?"""

    word: str


class Suggest(Place, frozen=True, tag="suggest"):
    """Which clues could this seat give?"""

    count: int


Question = Decide | Rank | Suggest


class Decided(Secret, frozen=True, tag="decided"):
    """What the bot does."""

    command: str | None
    """The name of the command; null for nothing."""
    fields: Raw = Raw(b"{}")
    """Of the command."""
    cards: tuple[int, ...] = ()
    """The cards that the clue means, or the ranking of the board: positions, likeliest first."""

    def __post_init__(self) -> None:
        """Reject what is no command."""
        self.move()

    def move(self) -> GameCommand | None:
        """The command. Raises ValueError or msgspec.ValidationError for what is none."""
        if self.command is None:
            return None
        kind = COMMANDS.get(self.command)
        if kind is None or not issubclass(kind, GameCommand):
            raise ValueError("not a move")
        return msgspec.json.decode(self.fields, type=kind)


class Likely(Struct, frozen=True):
    """A card, and how likely a guesser touches it next."""

    position: int
    share: float
    """0 to 1; all together are 1."""


class RankResponse(Secret, frozen=True, tag="ranked"):
    """How a stranger would see the board."""

    ranking: tuple[Likely, ...]
    """The hidden cards, the likeliest first."""


class Idea(Secret, frozen=True):
    """A clue that could be given."""

    word: str
    number: int
    cards: tuple[int, ...]
    """The cards that it means: positions, likeliest first."""


class Suggested(Secret, frozen=True, tag="suggested"):
    """Possible clues, best first."""

    ideas: tuple[Idea, ...]


class ThinkingFailed(Struct, frozen=True, tag="failed"):
    """The process had a fault."""

    fault: str
    """The kind of the exception, without its text."""


Answer = Decided | RankResponse | Suggested | ThinkingFailed

_questions = msgspec.json.Decoder(Question)
_answers = msgspec.json.Decoder(Answer)


def decided(move: GameCommand | None, cards: tuple[int, ...] = ()) -> Decided:
    """The answer that this move is."""
    if move is None:
        return Decided(None)
    return Decided(wire_name(type(move)), Raw(msgspec.json.encode(move)), cards)


def encode(message: Question | Answer) -> bytes:
    """The message as a line, without its end."""
    return msgspec.json.encode(message)


def read_question(line: bytes) -> Question:
    """Raises msgspec.MsgspecError."""
    question: Question = _questions.decode(line)
    return question


def read_answer(line: bytes) -> Answer:
    """Raises msgspec.MsgspecError."""
    answer: Answer = _answers.decode(line)
    return answer


# The views as they are read again. Who may do what are seats and "host" or "seated": two kinds of
# names, which JSON does not tell apart.
class _Game(GameView, frozen=True, kw_only=True, omit_defaults=True):
    may: Mapping[str, tuple[str, ...]]  # type: ignore[assignment]  # as above


class _Question(QuestionView, frozen=True):
    may: Mapping[str, tuple[str, ...]]  # type: ignore[assignment]  # as above


class _Public(PublicView, frozen=True, tag_field="kind", tag="public"):
    game: _Game | None


class _Key(KeyView, frozen=True, tag_field="kind", tag="key"):
    game: _Game
    question: _Question | None


class _Debrief(DebriefView, frozen=True, tag_field="kind", tag="debrief"):
    game: _Game


_views = msgspec.json.Decoder(_Public | _Key | _Debrief)


def read_view(raw: Raw) -> PublicView | KeyView | DebriefView:
    """The view of a seat. Raises msgspec.MsgspecError."""
    view: PublicView | KeyView | DebriefView = _views.decode(raw)
    return view


def seen_at(place: Place) -> SeatView:
    """All that a bot in this seat knows. Raises msgspec.MsgspecError."""
    return SeatView(read_view(place.view), place.step, place.seat, place.me, place.languages)
