"""What the entries about people do: they join, sit down, change places, leave.

`undercast.commands.room_checks` decides whether they may.
"""

from msgspec.structs import replace

from undercast.room import entries, events, roles, stamps
from undercast.room.events import RoomChange, RoomEvent
from undercast.room.seats import KEY_SEATS, Seat
from undercast.room.state import Lobby, Player, PlayerStatus, Room
from undercast.rules.game import UNDO_SURVIVES_LEAVING

FIRST_ID = "p1"


def newcomer_id(room: Room, token_hash: str) -> str:
    """The id for this token: the former one, or the next free one."""
    return room.tokens.get(token_hash, f"p{room.next_person}")


def join(room: Room, player_id: str, action: entries.Join) -> RoomChange:
    """Somebody joins as a spectator, or returns after leaving.

    The first person in an empty room becomes its host.
    """
    lobby = room.lobby
    player = Player(player_id, action.name, stamp=stamps.dealt(lobby, player_id))
    happened: tuple[RoomEvent, ...] = (events.PlayerJoined(player.name),)
    if not lobby.people and lobby.host != player_id:
        lobby = replace(lobby, host=player_id)
        happened += (events.HostChanged(player.name),)
    if lobby.find(player_id) is None:
        lobby = replace(lobby, players=(*lobby.players, player))
    else:
        lobby = with_player(lobby, player)
    tokens = {**room.tokens, action.token_hash: player_id}
    following = max(room.next_person, 1 + int(player_id.removeprefix("p")))
    return replace(room, lobby=lobby, tokens=tokens, next_person=following), happened


def rename(room: Room, by: str, action: entries.Rename) -> RoomChange:
    """A person takes another name."""
    player = room.lobby.known_player(by)
    lobby = with_player(room.lobby, replace(player, name=action.name))
    return replace(room, lobby=lobby), (events.PlayerRenamed(player.name, action.name),)


def choose_stamp(room: Room, by: str, action: entries.ChooseStamp) -> Room:
    """A person takes another stamp."""
    player = replace(room.lobby.known_player(by), stamp=action.stamp)
    return replace(room, lobby=with_player(room.lobby, player))


def count_me(room: Room, by: str, action: entries.CountMe) -> Room:
    """From now on games count for this person by name, or no longer."""
    player = replace(room.lobby.known_player(by), counted=action.on)
    return replace(room, lobby=with_player(room.lobby, player))


def leave(room: Room, by: str, action: entries.Leave) -> RoomChange:
    """A person leaves and frees the seat. After a leaving host, the heir is host."""
    player = room.lobby.known_player(by)
    if action.forget:
        return forget(room, by), (events.PlayerLeft(player.name, removed=False),)
    gone = replace(player, seat=Seat.SPECTATOR, standing=PlayerStatus.LEFT, counted=False)
    lobby = with_player(room.lobby, gone)
    happened: tuple[RoomEvent, ...] = (events.PlayerLeft(player.name, removed=False),)
    if player.id == lobby.host and lobby.people:
        heir = lobby.known_player(action.heir) if action.heir else lobby.people[0]
        lobby = replace(lobby, host=heir.id)
        happened += (events.HostChanged(heir.name),)
    return replace(without_marks_of(room, player), lobby=lobby), happened


def forget(room: Room, player_id: str) -> Room:
    """The room as if this person, whom nothing mentions, had never been in it. The id is not
    reused, and their entries count as strangers'.
    """
    players = tuple(p for p in room.lobby.players if p.id != player_id)
    tokens = {h: p for h, p in room.tokens.items() if p != player_id}
    return replace(room, lobby=replace(room.lobby, players=players), tokens=tokens)


def take_seat(room: Room, by: str, seat: Seat) -> RoomChange:
    """A person takes `seat`, and it is announced."""
    player = room.lobby.known_player(by)
    watching = seat is Seat.SPECTATOR
    lobby = with_player(room.lobby, replace(player, seat=seat, watching=watching))
    seen = room.seen_key
    if room.running and seat.sees_key:
        seen = {**seen, player.id: seen.get(player.id, frozenset()) | {seat}}
    taken = events.SeatTaken(player.name, seat, seat.sees_key)
    return replace(without_marks_and_undo(room, player), lobby=lobby, seen_key=seen), (taken,)


def change_host(room: Room, heir: str) -> RoomChange:
    """Another person is the host."""
    player = room.lobby.known_player(heir)
    lobby = replace(room.lobby, host=player.id)
    return replace(room, lobby=lobby), (events.HostChanged(player.name),)


