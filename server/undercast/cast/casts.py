"""All casts of the house: one machine a room, its device, and what the server is told of it.

Everything here is called by one thread, the child's loop; what other threads have to say comes
through `post`. Nothing here blocks.
"""

import secrets
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from undercast.base.cast_status import CastPhase, CastReason, Kind, Receiver
from undercast.cast import messages
from undercast.cast.addresses import Offer, base_for
from undercast.cast.device_info import is_ipv4
from undercast.cast.disconnects import Disconnects
from undercast.cast.launch_chain import path_for
from undercast.cast.messages import (
    BY_ADDRESS,
    AddDevice,
    Cast,
    CastIntent,
    CastRefused,
    CastState,
    Devices,
    PageExpected,
    PageGone,
    PageSaidHello,
    ResumeMessage,
    StopCast,
    TakeBack,
    ToChild,
    ToServer,
    TroubleMessage,
    short,
)
from undercast.cast.remote_control import MakeRemote, RemoteControl
from undercast.cast.room_cast import RoomCast, launching, meant, told_of
from undercast.cast.state_machine import next_deadline, step
from undercast.cast.states import (
    BaseIs,
    Connect,
    DeviceReplaced,
    DeviceSeen,
    Disconnect,
    Effect,
    Event,
    Hello,
    Launch,
    Load,
    PageWent,
    Pressed,
    ScreenIs,
    ServerResumed,
    State,
    StopPressed,
    Ticked,
    Unlinked,
)
from undercast.cast.timings import Timings

MOST_ROOMS = 200

