"""The classic game: two teams take turns, and the first to find all its agents wins.

With an operative who guesses for both teams it is the game for three.
"""

from undercast.rules.cards import Side
from undercast.rules.game import Game, Touch, Turn, TurnEnd
from undercast.rules.modes import two_teams
from undercast.rules.modes.two_teams import deal, identity, require_touchable
from undercast.rules.turns import TableChange, next_turn

__all__ = ["after_touch", "deal", "end_turn", "identity", "require_touchable"]


def after_touch(game: Game, touch: Touch, _side: Side | None) -> TableChange:
    """As two teams play."""
    return two_teams.after_touch(game, touch, end_turn)


def end_turn(game: Game, why: TurnEnd) -> TableChange:
    """The rival's turn begins."""
    return next_turn(game.table, why, Turn(game.table.turn.team.rival))
