"""The cards on the table."""

from functools import lru_cache
from typing import NamedTuple

from undercast.drawing.canvas import CORNER, Box, Canvas
from undercast.drawing.cards import DrawnCard, FoundUnder, draw_card
from undercast.drawing.people import player_name, side_name, stamp_of, turn_of
from undercast.drawing.theme import Texts
from undercast.rules.cards import AGENT_OF, Identity, Side, Team
from undercast.rules.game import Mark
from undercast.rules.settings import Board, Mode
from undercast.views import GameView, LobbyView

BLOCK = 8
"""Pixels of a JPEG block: edges on a block's border cost no bytes."""

GAP_X, GAP_Y = 2 * BLOCK, BLOCK
_CACHED = 400
"""Cards, about 90 kB each."""


class PublicGame(NamedTuple):
    """What everybody sees of a game."""

    lobby: LobbyView
    game: GameView
    marks: tuple[Mark, ...]
    keys: tuple[tuple[Identity, ...], ...]
    """Once it is debriefed: one key, or side A's and side B's."""


class CardGrid:
    """Draws boards, and caches the cards."""

    def __init__(self) -> None:
        self._drawn = lru_cache(maxsize=_CACHED)(draw_card)

    def draw(self, canvas: Canvas, public: PublicGame, box: Box) -> None:
        """All cards of a game in this box."""
        cards = drawn_cards(canvas.texts, public)
        for card, place in zip(cards, card_boxes(box, len(cards)), strict=True):
            size = round(place.width), round(place.height)
            canvas.paste(self._drawn(canvas.resources, size, card), place, CORNER)


def card_boxes(box: Box, cards: int) -> list[Box]:
    """The boxes of this many cards, row by row."""
    rows = cards // 5
    width = (box.width - 4 * GAP_X) / 5 // BLOCK * BLOCK
    height = (box.height - (rows - 1) * GAP_Y) / rows // BLOCK * BLOCK
    left = round((box.left + (box.width - 5 * width - 4 * GAP_X) / 2) / BLOCK) * BLOCK
    top = round((box.top + (box.height - rows * height - (rows - 1) * GAP_Y) / 2) / BLOCK) * BLOCK
    corners = [
        (left + column * (width + GAP_X), top + row * (height + GAP_Y))
        for row in range(rows)
        for column in range(5)
    ]
    return [Box(x, y, x + width, y + height) for x, y in corners]


def drawn_cards(texts: Texts, public: PublicGame) -> list[DrawnCard]:
    """What each card shows."""
    game, lobby = public.game, public.lobby
    covered, over = _covered(game), bool(public.keys)
    cards = []
    for position, codename in enumerate(game.codenames):
        marks = [mark.by for mark in public.marks if mark.position == position]
        explained = over or position == covered
        cards.append(
            DrawnCard(
                codename,
                game.settings.board is Board.PICTURES,
                game.revealed[position],
                tuple(key[position] for key in public.keys),
                _found(texts, lobby, game, position) if explained else None,
                () if over else _out_for(texts, lobby, game, position),
                tuple(stamp_of(lobby, by) for by in marks),
                turn_of(game).team if marks else Team.RED,
                game.paused,
                game.language_at(position),
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
    texts: Texts, lobby: LobbyView, game: GameView, position: int
) -> tuple[tuple[Side, str], ...]:
    known = () if game.duet is None else game.duet.bystanders
    return tuple(
        (side, side_name(lobby, side, texts))
        for side in Side
        if any(card.position == position and card.side is side for card in known)
    )


def _found(texts: Texts, lobby: LobbyView, game: GameView, position: int) -> FoundUnder | None:
    """The touch or cover that revealed a card for good, and the turn that it belongs to."""
    identity = game.revealed[position]
    for turn in game.turns:
        if turn.cover == position:
            why = "card.opponent" if game.settings.mode is Mode.COOP else "card.penalty"
            return FoundUnder(texts.get(why))
        for touch in turn.counted:
            if touch.position == position and touch.identity is identity:
                other = turn.team is not Team.GREEN and identity is not AGENT_OF[turn.team]
                by, team = player_name(lobby, touch.by) or "", turn.team if other else None
                if turn.clue is None:
                    return FoundUnder(texts.get("turn.sudden_death"), None, team, by)
                return FoundUnder(
                    turn.clue.word or texts.get("debrief.spoken"),
                    turn.clue.number,
                    team,
                    by,
                    "" if turn.clue.word is None else game.clue_language,
                )
    return None
