"""The classic game: one pure function from a game and an action to the next game.

    phase      action              next
    clue       give clue           guess
    clue       touch (1)           as in guess, after a wordless `unlimited` clue
    guess      correct clue (2)    guess
    guess      touch own agent     guess; ended if it was the team's last;
                                   the rival's clue when the guess limit is used up
    guess      touch bystander     the rival's clue
    guess      touch rival agent   the rival's clue; ended if it was the rival's last
    guess      touch assassin      ended, the rival wins
    guess      end turn (3)        the rival's clue
    any but ended and debriefed    abandon: ended, no winner
    ended      debrief             debriefed
    any but debriefed              undo (4): what was before the latest touch

    (1) with spoken clues only   (2) before the first touch   (3) after at least one touch
    (4) within 10 seconds of the touch and before any other public action

While paused only resume and abandon are possible. Marks are thoughts: they change nothing public,
and they go with the turn.
"""

from dataclasses import replace
from typing import TypeVar

from undercast.refusals import Refusal, Refused, require
from undercast.rules import clues, events
from undercast.rules.actions import (
    Abandon,
    Action,
    CorrectClue,
    Debrief,
    EndTurn,
    ExchangeCodename,
    GiveClue,
    MarkCard,
    Pause,
    Resume,
    TouchCard,
    Undo,
)
from undercast.rules.cards import Identity
from undercast.rules.events import Event
from undercast.rules.game import (
    UNDO_MS,
    Ending,
    Exchange,
    Game,
    Mark,
    Phase,
    Result,
    Table,
    Touch,
    Turn,
    TurnEnd,
    UndoOffer,
)
from undercast.rules.settings import Clues, Guessing

T = TypeVar("T")

Played = tuple[Game, tuple[Event, ...]]
"""The next game, and what happened on the way."""


Changed = tuple[Table, tuple[Event, ...]]
"""The next table. A function that returns this neither needs the key nor sees it."""


def apply(game: Game, action: Action) -> Played:
    """Play `action`. Raises Refused when the rules do not allow it, and nothing has changed."""
    paused = game.table.paused
    require(not paused or isinstance(action, Resume | Abandon), Refusal.PAUSED)
    match action:
        case MarkCard():
            return mark_card(game, action), ()
        case TouchCard():
            return touch_card(game, action)
        case Undo():
            return undo(game, action)
        case _:
            table, happened = _change(game.table, action)
            same_turn = len(table.turns) == len(game.table.turns) and not table.phase.over
            marks = game.marks if same_turn else ()
            return Game(replace(table, undo=None), game.key, marks), happened


def possible(table: Table) -> tuple[type[Action], ...]:
    """The kinds of action that some player could take now, whoever that is.

    The phones draw their buttons from this. A property test holds it against :func:`apply`.
    """
    if table.paused:
        return (Resume, Abandon)
    kinds: list[type[Action]] = []
    if _touchable_phase(table):
        kinds.append(TouchCard)
        if table.settings.guessing is Guessing.OPERATIVES_TAP:
            kinds.append(MarkCard)
    if table.phase is Phase.CLUE:
        kinds.append(GiveClue)
        if _before_first_clue(table) and table.exchange is None:
            kinds.append(ExchangeCodename)
    if table.phase is Phase.GUESS:
        kinds.append(EndTurn if table.turn.guesses else CorrectClue)
    if table.phase is Phase.ENDED:
        kinds.append(Debrief)
    if table.undo is not None:
        kinds.append(Undo)
    return (*kinds, Pause, Abandon) if not table.phase.over else tuple(kinds)


def _change(table: Table, action: Action) -> Changed:
    """The public actions that need no key; each lets the latest touch stand."""
    match action:
        case GiveClue():
            return give_clue(table, action)
        case CorrectClue():
            return correct_clue(table, action)
        case EndTurn():
            return end_turn(table)
        case ExchangeCodename():
            return exchange_codename(table, action)
        case Pause():
            return pause(table)
        case Resume():
            return resume(table)
        case Abandon():
            return abandon(table)
        case Debrief():
            return debrief(table)
    raise TypeError(f"{type(action).__name__} is not a public action")  # pragma: no cover


