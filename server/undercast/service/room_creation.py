"""Opening rooms: a free code for each, up to the server's limit."""

import logging
import secrets
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from contextlib import suppress

from msgspec import Struct

from undercast import commands
from undercast.base.refusals import Refusal, Refused
from undercast.commands import Dealer, Facts
from undercast.room.entries import CreateRoom, Entry
from undercast.rules.settings import Settings
from undercast.service.ports import NotSaved, Store
from undercast.service.tokens import hash_token

log = logging.getLogger(__name__)

UNUSED_MS = 3_600_000
"""A room without a deal that was idle for so long is deleted when a new one needs its place."""

SEARCH_INTERVAL_MS = 60_000
"""How often a full server searches for unused rooms: that reads all logs."""

MAX_UNCOUNTED = 100
"""Rooms opened before counting again, since other processes open rooms as well."""

MAX_DRAWS = 100
"""Codes tried for a new room."""

MAX_CODES_PER_DRAW = 1_000
"""Codes drawn until one is local: enough for each of 64 workers."""


class RoomOpening(Struct, frozen=True):
    """What somebody who opens a room asks for."""

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
        """`most_rooms`: on one server; few enough of 160,000 codes that a free one is found.

        `is_local`: whether this process serves the room of this code.
        """
        self._store = store
        self._is_local = is_local
        self._dealer = dealer
        self._most_rooms = most_rooms
        self._free_rooms = 0
        """New rooms for which there is space without counting again."""
        self._searched_at = -SEARCH_INTERVAL_MS

    def open(self, opening: RoomOpening, facts: Facts, loaded: AbstractSet[str]) -> str:
        """Open a room and return its code; `loaded` rooms are never deleted to make place.

        The same command again (token and cmd_id) returns the same room. Raises Refused:
        room/name_malformed, room/unknown_deck, settings that do not go together, server/full,
        server/not_saved.
        """
        origin = hash_token(opening.token + opening.cmd_id)

        def entry(code: str) -> Entry:
            return commands.decide_opening(_creation_of(opening, code), opening.cmd_id, facts)

        return self._open(origin, entry, facts.now, loaded)

    def open_unclaimed(self, language: str, facts: Facts, loaded: AbstractSet[str]) -> str:
        """Open a room with nobody in it, in this language, and return its code: the first who joins
        becomes its host. Raises Refused: room/unknown_deck, server/full, server/not_saved.
        """

        def entry(code: str) -> Entry:
            bare = CreateRoom(code, "", "", language, (language,), Settings())
            return commands.decide_unclaimed(bare, facts)

        return self._open(secrets.token_hex(), entry, facts.now, loaded)

    def _open(
        self, origin: str, entry: Callable[[str], Entry], now: int, loaded: AbstractSet[str]
    ) -> str:
        """`entry` makes the first entry of a room with this code."""
        try:
            opened = self._store.opened(origin)
            if opened is not None:
                return opened
            self._require_space(now, loaded)
            for _ in range(MAX_DRAWS):
                code = self._code()
                with suppress(KeyError):  # the code is taken: another one
                    return self._store.create(code, origin, entry(code))
        except NotSaved:
            raise Refused(Refusal.NOT_SAVED) from None
        raise Refused(Refusal.SERVER_FULL)

    def _code(self) -> str:
        """A code that this process serves, so that whoever opens the room is connected to it."""
        for _ in range(MAX_CODES_PER_DRAW):
            code = self._dealer.code()
            if self._is_local(code):
                return code
        return self._dealer.code()  # it is served wherever it was opened

    def _require_space(self, now: int, loaded: AbstractSet[str]) -> None:
        """Raise Refused unless one more room fits; delete unused rooms if too many are open."""
        if not self._free_rooms:
            self._free_rooms = self._free()
        if self._free_rooms <= 0 and now - self._searched_at >= SEARCH_INTERVAL_MS:
            self._searched_at = now
            for code in self._store.expire_unused(now - UNUSED_MS, loaded):
                log.info("Room %s, where nobody ever played, made room for another", code)
            self._free_rooms = self._free()
        if self._free_rooms <= 0:
            self._free_rooms = 0
            raise Refused(Refusal.SERVER_FULL)
        self._free_rooms -= 1

    def _free(self) -> int:
        return min(self._most_rooms - self._store.count(), MAX_UNCOUNTED)


def _creation_of(opening: RoomOpening, code: str) -> CreateRoom:
    return CreateRoom(
        code,
        opening.name,
        hash_token(opening.token),
        opening.language,
        opening.decks,
        opening.settings,
    )
