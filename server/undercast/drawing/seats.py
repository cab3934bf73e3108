"""Who sits where: a lobby's columns of people, with empty places to fill."""

from typing import NamedTuple

from undercast.drawing.canvas import CORNER, SMALL, UNIT, Box, Canvas
from undercast.drawing.cards import paper
from undercast.drawing.identity_marks import badge, shape, stamp
from undercast.drawing.people import seated
from undercast.room.seats import Seat
from undercast.rules.cards import Side
from undercast.rules.settings import Mode
from undercast.views import LobbyView, PlayerView

_GAP = 0.8 * UNIT
_HEADING = 1.2 * SMALL + 1.2 * UNIT
_TALLEST = 12 * UNIT
_MAX_ROWS = 8
_UNSEATED = 4
"""People without a seat in a row."""

_OWN = {
    "red": (Seat.RED_SPYMASTER, Seat.RED_OPERATIVE),
    "blue": (Seat.BLUE_SPYMASTER, Seat.BLUE_OPERATIVE),
}
_BOTH = (Seat.KEY_HOLDER, Seat.OPERATIVE_FOR_BOTH)
_TITLES = {
    Seat.RED_SPYMASTER: "spymaster",
    Seat.BLUE_SPYMASTER: "spymaster",
    Seat.RED_OPERATIVE: "operative",
    Seat.BLUE_OPERATIVE: "operative",
    Seat.KEY_HOLDER: "key_holder",
    Seat.OPERATIVE_FOR_BOTH: "operative_for_both",
    Seat.SIDE_A: "key_holder",
    Seat.SIDE_B: "key_holder",
}


class Column(NamedTuple):
    """A team, a side, or those who play for both teams."""

    title: str
    seats: tuple[Seat, ...]
    identities: tuple[str, ...]
    side: Side | None = None