def give_clue(table: Table, action: GiveClue) -> Changed:
    """The spymaster gives one clue; the word may be left out only when clues are spoken."""
    _require_phase(table, Phase.CLUE)
    spoken = table.settings.clues is Clues.SPOKEN
    require(action.word is not None or spoken, Refusal.CLUE_NEEDS_WORD)
    clue = clues.well_formed(action.word, action.number)
    turn = replace(table.turn, clue=clue, giver=action.by)
    after = replace(_with_turn(table, turn), phase=Phase.GUESS)
    return after, (events.ClueGiven(turn.team, clue),)


def correct_clue(table: Table, action: CorrectClue) -> Changed:
    """Until the first touch the giver may correct the clue's spelling, publicly."""
    _require_phase(table, Phase.GUESS)
    require(table.turn.guesses == 0, Refusal.CLUE_TOUCHED)
    given = table.turn.clue
    assert given is not None  # the guess phase begins with a clue
    clue = clues.well_formed(action.word, given.number)
    after = _with_turn(table, replace(table.turn, clue=clue))
    return after, (events.ClueCorrected(table.turn.team, clue),)


def mark_card(game: Game, action: MarkCard) -> Game:
    """An operative marks a hidden card, or takes that mark back."""
    table = game.table
    require(table.settings.guessing is Guessing.OPERATIVES_TAP, Refusal.NO_MARKS)
    _require_touchable(table, action.position)
    others = tuple(mark for mark in game.marks if mark != Mark(action.position, action.by))
    added = (Mark(action.position, action.by),) if action.on else ()
    return replace(game, marks=others + added)


def touch_card(game: Game, action: TouchCard) -> Played:
    """Touch one card: reveal it, and let the turn or the game end as the card says."""
    _require_touchable(game.table, action.position)
    identity = game.key[action.position]
    table, happened = _given_by_touching(game.table)
    table = _reveal(table, action, identity)
    team = table.turn.team
    touched = events.CardTouched(team, action.position, identity, action.by)
    table, then = _after_touch(table, identity)
    table = replace(table, undo=UndoOffer(action.by, action.at + UNDO_MS))
    going_on = table.phase is Phase.GUESS
    marks = tuple(m for m in game.marks if going_on and m.position != action.position)
    after = replace(game, table=table, marks=marks, before=game.without_undo())
    return after, (*happened, touched, *then)


def end_turn(table: Table) -> Changed:
    """The team stops by choice; it owes at least one touch first."""
    _require_phase(table, Phase.GUESS, Phase.CLUE)
    require(table.turn.guesses > 0, Refusal.TOUCH_FIRST)
    return _end_turn(table, TurnEnd.BY_CHOICE)


def undo(game: Game, action: Undo) -> Played:
    """Take back the latest touch: all is as before it, and the history keeps it as undone."""
    offer, before = game.table.undo, game.before
    if offer is None or before is None:
        raise Refused(Refusal.NOTHING_TO_UNDO)
    require(action.at <= offer.until, Refusal.UNDO_TOO_LATE)
    touched = game.table.turns[len(before.table.turns) - 1].touches[-1]
    turn = before.table.turn
    taken_back = replace(turn, touches=(*turn.touches, replace(touched, undone=True)))
    after = replace(before, table=_with_turn(before.table, taken_back))
    return after, (events.TouchUndone(touched.position),)


def exchange_codename(table: Table, action: ExchangeCodename) -> Changed:
    """Before the first clue one codename may be exchanged; its identity stays."""
    _require_on_board(table, action.position)
    require(_before_first_clue(table), Refusal.EXCHANGE_TOO_LATE)
    require(table.exchange is None, Refusal.EXCHANGE_USED)
    if action.codename in table.codenames:
        raise ValueError("the new codename lies on the board already")
    former = table.codenames[action.position]
    codenames = _put(table.codenames, action.position, action.codename)
    after = replace(table, codenames=codenames, exchange=Exchange(action.position, former))
    return after, (events.CodenameExchanged(action.position, former),)


def pause(table: Table) -> Changed:
    """Nothing can be played until somebody resumes."""
    _require_running(table)
    return replace(table, paused=True), (events.Paused(),)


def resume(table: Table) -> Changed:
    """The pause is over."""
    require(table.paused, Refusal.NOT_PAUSED)
    return replace(table, paused=False), (events.Resumed(),)


