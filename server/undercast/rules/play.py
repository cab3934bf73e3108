"""Playing: one pure function from a game and an action to the next game, in every mode.

    phase          action              next
    clue           give clue           guess; or what the referee makes of it: see `giving`
    clue           touch (1)           as in guess, after a wordless `unlimited` clue
    guess          correct clue (2)    guess
    guess, sudden  touch               as the card and the mode say: see `modes`
    guess          end turn (3)        what comes after a turn, as the mode says
    guess          challenge (2)       challenged, and then as `challenge` says
    penalty        cover, decline      see `challenge`
    opponent       cover               see `modes.coop`
    clue, guess    time up (4)         what comes after a turn, as the mode says
    any but ended and debriefed        abandon: ended, no winner
    ended          debrief             debriefed
    any but debriefed                  undo (5): what was before the latest touch

    (1) with spoken clues only   (2) before the first touch   (3) after at least one touch
    (4) with a strict timer: see `timer`
    (5) within 10 seconds of the touch and before any other public action

While paused only resume and abandon are possible. Marks and questions to the rival are secret: they
change nothing public, and they go with the turn.
"""

from collections.abc import Mapping
from dataclasses import replace

from undercast.refusals import Refusal, Refused, require
from undercast.rules import challenge, events, giving, modes, timer, turns
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
    Pause,
    RejectClue,
    Resume,
    TakeBackClue,
    TimeUp,
    TouchCard,
    TurnSand,
    Undo,
    UpholdChallenge,
    WithdrawChallenge,
)
from undercast.rules.cards import Identity, Side
from undercast.rules.clock import first_clock
from undercast.rules.game import (
    UNDO_MS,
    Ending,
    Exchange,
    Game,
    Mark,
    Phase,
    Result,
    StruckBy,
    Table,
    Touch,
    TurnEnd,
    UndoOffer,
)
from undercast.rules.modes import coop
from undercast.rules.settings import Clues, Guessing, Referee, Settings, Timer
from undercast.rules.turns import Changed, Played


def deal(
    settings: Settings,
    codenames: tuple[str, ...],
    keys: tuple[tuple[Identity, ...], ...],
    *,
    languages: tuple[str, ...] = (),
    at: int = 0,
) -> Game:
    """A new game, dealt at server time `at`. Nothing here is random: the deal comes from outside.

    `keys` is one key, or in a duet side A's and side B's. Raises ValueError when they or the
    codenames are not what the mode and the board need.
    """
    game = modes.MODES[settings.mode].deal(settings, codenames, keys)
    clock = first_clock(settings, at)
    return game.on(replace(game.table, languages=languages, clock=clock))


def apply(game: Game, action: Action, at: int) -> Played:
    """Play `action` at server time `at` (Unix milliseconds).

    Raises Refused when the rules do not allow it, and nothing has changed.
    """
    paused = game.table.paused
    require(not paused or isinstance(action, Resume | Abandon), Refusal.PAUSED)
    if isinstance(action, Undo):
        return undo(game, at)
    after, happened = _play(game, action, at)
    return replace(after, table=timer.kept(game.table, after.table, at)), happened


def _play(game: Game, action: Action, at: int) -> Played:
    """Everything but undo; the clock has still to follow."""
    match action:
        case MarkCard():
            return mark_card(game, action), ()
        case AskRival():
            return giving.ask_rival(game, action), ()
        case TakeBackClue():
            return giving.take_back_clue(game, action), ()
        case RejectClue():
            return giving.reject_clue(game, action), ()
        case GiveClue():
            return giving.give_clue(game, action)
        case AllowClue():
            return giving.allow_clue(game, action)
        case TouchCard():
            return touch_card(game, action, at)
        case Pause() | Resume() | TurnSand():
            table, happened = _change(game, action, at)
            return replace(turns.settled(game, table), question=game.question), happened
        case _:
            table, happened = _change(game, action, at)
            return turns.settled(game, table), happened


def possible_in_secret(game: Game) -> tuple[type[Action], ...]:
    """The kinds of action about the question to the rival that some player could take now."""
    if game.question is None or game.table.paused:
        return ()
    return (TakeBackClue,) if game.question.rejected else (TakeBackClue, AllowClue, RejectClue)


