"""Duet: two sides, each with its own key; together they look for fifteen agents.

    phase          action              next
    clue           give clue           guess; the first clue's giver is whoever gives it
    guess          touch an agent      guess; ended, won, if it was the fifteenth;
                                       clue, if the giver's agents are all found
    guess          touch a bystander   clue; the card is out for this side only
    guess, sudden  touch an assassin   ended, lost; so with more bystanders than are forgiven
    guess          end turn            clue
    sudden death   touch an agent      sudden death; ended, won, if it was the fifteenth
    sudden death   touch a bystander   ended, lost
    sudden death   time up             ended, lost

A touch is judged by the partner's key. Each ended turn costs a token (of nine, or as set) and the
sides swap, but a side whose agents are all found gives no more clues; after the last token there is
sudden death, without clues, in which either side touches.
"""

from collections import Counter

from msgspec.structs import replace

from undercast.base.refusals import Refusal, require
from undercast.rules.cards import Identity, Key, Side, Team
from undercast.rules.game import (
    SUDDEN_DEATH_FIRST,
    Duet,
    Ending,
    Game,
    KnownBystander,
    Phase,
    Result,
    Table,
    Touch,
    Turn,
    TurnEnd,
)
from undercast.rules.settings import Settings
from undercast.rules.turns import TableChange, end_game, next_turn, require_hidden, reveal

AGENT_COUNT = 15
"""Agents on at least one of the two keys."""

_G, _N, _A = Identity.GREEN, Identity.BYSTANDER, Identity.ASSASSIN

PAIRS = Counter(
    {
        (_G, _G): 3, (_G, _N): 5, (_N, _G): 5, (_N, _N): 7,
        (_A, _A): 1, (_A, _G): 1, (_G, _A): 1, (_A, _N): 1, (_N, _A): 1,
    }
)  # fmt: skip
"""How often a card is this on side A's key and that on side B's: 9 agents, 13 bystanders and 3
assassins on each."""


def deal(
    settings: Settings, codenames: tuple[str, ...], keys: tuple[tuple[Identity, ...], ...]
) -> Game:
    """A new game with a key for each side, A's first. Nobody is the giver yet."""
    a, b = keys
    if Counter(zip(a, b, strict=True)) != PAIRS:
        raise ValueError("the two keys of a duet do not fit each other")
    if len(set(codenames)) != len(a) or len(codenames) != len(a):
        raise ValueError(f"{len(a)} different codenames are needed")
    table = Table(
        settings=settings,
        codenames=codenames,
        revealed=(None,) * len(a),
        starting_team=Team.GREEN,
        agents={Team.GREEN: AGENT_COUNT},
        phase=Phase.CLUE,
        turns=(Turn(Team.GREEN),),
        duet=Duet(settings.tokens),
    )
    return Game(table, Key(a), key_b=Key(b))


def require_touchable(table: Table, position: int, side: Side | None) -> None:
    """Hidden cards can be touched, but not again by the side to which one is a bystander."""
    require_hidden(table, position)
    known = side is not None and KnownBystander(position, side) in _on(table).bystanders
    require(not known, Refusal.KNOWN_BYSTANDER)


def identity(game: Game, position: int, side: Side | None) -> Identity:
    """What the partner's key says."""
    assert side is not None  # a fact of every touch in a duet
    return game.key_of(side.partner)[position]


def after_touch(game: Game, touch: Touch, side: Side | None) -> TableChange:
    """What the touched card means for the turn and the game."""
    assert side is not None  # a fact of every touch in a duet
    if touch.identity is Identity.BYSTANDER:
        return _bystander(game, KnownBystander(touch.position, side))
    table = reveal(game.table, touch.position, touch.identity)
    if touch.identity is Identity.ASSASSIN:
        return end_game(table, TurnEnd.ASSASSIN, Result(None, Ending.ASSASSIN))
    if table.agents_left(Team.GREEN) == 0:
        return end_game(table, TurnEnd.LAST_AGENT, Result(Team.GREEN, Ending.ALL_AGENTS))
    revealed = game.with_table(table)
    if table.phase is Phase.GUESS and _is_done(revealed, side.partner):
        return end_turn(revealed, TurnEnd.SIDE_DONE)
    return table, ()


def end_turn(game: Game, why: TurnEnd) -> TableChange:
    """A token is spent. The sides swap; or it was the last token. Sudden death ends the game."""
    if game.table.phase is Phase.SUDDEN_DEATH:
        return end_game(game.table, why, Result(None, Ending.TIME))
    on_table = _on(game.table)
    table = replace(game.table, duet=replace(on_table, tokens=on_table.tokens - 1))
    if on_table.tokens == 1:
        return next_turn(table, why, Turn(Team.GREEN), Phase.SUDDEN_DEATH)
    return next_turn(table, why, Turn(Team.GREEN, side=_next_giver(game)))


def _bystander(game: Game, known: KnownBystander) -> TableChange:
    on_table = _on(game.table)
    marked = replace(on_table, bystanders=(*on_table.bystanders, known))
    table = replace(game.table, duet=marked)
    forgiven = table.settings.mistakes
    sudden = table.phase is Phase.SUDDEN_DEATH
    if sudden and game.rules >= SUDDEN_DEATH_FIRST:
        return end_game(table, TurnEnd.BYSTANDER, Result(None, Ending.SUDDEN_DEATH))
    if forgiven is not None and len(marked.bystanders) > forgiven:
        return end_game(table, TurnEnd.BYSTANDER, Result(None, Ending.MISTAKES))
    if sudden:
        return end_game(table, TurnEnd.BYSTANDER, Result(None, Ending.SUDDEN_DEATH))
    return end_turn(game.with_table(table), TurnEnd.BYSTANDER)


def _next_giver(game: Game) -> Side | None:
    """The other side, unless it has nothing left to give clues for."""
    giver = game.table.turn.side
    if giver is None or _is_done(game, giver.partner):
        return giver
    return giver.partner


def agents_left(game: Game, side: Side) -> int:
    """Agents of this side's key that are not found yet. Only that side may know."""
    return len(_hidden_agents(game, side))


def _is_done(game: Game, side: Side) -> bool:
    """Whether all agents of this side's key are found."""
    return not _hidden_agents(game, side)


def _hidden_agents(game: Game, side: Side) -> list[int]:
    key = game.key_of(side).identities
    shown = game.table.revealed
    return [p for p, of_key in enumerate(key) if of_key is Identity.GREEN and shown[p] is None]


def _on(table: Table) -> Duet:
    assert table.duet is not None  # laid with the cards
    return table.duet
