"""All casts of the server: for each room a state machine, its device, and the state that is sent.

One thread calls everything here, the child's loop; other threads use `post`. Nothing blocks.
"""

import secrets
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from undercast.base.cast_status import CastPhase, CastReason, Kind, Receiver
from undercast.cast import events, messages
from undercast.cast.addresses import Offer, base_for
from undercast.cast.device_info import is_ipv4
from undercast.cast.disconnects import Disconnects
from undercast.cast.events import Event
from undercast.cast.launcher import path_for
from undercast.cast.messages import BY_ADDRESS, CastIntent, CastState, Devices, sanitize
from undercast.cast.remote_control import RemoteControl, RemoteFactory, RemoteSettings
from undercast.cast.room_cast import RoomCast, cast_state, launching
from undercast.cast.state import Connect, Disconnect, Effect, Launch, Load, State
from undercast.cast.state_machine import next_deadline, step
from undercast.cast.timings import Timings

MAX_ROOMS = 200

ChainFor = Callable[[Kind], tuple[Receiver, ...]]
"""a device's kind → the receivers that can show the game there, the best one first."""


class Casts:
    """The rooms' casts.

    `send` sends a message to the server; `post` brings a call from any thread into this one.
    """

    def __init__(
        self,
        *,
        offer: Offer,
        timings: Timings,
        send: Callable[[messages.ToServer], None],
        post: Callable[[Callable[[], None]], None],
        clock: Callable[[], float],
        make_remote: RemoteFactory,
        chain_for: ChainFor,
        add_device: Callable[[str], None],
    ) -> None:
        self._offer = offer
        self._timings = timings
        self._send = send
        self._post = post
        self._clock = clock
        self._make_remote = make_remote
        self._chain_for = chain_for
        self._add_device = add_device
        self._casts: dict[str, RoomCast] = {}
        self._coming: dict[str, RoomCast] = {}
        """Casts that replace a room's cast as soon as they show."""
        self._sent: dict[str, CastState] = {}
        self._addresses: dict[str, str] = {}
        self._kinds: dict[str, Kind] = {}
        self.disconnects = Disconnects(self._reconnect, timings, clock)
        self._next_check = clock() + timings.address_check

    # --- Input ---

    def handle(self, message: messages.ToChild) -> None:
        """A message from the server."""
        match message:
            case messages.Cast():
                self._cast(message)
            case messages.StopCast(room=room, device=device):
                self._event(room, events.StopRequested(), device)
            case messages.TakeBack(room=room):
                self._event(room, events.TakeBackRequested())
            case messages.OccupancyMessage(room=room, occupied=occupied):
                self._event(room, events.OccupancyChanged(occupied))
            case messages.ActivityMessage(room=room):
                self._event(room, events.ActivityReported())
            case messages.PageConnectedMessage() | messages.PageDisconnectedMessage():
                self._page(message)
            case messages.AddDevice(address=address):
                self._add_device(address)
            case messages.ResumeMessage(intents=intents, now=now):
                for intent in intents:
                    self._resume(intent, now)
            case _:
                self._send(messages.TroubleMessage(f"a {type(message).__name__} out of place"))

    def update_devices(self, devices: Devices) -> None:
        """Discovery has found a change."""
        self._send(devices)
        self._addresses = {
            device.id: device.address for device in devices.devices if device.refused is None
        }
        self._kinds = {device.id: device.kind for device in devices.devices}
        for cast in self._all():
            address = self._addresses.get(cast.state.device)
            if address is not None:
                moved = cast.remote is not None and cast.remote.address != address
                cast.address = address
                self._apply(cast, events.DeviceSeen(moved=moved))

    def tick(self) -> None:
        """Time has passed: call at `deadline`, or at any time."""
        now = self._clock()
        if now >= self._next_check:
            self._next_check = now + self._timings.address_check
            self._check_addresses()
        for cast in self._all():
            due = next_deadline(cast.state)
            if due is not None and due <= now:
                self._apply(cast, events.Tick())
        self.disconnects.tick()

    def deadline(self) -> float:
        """When to `tick` next, on the clock."""
        dues = (next_deadline(cast.state) for cast in self._all())
        return min((due for due in dues if due is not None), default=self._next_check)

    def shut_down(self) -> None:
        """End all casts in order; done once `disconnects` is empty."""
        for cast in self._all():
            self._apply(cast, events.StopRequested())

    # --- Rooms ---

    def _cast(self, message: messages.Cast) -> None:
        address = self._last_address(message.device, message.address)
        base = CastReason.UNKNOWN_DEVICE if address is None else base_for(address, self._offer)
        full = message.room not in self._casts and len(self._casts) >= MAX_ROOMS
        if isinstance(base, CastReason) or full:
            reason = base if isinstance(base, CastReason) else CastReason.NOT_RUNNING
            self._refuse(message, reason)
            return
        for other in self._all():
            if other.room != message.room and self._uses(other, message.device, address):
                self._apply(other, events.DeviceReplaced())
        cast = self._cast_for(message.room, message.device, address)
        cast.path = message.path
        if cast.state.device != message.device:
            cast.address, cast.nonce = address or "", ""
            cast.kind = self._kinds.get(message.device, message.kind)
        known = self._chain_for(cast.kind)
        chain = tuple(sorted(known, key=lambda each: each in message.try_last))
        coming = cast is self._coming.get(message.room)
        requested = events.CastRequested(
            message.device, base, chain, coming=coming, occupied=message.occupied
        )
        self._apply(cast, requested)

    def _refuse(self, message: messages.Cast, reason: CastReason) -> None:
        """Beside a TV that shows, this is a second one that failed."""
        room, device = message.room, message.device
        self._send(messages.CastRefused(room, device, reason))
        cast, coming = self._casts.get(room), self._coming.get(room)
        over = [each is None or each.state.phase is CastPhase.FAILED for each in (cast, coming)]
        if over == [False, True] and cast is not None and cast.state.device != device:
            failed = State(phase=CastPhase.FAILED, reason=reason, device=device)
            self._coming[room] = RoomCast(room, state=failed)
            self._send_state(room, None, "")

    def _cast_for(self, room: str, device: str, address: str | None) -> RoomCast:
        """The room's cast that a request is for. A TV that shows is not given up for one that may
        be dead: the new one is only coming, until it shows.
        """
        cast, coming = self._casts.get(room), self._coming.get(room)
        if cast is None or self._uses(cast, device, address):
            if coming is not None:
                self._apply(coming, events.StopRequested())
        elif coming is not None or cast.state.phase is CastPhase.SHOWING:
            return self._coming.setdefault(room, RoomCast(room))
        return self._casts.setdefault(room, RoomCast(room))

    def _uses(self, cast: RoomCast, device: str, address: str | None) -> bool:
        """A device can have two ids: its own and its address."""
        return cast.state.device != "" and (cast.state.device == device or cast.address == address)

    def _resume(self, intent: CastIntent, now: int) -> None:
        if intent.room in self._casts or len(self._casts) >= MAX_ROOMS:
            return
        address = self._last_address(intent.device, intent.address) or ""
        base = base_for(address, self._offer) if address else ""
        cast = RoomCast(intent.room, intent.path, intent.kind, nonce=intent.nonce, address=address)
        self._casts[intent.room] = cast
        known = self._chain_for(intent.kind)
        chain = tuple(sorted(known, key=lambda each: each is not intent.receiver))
        resumed = events.CastResumed(
            intent.device,
            "" if isinstance(base, CastReason) else base,
            intent.session,
            intent.taken_over,
            chain,
            was_active=intent.was_active,
            age=now - intent.wished if intent.wished else None,
            reason=intent.reason,
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

    def _page(
        self, message: messages.PageConnectedMessage | messages.PageDisconnectedMessage
    ) -> None:
        """Only the page of the last load counts."""
        connected = isinstance(message, messages.PageConnectedMessage)
        for cast in self._of(message.room):
            if message.nonce and secrets.compare_digest(message.nonce, cast.nonce):
                self._apply(
                    cast, events.PageConnected() if connected else events.PageDisconnected()
                )

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
                if not isinstance(base, CastReason) and base != cast.state.base_url:
                    self._apply(cast, events.BaseUrlChanged(base))

    # --- One step ---

    def _apply(self, cast: RoomCast, event: Event) -> None:
        was_on = cast.state.device
        self._step(cast, event)
        room, phase = cast.room, cast.state.phase
        if self._coming.get(room) is cast:
            if phase is CastPhase.SHOWING:
                self._replace_cast(cast)
            elif phase is CastPhase.IDLE:
                del self._coming[room]
        elif phase is CastPhase.IDLE and self._casts.get(room) is cast:
            self._end(cast)
        self._send_state(room, cast.state.reason, was_on)

    def _step(self, cast: RoomCast, event: Event) -> None:
        before = cast.state
        cast.state, effects = step(before, event, self._clock(), self._timings)
        for effect in effects:
            self._execute(cast, effect, before)

    def _replace_cast(self, cast: RoomCast) -> None:
        """It shows now, so the one before is freed."""
        old, self._casts[cast.room] = self._casts[cast.room], cast
        del self._coming[cast.room]
        self._step(old, events.StopRequested())

    def _end(self, ended: RoomCast) -> None:
        """A room's cast ended. The one that was to replace it takes over, unless it failed."""
        del self._casts[ended.room]
        coming = self._coming.pop(ended.room, None)
        if coming is not None and coming.state.phase is not CastPhase.FAILED:
            self._casts[ended.room] = coming

    def _execute(self, cast: RoomCast, effect: Effect, before: State) -> None:
        match effect:
            case Connect(device=device, session=session):
                self._connect(cast, device, session)
            case Launch(receiver=receiver):
                if cast.remote is not None:
                    cast.launches += 1
                    self.disconnects.abandon(cast.remote.address)
                    cast.remote.launch(receiver)
            case Load(base_url=base):
                self._load(cast, base)
            case Disconnect():
                if cast.remote is None and (before.session or cast.lost_launch) and cast.address:
                    self._connect(cast, before.device, before.session)
                self._leave(cast, before)

    def _connect(self, cast: RoomCast, device: str, session: str) -> None:
        self._leave(cast)
        cast.connection_number += 1
        cast.launches = 0
        number = cast.connection_number
        cast.address = self._address_of(device) or cast.address
        kind = self._kinds.get(device, cast.kind)
        if kind is not cast.kind:  # discovery has corrected it
            cast.kind = kind
            cast.state = replace(cast.state, chain=self._chain_for(kind), receiver_index=0)
        notify = partial(self._from_remote, cast, number)
        cast.remote = self._started(cast.kind, cast.address, session, notify, cast.room)
        if cast.remote is None:
            notify(events.ConnectionLost())

    def _started(
        self, kind: Kind, address: str, session: str, notify: Callable[[Event], None], room: str
    ) -> RemoteControl | None:
        if not address:
            return None  # discovery will find it
        try:
            report = partial(self._report, room)
            settings = RemoteSettings(address, session, self._timings, notify, report)
            remote = self._make_remote(kind, settings)
            remote.start()
        except (OSError, RuntimeError) as error:  # no descriptors, no threads left
            self._report(room, f"no connection to {address}: {error}")
            return None
        return remote

    def _from_remote(self, cast: RoomCast, number: int, event: Event) -> None:
        """Called in the remote's thread."""
        self._post(lambda: self._on_remote_event(cast, number, event))

    def _on_remote_event(self, cast: RoomCast, number: int, event: Event) -> None:
        if cast.connection_number != number or cast not in self._of(cast.room):
            return
        if isinstance(event, events.ScreenReported) and event.after < cast.launches:
            return  # older than our launch, which replaces it
        cast.track_launch(event)
        self._apply(cast, event)

    def _report(self, room: str, text: str) -> None:
        self._post(lambda: self._send(messages.TroubleMessage(sanitize(text), room)))

    def _load(self, cast: RoomCast, base: str) -> None:
        """The server must know the nonce before any page does."""
        cast.nonce = secrets.token_urlsafe(18)
        self._send(messages.PageExpected(cast.room, cast.nonce, cast.state.device))
        if cast.remote is not None:
            path = path_for(cast.state.receiver, cast.path)
            separator = "&" if "?" in path else "?"
            cast.remote.load(f"{base}{path}{separator}nonce={cast.nonce}")

    def _leave(self, cast: RoomCast, stopped: State | None = None) -> None:
        """Disconnect; given the state in which it ended, stop our app first."""
        remote, cast.remote = cast.remote, None
        cast.connection_number += 1
        if stopped is None:
            if remote is not None:
                self.disconnects.start(remote)
            return
        lost, cast.lost_launch = cast.lost_launch, None
        if remote is not None:
            self.disconnects.start(
                remote, stopped.session, stop=True, launching=launching(stopped), lost=lost
            )

    def _reconnect(self, left: RemoteControl, session: str) -> RemoteControl | None:
        """To finish a disconnect: any event leads to the next tick, which checks on it."""
        return self._started(
            left.kind, left.address, session, lambda _event: self._post(lambda: None), ""
        )

    def _send_state(self, room: str, reason: CastReason | None, was_on: str) -> None:
        """`reason` and `was_on` are those of a cast that just ended."""
        cast = self._casts.get(room)
        if cast is None:
            state = CastState(room, was_on if reason else "", CastPhase.IDLE, reason)
            if self._sent.pop(room, state) != state:
                self._send(state)
            return
        state = cast_state(cast, self._coming.get(room))
        if state != self._sent.get(room):
            self._sent[room] = state
            self._send(state)
