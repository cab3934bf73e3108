"""Below the cards: how latecomers join, and the clues so far; after a game the evening."""

from undercast.drawing.canvas import UNIT, Box, Canvas
from undercast.drawing.identity_marks import badge, number, number_width, shape
from undercast.drawing.theme import Words
from undercast.room.evening import Evening
from undercast.room.seats import Seat
from undercast.rules.cards import Team
from undercast.rules.clues import Clue
from undercast.views import GameView, LobbyView

SIZE = 3.2 * UNIT
_APART = 1.4 * 12.8


def draw_footer(
    sheet: Canvas, words: Words, lobby: LobbyView, game: GameView, join: str, box: Box
) -> None:
    """One line; `join` is the address to type."""
    if lobby.closed:
        end = sheet.line("text", words.say("lobby.closed"), box, SIZE, "text-soft")
    else:
        end = sheet.line("text", words.say("game.join"), box, SIZE, "text-soft") + 6
        end = sheet.line("strong", join, box._replace(left=end), SIZE, "text")
    rest = box._replace(left=end + 3 * 12.8)
    if lobby.evening is None:
        _clues(sheet, words, game, rest)
    else:
        _evening(sheet, words, lobby, lobby.evening, rest)


def _clues(sheet: Canvas, words: Words, game: GameView, box: Box) -> None:
    """The newest at the right edge; of the oldest, what has no room is let go."""
    right = box.right
    for team, clue, struck in reversed(_told(game)):
        text = (clue.word or words.say("debrief.spoken")).upper()
        width = (
            sheet.measure("text", text) * SIZE + number_width(sheet, clue.number, SIZE) + 1.5 * SIZE
        )
        start = right - width
        if start < box.left:
            break
        x = shape(sheet, words, team, start, box.middle - SIZE / 2, SIZE) + 0.3 * SIZE
        x = sheet.write("text", text, x, box.middle + 0.35 * SIZE, SIZE, "text-soft")
        x = number(sheet, clue.number, x + 0.2 * SIZE, box.middle, SIZE, "text-soft")
        if struck:
            sheet.fill(Box(start + 1.3 * SIZE, box.middle, x, box.middle + 2), "text-soft")
        right = start - _APART


def _told(game: GameView) -> list[tuple[Team, Clue, bool]]:
    """The clues so far in their order, but for the current one: it stands large above."""
    told = []
    for turn in game.turns:
        told += [(turn.team, struck.clue, True) for struck in turn.struck]
        if turn.clue is not None and turn.ended is not None:
            told.append((turn.team, turn.clue, False))
    return told


def _evening(sheet: Canvas, words: Words, lobby: LobbyView, evening: Evening, box: Box) -> None:
    """The score of the evening, and who is proposed for the next key."""
    seats = {player: seat for seat, players in evening.next_keys.items() for player in players}
    following = [(seats[player.id], player.name) for player in lobby.players if player.id in seats]
    right = box.right
    for seat, full in reversed(following):
        name = sheet.cut("strong", full, 9)
        start = right - sheet.measure("strong", name) * SIZE
        if start - 2 * SIZE < box.left:
            break
        sheet.write("strong", name, start, box.middle + 0.35 * SIZE, SIZE, "text")
        right = _seat(sheet, words, seat, start - 0.4 * SIZE, box.middle) - 0.8 * 12.8
    if following:
        label = words.say("evening.next")
        start = right - sheet.measure("text", label) * SIZE
        sheet.write("text", label, start, box.middle + 0.35 * SIZE, SIZE, "text-soft")
        sign = 0.85 * SIZE
        right = start - 1.3 * sign
        sheet.sign("key", right, box.middle - sign / 2, sign, "text-soft")
        right -= 2 * 12.8
    _tonight(sheet, words, evening, box._replace(right=right))


def _seat(sheet: Canvas, words: Words, seat: Seat, right: float, middle: float) -> float:
    """What a key seat is for, ending here; where it begins."""
    if seat in (Seat.RED_SPYMASTER, Seat.BLUE_SPYMASTER):
        team = "red" if seat is Seat.RED_SPYMASTER else "blue"
        shape(sheet, words, team, right - SIZE, middle - SIZE / 2, SIZE)
        return right - SIZE
    if seat in (Seat.SIDE_A, Seat.SIDE_B):
        badge(sheet, words, seat, right - 1.25 * SIZE, middle, SIZE)
        return right - 1.25 * SIZE
    return right


def _tonight(sheet: Canvas, words: Words, evening: Evening, box: Box) -> None:
    wins, together = evening.wins, evening.together
    played = together.won + together.lost
    scores = wins[Team.RED] + wins[Team.BLUE] > 0
    label, both = words.say("evening.score"), f" {wins[Team.RED]} : {wins[Team.BLUE]} "
    more = words.say("evening.together", won=together.won, played=played) if played else ""
    width = sheet.measure("text", label) * SIZE + (
        12.8 + sheet.measure("strong", more) * SIZE if more else 0
    )
    if scores:
        width += 12.8 + 2 * SIZE + sheet.measure("strong", both) * SIZE
    if not (scores or more) or box.right - width < box.left:
        return
    x, foot = box.right - width, box.middle + 0.35 * SIZE
    x = sheet.write("text", label, x, foot, SIZE, "text-soft")
    if scores:
        x = shape(sheet, None, "red", x + 12.8, box.middle - SIZE / 2, SIZE)
        x = sheet.write("strong", both, x, foot, SIZE, "text")
        x = shape(sheet, None, "blue", x, box.middle - SIZE / 2, SIZE)
    if more:
        sheet.write("strong", more, x + 12.8, foot, SIZE, "text")
