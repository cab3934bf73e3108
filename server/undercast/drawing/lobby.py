"""Before the first game: which game it will be, how to come in, who is here and sits where."""

from functools import lru_cache

import segno
from PIL import Image

from undercast.base.refusals import Refusal
from undercast.drawing.canvas import SMALL, UNIT, Box, Canvas
from undercast.drawing.people import name_in
from undercast.drawing.seats import draw_seats
from undercast.drawing.theme import Words
from undercast.room.seats import Seat
from undercast.rules.settings import Board, Mode
from undercast.views import LobbyView

_NEEDS = {
    Refusal.NO_SIDE: "lobby.need.duet",
    Refusal.NO_OPERATIVE: "lobby.need.operative",
    Refusal.TOO_FEW_CODENAMES: "lobby.need.codenames",
}


def draw_lobby(
    sheet: Canvas, words: Words, lobby: LobbyView, join: str, typed: str, box: Box
) -> None:
    """`join` is the address behind the QR code, `typed` the same as it is typed."""
    invitation = box._replace(right=box.left + 51 * UNIT)
    sheet.fill(invitation, "paper", 3 * UNIT)
    if lobby.closed:
        _closed(sheet, words, lobby, invitation)
    else:
        _invitation(sheet, words, join, typed, invitation)
    people = box._replace(left=invitation.right + 5.6 * UNIT)
    _header(sheet, words, lobby, people._replace(bottom=people.top + 10 * UNIT))
    foot = people._replace(top=people.bottom - 5.6 * UNIT)
    draw_seats(
        sheet, words, lobby, Box(people.left, people.top + 10 * UNIT, people.right, foot.top)
    )
    ready = lobby.no_deal is None or lobby.lost is not None
    text = _standing(words, lobby)
    sheet.fitted(
        "strong",
        text,
        foot,
        "accent" if ready else "text",
        largest=0.72,
        lines=1,
        smallest=SMALL,
        align="left",
    )


def _invitation(sheet: Canvas, words: Words, join: str, typed: str, box: Box) -> None:
    """How to come in: a sheet of paper."""
    inner = box.inset(3 * UNIT, 3 * UNIT, 3 * UNIT, 2.4 * UNIT)
    title = inner._replace(bottom=inner.top + 8.4 * UNIT)
    sheet.fitted("words", words.say("lobby.title").upper(), title, "ink", lines=1)
    size = round(min(46 * UNIT, inner.width))
    left, top = round(inner.left + (inner.width - size) / 2), round(title.bottom + 1.5 * UNIT)
    sheet.fill(Box(left, top, left + size, top + size), "paper-white", 1.5 * UNIT)
    code = _code(join, size)
    at = left + (size - code.width) // 2, top + (size - code.height) // 2
    sheet.image.paste(code, at)
    row = Box(inner.left, top + size + 1.2 * UNIT, inner.right, top + size + 5.4 * UNIT)
    sheet.line("text", words.say("lobby.or"), row, SMALL, "ink-soft", "centre")
    address = row._replace(top=row.bottom + 0.5 * UNIT, bottom=row.bottom + 8.5 * UNIT)
    sheet.fitted("words", typed, address, "ink", largest=0.85, lines=1)
    wifi = inner._replace(top=address.bottom + 0.5 * UNIT)
    sheet.fitted("text", words.say("lobby.wifi"), wifi, "ink-soft", largest=0.46)


@lru_cache(maxsize=50)
def _code(address: str, most: int) -> Image.Image:
    """The QR code, each of its squares a whole number of pixels."""
    rows = [bytes(row) for row in segno.make(address, error="m").matrix]
    count = len(rows)
    small = Image.new("1", (count, count))
    small.putdata([0 if dark else 255 for row in rows for dark in row])
    scale = most // (count + 4)
    return small.resize((count * scale, count * scale), Image.Resampling.NEAREST).convert("L")


def _closed(sheet: Canvas, words: Words, lobby: LobbyView, box: Box) -> None:
    """In the place of the invitation: nobody new is let in, so nobody is asked to scan."""
    inner = box.inset(3 * UNIT, 3 * UNIT, 3 * UNIT, 3 * UNIT)
    title = inner._replace(bottom=inner.top + 20 * UNIT)
    sheet.fitted("words", words.say("lobby.closed").upper(), title, "ink")
    door = Box(
        box.left + 19 * UNIT,
        title.bottom + 6 * UNIT,
        box.right - 19 * UNIT,
        title.bottom + 26 * UNIT,
    )
    sheet.fill(door, "ink", 4)
    sheet.fill(door.inset(8, 8, 8, 0), "manila-deep", 2)
    sheet.circle(door.right - 22, door.middle, 6, "ink")
    who = inner._replace(top=inner.bottom - 12 * UNIT, bottom=inner.bottom - 6 * UNIT)
    sheet.fitted("text", words.say("lobby.closed.who"), who, "ink-soft", largest=0.7, lines=1)
    name = name_in(lobby, lobby.host)
    if name is not None:
        how = words.say("lobby.closed.how", name=name)
        sheet.fitted(
            "text",
            how,
            who._replace(top=who.bottom, bottom=inner.bottom),
            "ink-soft",
            largest=0.7,
            lines=1,
        )


def _header(sheet: Canvas, words: Words, lobby: LobbyView, box: Box) -> None:
    size = 5.2 * UNIT
    end = sheet.sign("wordmark", box.left, box.middle - size / 2, size, "accent") + 3 * UNIT
    count = len(lobby.players)
    told = words.say("lobby.people", n=count) if count else ""
    sheet.line("text", told, box, 4 * UNIT, "text-soft", "right")
    taken = sheet.measure("text", told) * 4 * UNIT
    name = words.say(f"mode.{lobby.settings.mode}")
    if lobby.settings.board is Board.PICTURES:
        name = f"{name} · {words.say('board.pictures')}"
    room = Box(end, box.top, box.right - taken - 12, box.bottom)
    sheet.fitted("strong", name, room, "text", largest=0.45, lines=1, smallest=SMALL, align="left")


def _standing(words: Words, lobby: LobbyView) -> str:
    """What is missing, or who deals."""
    host = name_in(lobby, lobby.host)
    if lobby.lost is not None:
        if lobby.lost.game is None:
            return words.say("lobby.lost.latest", name=host or "?")
        return words.say("lobby.lost.game", n=lobby.lost.game, name=host or "?")
    if not lobby.players:
        return words.say("lobby.empty")
    if lobby.no_deal is None:
        here = next((player.name for player in lobby.players if player.id == lobby.host), None)
        return (
            words.say("lobby.ready.anyone") if here is None else words.say("lobby.ready", name=here)
        )
    if len(lobby.players) == 1:
        return words.say("lobby.alone")
    if lobby.no_deal is Refusal.NO_SPYMASTER:
        return words.say(_keys_needed(lobby))
    return words.say(_NEEDS.get(lobby.no_deal, "lobby.need.other"))


def _keys_needed(lobby: LobbyView) -> str:
    """Co-op, and so few people, need other keys than two teams do."""
    if lobby.settings.mode is Mode.COOP or lobby.suggested.get(Seat.KEY_HOLDER):
        return "lobby.need.key"
    three = lobby.suggested.get(Seat.OPERATIVE_FOR_BOTH)
    return "lobby.need.three" if three else "lobby.need.spymaster"
