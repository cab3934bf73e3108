"""What a cast needs of a device, whatever kind it is."""

from collections.abc import Callable
from typing import Protocol

from undercast.base.cast_status import Kind, Receiver
from undercast.cast.states import Event


class RemoteControl(Protocol):
    """What a cast needs of a device; see `device.DeviceClient`."""

    kind: Kind
    address: str
    ended: bool
    left_well: bool

    def start(self) -> None:
        """Connect."""

    def launch(self, receiver: Receiver) -> None:
        """Start this receiver's app anew."""

    def load(self, url: str) -> None:
        """Send it to a page."""

    def ask_status(self) -> None:
        """Have it say again what runs."""

    def leave(self, *, stop: bool, lost: Receiver | None = None) -> None:
        """End; with `stop`, our app too. `lost`: what an earlier connection launched, if it broke
        before the app was known.
        """

    def join(self, timeout: float) -> bool:
        """Wait for the end."""


MakeRemote = Callable[
    [Kind, str, str, Callable[[Event], None], Callable[[str], None]], RemoteControl
]
"""kind, address, our app's session, notify, report → its remote control. Raises OSError."""
