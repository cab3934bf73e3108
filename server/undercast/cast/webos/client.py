"""The client of one LG television: pairs, opens a page in its browser, closes it, reports events.

Everything happens in the connection's thread; the methods only post. The events are those of a Cast
device. A browser cannot be launched without a page, so the launch is the pairing, and the load
opens the page.
"""

import itertools
import time

from undercast.base.cast_status import CastReason, Kind, Receiver
from undercast.cast import events
from undercast.cast.events import ScreenContent
from undercast.cast.messages import sanitize
from undercast.cast.remote_control import RemoteControl, RemoteSettings
from undercast.cast.webos import ssap
from undercast.cast.webos.pairing import Pairing
from undercast.cast.webos.pairing_keys import PairingKeys
from undercast.cast.webos.websocket import ConnectionBroken, SsapConnection

_OFF = frozenset({"Active Standby", "Suspend", "Power Off", "Screen Off"})


class WebosClient(RemoteControl):
    """One connection to a television. The session is the browser's app id if we opened it
    before. Raises OSError without free file descriptors.
    """

    kind = Kind.WEBOS
    _connection: SsapConnection

    def __init__(self, settings: RemoteSettings, keys: PairingKeys) -> None:
        super().__init__(settings)
        self._opened_as = ""
        """The browser's session, if the television named one."""
        self._wants_launch = self._launching = False
        """A launch waits for the pairing; a requested page is not in front yet …"""
        self._refused = False
        """… and the television has refused to open it."""
        self._url = ""
        """Requested and not answered …"""
        self._fallback: ssap.Request | None = None
        """… and the request to send if that is refused."""
        self._loads = 0
        self._screen: str | None = None
        """The app in the foreground …"""
        self._screen_before: str | None = None
        """… and the one before our launch."""
        self._power: str | None = None
        self._closing = False
        self._requests = itertools.count(1)
        self._connection = SsapConnection(
            self.address,
            self._timings,
            on_connected=self._on_connected,
            on_message=self._on_text,
            on_tick=self._on_tick,
            on_end=self._on_end,
        )
        self._pairing = Pairing(
            self.address,
            keys,
            limit=self._timings.socket_timeout,
            send=self._send,
            report=self._report,
            on_identified=self._on_identified,
            on_prompt=self._on_prompt,
            on_paired=self._on_paired,
            on_refused=self._on_refused,
        )
        self._handlers = {
            ssap.HELLO: self._pairing.on_hello,
            ssap.REGISTER: self._pairing.on_register,
            ssap.SCREEN: self._on_screen,
            ssap.POWER: self._on_power,
            ssap.OPEN: self._on_opened,
            ssap.CLOSE: self._on_closed,
        }

    # --- From any thread ---

    def launch(self, receiver: Receiver) -> None:  # noqa: ARG002  # it has only its browser
        """Pair; the television may ask people."""
        self._connection.post(self._launch)

    def load(self, url: str) -> None:
        """Open this address in its browser."""
        self._connection.post(lambda: self._load(url))

    def request_status(self) -> None:
        """Ask the television again what it shows."""
        self._connection.post(self._ask_status)

    def disconnect(
        self,
        *,
        stop: bool,
        lost: Receiver | None = None,  # noqa: ARG002  # a launch alone starts nothing
    ) -> None:
        """End the connection; with `stop`, first close the browser if it still shows our page.

        Takes at most the `stop_limit` and two socket time-outs, in its own thread.
        """
        if stop and (self._connected or self._session):
            self._connection.post(self._disconnect)
        else:
            self._connection.disconnect()

    # --- Pairing ---

    def _on_connected(self, certificate: str) -> None:
        self._pairing.begin(certificate)

    def _on_identified(self) -> None:
        self._connected = True
        self._notify(events.Connected())
        if self._disconnect_by is not None and not self._pairing.paired:
            self._finish()  # nobody is asked just for that

    def _on_prompt(self) -> None:
        if self._wants_launch:
            self._notify(events.ConfirmationPending())

    def _on_paired(self) -> None:
        self._send(ssap.subscribe_power())
        self._ask_status()
        if self._wants_launch:
            self._up()

    def _on_refused(self, reason: CastReason) -> None:
        if self._wants_launch:
            self._wants_launch = False
            self._notify(events.LaunchRefused(reason))

    # --- Launch, load ---

    def _launch(self) -> None:
        self._launches += 1
        self._session, self._reported, self._url = "", None, ""
        self._wants_launch = self._launching = True
        self._screen_before = self._screen
        if self._pairing.paired:
            self._up()
        else:
            self._pairing.request()

    def _up(self) -> None:
        self._wants_launch = False
        self._session = ssap.BROWSER
        self._notify(events.AppStarted(self._session))
        self._notify(events.AppReady(self._session))

    def _load(self, url: str) -> None:
        """Alternates between two requests: one of them may have lost the page before."""
        if not self._pairing.paired:
            self._report("the television forgot us before the page could be sent to it")
            return
        self._session, self._url = ssap.BROWSER, url
        self._screen_before, self._launching, self._refused = self._screen, True, False
        self._loads += 1
        first, other = ssap.open_page(url), ssap.start_browser(url)
        if self._loads % 2 == 0:
            first, other = other, first
        self._fallback = other
        self._send(first)

    def _on_opened(self, answer: ssap.SsapResponse) -> None:
        if not self._url:
            return
        other, self._fallback = self._fallback, None
        if answer.refusal and other and self._disconnect_by is None:
            self._send(other)
            return
        self._url, self._opened_as = "", answer.fields.session_id
        if answer.refusal:
            self._refused = True
            self._report(f"{self.address} did not open the page: {sanitize(answer.refusal, 50)}")
            self._notify(events.LoadFailed(CastReason.LAUNCH_REFUSED))
        self._update_screen()
        self._disconnect_if_due()

    # --- What it shows ---

    def _ask_status(self) -> None:
        if self._pairing.paired:
            self._send(ssap.subscribe_screen())

    def _on_screen(self, answer: ssap.SsapResponse) -> None:
        if answer.refusal:
            self._screen = self._screen or ""  # unknown: only the page can tell
            self._report(
                f"{self.address} does not say what it shows: {sanitize(answer.refusal, 50)}"
            )
        else:
            self._screen = answer.fields.app_id
        self._update_screen()
        self._disconnect_if_due()

    def _on_power(self, answer: ssap.SsapResponse) -> None:
        if not answer.refusal and answer.fields.state is not None:
            self._power = answer.fields.state
            self._update_screen()

    def _update_screen(self) -> None:
        """Report what the television shows, unless it is about to change."""
        screen = self._screen
        if screen is None:
            return
        if self._launching and screen != ssap.BROWSER:
            if self._screen_before is None or self._wants_launch or self._url:
                self._screen_before = screen
            if screen in (self._screen_before, ""):
                return  # from before our page: the browser takes its time
        elif self._wants_launch or self._url:
            return
        self._launching = False
        if self._disconnect_by is None:
            self._report_app(screen)

    def _report_app(self, screen: str) -> None:
        ours = screen == ssap.BROWSER and self._session != ""
        reported = events.ScreenReported(
            ScreenContent.OURS if ours else ScreenContent.OTHER if screen else ScreenContent.IDLE,
            active=True if ours else None,  # the foreground app is what people see
            standby=self._power in _OFF or (self._power is None and not screen),
            after=self._launches,
        )
        self._report_screen(reported)

    # --- Disconnecting ---

    def _disconnect(self) -> None:
        self._disconnect_by = time.monotonic() + self._timings.stop_limit
        self._wants_launch = False
        self._disconnect_if_due()

    def _disconnect_if_due(self) -> None:
        """First close what we opened, once it is known whether it opened."""
        if self._disconnect_by is None or self._closing:
            return
        if not self._session or (self._connected and not self._pairing.paired):
            self._finish()  # nothing was opened, or the pairing is gone
        elif self._url or (self._screen is None and not self._launching):
            return
        elif self._may_be_open():
            self._closing = True
            self._send(ssap.close_browser(self._opened_as))
        else:
            self._finish()

    def _may_be_open(self) -> bool:
        """Whether our page is open or may still open: we requested it, and nothing else has come to
        the front since.
        """
        if self._screen == ssap.BROWSER:
            return not (self._refused and self._screen_before == ssap.BROWSER)
        return self._launching and not self._refused

    def _on_closed(self, answer: ssap.SsapResponse) -> None:
        if answer.refusal:
            self._report(
                f"{self.address} did not close its browser: {sanitize(answer.refusal, 50)}"
            )
        if self._disconnect_by is not None:
            self._finish()

    # --- The connection ---

    def _send(self, request: ssap.Request) -> None:
        self._connection.send(ssap.encode(request, next(self._requests)))

    def _on_text(self, text: str) -> None:
        answer = ssap.read(text)
        handler = self._handlers.get(answer.topic) if answer else None
        if answer is None:
            self._report_garbage("message")
        elif handler is not None:
            handler(answer)

    def _on_tick(self) -> None:
        super()._on_tick()
        if self._pairing.is_late:
            raise ConnectionBroken("what answers there is no television")
