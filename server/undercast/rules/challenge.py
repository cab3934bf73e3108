"""Challenges and penalties: a public clue is called invalid, and what an invalid clue costs.

    phase        action      next
    guess (1)    challenge   challenged
    clue (2)     challenge   challenged, after a wordless `unlimited` clue
    challenged   withdraw    guess; the clue stands
    challenged   concede     struck
    challenged   uphold      struck
    penalty      cover       the clue of the team that covered; ended if it was its last agent
    penalty      decline     the clue of the team that declined

    (1) before the first touch, unless the rival has allowed it   (2) with spoken clues only

    penalty       a struck clue leads to
    rival picks   the rival's turn, phase penalty
    random        the rival's turn, phase clue, after one of the rival's agents was revealed
    turn only     the rival's turn, phase clue
    none          the same team's clue

Where there is no rival spymaster, a struck clue costs the turn at most.
"""

from msgspec.structs import replace

from undercast.rules import clues, events, modes
from undercast.rules.actions import CoverCard
from undercast.rules.cards import Side
from undercast.rules.clues import Clue
from undercast.rules.game import Game, Phase, StruckBy, StruckClue, Table, TurnEnd
from undercast.rules.settings import Penalty
from undercast.rules.turns import TableChange, cover, with_turn


def challenge(table: Table) -> TableChange:
    """Until the first touch, the rival spymaster may call the clue invalid. Touches wait."""
    given, happened = with_spoken_clue(table)
    after = replace(given, phase=Phase.CHALLENGED)
    return after, (*happened, events.ClueChallenged(table.turn.team))


def withdraw_challenge(table: Table) -> TableChange:
    """The rival's word stands: the clue is valid."""
    after = replace(table, phase=Phase.GUESS, clue_stands=True)
    return after, (events.ChallengeWithdrawn(table.turn.team),)


def lose_challenge(game: Game, by: StruckBy, position: int | None) -> TableChange:
    """The giver concedes, or the rival upholds: the clue is struck."""
    clue = game.table.turn.clue
    assert clue is not None  # only a given clue is challenged
    return strike(game, clue, by, rival=True, position=position)


def strike(game: Game, clue: Clue, by: StruckBy, rival: bool, position: int | None) -> TableChange:
    """The clue is invalid: shown to all, struck, and penalised; with a random penalty, at
    `position`.
    """
    turn = game.table.turn
    struck = replace(
        turn,
        clue=None,
        giver=None,
        struck=(*turn.struck, StruckClue(clue, by)),
        agreed=False,
        corrected=False,
    )
    table = replace(with_turn(game.table, struck), phase=Phase.CLUE)
    announced = events.ClueStruck(turn.team, clue, by)
    penalty = table.settings.penalty
    if penalty is Penalty.NONE:
        return table, (announced,)
    table, ended = modes.rules_of(table).end_turn(game.with_table(table), TurnEnd.INVALID_CLUE)
    if penalty is Penalty.RANDOM and rival and position is not None:
        table, covered = cover(game, table, position)
        return table, (announced, *ended, *covered)
    if penalty is Penalty.RIVAL_PICKS and rival:
        table = replace(table, phase=Phase.PENALTY)
    return table, (announced, *ended)


def cover_card(game: Game, action: CoverCard) -> TableChange:
    """The penalty: the team whose turn it is now has one of its agents revealed."""
    table, happened = cover(game, game.table, action.position)
    return table if table.phase.over else replace(table, phase=Phase.CLUE), happened


def decline_penalty(table: Table) -> TableChange:
    """The rival need not reveal an agent."""
    return replace(table, phase=Phase.CLUE), (events.PenaltyDeclined(table.turn.team),)


def with_spoken_clue(table: Table, side: Side | None = None) -> TableChange:
    """With spoken clues, in the clue phase: the wordless clue that a touch or challenge implies.

    `side` is the giver's, for the first clue of a duet.
    """
    if table.phase is not Phase.CLUE:
        return table, ()
    giver = table.turn.side or side
    turn = replace(table.turn, clue=clues.SPOKEN_BY_TOUCHING, side=giver)
    given = events.ClueGiven(turn.team, clues.SPOKEN_BY_TOUCHING)
    after = replace(with_turn(table, turn), phase=Phase.GUESS, clue_stands=False)
    return after, (given,)
