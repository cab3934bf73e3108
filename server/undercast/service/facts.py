"""What the world outside adds to a command."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from undercast.refusals import Refusal, Refused
from undercast.room import entries, permits
from undercast.room.state import Room
from undercast.service.ports import Draw


@dataclass(frozen=True, slots=True)
class Facts:
    """What the world outside adds to a command while the room is held."""

    room: Room
    now: int
    _draw: Draw
    _online: AbstractSet[str]

    def deal(self, *, swap_spymasters: bool) -> entries.Deal:
        """A secure random deal. Raises Refused(room/too_few_codenames)."""
        key = self._draw.key()
        codenames = self._draw.codenames(self.room, len(key))
        return entries.Deal(codenames, key, swap_spymasters)

    def codename(self) -> str:
        """One more codename that is not on the board. Raises Refused(room/too_few_codenames)."""
        return self._draw.codenames(self.room, 1)[0]

    def pasted(self, who: str, text: str) -> tuple[str, ...]:
        """The codenames of a list that the host pasted. Raises Refused: room/not_host,
        room/words_refused. Reading one takes a while, so nobody else is served that.
        """
        permits.require_host(self.room.lobby, self.room.lobby.player(who))
        return self._draw.pasted(text)

    def checked_decks(self, decks: tuple[str, ...]) -> tuple[str, ...]:
        """The same names without repetition. Raises Refused(room/unknown_deck)."""
        unknown = set(decks) - self._draw.decks()
        if unknown:
            raise Refused(Refusal.UNKNOWN_DECK, ", ".join(sorted(unknown)))
        return tuple(dict.fromkeys(decks))

    def online(self, request: int) -> bool:
        """Whether the person whom this request asks is connected."""
        asked = (r.player for r in self.room.lobby.requests if r.id == request)
        return any(player in self._online for player in asked)
