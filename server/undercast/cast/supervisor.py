"""The server's side of casting: keeps the child alive, and remembers what the rooms want.

Only `threading`, `subprocess` and `queue` are used, each through its module, so that all waiting
cooperates where gevent has patched them. No method waits for the child, but for `stop`.
"""

import logging
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence

import msgspec

from undercast.base.cast_status import CastPhase, CastReason, Receiver
from undercast.cast.cast_intents import has_begun
from undercast.cast.child_process import CastChild, ChildLimits
from undercast.cast.messages import (
    BY_ADDRESS,
    AddDevice,
    Alive,
    Begin,
    Cast,
    CastIntent,
    CastRefused,
    CastState,
    Devices,
    PageExpected,
    PageGone,
    PageSaidHello,
    PeopleMessage,
    PlayedMessage,
    ResumeMessage,
    ShutdownMessage,
    StopCast,
    TakeBack,
    ToChild,
    ToServer,
    TroubleMessage,
)

Heard = Devices | PageExpected | CastState | TroubleMessage
Hear = Callable[[Heard], None]
Keep = Callable[[tuple[CastIntent, ...]], None]

_LOG = logging.getLogger(__name__)

PLAYED_EVERY = 60
"""Seconds: what is said and kept of people who play is not more exact."""

MOST_ADDED = 30

COMMAND = (sys.executable, "-m", "undercast.cast.child")


