"""Co-op: one team against a simulated opponent.

    phase      action              next
    guess      (the turn ends)     opponent
    opponent   cover an enemy      clue; ended, lost, if it was the enemy's last
    opponent   time up             the same, with an enemy drawn by lot

The red team plays, and starts; blue is the opponent, at whose turns red's spymaster picks the agent
that is revealed. Who finds all red agents wins, and scores the blue ones that are still hidden.
"""

from msgspec.structs import replace

from undercast.rules import events
from undercast.rules.cards import Identity, Key, Side, Team
from undercast.rules.game import Game, Phase, Touch, Turn, TurnEnd
from undercast.rules.modes import two_teams
from undercast.rules.modes.two_teams import identity, require_touchable
from undercast.rules.settings import Settings
from undercast.rules.turns import TableChange, cover, next_turn

__all__ = [
    "after_touch",
    "deal",
    "end_turn",
    "identity",
    "require_touchable",
    "reveal_opponent_agent",
]

HUMAN_TEAM = Team.RED
"""The team of the people; its rival is simulated."""


def deal(
    settings: Settings, codenames: tuple[str, ...], keys: tuple[tuple[Identity, ...], ...]
) -> Game:
    """A new game, in which the people's team has more agents and starts."""
    game = two_teams.deal(settings, codenames, keys)
    if game.table.starting_team is not HUMAN_TEAM:
        raise ValueError("in co-op red has the larger number of agents")
    return game


def with_humans_starting(key: tuple[Identity, ...]) -> tuple[Identity, ...]:
    """A key of two rival teams, recoloured if needed so that the people's team has more agents."""
    if Key(key).starting_team is HUMAN_TEAM:
        return key
    swapped = {Identity.RED: Identity.BLUE, Identity.BLUE: Identity.RED}
    return tuple(swapped.get(identity, identity) for identity in key)


def after_touch(game: Game, touch: Touch, _side: Side | None) -> TableChange:
    """As two teams play; a win has a score."""
    table, happened = two_teams.after_touch(game, touch, end_turn)
    if table.result is None or table.result.winner is not HUMAN_TEAM:
        return table, happened
    result = replace(table.result, score=table.agents_left(HUMAN_TEAM.rival))
    return replace(table, result=result), (events.GameEnded(result),)


def end_turn(game: Game, why: TurnEnd) -> TableChange:
    """The simulated opponent's turn begins."""
    return next_turn(game.table, why, Turn(HUMAN_TEAM.rival), Phase.OPPONENT)


def reveal_opponent_agent(game: Game, position: int, *, in_time: bool) -> TableChange:
    """The opponent's turn: an enemy agent is revealed, picked by the spymaster in time or drawn."""
    last, why = TurnEnd.LAST_AGENT, TurnEnd.OPPONENT
    if not in_time:
        last = why = TurnEnd.TIME
    table, covered = cover(game, game.table, position, last)
    if table.phase.over:
        return table, covered
    table, ended = next_turn(table, why, Turn(HUMAN_TEAM))
    return table, (*covered, *ended)
