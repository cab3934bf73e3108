"""What the server and its cast child say to each other: one JSON object a line, over the child's
stdin and stdout.

Each message is named once, here, in the direction that it travels. Both ends survive garbage: a
line that is too long, not JSON or not of these shapes raises :class:`Garbage` and nothing else.
"""

from typing import Annotated, BinaryIO, TypeVar

import msgspec

from undercast.base.cast_status import CastPhase, CastReason, Kind, Receiver
from undercast.cast.timings import Timings

LONGEST_LINE = 64 * 1024
"""In bytes, with its newline."""

BY_ADDRESS = "at-"
"""Starts the id of a device that never told its own."""

Id = Annotated[str, msgspec.Meta(max_length=100)]
Text = Annotated[str, msgspec.Meta(max_length=300)]
FilePath = Annotated[str, msgspec.Meta(max_length=4096)]
Path = Annotated[str, msgspec.Meta(max_length=500, pattern="^/")]


class _Message(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    pass


class CastIntent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a room wants of a device, and all that is needed to take it up again after a restart."""

    room: Id
    device: Id
    path: Path
    """Of the TV's page; the nonce is added to it as a query."""
    address: Id = ""
    """Where the device was last."""
    nonce: Id = ""
    """Of the last load."""
    session: Text = ""
    """Our app's session on the device."""
    taken_over: bool = False
    receiver: Receiver | None = None
    """What opened the game there, as far as it had come."""
    reason: CastReason | None = None
    """Why it was taken over."""
    was_active: bool = False
    """The device's input was seen to be what the TV shows."""
    wished: int = 0
    """When somebody last pressed or played, Unix seconds; 0: nobody knows, so long ago. The server
    knows it, the child leaves it at 0.
    """
    kind: Kind = Kind.CAST
    """The device's."""


# --- Server → child -------------------------------------------------------------------------------


class Begin(_Message, frozen=True):
    """First of all: what the child needs to know of the server."""

    host: Text
    """What the server listens on."""
    port: int
    """Of plain http, or of https with a certificate that televisions accept (`tls`)."""
    tls: bool = False
    public_url: Text | None = None
    app_id: Id | None = None
    """A receiver app of one's own instead of DashCast."""
    known_hosts: tuple[Id, ...] = ()
    interfaces: tuple[Id, ...] = ()
    """Addresses to look for devices from; none: all that there are."""
    folder: FilePath = ""
    """Where keys of televisions are kept; "": nowhere."""
    timings: Timings = Timings()


class Cast(_Message, frozen=True):
    """Somebody wants this room shown on this device. A device that shows it meanwhile is freed only
    when this one shows.
    """

    room: Id
    device: Id
    path: Path
    address: Id = ""
    """Where the device was last, and what kind it is: for a child that has found none by now."""
    kind: Kind = Kind.CAST
    here: bool = True
    """Somebody's phone is in the room, as `People` says it from then on."""
    last: tuple[Receiver, ...] = ()
    """What failed there lately, and is tried last."""


class StopCast(_Message, frozen=True):
    """Free the room's devices."""

    room: Id
    device: Id = ""
    """Only this one."""


class TakeBack(_Message, frozen=True):
    """Another app has the device, and somebody in the room wants it back."""

    room: Id


class PeopleMessage(_Message, frozen=True):
    """Somebody's phone is in the room, or nobody's: said when that changes."""

    room: Id
    here: bool


class PlayedMessage(_Message, frozen=True):
    """Somebody in the room pressed or played just now: said once a minute at most."""

    room: Id


class PageSaidHello(_Message, frozen=True):
    """A page with this nonce has a living socket; said at each of its hellos."""

    room: Id
    nonce: Id


class PageGone(_Message, frozen=True):
    """The last socket of that page is gone."""

    room: Id
    nonce: Id


class AddDevice(_Message, frozen=True):
    """Look for a device at this address, from now on."""

    address: Id


class ResumeMessage(_Message, frozen=True):
    """After a restart of the child or of the server: what was wanted."""

    wishes: tuple[CastIntent, ...]
    now: int = 0
    """By the clock of the wishes, Unix seconds; 0 where there are none."""


class ShutdownMessage(_Message, frozen=True):
    """Stop our apps, as far as they are still ours, and end."""


ToChild = (
    Begin | Cast | StopCast | TakeBack | PeopleMessage | PlayedMessage | PageSaidHello | PageGone
    | AddDevice | ResumeMessage | ShutdownMessage
)  # fmt: skip


# --- Child → server -------------------------------------------------------------------------------


class Device(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One device of the house."""

    id: Id
    name: Text
    """Its own name; with its address where another one has the same."""
    model: Text
    address: Id
    refused: CastReason | None = None
    """Why it is not offered; None: it can be cast to."""
    kind: Kind = Kind.CAST


class Devices(_Message, frozen=True):
    """All devices, each time that something about them changed."""

    devices: tuple[Device, ...]
    network: CastReason | None = None
    """Why none can be found, if that is known."""


class PageExpected(_Message, frozen=True):
    """Said before a load is sent: a page with this nonce may call home, once; earlier nonces of the
    room for this device are void.
    """

    room: Id
    nonce: Id
    device: Id = ""


class Coming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A second device, which was chosen while the first one shows the room: it is freed only when
    this one shows.
    """

    device: Id
    state: CastPhase
    """Until it shows; or `failed`, and the first one shows on."""
    reason: CastReason | None = None
    receiver: Receiver | None = None


class CastState(_Message, frozen=True):
    """The state of a room's cast, each time that it changed."""

    room: Id
    device: Id
    """`idle`: the one that it was on, if another room has that now (`replaced`)."""
    state: CastPhase
    reason: CastReason | None = None
    wish: CastIntent | None = None
    """What to `Resume` with; None: nothing is wanted any more."""
    receiver: Receiver | None = None
    """What shows the game there, or is being tried."""
    failed: tuple[Receiver, ...] = ()
    """What was tried in vain before it shows."""
    coming: Coming | None = None


class CastRefused(_Message, frozen=True):
    """A Cast could not begin. What ran before runs on."""

    room: Id
    device: Id
    reason: CastReason


class TroubleMessage(_Message, frozen=True):
    """Something went wrong and was survived: for the host's log."""

    text: Text
    room: Id = ""


class Alive(_Message, frozen=True):
    """Said every few seconds by the loop that does the work."""


ToServer = Devices | PageExpected | CastState | CastRefused | TroubleMessage | Alive


# --- Lines ----------------------------------------------------------------------------------------


class Garbage(Exception):
    """What came is no message; the text says why, and holds nothing of it."""


_T = TypeVar("_T")
_TO_CHILD: msgspec.json.Decoder[ToChild] = msgspec.json.Decoder(ToChild)
_TO_SERVER: msgspec.json.Decoder[ToServer] = msgspec.json.Decoder(ToServer)


def line_of(message: ToChild | ToServer) -> bytes:
    """The message as it travels. Raises ValueError if it is longer than a line may be."""
    line = msgspec.json.encode(message) + b"\n"
    if len(line) > LONGEST_LINE:
        raise ValueError(f"a {type(message).__name__} of {len(line)} bytes is no line")
    return line


def for_child(line: bytes) -> ToChild:
    """The message in a line from the server. Raises Garbage."""
    return _decoded(_TO_CHILD, line)


def for_server(line: bytes) -> ToServer:
    """The message in a line from the child. Raises Garbage."""
    return _decoded(_TO_SERVER, line)


def _decoded(decoder: msgspec.json.Decoder[_T], line: bytes) -> _T:
    try:
        return decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Garbage(type(error).__name__) from error


def read_line(stream: BinaryIO) -> bytes | None:
    """The next line without more memory than a line may have; None at the end.

    Raises Garbage, after skipping it, for a line that is too long. Works on a pipe's file object,
    also on gevent's.
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
            raise Garbage("a line that is too long")


def short(text: object, limit: int = 300) -> str:
    """Somebody else's text, safe to send on and to print: printable, and not longer than this."""
    words = "".join(c if c.isprintable() else "?" for c in str(text)[: limit + 1])
    return words if len(words) <= limit else words[: limit - 1] + "…"
