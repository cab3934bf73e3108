"""The clock on a picture, which is not redrawn each second: the time of day when it runs out."""

import time

from undercast.drawing.canvas import UNIT, Box, Canvas
from undercast.rules.clock import Clock


def draw_clock(canvas: Canvas, clock: Clock, box: Box) -> None:
    """The time at which it runs out or, if it is stopped, the time left."""
    canvas.outline(box, "table-line", 2.5, 1.5 * UNIT, "table-deep")
    inner = box.inset(10, 8, 10, 8)
    if clock.until is None:
        seconds = -(-(clock.left or 0) // 1000)
        text = f"{seconds // 60}:{seconds % 60:02}"
        canvas.fitted("words", text, inner, "text", largest=0.72, lines=1)
        return
    around = canvas.text("picture.until", time="\0").split("\0")
    before, after = (part.strip() for part in around)
    rows = 3.6 * UNIT
    row = inner._replace(bottom=inner.top + rows)
    canvas.line("text", before or after, row, 3.2 * UNIT, "text-soft", "centre")
    of_day = time_of_day(clock.until)
    canvas.fitted(
        "words", of_day, inner._replace(top=inner.top + rows), "text", largest=0.8, lines=1
    )


def time_of_day(at: int) -> str:
    """A server time (Unix milliseconds) in local time."""
    return time.strftime("%H:%M:%S", time.localtime(at // 1000))
