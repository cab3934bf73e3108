"""Giving a clue: what the referee's findings do to it, and the silent word with the rival.

    referee     findings      the clue
    off         any           is public
    advise      none          is public
    advise      questioned    is refused, or public when the giver gives it anyway
    advise      illegal       is refused; where no rival can be asked, public when all agree
    advise      any           may be put to the rival spymaster by the giver
    strict      none          is public
    strict      questioned    is put to the rival spymaster; public when there is none
    strict      illegal       is struck, and costs the penalty

If the rival always confirms, every clue goes to the rival spymaster before it is public. A
corrected clue takes the same path while the old one stays on the table; unless only letter case or
marks change and there was a ruling, which then holds.

Only the giver's side and the rival spymaster know of a question: nothing on the table moves until
the clue is public. An allowed clue becomes public and stands; a rejected one returns to the giver.
A public move that ends the turn also ends the question. `legality` refuses what is not allowed.
"""

from msgspec.structs import replace

from undercast.rules import events
from undercast.rules.actions import AskRival, CorrectClue, GiveClue
from undercast.rules.cards import Side
from undercast.rules.challenge import strike
from undercast.rules.clues import Clue
from undercast.rules.findings import Finding, Verdict, worst
from undercast.rules.game import Game, Phase, Question, StruckBy, Table
from undercast.rules.settings import Refereeing
from undercast.rules.turns import GameChange, TableChange, after_public_move, with_turn


def give_clue(game: Game, action: GiveClue) -> GameChange:
    """The spymaster gives one clue; the word may be left out only when clues are spoken."""
    game = _with_side(game, action.side)
    clue = Clue(action.word, action.number)
    if _is_struck(game, action):
        after, happened = strike(game, clue, StruckBy.REFEREE, action.rival, action.cover)
        return after_public_move(game, after), happened
    if _is_for_the_rival(game, action):
        return _asked(game, clue, action.by, action.findings), ()
    return _public(game, clue, action.by, agreed=_is_agreed(action))


def ask_rival(game: Game, action: AskRival) -> Game:
    """The giver puts a clue to the rival spymaster before anybody else hears of it."""
    return _asked(game, Clue(action.word, action.number), action.by, action.findings)


def take_back_clue(game: Game) -> Game:
    """The giver withdraws the question."""
    return replace(game, question=None)


def allow_clue(game: Game) -> GameChange:
    """The rival allows the clue: it becomes public and cannot be challenged."""
    question = _question(game)
    if question.corrects:
        after, happened = _corrected(game.table, question.clue, stands=True)
        return after_public_move(game, after), happened
    return _public(game, question.clue, question.giver, stands=True)


def reject_clue(game: Game) -> Game:
    """The rival rejects the clue: back to the giver, no penalty."""
    return replace(game, question=replace(_question(game), rejected=True))


def correct_clue(game: Game, action: CorrectClue) -> GameChange:
    """Until the first touch the giver may once correct the clue's spelling, publicly."""
    table = game.table
    given = table.turn.clue
    assert given is not None  # the guess phase begins with a clue
    clue = Clue(action.word, given.number)
    ruled = action.same and is_ruled(table)
    if not ruled and _is_struck(game, action):
        after, happened = strike(game, clue, StruckBy.REFEREE, action.rival, action.cover)
        return after_public_move(game, after), happened
    if not ruled and _is_for_the_rival(game, action):
        return _asked(game, clue, action.by, action.findings, corrects=True), ()
    stands = ruled and table.clue_stands
    agreed = _is_agreed(action) or (ruled and table.turn.agreed)
    after, happened = _corrected(table, clue, stands=stands, agreed=agreed)
    return after_public_move(game, after), happened


def is_ruled(table: Table) -> bool:
    """Whether people have ruled for the turn's clue: the rival spymaster, or the group."""
    return table.clue_stands or table.turn.agreed


def _is_struck(game: Game, action: GiveClue | CorrectClue) -> bool:
    strict = game.table.settings.referee is Refereeing.STRICT
    return strict and worst(action.findings) is Verdict.ILLEGAL


def _is_for_the_rival(game: Game, action: GiveClue | CorrectClue) -> bool:
    strict = game.table.settings.referee is Refereeing.STRICT
    doubted = strict and worst(action.findings) is Verdict.QUESTIONED
    return action.rival and (action.confirm or doubted)


def _is_agreed(action: GiveClue | CorrectClue) -> bool:
    return action.agreed and worst(action.findings) is Verdict.ILLEGAL


def _corrected(table: Table, clue: Clue, *, stands: bool, agreed: bool = False) -> TableChange:
    turn = replace(table.turn, clue=clue, agreed=agreed, corrected=True)
    corrected = replace(with_turn(table, turn), clue_stands=stands)
    return corrected, (events.ClueCorrected(turn.team, clue),)


def _with_side(game: Game, side: Side | None) -> Game:
    """In a duet, whichever side gives the first clue is the giver, also of one that is struck."""
    turn = game.table.turn
    if side is None or turn.side is side:
        return game
    return game.with_table(with_turn(game.table, replace(turn, side=side)))


def _public(
    game: Game, clue: Clue, giver: str, *, stands: bool = False, agreed: bool = False
) -> GameChange:
    """The clue is everybody's, and the team guesses."""
    turn = replace(game.table.turn, clue=clue, giver=giver, agreed=agreed)
    table = replace(with_turn(game.table, turn), phase=Phase.GUESS, clue_stands=stands)
    return after_public_move(game, table), (events.ClueGiven(turn.team, clue),)


def _asked(
    game: Game, clue: Clue, giver: str, findings: tuple[Finding, ...], *, corrects: bool = False
) -> Game:
    """The rival spymaster is asked; a question that was open before is withdrawn by this one."""
    question = Question(game.asked + 1, clue, giver, findings, corrects=corrects)
    return replace(game, question=question, asked=question.id)


def _question(game: Game) -> Question:
    assert game.question is not None  # who answers was asked
    return game.question
