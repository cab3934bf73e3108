"""Giving a clue: what the referee's findings do to it, and the silent word with the rival.

    referee     findings      the clue
    off         any           is public
    advise      none          is public
    advise      questioned    is refused, or public when the giver gives it anyway
    advise      illegal       is refused
    advise      any           may be put to the rival spymaster by the giver
    strict      none          is public
    strict      questioned    is put to the rival spymaster; public when there is none
    strict      illegal       is struck, and costs the penalty

A question is known to the giver's side and to the rival spymaster alone: nothing on the table moves
until the clue is public. Allowed it becomes public and stands; rejected it goes back to the giver.
Any public move that ends the turn ends the question with it.
"""

from dataclasses import replace

from undercast.refusals import Refusal, Refused, require
from undercast.rules import clues, events
from undercast.rules.actions import (
    AllowClue,
    AskRival,
    CorrectClue,
    GiveClue,
    RejectClue,
    TakeBackClue,
)
from undercast.rules.cards import Side
from undercast.rules.challenge import strike
from undercast.rules.clues import Clue
from undercast.rules.findings import Finding, Verdict
from undercast.rules.game import Game, Phase, Question, StruckBy, Table
from undercast.rules.settings import Clues, Referee
from undercast.rules.turns import Changed, Played, require_phase, settled, with_turn


def give_clue(game: Game, action: GiveClue) -> Played:
    """The spymaster gives one clue; the word may be left out only when clues are spoken."""
    require_phase(game.table, Phase.CLUE)
    game = _with_side(game, action.side)
    table = game.table
    spoken = table.settings.clues is Clues.SPOKEN
    require(action.word is not None or spoken, Refusal.CLUE_NEEDS_WORD)
    clue = clues.well_formed(action.word, action.number)
    verdict = _worst(action.findings)
    match table.settings.referee:
        case Referee.ADVISE:
            require(verdict is not Verdict.ILLEGAL, Refusal.CLUE_ILLEGAL)
            sure = verdict is not Verdict.QUESTIONED or action.anyway
            require(sure, Refusal.CLUE_QUESTIONED)
        case Referee.STRICT if verdict is Verdict.ILLEGAL:
            after, happened = strike(game, clue, StruckBy.REFEREE, action.rival, action.cover)
            return settled(game, after), happened
        case Referee.STRICT if verdict is Verdict.QUESTIONED and action.rival:
            return _asked(game, clue, action.by, action.findings), ()
        case _:
            pass
    return _public(game, clue, action.by)


def ask_rival(game: Game, action: AskRival) -> Game:
    """The giver puts a clue to the rival spymaster before anybody else hears of it."""
    table = game.table
    require_phase(table, Phase.CLUE)
    require(table.settings.referee is Referee.ADVISE, Refusal.NO_ADVICE)
    require(action.rival, Refusal.NO_RIVAL)
    clue = clues.well_formed(action.word, action.number)
    return _asked(game, clue, action.by, action.findings)


def take_back_clue(game: Game, _action: TakeBackClue) -> Game:
    """The giver withdraws the question."""
    require(game.question is not None, Refusal.NOTHING_ASKED)
    return replace(game, question=None)


def allow_clue(game: Game, action: AllowClue) -> Played:
    """The rival allows the clue: it becomes public and cannot be challenged."""
    question = _open_question(game, action.question)
    return _public(game, question.clue, question.giver, stands=True)


def reject_clue(game: Game, action: RejectClue) -> Game:
    """The rival rejects the clue: back to the giver, no penalty."""
    question = _open_question(game, action.question)
    return replace(game, question=replace(question, rejected=True))


def correct_clue(table: Table, action: CorrectClue) -> Changed:
    """Until the first touch the giver may correct the clue's spelling, publicly."""
    require_phase(table, Phase.GUESS)
    require(table.turn.guesses == 0, Refusal.CLUE_TOUCHED)
    given = table.turn.clue
    assert given is not None  # the guess phase begins with a clue
    clue = clues.well_formed(action.word, given.number)
    judged = table.settings.referee is not Referee.OFF
    illegal = _worst(action.findings) is Verdict.ILLEGAL
    require(not (judged and illegal), Refusal.CLUE_ILLEGAL)
    corrected = with_turn(table, replace(table.turn, clue=clue))
    return replace(corrected, clue_stands=False), (events.ClueCorrected(table.turn.team, clue),)


def _with_side(game: Game, side: Side | None) -> Game:
    """In a duet, whichever side gives the first clue is the giver, also of one that is struck."""
    turn = game.table.turn
    if side is None or turn.side is side:
        return game
    return game.on(with_turn(game.table, replace(turn, side=side)))


def _public(game: Game, clue: Clue, giver: str, *, stands: bool = False) -> Played:
    """The clue is everybody's, and the team guesses."""
    turn = replace(game.table.turn, clue=clue, giver=giver)
    table = replace(with_turn(game.table, turn), phase=Phase.GUESS, clue_stands=stands)
    return settled(game, table), (events.ClueGiven(turn.team, clue),)


def _asked(game: Game, clue: Clue, giver: str, findings: tuple[Finding, ...]) -> Game:
    """The rival spymaster is asked; a question that was open before is withdrawn by this one."""
    question = Question(game.asked + 1, clue, giver, findings)
    return replace(game, question=question, asked=question.id)


def _open_question(game: Game, asked: int) -> Question:
    question = game.question
    if question is None or question.id != asked or question.rejected:
        raise Refused(Refusal.NOTHING_ASKED)
    return question


def _worst(findings: tuple[Finding, ...]) -> Verdict | None:
    verdicts = {finding.verdict for finding in findings}
    return next((verdict for verdict in Verdict if verdict in verdicts), None)
