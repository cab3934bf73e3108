"""The cards on the table as lines: five by five where that fits, else a list."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from undercast.rules.cards import Identity, Side
from undercast.terminal.styles import (
    IN_KEY,
    REVEALED,
    Depth,
    Line,
    Span,
    TerminalFeatures,
    TextStyle,
)
from undercast.terminal.text_width import columns, cut
from undercast.views import GameView

ACROSS = 5

WIDEST = 20
"""Columns of a card; more would pull the board apart."""

ROOMY = 34
"""Rows of a terminal that has room for tall cards."""

MARKS: Mapping[Identity, str] = {
    Identity.RED: "R",
    Identity.BLUE: "B",
    Identity.GREEN: "G",
    Identity.BYSTANDER: "-",
    Identity.ASSASSIN: "X",
}
"""What stands for a colour; small in the key."""


class BoardCard(Struct, frozen=True):
    """A card as it is shown to somebody."""

    number: int
    """From 1."""
    mark: str
    word: str
    style: TextStyle

    def text(self, *, numbered: bool) -> str:
        """What is written on it."""
        number = f"{self.number:>2}" if numbered else ""
        return f"{number}{self.mark}{self.word}"


def board(game: GameView, key: Sequence[Identity] | None, look: TerminalFeatures) -> list[Line]:
    """The cards; with the key to whoever sees it."""
    plain = look.depth is Depth.NONE
    cards = [_card(game, key, position, plain) for position in range(len(game.codenames))]
    for numbered in (True, False):
        wide = _width(cards, ACROSS, look.width, numbered=numbered)
        if wide:
            return _grid(cards, wide, look, numbered=numbered)
    across = next((n for n in (3, 2) if _width(cards, n, look.width, numbered=True)), 1)
    return _list(cards, across, look.width)


def legend(game: GameView, *, key: bool, look: TerminalFeatures) -> str:
    """What the letters and colours of the board mean."""
    agents = "G agent" if game.duet is not None else "R red, B blue"
    shown = f"{agents}, - bystander, X assassin"
    small = "g, x" if game.duet is not None else "r, b, x"
    of_key = f"; small ({small}): your key" if key else ""
    found = " (in brackets: revealed)" if look.depth is Depth.NONE else ""
    out = "; /A /B: a bystander for that side" if game.duet and game.duet.bystanders else ""
    return f"{shown}{found}{of_key}{out}"


def _card(game: GameView, key: Sequence[Identity] | None, position: int, plain: bool) -> BoardCard:
    word, shown = game.codenames[position].upper(), game.revealed[position]
    number = position + 1
    if shown is not None:
        mark = MARKS[shown]
        text = f"{mark}({word})" if plain else f"{mark} {word}"
        return BoardCard(number, "", text, REVEALED[shown])
    word += "".join(f"/{_LETTER[side]}" for side in _in_vain(game, position))
    if key is None:
        return BoardCard(number, "  ", word, TextStyle.CARD)
    return BoardCard(number, f"{MARKS[key[position]].lower()} ", word, IN_KEY[key[position]])


_LETTER = {Side.A: "A", Side.B: "B"}


def _in_vain(game: GameView, position: int) -> list[Side]:
    known = () if game.duet is None else game.duet.bystanders
    return sorted(one.side for one in known if one.position == position)


def _width(cards: Sequence[BoardCard], across: int, width: int, *, numbered: bool) -> int:
    """Columns of a card where so many fit beside each other; 0 where they do not."""
    longest = max(columns(card.text(numbered=numbered)) for card in cards) + 1
    room = (width - across) // across
    return min(room, max(longest, WIDEST)) if room >= longest else 0


def _grid(
    cards: Sequence[BoardCard], wide: int, look: TerminalFeatures, *, numbered: bool
) -> list[Line]:
    longest = max(columns(card.text(numbered=numbered)) for card in cards)
    inset = " " if longest + 1 < wide and look.depth is not Depth.NONE else ""
    tall = look.height >= ROOMY and look.depth is not Depth.NONE
    lines: list[Line] = []
    for first in range(0, len(cards), ACROSS):
        row = cards[first : first + ACROSS]
        if first:
            lines.append(())
        edge = [_row([Span("", card.style, wide) for card in row])] if tall else []
        words = [Span(inset + card.text(numbered=numbered), card.style, wide) for card in row]
        lines += [*edge, _row(words), *edge]
    return lines


def _list(cards: Sequence[BoardCard], across: int, width: int) -> list[Line]:
    """Read down, then across."""
    wide = (width - across) // across
    rows = -(-len(cards) // across)
    spans = [Span(cut(card.text(numbered=True), wide), card.style, wide) for card in cards]
    return [_row(spans[row::rows]) for row in range(rows)]


def _row(spans: Sequence[Span]) -> Line:
    """Cards with a gap between them."""
    gap = Span(" ")
    return tuple(one for span in spans for one in (span, gap))[:-1]