def possible(table: Table) -> tuple[type[Action], ...]:
    """The kinds of action that some player could take now, whoever that is.

    The phones draw their buttons from this. A property test holds it against :func:`apply`.
    """
    if table.paused:
        return (Resume, Abandon)
    if table.phase.over:
        kinds: tuple[type[Action], ...] = (Debrief,) if table.phase is Phase.ENDED else ()
        return kinds + _undo(table)
    sand = (TurnSand,) if table.settings.timer is Timer.SAND else ()
    return _in_phase(table) + _undo(table) + sand + (Pause, Abandon)


def _undo(table: Table) -> tuple[type[Action], ...]:
    return () if table.undo is None else (Undo,)


_ONLY: Mapping[Phase, tuple[type[Action], ...]] = {
    Phase.CHALLENGED: (ConcedeChallenge, WithdrawChallenge, UpholdChallenge),
    Phase.PENALTY: (CoverCard, DeclinePenalty),
    Phase.OPPONENT: (CoverCard,),
    Phase.SUDDEN_DEATH: (TouchCard,),
}
"""The phases that are for one thing."""


def _in_phase(table: Table) -> tuple[type[Action], ...]:
    """What the phase of a running game is for."""
    if table.phase in _ONLY:
        return _ONLY[table.phase]
    kinds: list[type[Action]] = []
    if _touchable_phase(table):
        kinds.append(TouchCard)
        if table.settings.guessing is Guessing.OPERATIVES_TAP:
            kinds.append(MarkCard)
    if challenge.can_be_challenged(table):
        kinds.append(Challenge)
    if table.phase is Phase.GUESS:
        kinds.append(EndTurn if table.turn.guesses else CorrectClue)
        return tuple(kinds)
    kinds.append(GiveClue)
    if table.settings.referee is Referee.ADVISE:
        kinds.append(AskRival)
    if _before_first_clue(table) and table.exchange is None:
        kinds.append(ExchangeCodename)
    return tuple(kinds)


def _change(game: Game, action: Action, at: int) -> Changed:  # noqa: C901, PLR0912  # an index, one case an action
    """The public actions after which the latest touch stands."""
    table = game.table
    match action:
        case CorrectClue():
            return giving.correct_clue(table, action)
        case Challenge():
            return challenge.challenge(table)
        case WithdrawChallenge():
            return challenge.withdraw_challenge(table)
        case ConcedeChallenge():
            return challenge.lose_challenge(game, StruckBy.GIVER, action.cover)
        case UpholdChallenge():
            return challenge.lose_challenge(game, StruckBy.RIVAL, action.cover)
        case CoverCard():
            return cover_card(game, action)
        case DeclinePenalty():
            return challenge.decline_penalty(table)
        case EndTurn():
            return end_turn(game)
        case TimeUp():
            return timer.time_up(game, at)
        case TurnSand():
            return timer.turn_sand(table, at)
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


def mark_card(game: Game, action: MarkCard) -> Game:
    """An operative marks a hidden card, or takes that mark back."""
    table = game.table
    require(table.settings.guessing is Guessing.OPERATIVES_TAP, Refusal.NO_MARKS)
    _require_touchable(table, action.position)
    others = tuple(mark for mark in game.marks if mark != Mark(action.position, action.by))
    added = (Mark(action.position, action.by),) if action.on else ()
    return replace(game, marks=others + added)


def touch_card(game: Game, action: TouchCard, at: int) -> Played:
    """Touch one card: let the turn or the game end as the card says."""
    side = action.side
    _require_touchable(game.table, action.position, side)
    mode = modes.of(game.table)
    identity = mode.identity(game, action.position, side)
    giver = None if side is None else side.partner
    table, happened = challenge.clue_by_speaking(game.table, giver)
    touch = Touch(action.position, identity, action.by)
    touching = replace(table.turn, touches=(*table.turn.touches, touch))
    table, then = mode.after_touch(game.on(turns.with_turn(table, touching)), touch, side)
    touched = events.CardTouched(touching.team, action.position, identity, action.by, side)
    table = replace(table, undo=UndoOffer(action.by, at + UNDO_MS))
    going_on = len(table.turns) == len(game.table.turns) and not table.phase.over
    marks = tuple(m for m in game.marks if going_on and m.position != action.position)
    before = replace(game.without_undo(), question=None)
    after = replace(game, table=table, marks=marks, before=before, question=None)
    return after, (*happened, touched, *then)


