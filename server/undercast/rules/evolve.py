"""Playing: one pure function from a game and an action to the next game, in every mode.

Games change in no other way, and a replay uses it as well, so it refuses nothing. `phases` says
when an action is possible, `legality` what else it takes.

    phase          action              next
    clue           give clue           guess; or what the referee makes of it: see `clue_giving`
    clue           touch               as in guess, after a wordless `unlimited` clue
    guess          correct clue        guess
    guess, sudden  touch               as card and mode say: see `modes`
    guess          end turn            what comes after a turn, as the mode says
    guess          challenge           challenged, and then as `challenge` says
    penalty        cover, decline      see `challenge`
    opponent       cover               see `modes.coop`
    clue, guess    time up             what comes after a turn, as the mode says
    opponent       time up             see `modes.coop`
    sudden death   time up             ended, lost
    any but ended and debriefed        abandon: ended, no winner
    ended          debrief             debriefed
    any but debriefed                  undo: what was before the latest touch
    any but ended and debriefed        pause, resume, turn the sand: no moves, they end no undo

Marks and questions to the rival are secret: they change nothing public, and they go with the turn.
Notes are secret, too, and stay for the debrief.
"""

from msgspec.structs import replace

from undercast.rules import actions, challenge, clue_giving, events, modes, timer, turns
from undercast.rules.cards import Identity
from undercast.rules.clock import first_clock
from undercast.rules.game import (
    QUESTIONS_STAY,
    RULES,
    UNDO_MS,
    UNDO_SURVIVES_A_PAUSE,
    Ending,
    Exchange,
    Game,
    Mark,
    Note,
    Phase,
    Result,
    StruckBy,
    Table,
    Touch,
    TurnEnd,
    UndoOffer,
)
from undercast.rules.modes import coop
from undercast.rules.settings import Settings
from undercast.rules.turns import GameChange, TableChange


def deal(
    settings: Settings,
    codenames: tuple[str, ...],
    keys: tuple[tuple[Identity, ...], ...],
    *,
    languages: tuple[str, ...] = (),
    card_languages: tuple[int, ...] = (),
    at: int = 0,
    rules: int = RULES,
) -> Game:
    """A new game, dealt at server time `at`. Nothing here is random: the deal comes from outside.

    `keys` is one key, or in a duet side A's and side B's. Raises ValueError when they or the
    codenames are not what the mode and the board need.
    """
    game = modes.MODES[settings.mode].deal(settings, codenames, keys)
    clock = first_clock(settings, at, one_clock=timer.has_one_clock(settings, rules))
    table = replace(game.table, languages=languages, card_languages=card_languages, clock=clock)
    return replace(game, table=table, rules=rules)


def evolve(game: Game, action: actions.Action, at: int) -> GameChange:
    """Apply `action`, which was found legal, at server time `at` (Unix milliseconds).

    Nothing is refused here: what was legal once must replay for ever.
    """
    if isinstance(action, actions.Undo):
        return undo(game, at)
    after, happened = _play(game, action, at)
    return replace(after, table=timer.with_clock(game, after.table, at)), happened


def _play(game: Game, action: actions.Action, at: int) -> GameChange:  # noqa: C901  # an index, one case an action
    """Everything but undo; the clock has still to follow."""
    match action:
        case actions.MarkCard():
            return mark_card(game, action), ()
        case actions.NoteCards():
            return note_cards(game, action), ()
        case actions.AskRival():
            return clue_giving.ask_rival(game, action), ()
        case actions.TakeBackClue():
            return clue_giving.take_back_clue(game), ()
        case actions.RejectClue():
            return clue_giving.reject_clue(game), ()
        case actions.GiveClue():
            return clue_giving.give_clue(game, action)
        case actions.AllowClue():
            return clue_giving.allow_clue(game)
        case actions.TouchCard():
            return touch_card(game, action, at)
        case actions.CorrectClue():
            return clue_giving.correct_clue(game, action)
        case actions.ExchangeCodename():
            return exchange_codename(game, action)
        case actions.Pause() | actions.Resume() | actions.TurnSand():
            return _besides(game, action, at)
        case _:
            table, happened = _change(game, action, at)
            return turns.after_public_move(game, table), happened


