"""The slip of paper above the cards: the clue in large letters, or what is awaited."""

from undercast.drawing import duet
from undercast.drawing.canvas import CORNER, SMALL, UNIT, Box, Canvas
from undercast.drawing.identity_marks import number, number_width, shape
from undercast.drawing.people import is_bot, player_name, spymaster, turn_of
from undercast.drawing.theme import Texts
from undercast.rules.cards import AGENT_OF, Team
from undercast.rules.clues import Clue
from undercast.rules.game import Phase, StruckClue, Turn, TurnEnd
from undercast.rules.settings import Board, Clues
from undercast.views import GameView, LobbyView

_NOTE = 4.8 * UNIT


def draw_slip(canvas: Canvas, lobby: LobbyView, game: GameView, box: Box) -> None:
    """The state of the turn."""
    turn, struck = turn_of(game), just_struck(game)
    if game.phase is Phase.CHALLENGED:
        canvas.fill(box.inset(-3.6, -3.6, -3.6, -3.6), "accent", CORNER + 3)
        if turn.clue is not None:
            _clue(canvas, game, turn.clue, box._replace(bottom=box.bottom - _NOTE), dim=False)
        _notes(canvas, box._replace(top=box.bottom - _NOTE), _disputed(canvas.texts, lobby, turn))
    elif turn.clue is not None:
        _clue(canvas, game, turn.clue, box, dim=game.paused, pips=True)
    elif struck is not None:
        team, strike = struck
        _struck(canvas, strike, game.clue_language, box._replace(bottom=box.bottom - _NOTE))
        text = f"{canvas.text(f'struck.{strike.by}')} {_cost(canvas.texts, game)}"
        _notes(canvas, box._replace(top=box.bottom - _NOTE), [(team, text)])
    elif game.phase is Phase.SUDDEN_DEATH:
        canvas.fill(box.inset(-3.6, -3.6, -3.6, -3.6), "accent", CORNER + 3)
        canvas.fill(box, "paper", CORNER)
        rule = canvas.capitals(canvas.text("duet.sudden"))
        canvas.fitted("words", rule, box.inset(18, 4, 18, 0), "ink", largest=0.8)
    else:
        canvas.outline(box, "table-line", 2.5, CORNER, "table")
        text = _waiting(canvas.texts, lobby, game, turn)
        canvas.line("text", text, box.inset(12, 0, 12, 0), 4.6 * UNIT, "text", "centre")


def _clue(
    canvas: Canvas, game: GameView, clue: Clue, box: Box, *, dim: bool, pips: bool = False
) -> None:
    """The word, and the number on its team's colour."""
    turn = turn_of(game)
    canvas.fill(box, "paper-dim" if dim else "paper", CORNER)
    tab = box._replace(left=box.right - 8 * 12.8)
    canvas.fill(tab, turn.team, CORNER)
    canvas.fill(tab._replace(right=tab.left + 8), turn.team)
    _word(canvas, clue, game.clue_language, box._replace(right=tab.left))
    size = min(11 * UNIT, tab.height * 0.86)
    hits = sum(touch.identity is AGENT_OF[turn.team] for touch in turn.counted)
    shown = pips and isinstance(clue.number, int) and clue.number > 0
    middle = tab.middle - (1.2 * UNIT if shown else 0)
    width = number_width(canvas, clue.number, size)
    number(canvas, clue.number, tab.left + (tab.width - width) / 2, middle, size, "on-identity")
    if shown and isinstance(clue.number, int):
        _pips(canvas, turn.team, max(clue.number, hits), hits, tab)


def _word(canvas: Canvas, clue: Clue, language: str, box: Box) -> None:
    if clue.word is None:
        canvas.line("text", canvas.text("game.spoken"), box, 5 * UNIT, "ink-soft", "centre")
    else:
        text = canvas.capitals(clue.word, language)
        canvas.fitted("words", text, box.inset(18, 4, 18, 0), "ink", largest=0.92)


