"""How a device opens our page: by which app, and by which message to it.

From public reports: DashCast's `force` opens the page in place of the app (without it, an http page
is blocked inside DashCast's https page). That ends its message bus, so that each further load needs
a new launch.
"""

from typing import Any, Protocol

from pychromecast.config import APP_DASHCAST, APP_MEDIA_RECEIVER
from pychromecast.controllers.dashcast import APP_NAMESPACE

from undercast.base.cast_status import Receiver
from undercast.cast.status import RunningApp

PICTURES_SUFFIX = ".mjpg"
"""What the address of a room's pictures adds to that of its page."""

OWN_NAMESPACE = "urn:x-cast:undercast"
MEDIA_NAMESPACE = "urn:x-cast:com.google.cast.media"


class Launcher(Protocol):
    """A receiver app, and how it is told what to open."""

    app_id: str
    namespace: str

    def ready(self, app: RunningApp) -> bool:
        """Whether the app, as the device describes it, accepts a load."""

    def message(self, url: str, session: str) -> dict[str, Any]:
        """The message on the namespace that opens `url`."""


class DashCast:
    """The public app that opens any address."""

    app_id = APP_DASHCAST
    namespace = APP_NAMESPACE

    def ready(self, app: RunningApp) -> bool:
        """A message before it reports ready is lost."""
        return app.listens_on(self.namespace) and app.status_text == "Application ready"

    def message(self, url: str, session: str) -> dict[str, Any]:
        """As pychromecast's controller sends it."""
        return {"url": url, "force": True, "reload": False, "reload_time": 0, "sessionId": session}


class OwnReceiver:
    """An own receiver app, registered with Google."""

    namespace = OWN_NAMESPACE

    def __init__(self, app_id: str) -> None:
        self.app_id = app_id

    def ready(self, app: RunningApp) -> bool:
        """It listens as soon as its namespace is there."""
        return app.listens_on(self.namespace)

    def message(self, url: str, session: str) -> dict[str, Any]:
        """As receiver_app/receiver.js reads it."""
        return {"type": "LOAD", "url": url, "sessionId": session}


class MediaReceiver:
    """The Default Media Receiver, which every Cast device has: shows pictures of the board.

    A stream of JPEGs (multipart/x-mixed-replace) under the type of one: reported to be shown like
    any picture (pychromecast#207). The message bus stays; who fetches the stream shows it.
    """

    app_id = APP_MEDIA_RECEIVER
    namespace = MEDIA_NAMESPACE

    def ready(self, app: RunningApp) -> bool:
        """It listens as soon as its namespace is there."""
        return app.listens_on(self.namespace)

    def message(self, url: str, session: str) -> dict[str, Any]:
        """The same as pychromecast's `play_media(url, "image/jpeg")` sends."""
        return {
            "type": "LOAD",
            "media": {
                "contentId": url,
                "streamType": "LIVE",
                "contentType": "image/jpeg",
                "metadata": {},
            },
            "autoplay": True,
            "customData": {},
            "sessionId": session,
        }


def launchers_for(app_id: str | None) -> dict[Receiver, Launcher]:
    """The receivers in the order in which they are tried: an own app first, if named."""
    own = {Receiver.OWN: OwnReceiver(app_id)} if app_id and app_id != APP_DASHCAST else {}
    return {**own, Receiver.DASHCAST: DashCast(), Receiver.PICTURES: MediaReceiver()}


def path_for(receiver: Receiver, path: str) -> str:
    """Where this receiver finds the room whose page is at `path`."""
    if receiver is not Receiver.PICTURES:
        return path
    page, mark, query = path.partition("?")
    return f"{page}{PICTURES_SUFFIX}{mark}{query}"
