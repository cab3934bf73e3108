"""Steps that several rules share: cards are revealed, turns begin and end, the game ends."""

from typing import TypeVar

from msgspec.structs import replace

from undercast.base.refusals import Refusal, require
from undercast.rules import events
from undercast.rules.cards import Identity
from undercast.rules.events import Event
from undercast.rules.game import Ending, Game, Phase, Result, Table, Turn, TurnEnd

T = TypeVar("T")

GameChange = tuple[Game, tuple[Event, ...]]
"""The next game, and what happened on the way."""

TableChange = tuple[Table, tuple[Event, ...]]
"""The next table, and what happened on the way."""


def next_turn(table: Table, why: TurnEnd, turn: Turn, phase: Phase = Phase.CLUE) -> TableChange:
    """The current turn is over, and `turn` begins."""
    ended = with_turn_ended(table, why)
    after = replace(ended, turns=(*ended.turns, turn), phase=phase, clue_stands=False)
    return after, (events.TurnEnded(table.turn.team, why),)


def end_game(table: Table, why: TurnEnd, result: Result) -> TableChange:
    """Nothing can be played any more."""
    ended = with_turn_ended(table, why)
    return replace(ended, phase=Phase.ENDED, result=result), (events.GameEnded(result),)


def with_turn(table: Table, turn: Turn) -> Table:
    """The table with its current turn replaced."""
    return replace(table, turns=(*table.turns[:-1], turn))


def with_turn_ended(table: Table, why: TurnEnd) -> Table:
    """The table on which the current turn is over, and no other has begun."""
    return with_turn(table, replace(table.turn, ended=why))


def cover(
    game: Game, table: Table, position: int, last: TurnEnd = TurnEnd.LAST_AGENT
) -> TableChange:
    """Reveal an agent of the team whose turn it is, without a guess. If it is the team's last, the
    game ends, and the turn for the reason `last`.
    """
    team = table.turn.team
    if table.revealed[position] is not None or game.key[position] is not Identity(team):
        raise ValueError("a hidden agent of the team whose turn it is gets covered")
    after = reveal(table, position, Identity(team))
    after = with_turn(after, replace(after.turn, cover=position))
    covered = events.CardCovered(team, position)
    if after.agents_left(team) == 0:
        after, ended = end_game(after, last, Result(team, Ending.ALL_AGENTS))
        return after, (covered, *ended)
    return after, (covered,)


def reveal(table: Table, position: int, identity: Identity) -> Table:
    """The table with one more card revealed."""
    return replace(table, revealed=replaced_at(table.revealed, position, identity))


def replaced_at(items: tuple[T, ...], position: int, item: T) -> tuple[T, ...]:
    """`items` with another one at `position`."""
    return (*items[:position], item, *items[position + 1 :])


def after_public_move(game: Game, table: Table) -> Game:
    """The game after a public move: no undo, no open question; marks end with the turn."""
    same_turn = len(table.turns) == len(game.table.turns) and not table.phase.over
    marks = game.marks if same_turn else ()
    settled_table = replace(table, undo=None)
    return replace(game, table=settled_table, marks=marks, before=None, question=None)


def require_hidden(table: Table, position: int) -> None:
    """Raise Refused unless there is a hidden card at `position`."""
    require_on_board(table, position)
    require(table.revealed[position] is None, Refusal.ALREADY_REVEALED)


def require_on_board(table: Table, position: int) -> None:
    """Raise Refused(game/no_such_card) for a position that the board does not have."""
    require(0 <= position < len(table.codenames), Refusal.NO_SUCH_CARD)
