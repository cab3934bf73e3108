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
from undercast.cast.discovery import is_ipv4
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
from undercast.cast.states import PageGone as PageWent
from undercast.cast.timings import Timings
from undercast.screens import CastPhase, CastReason

MOST_ROOMS = 200
LEAVE_TRIES = 3


class Client(Protocol):
    """What a cast needs of a device; see `device.DeviceClient`."""

    address: str
    ended: bool
    left_well: bool

    def start(self) -> None:
        """Connect."""

    def launch(self) -> None:
        """Start the app anew."""

    def load(self, url: str) -> None:
        """Send it to a page."""

    def ask_status(self) -> None:
        """Have it say again what runs."""

    def leave(self, *, stop: bool) -> None:
        """End; with `stop`, our app too."""

    def join(self, timeout: float) -> bool:
        """Wait for the end."""


MakeClient = Callable[[str, str, Callable[[Event], None], Callable[[str], None]], Client]
"""address, our app's session, notify, report → a client. Raises OSError."""


@dataclass(slots=True)
class Session:
    """One room's cast."""

    room: str
    path: str = "/"
    state: State = field(default_factory=State)
    client: Client | None = None
    number: int = 0
    """Of the client: what an earlier one still says is not listened to."""
    launches: int = 0
    """Asked of this client."""
    nonce: str = ""
    address: str = ""
    told: CastState | None = None


@dataclass(slots=True)
class Leaving:
    """A device that is being left: perhaps its connection breaks before our app is stopped."""

    client: Client
    session: str
    """Of our app, if it is to be stopped and its name is known."""
    tries: int = LEAVE_TRIES


