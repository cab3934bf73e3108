"""Below the cards: how to join and the clues so far; after a game the evening's score."""

from undercast.drawing.canvas import UNIT, Box, Canvas
from undercast.drawing.identity_marks import badge, number, number_width, shape
from undercast.room.evening import Evening
from undercast.room.seats import Seat
from undercast.rules.cards import Team
from undercast.rules.clues import Clue
from undercast.views import GameView, LobbyView

SIZE = 3.2 * UNIT
_APART = 1.4 * 12.8


def draw_footer(canvas: Canvas, lobby: LobbyView, game: GameView, join: str, box: Box) -> None:
    """One line; `join` is the address to type."""
    if lobby.closed:
        end = canvas.line("text", canvas.text("lobby.closed"), box, SIZE, "text-soft")
    else:
        end = canvas.line("text", canvas.text("game.join"), box, SIZE, "text-soft") + 6
        end = canvas.line("strong", join, box._replace(left=end), SIZE, "text")
    rest = box._replace(left=end + 3 * 12.8)
    if lobby.evening is None:
        _clues(canvas, game, rest)
    else:
        _evening(canvas, lobby, lobby.evening, rest)


def _clues(canvas: Canvas, game: GameView, box: Box) -> None:
    """The newest at the right edge; the oldest are dropped for lack of room."""
    right = box.right
    for team, clue, struck in reversed(_past_clues(game)):
        text = canvas.capitals(canvas.text("debrief.spoken"))
        if clue.word is not None:
            text = canvas.capitals(clue.word, game.clue_language)
        width = canvas.measure("text", text) * SIZE
        width += number_width(canvas, clue.number, SIZE) + 1.5 * SIZE
        start = right - width
        if start < box.left:
            break
        x = shape(canvas, team, start, box.middle, SIZE) + 0.3 * SIZE
        x = canvas.write("text", text, x, box.middle + 0.35 * SIZE, SIZE, "text-soft")
        x = number(canvas, clue.number, x + 0.2 * SIZE, box.middle, SIZE, "text-soft")
        if struck:
            canvas.fill(Box(start + 1.3 * SIZE, box.middle, x, box.middle + 2), "text-soft")
        right = start - _APART


def _past_clues(game: GameView) -> list[tuple[Team, Clue, bool]]:
    """The clues so far, without the current one, which is shown above."""
    clues = []
    for turn in game.turns:
        clues += [(turn.team, struck.clue, True) for struck in turn.struck]
        if turn.clue is not None and turn.ended is not None:
            clues.append((turn.team, turn.clue, False))
    return clues


def _evening(canvas: Canvas, lobby: LobbyView, evening: Evening, box: Box) -> None:
    """The evening's score, and who is proposed for the next key."""
    seats = {player: seat for seat, players in evening.next_keys.items() for player in players}
    following = [(seats[player.id], player.name) for player in lobby.players if player.id in seats]
    right = box.right
    for seat, full in reversed(following):
        name = canvas.cut("strong", full, 9)
        start = right - canvas.measure("strong", name) * SIZE
        if start - 2 * SIZE < box.left:
            break
        canvas.write("strong", name, start, box.middle + 0.35 * SIZE, SIZE, "text")
        right = _seat(canvas, seat, start - 0.4 * SIZE, box.middle) - 0.8 * 12.8
    if following:
        label = canvas.text("evening.next")
        start = right - canvas.measure("text", label) * SIZE
        canvas.write("text", label, start, box.middle + 0.35 * SIZE, SIZE, "text-soft")
        sign = 0.85 * SIZE
        right = start - 1.3 * sign
        canvas.sign("key", right, box.middle - sign / 2, sign, "text-soft")
        right -= 2 * 12.8
    _tonight(canvas, evening, box._replace(right=right))


def _seat(canvas: Canvas, seat: Seat, right: float, middle: float) -> float:
    """The sign of a key seat, by its right end; its left end."""
    if seat in (Seat.RED_SPYMASTER, Seat.BLUE_SPYMASTER):
        team = "red" if seat is Seat.RED_SPYMASTER else "blue"
        shape(canvas, team, right - SIZE, middle, SIZE)
        return right - SIZE
    if seat in (Seat.SIDE_A, Seat.SIDE_B):
        badge(canvas, seat, right - 1.25 * SIZE, middle, SIZE)
        return right - 1.25 * SIZE
    return right


def _tonight(canvas: Canvas, evening: Evening, box: Box) -> None:
    wins, together = evening.wins, evening.together
    played = together.won + together.lost
    scores = wins[Team.RED] + wins[Team.BLUE] > 0
    label, both = canvas.text("evening.score"), f" {wins[Team.RED]} : {wins[Team.BLUE]} "
    more = canvas.text("evening.together", won=together.won, played=played) if played else ""
    width = canvas.measure("text", label) * SIZE + (
        12.8 + canvas.measure("strong", more) * SIZE if more else 0
    )
    if scores:
        width += 12.8 + 2 * SIZE + canvas.measure("strong", both) * SIZE
    if not (scores or more) or box.right - width < box.left:
        return
    x, foot = box.right - width, box.middle + 0.35 * SIZE
    x = canvas.write("text", label, x, foot, SIZE, "text-soft")
    if scores:
        x = shape(canvas, "red", x + 12.8, box.middle, SIZE, letter=False)
        x = canvas.write("strong", both, x, foot, SIZE, "text")
        x = shape(canvas, "blue", x, box.middle, SIZE, letter=False)
    if more:
        canvas.write("strong", more, x + 12.8, foot, SIZE, "text")
