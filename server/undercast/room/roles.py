"""Who plays which part in a turn: what the modes need of the seats.

gives the clue            guesses                        judges a clue
classic      the team's spymaster      operatives (1)                 the rival's spymaster
co-op        the team's spymaster      operatives (1)                 nobody
duet         the side that gives (2)   the other side (2)             nobody

(1) or the spymaster, if a person, on their behalf, as the setting `guessing` says
(2) each of them, while neither has given the first clue; both guess in sudden death
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from undercast.room import seats
from undercast.room.seats import Seat
from undercast.room.state import Lobby, Player
from undercast.rules.cards import RIVALS, Side, Team
from undercast.rules.game import Table, Turn
from undercast.rules.modes.coop import HUMAN_TEAM
from undercast.rules.settings import Guessing, Mode, Settings

SIDES = {Side.A: Seat.SIDE_A, Side.B: Seat.SIDE_B}

SEATS = {
    Mode.CLASSIC: (
        Seat.RED_SPYMASTER,
        Seat.BLUE_SPYMASTER,
        Seat.RED_OPERATIVE,
        Seat.BLUE_OPERATIVE,
        Seat.OPERATIVE_FOR_BOTH,
        Seat.KEY_HOLDER,
        Seat.SPECTATOR,
    ),
    Mode.COOP: (Seat.RED_SPYMASTER, Seat.RED_OPERATIVE, Seat.SPECTATOR),
    Mode.DUET: (Seat.SIDE_A, Seat.SIDE_B, Seat.SPECTATOR),
}
"""The seats that each mode has."""

REQUIRED_KEY_SEATS = {
    Mode.CLASSIC: tuple(seats.spymasters(team) for team in RIVALS),
    Mode.COOP: (seats.spymasters(HUMAN_TEAM)[:1],),
    Mode.DUET: tuple((seat,) for seat in SIDES.values()),
}
"""Before a deal, somebody must sit in one key seat of each group."""


class Roles(Struct, frozen=True):
    """Which seats act in a turn."""

    givers: tuple[Seat, ...]
    """Give the clue, and answer for it."""
    operatives: tuple[Seat, ...]
    """Mark cards."""
    guessers: tuple[Seat, ...]
    """Touch cards and end the turn."""
    rivals: tuple[Seat, ...]
    """Judge the clue."""


def current_roles(lobby: Lobby, table: Table) -> Roles:
    """The roles in the current turn."""
    return roles_in(lobby, table.turn, table.settings)


def roles_in(lobby: Lobby, turn: Turn, settings: Settings) -> Roles:
    """The roles in this turn. In co-op the people's team also acts for the opponent."""
    match settings.mode:
        case Mode.CLASSIC:
            return _of(lobby, turn.team, settings)
        case Mode.COOP:
            return _of(lobby, HUMAN_TEAM, settings)
        case _:
            return _of_sides(turn.side)


def waiting_roles(lobby: Lobby, table: Table) -> Roles:
    """The roles of those who wait for their turn."""
    if table.settings.mode is Mode.CLASSIC:
        return _of(lobby, table.turn.team.rival, table.settings)
    side = table.turn.side
    return current_roles(lobby, table) if side is None else _of_sides(side.partner)


def operatives_tap(lobby: Lobby, team: Team, settings: Settings) -> bool:
    """Whether this team's operatives touch the cards: by the setting, or because their spymaster is
    a bot.
    """
    if settings.guessing is Guessing.OPERATIVES_TAP:
        return True
    if not lobby.bots:
        return False
    own, either = seats.spymasters(team)
    givers = lobby.in_seat(own) or lobby.in_seat(either)
    return bool(givers) and all(giver.bot for giver in givers)


def _of(lobby: Lobby, team: Team, settings: Settings) -> Roles:
    return team_roles(team, settings.mode, tapping=operatives_tap(lobby, team, settings))


@cache
def team_roles(team: Team, mode: Mode, *, tapping: bool) -> Roles:
    """The roles in a turn of one of the rival teams; `tapping`: whether its operatives touch."""
    givers, operatives = seats.spymasters(team), seats.operatives(team)
    rivals = (seats.rival_spymaster(team),) if mode is Mode.CLASSIC else ()
    return Roles(givers, operatives, operatives if tapping else givers, rivals)


def side_of(seat: Seat) -> Side | None:
    """The duet side that a seat belongs to."""
    return next((side for side, its_seat in SIDES.items() if its_seat is seat), None)


