"""The slip of paper above the cards: the clue as large as it may be, or what is waited for."""

from undercast.drawing import duet
from undercast.drawing.canvas import CORNER, SMALL, UNIT, Box, Canvas
from undercast.drawing.identity_marks import number, number_width, shape
from undercast.drawing.people import is_bot, name_in, spymaster, turn_of
from undercast.drawing.theme import Words
from undercast.rules.cards import AGENT_OF, Team
from undercast.rules.clues import Clue
from undercast.rules.game import Phase, StruckClue, Turn, TurnEnd
from undercast.rules.settings import Board, Clues
from undercast.views import GameView, LobbyView

_NOTE = 4.8 * UNIT


def draw_slip(sheet: Canvas, words: Words, lobby: LobbyView, game: GameView, box: Box) -> None:
    """What there is to say of the turn."""
    turn, struck = turn_of(game), just_struck(game)
    if game.phase is Phase.CHALLENGED:
        sheet.fill(box.inset(-3.6, -3.6, -3.6, -3.6), "accent", CORNER + 3)
        if turn.clue is not None:
            _clue(sheet, words, turn.clue, turn, box._replace(bottom=box.bottom - _NOTE), dim=False)
        _notes(sheet, words, box._replace(top=box.bottom - _NOTE), _disputed(words, lobby, turn))
    elif turn.clue is not None:
        _clue(sheet, words, turn.clue, turn, box, dim=game.paused, pips=True)
    elif struck is not None:
        team, strike = struck
        _struck(sheet, words, strike, box._replace(bottom=box.bottom - _NOTE))
        text = f"{words.say(f'struck.{strike.by}')} {_cost(words, game)}"
        _notes(sheet, words, box._replace(top=box.bottom - _NOTE), [(team, text)])
    elif game.phase is Phase.SUDDEN_DEATH:
        sheet.fill(box.inset(-3.6, -3.6, -3.6, -3.6), "accent", CORNER + 3)
        sheet.fill(box, "paper", CORNER)
        rule = words.say("duet.sudden").upper()
        sheet.fitted("words", rule, box.inset(18, 4, 18, 0), "ink", largest=0.8)
    else:
        sheet.outline(box, "table-line", 2.5, CORNER, "table")
        sheet.line(
            "text",
            _waiting(words, lobby, game, turn),
            box.inset(12, 0, 12, 0),
            4.6 * UNIT,
            "text",
            "centre",
        )


def _clue(
    sheet: Canvas, words: Words, clue: Clue, turn: Turn, box: Box, *, dim: bool, pips: bool = False
) -> None:
    """The word, and the number on its team's colour."""
    sheet.fill(box, "paper-dim" if dim else "paper", CORNER)
    tab = box._replace(left=box.right - 8 * 12.8)
    sheet.fill(tab, turn.team, CORNER)
    sheet.fill(tab._replace(right=tab.left + 8), turn.team)
    _word(sheet, words, clue, box._replace(right=tab.left))
    size = min(11 * UNIT, tab.height * 0.86)
    hits = sum(touch.identity is AGENT_OF[turn.team] for touch in turn.counted)
    shown = pips and isinstance(clue.number, int) and clue.number > 0
    middle = tab.middle - (1.2 * UNIT if shown else 0)
    width = number_width(sheet, clue.number, size)
    number(sheet, clue.number, tab.left + (tab.width - width) / 2, middle, size, "on-identity")
    if shown and isinstance(clue.number, int):
        _pips(sheet, turn.team, max(clue.number, hits), hits, tab)


def _word(sheet: Canvas, words: Words, clue: Clue, box: Box) -> None:
    if clue.word is None:
        sheet.line("text", words.say("game.spoken"), box, 5 * UNIT, "ink-soft", "centre")
    else:
        text = clue.word.upper()
        sheet.fitted("words", text, box.inset(18, 4, 18, 0), "ink", largest=0.92)