def end_turn(game: Game) -> Changed:
    """The team stops by choice; it owes at least one touch first."""
    turns.require_phase(game.table, Phase.GUESS, Phase.CLUE)
    require(game.table.turn.guesses > 0, Refusal.TOUCH_FIRST)
    return modes.of(game.table).end_turn(game, TurnEnd.BY_CHOICE)


def cover_card(game: Game, action: CoverCard) -> Changed:
    """An agent is revealed without a guess: as the penalty, or as the simulated team's turn."""
    if game.table.phase is Phase.OPPONENT:
        return coop.reveal_enemy(game, action)
    return challenge.cover_card(game, action)


def undo(game: Game, at: int) -> Played:
    """Take back the latest touch: all is as before it, and the history keeps it as undone."""
    offer, before = game.table.undo, game.before
    if offer is None or before is None:
        raise Refused(Refusal.NOTHING_TO_UNDO)
    require(at <= offer.until, Refusal.UNDO_TOO_LATE)
    touched = game.table.turns[len(before.table.turns) - 1].touches[-1]
    turn = before.table.turn
    taken_back = replace(turn, touches=(*turn.touches, replace(touched, undone=True)))
    since = at - (offer.until - UNDO_MS)
    clock = timer.restored_clock(before.table, since)
    table = replace(turns.with_turn(before.table, taken_back), clock=clock)
    after = replace(before, table=table, asked=game.asked)
    return after, (events.TouchUndone(touched.position),)


def exchange_codename(table: Table, action: ExchangeCodename) -> Changed:
    """Before the first clue one codename may be exchanged; its identity stays."""
    turns.require_on_board(table, action.position)
    require(_before_first_clue(table), Refusal.EXCHANGE_TOO_LATE)
    require(table.exchange is None, Refusal.EXCHANGE_USED)
    if action.codename in table.codenames:
        raise ValueError("the new codename lies on the board already")
    former = table.codenames[action.position]
    codenames = turns.put(table.codenames, action.position, action.codename)
    after = replace(table, codenames=codenames, exchange=Exchange(action.position, former))
    return after, (events.CodenameExchanged(action.position, former),)


def pause(table: Table) -> Changed:
    """Nothing can be played until somebody resumes."""
    turns.require_running(table)
    return replace(table, paused=True), (events.Paused(),)


def resume(table: Table) -> Changed:
    """The pause is over."""
    require(table.paused, Refusal.NOT_PAUSED)
    return replace(table, paused=False), (events.Resumed(),)


def abandon(table: Table) -> Changed:
    """Give the game up: it is recorded without a winner."""
    turns.require_running(table)
    going_on = replace(table, paused=False)
    return turns.end_game(going_on, TurnEnd.ABANDONED, Result(None, Ending.ABANDONED))


def debrief(table: Table) -> Changed:
    """Show the whole key of an ended game to everyone."""
    require(table.phase is not Phase.DEBRIEFED, Refusal.WRONG_PHASE)
    require(table.phase is Phase.ENDED, Refusal.NOT_ENDED)
    return replace(table, phase=Phase.DEBRIEFED), (events.Debriefed(),)


def _before_first_clue(table: Table) -> bool:
    turn = table.turn
    first = len(table.turns) == 1 and not (turn.touches or turn.struck)
    return first and table.phase is Phase.CLUE


def _touchable_phase(table: Table) -> bool:
    """Cards are touched in the guess phase; when clues are spoken, in the clue phase as well."""
    spoken = table.settings.clues is Clues.SPOKEN
    touching = (Phase.GUESS, Phase.SUDDEN_DEATH)
    return table.phase in touching or (spoken and table.phase is Phase.CLUE)


def _require_touchable(table: Table, position: int, side: Side | None = None) -> None:
    """A card can be touched, or marked, while it is hidden; the mode may say more."""
    turns.require_running(table)
    require(_touchable_phase(table), Refusal.WRONG_PHASE)
    modes.of(table).require_touchable(table, position, side)
