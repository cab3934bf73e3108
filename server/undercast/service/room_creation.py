"""Opening rooms: a free code for each, and space for as many as a server takes."""

import logging
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from contextlib import suppress

from msgspec import Struct

from undercast import commands
from undercast.base.refusals import Refusal, Refused
from undercast.commands import Dealer, Facts
from undercast.room.entries import CreateRoom
from undercast.rules.settings import Settings
from undercast.service.ports import NotSaved, Store
from undercast.service.tokens import hash_token

log = logging.getLogger(__name__)

UNUSED_MS = 3_600_000
"""A room in which no game was dealt and nothing happened for so long makes space for another."""

SEARCH_INTERVAL_MS = 60_000
"""So often it is looked for unused rooms where there are too many: all logs are searched."""

MOST_UNCOUNTED = 100
"""New rooms without counting again: other processes open rooms, too."""

MOST_DRAWS = 100
"""Codes that are tried for a new room."""

MOST_CODES_PER_DRAW = 1_000
"""Codes that are looked at for each: of 64 workers each finds one of its own."""


class RoomOpening(Struct, frozen=True):
    """What somebody wants who opens a room."""

    token: str
    name: str
    language: str
    decks: tuple[str, ...]
    settings: Settings
    cmd_id: str


class RoomCreation:
    """Opens the rooms of a server."""

    def __init__(
        self, store: Store, dealer: Dealer, most_rooms: int, is_local: Callable[[str], bool]
    ) -> None:
        """`most_rooms`: on one server. Of 160,000 codes few enough, that a free one is found.

        `belongs`: whether a room of this code is to be served here.
        """
        self._store = store
        self._is_local = is_local
        self._dealer = dealer
        self._most_rooms = most_rooms
        self._free_rooms = 0
        """New rooms for which there is space without counting again."""
        self._searched_at = -SEARCH_INTERVAL_MS

    def open(self, opening: RoomOpening, facts: Facts, loaded: AbstractSet[str]) -> str:
        """Open a room and return its code; rooms that are `loaded` make no space for it.

        The same command again (token and cmd_id) leads to the same room.
        Raises Refused: room/name_malformed, room/unknown_deck, settings that do not go together,
        server/full, server/not_saved.
        """
        origin = hash_token(opening.token + opening.cmd_id)
        try:
            opened = self._store.opened(origin)
            if opened is not None:
                return opened
            self._require_space(facts.now, loaded)
            for _ in range(MOST_DRAWS):
                code = self._code()
                entry = commands.decide_opening(_creation_of(opening, code), opening.cmd_id, facts)
                with suppress(KeyError):  # the code is taken: another one
                    return self._store.create(code, origin, entry)
        except NotSaved:
            raise Refused(Refusal.NOT_SAVED) from None
        raise Refused(Refusal.SERVER_FULL)

    def _code(self) -> str:
        """A code that belongs here, so that whoever opens the room is where it is."""
        for _ in range(MOST_CODES_PER_DRAW):
            code = self._dealer.code()
            if self._is_local(code):
                return code
        return self._dealer.code()  # it is served wherever it was opened

    def _require_space(self, now: int, loaded: AbstractSet[str]) -> None:
        """One room more; where there are too many, those that nobody plays in make space for it."""
        if not self._free_rooms:
            self._free_rooms = self._free()
        if self._free_rooms <= 0 and now - self._searched_at >= SEARCH_INTERVAL_MS:
            self._searched_at = now
            for code in self._store.expire_unused(now - UNUSED_MS, loaded):
                log.info("Room %s, in which nobody ever played, made space for another", code)
            self._free_rooms = self._free()
        if self._free_rooms <= 0:
            self._free_rooms = 0
            raise Refused(Refusal.SERVER_FULL)
        self._free_rooms -= 1

    def _free(self) -> int:
        return min(self._most_rooms - self._store.count(), MOST_UNCOUNTED)


def _creation_of(opening: RoomOpening, code: str) -> CreateRoom:
    return CreateRoom(
        code,
        opening.name,
        hash_token(opening.token),
        opening.language,
        opening.decks,
        opening.settings,
    )
