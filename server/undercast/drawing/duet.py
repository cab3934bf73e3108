"""The headline of a duet: agents found, tokens, and whose turn it is."""

from math import ceil, sqrt

from undercast.drawing.canvas import SMALL, UNIT, Box, Canvas
from undercast.drawing.identity_marks import badge, shape
from undercast.drawing.people import acting, is_bot, player_name, seated, side_name, side_people
from undercast.drawing.theme import Texts
from undercast.rules.cards import Side, Team
from undercast.rules.game import Duet, Phase, Turn
from undercast.rules.modes.duet import AGENT_COUNT as DUET_AGENTS
from undercast.views import GameView, LobbyView


def draw_agents(canvas: Canvas, lobby: LobbyView, game: GameView, box: Box) -> None:
    """The left panel: agents found, and who is side A."""
    found = DUET_AGENTS - game.left[Team.GREEN]
    inner, top, ink = _panel(canvas, game, Side.A, box)
    size = 7.6 * UNIT
    active = ink == "on-identity"
    end = shape(canvas, "green", inner.left, top.middle, size, inverted=active, letter=False)
    canvas.write("words", str(found), end + 9, top.middle + 0.35 * 11.5 * UNIT, 11.5 * UNIT, ink)
    caption = canvas.text("duet.agents", n=found)
    middle = _caption(canvas, caption, inner, ink)
    _side(canvas, lobby, Side.A, inner._replace(top=middle), ink=ink)


def draw_tokens(canvas: Canvas, lobby: LobbyView, game: GameView, duet: Duet, box: Box) -> None:
    """The right panel: the tokens, nine or as many as were set, and who is side B."""
    inner, top, ink = _panel(canvas, game, Side.B, box)
    count = game.settings.tokens
    row = max(3, ceil(sqrt(count)))
    step = 8 * UNIT / row
    for i in range(count):
        x, y = inner.left + step * (i % row + 0.5), top.middle - 4 * UNIT + step * (i // row + 0.5)
        canvas.circle(x, y, 0.4 * step, "accent" if i < duet.tokens else "table-edge")
        if i >= duet.tokens:
            canvas.circle(x, y, 0.4 * step - 1.5, "green" if ink == "on-identity" else "table-deep")
    at = inner.left + 8 * UNIT + 9
    canvas.write("words", str(duet.tokens), at, top.middle + 0.35 * 9.6 * UNIT, 9.6 * UNIT, ink)
    caption = canvas.text("duet.tokens.caption", n=duet.tokens)
    middle = _caption(canvas, caption, inner, ink)
    _side(canvas, lobby, Side.B, inner._replace(top=middle), ink=ink)


def _panel(canvas: Canvas, game: GameView, side: Side, box: Box) -> tuple[Box, Box, str]:
    """Lit for the side whose turn it is; after a win, both."""
    result = game.result
    active = side in acting(game) if result is None else result.winner is not None
    canvas.outline(box, "green", 2.5, 1.5 * UNIT, "green" if active else "table-deep")
    inner = box.inset(1.1 * 12.8, 0.9 * UNIT, 0.6 * 12.8, 0.8 * UNIT)
    ink = "on-identity" if active else "text"
    return inner, inner._replace(bottom=inner.bottom - 7.2 * UNIT), ink


def _caption(canvas: Canvas, caption: str, inner: Box, ink: str) -> float:
    """What the number above means; where that line ends."""
    middle = inner.bottom - 3.6 * UNIT
    canvas.line("text", caption, inner._replace(top=middle - 3.6 * UNIT, bottom=middle), SMALL, ink)
    return middle


def _side(canvas: Canvas, lobby: LobbyView, side: Side, row: Box, *, ink: str) -> None:
    end = badge(canvas, side, row.left, row.middle, SMALL * 0.9) + 0.4 * SMALL
    name = side_people(lobby, side, canvas.texts)
    if seated(lobby, side):
        size = 0.85 * SMALL
        end = canvas.sign("key", end, row.middle - size / 2, size, ink) + 0.3 * SMALL
    if is_bot(lobby, name):
        end = canvas.sign("bot", end, row.middle - SMALL / 2, SMALL, ink) + 0.3 * SMALL
    canvas.line("strong", name, row._replace(left=end), SMALL, ink)


def title(texts: Texts, lobby: LobbyView, game: GameView, turn: Turn) -> str:
    """Whose turn it is."""
    if game.phase is Phase.SUDDEN_DEATH:
        return texts.get("turn.sudden_death")
    if turn.side is None:
        return texts.get("duet.first")
    if turn.clue is not None:
        return _guesses(texts, lobby, turn.side)
    return texts.get("duet.clue", name=side_name(lobby, turn.side, texts))


def waiting_text(texts: Texts, lobby: LobbyView, turn: Turn) -> str:
    """On the slip before the clue."""
    if turn.side is not None:
        return _guesses(texts, lobby, turn.side)
    return " / ".join(side_name(lobby, side, texts) for side in Side)


def _guesses(texts: Texts, lobby: LobbyView, giver: Side) -> str:
    return texts.get("duet.guess", name=side_name(lobby, giver.partner, texts))


def secondary_text(texts: Texts, lobby: LobbyView, game: GameView, turn: Turn) -> str:
    """Beside the title: who gave the clue, or that both sides may guess."""
    if game.phase is Phase.SUDDEN_DEATH:
        return texts.get("duet.both")
    if turn.side is None or turn.clue is None:
        return ""
    name = player_name(lobby, turn.giver) or side_name(lobby, turn.side, texts)
    return texts.get("duet.by", name=name)