ChainFor = Callable[[Kind, str], tuple[Receiver, ...]]
"""a device's kind and id → the receivers that may show the game there, the best one first."""


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
        self._coming: dict[str, RoomCast] = {}
        """Those that are to take the place of a room's cast, which shows until they do."""
        self._told: dict[str, CastState] = {}
        self._addresses: dict[str, str] = {}
        self._kinds: dict[str, Kind] = {}
        self.leavings = Disconnects(self._rejoin, timings, clock)
        self._next_check = clock() + timings.address_check

    # --- What comes in ---

    def hear(self, message: ToChild) -> None:
        """A message from the server."""
        match message:
            case Cast():
                self._cast(message)
            case StopCast(room=room, device=device):
                self._event(room, StopPressed(), device)
            case TakeBack() | messages.PeopleMessage() | messages.PlayedMessage():
                self._event(message.room, meant(message))
            case PageSaidHello(room=room, nonce=nonce):
                self._page(room, nonce, Hello())
            case PageGone(room=room, nonce=nonce):
                self._page(room, nonce, PageWent())
            case AddDevice(address=address):
                self._add_device(address)
            case ResumeMessage(wishes=wishes, now=now):
                for wish in wishes:
                    self._resume(wish, now)
            case _:
                self._tell(TroubleMessage(f"a {type(message).__name__} out of its place"))

    def devices_are(self, devices: Devices) -> None:
        """Discovery has news."""
        self._tell(devices)
        self._addresses = {
            device.id: device.address for device in devices.devices if device.refused is None
        }
        self._kinds = {device.id: device.kind for device in devices.devices}
        for cast in self._all():
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
        for cast in self._all():
            due = next_deadline(cast.state)
            if due is not None and due <= now:
                self._apply(cast, Ticked())
        self.leavings.go_on()

    def deadline(self) -> float:
        """When to `tick` next, on the clock."""
        dues = (next_deadline(cast.state) for cast in self._all())
        return min((due for due in dues if due is not None), default=self._next_check)

    def shut_down(self) -> None:
        """End all casts in order; it is done when nothing is being left any more."""
        for cast in self._all():
            self._apply(cast, StopPressed())

    def let_go(self) -> None:
        """Leave all devices as they are, and wait until no connection is left."""
        for cast in self._all():
            self._leave(cast)
        self.leavings.join(2 * self._timings.socket_timeout)

    # --- Rooms ---

    def _cast(self, message: Cast) -> None:
        address = self._last_address(message.device, message.address)
        base = CastReason.UNKNOWN_DEVICE if address is None else base_for(address, self._offer)
        crowded = message.room not in self._casts and len(self._casts) >= MOST_ROOMS
        if isinstance(base, CastReason) or crowded:
            reason = base if isinstance(base, CastReason) else CastReason.NOT_RUNNING
            self._refuse(message, reason)
            return
        for other in self._all():
            if other.room != message.room and self._is_on(other, message.device, address):
                self._apply(other, DeviceReplaced())
        cast = self._chosen(message.room, message.device, address)
        cast.path = message.path
        if cast.state.device != message.device:
            cast.address, cast.nonce = address or "", ""
            cast.kind = self._kinds.get(message.device, message.kind)
        known = self._chain_for(cast.kind, message.device)
        chain = tuple(sorted(known, key=lambda each: each in message.last))
        coming = cast is self._coming.get(message.room)
        pressed = Pressed(message.device, base, chain, coming=coming, here=message.here)
        self._apply(cast, pressed)

    def _refuse(self, message: Cast, reason: CastReason) -> None:
        """Beside a TV that shows, it is one that failed to come."""
        room, device = message.room, message.device
        self._tell(CastRefused(room, device, reason))
        cast, coming = self._casts.get(room), self._coming.get(room)
        over = [each is None or each.state.phase is CastPhase.FAILED for each in (cast, coming)]
        if over == [False, True] and cast is not None and cast.state.device != device:
            failed = State(phase=CastPhase.FAILED, reason=reason, device=device)
            self._coming[room] = RoomCast(room, state=failed)
            self._tell_state(room, None, "")

    def _chosen(self, room: str, device: str, address: str | None) -> RoomCast:
        """Which cast of the room's the press is for. A TV that shows is not given up for one that
        may be dead: the new one is only coming, until it shows.
        """
        cast, coming = self._casts.get(room), self._coming.get(room)
        if cast is None or self._is_on(cast, device, address):
            if coming is not None:
                self._apply(coming, StopPressed())
        elif coming is not None or cast.state.phase is CastPhase.SHOWING:
            return self._coming.setdefault(room, RoomCast(room))
        return self._casts.setdefault(room, RoomCast(room))

    def _is_on(self, cast: RoomCast, device: str, address: str | None) -> bool:
        """A device may be known twice: by its own id and by its address."""
        return cast.state.device != "" and (cast.state.device == device or cast.address == address)

    def _resume(self, wish: CastIntent, now: int) -> None:
        if wish.room in self._casts or len(self._casts) >= MOST_ROOMS:
            return
        address = self._last_address(wish.device, wish.address) or ""
        base = base_for(address, self._offer) if address else CastReason.UNKNOWN_DEVICE
        cast = RoomCast(wish.room, wish.path, wish.kind, nonce=wish.nonce, address=address)
        self._casts[wish.room] = cast
        shown = "" if isinstance(base, CastReason) else base
        known = self._chain_for(wish.kind, wish.device)
        chain = tuple(sorted(known, key=lambda each: each is not wish.receiver))
        resumed = ServerResumed(
            wish.device,
            shown,
            wish.session,
            wish.taken_over,
            chain,
            was_active=wish.was_active,
            age=now - wish.wished if wish.wished else None,
            reason=wish.reason,
        )
        self._apply(cast, resumed)

    def _address_of(self, device: str) -> str | None:
        if device in self._addresses:
            return self._addresses[device]
        address = device.removeprefix(BY_ADDRESS)
        return address if device.startswith(BY_ADDRESS) and is_ipv4(address) else None

    def _last_address(self, device: str, last: str) -> str | None:
        return self._address_of(device) or (last if is_ipv4(last) else None)

    def _event(self, room: str, event: Event, device: str = "") -> None:
        for cast in self._of(room):
            if device in ("", cast.state.device):
                self._apply(cast, event)

    def _page(self, room: str, nonce: str, event: Event) -> None:
        """Only the page of the last load counts."""
        for cast in self._of(room):
            if nonce and secrets.compare_digest(nonce, cast.nonce):
                self._apply(cast, event)

    def _of(self, room: str) -> list[RoomCast]:
        both = (self._coming.get(room), self._casts.get(room))
        return [cast for cast in both if cast is not None]

    def _all(self) -> list[RoomCast]:
        return [*self._casts.values(), *self._coming.values()]

    def _check_addresses(self) -> None:
        """A new lease, another network: our address may have changed."""
        for cast in self._all():
            if cast.address:
                base = base_for(cast.address, self._offer)
                if not isinstance(base, CastReason) and base != cast.state.base:
                    self._apply(cast, BaseIs(base))

    # --- One step ---

    def _apply(self, cast: RoomCast, event: Event) -> None:
        was_on = cast.state.device
        self._step(cast, event)
        room, phase = cast.room, cast.state.phase
        if self._coming.get(room) is cast:
            if phase is CastPhase.SHOWING:
                self._take_place(cast)
            elif phase is CastPhase.IDLE:
                del self._coming[room]
        elif phase is CastPhase.IDLE and self._casts.get(room) is cast:
            self._succeed(cast)
        self._tell_state(room, cast.state.reason, was_on)

    def _step(self, cast: RoomCast, event: Event) -> None:
        before = cast.state
        cast.state, effects = step(before, event, self._clock(), self._timings)
        for effect in effects:
            self._do(cast, effect, before)

    def _take_place(self, cast: RoomCast) -> None:
        """It shows: the one that has shown until now is freed."""
        old, self._casts[cast.room] = self._casts[cast.room], cast
        del self._coming[cast.room]
        self._step(old, StopPressed())

    def _succeed(self, ended: RoomCast) -> None:
        """A room's cast ended. What is to take its place has it now, unless that failed."""
        del self._casts[ended.room]
        coming = self._coming.pop(ended.room, None)
        if coming is not None and coming.state.phase is not CastPhase.FAILED:
            self._casts[ended.room] = coming

    def _do(self, cast: RoomCast, effect: Effect, before: State) -> None:
        match effect:
            case Connect(device=device, session=ours):
                self._connect(cast, device, ours)
            case Launch(receiver=receiver):
                if cast.remote is not None:
                    cast.launches += 1
                    self.leavings.release(cast.remote.address)
                    cast.remote.launch(receiver)
            case Load(base=base):
                self._load(cast, base)
            case Disconnect():
                if cast.remote is None and (before.session or cast.lost) and cast.address:
                    self._connect(cast, before.device, before.session)
                self._leave(cast, before)

    def _connect(self, cast: RoomCast, device: str, ours: str) -> None:
        self._leave(cast)
        cast.number += 1
        cast.launches = 0
        number = cast.number
        cast.address = self._address_of(device) or cast.address
        kind = self._kinds.get(device, cast.kind)
        if kind is not cast.kind:  # how it is spoken to is known only now
            cast.kind = kind
            cast.state = replace(cast.state, chain=self._chain_for(kind, device), way=0)
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
        if cast.number != number or cast not in self._of(cast.room):
            return
        if isinstance(event, ScreenIs) and event.after < cast.launches:
            return  # said before our launch: what was there is what was to be replaced
        cast.heard(event)
        self._apply(cast, event)

    def _report(self, room: str, text: str) -> None:
        self._post(lambda: self._tell(TroubleMessage(short(text), room)))

    def _load(self, cast: RoomCast, base: str) -> None:
        """The server knows the nonce before any page can: it is told first."""
        cast.nonce = secrets.token_urlsafe(18)
        self._tell(PageExpected(cast.room, cast.nonce, cast.state.device))
        if cast.remote is not None:
            path = path_for(cast.state.receiver, cast.path)
            joint = "&" if "?" in path else "?"
            cast.remote.load(f"{base}{path}{joint}nonce={cast.nonce}")

    def _leave(self, cast: RoomCast, stopped: State | None = None) -> None:
        """With the state in which it ends, our app is stopped, too."""
        remote, cast.remote = cast.remote, None
        cast.number += 1
        if stopped is None:
            if remote is not None:
                self.leavings.leave(remote)
            return
        lost, cast.lost = cast.lost, None
        if remote is not None:
            under_way = launching(stopped)
            self.leavings.leave(remote, stopped.session, stop=True, launching=under_way, lost=lost)

    def _rejoin(self, left: RemoteControl, session: str) -> RemoteControl | None:
        """For what is left: whatever is heard of it, the next tick looks at what became of it."""
        return self._started(
            left.kind, left.address, session, lambda _event: self._post(lambda: None), ""
        )

    def _tell_state(self, room: str, reason: CastReason | None, was_on: str) -> None:
        """`reason` and `was_on`: of a cast that has just ended."""
        cast = self._casts.get(room)
        if cast is None:
            told = CastState(room, was_on if reason else "", CastPhase.IDLE, reason)
            if self._told.pop(room, told) != told:
                self._tell(told)
            return
        told = told_of(cast, self._coming.get(room))
        if told != self._told.get(room):
            self._told[room] = told
            self._tell(told)
