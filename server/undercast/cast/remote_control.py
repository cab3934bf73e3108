"""The connection to a device of either kind, as casts see it."""

from collections.abc import Callable
from typing import Protocol

from undercast.base.cast_status import Kind, Receiver
from undercast.cast.events import Event


class RemoteControl(Protocol):
    """A connection to a device; see `device.DeviceClient`."""

    kind: Kind
    address: str
    ended: bool
    stopped_cleanly: bool

    def start(self) -> None:
        """Connect."""

    def launch(self, receiver: Receiver) -> None:
        """Start or restart this receiver's app."""

    def load(self, url: str) -> None:
        """Have it open a page."""

    def request_status(self) -> None:
        """Ask again what runs."""

    def disconnect(self, *, stop: bool, lost: Receiver | None = None) -> None:
        """End; with `stop`, first stop our app. `lost`: what an earlier connection launched, if it
        broke before the app's session was known.
        """

    def join(self, timeout: float) -> bool:
        """Wait for the end."""


RemoteFactory = Callable[
    [Kind, str, str, Callable[[Event], None], Callable[[str], None]], RemoteControl
]
"""kind, address, our app's session, notify, report → its remote control. Raises OSError."""
