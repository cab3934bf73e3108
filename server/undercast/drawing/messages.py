"""The requests to the drawing process and its answers: a line of JSON each.

A request holds the public view, byte for byte as pages get it. The types here have no place for a
hidden key.
"""

import msgspec
from msgspec import Raw, Struct

from undercast.views import DebriefView, GameView, PublicView


class DrawRequest(Struct, frozen=True, tag="draw"):
    """A picture of a room."""

    view: Raw
    """The public view, byte for byte as it is sent."""
    join: str
    """The address for others to join."""


class TextRequest(Struct, frozen=True, tag="say"):
    """A picture with only a text."""

    text: str
    """Its key."""
    language: str


Question = DrawRequest | TextRequest


class Drawn(Struct, frozen=True, tag="drawn"):
    """The picture."""

    jpeg: bytes


class DrawFailed(Struct, frozen=True, tag="failed"):
    """A fault in the process: the kind of the exception, and nothing of the request."""

    fault: str


Answer = Drawn | DrawFailed


# The views as decoded here. Permissions are not drawn.
class _Game(GameView, frozen=True, kw_only=True, omit_defaults=True):
    may: Raw  # type: ignore[assignment]  # as above


class _Public(PublicView, frozen=True, tag_field="kind", tag="public"):
    game: _Game | None


class _Debrief(DebriefView, frozen=True, tag_field="kind", tag="debrief"):
    game: _Game


_encoder = msgspec.json.Encoder()
_questions = msgspec.json.Decoder(Question)
_answers = msgspec.json.Decoder(Answer)
_views = msgspec.json.Decoder(_Public | _Debrief)


def encode(message: Question | Answer) -> bytes:
    """As a line, without its end."""
    return _encoder.encode(message)


def read_question(line: bytes) -> Question:
    """Raises msgspec.MsgspecError."""
    question: Question = _questions.decode(line)
    return question


def read_answer(line: bytes) -> Answer:
    """Raises msgspec.MsgspecError."""
    answer: Answer = _answers.decode(line)
    return answer


def read_view(view: Raw) -> PublicView | DebriefView:
    """Raises msgspec.MsgspecError, also for a view that is not public."""
    shown: PublicView | DebriefView = _views.decode(view)
    return shown
