"""Which seat may do what in the game: the one table that commands are checked against, and from
which the phones draw their buttons.
"""

from collections import Counter
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from enum import StrEnum
from functools import cache

from undercast.base.refusals import Refusal
from undercast.room import roles
from undercast.room.roles import Roles
from undercast.room.seats import KEY_SEATS, Seat
from undercast.room.state import PHOTOS, Lobby, Player, Room
from undercast.rules import actions, phases
from undercast.rules.game import Game, Table
from undercast.rules.settings import Board, Mode


class Anyone(StrEnum):
    """Who may act without regard to a particular seat."""

    HOST = "host"
    SEATED = "seated"
    """Everybody who is not a spectator."""


Actor = Seat | Anyone
AllowedActors = Mapping[type[actions.Action], tuple[Actor, ...]]

NOBODY: AbstractSet[str] = frozenset()


def allowed_actors(lobby: Lobby, table: Table, away: AbstractSet[str] = NOBODY) -> AllowedActors:
    """Who may take each kind of action that is possible now. Nobody waits for people who are
    `away`, by their ids.
    """
    parts = roles.current_roles(lobby, table)
    permitted = _permitted(phases.possible_actions(table), parts, *_there(lobby, parts, away))
    if actions.Undo not in permitted:
        return permitted
    return {**permitted, actions.Undo: actors_for(lobby, table, actions.Undo, parts)}


def allowed_about_question(lobby: Lobby, game: Game) -> AllowedActors:
    """Who may do what about the question to the rival. Only for those who know of it."""
    table, parts = game.table, roles.current_roles(lobby, game.table)
    return {
        kind: actors_for(lobby, table, kind, parts) for kind in phases.possible_about_question(game)
    }


def why_no_deal(room: Room, seated: Lobby | None = None) -> Refusal | None:
    """What prevents a new game with people `seated`, by default as they sit now; None if nothing
    does.
    """
    lobby = seated or room.lobby
    if room.running:
        return Refusal.GAME_RUNNING
    if not all(lobby.in_seat(*group) for group in roles.REQUIRED_KEY_SEATS[lobby.settings.mode]):
        duet = lobby.settings.mode is Mode.DUET
        return Refusal.NO_SIDE if duet else Refusal.NO_SPYMASTER
    if not all(lobby.in_seat(*group) for group in roles.required_guesser_seats(lobby)):
        return Refusal.NO_OPERATIVE
    pictures = lobby.settings.board is Board.PICTURES
    return Refusal.BOT_PHOTOS if lobby.bots and pictures and PHOTOS in lobby.decks else None


def why_not_sit(room: Room, player_id: str, seat: Seat) -> Refusal | None:
    """Why this person cannot have this seat even with consent; None if they can.

    Somebody who has seen the running game's key from another seat does not guess in it.
    """
    if seat not in roles.SEATS[room.mode]:
        return Refusal.SEAT_OTHER_MODE
    barred = room.running and seat.guesses and _has_seen_key_elsewhere(room, player_id, seat)
    return Refusal.HAS_SEEN_KEY if barred else None


def why_no_reaction(room: Room, player_id: str) -> Refusal | None:
    """Why this person cannot react to the game for all to see; None if they can.

    While it is played, whoever has seen a key would tell something by it.
    """
    if room.game is None:
        return Refusal.NO_GAME
    return Refusal.HAS_SEEN_KEY if room.running and room.seen_key.get(player_id) else None


def why_no_prediction(room: Room, player: Player) -> Refusal | None:
    """Why this person cannot predict now which card is touched next; None if they can: whoever
    watches a game that goes on, and has not seen its key.
    """
    if room.game is None or not room.running:
        return Refusal.NO_GAME if room.game is None else Refusal.ENDED
    if room.game.table.paused:
        return Refusal.PAUSED
    if player.seat is not Seat.SPECTATOR or player.bot is not None:
        return Refusal.NOT_YOUR_SEAT
    return Refusal.HAS_SEEN_KEY if room.seen_key.get(player.id) else None


def _has_seen_key_elsewhere(room: Room, player_id: str, seat: Seat) -> bool:
    return bool(room.seen_key.get(player_id, frozenset()) - {seat})


