"""Who sees the screen when: between people at one keyboard, a key is covered."""

from collections.abc import Collection, Sequence
from itertools import chain

from undercast.base.refusals import Refused
from undercast.bots.bot import SeatView
from undercast.room.events import RoomEvent
from undercast.room.seats import Seat
from undercast.rules.clues import ClueNumber
from undercast.rules.events import TurnEnded
from undercast.rules.findings import Finding
from undercast.simulation.match import Match
from undercast.terminal import sentences
from undercast.terminal.console import Console
from undercast.terminal.screen import Shown, screen
from undercast.terminal.styles import TextStyle, line
from undercast.terminal.text_width import wrapped
from undercast.views import View


class Stage:
    """Shows a match to the people at a terminal, and asks them.

    Somebody who sits there alone always sees what the own seat sees. Several see what everybody
    may; a key is shown only after whoever it is for has pressed Enter, and covered as soon as
    something was done.
    """

    def __init__(self, console: Console, people: Collection[Seat], delay: float) -> None:
        """`delay`: seconds that a move of a bot can be looked at."""
        self._console = console
        self._people = people
        self._delay = delay
        self._match: Match | None = None
        self._news: tuple[str, ...] = ()
        self._by_bot = False
        """Whether it was a bot's doing."""
        self._wrong: tuple[str, ...] = ()
        self._at_key: Seat | None = None
        """Whose key several people would see on the screen now."""
        self._told = -1
        """The step of the board that was written last, where it cannot be drawn over."""

    def begin(self, match: Match) -> None:
        """The cards lie on the table."""
        self._match = match
        if self._console.look().places or not self._people:
            self._show(match)  # elsewhere whoever is asked sees it, once
        if not any(match.seen(seat).may("give_clue") for seat in self._people):
            self._console.pause(self._delay)

    def end(self) -> None:
        """Whatever ended the game, no key stays on the screen."""
        self._cover()

    def advice(self, seat: Seat, word: str, number: ClueNumber) -> tuple[Finding, ...]:
        """What the referee finds about a clue of this seat. Raises Refused."""
        assert self._match is not None  # it began
        return self._match.advice(seat, word, number)

    def happened(self, match: Match, by: Seat | None, happened: tuple[RoomEvent, ...]) -> None:
        """Shows what somebody did, and waits where others go on at once."""
        self._cover()
        view = match.public()
        assert view.game is not None  # it was played on
        self._news = tuple(sentences.news(view.game, happened))
        self._by_bot = by not in self._people
        if self._console.look().places:
            self._show(match)
        else:
            self._console.say(line(told) for told in self._in_width(self._news))
        ended = any(isinstance(event, TurnEnded) for event in happened)
        if self._news and (self._by_bot or ended):
            self._console.pause(self._delay)

    def refused(self, seat: Seat, refused: Refused) -> None:
        """Tells the person who asked for what cannot be. Raises it again for a bot."""
        if seat not in self._people:
            raise refused
        self._wrong = (sentences.refused(refused.code),)

    def ask(self, seen: SeatView, about: Sequence[str]) -> str:
        """The line that this person types. Raises Left."""
        if self._at_key is not seen.seat:
            self._cover()
            if self._shared and seen.seat.sees_key:
                self._uncover(seen.seat)
        who = f"{sentences.sentence(sentences.SEATS[seen.seat])}: " if self._shared else ""
        head, *rest = (*self._wrong, *about)
        self._wrong = ()
        texts = (f"{who}{head}", *rest)
        if self._console.look().places or self._told != seen.step:
            # What a bot did last is in what is asked, or in the turns.
            shown = Shown(seen.view, seen.seat, () if self._by_bot else self._news, texts)
            self._console.show(screen(shown, self._console.look()))
            self._told = seen.step
        else:
            self._console.say(line(text) for text in self._in_width(texts))
        return self._console.read()

    @property
    def _shared(self) -> bool:
        return len(self._people) > 1

    def _uncover(self, seat: Seat) -> None:
        """Whoever the key is for says that nobody else looks. Raises Left."""
        who = sentences.sentence(sentences.SEATS[seat])
        asked = (f"{who}, the key comes next.", "Everyone else, look away. Then press Enter.")
        self._console.pause(0)
        self._console.show(line(told, TextStyle.STRONG) for told in self._in_width(asked))
        self._console.read()
        self._at_key = seat
        self._told = -1

    def _cover(self) -> None:
        if self._at_key is not None:
            self._console.hide()
            self._at_key = None
            self._told = -1

    def _show(self, match: Match) -> None:
        view: View = match.public()
        seat = None if len(self._people) != 1 else next(iter(self._people))
        if seat is not None:
            view = match.seen(seat).view
        self._console.show(screen(Shown(view, seat, self._news), self._console.look()))

    def _in_width(self, texts: Sequence[str]) -> list[str]:
        width = self._console.look().width - 1
        return list(chain.from_iterable(wrapped(text, width) for text in texts))
