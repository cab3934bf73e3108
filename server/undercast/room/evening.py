"""The evening: the games played in a room, across modes, and who had the key."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from undercast.room import people, roles
from undercast.room.seats import KEY_SEATS, Seat
from undercast.room.state import GameRecord, Lobby, Room
from undercast.rules.cards import Team
from undercast.rules.game import Ending
from undercast.rules.modes.coop import HUMAN_TEAM
from undercast.rules.settings import Mode

MAX_LISTED_GAMES = 20
"""Games of an evening that are shown one by one."""


class CooperativeScore(Struct, frozen=True):
    """Co-op and duet games, in which everybody plays together; abandoned ones do not count."""

    won: int
    lost: int


class Evening(Struct, frozen=True):
    """The evening's results so far."""

    games: tuple[GameRecord, ...]
    """The latest ones in their order, that which has just ended included; the numbers below are
    about all of them."""
    wins: Mapping[Team, int]
    """Classic games that each team has won; 0 for green, which has no rival."""
    together: CooperativeScore
    times_at_key: Mapping[str, int]
    """Player id -> games that this person began where the key is seen."""
    next_keys: Mapping[Seat, tuple[str, ...]]
    """Player ids of who is proposed for each key seat of the next game: who `swap_spymasters` puts
    there."""


def evening_of(room: Room) -> Evening:
    """The evening so far."""
    games = games_so_far(room)
    together = [game for game in games if game.mode is not Mode.CLASSIC]
    played = [game for game in together if game.ending is not Ending.ABANDONED]
    won = sum(game.winner in (HUMAN_TEAM, Team.GREEN) for game in played)
    rivals = Counter(game.winner for game in games if game.mode is Mode.CLASSIC)
    return Evening(
        games=games[-MAX_LISTED_GAMES:],
        wins={team: rivals[team] for team in Team},
        together=CooperativeScore(won, len(played) - won),
        times_at_key=times_at_key(games),
        next_keys=_proposed(room.lobby),
    )


def times_at_key(games: tuple[GameRecord, ...]) -> Counter[str]:
    """In how many of these games each person started with the key, by player id."""
    return Counter(who for game in games for at_key in game.keys.values() for who in at_key)


def games_so_far(room: Room) -> tuple[GameRecord, ...]:
    """The evening's games, including the one on the table if it is over."""
    games, game = room.lobby.played, room.game
    if game is None or game.table.result is None:
        return games
    settings, result = game.table.settings, game.table.result
    return (
        *games,
        GameRecord(
            settings.mode, settings.board, result.winner, result.ending, result.score, room.keys
        ),
    )


def key_holders(lobby: Lobby) -> Mapping[Seat, tuple[str, ...]]:
    """Who sits in key seats: player ids by seat."""
    sitting = {seat: lobby.in_seat(seat) for seat in KEY_SEATS}
    return {seat: tuple(who.id for who in sat) for seat, sat in sitting.items() if sat}


def _proposed(lobby: Lobby) -> Mapping[Seat, tuple[str, ...]]:
    staying = people.with_fitting_seats(lobby)
    swapped = key_holders(people.with_swapped_spymasters(staying))
    needed = {seat for group in roles.REQUIRED_KEY_SEATS[lobby.settings.mode] for seat in group}
    return {seat: people for seat, people in swapped.items() if seat in needed}
