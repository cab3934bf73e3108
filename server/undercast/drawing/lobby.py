"""The lobby: which game is next, how to join, who sits where."""

from functools import lru_cache

import segno
from PIL import Image

from undercast.base.refusals import Refusal
from undercast.drawing.canvas import SMALL, UNIT, Box, Canvas
from undercast.drawing.people import player_name
from undercast.drawing.seats import draw_seats
from undercast.drawing.theme import Texts
from undercast.room.seats import Seat
from undercast.rules.settings import Board, Mode
from undercast.views import LobbyView

_MISSING = {
    Refusal.NO_SIDE: "lobby.need.duet",
    Refusal.NO_OPERATIVE: "lobby.need.operative",
    Refusal.TOO_FEW_CODENAMES: "lobby.need.codenames",
}


def draw_lobby(canvas: Canvas, lobby: LobbyView, join: str, address: str, box: Box) -> None:
    """`join`: the address in the QR code; `address`: as people type it."""
    invitation = box._replace(right=box.left + 51 * UNIT)
    canvas.fill(invitation, "paper", 3 * UNIT)
    if lobby.closed:
        _closed(canvas, lobby, invitation)
    else:
        _invitation(canvas, join, address, invitation)
    people = box._replace(left=invitation.right + 5.6 * UNIT)
    _header(canvas, lobby, people._replace(bottom=people.top + 10 * UNIT))
    foot = people._replace(top=people.bottom - 5.6 * UNIT)
    draw_seats(canvas, lobby, Box(people.left, people.top + 10 * UNIT, people.right, foot.top))
    ready = (lobby.no_deal is None and not lobby.unseated) or lobby.lost is not None
    text = _status(canvas.texts, lobby)
    canvas.label("strong", text, foot, "accent" if ready else "text", 0.72)


def _invitation(canvas: Canvas, join: str, address: str, box: Box) -> None:
    """How to join, on a sheet of paper."""
    inner = box.inset(3 * UNIT, 3 * UNIT, 3 * UNIT, 2.4 * UNIT)
    title = inner._replace(bottom=inner.top + 8.4 * UNIT)
    canvas.fitted("words", canvas.capitals(canvas.text("lobby.title")), title, "ink", lines=1)
    size = round(min(46 * UNIT, inner.width))
    left, top = round(inner.left + (inner.width - size) / 2), round(title.bottom + 1.5 * UNIT)
    canvas.fill(Box(left, top, left + size, top + size), "paper-white", 1.5 * UNIT)
    code = _qr_code(join, size)
    canvas.put(code, left + (size - code.width) // 2, top + (size - code.height) // 2)
    row = Box(inner.left, top + size + 1.2 * UNIT, inner.right, top + size + 5.4 * UNIT)
    canvas.line("text", canvas.text("lobby.or"), row, SMALL, "ink-soft", "centre")
    line = row._replace(top=row.bottom + 0.5 * UNIT, bottom=row.bottom + 8.5 * UNIT)
    canvas.fitted("words", address, line, "ink", largest=0.85, lines=1)
    wifi = inner._replace(top=line.bottom + 0.5 * UNIT)
    canvas.fitted("text", canvas.text("lobby.wifi"), wifi, "ink-soft", largest=0.46)


@lru_cache(maxsize=50)
def _qr_code(address: str, most: int) -> Image.Image:
    """The QR code, its squares in whole pixels."""
    rows = [bytes(row) for row in segno.make(address, error="m").matrix]
    count = len(rows)
    small = Image.new("1", (count, count))
    small.putdata([0 if dark else 255 for row in rows for dark in row])
    scale = most // (count + 4)
    return small.resize((count * scale, count * scale), Image.Resampling.NEAREST).convert("L")


def _closed(canvas: Canvas, lobby: LobbyView, box: Box) -> None:
    """Instead of the invitation: nobody new can join."""
    inner = box.inset(3 * UNIT, 3 * UNIT, 3 * UNIT, 3 * UNIT)
    title = inner._replace(bottom=inner.top + 20 * UNIT)
    canvas.fitted("words", canvas.capitals(canvas.text("lobby.closed")), title, "ink")
    top, margin = title.bottom + 6 * UNIT, 19 * UNIT
    door = Box(box.left + margin, top, box.right - margin, title.bottom + 26 * UNIT)
    canvas.fill(door, "ink", 4)
    canvas.fill(door.inset(8, 8, 8, 0), "manila-deep", 2)
    canvas.circle(door.right - 22, door.middle, 6, "ink")
    who = inner._replace(top=inner.bottom - 12 * UNIT, bottom=inner.bottom - 6 * UNIT)
    canvas.fitted("text", canvas.text("lobby.closed.who"), who, "ink-soft", largest=0.7, lines=1)
    name = player_name(lobby, lobby.host)
    if name is not None:
        how = canvas.text("lobby.closed.how", name=name)
        below = who._replace(top=who.bottom, bottom=inner.bottom)
        canvas.fitted("text", how, below, "ink-soft", largest=0.7, lines=1)


def _header(canvas: Canvas, lobby: LobbyView, box: Box) -> None:
    size = 5.2 * UNIT
    end = canvas.sign("wordmark", box.left, box.middle - size / 2, size, "accent") + 3 * UNIT
    count = len(lobby.players)
    count_text = canvas.text("lobby.people", n=count) if count else ""
    canvas.line("text", count_text, box, 4 * UNIT, "text-soft", "right")
    taken = canvas.measure("text", count_text) * 4 * UNIT
    name = canvas.text(f"mode.{lobby.settings.mode}")
    if lobby.settings.board is Board.PICTURES:
        name = f"{name} · {canvas.text('board.pictures')}"
    room = Box(end, box.top, box.right - taken - 12, box.bottom)
    canvas.label("strong", name, room, "text", 0.45)


def _status(texts: Texts, lobby: LobbyView) -> str:
    """What is missing, or who can deal."""
    host = player_name(lobby, lobby.host)
    if lobby.lost is not None:
        if lobby.lost.game is None:
            return texts.get("lobby.lost.latest", name=host or "?")
        return texts.get("lobby.lost.game", n=lobby.lost.game, name=host or "?")
    if not lobby.players:
        return texts.get("lobby.empty")
    if lobby.no_deal is None and lobby.unseated:
        return texts.get("lobby.unseated")
    if lobby.no_deal is None:
        return texts.get("lobby.ready", name=host or "?")
    if len(lobby.players) == 1:
        return texts.get("lobby.alone")
    if lobby.no_deal is Refusal.NO_SPYMASTER:
        return texts.get(_keys_needed(lobby))
    return texts.get(_MISSING.get(lobby.no_deal, "lobby.need.other"))


def _keys_needed(lobby: LobbyView) -> str:
    """Co-op and the game for three need other key seats than two teams."""
    if lobby.settings.mode is Mode.COOP:
        return "lobby.need.key"
    three = lobby.suggested.get(Seat.OPERATIVE_FOR_BOTH)
    return "lobby.need.three" if three else "lobby.need.spymaster"
