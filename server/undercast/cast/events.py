"""What moves a cast: the events of its state machine, plain frozen data."""

from dataclasses import dataclass
from enum import Enum, auto

from undercast.base.cast_status import CastReason, Receiver


class ScreenContent(Enum):
    """What runs on the device, by its own word."""

    UNKNOWN = auto()
    IDLE = auto()
    OURS = auto()
    SAME_APP = auto()
    """An app like ours, in a session that we did not start: only its page knows whose it is."""
    OTHER = auto()


@dataclass(frozen=True, slots=True)
class CastRequested:
    """Somebody chose a device for this room."""

    device: str
    base_url: str
    chain: tuple[Receiver, ...] = (Receiver.DASHCAST,)
    coming: bool = False
    """Another television shows the room until this one does."""
    occupied: bool = False
    """Somebody's phone is in the room."""


@dataclass(frozen=True, slots=True)
class StopRequested:
    """Somebody ended the cast, or the server shuts down."""


@dataclass(frozen=True, slots=True)
class TakeBackRequested:
    """Somebody wants the screen back from another app."""


@dataclass(frozen=True, slots=True)
class OccupancyChanged:
    """Whether somebody's phone is in the room."""

    occupied: bool


@dataclass(frozen=True, slots=True)
class ActivityReported:
    """Somebody just played or pressed something."""


@dataclass(frozen=True, slots=True)
class DeviceReplaced:
    """Another room is cast to this device."""


@dataclass(frozen=True, slots=True)
class CastResumed:
    """A cast from before a restart: `session` was our app's session on the device."""

    device: str
    base_url: str
    session: str = ""
    taken_over: bool = False
    chain: tuple[Receiver, ...] = (Receiver.DASHCAST,)
    was_active: bool = False
    """The TV has shown the device's input."""
    age: float | None = None
    """Seconds since the last press or move; None: unknown."""
    reason: CastReason | None = None
    """Why it was taken over."""


@dataclass(frozen=True, slots=True)
class Connected:
    """The device is connected."""


@dataclass(frozen=True, slots=True)
class ConnectionLost:
    """The connection broke, or could not be made."""


@dataclass(frozen=True, slots=True)
class DeviceSeen:
    """Discovery sees the device; `moved`: at another address than we use."""

    moved: bool = False


@dataclass(frozen=True, slots=True)
class ScreenReported:
    """The device said what it runs. `active`: whether the TV shows this input (None: unknown)."""

    screen: ScreenContent
    active: bool | None = None
    standby: bool = False
    after: int = 0
    """Our launches on this connection so far: an older report is no takeover."""
    session: str = ""
    """Of an app like ours."""
    stopped: bool = False
    """Of an idle screen: not even the device's own idle app runs. That happens when somebody stops
    an app; a device that goes idle shows its own app at once."""


@dataclass(frozen=True, slots=True)
class AppStarted:
    """The app that we launched has a session."""

    session: str


@dataclass(frozen=True, slots=True)
class AppReady:
    """The app that we launched accepts a load."""

    session: str


@dataclass(frozen=True, slots=True)
class LaunchRefused:
    """The device did not start the app; `again`: it may next time."""

    reason: CastReason
    again: bool = False


@dataclass(frozen=True, slots=True)
class ConfirmationPending:
    """The TV asks whether we may cast; not `pending`: somebody said yes."""

    pending: bool = True


@dataclass(frozen=True, slots=True)
class LoadFailed:
    """The app cannot show what it was sent; `reason`: for the people, if it fails every time."""

    reason: CastReason = CastReason.NO_HELLO


@dataclass(frozen=True, slots=True)
class PageConnected:
    """The page of the last load connected to us, for the first time or again."""


@dataclass(frozen=True, slots=True)
class PageDisconnected:
    """The page's socket closed."""


@dataclass(frozen=True, slots=True)
class BaseUrlChanged:
    """Our address as the device sees it has changed."""

    base_url: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed; see `state_machine.next_deadline`."""


Event = (
    CastRequested | StopRequested | TakeBackRequested | OccupancyChanged | ActivityReported
    | DeviceReplaced | CastResumed | Connected | ConnectionLost | DeviceSeen | ScreenReported
    | AppStarted | AppReady | ConfirmationPending | LaunchRefused | LoadFailed | PageConnected
    | PageDisconnected | BaseUrlChanged | Tick
)  # fmt: skip
