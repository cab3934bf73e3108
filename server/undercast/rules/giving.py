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
Any public move that ends the turn ends the question with it. What is refused never comes here: see
`legal`.
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
from undercast.rules.turns import Moved, Played, settled, with_turn


def give_clue(game: Game, action: GiveClue) -> Played:
    """The spymaster gives one clue; the word may be left out only when clues are spoken."""
    game = _with_side(game, action.side)
    clue = Clue(action.word, action.number)
    if game.table.settings.referee is Refereeing.STRICT:
        verdict = worst(action.findings)
        if verdict is Verdict.ILLEGAL:
            after, happened = strike(game, clue, StruckBy.REFEREE, action.rival, action.cover)
            return settled(game, after), happened
        if verdict is Verdict.QUESTIONED and action.rival:
            return _asked(game, clue, action.by, action.findings), ()
    return _public(game, clue, action.by)


def ask_rival(game: Game, action: AskRival) -> Game:
    """The giver puts a clue to the rival spymaster before anybody else hears of it."""
    return _asked(game, Clue(action.word, action.number), action.by, action.findings)


def take_back_clue(game: Game) -> Game:
    """The giver withdraws the question."""
    return replace(game, question=None)


def allow_clue(game: Game) -> Played:
    """The rival allows the clue: it becomes public and cannot be challenged."""
    question = _question(game)
    return _public(game, question.clue, question.giver, stands=True)


def reject_clue(game: Game) -> Game:
    """The rival rejects the clue: back to the giver, no penalty."""
    return replace(game, question=replace(_question(game), rejected=True))


def correct_clue(table: Table, action: CorrectClue) -> Moved:
    """Until the first touch the giver may correct the clue's spelling, publicly."""
    given = table.turn.clue
    assert given is not None  # the guess phase begins with a clue
    clue = Clue(action.word, given.number)
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


def _question(game: Game) -> Question:
    assert game.question is not None  # who answers was asked
    return game.question
