"""What the rules check about an action before it is done.

`phases` says which kinds of action are possible at all; this module checks what depends on the
card, the clue or the time. `evolve` then applies the action without checking again, also in a
replay.
"""

from undercast.base.refusals import Refusal, Refused, require
from undercast.rules import actions, clue_giving, clues, modes, timer
from undercast.rules.findings import ClueRefused, Verdict, worst
from undercast.rules.game import Game, Table
from undercast.rules.settings import Clues, Refereeing
from undercast.rules.turns import require_hidden, require_on_board


def require_allowed(game: Game, action: actions.Action, at: int) -> None:  # noqa: C901, PLR0912  # an index
    """Raise Refused unless the rules allow `action`, whose kind is possible now, at server time
    `at` (Unix milliseconds).

    `room.permissions` says who may take it; `clues` checks the form of a clue.
    """
    table = game.table
    match action:
        case actions.GiveClue():
            _require_word(table, action)
            _require_judged(table, action)
        case actions.AskRival():
            require(action.rival, Refusal.NO_RIVAL)
        case actions.CorrectClue():
            _require_correction(table, action)
        case actions.TakeBackClue():
            _require_question(game, None)
        case actions.AllowClue() | actions.RejectClue():
            _require_question(game, action.question)
        case actions.TouchCard():
            modes.rules_of(table).require_touchable(table, action.position, action.side)
        case actions.MarkCard():
            modes.rules_of(table).require_touchable(table, action.position, None)
        case actions.NoteCards():
            _require_noted(table, action.cards)
        case actions.CoverCard():
            _require_agent(game, action.position)
        case actions.ExchangeCodename():
            _require_exchange(table, action)
        case actions.Undo():
            _require_in_time(table, at)
        case actions.TimeUp():
            _require_time_is_up(table, at)
        case _:
            pass


def _require_word(table: Table, action: actions.GiveClue) -> None:
    spoken = table.settings.clues is Clues.SPOKEN
    require(action.word is not None or spoken, Refusal.CLUE_NEEDS_WORD)


def _require_judged(table: Table, action: actions.GiveClue | actions.CorrectClue) -> None:
    """Where the referee advises, a clue that it can live with; or the group can, which is asked
    where no rival can be.
    """
    if table.settings.referee is Refereeing.ADVISE:
        verdict = worst(action.findings)
        overruled = action.agreed and not action.rival
        if verdict is Verdict.ILLEGAL and not overruled:
            raise ClueRefused(Refusal.CLUE_ILLEGAL, action.findings)
        if verdict is Verdict.QUESTIONED and not action.anyway:
            raise ClueRefused(Refusal.CLUE_QUESTIONED, action.findings)


def _require_correction(table: Table, action: actions.CorrectClue) -> None:
    """Another spelling of the same word, judged like a new clue; but for case and marks, for which
    a ruling holds.
    """
    given = table.turn.clue
    assert given is not None  # the guess phase begins with a clue
    require(action.word != given.word, Refusal.SAME_CLUE)
    require(clues.is_spelling_of(action.word, given.word), Refusal.ANOTHER_CLUE)
    if not (action.same and clue_giving.is_ruled(table)):
        _require_judged(table, action)


def _require_question(game: Game, answered: int | None) -> None:
    """There is a question; for an answer, the one of this id, and nobody has answered it yet."""
    require(not game.table.paused, Refusal.PAUSED)
    question = game.question
    if question is None:
        raise Refused(Refusal.NOTHING_ASKED)
    waits = question.id == answered and not question.rejected
    require(answered is None or waits, Refusal.NOTHING_ASKED)


def _require_noted(table: Table, cards: tuple[int, ...]) -> None:
    for position in cards:
        require_on_board(table, position)
    require(len(set(cards)) == len(cards), Refusal.NO_SUCH_CARD, "twice the same")


def _require_agent(game: Game, position: int) -> None:
    """Who reveals an agent without a guess picks one of the team whose turn it is."""
    require_hidden(game.table, position)
    own = game.key[position].team is game.table.turn.team
    require(own, Refusal.NOT_YOUR_AGENT)


def _require_exchange(table: Table, action: actions.ExchangeCodename) -> None:
    require_on_board(table, action.position)
    if action.codename in table.codenames:
        raise ValueError("the new codename lies on the board already")


def _require_in_time(table: Table, at: int) -> None:
    assert table.undo is not None  # else it is not even possible
    until = table.undo.until
    require(until is not None and at <= until, Refusal.UNDO_TOO_LATE)


def _require_time_is_up(table: Table, at: int) -> None:
    require(not table.paused, Refusal.PAUSED)
    require(not table.phase.over, Refusal.ENDED)
    end = timer.ends_at(table)
    require(end is not None and at >= end, Refusal.TIME_LEFT)