def _besides(
    game: Game, action: actions.Pause | actions.Resume | actions.TurnSand, at: int
) -> GameChange:
    """Actions that are no moves: a question stays open, and so does an undo while there is time."""
    table, happened = _change(game, action, at)
    offer = game.table.undo
    late = offer is not None and offer.until is not None and at > offer.until
    if game.rules < UNDO_SURVIVES_A_PAUSE or offer is None or late:
        return replace(turns.after_public_move(game, table), question=game.question), happened
    offer = offer.stopped(at) if table.paused else offer.resumed(at)
    return game.with_table(replace(table, undo=offer)), happened


def _change(game: Game, action: actions.Action, at: int) -> TableChange:  # noqa: C901, PLR0912  # an index, one case an action
    """The other public actions, the table's part of them."""
    table = game.table
    match action:
        case actions.Challenge():
            return challenge.challenge(table)
        case actions.WithdrawChallenge():
            return challenge.withdraw_challenge(table)
        case actions.ConcedeChallenge():
            return challenge.lose_challenge(game, StruckBy.GIVER, action.cover)
        case actions.UpholdChallenge():
            return challenge.lose_challenge(game, StruckBy.RIVAL, action.cover)
        case actions.CoverCard():
            return cover_card(game, action)
        case actions.DeclinePenalty():
            return challenge.decline_penalty(table)
        case actions.EndTurn():
            return end_turn(game)
        case actions.TimeUp():
            return time_up(game, action)
        case actions.TurnSand():
            return timer.turn_sand(table, at)
        case actions.Pause():
            return pause(table)
        case actions.Resume():
            return resume(table)
        case actions.Abandon():
            return abandon(table)
        case actions.Debrief():
            return debrief(table)
    raise TypeError(f"{type(action).__name__} is not a public action")  # pragma: no cover


def mark_card(game: Game, action: actions.MarkCard) -> Game:
    """An operative marks a hidden card, or takes that mark back."""
    mine = (action.position, action.by)
    others = tuple(mark for mark in game.marks if (mark.position, mark.by) != mine)
    added = (Mark(*mine, action.unsure),) if action.on else ()
    return replace(game, marks=others + added)


def note_cards(game: Game, action: actions.NoteCards) -> Game:
    """A note about the turn, for the debrief; it replaces the previous one."""
    turn = len(game.table.turns) - 1
    others = tuple(n for n in game.notes if (n.turn, n.by) != (turn, action.by))
    added = (Note(turn, action.by, action.cards),) if action.cards else ()
    return replace(game, notes=others + added)


def touch_card(game: Game, action: actions.TouchCard, at: int) -> GameChange:
    """Touch one card, and end the turn or the game accordingly."""
    side = action.side
    mode = modes.rules_of(game.table)
    identity = mode.identity(game, action.position, side)
    giver = None if side is None else side.partner
    table, happened = challenge.with_spoken_clue(game.table, giver)
    touch = Touch(action.position, identity, action.by)
    touching = replace(table.turn, touches=(*table.turn.touches, touch))
    table, then = mode.after_touch(game.with_table(turns.with_turn(table, touching)), touch, side)
    touched = events.CardTouched(touching.team, action.position, identity, action.by, side)
    table = replace(table, undo=UndoOffer(action.by, at + UNDO_MS, seat=action.seat))
    going_on = len(table.turns) == len(game.table.turns) and not table.phase.over
    marks = tuple(m for m in game.marks if going_on and m.position != action.position)
    before = timer.with_stopped_clock(replace(game.without_undo(), question=None), at)
    after = replace(game, table=table, marks=marks, before=before, question=None)
    return after, (*happened, touched, *then)


