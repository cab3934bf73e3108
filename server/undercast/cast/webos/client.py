"""One LG television, spoken to: pairs, opens a page in its browser, closes it, and tells what it
shows.

All of it is done in the connection's own thread; the methods only post. What comes back are the
machine's events, the same as of a Cast device. Nobody can launch a browser without a page, so a
launch is the pairing, and the load opens the page. That the game is seen, only the page says.
"""

import itertools
import time
from collections.abc import Callable

from undercast.base.cast_status import CastReason, Kind, Receiver
from undercast.cast.messages import short
from undercast.cast.states import (
    AppReady,
    AppUp,
    AskedOnTv,
    Event,
    LaunchRefused,
    Linked,
    LoadFailed,
    OnScreen,
    ScreenIs,
    Unlinked,
)
from undercast.cast.timings import Timings
from undercast.cast.webos import ssap
from undercast.cast.webos.pairing import Introduction
from undercast.cast.webos.pairing_keys import PairingKeys
from undercast.cast.webos.websocket import ConnectionBroken, SsapWebSocket

Notify = Callable[[Event], None]
Report = Callable[[str], None]

_OFF = frozenset({"Active Standby", "Suspend", "Power Off", "Screen Off"})


class WebosClient:
    """One connection's worth of a television: made, started, left.

    `notify` and `report` (trouble in words) are called from its thread; Linked or Unlinked comes
    within the socket's time limits, Unlinked once and last. `session` is the browser's app id where
    we opened it before, else "". Raises OSError if no descriptors are left.
    """

    kind = Kind.WEBOS

    def __init__(
        self,
        address: str,
        keys: PairingKeys,
        *,
        session: str,
        timings: Timings,
        notify: Notify,
        report: Report,
    ) -> None:
        self.address = address
        self._timings = timings
        self._notify = notify
        self._report = report
        self._session = session
        self._opened_as = ""
        """The session that the television gave the browser when we opened it, if it did."""
        self._linked = False
        self._wants_launch = self._launching = False
        """A launch is asked for; a page that was asked for is not seen yet …"""
        self._refused = False
        """… and the television says that it will not open it."""
        self._url = ""
        """Asked for and not yet answered …"""
        self._other_way: ssap.Request | None = None
        """… and how it is asked for if this way is refused."""
        self._loads = self._launches = 0
        self._screen: str | None = None
        """The app in the foreground …"""
        self._before: str | None = None
        """… and the one before our launch."""
        self._power: str | None = None
        self._told: ScreenIs | None = None
        self._leave_by: float | None = None
        self._closing = False
        self._garbage = 0
        self._requests = itertools.count(1)
        self.ended = False
        """Whether the connection is over …"""
        self.left_well = False
        """… and, if it was left with `stop`, nothing of ours is open on the television."""
        self._wire = SsapWebSocket(
            address,
            timings,
            linked=self._on_linked,
            hear=self._on_text,
            turned=self._on_turn,
            ended=self._on_end,
        )
        self._introduction = Introduction(
            address,
            keys,
            limit=timings.socket_timeout,
            send=self._send,
            report=report,
            met=self._on_met,
            asked=self._on_asked,
            let_in=self._on_let_in,
            refused=self._on_refused,
        )
        self._heard = {
            ssap.HELLO: self._introduction.on_hello,
            ssap.REGISTER: self._introduction.on_register,
            ssap.SCREEN: self._on_screen,
            ssap.POWER: self._on_power,
            ssap.OPEN: self._on_opened,
            ssap.CLOSE: self._on_closed,
        }

    # --- From any thread ---

    def start(self) -> None:
        """Connect. Returns at once."""
        self._wire.start()

    def launch(self, receiver: Receiver) -> None:  # noqa: ARG002  # there is one way only
        """See to it that we may; the television may ask somebody."""
        self._wire.post(self._launch)

    def load(self, url: str) -> None:
        """Open this address in its browser."""
        self._wire.post(lambda: self._load(url))

    def ask_status(self) -> None:
        """Have the television say again what it shows."""
        self._wire.post(self._ask_status)

    def leave(
        self,
        *,
        stop: bool,
        lost: Receiver | None = None,  # noqa: ARG002  # a launch alone starts nothing
    ) -> None:
        """End the connection; with `stop`, first its browser, if what it shows is still ours.

        Takes no longer than the `stop_limit` and two of a socket's time-outs, in its own thread.
        """
        if stop and (self._linked or self._session):
            self._wire.post(self._leave)
        else:
            self._wire.disconnect()

    def join(self, timeout: float) -> bool:
        """Wait for its end, for so many seconds; whether it has come."""
        if self._wire.ident is not None:
            self._wire.join(timeout)
        return not self._wire.is_alive()

    # --- Whether it knows us ---

    def _on_linked(self, certificate: str) -> None:
        self._introduction.begin(certificate)

    def _on_met(self) -> None:
        self._linked = True
        self._notify(Linked())
        if self._leave_by is not None and not self._introduction.known:
            self._left()  # to ask somebody whether we may leave would be odd

    def _on_asked(self) -> None:
        if self._wants_launch:
            self._notify(AskedOnTv())

    def _on_let_in(self) -> None:
        self._send(ssap.tell_power())
        self._ask_status()
        if self._wants_launch:
            self._up()

    def _on_refused(self, reason: CastReason) -> None:
        if self._wants_launch:
            self._wants_launch = False
            self._notify(LaunchRefused(reason))

    # --- Launch, load ---

    def _launch(self) -> None:
        self._launches += 1
        self._session, self._told, self._url = "", None, ""
        self._wants_launch = self._launching = True
        self._before = self._screen
        if self._introduction.known:
            self._up()
        else:
            self._introduction.ask()

    def _up(self) -> None:
        self._wants_launch = False
        self._session = ssap.BROWSER
        self._notify(AppUp(self._session))
        self._notify(AppReady(self._session))

    def _load(self, url: str) -> None:
        """Each time first in the other of two ways: a page that never came may be lost by one."""
        if not self._introduction.known:
            self._report("the television forgot us before the page could be sent to it")
            return
        self._session, self._url = ssap.BROWSER, url
        self._before, self._launching, self._refused = self._screen, True, False
        self._loads += 1
        first, other = ssap.open_page(url), ssap.start_browser(url)
        if self._loads % 2 == 0:
            first, other = other, first
        self._other_way = other
        self._send(first)

    def _on_opened(self, answer: ssap.SsapResponse) -> None:
        if not self._url:
            return
        other, self._other_way = self._other_way, None
        if answer.refusal and other and self._leave_by is None:
            self._send(other)
            return
        self._url, self._opened_as = "", answer.said.session_id
        if answer.refusal:
            self._refused = True
            self._report(f"{self.address} did not open the page: {short(answer.refusal, 50)}")
            self._notify(LoadFailed(CastReason.LAUNCH_REFUSED))
        self._look()
        self._leave_if_asked()

    # --- What it shows ---

    def _ask_status(self) -> None:
        if self._introduction.known:
            self._send(ssap.tell_screen())

    def _on_screen(self, answer: ssap.SsapResponse) -> None:
        if answer.refusal:
            self._screen = self._screen or ""  # it does not say: what is ours, the page says
            self._report(f"{self.address} does not say what it shows: {short(answer.refusal, 50)}")
        else:
            self._screen = answer.said.app_id
        self._look()
        self._leave_if_asked()

    def _on_power(self, answer: ssap.SsapResponse) -> None:
        if not answer.refusal and answer.said.state is not None:
            self._power = answer.said.state
            self._look()

    def _look(self) -> None:
        """What the television's news amount to."""
        screen = self._screen
        if screen is None:
            return
        if self._launching and screen != ssap.BROWSER:
            if self._before is None or self._wants_launch or self._url:
                self._before = screen
            if screen in (self._before, ""):
                return  # what was there before our page was opened; the browser takes its time
        elif self._wants_launch or self._url:
            return
        self._launching = False
        if self._leave_by is None:
            self._tell(screen)

    def _tell(self, screen: str) -> None:
        ours = screen == ssap.BROWSER and self._session != ""
        told = ScreenIs(
            OnScreen.OURS if ours else OnScreen.OTHER if screen else OnScreen.IDLE,
            active=True if ours else None,  # what is in front is what the people see
            standby=self._power in _OFF or (self._power is None and not screen),
            after=self._launches,
        )
        if told != self._told:
            self._told = told
            self._notify(told)

    # --- Leaving ---

    def _leave(self) -> None:
        self._leave_by = time.monotonic() + self._timings.stop_limit
        self._wants_launch = False
        self._leave_if_asked()

    def _leave_if_asked(self) -> None:
        """What was opened is closed first, as soon as it is known what became of it."""
        if self._leave_by is None or self._closing:
            return
        if not self._session or (self._linked and not self._introduction.known):
            self._left()  # nothing was opened, or it does not know us any more
        elif self._url or (self._screen is None and not self._launching):
            return
        elif self._is_there():
            self._closing = True
            self._send(ssap.close_browser(self._opened_as))
        else:
            self._left()

    def _is_there(self) -> bool:
        """Whether our page is open, or may come yet: what we opened, with nothing else in front
        since, is ours, however late the news of it.
        """
        if self._screen == ssap.BROWSER:
            return not (self._refused and self._before == ssap.BROWSER)
        return self._launching and not self._refused

    def _on_closed(self, answer: ssap.SsapResponse) -> None:
        if answer.refusal:
            self._report(f"{self.address} did not close its browser: {short(answer.refusal, 50)}")
        if self._leave_by is not None:
            self._left()

    def _left(self) -> None:
        self.left_well = True
        self._wire.disconnect()

    # --- The connection ---

    def _send(self, request: ssap.Request) -> None:
        self._wire.send(ssap.as_text(request, next(self._requests)))

    def _on_text(self, text: str) -> None:
        answer = ssap.read(text)
        hear = self._heard.get(answer.about) if answer else None
        if answer is None:
            self._garbage += 1
            if self._garbage == 1:
                self._report(f"{self.address} sent a message that is none")
        elif hear is not None:
            hear(answer)

    def _on_turn(self) -> None:
        if self._leave_by is not None and time.monotonic() > self._leave_by:
            self._wire.disconnect()
        if self._introduction.is_late:
            raise ConnectionBroken("what answers there is no television")

    def _on_end(self, why: str) -> None:
        if self._linked and self._leave_by is None and not self._wire.stopped_by_us:
            self._report(f"{self.address}: {why}")
        self.ended = True
        self._notify(Unlinked())
