"""A clock on a picture that nobody draws anew each second: the time of day at which it runs out."""

import time

from undercast.drawing.canvas import UNIT, Box, Canvas
from undercast.drawing.theme import Words
from undercast.rules.clock import Clock


def draw_clock(sheet: Canvas, words: Words, clock: Clock, box: Box) -> None:
    """While it runs, until when by the clock on the wall; while it stands, what is left on it."""
    sheet.outline(box, "table-line", 2.5, 1.5 * UNIT, "table-deep")
    inner = box.inset(10, 8, 10, 8)
    if clock.until is None:
        seconds = -(-(clock.left or 0) // 1000)
        text = f"{seconds // 60}:{seconds % 60:02}"
        sheet.fitted("words", text, inner, "text", largest=0.72, lines=1)
        return
    told = words.say("picture.until", time="\0").split("\0")
    before, after = (part.strip() for part in told)
    rows = 3.6 * UNIT
    sheet.line(
        "text",
        before or after,
        inner._replace(bottom=inner.top + rows),
        3.2 * UNIT,
        "text-soft",
        "centre",
    )
    of_day = time_of_day(clock.until)
    sheet.fitted(
        "words", of_day, inner._replace(top=inner.top + rows), "text", largest=0.8, lines=1
    )


def time_of_day(at: int) -> str:
    """A server time (Unix milliseconds) as the clock on the wall shows it."""
    return time.strftime("%H:%M:%S", time.localtime(at // 1000))
