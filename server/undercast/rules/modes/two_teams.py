"""What classic and co-op have in common: two teams, one key, a touch reveals for everybody.

touched          the turn                          the game
own agent        goes on, up to the guess limit    won, if it was the team's last
bystander        ends
rival agent      ends                              lost, if it was the rival's last
assassin                                           lost
"""

from collections.abc import Callable

from undercast.rules.cards import RIVALS, Identity, Key, Side
from undercast.rules.game import Ending, Game, Phase, Result, Table, Touch, Turn, TurnEnd
from undercast.rules.settings import Settings
from undercast.rules.turns import TableChange, end_game, require_hidden, reveal


def deal(
    settings: Settings, codenames: tuple[str, ...], keys: tuple[tuple[Identity, ...], ...]
) -> Game:
    """A new game with one key; the team with more agents starts."""
    (identities,) = keys
    key = Key.checked(identities, settings.board)
    if len(set(codenames)) != len(key) or len(codenames) != len(key):
        raise ValueError(f"{len(key)} different codenames are needed")
    starting = key.starting_team
    table = Table(
        settings=settings,
        codenames=codenames,
        revealed=(None,) * len(key),
        starting_team=starting,
        agents={team: key.count(Identity(team)) for team in RIVALS},
        phase=Phase.CLUE,
        turns=(Turn(starting),),
    )
    return Game(table, key)


def require_touchable(table: Table, position: int, _side: Side | None) -> None:
    """Hidden cards can be touched."""
    require_hidden(table, position)


def identity(game: Game, position: int, _side: Side | None) -> Identity:
    """What the key says."""
    return game.key[position]


def after_touch(
    game: Game, touch: Touch, end_turn: Callable[[Game, TurnEnd], TableChange]
) -> TableChange:
    """What the revealed card means for the turn and the game; `end_turn` is the mode's."""
    table = reveal(game.table, touch.position, touch.identity)
    team = table.turn.team
    if touch.identity is Identity.ASSASSIN:
        return end_game(table, TurnEnd.ASSASSIN, Result(team.rival, Ending.ASSASSIN))
    found = touch.identity.team
    if found is not None and table.agents_left(found) == 0:
        return end_game(table, TurnEnd.LAST_AGENT, Result(found, Ending.ALL_AGENTS))
    revealed = game.with_table(table)
    if found is None:
        return end_turn(revealed, TurnEnd.BYSTANDER)
    if found is not team:
        return end_turn(revealed, TurnEnd.RIVAL_AGENT)
    if table.guesses_left() == 0:
        return end_turn(revealed, TurnEnd.LIMIT)
    return table, ()
