"""The whole picture of a room: the same view gives the same bytes."""

import re
from functools import lru_cache
from pathlib import Path

from PIL import Image

from undercast.drawing.background import HEIGHT, STAGE, WIDTH, table
from undercast.drawing.board import CardGrid, PublicGame, places
from undercast.drawing.canvas import UNIT, Box, Canvas, Tools
from undercast.drawing.footer import draw_footer
from undercast.drawing.headline import draw_headline
from undercast.drawing.jpeg import as_jpeg
from undercast.drawing.lobby import draw_lobby
from undercast.drawing.messages import DrawRequest, Question, read_view
from undercast.drawing.people import turn_of
from undercast.drawing.text_shaping import Faces
from undercast.drawing.theme import Words, load
from undercast.rules.cards import Identity
from undercast.views import DebriefView, GameView, PublicView

_HEADLINE = STAGE._replace(bottom=STAGE.top + 0.205 * STAGE.height)
_FOOTER = STAGE._replace(top=STAGE.bottom - 0.056 * STAGE.height)
_BOARD = STAGE._replace(top=_HEADLINE.bottom + 1.6 * UNIT, bottom=_FOOTER.top - 1.6 * UNIT)


class PictureRenderer:
    """Draws, and remembers what it drew."""

    def __init__(self, folder: Path) -> None:
        """`folder`: what `tools.drawing` wrote. Raises OSError, msgspec.MsgspecError."""
        look = load(folder)
        self._tools = Tools(look, Faces(look, folder))
        self._cards = CardGrid(self._tools)
        self._words = lru_cache(maxsize=10)(lambda language: Words(look, language))

    def draw(self, question: Question) -> bytes:
        """The picture as a JPEG. Raises msgspec.MsgspecError for a view that is not everybody's."""
        if isinstance(question, DrawRequest):
            sheet = self._room(read_view(question.view), question.join)
        else:
            sheet = self._said(self._words(question.language), question.text)
        return as_jpeg(sheet.image)

    def _room(self, view: PublicView | DebriefView, join: str) -> Canvas:
        words = self._words(view.lobby.language)
        typed = re.sub(r"^http://", "", join)
        typed = re.sub(r"^(https://[^/:]+):443/", r"\1/", typed)
        if view.game is None:
            ready = view.lobby.no_deal is None and view.lobby.lost is None
            sheet = Canvas(self._tools, table(self._tools, None, (), dim=ready).copy())
            draw_lobby(sheet, words, view.lobby, join, typed, STAGE)
            return sheet
        keys: tuple[tuple[Identity, ...], ...] = ()
        if isinstance(view, DebriefView):
            keys = (view.key,) if view.key_b is None else (view.key, view.key_b)
        told = PublicGame(view.lobby, view.game, view.marks, keys)
        sheet = Canvas(self._tools, self._table(view.game).copy())
        draw_headline(sheet, words, view.lobby, view.game, _HEADLINE)
        self._cards.draw(sheet, words, told, _BOARD)
        draw_footer(sheet, words, view.lobby, view.game, typed, _FOOTER)
        return sheet

    def _table(self, game: GameView) -> Image.Image:
        hue = turn_of(game).team if game.result is None else None
        return table(self._tools, hue, tuple(places(_BOARD, len(game.codenames))))

    def _said(self, words: Words, text: str) -> Canvas:
        sheet = Canvas(self._tools, table(self._tools, None, ()).copy())
        size = 12 * UNIT
        width = sheet.tools.faces.sized(sheet.tools.faces.signs.file, size).getlength(
            sheet.tools.look.signs["wordmark"]
        )
        sheet.sign("wordmark", (WIDTH - width) / 2, HEIGHT / 2 - size, size, "accent")
        sheet.line(
            "text",
            words.say(text),
            Box(60, HEIGHT / 2 + 30, WIDTH - 60, HEIGHT / 2 + 90),
            5 * UNIT,
            "text-soft",
            "centre",
        )
        return sheet
