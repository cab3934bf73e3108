"""How a game ended: who won and why."""

from undercast.drawing.canvas import SMALL, UNIT, Box, Canvas
from undercast.drawing.identity_marks import shape
from undercast.drawing.theme import Texts
from undercast.rules.game import Ending, Phase, Result
from undercast.rules.settings import Mode
from undercast.views import GameView


def draw_result(canvas: Canvas, game: GameView, result: Result, box: Box) -> None:
    """In place of the turn."""
    winner = result.winner
    canvas.fill(box, "table-raised" if winner is None else winner, 1.5 * UNIT)
    ink = "text" if winner is None else "on-identity"
    inner = box.inset(25, 4, 25, 4)
    rows = 4 * UNIT
    title = canvas.capitals(_title(canvas.texts, game, result))
    head = inner._replace(bottom=inner.bottom - 2 * rows)
    size = min(9 * UNIT, head.width * 0.88 / canvas.measure("words", title))
    width = canvas.measure("words", title) * size
    start = head.left + (head.width - width) / 2
    if winner is not None:
        sign = 0.8 * size
        start += (sign + 0.3 * size) / 2
        at = start - sign - 0.3 * size
        canvas.sign(winner, at, head.middle - sign / 2, sign, "on-identity")
        shape(canvas, winner, at, head.middle, sign, inverted=True)
    line = Box(start, head.top, start + width + 2, head.bottom)
    canvas.line("words", title, line, size, ink)
    why = Box(inner.left, head.bottom, inner.right, head.bottom + rows)
    reason = _reason(canvas.texts, game, result)
    canvas.fitted("strong", reason, why, ink, largest=0.87, lines=1, smallest=0.8 * SMALL)
    text = canvas.text("debrief.title" if game.phase is Phase.DEBRIEFED else "end.next")
    below = why._replace(top=why.bottom, bottom=why.bottom + rows)
    canvas.line("text", text, below, SMALL, ink, "centre")


def _title(texts: Texts, game: GameView, result: Result) -> str:
    if result.ending is Ending.ABANDONED:
        return texts.get("end.nobody")
    if result.winner is None:
        return texts.get("end.failed")
    if result.score is not None:
        return texts.get("coop.won", n=result.score)
    if game.settings.mode is Mode.COOP:
        return texts.get("coop.lost")
    return texts.get(f"end.wins.{result.winner}")


def _reason(texts: Texts, game: GameView, result: Result) -> str:
    reason = _why(texts, result)
    if game.settings.mode is not Mode.COOP or result.ending is Ending.ABANDONED:
        return reason
    if result.score is not None:
        return texts.get(f"coop.rating.{result.score}")
    return f"{reason} {texts.get('coop.rating.lost')}"


def _why(texts: Texts, result: Result) -> str:
    match result.ending:
        case Ending.ASSASSIN:
            loser = "green" if result.winner is None else result.winner.rival
            return texts.get(f"end.assassin.{loser}")
        case Ending.ALL_AGENTS:
            return texts.get(f"end.all.{result.winner or 'green'}")
        case _:
            return texts.get(f"end.{result.ending}")
