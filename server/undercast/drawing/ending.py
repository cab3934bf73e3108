"""How a game ended: who won and why."""

from undercast.drawing.canvas import SMALL, UNIT, Box, Canvas
from undercast.drawing.identity_marks import shape
from undercast.drawing.theme import Words
from undercast.rules.game import Ending, Phase, Result
from undercast.rules.settings import Mode
from undercast.views import GameView


def draw_result(sheet: Canvas, words: Words, game: GameView, result: Result, box: Box) -> None:
    """In the place of the turn."""
    winner = result.winner
    sheet.fill(box, "table-raised" if winner is None else winner, 1.5 * UNIT)
    ink = "text" if winner is None else "on-identity"
    inner = box.inset(25, 4, 25, 4)
    rows = 4 * UNIT
    title = _title(words, game, result).upper()
    head = inner._replace(bottom=inner.bottom - 2 * rows)
    size = min(9 * UNIT, head.width * 0.88 / sheet.measure("words", title))
    width = sheet.measure("words", title) * size
    start = head.left + (head.width - width) / 2
    if winner is not None:
        sign = 0.8 * size
        start += (sign + 0.3 * size) / 2
        at = start - sign - 0.3 * size
        sheet.sign(winner, at, head.middle - sign / 2, sign, "on-identity")
        shape(sheet, words, winner, at, head.middle - sign / 2, sign, inverted=True)
    line = Box(start, head.top, start + width + 2, head.bottom)
    sheet.line("words", title, line, size, ink)
    why = Box(inner.left, head.bottom, inner.right, head.bottom + rows)
    sheet.fitted(
        "strong",
        _reason(words, game, result),
        why,
        ink,
        largest=0.87,
        lines=1,
        smallest=0.8 * SMALL,
    )
    below = "debrief.title" if game.phase is Phase.DEBRIEFED else "end.next"
    sheet.line(
        "text",
        words.say(below),
        why._replace(top=why.bottom, bottom=why.bottom + rows),
        SMALL,
        ink,
        "centre",
    )


def _title(words: Words, game: GameView, result: Result) -> str:
    if result.ending is Ending.ABANDONED:
        return words.say("end.nobody")
    if result.winner is None:
        return words.say("end.failed")
    if result.score is not None:
        return words.say("coop.won", n=result.score)
    if game.settings.mode is Mode.COOP:
        return words.say("coop.lost")
    return words.say(f"end.wins.{result.winner}")


def _reason(words: Words, game: GameView, result: Result) -> str:
    reason = _why(words, result)
    if game.settings.mode is not Mode.COOP or result.ending is Ending.ABANDONED:
        return reason
    if result.score is not None:
        return words.say(f"coop.rating.{result.score}")
    return f"{reason} {words.say('coop.rating.lost')}"


def _why(words: Words, result: Result) -> str:
    match result.ending:
        case Ending.ASSASSIN:
            loser = "green" if result.winner is None else result.winner.rival
            return words.say(f"end.assassin.{loser}")
        case Ending.ALL_AGENTS:
            return words.say(f"end.all.{result.winner or 'green'}")
        case _:
            return words.say(f"end.{result.ending}")