def required_guesser_seats(lobby: Lobby) -> tuple[tuple[Seat, ...], ...]:
    """Like `REQUIRED_KEY_SEATS`, for guessers: only where operatives tap."""
    settings = lobby.settings
    if settings.mode is Mode.DUET:
        return ()
    if settings.mode is Mode.COOP:
        tap = operatives_tap(lobby, HUMAN_TEAM, settings)
        return (seats.operatives(HUMAN_TEAM)[:1],) if tap else ()
    tapping = [team for team in RIVALS if operatives_tap(lobby, team, settings)]
    return tuple(seats.operatives(team) for team in tapping)


@cache
def suggested(people: int, mode: Mode) -> Counter[Seat]:
    """How many of `people` should sit in which seat. However few they are, each seat that the mode
    is made for is wanted once, so that no seat comes or goes while people arrive.

    Classic has two teams, red with the odd one; co-op one spymaster; a duet two sides, A with the
    odd one.
    """
    match mode:
        case Mode.COOP:
            return Counter({Seat.RED_SPYMASTER: 1, Seat.RED_OPERATIVE: max(people - 1, 1)})
        case Mode.DUET:
            odd, even = _halves(people)
            return Counter({Seat.SIDE_A: odd, Seat.SIDE_B: even})
        case _:
            odd, even = _halves(people - 2)
            spymasters = Counter((Seat.RED_SPYMASTER, Seat.BLUE_SPYMASTER))
            return spymasters + Counter({Seat.RED_OPERATIVE: odd, Seat.BLUE_OPERATIVE: even})


def latecomer_seat(sitting: Mapping[Seat, int], table: Table) -> Seat:
    """Where somebody who joins during this game is needed most: a seat for any number.

    `sitting`: how many sit where. The seat for both teams, if they play like that; else the
    emptiest, and of two equal ones that of the team with more agents to find.
    """

    def many(*those: Seat) -> int:
        return sum(sitting.get(seat, 0) for seat in those)

    match table.settings.mode:
        case Mode.COOP:
            return Seat.RED_OPERATIVE
        case Mode.DUET:
            return min(SIDES.values(), key=many)
        case _:
            teams = (Seat.RED_OPERATIVE, Seat.BLUE_OPERATIVE)
            if not many(*teams) and many(Seat.OPERATIVE_FOR_BOTH, Seat.KEY_HOLDER):
                return Seat.OPERATIVE_FOR_BOTH
            behind = table.agents_left(Team.BLUE) > table.agents_left(Team.RED)
            return min(teams[::-1] if behind else teams, key=many)


def shuffled_seats(
    players: tuple[str, ...], wanted: Mapping[Seat, int], times_at_key: Mapping[str, int]
) -> dict[str, Seat]:
    """A seat of those `wanted` for each of these people, given in random order: those who have had
    the key least often get it.
    """
    seats = Counter(wanted).elements()
    to_fill = sorted(seats, key=lambda seat: not seat.sees_key)
    keys = sum(seat.sees_key for seat in to_fill)
    fewest_first = sorted(players, key=lambda player: times_at_key.get(player, 0))
    at_key = [player for player in players if player in fewest_first[:keys]]
    others = [player for player in players if player not in at_key]
    return dict(zip((*at_key, *others), to_fill, strict=False))


def unseated(lobby: Lobby, mode: Mode) -> tuple[Player, ...]:
    """The people who have no seat in this mode and did not choose to watch."""
    return tuple(
        player
        for player in lobby.people
        if player.seat not in SEATS[mode] or (player.seat is Seat.SPECTATOR and not player.watching)
    )


def seats_beside(
    sitting: Mapping[Seat, int],
    players: tuple[str, ...],
    wanted: Mapping[Seat, int],
    times_at_key: Mapping[str, int],
) -> dict[str, Seat]:
    """A seat of those `wanted` for each of these people, given in random order, beside those who
    sit: a key that nobody holds goes to those who have had one least often, everybody else where
    fewest are.
    """
    taken = Counter(sitting)
    held = taken[Seat.KEY_HOLDER]
    keys = [seat for seat in wanted if seat.is_for_one and not taken[seat] and not held]
    others = [seat for seat in wanted if not seat.is_for_one]
    fewest_first = sorted(players, key=lambda player: times_at_key.get(player, 0))
    drawn = dict(zip(fewest_first, keys, strict=False))
    for player in players:
        if player not in drawn:
            drawn[player] = min(others, key=lambda seat: taken[seat])
            taken[drawn[player]] += 1
    return drawn


def _halves(people: int) -> tuple[int, int]:
    """Two groups, the first with the odd one; nobody is left out who has yet to come."""
    return max(people - people // 2, 1), max(people // 2, 1)


def _of_sides(giver: Side | None) -> Roles:
    if giver is None:
        both = tuple(SIDES.values())
        return Roles(both, (), both, ())
    return Roles((SIDES[giver],), (), (SIDES[giver.partner],), ())