def draw_seats(canvas: Canvas, lobby: LobbyView, box: Box) -> None:
    """All columns, and below them who has no seat."""
    seatless = tuple(
        player
        for player in lobby.players
        if player.seat is Seat.SPECTATOR or player.id in lobby.unseated
    )
    rows = min(3, -(-len(seatless) // _UNSEATED))
    if rows:
        below = box._replace(top=box.bottom - _HEADING - rows * 5.4 * UNIT)
        title = "seat.short.spectator" if lobby.unseated else "lobby.watching"
        _unseated(canvas, canvas.text(title), seatless, rows, below)
        box = box._replace(bottom=below.top - UNIT)
    columns = _columns(lobby)
    wide = (box.width - (len(columns) - 1) * 2.8 * UNIT) / len(columns)
    for i, column in enumerate(columns):
        left = box.left + i * (wide + 2.8 * UNIT)
        _column(canvas, lobby, column, Box(left, box.top, left + wide, box.bottom - UNIT))


def _columns(lobby: LobbyView) -> list[Column]:
    if lobby.settings.mode is Mode.COOP:
        return [Column("seat.coop", _OWN["red"], ("red",))]
    if lobby.settings.mode is Mode.DUET:
        return [Column(f"seat.{side}", (Seat(side),), ("green",), side) for side in Side]
    own = [Column(f"team.{team}", seats, (team,)) for team, seats in _OWN.items()]
    both = Column("seat.both", _BOTH, ("red", "blue"))
    used = any(seated(lobby, seat) or _wanted(lobby, seat) for seat in _BOTH)
    return [*own, both] if used else own


def _wanted(lobby: LobbyView, seat: Seat) -> int:
    """Empty places to fill."""
    return max(0, min(lobby.suggested.get(seat, 0) - len(seated(lobby, seat)), 3))


def _column(canvas: Canvas, lobby: LobbyView, column: Column, box: Box) -> None:
    head = box._replace(bottom=box.top + 8 * UNIT)
    one = column.identities[0] if len(column.identities) == 1 else "table-raised"
    canvas.fill(head, one, CORNER)
    size, end = 5.4 * UNIT, head.left + 2 * UNIT
    for identity in column.identities:
        inverted = len(column.identities) == 1
        end = shape(canvas, identity, end, head.middle, size, inverted=inverted) + 8
    if column.side is not None:
        end = badge(canvas, column.side, end, head.middle, size * 0.9) + 10
    name = canvas.capitals(canvas.text(column.title))
    room = Box(end, head.top, head.right - UNIT, head.bottom)
    canvas.label("words", name, room, "on-identity", 0.68)
    kinds = [(seat, seated(lobby, seat), _wanted(lobby, seat)) for seat in column.seats]
    kinds = [kind for kind in kinds if kind[1] or kind[2]]
    _kinds(canvas, kinds, box._replace(top=head.bottom))


def _kinds(canvas: Canvas, kinds: list[tuple[Seat, tuple[PlayerView, ...], int]], box: Box) -> None:
    rows = [_rows(len(players) + wanted) for _, players, wanted in kinds]
    if not rows:
        return
    height = (box.height - len(kinds) * _HEADING) / sum(rows) - _GAP
    height = min(height, _TALLEST)
    top = box.top
    for (seat, players, wanted), count in zip(kinds, rows, strict=True):
        title = canvas.text(f"seat.short.{_TITLES[seat]}")
        canvas.line(
            "text", title, Box(box.left, top, box.right, top + _HEADING), SMALL, "text-soft"
        )
        top += _HEADING
        keys = _TITLES[seat] in ("spymaster", "key_holder")
        bottom = top + count * (height + _GAP)
        _places(canvas, players, wanted, Box(box.left, top, box.right, bottom), count, keys=keys)
        top = bottom


def _rows(people: int) -> int:
    """In one column, or two for four and more."""
    return min(_MAX_ROWS, -(-people // 2) if people > 3 else people)


def _places(
    canvas: Canvas, players: tuple[PlayerView, ...], wanted: int, box: Box, rows: int, *, keys: bool
) -> None:
    two = len(players) + wanted > 3
    height = box.height / rows - _GAP
    wide = (box.width - _GAP) / 2 if two else box.width
    most = rows * (2 if two else 1)
    shown = players if len(players) <= most else players[: most - 1]
    spots = [
        Box(x, y, x + wide, y + height)
        for y in (box.top + row * (height + _GAP) for row in range(rows))
        for x in ((box.left, box.left + wide + _GAP) if two else (box.left,))
    ]
    for player, spot in zip(shown, spots, strict=False):
        _person(canvas, player, spot, keys=keys)
    left = spots[len(shown) :]
    if len(shown) < len(players):
        more = canvas.text("lobby.more", n=len(players) - len(shown))
        canvas.line("text", more, left[0].inset(12, 0, 0, 0), SMALL, "text-soft")
        return
    for spot in left[:wanted]:
        canvas.outline(spot, "table-edge", 2, CORNER, "table")
        size = min(4.4 * UNIT, spot.height * 0.7)
        text = canvas.capitals(canvas.text("lobby.wanted"))
        canvas.line("words", text, spot.inset(8, 0, 8, 0), size, "text-soft", "centre")


def _person(canvas: Canvas, player: PlayerView, box: Box, *, keys: bool) -> None:
    """An index card with somebody's name."""
    away = not player.online
    size = round(box.width), round(box.height)
    ink, ground = ("ink-away", "paper-away") if away else ("ink", "paper")
    canvas.paste(paper(canvas.resources, size, ground), box, CORNER)
    sign = min(box.height * 0.72, 6.4 * UNIT)
    end = box.left + 10
    if box.height > 4.4 * UNIT:
        if player.bot is None:
            frame = Box(end, box.middle - sign / 2, end + sign, box.middle + sign / 2)
            end = stamp(canvas, player.stamp, frame, ink, ground) + 12
        else:
            end = canvas.sign("bot", end, box.middle - sign / 2, sign, f"{ink}/82") + 12
    room = Box(end, box.top, box.right - 10, box.bottom)
    if keys:
        key = min(4.2 * UNIT, box.height * 0.6)
        canvas.sign("key", box.right - 10 - key, box.middle - key / 2, key, ink)
        room = room._replace(right=box.right - 16 - key)
    room = room._replace(
        top=max(room.top, room.middle - 4.5 * UNIT),
        bottom=min(room.bottom, room.middle + 4.5 * UNIT),
    )
    canvas.label("strong", player.name, room, ink, 0.7)


def _unseated(
    canvas: Canvas, title: str, players: tuple[PlayerView, ...], rows: int, box: Box
) -> None:
    canvas.line("text", title, box._replace(bottom=box.top + _HEADING), SMALL, "text-soft")
    wide, most = (box.width - 3 * _GAP) / _UNSEATED, rows * _UNSEATED
    shown = players if len(players) <= most else players[: most - 1]
    for i in range(min(most, len(players))):
        left = box.left + i % _UNSEATED * (wide + _GAP)
        top = box.top + _HEADING + i // _UNSEATED * 5.4 * UNIT
        spot = Box(left, top, left + wide, top + 5.4 * UNIT - _GAP)
        if i < len(shown):
            _person(canvas, shown[i], spot, keys=False)
        else:
            more = canvas.text("lobby.more", n=len(players) - len(shown))
            canvas.line("text", more, spot.inset(8, 0, 0, 0), SMALL, "text-soft")
