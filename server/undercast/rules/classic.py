"""The classic game: one pure function from a game and an action to the next game.

    phase      action              next
    clue       give clue           guess; or what the referee makes of it: see `giving`
    clue       touch (1)           as in guess, after a wordless `unlimited` clue
    guess      correct clue (2)    guess
    guess      touch own agent     guess; ended if it was the team's last;
                                   the rival's clue when the guess limit is used up
    guess      touch bystander     the rival's clue
    guess      touch rival agent   the rival's clue; ended if it was the rival's last
    guess      touch assassin      ended, the rival wins
    guess      end turn (3)        the rival's clue
    guess      challenge (2)       challenged, and then as `challenge` says
    clue, guess   time up (4)      the rival's clue
    any but ended and debriefed    abandon: ended, no winner
    ended      debrief             debriefed
    any but debriefed              undo (5): what was before the latest touch

    (1) with spoken clues only   (2) before the first touch   (3) after at least one touch
    (4) with a strict timer: see `timer`
    (5) within 10 seconds of the touch and before any other public action

While paused only resume and abandon are possible. Marks and questions to the rival are secret: they
change nothing public, and they go with the turn.
"""

from dataclasses import replace

from undercast.refusals import Refusal, Refused, require
from undercast.rules import challenge, events, giving, timer, turns
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
from undercast.rules.cards import Identity
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
from undercast.rules.settings import Clues, Guessing, Referee, Timer
from undercast.rules.turns import Changed, Played


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


def _in_phase(table: Table) -> tuple[type[Action], ...]:
    """What the phase of a running game is for."""
    if table.phase is Phase.CHALLENGED:
        return (ConcedeChallenge, WithdrawChallenge, UpholdChallenge)
    if table.phase is Phase.PENALTY:
        return (CoverCard, DeclinePenalty)
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
            return challenge.cover_card(game, action)
        case DeclinePenalty():
            return challenge.decline_penalty(table)
        case EndTurn():
            return end_turn(table)
        case TimeUp():
            return timer.time_up(table, at)
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
    """Touch one card: reveal it, and let the turn or the game end as the card says."""
    _require_touchable(game.table, action.position)
    identity = game.key[action.position]
    table, happened = challenge.clue_by_speaking(game.table)
    table = _touched(table, Touch(action.position, identity, action.by))
    touched = events.CardTouched(table.turn.team, action.position, identity, action.by)
    table, then = _after_touch(table, identity)
    table = replace(table, undo=UndoOffer(action.by, at + UNDO_MS))
    going_on = table.phase is Phase.GUESS
    marks = tuple(m for m in game.marks if going_on and m.position != action.position)
    before = replace(game.without_undo(), question=None)
    after = replace(game, table=table, marks=marks, before=before, question=None)
    return after, (*happened, touched, *then)


def end_turn(table: Table) -> Changed:
    """The team stops by choice; it owes at least one touch first."""
    turns.require_phase(table, Phase.GUESS, Phase.CLUE)
    require(table.turn.guesses > 0, Refusal.TOUCH_FIRST)
    return turns.end_turn(table, TurnEnd.BY_CHOICE)


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


def _touched(table: Table, touch: Touch) -> Table:
    turn = replace(table.turn, touches=(*table.turn.touches, touch))
    return turns.reveal(turns.with_turn(table, turn), touch.position, touch.identity)


def _after_touch(table: Table, identity: Identity) -> Changed:
    """What the revealed card means for the turn and the game."""
    team = table.turn.team
    if identity is Identity.ASSASSIN:
        lost = Result(team.rival, Ending.ASSASSIN)
        return turns.end_game(table, TurnEnd.ASSASSIN, lost)
    found = identity.team
    if found is not None and table.left(found) == 0:
        return turns.end_game(table, TurnEnd.LAST_AGENT, Result(found, Ending.ALL_AGENTS))
    if found is None:
        return turns.end_turn(table, TurnEnd.BYSTANDER)
    if found is not team:
        return turns.end_turn(table, TurnEnd.RIVAL_AGENT)
    if table.guesses_left() == 0:
        return turns.end_turn(table, TurnEnd.LIMIT)
    return table, ()


def _before_first_clue(table: Table) -> bool:
    turn = table.turn
    first = len(table.turns) == 1 and not (turn.touches or turn.struck)
    return first and table.phase is Phase.CLUE


def _touchable_phase(table: Table) -> bool:
    """Cards are touched in the guess phase; when clues are spoken, in the clue phase as well."""
    spoken = table.settings.clues is Clues.SPOKEN
    return table.phase is Phase.GUESS or (spoken and table.phase is Phase.CLUE)


def _require_touchable(table: Table, position: int) -> None:
    """A card can be touched, or marked, while it is hidden."""
    turns.require_running(table)
    require(_touchable_phase(table), Refusal.WRONG_PHASE)
    turns.require_hidden(table, position)
