"""Apps of an emulated device: which there are, how they start, what they are told to show."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pychromecast.generated.cast_channel_pb2 import CastMessage

from cast.emulated.names import (
    BACKDROP,
    DASHCAST,
    MEDIA_RECEIVER,
    NS_DASHCAST,
    NS_MEDIA,
    NS_OWN,
    NS_RECEIVER,
    YOUTUBE,
    fresh_id,
)
from cast.emulated.stream import Stream
from cast.emulated.wire import Connection

Close = Callable[[], None]
Open = Callable[[str], Close]


@dataclass
class Faults:
    """Bad moods; each may be set at any time."""

    launch_error: str | None = None
    """Answer LAUNCH with this reason …"""
    launch_errors: int = 1_000_000
    """… so many times."""
    refused: dict[str, str] = field(default_factory=dict)
    """Answer LAUNCH of these apps with these reasons, always."""
    unavailable: set[str] = field(default_factory=set)
    """Apps that cannot be fetched just now, as GET_APP_AVAILABILITY tells it."""
    keeps_availability: bool = False
    """GET_APP_AVAILABILITY gets no answer."""
    asks: bool = False
    """Before a launch a person has to agree on the TV: see `EmulatedDevice.person_says`."""
    slow_launch: float = 0.0
    """Seconds until the app has a session …"""
    slow_launches: dict[str, float] = field(default_factory=dict)
    """… and for these apps."""
    late_namespaces: float = 0.0
    """Seconds until the app's status names its namespaces."""
    late_ready: float = 0.0
    """Seconds from then until it takes a load."""
    silent_launch: bool = False
    """LAUNCH gets no answer at all."""
    lose_loads: int = 0
    """So many loads are accepted and never opened."""
    new_session: bool = False
    """After a load the app goes by another session's id."""
    load_failed: str = ""
    """So the Default Media Receiver says that it cannot show what it was sent; empty: it can."""
    black_hole: bool = False
    """Everything is read and nothing answered."""
    no_handshake: bool = False
    """Connections are taken and never spoken to."""


@dataclass
class App:
    """What runs on the device."""

    app_id: str
    session: str
    namespaces: list[str] = field(default_factory=list)
    status_text: str = ""
    ready: bool = False
    loaded: bool = False
    close_page: Close | None = None

    def described(self) -> dict[str, Any]:
        """As a status has it."""
        return {
            "appId": self.app_id,
            "sessionId": self.session,
            "transportId": self.session,
            "displayName": f"app {self.app_id}",
            "isIdleScreen": self.app_id == BACKDROP,
            "statusText": self.status_text,
            "namespaces": [{"name": name} for name in self.namespaces],
        }


@dataclass
class Asked:
    """A launch that waits for a person at the TV."""

    app_id: str
    connection: Connection
    request: int