def _pips(sheet: Canvas, team: Team, count: int, hits: int, tab: Box) -> None:
    """What the clue meant, and how much of it is found."""
    apart = min(11.0, (tab.width - 12) / count)
    x = tab.left + (tab.width - apart * (count - 1)) / 2
    for i in range(count):
        sheet.circle(x + i * apart, tab.bottom - 9, 4, "on-identity")
        if i >= hits:
            sheet.circle(x + i * apart, tab.bottom - 9, 2.5, team)


def _struck(sheet: Canvas, words: Words, struck: StruckClue, box: Box) -> None:
    """The clue, struck through."""
    sheet.fill(box, "paper-dim", CORNER)
    tab = box._replace(left=box.right - 8 * 12.8)
    _word(sheet, words, struck.clue, box._replace(right=tab.left))
    size = min(6.4 * UNIT, box.height * 0.86)
    width = number_width(sheet, struck.clue.number, size)
    number(sheet, struck.clue.number, tab.left + (tab.width - width) / 2, tab.middle, size, "ink")
    sheet.fill(Box(box.left + 25, box.middle - 2, box.right - 25, box.middle + 2), "ink")


def _notes(sheet: Canvas, words: Words, box: Box, notes: list[tuple[Team, str]]) -> None:
    """Texts about what teams do, side by side."""
    sheet.fill(box, "table-deep")
    width = (box.width - 12) / len(notes)
    for i, (team, text) in enumerate(notes):
        left = box.left + 12 + i * width
        size = 0.86 * SMALL
        end = shape(sheet, words, team, left, box.middle - size / 2, size) + 0.3 * SMALL
        room = Box(end, box.top, left + width - 12, box.bottom)
        sheet.fitted(
            "strong", text, room, "text", largest=0.72, lines=1, smallest=0.8 * SMALL, align="left"
        )


def _disputed(words: Words, lobby: LobbyView, turn: Turn) -> list[tuple[Team, str]]:
    """The two who talk about it: whoever gave it, and the rival, who decides."""
    giver = name_in(lobby, turn.giver) or spymaster(lobby, turn.team)
    rival = spymaster(lobby, turn.team.rival)
    spoken = ((turn.team, "dispute.giver", giver), (turn.team.rival, "dispute.rival", rival))
    anybody = words.say("seat.short.spymaster")
    return [(team, words.say(key, name=name or anybody)) for team, key, name in spoken]


def just_struck(game: GameView) -> tuple[Team, StruckClue] | None:
    """The clue that was struck last, until another one is given."""
    turn = turn_of(game)
    if turn.clue is not None:
        return None
    former = game.turns[-2] if len(game.turns) > 1 else None
    last = turn
    if not turn.struck and former is not None and former.ended is TurnEnd.INVALID_CLUE:
        last = former
    return (last.team, last.struck[-1]) if last.struck else None


def _cost(words: Words, game: GameView) -> str:
    turn = turn_of(game)
    if turn.struck:
        return words.say("struck.again")
    if turn.cover is not None and game.settings.board is Board.WORDS:
        return words.say("struck.cover", word=game.codenames[turn.cover])
    return words.say("struck.penalty" if game.phase is Phase.PENALTY else "struck.turn")


def _waiting(words: Words, lobby: LobbyView, game: GameView, turn: Turn) -> str:
    if game.duet is not None:
        return duet.waits(words, lobby, turn)
    if game.phase is Phase.OPPONENT:
        name = spymaster(lobby, turn.team.rival) or words.say("seat.short.spymaster")
        return words.say("coop.picks", name=name)
    name, listens = spymaster(lobby, turn.team), game.settings.clues is Clues.SPOKEN
    if not name:
        return words.say("game.listen.anyone" if listens else "game.thinking.anyone")
    if is_bot(lobby, name):
        return words.say(f"turn.clue.{turn.team}")
    return words.say("game.listen" if listens else "thinking", name=name)
