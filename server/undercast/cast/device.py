"""One device, spoken to: launches our app, sends it a page, stops it, and tells what happens.

All of it is done in the connection's own thread; the methods only post. What comes back are the
machine's events. A session counts as ours only if it came up after our own launch.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any

from pychromecast.const import PLATFORM_DESTINATION_ID
from pychromecast.controllers.receiver import NS_RECEIVER

from undercast.base.cast_status import CastReason, Kind, Receiver
from undercast.cast.launcher import Launcher
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
from undercast.cast.status import RunningApp, Status, read_availability, read_status
from undercast.cast.timings import Timings
from undercast.cast.tls_connection import TlsConnection

Notify = Callable[[Event], None]
Report = Callable[[str], None]

_REFUSALS = {
    "CANCELLED": LaunchRefused(CastReason.LAUNCH_CANCELLED, again=True),
    "NOT_FOUND": LaunchRefused(CastReason.APP_NOT_FOUND),
    "NOT_ALLOWED": LaunchRefused(CastReason.NOT_ALLOWED),
    "USER_NOT_ALLOWED": LaunchRefused(CastReason.NOT_ALLOWED),
}


class DeviceClient:
    """One connection's worth of a device: made, started, left.

    `notify` and `report` (trouble in words) are called from its thread; Linked or Unlinked comes
    within the socket's time limits, Unlinked once and last.
    """

    kind = Kind.CAST

    def __init__(
        self,
        address: str,
        launchers: Mapping[Receiver, Launcher],
        *,
        session: str,
        timings: Timings,
        notify: Notify,
        report: Report,
        port: int = 8009,
    ) -> None:
        self.address = address
        self._launchers = launchers
        self._launcher = next(iter(launchers.values()))
        self._timings = timings
        self._notify = notify
        self._report = report
        self._session = session
        """Of the app that shows the game, or is to …"""
        self._mine = {session} - {""}
        """… and of all that this connection started: one that was given up may still run."""
        self._app: RunningApp | None = None
        self._heard_status = False
        self._told: ScreenIs | None = None
        self._told_ready = False
        self._before: str | None = None
        """While a launch is under way: the session that ran before it."""
        self._asked_until: float | None = None
        """While a launch waits for the device's word on the app: how long it does."""
        self._unavailable: frozenset[str] = frozenset()
        """Apps that the device cannot have, by its latest word."""
        self._tried: set[str] = set()
        """Apps that this connection launched: one of them may come up late."""
        self._lost: Receiver | None = None
        """What an earlier connection launched, if nobody knows what came of it."""
        self._launch_id = 0
        self._launches = 0
        self._stopping = ""
        self._launch_next = False
        self._leave_by: float | None = None
        self._linked = False
        self._garbage = 0
        self.ended = False
        """Whether the connection is over …"""
        self.left_well = False
        """… and, if it was left with `stop`, nothing of ours runs on the device."""
        self._link = TlsConnection(
            address,
            port,
            timings,
            linked=self._on_linked,
            hear=self._on_message,
            turned=self._on_turn,
            ended=self._on_end,
        )

    # --- From any thread ---

    def start(self) -> None:
        """Connect. Returns at once."""
        self._link.start()

    def launch(self, receiver: Receiver) -> None:
        """Start this receiver's app anew, whatever runs."""
        self._link.post(lambda: self._launch(self._launchers[receiver]))

    def load(self, url: str) -> None:
        """Send the app that we launched to this address."""
        self._link.post(lambda: self._load(url))

    def ask_status(self) -> None:
        """Have the device say again what it runs."""
        self._link.post(self._ask_status)

    def leave(self, *, stop: bool, lost: Receiver | None = None) -> None:
        """End the connection; with `stop`, first our app, if what runs is still ours. `lost`: what
        an earlier connection launched, and broke before its app was known: that is ours, too.

        Takes no longer than the `stop_limit`, or, for an app whose launch is under way to come up
        and be stopped, the `orphan_limit`, and two of a socket's time-outs, in its own thread.
        """
        if stop and (self._linked or self._session or lost):
            self._link.post(lambda: self._leave(lost))
        else:
            self._link.disconnect()

    def join(self, timeout: float) -> bool:
        """Wait for its end, for so many seconds; whether it has come."""
        if self._link.ident is not None:
            self._link.join(timeout)
        return not self._link.is_alive()

    # --- In the connection's thread ---

    def _send(self, data: dict[str, Any]) -> int:
        return self._link.ask(PLATFORM_DESTINATION_ID, NS_RECEIVER, data)

    def _ask_status(self) -> None:
        self._send({"type": "GET_STATUS"})

    def _launch(self, launcher: Launcher) -> None:
        """An app of this id that runs already has lost its message bus: it is stopped first."""
        self._launcher = launcher
        self._launches += 1
        self._session, self._told, self._told_ready = "", None, False
        self._before = None
        self._asked_until = time.monotonic() + self._timings.availability_limit
        self._send({"type": "GET_APP_AVAILABILITY", "appId": [launcher.app_id]})

    def _on_availability(self, data: dict[str, Any]) -> None:
        """Nobody has to answer this, and nobody has to be asked: a launch says it, too, but later,
        and not as clearly.
        """
        said = read_availability(data)
        self._unavailable = (self._unavailable | said.missing) - said.there
        if self._asked_until is not None and self._launcher.app_id in said.missing | said.there:
            self._asked_until = None
            if self._launcher.app_id in said.missing:
                self._refuse(LaunchRefused(CastReason.APP_UNAVAILABLE))
            else:
                self._launch_at_last()

    def _launch_at_last(self) -> None:
        if not self._heard_status:
            self._launch_next = True  # what runs is heard in a moment
        elif self._app is not None and self._app.app_id == self._launcher.app_id:
            self._launch_next = True
            self._stop(self._app.session_id)
        else:
            self._send_launch()

    def _send_launch(self) -> None:
        self._launch_next = False
        self._tried.add(self._launcher.app_id)
        self._before = self._app.session_id if self._app else ""
        self._launch_id = self._send({"type": "LAUNCH", "appId": self._launcher.app_id})

    def _load(self, url: str) -> None:
        app = self._app
        if app is None or app.session_id != self._session:
            self._report("the app was gone before the page could be sent to it")
            return
        message = self._launcher.message(url, self._session)
        self._link.ask(app.transport_id, self._launcher.namespace, message)

    def _stop(self, session: str) -> None:
        self._stopping = session
        self._send({"type": "STOP", "sessionId": session})

    def _leave(self, lost: Receiver | None) -> None:
        self._lost = lost
        under_way = self._before is not None or lost is not None
        limit = self._timings.orphan_limit if under_way else self._timings.stop_limit
        self._leave_by = time.monotonic() + limit
        self._launch_next, self._asked_until = False, None
        if self._heard_status:
            self._stop_ours_and_lost()

    def _stop_ours_and_lost(self) -> None:
        """What an earlier connection launched is up, or still comes up."""
        if self._lost is not None and self._before is None:
            launcher, app = self._launchers[self._lost], self._app
            if app is not None and app.app_id == launcher.app_id:
                self._mine.add(app.session_id)
            else:
                self._launcher, self._before = launcher, app.session_id if app else ""
        self._stop_ours()

    def _stop_ours(self) -> None:
        if self._app is not None and self._app.session_id in self._mine:
            self._stop(self._app.session_id)
        elif self._before is None and not self._stopping:
            self._left()
        # else our launch is under way: its session is stopped when it comes up

    def _left(self) -> None:
        self.left_well = True
        self._link.disconnect()

    def _on_linked(self) -> None:
        self._linked = True
        self._notify(Linked())

    def _on_turn(self) -> None:
        now = time.monotonic()
        if self._leave_by is not None and now > self._leave_by:
            self._link.disconnect()
        if self._asked_until is not None and now > self._asked_until:
            self._asked_until = None
            self._launch_at_last()

    def _on_end(self, why: str) -> None:
        if self._linked and self._leave_by is None and not self._link.stopped_by_us:
            self._report(f"{self.address}: {why}")
        self.ended = True
        self._notify(Unlinked())

    def _on_message(self, kind: str, data: dict[str, Any]) -> None:
        match kind:
            case "RECEIVER_STATUS":
                status = read_status(data)
                if status is None:
                    self._count_garbage()
                else:
                    self._on_status(status, answers=data.get("requestId"))
            case "LAUNCH_ERROR":
                self._on_launch_error(data)
            case "LAUNCH_STATUS":
                self._on_launch_status(data)
            case "GET_APP_AVAILABILITY":
                self._on_availability(data)
            case "LOAD_FAILED" | "LOAD_CANCELLED" | "INVALID_PLAYER_STATE":
                self._notify(LoadFailed())
            case "INVALID_REQUEST" if self._stopping:
                self._on_stopped()

    def _count_garbage(self) -> None:
        """Told once a connection: a device that talks nonsense talks a lot of it."""
        self._garbage += 1
        if self._garbage == 1:
            self._report(f"{self.address} sent a status that is none")

    def _on_status(self, status: Status, *, answers: object = None) -> None:
        app = self._app = status.app
        first, self._heard_status = not self._heard_status, True
        if first and self._leave_by is not None:
            self._stop_ours_and_lost()
        elif first and self._launch_next:
            self._launch_at_last()
            return
        if self._stopping and (app is None or app.session_id != self._stopping):
            self._on_stopped()
        if answers == self._launch_id and self._session and app and app.session_id != self._session:
            self._before = self._session  # what came up was another launch's, which was given up
        if self._before is not None:
            self._look_for_launched(app)
        if not self._launching and self._leave_by is None:
            self._tell(status, app)

    @property
    def _launching(self) -> bool:
        """Whether what runs by now is what is to be replaced."""
        return self._before is not None or self._launch_next or self._asked_until is not None

    def _on_stopped(self) -> None:
        self._stopping = ""
        if self._leave_by is not None:
            self._left()
        elif self._launch_next and self._app is None:
            self._send_launch()
        else:  # somebody's app came up in between: it is not fought
            self._launch_next = False

    def _look_for_launched(self, app: RunningApp | None) -> None:
        """Whether our launch has come up, or somebody else's app instead of it."""
        if app is None or app.session_id == self._before:
            return
        if app.app_id != self._launcher.app_id and app.app_id in self._tried:
            self._before = app.session_id  # late: the one that was launched after it follows
            self._mine.add(app.session_id)
            return
        self._before = None
        if app.app_id != self._launcher.app_id:
            return
        self._session, self._told_ready = app.session_id, False
        self._mine.add(self._session)
        if self._leave_by is not None:
            self._stop(self._session)
        else:
            self._notify(AppUp(self._session))

    def _tell(self, status: Status, app: RunningApp | None) -> None:
        screen, session = self._what_it_is(app)
        told = ScreenIs(
            screen,
            active=status.is_active_input,
            standby=status.is_stand_by is True,
            after=self._launches,
            session=session,
            stopped=not status.applications,
        )
        if told != self._told:
            self._told = told
            self._notify(told)
        if app is None or app.session_id != self._session or self._told_ready:
            return
        if self._launcher.ready(app):
            self._told_ready = True
            self._notify(AppReady(self._session))

    def _what_it_is(self, app: RunningApp | None) -> tuple[OnScreen, str]:
        """And, of an app like ours, its session."""
        if app is None:
            return OnScreen.IDLE, ""
        if app.session_id in self._mine:
            return OnScreen.OURS, ""
        if any(app.app_id == each.app_id for each in self._launchers.values()):
            return OnScreen.LIKE_OURS, app.session_id
        return OnScreen.OTHER, ""

    def _on_launch_error(self, data: dict[str, Any]) -> None:
        if self._before is None or data.get("requestId") not in (self._launch_id, 0, None):
            return
        reason = short(data.get("reason"), 50)
        refused = _REFUSALS.get(reason, LaunchRefused(CastReason.LAUNCH_REFUSED))
        if refused.again and self._launcher.app_id in self._unavailable:
            refused = LaunchRefused(CastReason.APP_UNAVAILABLE)
        self._report(f"{self.address} refused the launch: {reason}")
        self._refuse(refused)

    def _refuse(self, refused: LaunchRefused) -> None:
        self._before = None
        if self._leave_by is not None:
            self._stop_ours()
        else:
            self._notify(refused)

    def _on_launch_status(self, data: dict[str, Any]) -> None:
        """Of a launch that waits for somebody before the TV."""
        if self._before is None or data.get("launchRequestId") not in (self._launch_id, 0, None):
            return
        match data.get("status"):
            case "USER_PENDING_AUTHORIZATION":
                self._notify(AskedOnTv(pending=True))
            case "USER_ALLOWED":
                self._notify(AskedOnTv(pending=False))
            case "USER_NOT_ALLOWED":
                self._refuse(LaunchRefused(CastReason.NOT_ALLOWED))
