"""Whom a game waits for: people who are offline hold up the others only for a while.

Then a bot in the same role takes over, or the host may withdraw the challenge. The wait starts when
everybody who could act is offline; after coming back, a person gets a full wait again. It depends
only on public facts: seats, the table, and who is online.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from msgspec import Struct

from undercast.room import bots, permissions
from undercast.room.state import Lobby, Player, Room
from undercast.rules.game import Phase, Table

OFFLINE_WAIT_MS = 20_000


class Wait(Struct, frozen=True):
    """Everybody who could act now is offline. At `until` somebody else may."""

    players: tuple[str, ...]
    """Ids of the people who are offline."""
    until: int
    """The server time (Unix milliseconds) at which the wait ends."""
    bot: str | None = None
    """The id of the bot that takes over then; null where the host may withdraw the challenge."""


class Absence(Struct, frozen=True):
    """Who is waited for, and who no longer is."""

    away: frozenset[str] = frozenset()
    """Ids of the people who did not come back within their wait and are still offline."""
    wait: Wait | None = None
    since: Mapping[str, int] = {}
    """Player id -> the server time since which this person has been waited for."""


NOBODY_ABSENT = Absence()


def could_wait(room: Room, online: AbstractSet[str]) -> bool:
    """A cheap check whether anybody could be waited for; nearly always false."""
    if room.game is None or not room.running:
        return False
    if room.game.table.phase is not Phase.CHALLENGED and not room.lobby.bots:
        return False
    return any(person.id not in online for person in room.lobby.people)


def next_absence(room: Room, online: AbstractSet[str], before: Absence, now: int) -> Absence:
    """The absence at server time `now`, with these people online, after `before`."""
    if room.game is None or not could_wait(room, online):
        return NOBODY_ABSENT
    lobby, table = room.lobby, room.game.table
    offline = {person.id for person in lobby.people if person.id not in online}
    long = {who for who, since in before.since.items() if now - since >= OFFLINE_WAIT_MS}
    away = (before.away | long) & offline
    awaited, bot = _awaited(lobby, table, away)
    if not awaited or not offline.issuperset(awaited):
        return Absence(away)
    since = {who: before.since.get(who, now) for who in awaited}
    return Absence(away, Wait(awaited, max(since.values()) + OFFLINE_WAIT_MS, bot), since)


def _awaited(
    lobby: Lobby, table: Table, away: AbstractSet[str]
) -> tuple[tuple[str, ...], str | None]:
    """Ids of the offline people worth waiting for, and the bot that would act instead."""
    people: tuple[Player, ...]
    if table.paused:
        return (), None
    if table.phase is Phase.CHALLENGED:
        people, bot = permissions.challengers(lobby, table), None
    else:
        people, bot = bots.people_before_bot(lobby, table)
    return tuple(person.id for person in people if person.id not in away), bot
