"""The messages between server and cast child: one JSON object a line, over stdin and stdout.

Both ends survive any input: a line that is too long, not JSON or not of these shapes raises
:class:`InvalidMessage` and nothing else.
"""

from typing import Annotated, BinaryIO, TypeVar

import msgspec

from undercast.base.cast_status import CastPhase, CastReason, Kind, Receiver
from undercast.cast.timings import Timings

LONGEST_LINE = 64 * 1024
"""In bytes, with its newline."""

BY_ADDRESS = "at-"
"""Starts the id of a device that reports none."""

Id = Annotated[str, msgspec.Meta(max_length=100)]
Text = Annotated[str, msgspec.Meta(max_length=300)]
FilePath = Annotated[str, msgspec.Meta(max_length=4096)]
Path = Annotated[str, msgspec.Meta(max_length=500, pattern="^/")]


class _Message(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    pass


class CastIntent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A room's cast to a device, with everything that is needed to resume it after a restart."""

    room: Id
    device: Id
    path: Path
    """Of the TV's page; the nonce is added to it as a query."""
    address: Id = ""
    """The device's last known address."""
    nonce: Id = ""
    """Of the last load."""
    session: Text = ""
    """Our app's session on the device."""
    taken_over: bool = False
    receiver: Receiver | None = None
    """What showed the game there, or was being tried."""
    reason: CastReason | None = None
    """Why it was taken over."""
    was_active: bool = False
    """The TV has shown the device's input."""
    wished: int = 0
    """When somebody last pressed or played, in Unix seconds; 0: unknown, so long ago. Set by the
    server, 0 in the child.
    """
    kind: Kind = Kind.CAST
    """The device's."""


# --- Server → child -------------------------------------------------------------------------------


class StartMessage(_Message, frozen=True):
    """The first message: what the child needs to know."""

    host: Text
    """The server's listening address."""
    port: int
    """Of plain http, or of https with a certificate that televisions accept (`tls`)."""
    tls: bool = False
    public_url: Text | None = None
    app_id: Id | None = None
    """An own receiver app instead of DashCast."""
    known_hosts: tuple[Id, ...] = ()
    interfaces: tuple[Id, ...] = ()
    """Own addresses to search from; none: all."""
    folder: FilePath = ""
    """For the pairing keys; "": they are not kept."""
    timings: Timings = Timings()


class Cast(_Message, frozen=True):
    """Cast this room to this device. One that already shows it is freed once this one shows."""

    room: Id
    device: Id
    path: Path
    address: Id = ""
    """The device's last known address and kind, for a child that has not found it yet."""
    kind: Kind = Kind.CAST
    occupied: bool = True
    """As in OccupancyMessage."""
    try_last: tuple[Receiver, ...] = ()
    """Receivers that failed there recently."""


class StopCast(_Message, frozen=True):
    """Free the room's devices."""

    room: Id
    device: Id = ""
    """Only this one."""


class TakeBack(_Message, frozen=True):
    """Cast over another app that has taken the device."""

    room: Id


class OccupancyMessage(_Message, frozen=True):
    """Whether somebody's phone is in the room, sent when that changes."""

    room: Id
    occupied: bool


class ActivityMessage(_Message, frozen=True):
    """Somebody in the room just pressed or played; sent once a minute at most."""

    room: Id


class PageConnectedMessage(_Message, frozen=True):
    """A page with this nonce has connected, for the first time or again."""

    room: Id
    nonce: Id


class PageDisconnectedMessage(_Message, frozen=True):
    """The page's last socket closed."""

    room: Id
    nonce: Id


class AddDevice(_Message, frozen=True):
    """Look for a device at this address from now on."""

    address: Id


class ResumeMessage(_Message, frozen=True):
    """Resume these casts, after a restart of child or server."""

    intents: tuple[CastIntent, ...]
    now: int = 0
    """Unix seconds by the clock of `CastIntent.wished`; 0 without intents."""


class ShutdownMessage(_Message, frozen=True):
    """Stop our apps, and end."""


ToChild = (
    StartMessage | Cast | StopCast | TakeBack | OccupancyMessage | ActivityMessage
    | PageConnectedMessage | PageDisconnectedMessage | AddDevice | ResumeMessage | ShutdownMessage
)  # fmt: skip


# --- Child → server -------------------------------------------------------------------------------


class Device(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One device."""

    id: Id
    name: Text
    """Its own name, with its address if two have the same."""
    model: Text
    address: Id
    refused: CastReason | None = None
    """Why it can't be cast to; None: it can."""
    kind: Kind = Kind.CAST


class Devices(_Message, frozen=True):
    """All devices, sent at each change."""

    devices: tuple[Device, ...]
    network: CastReason | None = None
    """Why none can be found, if known."""


class PageExpected(_Message, frozen=True):
    """Sent before a load: a page with this nonce may connect once. Earlier nonces of the room for
    this device are void.
    """

    room: Id
    nonce: Id
    device: Id = ""


class NextDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A second device, chosen while the first shows the room; the first is freed once it shows."""

    device: Id
    state: CastPhase
    """Until it shows; or `failed`: the first one keeps showing."""
    reason: CastReason | None = None
    receiver: Receiver | None = None


class CastState(_Message, frozen=True):
    """The state of a room's cast, sent at each change."""

    room: Id
    device: Id
    """In `idle`: the device that another room has now (`replaced`)."""
    state: CastPhase
    reason: CastReason | None = None
    intent: CastIntent | None = None
    """For a ResumeMessage; None: nothing is wanted any more."""
    receiver: Receiver | None = None
    """What shows the game there, or is being tried."""
    failed: tuple[Receiver, ...] = ()
    """Receivers that failed before this one showed."""
    coming: NextDevice | None = None


class CastRefused(_Message, frozen=True):
    """A Cast could not start. An earlier one continues."""

    room: Id
    device: Id
    reason: CastReason


class TroubleMessage(_Message, frozen=True):
    """A fault that was handled: for the host's log."""

    text: Text
    room: Id = ""


class HeartbeatMessage(_Message, frozen=True):
    """Sent every few seconds by the working loop."""


ToServer = Devices | PageExpected | CastState | CastRefused | TroubleMessage | HeartbeatMessage


# --- Lines ----------------------------------------------------------------------------------------


class InvalidMessage(Exception):
    """That is no message; the text says why and quotes nothing of it."""


_T = TypeVar("_T")
_TO_CHILD: msgspec.json.Decoder[ToChild] = msgspec.json.Decoder(ToChild)
_TO_SERVER: msgspec.json.Decoder[ToServer] = msgspec.json.Decoder(ToServer)


def encode(message: ToChild | ToServer) -> bytes:
    """The message as a line. Raises ValueError if it is too long."""
    line = msgspec.json.encode(message) + b"\n"
    if len(line) > LONGEST_LINE:
        raise ValueError(f"a {type(message).__name__} of {len(line)} bytes is no line")
    return line


def decode_to_child(line: bytes) -> ToChild:
    """The message in a line from the server. Raises InvalidMessage."""
    return _decoded(_TO_CHILD, line)


def decode_to_server(line: bytes) -> ToServer:
    """The message in a line from the child. Raises InvalidMessage."""
    return _decoded(_TO_SERVER, line)


def _decoded(decoder: msgspec.json.Decoder[_T], line: bytes) -> _T:
    try:
        return decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidMessage(type(error).__name__) from error


def read_line(stream: BinaryIO) -> bytes | None:
    """The next line, in bounded memory; None at the end. Works on a pipe, also on gevent's.

    Raises InvalidMessage after skipping a line that is too long.
    """
    line = stream.readline(LONGEST_LINE)
    if not line:
        return None
    if line.endswith(b"\n"):
        return line
    while True:
        rest = stream.readline(LONGEST_LINE)
        if not rest:
            return None  # the end came in the middle of a line
        if rest.endswith(b"\n"):
            raise InvalidMessage("a line that is too long")


def sanitize(text: object, limit: int = 300) -> str:
    """Untrusted text made printable and cut to this length."""
    words = "".join(c if c.isprintable() else "?" for c in str(text)[: limit + 1])
    return words if len(words) <= limit else words[: limit - 1] + "…"
