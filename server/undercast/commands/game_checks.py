"""What a person may do in the game: turn, seat, and the rules."""

from undercast.base.refusals import Refusal, Refused, require
from undercast.commands.facts import Facts
from undercast.room import permissions, roles
from undercast.room.permissions import Actor, Anyone
from undercast.room.seats import Seat
from undercast.room.state import Lobby, Player, Room
from undercast.rules import clues, legality, phases
from undercast.rules.actions import Action, AskRival, CorrectClue, GiveClue, TouchCard
from undercast.rules.game import Game, Phase, Table


def require_person(room: Room, player: Player, kind: type[Action], facts: Facts) -> None:
    """Raise Refused unless this person may take this kind of action now.

    What nobody could do now is refused first, with the better reason; except about the question to
    the rival, where the reason would reveal whether there is one.
    """
    table = game_of(room).table
    if kind not in phases.QUESTION_ACTIONS:
        phases.require_possible(table, kind)
    parts = roles.current_roles(room.lobby, table)
    actors = permissions.actors_for(room.lobby, table, kind, parts, facts.away)
    if _is_one_of(room.lobby, player, actors):
        return
    require(kind is not AskRival or actors != (), Refusal.NO_RIVAL)
    of_others = permissions.actors_for(
        room.lobby, table, kind, roles.waiting_roles(room.lobby, table)
    )
    require(not _is_one_of(room.lobby, player, of_others), Refusal.NOT_YOUR_TURN)
    raise Refused(Refusal.NOT_HOST if actors == (Anyone.HOST,) else Refusal.NOT_YOUR_SEAT)


def require_details(room: Room, action: Action, facts: Facts) -> None:
    """Raise Refused for what the rules do not allow, and for a malformed clue."""
    game = game_of(room)
    legality.require_allowed(game, action, facts.now)
    match action:
        case TouchCard():
            _require_agreement(room.lobby, game, action.position, facts)
        case GiveClue() | AskRival():
            clues.require_form(action.word, action.number, facts.category)
        case CorrectClue():
            clues.require_form(action.word, 0, facts.category)
        case _:
            pass


def _require_agreement(lobby: Lobby, game: Game, position: int, facts: Facts) -> None:
    """Where all have to agree: every operative of the team who is online has marked the card."""
    if not game.table.settings.all_agree:
        return
    operatives = lobby.in_seat(*roles.current_roles(lobby, game.table).operatives)
    marked = {mark.by for mark in game.marks if mark.position == position}
    missing = [who for who in operatives if who.id in facts.online and who.id not in marked]
    require(not missing, Refusal.NOT_ALL_AGREE)


def require_giver(lobby: Lobby, table: Table, player: Player) -> None:
    """Raise Refused unless `player` could give a clue now, or correct the given one."""
    require(not table.phase.over, Refusal.ENDED)
    require(table.phase in (Phase.CLUE, Phase.GUESS), Refusal.WRONG_PHASE)
    require(player.seat in roles.current_roles(lobby, table).givers, Refusal.NOT_YOUR_SEAT)


def game_of(room: Room) -> Game:
    """The room's game. Raises Refused(game/no_game)."""
    if room.game is None:
        raise Refused(Refusal.NO_GAME)
    return room.game


def _is_one_of(lobby: Lobby, player: Player, actors: tuple[Actor, ...]) -> bool:
    seated = player.seat is not Seat.SPECTATOR
    return (
        player.seat in actors
        or (Anyone.HOST in actors and player.id == lobby.host)
        or (Anyone.SEATED in actors and seated)
    )