def remove(room: Room, action: entries.Remove) -> RoomChange:
    """The host removes somebody else, whose token no longer opens the room."""
    target = room.lobby.known_player(action.player)
    gone = replace(target, seat=Seat.SPECTATOR, standing=PlayerStatus.REMOVED, counted=False)
    lobby = with_player(room.lobby, gone)
    left = events.PlayerLeft(target.name, removed=True)
    return replace(without_marks_of(room, target), lobby=lobby), (left,)


def set_door(room: Room, action: entries.SetDoor) -> Room:
    """Open or close the room to newcomers."""
    return replace(room, lobby=replace(room.lobby, closed=action.closed))


def set_sound(room: Room, action: entries.SetSound) -> Room:
    """How loud the shared screen is, and whether it plays music in the lobby."""
    music = room.lobby.music if action.music is None else action.music
    return replace(room, lobby=replace(room.lobby, volume=action.volume, music=music))


def shuffle(room: Room, action: entries.Shuffle) -> RoomChange:
    """Everybody gets the drawn seat; changes are announced."""
    before, after = room.lobby, room
    for player in before.present:
        if player.seat is not action.seats.get(player.id, player.seat):
            after = without_marks_and_undo(after, player)
    lobby = before
    for player in before.present:
        seat = action.seats.get(player.id, player.seat)
        watching = player.watching and seat is Seat.SPECTATOR
        lobby = with_player(lobby, replace(player, seat=seat, watching=watching))
    return replace(after, lobby=lobby), seat_changes(before, lobby)


def readmit(room: Room, action: entries.Readmit) -> RoomChange:
    """The host lets a removed person back in, as a spectator."""
    lobby, who = room.lobby, action.player
    back = Player(who, lobby.known_player(who).name, stamp=stamps.dealt(lobby, who))
    lobby = with_player(lobby, back)
    return replace(room, lobby=lobby), (events.PlayerJoined(back.name),)


def seated_for_next_game(lobby: Lobby, *, swap_spymasters: bool) -> Lobby:
    """Who sits where when the next game is dealt."""
    fitting = with_fitting_seats(lobby)
    return with_swapped_spymasters(fitting) if swap_spymasters else fitting


def with_swapped_spymasters(lobby: Lobby) -> Lobby:
    """Rotate the seats: in each circle, the next in the order of joining gets the key.

    A team's spymaster and operatives are a circle. If somebody guesses for both teams, these
    operatives and everybody with a key are one circle.
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
    """People in seats that the next game lacks become spectators."""
    fitting = roles.SEATS[lobby.settings.mode]
    for player in lobby.present:
        if player.seat not in fitting:
            lobby = with_player(lobby, replace(player, seat=Seat.SPECTATOR))
    return lobby


def seat_changes(before: Lobby, after: Lobby) -> tuple[RoomEvent, ...]:
    """Announcements of everybody whose seat changed."""
    return tuple(
        events.SeatTaken(player.name, player.seat, player.seat.sees_key)
        for player, former in zip(after.players, before.players, strict=True)
        if player.seat is not former.seat
    )


def with_player(lobby: Lobby, player: Player) -> Lobby:
    """The lobby with the person of this id replaced."""
    players = tuple(player if p.id == player.id else p for p in lobby.players)
    return replace(lobby, players=players)


def _rotated(lobby: Lobby, seats: tuple[Seat, ...]) -> Lobby:
    """Everybody in these seats moves to the seat of who joined before; the first, to the last's."""
    circle = lobby.in_seat(*seats)
    for player, before in zip(circle, (*circle[-1:], *circle[:-1]), strict=True):
        lobby = with_player(lobby, replace(player, seat=before.seat))
    return lobby


def without_marks_of(room: Room, leaving: Player) -> Room:
    """The room after they left, without their marks. By earlier rules this also ends an ended
    game's undo, though nobody learns anything by it.
    """
    if room.game is None or room.game.rules < UNDO_SURVIVES_LEAVING:
        return without_marks_and_undo(room, leaving)
    return replace(room, game=room.game.without_marks_of(leaving.id))


def without_marks_and_undo(room: Room, moving: Player) -> Room:
    """The room before they change seats, without their marks, which nobody could take back.

    After the game ended, changing seats also ends the undo: somebody may know a key now.
    """
    if room.game is None:
        return room
    game = room.game if room.running else room.game.without_undo()
    return replace(room, game=game.without_marks_of(moving.id))
