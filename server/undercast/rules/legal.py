"""What the rules allow: everything that somebody may be told about an action before it is done.

`phases` says which kinds of action are possible at all; here is what depends on the card, the clue
or the time. Whatever passes is done by `play`, which asks nothing again: a game that is replayed is
not judged anew.
"""

from undercast.refusals import Refusal, Refused, require
from undercast.rules import modes, phases, timer
from undercast.rules.actions import (
    Action,
    AllowClue,
    AskRival,
    CorrectClue,
    CoverCard,
    ExchangeCodename,
    GiveClue,
    MarkCard,
    RejectClue,
    TakeBackClue,
    TimeUp,
    TouchCard,
    Undo,
)
from undercast.rules.findings import Verdict, worst
from undercast.rules.game import Game, Table
from undercast.rules.settings import Clues, Refereeing
from undercast.rules.turns import require_hidden, require_on_board


def require_legal(game: Game, action: Action, at: int) -> None:
    """Raise Refused unless the rules allow `action` at server time `at` (Unix milliseconds).

    Whether somebody may take it is the room's business; the form of a clue is `clues`'.
    """
    kind = type(action)
    if kind is not TimeUp and kind not in phases.ABOUT_THE_QUESTION:
        phases.require_possible(game.table, kind)
    require_details(game, action, at)


def require_details(game: Game, action: Action, at: int) -> None:  # noqa: C901  # an index
    """The part of `require_legal` that looks further than at the kind of action."""
    table = game.table
    match action:
        case GiveClue():
            _require_clue(table, action)
        case AskRival():
            require(action.rival, Refusal.NO_RIVAL)
        case CorrectClue():
            _require_correction(table, action)
        case TakeBackClue():
            _require_question(game, None)
        case AllowClue() | RejectClue():
            _require_question(game, action.question)
        case TouchCard():
            modes.of(table).require_touchable(table, action.position, action.side)
        case MarkCard():
            modes.of(table).require_touchable(table, action.position, None)
        case CoverCard():
            _require_agent(game, action.position)
        case ExchangeCodename():
            _require_exchange(table, action)
        case Undo():
            _require_in_time(table, at)
        case TimeUp():
            _require_time_is_up(table, at)
        case _:
            pass


def _require_clue(table: Table, action: GiveClue) -> None:
    """A word, unless clues are spoken; and where the referee advises, one that it can live with."""
    spoken = table.settings.clues is Clues.SPOKEN
    require(action.word is not None or spoken, Refusal.CLUE_NEEDS_WORD)
    if table.settings.referee is Refereeing.ADVISE:
        verdict = worst(action.findings)
        require(verdict is not Verdict.ILLEGAL, Refusal.CLUE_ILLEGAL)
        require(verdict is not Verdict.QUESTIONED or action.anyway, Refusal.CLUE_QUESTIONED)


def _require_correction(table: Table, action: CorrectClue) -> None:
    given = table.turn.clue
    assert given is not None  # the guess phase begins with a clue
    require(action.word != given.word, Refusal.SAME_CLUE)
    judged = table.settings.referee is not Refereeing.OFF
    illegal = worst(action.findings) is Verdict.ILLEGAL
    require(not (judged and illegal), Refusal.CLUE_ILLEGAL)


def _require_question(game: Game, answered: int | None) -> None:
    """There is a question; for an answer, the one of this id, and nobody has answered it yet."""
    require(not game.table.paused, Refusal.PAUSED)
    question = game.question
    if question is None:
        raise Refused(Refusal.NOTHING_ASKED)
    waits = question.id == answered and not question.rejected
    require(answered is None or waits, Refusal.NOTHING_ASKED)


def _require_agent(game: Game, position: int) -> None:
    """Who reveals an agent without a guess picks one of the team whose turn it is."""
    require_hidden(game.table, position)
    own = game.key[position].team is game.table.turn.team
    require(own, Refusal.NOT_YOUR_AGENT)


def _require_exchange(table: Table, action: ExchangeCodename) -> None:
    require_on_board(table, action.position)
    if action.codename in table.codenames:
        raise ValueError("the new codename lies on the board already")


def _require_in_time(table: Table, at: int) -> None:
    assert table.undo is not None  # else it is not even possible
    require(at <= table.undo.until, Refusal.UNDO_TOO_LATE)


def _require_time_is_up(table: Table, at: int) -> None:
    require(not table.paused, Refusal.PAUSED)
    require(not table.phase.over, Refusal.ENDED)
    end = timer.ends_at(table)
    require(end is not None and at >= end, Refusal.TIME_LEFT)
