"""What a cast is made of: its phases, the events that move it, the effects that follow.

All of it is plain frozen data; what follows from what, `machine` says.
"""

from dataclasses import dataclass
from enum import Enum, auto

from undercast.base.cast_status import CastPhase, CastReason, Receiver


class OnScreen(Enum):
    """What the device says that it runs."""

    UNKNOWN = auto()
    IDLE = auto()
    OURS = auto()
    LIKE_OURS = auto()
    """Our app, in a session that we did not start: only its page can say whose it is."""
    OTHER = auto()


# --- Events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pressed:
    """Somebody chose a device for this room; `base` is our address as that device sees it, `chain`
    the receivers that may show the game there, the best one first.
    """

    device: str
    base: str
    chain: tuple[Receiver, ...] = (Receiver.DASHCAST,)
    coming: bool = False
    """Another television shows the room until this one does."""
    here: bool = False
    """Somebody's phone is in the room."""


@dataclass(frozen=True, slots=True)
class StopPressed:
    """Somebody ended the cast, or the server stops in order."""


@dataclass(frozen=True, slots=True)
class TakeBackPressed:
    """Somebody wants the screen back from another app."""


@dataclass(frozen=True, slots=True)
class PeopleChanged:
    """Somebody's phone is in the room now, or nobody's."""

    here: bool


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """Somebody played, or asked for something else, just now."""


@dataclass(frozen=True, slots=True)
class DeviceReplaced:
    """Another room was put on this device."""


@dataclass(frozen=True, slots=True)
class ServerResumed:
    """A cast of an earlier life of ours: `session` was our app's session on the device."""

    device: str
    base: str
    session: str = ""
    taken_over: bool = False
    chain: tuple[Receiver, ...] = (Receiver.DASHCAST,)
    was_active: bool = False
    """The device's input was seen to be what the TV shows."""
    age: float | None = None
    """Seconds since somebody last pressed or played; None: nobody knows."""
    reason: CastReason | None = None
    """Why it was taken over."""


@dataclass(frozen=True, slots=True)
class Linked:
    """The connection to the device stands."""


@dataclass(frozen=True, slots=True)
class Unlinked:
    """The connection is lost, or could not be made."""


@dataclass(frozen=True, slots=True)
class DeviceSeen:
    """Discovery sees the device; `moved`: at another address than we are connected to."""

    moved: bool = False


@dataclass(frozen=True, slots=True)
class ScreenIs:
    """The device told what it runs. `active`: whether the TV shows this input (None: unknown)."""

    screen: OnScreen
    active: bool | None = None
    standby: bool = False
    after: int = 0
    """How many launches of ours this connection had sent before: older news is no takeover."""
    session: str = ""
    """Of an app like ours."""
    stopped: bool = False
    """Of an idle screen: there is nothing, not even what the device shows when it is idle. So it
    looks when somebody has stopped an app; a device that goes idle shows its own screen at once."""


@dataclass(frozen=True, slots=True)
class AppUp:
    """The app that we launched has its session."""

    session: str


@dataclass(frozen=True, slots=True)
class AppReady:
    """The app that we launched takes a load."""

    session: str


@dataclass(frozen=True, slots=True)
class LaunchRefused:
    """The device would not start the app; `again`: it may the next time."""

    reason: CastReason
    again: bool = False


@dataclass(frozen=True, slots=True)
class AskedOnTv:
    """The TV asks whoever is in front of it whether we may; or it asks no longer: they said yes."""

    pending: bool = True


@dataclass(frozen=True, slots=True)
class LoadFailed:
    """The app says that it cannot show what it was sent; `reason`: what people are told if it says
    so every time.
    """

    reason: CastReason = CastReason.NO_HELLO


@dataclass(frozen=True, slots=True)
class Hello:
    """The page of the last load called home, for the first time or again."""


@dataclass(frozen=True, slots=True)
class PageWent:
    """The page's socket is gone."""


@dataclass(frozen=True, slots=True)
class BaseIs:
    """Our address as the device sees it has changed."""

    base: str


@dataclass(frozen=True, slots=True)
class Ticked:
    """Time has passed; see `machine.next_deadline`."""


Event = (
    Pressed | StopPressed | TakeBackPressed | PeopleChanged | GamePlayed | DeviceReplaced
    | ServerResumed | Linked | Unlinked | DeviceSeen | ScreenIs | AppUp | AppReady | AskedOnTv
    | LaunchRefused | LoadFailed
    | Hello | PageWent | BaseIs | Ticked
)  # fmt: skip


# --- Effects and the state ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Connect:
    """Connect to the device at its present address; an older connection is dropped.
    Answered by Linked or, within the client's time limits, Unlinked.
    """

    device: str
    session: str


@dataclass(frozen=True, slots=True)
class Launch:
    """Start this receiver's app on the device, anew if it runs."""

    receiver: Receiver


@dataclass(frozen=True, slots=True)
class Load:
    """Send the app to a page of ours under this address, with a fresh nonce."""

    base: str


@dataclass(frozen=True, slots=True)
class Disconnect:
    """Stop our app, if it is still ours or comes up late, and give up the connection."""


Effect = Connect | Launch | Load | Disconnect


@dataclass(frozen=True, slots=True)
class State:
    """Everything that a cast remembers. Times are the injected clock's, in seconds."""

    phase: CastPhase = CastPhase.IDLE
    reason: CastReason | None = None
    device: str = ""
    chain: tuple[Receiver, ...] = (Receiver.DASHCAST,)
    """What may show the game there, in this order …"""
    way: int = 0
    """… and which of them does, or is being tried."""
    gave_up: CastReason | None = None
    """Why the ones before it did not, this time."""
    base: str = ""
    """Our address as the device sees it …"""
    loaded: str = ""
    """… and as it was at the last load."""
    session: str = ""
    """Our app's session on the device."""
    link: bool = False
    page: bool = False
    screen: OnScreen = OnScreen.UNKNOWN
    stranger: str = ""
    """The session of an app like ours."""
    away: bool = False
    """The TV is on standby, or was on our input and is on another."""
    standby: bool = False
    active: bool | None = None
    was_active: bool = False
    stopped: bool = False
    """Somebody stopped our app, as far as can be told."""
    here: bool = False
    """Somebody's phone is in the room."""
    wished: float | None = None
    """When somebody last pressed or played, as far as that is known."""
    acted: bool = False
    """Somebody pressed or played since the last cast that nobody pressed for."""
    on_request: bool = False
    """After a restart, and the wish is too old: only a press or the page brings it back."""
    resumed: bool = False
    """After a restart, and neither a press nor the page has come since."""
    coming: bool = False
    """Another television shows the room until this one does: it shows soon, or fails."""
    launches: int = 0
    loads: int = 0
    recasts: int = 0
    tries: int = 0
    """To connect, in a row."""
    shown: float = 0.0
    """Since when the page shows …"""
    opened: float | None = None
    """… and when it was sent there."""
    load_failed: CastReason | None = None
    """Why the app could not show it, if it said so."""
    until: float | None = None
    """When the phase's patience ends."""
    relink_at: float | None = None

    @property
    def receiver(self) -> Receiver:
        """What shows the game, or is to show it."""
        return self.chain[self.way]


Stepped = tuple[State, tuple[Effect, ...]]
"""The state after an event, and what is to be done, in this order."""
