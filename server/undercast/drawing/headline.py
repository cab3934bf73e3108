"""Above the cards: the teams with their agents left, the turn and its clue."""

from collections.abc import Sequence

from undercast.drawing import duet, ending
from undercast.drawing.canvas import SMALL, UNIT, Box, Canvas
from undercast.drawing.clock import draw_clock, time_of_day
from undercast.drawing.clue_slip import draw_slip
from undercast.drawing.identity_marks import badge, shape
from undercast.drawing.people import acting, is_bot, player_name, spymaster, turn_of
from undercast.drawing.theme import Texts
from undercast.room.absence import Wait
from undercast.rules.cards import Team
from undercast.rules.game import Mark, Phase, Turn
from undercast.rules.settings import Mode
from undercast.views import GameView, LobbyView

_CLOCK = 150.0


def draw_headline(
    canvas: Canvas, lobby: LobbyView, game: GameView, marks: Sequence[Mark], box: Box
) -> None:
    """The whole headline."""
    side, gap = box.width * 0.175, 1.6 * 12.8
    left = box._replace(right=box.left + side)
    right = box._replace(left=box.right - side)
    middle = Box(left.right + gap, box.top, right.left - gap, box.bottom)
    if game.clock is not None and game.result is None:
        draw_clock(canvas, game.clock, middle._replace(left=middle.right - _CLOCK))
        middle = middle._replace(right=middle.right - _CLOCK - gap * 0.75)
    if game.duet is None:
        draw_team(canvas, lobby, game, Team.RED, left)
        draw_team(canvas, lobby, game, Team.BLUE, right)
    else:
        duet.draw_agents(canvas, lobby, game, left)
        duet.draw_tokens(canvas, lobby, game, game.duet, right)
    if game.result is None:
        _turn(canvas, lobby, game, marks, middle)
    else:
        ending.draw_result(canvas, game, game.result, middle)


def draw_team(canvas: Canvas, lobby: LobbyView, game: GameView, team: Team, box: Box) -> None:
    """A team: its agents left, its outstanding cards, its spymaster."""
    turns = turn_of(game).team if game.result is None else game.result.winner
    active, left = turns is team, game.left[team]
    panel(canvas, box, team, active=active)
    inner = box.inset(1.1 * 12.8, 0.9 * UNIT, 1.1 * 12.8, 0.8 * UNIT)
    top = inner._replace(bottom=inner.bottom - 7.2 * UNIT)
    size = 7.6 * UNIT
    end = shape(canvas, team, inner.left, top.middle, size, inverted=active, letter=False)
    ink = "on-identity" if active else "text"
    canvas.write("words", str(left), end + 9, top.middle + 0.35 * 11.5 * UNIT, 11.5 * UNIT, ink)
    caption = canvas.text("game.left.caption", n=left)
    if game.outstanding is not None and game.result is None:
        outstanding = game.outstanding[team]
        caption = canvas.text("game.outstanding", n=outstanding) if outstanding else ""
    row = inner._replace(top=top.bottom + 2, bottom=top.bottom + 3.6 * UNIT)
    canvas.line("text", caption, row, SMALL, ink)
    simulated = team is Team.BLUE and game.settings.mode is Mode.COOP
    name = spymaster(lobby, team)
    holder = inner._replace(top=row.bottom)
    if name:
        holder = holder._replace(left=key_holder(canvas, holder, ink, bot=is_bot(lobby, name)))
    canvas.line("strong", canvas.text("coop.opponent") if simulated else name, holder, SMALL, ink)


def key_holder(canvas: Canvas, row: Box, ink: str, *, bot: bool) -> float:
    """Signs before the name of a key holder; where the name starts."""
    size = 0.85 * SMALL
    end = canvas.sign("key", row.left, row.middle - size / 2, size, ink) + 0.3 * SMALL
    if bot:
        end = canvas.sign("bot", end, row.middle - SMALL / 2, SMALL, ink) + 0.3 * SMALL
    return end


def panel(canvas: Canvas, box: Box, team: str, *, active: bool) -> None:
    """Lit up for whose turn it is."""
    rim = "blue-rim" if team == "blue" and not active else team
    canvas.outline(box, rim, 2.5, 1.5 * UNIT, team if active else "table-deep")


