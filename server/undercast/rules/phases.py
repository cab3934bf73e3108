"""What is possible when: the transition table of a game, as data.

A cell says when a kind of action is possible in a phase: always ("yes"), never ("-", or "end" once
the game is over), or while all the needs that it names hold. The first need that does not hold has
the refusal. `evolve` says what each action does.

A paused game allows only `WHILE_PAUSED`, in any phase. Not in the table: the actions about the
secret question to the rival (`possible_about_question`), and the server's `TimeUp` (`timer`).
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from undercast.base.refusals import Refusal, require
from undercast.rules.actions import (
    Abandon,
    Action,
    AllowClue,
    AskRival,
    Challenge,
    ConcedeChallenge,
    CorrectClue,
    CoverCard,
    Debrief,
    DeclinePenalty,
    EndTurn,
    ExchangeCodename,
    GiveClue,
    MarkCard,
    NoteCards,
    Pause,
    RejectClue,
    Resume,
    TakeBackClue,
    TouchCard,
    TurnSand,
    Undo,
    UpholdChallenge,
    WithdrawChallenge,
)
from undercast.rules.game import Game, Phase, Table
from undercast.rules.settings import Clues, Refereeing, Timer

MAX_EXCHANGES = 3
"""Codenames that may be exchanged before the first clue."""

# fmt: off
_TABLE: dict[type[Action], str] = {
    #                   clue        guess      chall. penalty oppon. sudden ended debr.
    TouchCard:         "spoken      yes        -      -       -      yes    end   end",
    MarkCard:          "spoken      yes        -      -       -      -      end   end",
    NoteCards:         "yes         yes        -      -       -      yes    end   end",
    Challenge:         "spoken      fresh+open -      -       -      -      end   end",
    ConcedeChallenge:  "-           -          yes    -       -      -      end   end",
    WithdrawChallenge: "-           -          yes    -       -      -      end   end",
    UpholdChallenge:   "-           -          yes    -       -      -      end   end",
    CoverCard:         "-           -          -      yes     yes    -      end   end",
    DeclinePenalty:    "-           -          -      yes     -      -      end   end",
    EndTurn:           "touched     touched    -      -       -      -      end   end",
    CorrectClue:       "-           fresh+worded+once -      -       -      -      end   end",
    GiveClue:          "yes         -          -      -       -      -      end   end",
    AskRival:          "advice      -          -      -       -      -      end   end",
    ExchangeCodename:  "early+few   early      early  early early+few early+few early early",
    Debrief:           "over        over       over   over    over   over   yes   -",
    Undo:              "undo        undo       undo   undo    undo   undo   undo  undo",
    TurnSand:          "sand        sand       sand   sand    sand   sand   end   end",
    Pause:             "yes         yes        yes    yes     yes    yes    end   end",
    Resume:            "pause       pause      pause  pause   pause  pause  pause pause",
    Abandon:           "yes         yes        yes    yes     yes    yes    end   end",
}
# fmt: on


class _Need(NamedTuple):
    """A condition on the table, and the refusal if it does not hold."""

    holds: Callable[[Table], bool]
    refusal: Refusal


def before_first_clue(table: Table) -> bool:
    """Whether no clue was given in this game yet, and nothing is revealed.

    A struck clue counts as given; a clue that was taken back does not.
    """
    silent = all(turn.clue is None and not turn.struck for turn in table.turns)
    return silent and not any(table.revealed) and not table.phase.over


_NEEDS: Mapping[str, _Need] = {
    "-": _Need(lambda _: False, Refusal.WRONG_PHASE),
    "end": _Need(lambda _: False, Refusal.ENDED),
    "spoken": _Need(lambda t: t.settings.clues is Clues.SPOKEN, Refusal.WRONG_PHASE),
    "fresh": _Need(lambda t: t.turn.guesses == 0, Refusal.CLUE_TOUCHED),
    "worded": _Need(
        lambda t: t.turn.clue is None or t.turn.clue.word is not None, Refusal.ANOTHER_CLUE
    ),
    "once": _Need(lambda t: not t.turn.corrected, Refusal.CLUE_CORRECTED),
    "touched": _Need(lambda t: t.turn.guesses > 0, Refusal.TOUCH_FIRST),
    "open": _Need(lambda t: not t.clue_stands, Refusal.CLUE_ALLOWED),
    "advice": _Need(lambda t: t.settings.referee is Refereeing.ADVISE, Refusal.NO_ADVICE),
    "early": _Need(before_first_clue, Refusal.EXCHANGE_TOO_LATE),
    "few": _Need(lambda t: len(t.exchanges) < MAX_EXCHANGES, Refusal.EXCHANGE_USED),
    "over": _Need(lambda t: t.phase.over, Refusal.NOT_ENDED),
    "undo": _Need(lambda t: t.undo is not None, Refusal.NOTHING_TO_UNDO),
    "sand": _Need(lambda t: t.settings.timer is Timer.SAND, Refusal.NO_SAND),
    "pause": _Need(lambda t: t.paused, Refusal.NOT_PAUSED),
}

_NEVER = (_NEEDS["-"], _NEEDS["end"])


def _columns() -> dict[Phase, dict[type[Action], tuple[_Need, ...]]]:
    """The table by phase: what each kind of action needs there."""
    columns: dict[Phase, dict[type[Action], tuple[_Need, ...]]] = {phase: {} for phase in Phase}
    for kind, row in _TABLE.items():
        for phase, cell in zip(Phase, row.split(), strict=True):
            names = () if cell == "yes" else cell.split("+")
            columns[phase][kind] = tuple(_NEEDS[name] for name in names)
    return columns


_COLUMNS: Mapping[Phase, Mapping[type[Action], tuple[_Need, ...]]] = _columns()

_ASKED: Mapping[Phase, tuple[_Need, ...]] = {
    phase: tuple(
        need
        for need in _NEEDS.values()
        if need not in _NEVER and any(need in needs for needs in column.values())
    )
    for phase, column in _COLUMNS.items()
}
"""What there is to ask of a table in each phase: at each view once."""

WHILE_PAUSED: tuple[type[Action], ...] = (Resume, Abandon)
"""What is possible in a pause."""

QUESTION_ACTIONS: tuple[type[Action], ...] = (TakeBackClue, AllowClue, RejectClue)
"""Moves about a question that most people may not even know of."""


def possible_actions(table: Table) -> tuple[type[Action], ...]:
    """The kinds of action that some player could take now.

    The phones draw their buttons from this; `require_possible` refuses everything else.
    """
    if table.paused:
        return WHILE_PAUSED
    asked = _ASKED[table.phase]
    return _possible(table.phase, tuple([need.holds(table) for need in asked]))


@cache
def _possible(phase: Phase, answers: tuple[bool, ...]) -> tuple[type[Action], ...]:
    """What the column allows when `_ASKED` is answered so."""
    holding = {need for need, holds in zip(_ASKED[phase], answers, strict=True) if holds}
    return tuple(kind for kind, needs in _COLUMNS[phase].items() if holding.issuperset(needs))


def require_possible(table: Table, kind: type[Action]) -> None:
    """Raise Refused unless some player could take this kind of action now."""
    if table.paused:
        require(kind in WHILE_PAUSED, Refusal.PAUSED)
        return
    for need in _COLUMNS[table.phase][kind]:
        require(need.holds(table), need.refusal)


def possible_about_question(game: Game) -> tuple[type[Action], ...]:
    """The kinds of action about the question to the rival that some player could take now."""
    if game.question is None or game.table.paused:
        return ()
    return (TakeBackClue,) if game.question.rejected else QUESTION_ACTIONS