class Apps:
    """The half of an :class:`EmulatedDevice` that runs apps."""

    active: bool | None
    standby: bool | None
    changed: threading.Condition

    def __init__(self, own_app: str | None, open_page: Open | None) -> None:
        self.own_app = own_app
        self.open_page = open_page
        """Opens what DashCast or an own receiver is told to, in something that tests look at."""
        self.open_pictures: Open = self._fetch
        """Shows what the Default Media Receiver is told to: by a real GET, unless replaced."""
        self.faults = Faults()
        self.urls: list[str] = []
        """All that was ever opened."""
        self.pictures: deque[bytes] = deque(maxlen=100)
        """What the Default Media Receiver has shown lately, one JPEG after the other."""
        self.app: App | None = None
        self._asked: Asked | None = None

    # --- What the device does ---

    def _tell(self, connection: Connection | None = None, request: int = 0) -> None:
        raise NotImplementedError

    def _say(self, namespace: str, source: str, data: Any) -> None:
        raise NotImplementedError

    def _later(self, seconds: float, do: Callable[[], None]) -> None:
        raise NotImplementedError

    def _have(self, thread: threading.Thread) -> None:
        raise NotImplementedError

    # --- Launching ---

    @property
    def _namespaces(self) -> dict[str, list[str]]:
        own = {self.own_app: [NS_OWN]} if self.own_app else {}
        return {DASHCAST: [NS_DASHCAST], MEDIA_RECEIVER: [NS_MEDIA], **own}

    def _availability(self, data: dict[str, Any]) -> dict[str, Any]:
        known = {*self._namespaces, YOUTUBE} - self.faults.unavailable
        said = {each: f"APP_{'' if each in known else 'UN'}AVAILABLE" for each in data["appId"]}
        return {
            "responseType": data["type"],
            "requestId": data.get("requestId", 0),
            "availability": said,
        }

    def _launch(self, connection: Connection, message: CastMessage, data: dict[str, Any]) -> None:
        request, app_id = data.get("requestId", 0), data["appId"]
        reason = self.faults.refused.get(app_id)
        if self.faults.launch_error and self.faults.launch_errors > 0:
            self.faults.launch_errors -= 1
            reason = self.faults.launch_error
        elif app_id not in self._namespaces:
            reason = "NOT_FOUND"
        if reason is not None:
            error = {"type": "LAUNCH_ERROR", "requestId": request, "appId": app_id}
            connection.answer(message, {**error, "reason": reason})
        elif self.app and self.app.app_id == app_id:
            self._tell(connection, request)  # joined
        elif self.faults.asks:
            self._asked = Asked(app_id, connection, request)
            self._say_launch("USER_PENDING_AUTHORIZATION", self._asked)
        elif not self.faults.silent_launch:
            self._start_later(app_id, connection, request)

    def person_says(self, *, yes: bool) -> None:
        """Somebody answers on the TV itself."""
        with self.changed:
            asked, self._asked = self._asked, None
            assert asked
            self._say_launch("USER_ALLOWED" if yes else "USER_NOT_ALLOWED", asked)
            if yes:
                self._start_later(asked.app_id, asked.connection, asked.request)

    def _say_launch(self, status: str, asked: Asked) -> None:
        said = {"type": "LAUNCH_STATUS", "status": status, "launchRequestId": asked.request}
        asked.connection.send("receiver-0", "*", NS_RECEIVER, said)

    def _start_later(self, app_id: str, connection: Connection, request: int) -> None:
        seconds = self.faults.slow_launches.get(app_id, self.faults.slow_launch)
        self._later(seconds, lambda: self._start(app_id, connection, request))

    def _start(self, app_id: str, connection: Connection, request: int) -> None:
        with self.changed:
            if self.app and self.app.app_id == app_id:
                self._tell(connection, request)  # an earlier launch of it came up meanwhile: joined
                return
            self._end_app()
            app = self.app = App(app_id, str(fresh_id()))
            self.active, self.standby = (
                None if self.active is None else True,
                None if self.standby is None else False,
            )
            if self.faults.late_namespaces:
                self._tell(connection, request)
                self._later(self.faults.late_namespaces, lambda: self._name(app))
            else:
                self._name(app, connection, request)

    def _name(self, app: App, connection: Connection | None = None, request: int = 0) -> None:
        with self.changed:
            app.namespaces = self._namespaces[app.app_id]
            self._tell(connection, request)
            self._later(self.faults.late_ready, lambda: self._get_ready(app))

    def _get_ready(self, app: App) -> None:
        with self.changed:
            app.ready = True
            app.status_text = "Application ready"
            self._tell()

    def _end_app(self) -> None:
        app, self.app = self.app, None
        if app and app.close_page:
            app.close_page()

    # --- Loading ---

    def _hear_load(self, message: CastMessage, data: dict[str, Any]) -> None:
        """For DashCast, or a receiver of one's own: a page."""
        app = self.app
        if app is None or message.destination_id != app.session or not app.ready or app.loaded:
            return  # lost: nobody listens
        if not self._is_lost():
            app.loaded = True  # the page is in the app's place, the message bus is gone
            self._open(app, data["url"], self.open_page)
            self._rename_session(app)

    def _hear_media(
        self, connection: Connection, message: CastMessage, data: dict[str, Any]
    ) -> None:
        """For the Default Media Receiver: one load after the other, if it must be."""
        app = self.app
        if app is None or message.destination_id != app.session or not app.ready:
            return
        request = data.get("requestId", 0)
        if data["type"] == "GET_STATUS":
            connection.answer(message, media_status(request, None))
        elif data["type"] != "LOAD" or not isinstance(data.get("media"), dict):
            connection.answer(message, {"type": "INVALID_REQUEST", "requestId": request})
        elif self.faults.load_failed:
            connection.answer(message, {"type": self.faults.load_failed, "requestId": request})
        elif not self._is_lost():
            if app.close_page:
                app.close_page()
            connection.answer(message, media_status(request, "BUFFERING", data["media"]))
            self._open(app, data["media"]["contentId"], self.open_pictures)
            self._rename_session(app)

    def _is_lost(self) -> bool:
        lost = self.faults.lose_loads > 0
        self.faults.lose_loads -= lost
        return lost

    def _open(self, app: App, url: str, show: Open | None) -> None:
        self.urls.append(url)
        app.close_page = show(url) if show else None

    def _rename_session(self, app: App) -> None:
        if self.faults.new_session:
            app.session = str(fresh_id())
            self._tell()

    # --- Pictures ---

    def _fetch(self, url: str) -> Close:
        """As the player does: what it makes of it, it tells whoever is connected."""
        app = self.app
        assert app

        def shown(picture: bytes) -> None:
            with self.changed:
                self.pictures.append(picture)
                self.changed.notify_all()

        def ended(some: bool) -> None:
            with self.changed:
                if self.app is app:
                    what = media_status(0, "IDLE", reason="FINISHED" if some else "ERROR")
                    self._say(NS_MEDIA, app.session, what)
                    if not some:
                        self._say(NS_MEDIA, app.session, {"type": "LOAD_FAILED", "requestId": 0})

        stream = Stream(url, shown, ended)
        self._have(stream.thread)
        return stream.close


def media_status(
    request: int, state: str | None, media: Any = None, reason: str | None = None
) -> dict[str, Any]:
    """What the player says of itself; None: it has nothing to play."""
    playing: dict[str, Any] = {"mediaSessionId": 1, "playerState": state, "media": media}
    if reason is not None:
        playing["idleReason"] = reason
    return {
        "type": "MEDIA_STATUS",
        "requestId": request,
        "status": [] if state is None else [playing],
    }
