"""Above the cards: the teams and how many agents they still look for, the turn and its clue."""

from undercast.drawing import duet, ending
from undercast.drawing.canvas import SMALL, UNIT, Box, Canvas
from undercast.drawing.clock import draw_clock, time_of_day
from undercast.drawing.clue_slip import draw_slip
from undercast.drawing.identity_marks import badge, shape
from undercast.drawing.people import acting, is_bot, name_in, spymaster, turn_of
from undercast.drawing.theme import Words
from undercast.room.absence import Wait
from undercast.rules.cards import Team
from undercast.rules.game import Phase, Turn
from undercast.rules.settings import Mode
from undercast.views import GameView, LobbyView

_CLOCK = 150.0


def draw_headline(sheet: Canvas, words: Words, lobby: LobbyView, game: GameView, box: Box) -> None:
    """All of it in this box."""
    side, gap = box.width * 0.175, 1.6 * 12.8
    left = box._replace(right=box.left + side)
    right = box._replace(left=box.right - side)
    middle = Box(left.right + gap, box.top, right.left - gap, box.bottom)
    if game.clock is not None and game.result is None:
        draw_clock(sheet, words, game.clock, middle._replace(left=middle.right - _CLOCK))
        middle = middle._replace(right=middle.right - _CLOCK - gap * 0.75)
    if game.duet is None:
        draw_team(sheet, words, lobby, game, Team.RED, left)
        draw_team(sheet, words, lobby, game, Team.BLUE, right)
    else:
        duet.draw_agents(sheet, words, lobby, game, left)
        duet.draw_tokens(sheet, words, lobby, game, game.duet, right)
    if game.result is None:
        _turn(sheet, words, lobby, game, middle)
    else:
        ending.draw_result(sheet, words, game, game.result, middle)


def draw_team(
    sheet: Canvas, words: Words, lobby: LobbyView, game: GameView, team: Team, box: Box
) -> None:
    """A team: its agents still hidden, what it has outstanding, and its spymaster."""
    turns = turn_of(game).team if game.result is None else game.result.winner
    active, left = turns is team, game.left[team]
    panel(sheet, box, team, active=active)
    inner = box.inset(1.1 * 12.8, 0.9 * UNIT, 1.1 * 12.8, 0.8 * UNIT)
    top = inner._replace(bottom=inner.bottom - 7.2 * UNIT)
    size = 7.6 * UNIT
    if active:
        end = shape(sheet, None, team, inner.left, top.middle - size / 2, size, inverted=True)
    else:
        end = shape(sheet, None, team, inner.left, top.middle - size / 2, size)
    ink = "on-identity" if active else "text"
    sheet.write("words", str(left), end + 9, top.middle + 0.35 * 11.5 * UNIT, 11.5 * UNIT, ink)
    caption = words.say("game.left.caption", n=left)
    if game.outstanding is not None and game.result is None:
        outstanding = game.outstanding[team]
        caption = words.say("game.outstanding", n=outstanding) if outstanding else ""
    row = inner._replace(top=top.bottom + 2, bottom=top.bottom + 3.6 * UNIT)
    sheet.line("text", caption, row, SMALL, ink)
    simulated = team is Team.BLUE and game.settings.mode is Mode.COOP
    name = spymaster(lobby, team)
    holder = inner._replace(top=row.bottom)
    if name:
        holder = holder._replace(left=key_holder(sheet, holder, ink, bot=is_bot(lobby, name)))
    sheet.line("strong", words.say("coop.opponent") if simulated else name, holder, SMALL, ink)


def key_holder(sheet: Canvas, row: Box, ink: str, *, bot: bool) -> float:
    """Signs before the name of whoever knows the key; where the name begins."""
    size = 0.85 * SMALL
    end = sheet.sign("key", row.left, row.middle - size / 2, size, ink) + 0.3 * SMALL
    if bot:
        end = sheet.sign("bot", end, row.middle - SMALL / 2, SMALL, ink) + 0.3 * SMALL
    return end


