"""The cards on the table."""

from functools import lru_cache
from typing import NamedTuple

from undercast.drawing.canvas import CORNER, Box, Canvas, Tools
from undercast.drawing.cards import DrawnCard, FoundUnder, draw_card, pin
from undercast.drawing.people import is_bot, name_in, side_name, turn_of
from undercast.drawing.theme import Words
from undercast.rules.cards import AGENT_OF, Identity, Side, Team
from undercast.rules.game import Mark
from undercast.rules.settings import Board, Mode
from undercast.views import GameView, LobbyView

SQUARE = 8
"""Of what lies on a JPEG's squares the edges cost nothing."""

GAP_X, GAP_Y = 2 * SQUARE, SQUARE
_KEPT = 400
"""Cards that are not drawn again, some 90 kB each."""


class PublicGame(NamedTuple):
    """What everybody sees of a game."""

    lobby: LobbyView
    game: GameView
    marks: tuple[Mark, ...]
    keys: tuple[tuple[Identity, ...], ...]
    """Once it is debriefed: one key, or side A's and side B's."""


class CardGrid:
    """Draws boards, and remembers the cards that it drew."""

    def __init__(self, tools: Tools) -> None:
        def drawn(words: Words, size: tuple[int, int], card: DrawnCard) -> Canvas:
            return draw_card(tools, words, size, card)

        self._drawn = lru_cache(maxsize=_KEPT)(drawn)

    def draw(self, sheet: Canvas, words: Words, told: PublicGame, box: Box) -> None:
        """All cards of a game in this box."""
        cards = cards_of(words, told)
        for card, place in zip(cards, places(box, len(cards)), strict=True):
            size = round(place.width), round(place.height)
            sheet.paste(self._drawn(words, size, card), place, CORNER)


def places(box: Box, cards: int) -> list[Box]:
    """Where so many cards lie, row by row."""
    rows = cards // 5
    width = (box.width - 4 * GAP_X) / 5 // SQUARE * SQUARE
    height = (box.height - (rows - 1) * GAP_Y) / rows // SQUARE * SQUARE
    left = round((box.left + (box.width - 5 * width - 4 * GAP_X) / 2) / SQUARE) * SQUARE
    top = round((box.top + (box.height - rows * height - (rows - 1) * GAP_Y) / 2) / SQUARE) * SQUARE
    corners = [
        (left + column * (width + GAP_X), top + row * (height + GAP_Y))
        for row in range(rows)
        for column in range(5)
    ]
    return [Box(x, y, x + width, y + height) for x, y in corners]


def cards_of(words: Words, told: PublicGame) -> list[DrawnCard]:
    """What each card shows."""
    game, lobby = told.game, told.lobby
    news, over = _covered(game), bool(told.keys)
    cards = []
    for position, codename in enumerate(game.codenames):
        marks = [name_in(lobby, mark.by) or "?" for mark in told.marks if mark.position == position]
        tells = over or position == news
        cards.append(
            DrawnCard(
                codename,
                game.settings.board is Board.PICTURES,
                game.revealed[position],
                tuple(key[position] for key in told.keys),
                _found(words, lobby, game, position) if tells else None,
                () if over else _out_for(words, lobby, game, position),
                tuple(pin(name, bot=is_bot(lobby, name)) for name in marks),
                turn_of(game).team if marks else Team.RED,
                game.paused,
            )
        )
    return cards


def _covered(game: GameView) -> int | None:
    """The card just revealed without a touch: in this turn, or in co-op in the one before."""
    cover = turn_of(game).cover
    if cover is None and game.settings.mode is Mode.COOP and len(game.turns) > 1:
        return game.turns[-2].cover
    return cover


def _out_for(
    words: Words, lobby: LobbyView, game: GameView, position: int
) -> tuple[tuple[Side, str], ...]:
    known = () if game.duet is None else game.duet.bystanders
    return tuple(
        (side, side_name(lobby, side, words))
        for side in Side
        if any(card.position == position and card.side is side for card in known)
    )


def _found(words: Words, lobby: LobbyView, game: GameView, position: int) -> FoundUnder | None:
    """The touch or cover that revealed a card for good, and the turn that it belongs to."""
    identity = game.revealed[position]
    for turn in game.turns:
        if turn.cover == position:
            why = "card.opponent" if game.settings.mode is Mode.COOP else "card.penalty"
            return FoundUnder(words.say(why))
        for touch in turn.counted:
            if touch.position == position and touch.identity is identity:
                other = turn.team is not Team.GREEN and identity is not AGENT_OF[turn.team]
                by, team = name_in(lobby, touch.by) or "", turn.team if other else None
                if turn.clue is None:
                    return FoundUnder(words.say("turn.sudden_death"), None, team, by)
                return FoundUnder(
                    turn.clue.word or words.say("debrief.spoken"), turn.clue.number, team, by
                )
    return None