def abandon(table: Table) -> Changed:
    """Give the game up: it is recorded without a winner."""
    _require_running(table)
    going_on = replace(table, paused=False)
    return _end_game(_ended(going_on, TurnEnd.ABANDONED), Result(None, Ending.ABANDONED))


def debrief(table: Table) -> Changed:
    """Show the whole key of an ended game to everyone."""
    require(table.phase is not Phase.DEBRIEFED, Refusal.WRONG_PHASE)
    require(table.phase is Phase.ENDED, Refusal.NOT_ENDED)
    return replace(table, phase=Phase.DEBRIEFED), (events.Debriefed(),)


def _given_by_touching(table: Table) -> Changed:
    """In the clue phase of spoken clues, the wordless clue that a touch stands for."""
    if table.phase is not Phase.CLUE:
        return table, ()
    turn = replace(table.turn, clue=clues.SPOKEN_BY_TOUCHING)
    given = events.ClueGiven(turn.team, clues.SPOKEN_BY_TOUCHING)
    return replace(_with_turn(table, turn), phase=Phase.GUESS), (given,)


def _reveal(table: Table, action: TouchCard, identity: Identity) -> Table:
    touch = Touch(action.position, identity, action.by)
    turn = replace(table.turn, touches=(*table.turn.touches, touch))
    revealed = _put(table.revealed, action.position, identity)
    return replace(_with_turn(table, turn), revealed=revealed)


def _after_touch(table: Table, identity: Identity) -> Changed:
    """What the revealed card means for the turn and the game."""
    team = table.turn.team
    if identity is Identity.ASSASSIN:
        return _end_game(_ended(table, TurnEnd.ASSASSIN), Result(team.rival, Ending.ASSASSIN))
    found = identity.team
    if found is not None and table.left(found) == 0:
        return _end_game(_ended(table, TurnEnd.LAST_AGENT), Result(found, Ending.ALL_AGENTS))
    if found is None:
        return _end_turn(table, TurnEnd.BYSTANDER)
    if found is not team:
        return _end_turn(table, TurnEnd.RIVAL_AGENT)
    if table.guesses_left() == 0:
        return _end_turn(table, TurnEnd.LIMIT)
    return table, ()


def _end_turn(table: Table, why: TurnEnd) -> Changed:
    """The rival's turn begins."""
    team = table.turn.team
    ended = _ended(table, why)
    after = replace(ended, turns=(*ended.turns, Turn(team.rival)), phase=Phase.CLUE)
    return after, (events.TurnEnded(team, why),)


def _end_game(table: Table, result: Result) -> Changed:
    return replace(table, phase=Phase.ENDED, result=result), (events.GameEnded(result),)


def _ended(table: Table, why: TurnEnd) -> Table:
    return _with_turn(table, replace(table.turn, ended=why))


def _with_turn(table: Table, turn: Turn) -> Table:
    """The table with its current turn replaced."""
    return replace(table, turns=(*table.turns[:-1], turn))


def _put(items: tuple[T, ...], position: int, item: T) -> tuple[T, ...]:
    return (*items[:position], item, *items[position + 1 :])


def _before_first_clue(table: Table) -> bool:
    return table.phase is Phase.CLUE and len(table.turns) == 1 and not table.turn.touches


def _touchable_phase(table: Table) -> bool:
    """Cards are touched in the guess phase; when clues are spoken, in the clue phase as well."""
    spoken = table.settings.clues is Clues.SPOKEN
    return table.phase is Phase.GUESS or (spoken and table.phase is Phase.CLUE)


def _require_touchable(table: Table, position: int) -> None:
    """A card can be touched, or marked, while it is hidden."""
    _require_running(table)
    require(_touchable_phase(table), Refusal.WRONG_PHASE)
    _require_on_board(table, position)
    require(table.revealed[position] is None, Refusal.ALREADY_REVEALED)


def _require_on_board(table: Table, position: int) -> None:
    require(0 <= position < len(table.codenames), Refusal.NO_SUCH_CARD)


def _require_running(table: Table) -> None:
    require(not table.phase.over, Refusal.ENDED)


def _require_phase(table: Table, *phases: Phase) -> None:
    _require_running(table)
    require(table.phase in phases, Refusal.WRONG_PHASE)