def _pips(canvas: Canvas, team: Team, count: int, hits: int, tab: Box) -> None:
    """How many cards the clue points to, and how many are found."""
    apart = min(11.0, (tab.width - 12) / count)
    x = tab.left + (tab.width - apart * (count - 1)) / 2
    for i in range(count):
        canvas.circle(x + i * apart, tab.bottom - 9, 4, "on-identity")
        if i >= hits:
            canvas.circle(x + i * apart, tab.bottom - 9, 2.5, team)


def _struck(canvas: Canvas, struck: StruckClue, language: str, box: Box) -> None:
    """The clue, struck through."""
    canvas.fill(box, "paper-dim", CORNER)
    tab = box._replace(left=box.right - 8 * 12.8)
    _word(canvas, struck.clue, language, box._replace(right=tab.left))
    size = min(6.4 * UNIT, box.height * 0.86)
    width = number_width(canvas, struck.clue.number, size)
    number(canvas, struck.clue.number, tab.left + (tab.width - width) / 2, tab.middle, size, "ink")
    canvas.fill(Box(box.left + 25, box.middle - 2, box.right - 25, box.middle + 2), "ink")


def _notes(canvas: Canvas, box: Box, notes: list[tuple[Team, str]]) -> None:
    """Texts about what teams do, side by side."""
    canvas.fill(box, "table-deep")
    width = (box.width - 12) / len(notes)
    for i, (team, text) in enumerate(notes):
        left = box.left + 12 + i * width
        size = 0.86 * SMALL
        end = shape(canvas, team, left, box.middle, size) + 0.3 * SMALL
        room = Box(end, box.top, left + width - 12, box.bottom)
        canvas.label("strong", text, room, "text", 0.72, 0.8 * SMALL)


def _disputed(texts: Texts, lobby: LobbyView, turn: Turn) -> list[tuple[Team, str]]:
    """The giver of the clue and the rival spymaster, who decides."""
    giver = player_name(lobby, turn.giver) or spymaster(lobby, turn.team)
    rival = spymaster(lobby, turn.team.rival)
    spoken = ((turn.team, "dispute.giver", giver), (turn.team.rival, "dispute.rival", rival))
    anybody = texts.get("seat.short.spymaster")
    return [(team, texts.get(key, name=name or anybody)) for team, key, name in spoken]


def just_struck(game: GameView) -> tuple[Team, StruckClue] | None:
    """The latest struck clue, until the next clue."""
    turn = turn_of(game)
    if turn.clue is not None:
        return None
    former = game.turns[-2] if len(game.turns) > 1 else None
    last = turn
    if not turn.struck and former is not None and former.ended is TurnEnd.INVALID_CLUE:
        last = former
    return (last.team, last.struck[-1]) if last.struck else None


def _cost(texts: Texts, game: GameView) -> str:
    turn = turn_of(game)
    if turn.struck:
        return texts.get("struck.again")
    if turn.cover is not None and game.settings.board is Board.WORDS:
        return texts.get("struck.cover", word=game.codenames[turn.cover])
    return texts.get("struck.penalty" if game.phase is Phase.PENALTY else "struck.turn")


def _waiting(texts: Texts, lobby: LobbyView, game: GameView, turn: Turn) -> str:
    if game.duet is not None:
        return duet.waiting_text(texts, lobby, turn)
    if game.phase is Phase.OPPONENT:
        name = spymaster(lobby, turn.team.rival) or texts.get("seat.short.spymaster")
        return texts.get("coop.picks", name=name)
    name, listens = spymaster(lobby, turn.team), game.settings.clues is Clues.SPOKEN
    if not name:
        return texts.get("game.listen.anyone" if listens else "game.thinking.anyone")
    if is_bot(lobby, name):
        return texts.get(f"turn.clue.{turn.team}")
    return texts.get("game.listen" if listens else "thinking", name=name)
