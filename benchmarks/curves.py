"""Draws how numbers changed over time, and says whether they stayed level."""

# ruff: noqa: INP001, T201

import itertools
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

Row = Mapping[str, float]

MONTH = 30.0
"""Days."""


@dataclass(frozen=True)
class Curve:
    """A number; in a month it may grow by so much, and by so much for every thousand games that
    are counted, which are kept for decades.
    """

    name: str
    title: str
    most: float
    a_thousand_games: float = 0.0


CURVES = (
    Curve("server_mb", "memory of the server, MB", 4.0),
    Curve("casting_mb", "memory of its process for casting, MB", 4.0),
    Curve("thinking_mb", "memory of those for thinking, MB", 4.0),
    Curve("drawing_mb", "memory of those for drawing, MB", 4.0),
    Curve("parent_mb", "memory of the workers' parent, MB", 1.0),
    Curve("engine_mb", "memory of the engine, MB", 4.0, a_thousand_games=4.0),
    Curve("descriptors", "descriptors of all", 4.0),
    Curve("threads", "threads of all", 2.0),
    Curve("greenlets", "greenlets", 6.0),
    Curve("rooms_in_memory", "rooms in memory", 4.0),
    Curve("disk_mb", "data on the disk, MB", 1.0, a_thousand_games=1.0),
    Curve("rooms", "rooms on the disk", 20.0),
    Curve("tap_p50", "a tap, p50 ms", 0.5),
    Curve("tap_p99", "a tap, p99 ms", 5.0),
    Curve("lag_p99", "lateness of the loop, p99 ms", 1.0),
)

WIDTH, HEIGHT, LEFT, TOP = 340, 96, 52, 26
COLUMNS = 2

POINTS = 180


def slope(rows: Sequence[Row], name: str, by: str = "day") -> float:
    """How much a number grows for one of `by`: the median of all pairs, which a single outlier does
    not move (Theil and Sen).
    """
    pairs = itertools.combinations([(row[by], row[name]) for row in rows], 2)
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairs if b[0] > a[0]]
    return statistics.median(slopes) if slopes else 0.0


def _there(rows: Sequence[Row]) -> list[Curve]:
    """Those of what there was."""
    return [curve for curve in CURVES if any(row[curve.name] for row in rows)]


def verdict(rows: Sequence[Row]) -> bool:
    """Print how the numbers went; whether all of them stayed level."""
    print("| | first | last | growth in a month | may be | |")
    print("| --- | ---: | ---: | ---: | ---: | --- |")
    level, third = True, max(len(rows) // 3, 1)
    games = slope(rows, "games_counted") * MONTH / 1000
    for curve in _there(rows):
        first, last = (
            statistics.median(row[curve.name] for row in part)
            for part in (rows[:third], rows[-third:])
        )
        growth = slope(rows, curve.name) * MONTH
        most = curve.most + curve.a_thousand_games * games
        is_level = growth <= most
        level &= is_level
        shown = " | ".join(f"{number:.4g}" for number in (first, last))
        print(f"| {curve.title} | {shown} | {growth:+.2f} | {most:.1f} | ", end="")
        print(f"{'level' if is_level else '**grows**'} |")
    return level


def drawing(rows: Sequence[Row]) -> str:
    """All curves over the days, as SVG: of many samples every so many."""
    rows = rows[:: max(1, len(rows) // POINTS)]
    curves = _there(rows)
    lines = -(-len(curves) // COLUMNS)
    width, height = COLUMNS * (WIDTH + LEFT) + 20, lines * (HEIGHT + TOP + 14) + 10
    panels = [
        _panel(rows, curve, n % COLUMNS * (WIDTH + LEFT) + LEFT, n // COLUMNS * (HEIGHT + TOP + 14))
        for n, curve in enumerate(curves)
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
    style = ' font-family="sans-serif" font-size="11" fill="#222">'
    ground = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    return "\n".join([head + style, ground, *panels, "</svg>\n"])


def _panel(rows: Sequence[Row], curve: Curve, left: int, top: int) -> str:
    values = [row[curve.name] for row in rows]
    days = [row["day"] for row in rows]
    most, last = max(*values, 1e-9) * 1.05, max(*days, 1e-9)
    points = " ".join(
        f"{left + day / last * WIDTH:.1f},{top + TOP + HEIGHT - value / most * HEIGHT:.1f}"
        for day, value in zip(days, values, strict=True)
    )
    floor = top + TOP + HEIGHT
    return "\n".join(
        [
            f'<text x="{left}" y="{top + TOP - 8}" font-weight="bold">{escape(curve.title)}</text>',
            f'<path d="M{left} {top + TOP}V{floor}H{left + WIDTH}" fill="none" stroke="#999"/>',
            f'<text x="{left - 6}" y="{top + TOP + 8}" text-anchor="end">{most:.3g}</text>',
            f'<text x="{left - 6}" y="{floor}" text-anchor="end">0</text>',
            f'<text x="{left + WIDTH}" y="{floor + 12}" text-anchor="end">day {last:.0f}</text>',
            f'<polyline points="{points}" fill="none" stroke="#2b6cb0"/>',
        ]
    )
