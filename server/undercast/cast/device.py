"""The client of one Cast device: launches our app, has it load a page, stops it, reports events.

Everything happens in the connection's thread; the methods only post. A session counts as ours only
if it came up after our own launch.
"""

import time
from collections.abc import Mapping
from typing import Any

from pychromecast.const import PLATFORM_DESTINATION_ID
from pychromecast.controllers.receiver import NS_RECEIVER

from undercast.base.cast_status import CastReason, Kind, Receiver
from undercast.cast import events
from undercast.cast.events import ScreenContent
from undercast.cast.launcher import Launcher
from undercast.cast.messages import sanitize
from undercast.cast.remote_control import RemoteControl, RemoteSettings
from undercast.cast.status import RunningApp, Status, read_availability, read_status
from undercast.cast.tls_connection import TlsConnection

_REFUSALS = {
    "CANCELLED": events.LaunchRefused(CastReason.LAUNCH_CANCELLED, again=True),
    "NOT_FOUND": events.LaunchRefused(CastReason.APP_NOT_FOUND),
    "NOT_ALLOWED": events.LaunchRefused(CastReason.NOT_ALLOWED),
    "USER_NOT_ALLOWED": events.LaunchRefused(CastReason.NOT_ALLOWED),
}


class DeviceClient(RemoteControl):
    """One connection to a Cast device. Raises OSError without free file descriptors."""

    kind = Kind.CAST
    _connection: TlsConnection

    def __init__(self, settings: RemoteSettings, launchers: Mapping[Receiver, Launcher]) -> None:
        super().__init__(settings)
        self._launchers = launchers
        self._launcher = next(iter(launchers.values()))
        self._our_sessions = {settings.session} - {""}
        """Of all apps that this connection launched: an abandoned one may still run."""
        self._app: RunningApp | None = None
        self._heard_status = False
        self._reported_ready = False
        self._session_before: str | None = None
        """During a launch: the session that ran before it."""
        self._availability_deadline: float | None = None
        """While a launch waits for the device to say whether it can have the app."""
        self._unavailable: frozenset[str] = frozenset()
        """Apps that the device cannot have, by its latest answer."""
        self._launched_apps: set[str] = set()
        """Apps that this connection launched: each may come up late."""
        self._lost: Receiver | None = None
        """Launched by an earlier connection, with an unknown result."""
        self._launch_id = 0
        self._stopping = ""
        self._launch_when_idle = False
        self._connection = TlsConnection(
            self.address,
            self._timings,
            on_connected=self._on_connected,
            on_message=self._on_message,
            on_tick=self._on_tick,
            on_end=self._on_end,
        )

    # --- From any thread ---

    def launch(self, receiver: Receiver) -> None:
        """As in RemoteControl."""
        self._connection.post(lambda: self._launch(self._launchers[receiver]))

    def load(self, url: str) -> None:
        """Have the app that we launched open this address."""
        self._connection.post(lambda: self._load(url))

    def request_status(self) -> None:
        """Ask the device again what it runs."""
        self._connection.post(self._ask_status)

    def disconnect(self, *, stop: bool, lost: Receiver | None = None) -> None:
        """As in RemoteControl."""
        if stop and (self._connected or self._session or lost):
            self._connection.post(lambda: self._disconnect(lost))
        else:
            self._connection.disconnect()

    # --- In the connection's thread ---

    def _send(self, data: dict[str, Any]) -> int:
        return self._connection.ask(PLATFORM_DESTINATION_ID, NS_RECEIVER, data)

    def _ask_status(self) -> None:
        self._send({"type": "GET_STATUS"})

    def _launch(self, launcher: Launcher) -> None:
        """A running app of this id is stopped first: it has lost its message bus."""
        self._launcher = launcher
        self._launches += 1
        self._session, self._reported, self._reported_ready = "", None, False
        self._session_before = None
        self._availability_deadline = time.monotonic() + self._timings.availability_limit
        self._send({"type": "GET_APP_AVAILABILITY", "appId": [launcher.app_id]})

    def _on_availability(self, data: dict[str, Any]) -> None:
        """Optional: else the device says it in the launch, but later and less clearly."""
        available = read_availability(data)
        self._unavailable = (self._unavailable | available.missing) - available.there
        if (
            self._availability_deadline is not None
            and self._launcher.app_id in available.missing | available.there
        ):
            self._availability_deadline = None
            if self._launcher.app_id in available.missing:
                self._refuse(events.LaunchRefused(CastReason.APP_UNAVAILABLE))
            else:
                self._launch_now()

    def _launch_now(self) -> None:
        if not self._heard_status:
            self._launch_when_idle = True  # the status is on its way
        elif self._app is not None and self._app.app_id == self._launcher.app_id:
            self._launch_when_idle = True
            self._stop(self._app.session_id)
        else:
            self._send_launch()

    def _send_launch(self) -> None:
        self._launch_when_idle = False
        self._launched_apps.add(self._launcher.app_id)
        self._session_before = self._app.session_id if self._app else ""
        self._launch_id = self._send({"type": "LAUNCH", "appId": self._launcher.app_id})

    def _load(self, url: str) -> None:
        app = self._app
        if app is None or app.session_id != self._session:
            self._report("the app was gone before the page could be sent to it")
            return
        message = self._launcher.message(url, self._session)
        self._connection.ask(app.transport_id, self._launcher.namespace, message)

    def _stop(self, session: str) -> None:
        self._stopping = session
        self._send({"type": "STOP", "sessionId": session})

    def _disconnect(self, lost: Receiver | None) -> None:
        self._lost = lost
        under_way = self._session_before is not None or lost is not None
        limit = self._timings.orphan_limit if under_way else self._timings.stop_limit
        self._disconnect_by = time.monotonic() + limit
        self._launch_when_idle, self._availability_deadline = False, None
        if self._heard_status:
            self._stop_ours_and_lost()

    def _stop_ours_and_lost(self) -> None:
        """Also what an earlier connection launched, once it comes up."""
        if self._lost is not None and self._session_before is None:
            launcher, app = self._launchers[self._lost], self._app
            if app is not None and app.app_id == launcher.app_id:
                self._our_sessions.add(app.session_id)
            else:
                self._launcher, self._session_before = launcher, app.session_id if app else ""
        self._stop_ours()

    def _stop_ours(self) -> None:
        if self._app is not None and self._app.session_id in self._our_sessions:
            self._stop(self._app.session_id)
        elif self._session_before is None and not self._stopping:
            self._finish()
        # else our launch is under way: its app is stopped when it comes up

    def _on_connected(self) -> None:
        self._connected = True
        self._notify(events.Connected())

    def _on_tick(self) -> None:
        super()._on_tick()
        deadline = self._availability_deadline
        if deadline is not None and time.monotonic() > deadline:
            self._availability_deadline = None
            self._launch_now()

    def _on_message(self, kind: str, data: dict[str, Any]) -> None:
        match kind:
            case "RECEIVER_STATUS":
                status = read_status(data)
                if status is None:
                    self._report_garbage("status")
                else:
                    self._on_status(status, answers=data.get("requestId"))
            case "LAUNCH_ERROR":
                self._on_launch_error(data)
            case "LAUNCH_STATUS":
                self._on_launch_status(data)
            case "GET_APP_AVAILABILITY":
                self._on_availability(data)
            case "LOAD_FAILED" | "LOAD_CANCELLED" | "INVALID_PLAYER_STATE":
                self._notify(events.LoadFailed())
            case "INVALID_REQUEST" if self._stopping:
                self._on_stopped()

    def _on_status(self, status: Status, *, answers: object = None) -> None:
        app = self._app = status.app
        first, self._heard_status = not self._heard_status, True
        if first and self._disconnect_by is not None:
            self._stop_ours_and_lost()
        elif first and self._launch_when_idle:
            self._launch_now()
            return
        if self._stopping and (app is None or app.session_id != self._stopping):
            self._on_stopped()
        if answers == self._launch_id and self._session and app and app.session_id != self._session:
            self._session_before = self._session  # that one was of an abandoned launch
        if self._session_before is not None:
            self._check_launched(app)
        if not self._launching and self._disconnect_by is None:
            self._report_status(status, app)

    @property
    def _launching(self) -> bool:
        """Whether what runs now is about to be replaced."""
        return (
            self._session_before is not None
            or self._launch_when_idle
            or self._availability_deadline is not None
        )

    def _on_stopped(self) -> None:
        self._stopping = ""
        if self._disconnect_by is not None:
            self._finish()
        elif self._launch_when_idle and self._app is None:
            self._send_launch()
        else:  # another app came up meanwhile: it is not fought
            self._launch_when_idle = False

    def _check_launched(self, app: RunningApp | None) -> None:
        """Whether our launch came up, or somebody else's app."""
        if app is None or app.session_id == self._session_before:
            return
        if app.app_id != self._launcher.app_id and app.app_id in self._launched_apps:
            self._session_before = app.session_id  # late: the latest launch follows
            self._our_sessions.add(app.session_id)
            return
        self._session_before = None
        if app.app_id != self._launcher.app_id:
            return
        self._session, self._reported_ready = app.session_id, False
        self._our_sessions.add(self._session)
        if self._disconnect_by is not None:
            self._stop(self._session)
        else:
            self._notify(events.AppStarted(self._session))

    def _report_status(self, status: Status, app: RunningApp | None) -> None:
        screen, session = self._screen_content(app)
        reported = events.ScreenReported(
            screen,
            active=status.is_active_input,
            standby=status.is_stand_by is True,
            after=self._launches,
            session=session,
            stopped=not status.applications,
        )
        self._report_screen(reported)
        if app is None or app.session_id != self._session or self._reported_ready:
            return
        if self._launcher.ready(app):
            self._reported_ready = True
            self._notify(events.AppReady(self._session))

    def _screen_content(self, app: RunningApp | None) -> tuple[ScreenContent, str]:
        """And the session of an app like ours."""
        if app is None:
            return ScreenContent.IDLE, ""
        if app.session_id in self._our_sessions:
            return ScreenContent.OURS, ""
        if any(app.app_id == each.app_id for each in self._launchers.values()):
            return ScreenContent.SAME_APP, app.session_id
        return ScreenContent.OTHER, ""

    def _on_launch_error(self, data: dict[str, Any]) -> None:
        if self._session_before is None or data.get("requestId") not in (self._launch_id, 0, None):
            return
        reason = sanitize(data.get("reason"), 50)
        refused = _REFUSALS.get(reason, events.LaunchRefused(CastReason.LAUNCH_REFUSED))
        if refused.again and self._launcher.app_id in self._unavailable:
            refused = events.LaunchRefused(CastReason.APP_UNAVAILABLE)
        self._report(f"{self.address} refused the launch: {reason}")
        self._refuse(refused)

    def _refuse(self, refused: events.LaunchRefused) -> None:
        self._session_before = None
        if self._disconnect_by is not None:
            self._stop_ours()
        else:
            self._notify(refused)

    def _on_launch_status(self, data: dict[str, Any]) -> None:
        """A launch waits for a confirmation on the TV."""
        if self._session_before is None or data.get("launchRequestId") not in (
            self._launch_id,
            0,
            None,
        ):
            return
        match data.get("status"):
            case "USER_PENDING_AUTHORIZATION":
                self._notify(events.ConfirmationPending(pending=True))
            case "USER_ALLOWED":
                self._notify(events.ConfirmationPending(pending=False))
            case "USER_NOT_ALLOWED":
                self._refuse(events.LaunchRefused(CastReason.NOT_ALLOWED))