class Supervisor:
    """Casting, as the server sees it, from `start` to `stop`.

    `hear` gets what there is to say, one message after the other, in a thread of its own and with
    no lock held: it must be quick. `keep` (in the same thread) gets all wishes whenever they
    changed; give the last ones to `start` after a restart of the server, and the casts go on.
    """

    def __init__(
        self,
        begin: Begin,
        *,
        hear: Hear,
        keep: Keep | None = None,
        command: Sequence[str] = COMMAND,
        limits: ChildLimits | None = None,
        clock: Callable[[], int] = lambda: int(time.time()),
    ) -> None:
        """`clock`: Unix seconds, for what is kept."""
        self._begin = begin
        self._hear = hear
        self._keep = keep
        self._command = command
        self._limits = limits or ChildLimits()
        self._clock = clock
        self._lock = threading.RLock()
        self._life: CastChild | None = None
        self._wishes: dict[str, CastIntent] = {}
        self._pending: dict[str, Cast] = {}
        """Casts that were pressed for, and whose page is not on its way yet."""
        self._wished: dict[str, int] = {}
        """When somebody last pressed or played, in rooms that are cast."""
        self._attended: set[str] = set()
        """Rooms that are cast and have a phone in them."""
        self._states: dict[str, CastState] = {}
        self._pages: dict[str, list[str]] = {}
        """The nonces of the pages whose sockets live, by room. The page of an earlier cast may be
        among them: only the child knows which one counts.
        """
        self._added: list[str] = []
        self._devices = Devices(())
        self._stopping = threading.Event()
        self._news: queue.SimpleQueue[Heard | tuple[CastIntent, ...] | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=work, name=f"cast{work.__name__}", daemon=True)
            for work in (self._run, self._tell_news)
        ]

    # --- What the server asks for; from any thread ---

    def start(self, wishes: Iterable[CastIntent] = (), *, port: int | None = None) -> None:
        """Begin, and take up these wishes again. `port`: the server's, if only known by now."""
        if port is not None:
            self._begin = msgspec.structs.replace(self._begin, port=port)
        self._wishes = {wish.room: wish for wish in wishes}
        self._wished = {wish.room: wish.wished for wish in self._wishes.values()}
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End the casts in order, then the child, within the `stop` limit; then kill it.

        The wishes are forgotten: what was ended on purpose is not taken up again.
        """
        self._stopping.set()
        with self._lock:
            life = self._life
        if life is not None:
            life.send(ShutdownMessage())
            life.finish(self._limits.stop)
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(self._limits.stop)

    def cast(
        self,
        room: str,
        device: str,
        path: str,
        *,
        instead: bool = False,
        here: bool = True,
        last: tuple[Receiver, ...] = (),
    ) -> CastReason | None:
        """Show the page at `path` on this device; None if that is under way, else why not.

        A device that another room uses is refused unless `instead`. `here`: whether anybody's phone
        is in the room. `last`: receivers that are tried only if no other will do.
        """
        with self._lock:
            refused = self._why_not(room, device, instead=instead)
            if refused is not None:
                return refused
            known = next((each for each in self._devices.devices if each.id == device), None)
            pressed = Cast(room, device, path, here=here, last=last)
            if known is not None:
                where = (known.address, known.kind)
                pressed = Cast(room, device, path, *where, here=here, last=last)
            self._pending[room] = pressed
            self._wished[room] = self._clock()
            (self._attended.add if here else self._attended.discard)(room)
            if not self._send(pressed):
                self._told(CastState(room, device, CastPhase.CONNECTING, CastReason.RECONNECTING))
        return None

    def stop_cast(self, room: str, device: str = "") -> None:
        """Free the room's devices, or only this one of them."""
        with self._lock:
            pending, wish = self._pending.get(room), self._wishes.get(room)
            if pending is not None and device in ("", pending.device):
                del self._pending[room]
            if wish is not None and device in ("", wish.device):
                del self._wishes[room]
                self._keep_wishes()
            if room not in self._pending and room not in self._wishes:
                self._wished.pop(room, None)
                self._attended.discard(room)
            known = self._states.get(room)
            failed = known is not None and known.wish is None
            if (not self._send(StopCast(room, device)) or failed) and known is not None:
                self._told(CastState(room, "", CastPhase.IDLE))

    def take_back(self, room: str) -> None:
        """Another app has the room's device, and somebody wants it back."""
        with self._lock:
            if room in self._wishes:
                self._wished[room] = self._clock()
            self._send(TakeBack(room))

    def people_are(self, room: str, here: bool) -> None:  # as in the message
        """Whether anybody's phone is in this room, which is cast."""
        with self._lock:
            if here is not (room in self._attended):
                self._attended ^= {room}
                self._send(PeopleMessage(room, here))

    def played(self, room: str) -> None:
        """Somebody in this room played, or asked for something else. Cheap, and for any room."""
        with self._lock:
            if room not in self._wishes and room not in self._pending:
                return
            now = self._clock()
            if 0 <= now - self._wished.get(room, 0) < PLAYED_EVERY:
                return
            self._wished[room] = now
            self._send(PlayedMessage(room))
            if room in self._wishes:
                self._wishes[room] = msgspec.structs.replace(self._wishes[room], wished=now)
                self._keep_wishes()

    def page_said_hello(self, room: str, nonce: str) -> None:
        """A page with the nonce of a PageExpected called home, for the first time or again."""
        with self._lock:
            pages = self._pages.setdefault(room, [])
            if nonce not in pages:
                pages.append(nonce)
            self._send(PageSaidHello(room, nonce))

    def page_gone(self, room: str, nonce: str) -> None:
        """The page's socket is gone."""
        with self._lock:
            pages = self._pages.get(room, [])
            if nonce in pages:
                pages.remove(nonce)
            if not pages:
                self._pages.pop(room, None)
            self._send(PageGone(room, nonce))

    def add_device(self, address: str) -> None:
        """Look for a device at this IPv4 address, as long as the server runs. Of too many the first
        makes way where nothing answers.
        """
        with self._lock:
            if address in self._added:
                self._added.remove(address)
            elif len(self._added) >= MOST_ADDED:
                self._added.remove(self._least_wanted())
            self._added.append(address)
            self._send(AddDevice(address))

    def _least_wanted(self) -> str:
        devices = self._devices.devices
        answer = {each.address for each in devices if each.refused is not CastReason.NO_ANSWER}
        return next((each for each in self._added if each not in answer), self._added[0])

    @property
    def devices(self) -> Devices:
        """All that is known now."""
        return self._devices

    def state_of(self, room: str) -> CastState:
        """The room's cast."""
        with self._lock:
            return self._states.get(room) or CastState(room, "", CastPhase.IDLE)

    def room_on(self, device: str) -> str | None:
        """Which room is on this device, if any."""
        with self._lock:
            wanted: list[CastIntent | Cast] = [*self._wishes.values(), *self._pending.values()]
        return next((each.room for each in wanted if each.device == device), None)

    def _why_not(self, room: str, device: str, *, instead: bool) -> CastReason | None:
        if self._stopping.is_set():
            return CastReason.NOT_RUNNING
        known = next((each for each in self._devices.devices if each.id == device), None)
        if known is not None and known.refused is not None:
            return known.refused
        if known is None and not device.startswith(BY_ADDRESS) and self._devices.devices:
            return CastReason.UNKNOWN_DEVICE
        other = self.room_on(device)
        return CastReason.DEVICE_IN_USE if other not in (None, room) and not instead else None

    # --- The child's lives ---

    def _run(self) -> None:
        try:
            self._live()
        finally:
            self._news.put(None)

    def _live(self) -> None:
        tries = 0
        while not self._stopping.is_set():
            begun = time.monotonic()
            why = self._one_life()
            if self._stopping.is_set():
                return
            self._tell_reconnecting(why)
            tries = 0 if time.monotonic() - begun > self._limits.steady else tries
            pauses = self._limits.restart_after
            self._stopping.wait(pauses[min(tries, len(pauses) - 1)])
            tries += 1

    def _one_life(self) -> str:
        """From the start of a child to its end; why it ended."""
        try:
            life = CastChild(self._command, self._limits)
        except OSError as error:  # no descriptors, no memory, no processes left
            return f"could not start: {error}"
        with self._lock:
            self._life = life
            for message in self._greeting():
                life.send(message)
        if self._stopping.is_set():  # it may have been set before there was a life to tell
            life.send(ShutdownMessage())
            life.finish(self._limits.stop)
        why = life.serve(self._on_message)
        with self._lock:
            self._life = None
        return why

    def _greeting(self) -> list[ToChild]:
        pressed = self._pending
        wishes = [
            wish
            for wish in self._wishes.values()
            if wish.room not in pressed or pressed[wish.room].device != wish.device
        ]
        return [
            self._begin,
            *map(AddDevice, self._added),
            ResumeMessage(tuple(wishes), self._clock() if wishes else 0),
            *(PageSaidHello(room, each) for room, nonces in self._pages.items() for each in nonces),
            *(msgspec.structs.replace(each, here=False) for each in pressed.values()),
            *(PeopleMessage(room, here=True) for room in sorted(self._attended)),
        ]

    def _send(self, message: ToChild) -> bool:
        with self._lock:
            if self._life is None:
                return False
            self._life.send(message)
            return True

    def _tell_reconnecting(self, why: str) -> None:
        """What the pages show they show; the rest is being mended."""
        self._news.put(TroubleMessage(f"casting: the process ended ({why}) and is started again"))
        with self._lock:
            devices = {room: pressed.device for room, pressed in self._pending.items()}
            devices |= {room: wish.device for room, wish in self._wishes.items()}
            for room, device in devices.items():
                state = self.state_of(room).state
                if state is not CastPhase.TAKEN_OVER and not (
                    state is CastPhase.SHOWING and room in self._pages
                ):
                    state = CastPhase.LOST
                self._told(CastState(room, device, state, CastReason.RECONNECTING))

    # --- What the child says; in the runner's thread ---

    def _on_message(self, message: ToServer) -> None:
        match message:
            case Alive():
                return
            case Devices():
                self._devices = message
                self._news.put(message)
            case CastState():
                self._on_state(message)
            case CastRefused(room=room, device=device):
                with self._lock:
                    pending = self._pending.get(room)
                    if pending is not None and pending.device == device:
                        del self._pending[room]
                    if room not in self._wishes:  # where there is one, the child tells it beside
                        self._told(CastState(room, device, CastPhase.FAILED, message.reason))
            case _:
                self._news.put(message)

    def _on_state(self, message: CastState) -> None:
        with self._lock:
            room = message.room
            pressed = self._pending.get(room)
            if pressed is not None and has_begun(pressed.device, message):
                del self._pending[room]
            before = self._wishes.pop(room, None)
            if message.wish is not None:
                wished = self._wished.get(room, 0)
                self._wishes[room] = msgspec.structs.replace(message.wish, wished=wished)
            elif message.state is CastPhase.IDLE and room not in self._pending:
                self._wished.pop(room, None)
                self._attended.discard(room)
            if before != self._wishes.get(room):
                self._keep_wishes()
            self._told(message)

    def _told(self, state: CastState) -> None:
        with self._lock:
            if state.state is CastPhase.IDLE:
                self._states.pop(state.room, None)
            else:
                self._states[state.room] = state
            self._news.put(state)

    def _keep_wishes(self) -> None:
        self._news.put(tuple(self._wishes.values()))

    def _tell_news(self) -> None:
        """In a thread of its own: whoever hears may take any lock."""
        while (news := self._news.get()) is not None:
            try:
                if not isinstance(news, tuple):
                    self._hear(news)
                elif self._keep is not None:
                    self._keep(news)
            except Exception:  # noqa: BLE001  # whoever hears must not end all telling
                _LOG.exception("casting: what was told was not taken")