def _turn(
    canvas: Canvas, lobby: LobbyView, game: GameView, marks: Sequence[Mark], box: Box
) -> None:
    """Whose turn, and the clue on a slip of paper."""
    turn = turn_of(game)
    row = box._replace(bottom=box.top + 5.1 * UNIT)
    ink = "accent" if game.paused else "text"
    soft, size = 3.4 * UNIT, 4.4 * UNIT
    end = row.left
    if game.duet is None:
        end = shape(canvas, turn.team, end, row.middle, size) + 0.25 * size
    else:
        for side in acting(game):
            end = badge(canvas, side, end, row.middle, size) + 0.25 * size
    title, bot = headline_title(canvas.texts, lobby, game, marks, turn)
    if bot:
        end = canvas.sign("bot", end, row.middle - size / 2, size, ink) + 0.25 * size
    free = row.right - end - 12 - canvas.measure("strong", title) * size
    beside = _secondary_text(canvas.texts, lobby, game, turn)
    secondary = canvas.cut("text", beside, max(free, row.width * 0.46) / soft)
    canvas.line("text", secondary, row, soft, "accent" if game.paused else "text-soft", "right")
    taken = canvas.measure("text", secondary) * soft
    canvas.line("strong", title, Box(end, row.top, row.right - taken - 12, row.bottom), size, ink)
    draw_slip(canvas, lobby, game, box._replace(top=row.bottom + 0.8 * UNIT))


def headline_title(
    texts: Texts, lobby: LobbyView, game: GameView, marks: Sequence[Mark], turn: Turn
) -> tuple[str, bool]:
    """Whose turn it is, and whether a bot's."""
    if game.paused:
        return texts.get("turn.paused"), False
    if game.waiting is not None:
        names = [player_name(lobby, player) or "" for player in game.waiting.players]
        return texts.get("waited.who", names=", ".join(names)), False
    unsure = [mark.by for mark in marks] if all(mark.unsure for mark in marks) else []
    if (unsure or game.thinking) and game.phase in (Phase.CLUE, Phase.GUESS):
        name = player_name(lobby, [*unsure, *game.thinking][0])
        if name is not None:
            return texts.get("thinking.unsure" if unsure else "thinking", name=name), True
    if game.duet is not None:
        return duet.title(texts, lobby, game, turn), False
    match game.phase:
        case Phase.CLUE:
            return texts.get(f"turn.clue.{turn.team}"), False
        case Phase.PENALTY:
            return texts.get(f"game.penalty.{turn.team}"), False
        case Phase.CHALLENGED | Phase.OPPONENT:
            return texts.get(f"game.{game.phase}"), False
        case _:
            return texts.get(f"turn.guess.{turn.team}"), False


def _secondary_text(texts: Texts, lobby: LobbyView, game: GameView, turn: Turn) -> str:
    """Small, right of the title."""
    parts = [
        _situation_text(texts, lobby, game, turn),
        texts.get("game.agreed") if turn.agreed else "",
    ]
    return " · ".join(part for part in parts if part)


def _situation_text(texts: Texts, lobby: LobbyView, game: GameView, turn: Turn) -> str:
    if game.paused:
        return texts.get("game.paused.hint")
    if game.waiting is not None:
        return _instead(texts, lobby, game.waiting)
    if game.duet is not None:
        return duet.secondary_text(texts, lobby, game, turn)
    if game.phase is Phase.CHALLENGED:
        return texts.get("game.wait")
    if turn.clue is None:
        return ""
    if game.guesses_left is None:
        return texts.get("guesses.unlimited")
    return texts.get("guesses.left", n=game.guesses_left)


def _instead(texts: Texts, lobby: LobbyView, wait: Wait) -> str:
    """Who takes over for offline players, and at what time."""
    name, at = player_name(lobby, wait.bot), time_of_day(wait.until)
    if name is None:
        return texts.get("picture.waited.host", time=at)
    return texts.get("picture.waited.bot", name=name, time=at)