def end_turn(game: Game) -> TableChange:
    """The team stops by choice; it owes at least one touch first."""
    return modes.rules_of(game.table).end_turn(game, TurnEnd.BY_CHOICE)


def cover_card(game: Game, action: actions.CoverCard) -> TableChange:
    """An agent is revealed without a guess: as the penalty, or as the simulated team's turn."""
    if game.table.phase is Phase.OPPONENT:
        return coop.reveal_opponent_agent(game, action.position, in_time=True)
    return challenge.cover_card(game, action)


def time_up(game: Game, action: actions.TimeUp) -> TableChange:
    """Without a clue in time the turn passes, without a guess it ends. For the simulated team a
    random agent is revealed; in sudden death the game is lost.
    """
    if game.table.phase is Phase.OPPONENT:
        assert action.cover is not None  # drawn while the opponent has a hidden agent
        return coop.reveal_opponent_agent(game, action.cover, in_time=False)
    return modes.rules_of(game.table).end_turn(game, TurnEnd.TIME)


def undo(game: Game, at: int) -> GameChange:
    """Take back the latest touch: all is as before it; the history marks it as undone."""
    before = game.before
    assert before is not None  # the offer and what it would restore come and go together
    touched = game.table.turns[len(before.table.turns) - 1].touches[-1]
    turn = before.table.turn
    taken_back = replace(turn, touches=(*turn.touches, replace(touched, undone=True)))
    clock = timer.restored_clock(game, before.table, at)
    table = replace(turns.with_turn(before.table, taken_back), clock=clock)
    notes = tuple(note for note in game.notes if note.turn < len(table.turns))
    after = replace(before, table=table, asked=game.asked, notes=notes)
    return after, (events.TouchUndone(touched.position),)


def exchange_codename(game: Game, action: actions.ExchangeCodename) -> GameChange:
    """Before the first clue a few codenames may be exchanged; their identities stay.

    This withdraws a question by the same person. Another's stays open, without the referee's
    findings about the replaced card.
    """
    table, position = game.table, action.position
    former, former_language = table.codenames[position], table.language_at(position)
    codenames = turns.replaced_at(table.codenames, position, action.codename)
    exchanges = (*table.exchanges, Exchange(position, former))
    laid = replace(table, codenames=codenames, exchanges=exchanges)
    after = turns.after_public_move(game, _in_language(laid, position, action.language))
    question = game.question
    if question is not None and game.rules >= QUESTIONS_STAY and question.giver != action.by:
        findings = tuple(found for found in question.findings if found.position != position)
        after = replace(after, question=replace(question, findings=findings))
    return after, (events.CodenameExchanged(position, former, former_language),)


def _in_language(table: Table, position: int, language: str) -> Table:
    """The table with the codename there in this language; "" is the first one.

    It may be a new one: the host can choose other decks at any time.
    """
    languages = table.languages
    if language and language not in languages:
        languages = (*languages, language)
    of_card = languages.index(language) if language else 0
    cards = table.card_languages or (0,) * len(table.codenames)
    cards = turns.replaced_at(cards, position, of_card)
    return replace(table, languages=languages, card_languages=cards if any(cards) else ())


def pause(table: Table) -> TableChange:
    """Nothing can be played until somebody resumes."""
    return replace(table, paused=True), (events.Paused(),)


def resume(table: Table) -> TableChange:
    """The pause is over."""
    return replace(table, paused=False), (events.Resumed(),)


def abandon(table: Table) -> TableChange:
    """Give the game up: it is recorded without a winner."""
    going_on = replace(table, paused=False)
    return turns.end_game(going_on, TurnEnd.ABANDONED, Result(None, Ending.ABANDONED))


def debrief(table: Table) -> TableChange:
    """Show the whole key of an ended game to everyone."""
    return replace(table, phase=Phase.DEBRIEFED), (events.Debriefed(),)
