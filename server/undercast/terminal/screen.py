"""What somebody sees of a game: from a view to lines."""

from collections.abc import Sequence

from msgspec import Struct

from undercast.room.seats import Seat
from undercast.terminal import sentences
from undercast.terminal.board import ROOMY, board, legend
from undercast.terminal.styles import Depth, Line, Span, TerminalFeatures, TextStyle, line
from undercast.terminal.text_width import columns, cut, wrapped
from undercast.views import GameView, KeyView, View


class Shown(Struct, frozen=True):
    """All that a screen is drawn from."""

    view: View
    seat: Seat | None = None
    """Who looks; None where everybody may."""
    news: tuple[str, ...] = ()
    """What just happened."""
    about: tuple[str, ...] = ()
    """What is asked of who looks, or wrong with what was typed."""


FEWEST_ROWS = 3
"""Rows for the latest turns, for which other things go."""

MOST_ROWS = 8
"""Rows for them where lines are only written one below the other."""


class ScreenSpace(Struct, frozen=True):
    """What there is room for besides cards and question."""

    airy: bool = True
    """Blank lines."""
    legend: bool = True
    news: bool = True


ROOMS = (
    ScreenSpace(),
    ScreenSpace(airy=False),
    ScreenSpace(airy=False, legend=False),
    ScreenSpace(airy=False, legend=False, news=False),
)
"""Tried from the first on; the last one is taken even if it is too much."""


def screen(shown: Shown, look: TerminalFeatures) -> list[Line]:
    """The whole screen but for its last row, where somebody types."""
    game = shown.view.game
    assert game is not None  # dealt before anything is shown
    above, below = _around(shown, game, ROOMS[0], look)
    room = MOST_ROWS
    if look.places:
        for tried in ROOMS:
            above, below = _around(shown, game, tried, look)
            room = look.height - 1 - len(above) - len(below)
            if room >= FEWEST_ROWS:
                break
    return [*above, *_turns(game, room, look), *below]


def _around(
    shown: Shown, game: GameView, room: ScreenSpace, look: TerminalFeatures
) -> tuple[list[Line], list[Line]]:
    """What stands above the turns, and below them."""
    key = shown.view.key if isinstance(shown.view, KeyView) else None
    blank: list[Line] = [()] if room.airy else []
    explained = room.legend and (key or look.depth is Depth.NONE or game.duet is not None)
    text = legend(game, key=key is not None, look=look) if explained else ""
    tall = blank if text and look.height >= ROOMY else []
    explanation = _paragraphs((text,) if text else (), look, TextStyle.FAINT)
    cards = [*board(game, key, look), *tall, *explanation]
    above = [_header(game, shown.seat, look), *blank, *cards, *blank]
    below = _paragraphs(shown.news if room.news else (), look, TextStyle.STRONG)
    below += _paragraphs(shown.about or (sentences.status(game),), look, TextStyle.PLAIN)
    return above, below


def _header(game: GameView, seat: Seat | None, look: TerminalFeatures) -> Line:
    counts = sentences.counts(game)
    used = sum(columns(span.text) for span in counts)
    you = "" if seat is None else f"you are {sentences.SEATS[seat]}"
    wide = used + len(you) + 13 <= look.width
    start = [Span("Undercast  ", TextStyle.FAINT)] if wide else []
    end = [Span(cut(f"  {you if wide else you.removeprefix('you are ')}", look.width - used))]
    return (*start, *counts, *(end if you else ()))


def _turns(game: GameView, room: int, look: TerminalFeatures) -> list[Line]:
    """The latest turns that there is room for, and a blank line."""
    lines: list[Line] = []
    for turn in reversed(sentences.history(game)):
        told = _folded(turn, look.width)
        if len(lines) + len(told) + 1 > room:
            break
        lines = [*told, *lines]
    return [*lines, ()] if lines else []


def _folded(told: Line, width: int) -> list[Line]:
    """A line in as many as it needs; the further ones are set in."""
    head, *rest = told
    text = wrapped(head.text + "".join(span.text for span in rest), width - 2)
    first = (head, Span(text[0][len(head.text) :]))
    return [first, *(line(f"  {more}") for more in text[1:])]


def _paragraphs(texts: Sequence[str], look: TerminalFeatures, style: TextStyle) -> list[Line]:
    return [line(one, style) for text in texts for one in wrapped(text, look.width - 1)]
