"""People come, sit down, change places, go: the entries about persons and the host's rights."""

from dataclasses import replace

from undercast.refusals import Refusal, Refused, require
from undercast.room import happenings, roles
from undercast.room.entries import BecomeHost, HandOver, Join, Readmit, Remove, Rename, TakeSeat
from undercast.room.happenings import Happening
from undercast.room.permits import require_host
from undercast.room.seats import KEY_SEATS, Seat
from undercast.room.state import (
    MOST_PEOPLE_EVER,
    MOST_PLAYERS,
    Lobby,
    Player,
    Room,
    Standing,
)
from undercast.rules import text

Changed = tuple[Room, tuple[Happening, ...]]

FIRST_ID = "p1"

LONGEST_NAME = 20
"""Characters in a person's name."""


def well_formed_name(name: str) -> str:
    """The tidied name. Raises Refused(room/name_malformed)."""
    tidied = text.tidy(name)
    require(0 < len(tidied) <= LONGEST_NAME, Refusal.NAME_MALFORMED, "1 to 20 characters")
    require(text.is_plain(tidied), Refusal.NAME_MALFORMED, "control or invisible characters")
    return tidied


def newcomer_id(room: Room, token_hash: str) -> str:
    """The id of the person with this token: the former one, or the next free one."""
    return room.tokens.get(token_hash, f"p{len(room.lobby.players) + 1}")


def join(room: Room, player_id: str, do: Join) -> Changed:
    """Somebody comes in, as a spectator at first; or comes back after leaving.

    Whoever comes into an empty room is its host.
    """
    lobby = room.lobby
    require(player_id == newcomer_id(room, do.token_hash), Refusal.UNKNOWN_TOKEN)
    former = lobby.find(player_id)
    require(former is None or former.standing is not Standing.REMOVED, Refusal.REMOVED)
    require(former is None or former.standing is Standing.LEFT, Refusal.NAME_TAKEN, "already here")
    _require_place(lobby)
    player = Player(player_id, _free_name(lobby, do.name, player_id))
    happened: tuple[Happening, ...] = (happenings.PlayerJoined(player.name),)
    if not lobby.present and lobby.host != player_id:
        lobby = replace(lobby, host=player_id)
        happened += (happenings.HostChanged(player.name),)
    if former is None:
        require(len(lobby.players) < MOST_PEOPLE_EVER, Refusal.ROOM_FULL)
        lobby = replace(lobby, players=(*lobby.players, player))
    else:
        lobby = with_player(lobby, player)
    tokens = {**room.tokens, do.token_hash: player_id}
    return replace(room, lobby=lobby, tokens=tokens), happened


def rename(room: Room, player: Player, do: Rename) -> Changed:
    """A person takes another name."""
    name = _free_name(room.lobby, do.name, player.id)
    lobby = with_player(room.lobby, replace(player, name=name))
    return replace(room, lobby=lobby), (happenings.PlayerRenamed(player.name, name),)


def leave(room: Room, player: Player) -> Changed:
    """A person goes; the seat is free. A leaving host is followed by who joined first."""
    lobby = with_player(room.lobby, replace(player, seat=Seat.SPECTATOR, standing=Standing.LEFT))
    happened: tuple[Happening, ...] = (happenings.PlayerLeft(player.name, removed=False),)
    if player.id == lobby.host and lobby.present:
        heir = lobby.present[0]
        lobby = replace(lobby, host=heir.id)
        happened += (happenings.HostChanged(heir.name),)
    return replace(_settled(room, player), lobby=lobby), happened


def take_seat(room: Room, player: Player, do: TakeSeat) -> Changed:
    """A person sits down. A key seat must be free; whoever saw the key cannot guess any more."""
    lobby, seat = room.lobby, do.seat
    require_may_sit(room, player, seat)
    if seat.sees_key and any(other.id != player.id for other in lobby.in_seat(seat)):
        raise Refused(Refusal.SEAT_HELD)
    return seated(room, player, seat)


def require_may_sit(room: Room, player: Player, seat: Seat) -> None:
    """Raise Refused when this person cannot have this seat, whoever consents."""
    require(seat in roles.SEATS[room.mode], Refusal.SEAT_OTHER_MODE)
    seen_elsewhere = room.seen_key.get(player.id, frozenset()) - {seat}
    barred = room.running and seat.guesses and bool(seen_elsewhere)
    require(not barred, Refusal.HAS_SEEN_KEY)


def seated(room: Room, player: Player, seat: Seat) -> Changed:
    """`player` sits in `seat` from now on, and is announced."""
    lobby = with_player(room.lobby, replace(player, seat=seat))
    seen = room.seen_key
    if room.running and seat.sees_key:
        seen = {**seen, player.id: seen.get(player.id, frozenset()) | {seat}}
    taken = happenings.SeatTaken(player.name, seat, seat.sees_key)
    return replace(_settled(room, player), lobby=lobby, seen_key=seen), (taken,)


