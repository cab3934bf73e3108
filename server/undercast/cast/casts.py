"""All casts of the house: one machine a room, its device, and what the server is told of it.

Everything here is called by one thread, the child's loop; what other threads have to say comes
through `post`. Nothing here blocks.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from undercast.cast.addresses import Offer, base_for
from undercast.cast.machine import next_deadline, step
from undercast.cast.messages import (
    BY_ADDRESS,
    AddDevice,
    Cast,
    CastRefused,
    CastState,
    Devices,
    PageExpected,
    PageGone,
    PageSaidHello,
    Resume,
    StopCast,
    TakeBack,
    ToChild,
    ToServer,
    Trouble,
    Wish,
    short,
)
from undercast.cast.seen import is_ipv4
from undercast.cast.states import (
    BaseIs,
    Connect,
    DeviceSeen,
    Effect,
    Event,
    Hello,
    Launch,
    Leave,
    Load,
    PageWent,
    Pressed,
    Replaced,
    Resumed,
    ScreenIs,
    State,
    StopPressed,
    TakeBackPressed,
    Ticked,
    Unlinked,
)
from undercast.cast.timings import Timings
from undercast.screens import CastPhase, CastReason, Kind, Receiver

MOST_ROOMS = 200
LEAVE_TRIES = 3


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

    def leave(self, *, stop: bool) -> None:
        """End; with `stop`, our app too."""

    def join(self, timeout: float) -> bool:
        """Wait for the end."""


MakeRemote = Callable[
    [Kind, str, str, Callable[[Event], None], Callable[[str], None]], RemoteControl
]
"""kind, address, our app's session, notify, report → its remote control. Raises OSError."""

ChainFor = Callable[[Kind, str], tuple[Receiver, ...]]
"""a device's kind and id → the receivers that may show the game there, the best one first."""


@dataclass(slots=True)
class RoomCast:
    """One room's cast."""

    room: str
    path: str = "/"
    kind: Kind = Kind.CAST
    state: State = field(default_factory=State)
    remote: RemoteControl | None = None
    number: int = 0
    """Of the remote control: what an earlier one still says is not listened to."""
    launches: int = 0
    """Asked of this remote control."""
    nonce: str = ""
    address: str = ""
    told: CastState | None = None


@dataclass(slots=True)
class Leaving:
    """A device that is being left: perhaps its connection breaks before our app is stopped."""

    remote: RemoteControl
    session: str
    """Of our app, if it is to be stopped and its name is known."""
    tries: int = LEAVE_TRIES