class House:
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
        make_client: MakeClient,
        add_device: Callable[[str], None],
    ) -> None:
        self._offer = offer
        self._timings = timings
        self._tell = tell
        self._post = post
        self._clock = clock
        self._make_client = make_client
        self._add_device = add_device
        self._sessions: dict[str, Session] = {}
        self._addresses: dict[str, str] = {}
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
        for session in list(self._sessions.values()):
            address = self._addresses.get(session.state.device)
            if address is not None:
                moved = session.client is not None and session.client.address != address
                session.address = address
                self._apply(session, DeviceSeen(moved=moved))

    def tick(self) -> None:
        """Time has passed: call at `deadline`, or whenever."""
        now = self._clock()
        if now >= self._next_check:
            self._next_check = now + self._timings.address_check
            self._check_addresses()
        for session in list(self._sessions.values()):
            due = next_deadline(session.state)
            if due is not None and due <= now:
                self._apply(session, Ticked())
        self._go_on_leaving()

    def deadline(self) -> float:
        """When to `tick` next, on the clock."""
        dues = (next_deadline(session.state) for session in self._sessions.values())
        return min((due for due in dues if due is not None), default=self._next_check)

    def shut_down(self) -> None:
        """End all casts in order; it is done when nothing is `leaving` any more."""
        for session in list(self._sessions.values()):
            self._apply(session, StopPressed())

    def let_go(self) -> None:
        """Leave all devices as they are, and wait until no connection is left."""
        for session in self._sessions.values():
            self._leave(session, stop=False)
        for leaving in self.leaving:
            leaving.client.join(2 * self._timings.socket_timeout)

    # --- Rooms ---

    def _cast(self, message: Cast) -> None:
        address = self._address_of(message.device)
        base = CastReason.UNKNOWN_DEVICE if address is None else base_for(address, self._offer)
        crowded = message.room not in self._sessions and len(self._sessions) >= MOST_ROOMS
        if isinstance(base, CastReason) or crowded:
            reason = base if isinstance(base, CastReason) else CastReason.NOT_RUNNING
            self._tell(CastRefused(message.room, message.device, reason))
            return
        for other in list(self._sessions.values()):
            if other.room != message.room and self._is_on(other, message.device, address):
                self._apply(other, Replaced())
        session = self._sessions.setdefault(message.room, Session(message.room))
        session.path = message.path
        if session.state.device != message.device:
            session.address, session.nonce = address or "", ""
        self._apply(session, Pressed(message.device, base))

    def _is_on(self, session: Session, device: str, address: str | None) -> bool:
        """A device may be known twice: by its own id and by its address."""
        return session.state.device != "" and (
            session.state.device == device or session.address == address
        )

    def _resume(self, wish: Wish) -> None:
        if wish.room in self._sessions or len(self._sessions) >= MOST_ROOMS:
            return
        address = self._address_of(wish.device) or (wish.address if is_ipv4(wish.address) else "")
        base = base_for(address, self._offer) if address else CastReason.UNKNOWN_DEVICE
        session = Session(wish.room, wish.path, nonce=wish.nonce, address=address)
        self._sessions[wish.room] = session
        shown = "" if isinstance(base, CastReason) else base
        if shown and not wish.nonce:  # it had not begun yet
            self._apply(session, Pressed(wish.device, shown))
        else:
            self._apply(session, Resumed(wish.device, shown, wish.session, wish.taken_over))

    def _address_of(self, device: str) -> str | None:
        if device in self._addresses:
            return self._addresses[device]
        address = device.removeprefix(BY_ADDRESS)
        return address if device.startswith(BY_ADDRESS) and is_ipv4(address) else None

    def _event(self, room: str, event: Event) -> None:
        session = self._sessions.get(room)
        if session is not None:
            self._apply(session, event)

    def _page(self, room: str, nonce: str, event: Event) -> None:
        """Only the page of the last load counts."""
        session = self._sessions.get(room)
        if session is not None and nonce and secrets.compare_digest(nonce, session.nonce):
            self._apply(session, event)

    def _check_addresses(self) -> None:
        """A new lease, another network: our address may have changed."""
        for session in list(self._sessions.values()):
            if session.address:
                base = base_for(session.address, self._offer)
                if not isinstance(base, CastReason) and base != session.state.base:
                    self._apply(session, BaseIs(base))

    # --- One step ---

    def _apply(self, session: Session, event: Event) -> None:
        before = session.state
        session.state, effects = step(before, event, self._clock(), self._timings)
        for effect in effects:
            self._do(session, effect, before)
        self._tell_state(session)
        if session.state.phase is CastPhase.IDLE:
            self._sessions.pop(session.room, None)

    def _do(self, session: Session, effect: Effect, before: State) -> None:
        match effect:
            case Connect(device=device, session=ours):
                self._connect(session, device, ours)
            case Launch():
                if session.client is not None:
                    session.launches += 1
                    session.client.launch()
            case Load(base=base):
                self._load(session, base)
            case Leave(stop=stop):
                if stop and session.client is None and before.session and session.address:
                    self._connect(session, before.device, before.session)
                self._leave(session, stop=stop, ours=before.session)

    def _connect(self, session: Session, device: str, ours: str) -> None:
        self._leave(session, stop=False)
        session.number += 1
        session.launches = 0
        number = session.number
        session.address = self._address_of(device) or session.address
        notify = partial(self._from_client, session, number)
        session.client = self._started(session.address, ours, notify, session.room)
        if session.client is None:
            notify(Unlinked())

    def _started(
        self, address: str, ours: str, notify: Callable[[Event], None], room: str
    ) -> Client | None:
        if not address:
            return None  # discovery will tell it
        try:
            client = self._make_client(address, ours, notify, partial(self._report, room))
            client.start()
        except (OSError, RuntimeError) as error:  # no descriptors, no threads left
            self._report(room, f"no connection to {address}: {error}")
            return None
        return client

    def _from_client(self, session: Session, number: int, event: Event) -> None:
        """Called in the client's thread."""
        self._post(lambda: self._if_still(session, number, event))

    def _if_still(self, session: Session, number: int, event: Event) -> None:
        if session.number != number or self._sessions.get(session.room) is not session:
            return
        if isinstance(event, ScreenIs) and event.after < session.launches:
            return  # said before our launch: what was there is what was to be replaced
        self._apply(session, event)

    def _report(self, room: str, text: str) -> None:
        self._post(lambda: self._tell(Trouble(short(text), room)))

    def _load(self, session: Session, base: str) -> None:
        """The server knows the nonce before any page can: it is told first."""
        session.nonce = secrets.token_urlsafe(18)
        self._tell(PageExpected(session.room, session.nonce))
        if session.client is not None:
            joint = "&" if "?" in session.path else "?"
            session.client.load(f"{base}{session.path}{joint}nonce={session.nonce}")

    def _leave(self, session: Session, *, stop: bool, ours: str = "") -> None:
        client, session.client = session.client, None
        session.number += 1
        if client is not None:
            client.leave(stop=stop)
            self.leaving.append(Leaving(client, ours if stop else ""))

    def _go_on_leaving(self) -> None:
        """A connection that broke before our app was stopped is made once more, for that."""
        leaving, self.leaving = self.leaving, []
        for each in leaving:
            if not each.client.ended:
                self.leaving.append(each)
            elif each.session and not each.client.left_well and each.tries:
                again = self._started(each.client.address, each.session, self._roused, "")
                if again is not None:
                    again.leave(stop=True)
                    self.leaving.append(Leaving(again, each.session, each.tries - 1))

    def _roused(self, _event: Event) -> None:
        """Called in a client's thread, that the next tick looks at it."""
        self._post(lambda: None)

    def _tell_state(self, session: Session) -> None:
        state = session.state
        wanted = state.phase not in (CastPhase.IDLE, CastPhase.FAILED)
        told = CastState(
            room=session.room,
            device=state.device,
            state=state.phase,
            reason=state.reason,
            wish=Wish(
                room=session.room,
                device=state.device,
                path=session.path,
                address=session.address,
                nonce=session.nonce,
                session=state.session,
                taken_over=state.phase is CastPhase.TAKEN_OVER,
            )
            if wanted
            else None,
        )
        if told != session.told:
            session.told = told
            self._tell(told)
