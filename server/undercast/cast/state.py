"""The state of one cast and the effects of its transitions, plain frozen data."""

from dataclasses import dataclass

from msgspec import Struct

from undercast.base.cast_status import CastPhase, CastReason, Receiver
from undercast.cast.events import ScreenContent


class Connect(Struct, frozen=True):
    """Connect to the device at its present address, and drop an older connection. Connected follows
    or, within the client's time limits, ConnectionLost.
    """

    device: str
    session: str


class Launch(Struct, frozen=True):
    """Start this receiver's app on the device; restart it if it runs."""

    receiver: Receiver


class Load(Struct, frozen=True):
    """Have the app open our page at this address, with a new nonce."""

    base_url: str


class Disconnect(Struct, frozen=True):
    """Stop our app, also if it comes up late, and close the connection."""


Effect = Connect | Launch | Load | Disconnect


@dataclass(frozen=True, slots=True)
class State:
    """Everything that a cast remembers. Times are seconds of the caller's clock."""

    phase: CastPhase = CastPhase.IDLE
    reason: CastReason | None = None
    device: str = ""
    chain: tuple[Receiver, ...] = (Receiver.DASHCAST,)
    """The receivers that can show the game there, in this order …"""
    receiver_index: int = 0
    """… and the one that does, or is being tried."""
    skipped_reason: CastReason | None = None
    """Why the ones before it failed this time."""
    base_url: str = ""
    """Our address as the device sees it …"""
    loaded_url: str = ""
    """… and at the last load."""
    session: str = ""
    """Our app's session on the device."""
    connected: bool = False
    page_connected: bool = False
    screen: ScreenContent = ScreenContent.UNKNOWN
    other_session: str = ""
    """The session of an app like ours."""
    away: bool = False
    """The TV is on standby, or has left our input for another."""
    standby: bool = False
    active: bool | None = None
    was_active: bool = False
    stopped: bool = False
    """Somebody stopped our app, by all signs."""
    occupied: bool = False
    """Somebody's phone is in the room."""
    last_activity: float | None = None
    """When somebody last pressed or played; None: unknown."""
    active_since_recast: bool = False
    """Somebody pressed or played since the last automatic cast."""
    manual_only: bool = False
    """After a restart with too old an intent: only a press or the page brings it back."""
    resumed: bool = False
    """After a restart, before a press or the page."""
    coming: bool = False
    """Another television shows the room until this one does: this one shows soon, or fails."""
    launches: int = 0
    loads: int = 0
    recasts: int = 0
    connect_attempts: int = 0
    """In a row."""
    shown_at: float = 0.0
    """When the page last connected."""
    loaded_at: float | None = None
    load_error: CastReason | None = None
    """Why the app could not show it, if it said so."""
    deadline: float | None = None
    """Of the phase."""
    reconnect_at: float | None = None

    @property
    def receiver(self) -> Receiver:
        """What shows the game, or is being tried."""
        return self.chain[self.receiver_index]


Transition = tuple[State, tuple[Effect, ...]]
"""The state after an event, and the effects in their order."""
