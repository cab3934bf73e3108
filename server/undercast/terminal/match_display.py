"""Shows a match at the terminal. Between people at one keyboard it hides the keys."""

from collections.abc import Collection, Sequence

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
from undercast.terminal.screen import TerminalScreen, screen_lines
from undercast.terminal.styles import TextStyle, paragraphs


class MatchDisplay:
    """Shows a match to the people at a terminal and asks them.

    A person alone always sees the view of their seat. Several people see the public view; a key
    appears only after its owner presses Enter, and disappears with the next move.
    """

    def __init__(self, console: Console, people: Collection[Seat], delay: float) -> None:
        """`delay`: seconds to show a bot's move."""
        self._console = console
        self._people = people
        self._delay = delay
        self._match: Match | None = None
        self._latest_news: tuple[str, ...] = ()
        self._bot_moved_last = False
        self._error: tuple[str, ...] = ()
        self._key_seat: Seat | None = None
        """The seat whose key is on the shared screen."""
        self._printed_step = -1
        """The step of the last printed board, on a terminal that cannot redraw."""

    def begin(self, match: Match) -> None:
        """Show the dealt cards."""
        self._match = match
        if self._console.features().control_sequences or not self._people:
            self._draw(match)  # otherwise the first prompt prints the board
        if not any(match.seat_view(seat).may("give_clue") for seat in self._people):
            self._console.pause(self._delay)

    def end(self) -> None:
        """Remove a key from the screen, however the game ended."""
        self._clear_key()

    def judge_clue(self, seat: Seat, word: str, number: ClueNumber) -> tuple[Finding, ...]:
        """The referee's findings about a clue of this seat. Raises Refused."""
        assert self._match is not None  # after `begin`
        return self._match.judge_clue(seat, word, number)

    def on_events(self, match: Match, by: Seat | None, events: tuple[RoomEvent, ...]) -> None:
        """Show what happened, and pause before bots go on."""
        self._clear_key()
        view = match.public_view()
        assert view.game is not None  # it was dealt
        self._latest_news = tuple(sentences.event_sentences(view.game, events))
        self._bot_moved_last = by not in self._people
        if self._console.features().control_sequences:
            self._draw(match)
        else:
            self._console.print_lines(paragraphs(self._latest_news, self._console.features()))
        ended = any(isinstance(event, TurnEnded) for event in events)
        if self._latest_news and (self._bot_moved_last or ended):
            self._console.pause(self._delay)

    def on_refusal(self, seat: Seat, refusal: Refused) -> None:
        """Tell the person. Raises the refusal of a bot."""
        if seat not in self._people:
            raise refusal
        self._error = (sentences.refusal_text(refusal.code),)

    def ask(self, seen: SeatView, prompt: Sequence[str]) -> str:
        """The line that this seat's person types. Raises TerminalClosed."""
        shared = len(self._people) > 1
        name = sentences.capitalized(sentences.SEAT_NAMES[seen.seat])
        if self._key_seat is not seen.seat:
            self._clear_key()
            if shared and seen.seat.sees_key:
                self._confirm_key_seat(seen.seat, name)
        first, *rest = (*self._error, *prompt)
        texts = (f"{name}: {first}" if shared else first, *rest)
        self._error = ()
        features = self._console.features()
        if features.control_sequences or self._printed_step != seen.step:
            # The prompt or the turns tell a bot's last move.
            news = () if self._bot_moved_last else self._latest_news
            content = TerminalScreen(seen.view, seen.seat, news, texts)
            self._console.draw(screen_lines(content, features))
            self._printed_step = seen.step
        else:
            self._console.print_lines(paragraphs(texts, features))
        return self._console.read_line()

    def _confirm_key_seat(self, seat: Seat, name: str) -> None:
        """The key's owner confirms that nobody else looks. Raises TerminalClosed."""
        texts = (f"{name}, the key comes next.", "Everyone else, look away. Then press Enter.")
        self._console.pause(0)
        self._console.draw(paragraphs(texts, self._console.features(), TextStyle.STRONG))
        self._console.read_line()
        self._key_seat = seat
        self._printed_step = -1

    def _clear_key(self) -> None:
        if self._key_seat is not None:
            self._console.clear()
            self._key_seat = None
            self._printed_step = -1

    def _draw(self, match: Match) -> None:
        seat = next(iter(self._people)) if len(self._people) == 1 else None
        view = match.public_view() if seat is None else match.seat_view(seat).view
        content = TerminalScreen(view, seat, self._latest_news)
        self._console.draw(screen_lines(content, self._console.features()))
