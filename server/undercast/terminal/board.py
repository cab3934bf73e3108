"""The board as lines: five by five if that fits, else a list."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from undercast.rules.cards import Identity, Side
from undercast.terminal.sentences import on_card
from undercast.terminal.styles import (
    KEY_STYLES,
    REVEALED_STYLES,
    ColourDepth,
    Line,
    Span,
    TerminalFeatures,
    TextStyle,
)
from undercast.terminal.text_width import text_width, truncate
from undercast.views import GameView

COLUMNS = 5

MAX_CARD_WIDTH = 20
"""Columns of a card; the board falls apart with more."""

TALL_TERMINAL_ROWS = 34
"""Rows from which a terminal has room for tall cards."""

IDENTITY_LETTERS: Mapping[Identity, str] = {
    Identity.RED: "R",
    Identity.BLUE: "B",
    Identity.GREEN: "G",
    Identity.BYSTANDER: "-",
    Identity.ASSASSIN: "X",
}
"""In lower case: the key."""


class BoardCard(Struct, frozen=True):
    """A card as one viewer sees it."""

    number: int
    """From 1."""
    mark: str
    word: str
    style: TextStyle

    def text(self, *, numbered: bool) -> str:
        """The text on the card."""
        number = f"{self.number:>2}" if numbered else ""
        return f"{number}{self.mark}{self.word}"


def board_lines(
    game: GameView, key: Sequence[Identity] | None, features: TerminalFeatures
) -> list[Line]:
    """The cards, with the key if the viewer has it."""
    plain = features.depth is ColourDepth.NONE
    cards = [_card(game, key, position, plain) for position in range(len(game.codenames))]
    for numbered in (True, False):
        width = _card_width(cards, COLUMNS, features.width, numbered=numbered)
        if width:
            return _grid_lines(cards, width, features, numbered=numbered)
    columns = next((n for n in (3, 2) if _card_width(cards, n, features.width, numbered=True)), 1)
    return _list_lines(cards, columns, features.width)


def legend(game: GameView, *, key: bool, features: TerminalFeatures) -> str:
    """The meaning of the board's letters and colours."""
    agents = "G agent" if game.duet is not None else "R red, B blue"
    shown = f"{agents}, - bystander, X assassin"
    lower = "g, x" if game.duet is not None else "r, b, x"
    of_key = f"; small ({lower}): your key" if key else ""
    found = " (in brackets: revealed)" if features.depth is ColourDepth.NONE else ""
    out = "; /A /B: a bystander for that side" if game.duet and game.duet.bystanders else ""
    return f"{shown}{found}{of_key}{out}"


def _card(game: GameView, key: Sequence[Identity] | None, position: int, plain: bool) -> BoardCard:
    word, shown = on_card(game, position), game.revealed[position]
    number = position + 1
    if shown is not None:
        mark = IDENTITY_LETTERS[shown]
        text = f"{mark}({word})" if plain else f"{mark} {word}"
        return BoardCard(number, "", text, REVEALED_STYLES[shown])
    bystanders = () if game.duet is None else game.duet.bystanders
    sides = sorted(found.side for found in bystanders if found.position == position)
    word += "".join(f"/{'A' if side is Side.A else 'B'}" for side in sides)
    if key is None:
        return BoardCard(number, "  ", word, TextStyle.CARD)
    identity = key[position]
    return BoardCard(number, f"{IDENTITY_LETTERS[identity].lower()} ", word, KEY_STYLES[identity])


def _card_width(cards: Sequence[BoardCard], columns: int, width: int, *, numbered: bool) -> int:
    """The width of a card if `columns` cards fit in a row, else 0."""
    longest = max(text_width(card.text(numbered=numbered)) for card in cards) + 1
    room = (width - columns) // columns
    return min(room, max(longest, MAX_CARD_WIDTH)) if room >= longest else 0


def _grid_lines(
    cards: Sequence[BoardCard], width: int, features: TerminalFeatures, *, numbered: bool
) -> list[Line]:
    longest = max(text_width(card.text(numbered=numbered)) for card in cards)
    inset = " " if longest + 1 < width and features.depth is not ColourDepth.NONE else ""
    tall = features.height >= TALL_TERMINAL_ROWS and features.depth is not ColourDepth.NONE
    lines: list[Line] = []
    for first in range(0, len(cards), COLUMNS):
        row = cards[first : first + COLUMNS]
        if first:
            lines.append(())
        edge = [_row([Span("", card.style, width) for card in row])] if tall else []
        words = [Span(inset + card.text(numbered=numbered), card.style, width) for card in row]
        lines += [*edge, _row(words), *edge]
    return lines


def _list_lines(cards: Sequence[BoardCard], columns: int, width: int) -> list[Line]:
    """Read down, then columns."""
    width = (width - columns) // columns
    rows = -(-len(cards) // columns)
    spans = [Span(truncate(card.text(numbered=True), width), card.style, width) for card in cards]
    return [_row(spans[row::rows]) for row in range(rows)]


def _row(spans: Sequence[Span]) -> Line:
    """Cards with a gap between them."""
    gap = Span(" ")
    return tuple(part for span in spans for part in (span, gap))[:-1]