def hand_over(room: Room, player: Player, do: HandOver) -> Changed:
    """The host makes another present person the host."""
    require_host(room.lobby, player)
    heir = room.lobby.player(do.player)
    lobby = replace(room.lobby, host=heir.id)
    return replace(room, lobby=lobby), (happenings.HostChanged(heir.name),)


def become_host(room: Room, player: Player, do: BecomeHost) -> Changed:
    """The bearer of a link from the terminal is host; the link was made while `former` was."""
    require(room.lobby.host == do.former, Refusal.LINK_INVALID, "the room has another host by now")
    lobby = replace(room.lobby, host=player.id)
    return replace(room, lobby=lobby), (happenings.HostChanged(player.name),)


def remove(room: Room, player: Player, do: Remove) -> Changed:
    """The host removes somebody else; their token no longer opens the room."""
    require_host(room.lobby, player)
    target = room.lobby.player(do.player)
    require(target.id != player.id, Refusal.NO_SUCH_PLAYER, "the host leaves or hands over")
    gone = replace(target, seat=Seat.SPECTATOR, standing=Standing.REMOVED)
    lobby = with_player(room.lobby, gone)
    left = happenings.PlayerLeft(target.name, removed=True)
    return replace(_settled(room, target), lobby=lobby), (left,)


def readmit(room: Room, player: Player, do: Readmit) -> Changed:
    """The host lets a removed person back in, as a spectator."""
    require_host(room.lobby, player)
    target = room.lobby.find(do.player)
    if target is None or target.standing is not Standing.REMOVED:
        raise Refused(Refusal.NO_SUCH_PLAYER)
    _require_place(room.lobby)
    back = Player(target.id, _free_name(room.lobby, target.name, target.id))
    lobby = with_player(room.lobby, back)
    return replace(room, lobby=lobby), (happenings.PlayerJoined(back.name),)


def with_swapped_spymasters(lobby: Lobby) -> Lobby:
    """Everybody moves on: in each circle, the next in the order of joining gets the key.

    A team's spymaster and operatives are a circle. Where somebody guesses for both teams, these
    operatives and all who see the key are one.
    """
    if lobby.in_seat(Seat.OPERATIVE_FOR_BOTH):
        return _rotated(lobby, (*KEY_SEATS, Seat.OPERATIVE_FOR_BOTH))
    for team in (
        (Seat.RED_SPYMASTER, Seat.RED_OPERATIVE),
        (Seat.BLUE_SPYMASTER, Seat.BLUE_OPERATIVE),
    ):
        lobby = _rotated(lobby, team)
    return lobby


def with_fitting_seats(lobby: Lobby) -> Lobby:
    """Whoever sits in a seat that the next game does not have looks on."""
    fitting = roles.SEATS[lobby.settings.mode]
    for player in lobby.present:
        if player.seat not in fitting:
            lobby = with_player(lobby, replace(player, seat=Seat.SPECTATOR))
    return lobby


def new_seats(before: Lobby, after: Lobby) -> tuple[Happening, ...]:
    """Announcements of everybody who sits elsewhere than before."""
    return tuple(
        happenings.SeatTaken(player.name, player.seat, player.seat.sees_key)
        for player, former in zip(after.players, before.players, strict=True)
        if player.seat is not former.seat
    )


def with_player(lobby: Lobby, player: Player) -> Lobby:
    """The lobby with the person of this id replaced."""
    players = tuple(player if p.id == player.id else p for p in lobby.players)
    return replace(lobby, players=players)


def _rotated(lobby: Lobby, seats: tuple[Seat, ...]) -> Lobby:
    """Everybody in these seats takes the seat of who joined just before; the first, the last's."""
    circle = lobby.in_seat(*seats)
    for player, before in zip(circle, (*circle[-1:], *circle[:-1]), strict=True):
        lobby = with_player(lobby, replace(player, seat=before.seat))
    return lobby


def _settled(room: Room, moving: Player) -> Room:
    """The room before this person moves: their marks go, for nobody could take them back.

    When people change places after the end, the last touch stands: a key may be known now.
    """
    if room.game is None:
        return room
    game = room.game if room.running else room.game.without_undo()
    return replace(room, game=game.without_marks_of(moving.id))


def _require_place(lobby: Lobby) -> None:
    require(len(lobby.present) < MOST_PLAYERS, Refusal.ROOM_FULL)


def _free_name(lobby: Lobby, name: str, player_id: str) -> str:
    """The tidied name if no other present person has it. Raises Refused."""
    wanted = well_formed_name(name)
    taken = {other.name.casefold() for other in lobby.present if other.id != player_id}
    require(wanted.casefold() not in taken, Refusal.NAME_TAKEN)
    return wanted
