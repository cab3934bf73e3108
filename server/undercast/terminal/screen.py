"""Draws a view as the lines of a screen."""

from msgspec import Struct

from undercast.room.seats import Seat
from undercast.terminal import sentences
from undercast.terminal.board import TALL_TERMINAL_ROWS, board_lines, legend
from undercast.terminal.styles import (
    ColourDepth,
    Line,
    Span,
    TerminalFeatures,
    TextStyle,
    line,
    paragraphs,
)
from undercast.terminal.text_width import text_width, truncate, wrap
from undercast.views import GameView, KeyView, View


class TerminalScreen(Struct, frozen=True):
    """The data of a screen."""

    view: View
    seat: Seat | None = None
    """The viewer; None for the public view."""
    news: tuple[str, ...] = ()
    """What just happened, in sentences."""
    prompt: tuple[str, ...] = ()
    """The question to the viewer, after an error in the last answer."""


MIN_TURN_ROWS = 3
"""Rows for the latest turns; less important parts make room for them."""

MAX_PLAIN_TURN_ROWS = 8
"""Rows for the latest turns on a terminal that only prints."""


class Layout(Struct, frozen=True):
    """The optional parts of a screen."""

    blank_lines: bool = True
    legend: bool = True
    news: bool = True


LAYOUTS = (
    Layout(),
    Layout(blank_lines=False),
    Layout(blank_lines=False, legend=False),
    Layout(blank_lines=False, legend=False, news=False),
)
"""The first one that fits is used, else the last."""


def screen_lines(content: TerminalScreen, features: TerminalFeatures) -> list[Line]:
    """The screen without its last row, which is for input."""
    game = content.view.game
    assert game is not None  # dealt before anything is shown
    above, below = _frame_lines(content, game, LAYOUTS[0], features)
    rows = MAX_PLAIN_TURN_ROWS
    if features.control_sequences:
        for layout in LAYOUTS:
            above, below = _frame_lines(content, game, layout, features)
            rows = features.height - 1 - len(above) - len(below)
            if rows >= MIN_TURN_ROWS:
                break
    return [*above, *_turn_lines(game, rows, features.width), *below]


def _frame_lines(
    content: TerminalScreen, game: GameView, layout: Layout, features: TerminalFeatures
) -> tuple[list[Line], list[Line]]:
    """The lines above the turns and below them."""
    key = content.view.key if isinstance(content.view, KeyView) else None
    blank: list[Line] = [()] if layout.blank_lines else []
    useful = key or game.duet is not None or features.depth is ColourDepth.NONE
    text = legend(game, key=key is not None, features=features) if layout.legend and useful else ""
    tall = blank if text and features.height >= TALL_TERMINAL_ROWS else []
    explanation = paragraphs((text,), features, TextStyle.FAINT)
    cards = [*board_lines(game, key, features), *tall, *explanation]
    above = [_header(game, content.seat, features), *blank, *cards, *blank]
    below = paragraphs(content.news if layout.news else (), features, TextStyle.STRONG)
    below += paragraphs(content.prompt or (sentences.status(game),), features, TextStyle.PLAIN)
    return above, below


def _header(game: GameView, seat: Seat | None, features: TerminalFeatures) -> Line:
    counts = sentences.remaining_agents(game)
    used = sum(text_width(span.text) for span in counts)
    you = "" if seat is None else f"you are {sentences.SEAT_NAMES[seat]}"
    wide = used + len(you) + 13 <= features.width
    start = [Span("Undercast  ", TextStyle.FAINT)] if wide else []
    you = you if wide else you.removeprefix("you are ")
    end = [Span(truncate(f"  {you}", features.width - used))]
    return (*start, *counts, *(end if you else ()))


def _turn_lines(game: GameView, rows: int, width: int) -> list[Line]:
    """The latest turns that fit in so many rows, and a blank line."""
    lines: list[Line] = []
    for turn in reversed(sentences.history(game)):
        wrapped = _wrap_turn(turn, width)
        if len(lines) + len(wrapped) + 1 > rows:
            break
        lines = [*wrapped, *lines]
    return [*lines, ()] if lines else []


def _wrap_turn(turn: Line, width: int) -> list[Line]:
    """A turn in as many lines as it needs, the further ones indented."""
    head, *rest = turn
    text = wrap(head.text + "".join(span.text for span in rest), width - 2)
    first = (head, Span(text[0][len(head.text) :]))
    return [first, *(line(f"  {more}") for more in text[1:])]