class Casts:
    """The rooms' casts.

    `tell` takes what the server should know; `post` brings a call from any thread into this one.
    """

    def __init__(
        self,
        *,
        offer: Offer,
        timings: Timings,
        tell: Callable[[ToServer], None],
        post: Callable[[Callable[[], None]], None],
        clock: Callable[[], float],
        make_remote: MakeRemote,
        chain_for: ChainFor,
        add_device: Callable[[str], None],
    ) -> None:
        self._offer = offer
        self._timings = timings
        self._tell = tell
        self._post = post
        self._clock = clock
        self._make_remote = make_remote
        self._chain_for = chain_for
        self._add_device = add_device
        self._casts: dict[str, RoomCast] = {}
        self._addresses: dict[str, str] = {}
        self._kinds: dict[str, Kind] = {}
        self.leaving: list[Leaving] = []
        """What is to be waited for at the end."""
        self._next_check = clock() + timings.address_check

    # --- What comes in ---

    def hear(self, message: ToChild) -> None:
        """A message from the server."""
        match message:
            case Cast():
                self._cast(message)
            case StopCast(room=room):
                self._event(room, StopPressed())
            case TakeBack(room=room):
                self._event(room, TakeBackPressed())
            case PageSaidHello(room=room, nonce=nonce):
                self._page(room, nonce, Hello())
            case PageGone(room=room, nonce=nonce):
                self._page(room, nonce, PageWent())
            case AddDevice(address=address):
                self._add_device(address)
            case Resume(wishes=wishes):
                for wish in wishes:
                    self._resume(wish)
            case _:
                self._tell(Trouble(f"a {type(message).__name__} out of its place"))

    def devices_are(self, devices: Devices) -> None:
        """Discovery has news."""
        self._tell(devices)
        self._addresses = {
            device.id: device.address for device in devices.devices if device.refused is None
        }
        self._kinds = {device.id: device.kind for device in devices.devices}
        for cast in list(self._casts.values()):
            address = self._addresses.get(cast.state.device)
            if address is not None:
                moved = cast.remote is not None and cast.remote.address != address
                cast.address = address
                self._apply(cast, DeviceSeen(moved=moved))

    def tick(self) -> None:
        """Time has passed: call at `deadline`, or whenever."""
        now = self._clock()
        if now >= self._next_check:
            self._next_check = now + self._timings.address_check
            self._check_addresses()
        for cast in list(self._casts.values()):
            due = next_deadline(cast.state)
            if due is not None and due <= now:
                self._apply(cast, Ticked())
        self._go_on_leaving()

    def deadline(self) -> float:
        """When to `tick` next, on the clock."""
        dues = (next_deadline(cast.state) for cast in self._casts.values())
        return min((due for due in dues if due is not None), default=self._next_check)

    def shut_down(self) -> None:
        """End all casts in order; it is done when nothing is `leaving` any more."""
        for cast in list(self._casts.values()):
            self._apply(cast, StopPressed())

    def let_go(self) -> None:
        """Leave all devices as they are, and wait until no connection is left."""
        for cast in self._casts.values():
            self._leave(cast, stop=False)
        for leaving in self.leaving:
            leaving.remote.join(2 * self._timings.socket_timeout)

    # --- Rooms ---

    def _cast(self, message: Cast) -> None:
        address = self._address_of(message.device)
        base = CastReason.UNKNOWN_DEVICE if address is None else base_for(address, self._offer)
        crowded = message.room not in self._casts and len(self._casts) >= MOST_ROOMS
        if isinstance(base, CastReason) or crowded:
            reason = base if isinstance(base, CastReason) else CastReason.NOT_RUNNING
            self._tell(CastRefused(message.room, message.device, reason))
            return
        for other in list(self._casts.values()):
            if other.room != message.room and self._is_on(other, message.device, address):
                self._apply(other, Replaced())
        cast = self._casts.setdefault(message.room, RoomCast(message.room))
        cast.path = message.path
        if cast.state.device != message.device:
            cast.address, cast.nonce = address or "", ""
            cast.kind = self._kinds.get(message.device, Kind.CAST)
        chain = self._chain_for(cast.kind, message.device)
        self._apply(cast, Pressed(message.device, base, chain))

    def _is_on(self, cast: RoomCast, device: str, address: str | None) -> bool:
        """A device may be known twice: by its own id and by its address."""
        return cast.state.device != "" and (cast.state.device == device or cast.address == address)

    def _resume(self, wish: Wish) -> None:
        if wish.room in self._casts or len(self._casts) >= MOST_ROOMS:
            return
        address = self._address_of(wish.device) or (wish.address if is_ipv4(wish.address) else "")
        base = base_for(address, self._offer) if address else CastReason.UNKNOWN_DEVICE
        cast = RoomCast(wish.room, wish.path, wish.kind, nonce=wish.nonce, address=address)
        self._casts[wish.room] = cast
        shown = "" if isinstance(base, CastReason) else base
        chain = self._chain_for(wish.kind, wish.device)
        if shown and not wish.nonce:  # it had not begun yet
            self._apply(cast, Pressed(wish.device, shown, chain))
        else:
            self._apply(cast, Resumed(wish.device, shown, wish.session, wish.taken_over, chain))

    def _address_of(self, device: str) -> str | None:
        if device in self._addresses:
            return self._addresses[device]
        address = device.removeprefix(BY_ADDRESS)
        return address if device.startswith(BY_ADDRESS) and is_ipv4(address) else None

    def _event(self, room: str, event: Event) -> None:
        cast = self._casts.get(room)
        if cast is not None:
            self._apply(cast, event)

    def _page(self, room: str, nonce: str, event: Event) -> None:
        """Only the page of the last load counts."""
        cast = self._casts.get(room)
        if cast is not None and nonce and secrets.compare_digest(nonce, cast.nonce):
            self._apply(cast, event)

    def _check_addresses(self) -> None:
        """A new lease, another network: our address may have changed."""
        for cast in list(self._casts.values()):
            if cast.address:
                base = base_for(cast.address, self._offer)
                if not isinstance(base, CastReason) and base != cast.state.base:
                    self._apply(cast, BaseIs(base))

    # --- One step ---

    def _apply(self, cast: RoomCast, event: Event) -> None:
        before = cast.state
        cast.state, effects = step(before, event, self._clock(), self._timings)
        for effect in effects:
            self._do(cast, effect, before)
        self._tell_state(cast)
        if cast.state.phase is CastPhase.IDLE:
            self._casts.pop(cast.room, None)

    def _do(self, cast: RoomCast, effect: Effect, before: State) -> None:
        match effect:
            case Connect(device=device, session=ours):
                self._connect(cast, device, ours)
            case Launch(receiver=receiver):
                if cast.remote is not None:
                    cast.launches += 1
                    cast.remote.launch(receiver)
            case Load(base=base):
                self._load(cast, base)
            case Leave(stop=stop):
                if stop and cast.remote is None and before.session and cast.address:
                    self._connect(cast, before.device, before.session)
                self._leave(cast, stop=stop, ours=before.session)

    def _connect(self, cast: RoomCast, device: str, ours: str) -> None:
        self._leave(cast, stop=False)
        cast.number += 1
        cast.launches = 0
        number = cast.number
        cast.address = self._address_of(device) or cast.address
        cast.kind = self._kinds.get(device, cast.kind)
        notify = partial(self._from_remote, cast, number)
        cast.remote = self._started(cast.kind, cast.address, ours, notify, cast.room)
        if cast.remote is None:
            notify(Unlinked())

    def _started(
        self, kind: Kind, address: str, ours: str, notify: Callable[[Event], None], room: str
    ) -> RemoteControl | None:
        if not address:
            return None  # discovery will tell it
        try:
            remote = self._make_remote(kind, address, ours, notify, partial(self._report, room))
            remote.start()
        except (OSError, RuntimeError) as error:  # no descriptors, no threads left
            self._report(room, f"no connection to {address}: {error}")
            return None
        return remote

    def _from_remote(self, cast: RoomCast, number: int, event: Event) -> None:
        """Called in the remote's thread."""
        self._post(lambda: self._if_still(cast, number, event))

    def _if_still(self, cast: RoomCast, number: int, event: Event) -> None:
        if cast.number != number or self._casts.get(cast.room) is not cast:
            return
        if isinstance(event, ScreenIs) and event.after < cast.launches:
            return  # said before our launch: what was there is what was to be replaced
        self._apply(cast, event)

    def _report(self, room: str, text: str) -> None:
        self._post(lambda: self._tell(Trouble(short(text), room)))

    def _load(self, cast: RoomCast, base: str) -> None:
        """The server knows the nonce before any page can: it is told first."""
        cast.nonce = secrets.token_urlsafe(18)
        self._tell(PageExpected(cast.room, cast.nonce))
        if cast.remote is not None:
            joint = "&" if "?" in cast.path else "?"
            cast.remote.load(f"{base}{cast.path}{joint}nonce={cast.nonce}")

    def _leave(self, cast: RoomCast, *, stop: bool, ours: str = "") -> None:
        remote, cast.remote = cast.remote, None
        cast.number += 1
        if remote is not None:
            remote.leave(stop=stop)
            self.leaving.append(Leaving(remote, ours if stop else ""))

    def _go_on_leaving(self) -> None:
        """A connection that broke before our app was stopped is made once more, for that."""
        leaving, self.leaving = self.leaving, []
        for each in leaving:
            if not each.remote.ended:
                self.leaving.append(each)
            elif each.session and not each.remote.left_well and each.tries:
                again = self._started(
                    each.remote.kind, each.remote.address, each.session, self._roused, ""
                )
                if again is not None:
                    again.leave(stop=True)
                    self.leaving.append(Leaving(again, each.session, each.tries - 1))

    def _roused(self, _event: Event) -> None:
        """Called in a remote's thread, that the next tick looks at it."""
        self._post(lambda: None)

    def _tell_state(self, cast: RoomCast) -> None:
        state = cast.state
        wanted = state.phase not in (CastPhase.IDLE, CastPhase.FAILED)
        told = CastState(
            room=cast.room,
            device=state.device,
            state=state.phase,
            reason=state.reason,
            wish=Wish(
                room=cast.room,
                device=state.device,
                path=cast.path,
                address=cast.address,
                kind=cast.kind,
                nonce=cast.nonce,
                session=state.session,
                taken_over=state.phase is CastPhase.TAKEN_OVER,
                receiver=state.receiver,
            )
            if wanted
            else None,
            receiver=state.receiver if state.device else None,
        )
        if told != cast.told:
            cast.told = told
            self._tell(told)