def panel(sheet: Canvas, box: Box, team: str, *, active: bool) -> None:
    """Lit up for whose turn it is."""
    rim = "blue-rim" if team == "blue" and not active else team
    sheet.outline(box, rim, 2.5, 1.5 * UNIT, team if active else "table-deep")


def _turn(sheet: Canvas, words: Words, lobby: LobbyView, game: GameView, box: Box) -> None:
    """Whose turn, and the clue on a slip of paper."""
    turn = turn_of(game)
    row = box._replace(bottom=box.top + 5.1 * UNIT)
    ink = "accent" if game.paused else "text"
    soft, size = 3.4 * UNIT, 4.4 * UNIT
    end = row.left
    if game.duet is None:
        end = shape(sheet, words, turn.team, end, row.middle - size / 2, size) + 0.25 * size
    else:
        for side in acting(game):
            end = badge(sheet, words, side, end, row.middle, size) + 0.25 * size
    title, bot = _title(words, lobby, game, turn)
    if bot:
        end = sheet.sign("bot", end, row.middle - size / 2, size, ink) + 0.25 * size
    free = row.right - end - 12 - sheet.measure("strong", title) * size
    beside = _aside(words, lobby, game, turn)
    told = sheet.cut("text", beside, max(free, row.width * 0.46) / soft)
    sheet.line("text", told, row, soft, "accent" if game.paused else "text-soft", "right")
    taken = sheet.measure("text", told) * soft
    sheet.line("strong", title, Box(end, row.top, row.right - taken - 12, row.bottom), size, ink)
    draw_slip(sheet, words, lobby, game, box._replace(top=row.bottom + 0.8 * UNIT))


def _title(words: Words, lobby: LobbyView, game: GameView, turn: Turn) -> tuple[str, bool]:
    """Whose turn it is, and whether a bot's."""
    if game.paused:
        return words.say("turn.paused"), False
    if game.waiting is not None:
        names = [name_in(lobby, player) or "" for player in game.waiting.players]
        return words.say("waited.who", names=", ".join(names)), False
    if game.thinking and game.phase in (Phase.CLUE, Phase.GUESS):
        name = name_in(lobby, game.thinking[0])
        if name is not None:
            return words.say("thinking", name=name), True
    if game.duet is not None:
        return duet.title(words, lobby, game, turn), False
    match game.phase:
        case Phase.CLUE:
            return words.say(f"turn.clue.{turn.team}"), False
        case Phase.PENALTY:
            return words.say(f"game.penalty.{turn.team}"), False
        case Phase.CHALLENGED | Phase.OPPONENT:
            return words.say(f"game.{game.phase}"), False
        case _:
            return words.say(f"turn.guess.{turn.team}"), False


def _aside(words: Words, lobby: LobbyView, game: GameView, turn: Turn) -> str:
    """Small, right of the title."""
    parts = [_beside(words, lobby, game, turn), words.say("game.agreed") if turn.agreed else ""]
    return " · ".join(part for part in parts if part)


def _beside(words: Words, lobby: LobbyView, game: GameView, turn: Turn) -> str:
    if game.paused:
        return words.say("game.paused.hint")
    if game.waiting is not None:
        return _instead(words, lobby, game.waiting)
    if game.duet is not None:
        return duet.aside(words, lobby, game, turn)
    if game.phase is Phase.CHALLENGED:
        return words.say("game.wait")
    if turn.clue is None:
        return ""
    if game.guesses_left is None:
        return words.say("guesses.unlimited")
    return words.say("guesses.left", n=game.guesses_left)


def _instead(words: Words, lobby: LobbyView, wait: Wait) -> str:
    """Who goes on without those who are offline, and when by the clock on the wall."""
    name, at = name_in(lobby, wait.bot), time_of_day(wait.until)
    if name is None:
        return words.say("picture.waited.host", time=at)
    return words.say("picture.waited.bot", name=name, time=at)
