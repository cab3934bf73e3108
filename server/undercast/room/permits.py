"""Whose seat may do what in the game: the one table that commands are checked against and that the
phones draw their buttons from.
"""

from collections.abc import Mapping
from enum import StrEnum

from undercast.refusals import Refusal, Refused, require
from undercast.room import seats
from undercast.room.seats import KEY_SEATS, Seat
from undercast.room.state import Lobby, Player, Room
from undercast.rules import classic, turns
from undercast.rules.actions import (
    Abandon,
    Action,
    AllowClue,
    AskRival,
    Challenge,
    ConcedeChallenge,
    CorrectClue,
    CoverCard,
    Debrief,
    DeclinePenalty,
    EndTurn,
    ExchangeCodename,
    GiveClue,
    MarkCard,
    Pause,
    RejectClue,
    Resume,
    TakeBackClue,
    TouchCard,
    TurnSand,
    Undo,
    UpholdChallenge,
    WithdrawChallenge,
)
from undercast.rules.cards import Team
from undercast.rules.game import Game, Phase, Table
from undercast.rules.settings import Guessing


class Anyone(StrEnum):
    """Who may act without regard to a particular seat."""

    HOST = "host"
    SEATED = "seated"
    """Everybody who is not a spectator."""


Actor = Seat | Anyone
Permits = Mapping[type[Action], tuple[Actor, ...]]


def permits(lobby: Lobby, table: Table) -> Permits:
    """Who may take each kind of action that is possible now."""
    everything = _authority(lobby, table, table.turn.team)
    possible = {kind: everything[kind] for kind in classic.possible(table)}
    return {kind: actors for kind, actors in possible.items() if actors}


def permits_in_secret(lobby: Lobby, game: Game) -> Permits:
    """Who may do what about the question to the rival. Only those who know of it are told."""
    everything = _authority(lobby, game.table, game.table.turn.team)
    return {kind: everything[kind] for kind in classic.possible_in_secret(game)}


def require_permit(lobby: Lobby, table: Table, player: Player, action: Action) -> None:
    """Raise Refused unless `player` may take this kind of action in the current turn."""
    kind = type(action)
    actors = _authority(lobby, table, table.turn.team)[kind]
    if _is_one_of(lobby, player, actors):
        return
    require(kind is not AskRival or actors != (), Refusal.NO_RIVAL)
    if _is_one_of(lobby, player, _authority(lobby, table, table.turn.team.rival)[kind]):
        raise Refused(Refusal.NOT_YOUR_TURN)
    raise Refused(Refusal.NOT_HOST if actors == (Anyone.HOST,) else Refusal.NOT_YOUR_SEAT)


def require_giver(table: Table, player: Player) -> None:
    """Raise Refused unless `player` could give a clue now, or correct the one that is given."""
    turns.require_phase(table, Phase.CLUE, Phase.GUESS)
    require(player.seat in seats.spymasters(table.turn.team), Refusal.NOT_YOUR_SEAT)


def require_host(lobby: Lobby, player: Player) -> None:
    """Raise Refused(room/not_host) for anybody but the host."""
    require(player.id == lobby.host, Refusal.NOT_HOST)


def require_dealer(lobby: Lobby, player: Player) -> None:
    """A new game is dealt by the host or by whoever sits where the key is seen."""
    require(player.id == lobby.host or player.seat.sees_key, Refusal.NOT_HOST)


def why_no_deal(room: Room) -> Refusal | None:
    """What stands in the way of a new game; None when it can be dealt."""
    lobby = room.lobby
    if room.running:
        return Refusal.GAME_RUNNING
    if not all(lobby.in_seat(*seats.spymasters(team)) for team in Team):
        return Refusal.NO_SPYMASTER
    tapping = lobby.settings.guessing is Guessing.OPERATIVES_TAP
    if tapping and not all(lobby.in_seat(*seats.operatives(team)) for team in Team):
        return Refusal.NO_OPERATIVE
    return None


def _authority(lobby: Lobby, table: Table, team: Team) -> Permits:
    """Who may take each kind of action in a turn of `team`, whether or not it is possible now."""
    spymasters = seats.spymasters(team)
    rivals = (seats.rival_spymaster(team),)
    tapping = table.settings.guessing is Guessing.OPERATIVES_TAP
    guessers = seats.operatives(team) if tapping else spymasters
    judged, covers = has_rival(lobby, team), bool(lobby.in_seat(*spymasters))
    return {
        GiveClue: spymasters,
        AskRival: spymasters if judged else (),
        TakeBackClue: spymasters,
        AllowClue: rivals,
        RejectClue: rivals,
        CorrectClue: spymasters,
        Challenge: rivals,
        ConcedeChallenge: spymasters,
        WithdrawChallenge: rivals if judged else (*rivals, Anyone.HOST),
        UpholdChallenge: rivals,
        CoverCard: spymasters,
        DeclinePenalty: spymasters if covers else (*spymasters, Anyone.HOST),
        MarkCard: seats.operatives(team),
        TouchCard: guessers,
        EndTurn: guessers,
        Undo: (*_toucher(lobby, table), Anyone.HOST),
        TurnSand: (Anyone.SEATED, Anyone.HOST),
        ExchangeCodename: KEY_SEATS,
        Pause: (Anyone.SEATED, Anyone.HOST),
        Resume: (Anyone.SEATED, Anyone.HOST),
        Abandon: (Anyone.HOST,),
        Debrief: (*KEY_SEATS, Anyone.HOST),
    }


def has_rival(lobby: Lobby, team: Team) -> bool:
    """Whether there is somebody who judges the clues of `team`."""
    return bool(lobby.in_seat(seats.rival_spymaster(team)))


def _toucher(lobby: Lobby, table: Table) -> tuple[Seat, ...]:
    """The seat that touched last, while that person sits there.

    None when operatives touch: then only the host undoes.
    """
    if table.undo is None or table.settings.guessing is Guessing.OPERATIVES_TAP:
        return ()
    team = next(turn.team for turn in reversed(table.turns) if turn.guesses)
    touchers = (player.seat for player in lobby.present if player.id == table.undo.by)
    return tuple(seat for seat in touchers if seat in seats.spymasters(team))


def _is_one_of(lobby: Lobby, player: Player, actors: tuple[Actor, ...]) -> bool:
    seated = player.seat is not Seat.SPECTATOR
    return (
        player.seat in actors
        or (Anyone.HOST in actors and player.id == lobby.host)
        or (Anyone.SEATED in actors and seated)
    )