def offered_seats(room: Room) -> dict[str, Seat]:
    """Player id -> the seat where each spectator is needed, while a game is played.

    Leaves out people who may not sit there.
    """
    if room.game is None or not room.running:
        return {}
    present = room.lobby.present
    watching = [player.id for player in present if player.seat is Seat.SPECTATOR]
    if not watching:
        return {}
    seat = roles.latecomer_seat(Counter(player.seat for player in present), room.game.table)
    return {one: seat for one in watching if not _has_seen_key_elsewhere(room, one, seat)}


def actors_for(
    lobby: Lobby,
    table: Table,
    kind: type[actions.Action],
    parts: Roles,
    away: AbstractSet[str] = NOBODY,
) -> tuple[Actor, ...]:
    """Who may take this kind of action in a turn with these roles, possible now or not."""
    if kind is actions.Undo:
        return (*_toucher(table), Anyone.HOST)
    return _authority(parts, *_there(lobby, parts, away))[kind]


def challengers(lobby: Lobby, table: Table) -> tuple[Player, ...]:
    """The people who may uphold or withdraw a challenge of this turn's clue."""
    sitting = lobby.in_seat(*roles.current_roles(lobby, table).rivals)
    return tuple([player for player in sitting if player.bot is None])


def _there(lobby: Lobby, parts: Roles, away: AbstractSet[str]) -> tuple[bool, bool, bool]:
    """Whether anybody can judge a clue; whether a person who is not away can dispute one; whether
    anybody can give one.

    Bots judge when they are asked in secret. In a dispute they do nothing.
    """
    judged, given = lobby.has_any_in(parts.rivals), lobby.has_any_in(parts.givers)
    disputes = judged and any(
        player.bot is None and player.id not in away for player in lobby.in_seat(*parts.rivals)
    )
    return judged, disputes, given


@cache
def _permitted(
    possible: tuple[type[actions.Action], ...],
    parts: Roles,
    judged: bool,  # as `_there` says
    disputed: bool,
    given: bool,
) -> AllowedActors:
    authority = _authority(parts, judged, disputed, given)
    return {kind: authority[kind] for kind in possible if authority[kind]}


@cache
def _authority(
    parts: Roles,
    judged: bool,
    disputed: bool,
    given: bool,
) -> AllowedActors:
    """Who may do what. It depends only on whether somebody can judge and give clues; except for an
    undo, which also depends on who touched.
    """
    givers, rivals, guessers = parts.givers, parts.rivals, parts.guessers
    return {
        actions.GiveClue: givers,
        actions.AskRival: givers if judged else (),
        actions.TakeBackClue: givers,
        actions.AllowClue: rivals,
        actions.RejectClue: rivals,
        actions.CorrectClue: givers,
        actions.Challenge: rivals,
        actions.ConcedeChallenge: givers,
        actions.WithdrawChallenge: rivals if disputed else (*rivals, Anyone.HOST),
        actions.UpholdChallenge: rivals,
        actions.CoverCard: givers,
        actions.DeclinePenalty: givers if given else (*givers, Anyone.HOST),
        actions.MarkCard: parts.operatives,
        actions.NoteCards: tuple(dict.fromkeys((*givers, *parts.operatives, *guessers))),
        actions.TouchCard: guessers,
        actions.EndTurn: guessers,
        actions.TurnSand: (Anyone.SEATED, Anyone.HOST),
        actions.ExchangeCodename: KEY_SEATS,
        actions.Pause: (Anyone.SEATED, Anyone.HOST),
        actions.Resume: (Anyone.SEATED, Anyone.HOST),
        actions.Undo: (Anyone.HOST,),
        actions.Abandon: (Anyone.HOST,),
        actions.Debrief: (*KEY_SEATS, Anyone.HOST),
    }


def has_rival(lobby: Lobby, table: Table) -> bool:
    """Whether somebody judges this turn's clues."""
    return lobby.has_any_in(roles.current_roles(lobby, table).rivals)


def _toucher(table: Table) -> tuple[Seat, ...]:
    """The seat that touched last. None if operatives touched: then only the host undoes."""
    assert table.undo is not None  # it is possible
    if table.undo.seat is None:
        return ()
    seat = Seat(table.undo.seat)
    return (seat,) if seat.sees_key else ()
