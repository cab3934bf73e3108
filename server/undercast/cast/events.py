"""What moves a cast: the events of its state machine, plain frozen data."""

from enum import Enum, auto

from msgspec import Struct

from undercast.base.cast_status import CastReason, Receiver


class ScreenContent(Enum):
    """What runs on the device, by its own word."""

    UNKNOWN = auto()
    IDLE = auto()
    OURS = auto()
    SAME_APP = auto()
    """An app like ours, in a session that we did not start: only its page knows whose it is."""
    OTHER = auto()


class CastRequested(Struct, frozen=True):
    """Somebody chose a device for this room."""

    device: str
    base_url: str
    chain: tuple[Receiver, ...] = (Receiver.DASHCAST,)
    coming: bool = False
    """Another television shows the room until this one does."""
    occupied: bool = False
    """Somebody's phone is in the room."""


class StopRequested(Struct, frozen=True):
    """Somebody ended the cast, or the server shuts down."""


class TakeBackRequested(Struct, frozen=True):
    """Somebody wants the screen back from another app."""


class OccupancyChanged(Struct, frozen=True):
    """Whether somebody's phone is in the room."""

    occupied: bool


class ActivityReported(Struct, frozen=True):
    """Somebody just played or pressed something."""


class DeviceReplaced(Struct, frozen=True):
    """Another room is cast to this device."""


class CastResumed(Struct, frozen=True):
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


class Connected(Struct, frozen=True):
    """The device is connected."""


class ConnectionLost(Struct, frozen=True):
    """The connection broke, or could not be made."""


class DeviceSeen(Struct, frozen=True):
    """Discovery sees the device; `moved`: at another address than we use."""

    moved: bool = False


class ScreenReported(Struct, frozen=True):
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


class AppStarted(Struct, frozen=True):
    """The app that we launched has a session."""

    session: str


class AppReady(Struct, frozen=True):
    """The app that we launched accepts a load."""

    session: str


class LaunchRefused(Struct, frozen=True):
    """The device did not start the app; `again`: it may next time."""

    reason: CastReason
    again: bool = False


class ConfirmationPending(Struct, frozen=True):
    """The TV asks whether we may cast; not `pending`: somebody said yes."""

    pending: bool = True


class LoadFailed(Struct, frozen=True):
    """The app cannot show what it was sent; `reason`: for the people, if it fails every time."""

    reason: CastReason = CastReason.NO_HELLO


class PageConnected(Struct, frozen=True):
    """The page of the last load connected to us, for the first time or again."""


class PageDisconnected(Struct, frozen=True):
    """The page's socket closed."""


class BaseUrlChanged(Struct, frozen=True):
    """Our address as the device sees it has changed."""

    base_url: str


class Tick(Struct, frozen=True):
    """Time has passed; see `state_machine.next_deadline`."""


Event = (
    CastRequested | StopRequested | TakeBackRequested | OccupancyChanged | ActivityReported
    | DeviceReplaced | CastResumed | Connected | ConnectionLost | DeviceSeen | ScreenReported
    | AppStarted | AppReady | ConfirmationPending | LaunchRefused | LoadFailed | PageConnected
    | PageDisconnected | BaseUrlChanged | Tick
)  # fmt: skip
