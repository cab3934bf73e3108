"""The book of a room, for the people in it: its ended games and their statistics."""

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from msgspec import Struct

from undercast.base.refusals import Refusal, Refused, require
from undercast.book import export, pages
from undercast.book import statistics as numbers
from undercast.book.export import ExportedGame
from undercast.book.pages import BookLine, BookPage, DebriefedKey
from undercast.book.statistics import Noted, PairNumbers, PersonNumbers
from undercast.room.ended_games import EndedGame
from undercast.service.ports import HouseholdStatistics, NotSaved, Records, Statistics, YieldControl
from undercast.service.rooms import Rooms

MAX_GAMES = 100
"""Games in the book; older ones can be exported at the terminal."""

SLICE = 10
"""Games processed in one go: about a millisecond."""

T = TypeVar("T")


class BookPerson(Struct, frozen=True):
    """Somebody of the room, in its games."""

    id: str
    """Player id."""
    name: str
    """The name at the end of the latest of these games."""
    numbers: PersonNumbers
    bot: bool = False
    noted: Noted | None = None
    """What came of the cards that this person's clues meant; null where nothing was noted."""


class BookPair(Struct, frozen=True):
    """Two people of the room, in its games."""

    giver: str
    """Player id of who gave the clues."""
    guesser: str
    """Player id."""
    numbers: PairNumbers


class Book(Struct, frozen=True):
    """The latest hundred games that ended in a room, and what they come to."""

    games: tuple[BookLine, ...]
    """In their order."""
    people: tuple[BookPerson, ...]
    """Everybody who played in them, in the order in which they came into the room."""
    pairs: tuple[BookPair, ...]


class RoomBook:
    """The books of all rooms. The caller has checked that whoever asks belongs to the room, as a
    person or (for `shown`) as a screen.
    """

    def __init__(
        self, rooms: Rooms, records: Records, statistics: Statistics, *, yield_control: YieldControl
    ) -> None:
        self._rooms = rooms
        self._records = records
        self._statistics = statistics
        self._yield_control = yield_control
        self._lock = threading.Lock()

    @property
    def counts(self) -> bool:
        """Whether statistics of the household are kept."""
        return self._statistics.counts

    def book(self, code: str) -> Book:
        """The room's book. Raises Refused(server/not_saved) when the store fails.

        A hundred games take 20 ms. Books are made one at a time, in slices, so that others can run.
        """
        with self._lock:
            latest = _read(lambda: self._records.latest_games(code, MAX_GAMES))
            found = [self._ended_or_none(code, number) for number in self._in_slices(latest)]
            return self._of([ended for ended in found if ended is not None])

    def _of(self, games: list[EndedGame]) -> Book:
        names = {who: name for ended in games for who, name in ended.names.items()}
        people = sorted(
            numbers.people(self._in_slices(games)).items(), key=lambda item: _joined(item[0])
        )
        pairs = numbers.pairs(self._in_slices(games))
        noted = numbers.noted(self._in_slices(games))
        bots = {who for ended in games for who in ended.bots}
        return Book(
            games=tuple(map(pages.book_line, games)),
            people=tuple(
                BookPerson(who, names.get(who, ""), of, who in bots, noted.get(who))
                for who, of in people
            ),
            pairs=tuple(BookPair(*both, of) for both, of in sorted(pairs.items())),
        )

    def page(self, code: str, game: int) -> tuple[BookPage, DebriefedKey | None]:
        """An ended game; with its key once it was debriefed.

        Raises Refused: game/no_such_game, server/not_saved.
        """
        ended = self._ended(code, game)
        return pages.book_page(ended), pages.debriefed_key(ended)

    def shown(self, code: str, game: int) -> tuple[BookPage, DebriefedKey | None]:
        """The page that the room's shared screens show now, for one of them.

        Raises Refused: wire/not_entered for any other page, game/no_such_game, server/not_saved.
        """
        require(self._rooms.shown_game(code) == game, Refusal.NOT_ENTERED, "it is not shown")
        return self.page(code, game)

    def exported(self, code: str, game: int) -> ExportedGame:
        """A debriefed game.

        Raises Refused: game/no_such_game, game/not_debriefed, server/not_saved.
        """
        return export.exported(self._ended(code, game))

    def household(self, code: str) -> HouseholdStatistics:
        """The household's statistics; of people only those in this room who agreed.

        Raises Refused: room/not_found, room/unreadable, server/not_saved.
        """
        names = self._rooms.counted_names(code)
        return _read(lambda: self._statistics.of(names))

    def _in_slices(self, items: Iterable[T]) -> Iterator[T]:
        """These items, yielding control after each slice."""
        for n, item in enumerate(items):
            if n % SLICE == 0:
                self._yield_control()
            yield item

    def _ended_or_none(self, code: str, game: int) -> EndedGame | None:
        return _read(lambda: self._records.game(code, game))

    def _ended(self, code: str, game: int) -> EndedGame:
        ended = self._ended_or_none(code, game)
        if ended is None:
            raise Refused(Refusal.NO_SUCH_GAME)
        return ended


def _joined(player_id: str) -> int:
    """Ids count up in the order of joining."""
    return int(player_id.removeprefix("p"))


def _read(work: Callable[[], T]) -> T:
    try:
        return work()
    except NotSaved:
        raise Refused(Refusal.NOT_SAVED, "the store cannot be read") from None
