"""The picture of a room: the same view gives the same bytes."""

import re
from functools import lru_cache
from pathlib import Path

from PIL import Image

from undercast.drawing.background import HEIGHT, STAGE, WIDTH, background
from undercast.drawing.board import CardGrid, PublicGame, card_boxes
from undercast.drawing.canvas import UNIT, Box, Canvas, Resources
from undercast.drawing.footer import draw_footer
from undercast.drawing.headline import draw_headline
from undercast.drawing.jpeg import as_jpeg
from undercast.drawing.lobby import draw_lobby
from undercast.drawing.messages import DrawRequest, Question, TextRequest, read_view
from undercast.drawing.people import turn_of
from undercast.drawing.text_shaping import Faces
from undercast.drawing.theme import Texts, load
from undercast.rules.cards import Identity
from undercast.views import DebriefView, GameView, PublicView

_HEADLINE = STAGE._replace(bottom=STAGE.top + 0.205 * STAGE.height)
_FOOTER = STAGE._replace(top=STAGE.bottom - 0.056 * STAGE.height)
_BOARD = STAGE._replace(top=_HEADLINE.bottom + 1.6 * UNIT, bottom=_FOOTER.top - 1.6 * UNIT)


class PictureRenderer:
    """Draws pictures, and caches their parts."""

    def __init__(self, folder: Path) -> None:
        """`folder`: what `tools.drawing` wrote. Raises OSError, msgspec.MsgspecError."""
        theme = load(folder)
        faces = Faces(theme, folder)
        self._cards = CardGrid()
        self._resources = lru_cache(maxsize=10)(
            lambda language: Resources(theme, faces, Texts(theme, language))
        )

    def draw(self, question: Question) -> bytes:
        """The picture as a JPEG. Raises msgspec.MsgspecError for a view that is not everybody's."""
        if isinstance(question, DrawRequest):
            canvas = self._room(read_view(question.view), question.join)
        else:
            canvas = self._text(question)
        return as_jpeg(canvas.image)

    def _room(self, view: PublicView | DebriefView, join: str) -> Canvas:
        resources = self._resources(view.lobby.language)
        address = re.sub(r"^http://", "", join)
        address = re.sub(r"^(https://[^/:]+):443/", r"\1/", address)
        if view.game is None:
            ready = view.lobby.no_deal is None and view.lobby.lost is None
            canvas = Canvas(resources, background(resources, None, (), dim=ready).copy())
            draw_lobby(canvas, view.lobby, join, address, STAGE)
            return canvas
        keys: tuple[tuple[Identity, ...], ...] = ()
        if isinstance(view, DebriefView):
            keys = (view.key,) if view.key_b is None else (view.key, view.key_b)
        public = PublicGame(view.lobby, view.game, view.marks, keys)
        canvas = Canvas(resources, _background(resources, view.game).copy())
        draw_headline(canvas, view.lobby, view.game, view.marks, _HEADLINE)
        self._cards.draw(canvas, public, _BOARD)
        draw_footer(canvas, view.lobby, view.game, address, _FOOTER)
        return canvas

    def _text(self, request: TextRequest) -> Canvas:
        resources = self._resources(request.language)
        canvas = Canvas(resources, background(resources, None, ()).copy())
        size = 12 * UNIT
        width = canvas.resources.faces.sized(canvas.resources.faces.signs.file, size).getlength(
            canvas.resources.theme.signs["wordmark"]
        )
        canvas.sign("wordmark", (WIDTH - width) / 2, HEIGHT / 2 - size, size, "accent")
        row = Box(60, HEIGHT / 2 + 30, WIDTH - 60, HEIGHT / 2 + 90)
        canvas.line("text", canvas.text(request.text), row, 5 * UNIT, "text-soft", "centre")
        return canvas


def _background(resources: Resources, game: GameView) -> Image.Image:
    hue = turn_of(game).team if game.result is None else None
    boxes = card_boxes(_BOARD, len(game.codenames))
    if resources.texts.rtl:
        boxes = [box._replace(left=WIDTH - box.right, right=WIDTH - box.left) for box in boxes]
    return background(resources, hue, tuple(boxes))
