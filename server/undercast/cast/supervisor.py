"""The server's side of casting: keeps the child alive, and remembers what the rooms want.

`threading`, `subprocess` and `queue` are used as modules only, so that waiting cooperates where
gevent patched them. No method but `stop` waits for the child.
"""

import logging
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from undercast.base.cast_status import CastPhase, CastReason, Receiver
from undercast.cast import messages
from undercast.cast.cast_intents import has_begun
from undercast.cast.child_process import CastChild, ChildLimits
from undercast.cast.messages import BY_ADDRESS, CastIntent, CastState, Devices, ToChild, ToServer

Update = Devices | messages.PageExpected | CastState | messages.TroubleMessage
OnUpdate = Callable[[Update], None]
SaveIntents = Callable[[tuple[CastIntent, ...]], None]

_LOG = logging.getLogger(__name__)

ACTIVITY_EVERY = 60
"""Seconds between two reports that people play in a room."""

MAX_ADDED = 30
"""Addresses that people named."""

COMMAND = (sys.executable, "-m", "undercast.cast.child")


class Supervisor:
    """Casting as the server sees it, from `start` to `stop`.

    `on_update` gets each update, in a thread of its own and with no lock held; it must be quick.
    `save_intents` (same thread) gets all intents whenever they change; after a restart of the
    server, give the last ones to `start` to resume the casts.
    """

    def __init__(
        self,
        begin: messages.StartMessage,
        *,
        on_update: OnUpdate,
        save_intents: SaveIntents | None = None,
        command: Sequence[str] = COMMAND,
        limits: ChildLimits | None = None,
        clock: Callable[[], int] = lambda: int(time.time()),
    ) -> None:
        """`clock`: Unix seconds."""
        self._begin = begin
        self._on_update = on_update
        self._save_intents = save_intents
        self._command = command
        self._limits = limits or ChildLimits()
        self._clock = clock
        self._lock = threading.RLock()
        self._child: CastChild | None = None
        self._intents: dict[str, CastIntent] = {}
        self._pending: dict[str, messages.Cast] = {}
        """Casts that were requested, and whose page is not on its way yet."""
        self._last_activity: dict[str, int] = {}
        """When somebody last pressed or played, in rooms that are cast."""
        self._occupied: set[str] = set()
        """Rooms that are cast and have a phone in them."""
        self._states: dict[str, CastState] = {}
        self._pages: dict[str, list[str]] = {}
        """The nonces of connected pages, by room. Only the child knows which of them counts."""
        self._added: list[str] = []
        self._devices = Devices(())
        self._stopping = threading.Event()
        self._updates: queue.SimpleQueue[Update | tuple[CastIntent, ...] | None] = (
            queue.SimpleQueue()
        )
        self._threads = [
            threading.Thread(target=work, name=f"cast{work.__name__}", daemon=True)
            for work in (self._run, self._deliver)
        ]

    # --- Requests of the server; from any thread ---

    def start(self, intents: Iterable[CastIntent] = (), *, port: int | None = None) -> None:
        """Start, and resume these casts. `port`: the server's, if it was unknown before."""
        if port is not None:
            self._begin = replace(self._begin, port=port)
        self._intents = {intent.room: intent for intent in intents}
        self._last_activity = {room: intent.wished for room, intent in self._intents.items()}
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End the casts in order, then the child; after the `stop` limit, kill it.

        The intents are forgotten: what was ended on purpose is not resumed.
        """
        self._stopping.set()
        with self._lock:
            child = self._child
        if child is not None:
            self._shut_down(child)
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
        occupied: bool = True,
        try_last: tuple[Receiver, ...] = (),
    ) -> CastReason | None:
        """Show the page at `path` on this device; None if that is under way, else why not.

        A device that another room uses is refused unless `instead`. `occupied`: whether a phone is
        in the room. `try_last`: receivers that are tried only if no other works.
        """
        with self._lock:
            refused = self._why_not(room, device, instead=instead)
            if refused is not None:
                return refused
            request = messages.Cast(room, device, path, occupied=occupied, try_last=try_last)
            known = self._known(device)
            if known is not None:
                request = replace(request, address=known.address, kind=known.kind)
            self._pending[room] = request
            self._last_activity[room] = self._clock()
            (self._occupied.add if occupied else self._occupied.discard)(room)
            if not self._send(request):
                self._set_state(
                    CastState(room, device, CastPhase.CONNECTING, CastReason.RECONNECTING)
                )
        return None

    def stop_cast(self, room: str, device: str = "") -> None:
        """Free the room's devices, or only this one of them."""
        with self._lock:
            pending, intent = self._pending.get(room), self._intents.get(room)
            if pending is not None and device in ("", pending.device):
                del self._pending[room]
            if intent is not None and device in ("", intent.device):
                del self._intents[room]
                self._save()
            if room not in self._pending and room not in self._intents:
                self._last_activity.pop(room, None)
                self._occupied.discard(room)
            known = self._states.get(room)
            failed = known is not None and known.intent is None
            if (not self._send(messages.StopCast(room, device)) or failed) and known is not None:
                self._set_state(CastState(room, "", CastPhase.IDLE))

    def take_back(self, room: str) -> None:
        """Another app has the room's device, and somebody wants it back."""
        with self._lock:
            if room in self._intents:
                self._last_activity[room] = self._clock()
            self._send(messages.TakeBack(room))

    def set_occupied(self, room: str, occupied: bool) -> None:  # as in the message
        """Whether a phone is in this room, which is cast."""
        with self._lock:
            if occupied is not (room in self._occupied):
                self._occupied ^= {room}
                self._send(messages.OccupancyMessage(room, occupied))

    def report_activity(self, room: str) -> None:
        """Somebody in this room played or pressed something. Cheap, and for any room."""
        with self._lock:
            if room not in self._intents and room not in self._pending:
                return
            now = self._clock()
            if 0 <= now - self._last_activity.get(room, 0) < ACTIVITY_EVERY:
                return
            self._last_activity[room] = now
            self._send(messages.ActivityMessage(room))
            if room in self._intents:
                self._intents[room] = replace(self._intents[room], wished=now)
                self._save()

    def page_connected(self, room: str, nonce: str) -> None:
        """A page with the nonce of a PageExpected connected, for the first time or again."""
        with self._lock:
            pages = self._pages.setdefault(room, [])
            if nonce not in pages:
                pages.append(nonce)
            self._send(messages.PageConnectedMessage(room, nonce))

    def page_disconnected(self, room: str, nonce: str) -> None:
        """The page's socket closed."""
        with self._lock:
            pages = self._pages.get(room, [])
            if nonce in pages:
                pages.remove(nonce)
            if not pages:
                self._pages.pop(room, None)
            self._send(messages.PageDisconnectedMessage(room, nonce))

    def add_device(self, address: str) -> None:
        """Look for a device at this IPv4 address while the server runs. If there are too many, it
        replaces the first one where nothing answers.
        """
        with self._lock:
            if address in self._added:
                self._added.remove(address)
            elif len(self._added) >= MAX_ADDED:
                self._added.remove(self._least_wanted())
            self._added.append(address)
            self._send(messages.AddDevice(address))

    def _least_wanted(self) -> str:
        devices = self._devices.devices
        answer = {each.address for each in devices if each.refused is not CastReason.NO_ANSWER}
        return next((each for each in self._added if each not in answer), self._added[0])

    @property
    def devices(self) -> Devices:
        """All devices known now."""
        return self._devices

    def state_of(self, room: str) -> CastState:
        """The room's cast."""
        with self._lock:
            return self._states.get(room) or CastState(room, "", CastPhase.IDLE)

    def room_on(self, device: str) -> str | None:
        """The room that is on this device, if any."""
        with self._lock:
            wanted: list[CastIntent | messages.Cast] = [
                *self._intents.values(),
                *self._pending.values(),
            ]
        return next((each.room for each in wanted if each.device == device), None)

    def _known(self, device: str) -> messages.Device | None:
        return next((each for each in self._devices.devices if each.id == device), None)

    def _why_not(self, room: str, device: str, *, instead: bool) -> CastReason | None:
        if self._stopping.is_set():
            return CastReason.NOT_RUNNING
        known = self._known(device)
        if known is not None and known.refused is not None:
            return known.refused
        if known is None and not device.startswith(BY_ADDRESS) and self._devices.devices:
            return CastReason.UNKNOWN_DEVICE
        other = self.room_on(device)
        return CastReason.DEVICE_IN_USE if other not in (None, room) and not instead else None

    # --- One child after the other ---

    def _run(self) -> None:
        try:
            self._restart_children()
        finally:
            self._updates.put(None)

    def _restart_children(self) -> None:
        tries = 0
        while not self._stopping.is_set():
            begun = time.monotonic()
            why = self._run_child()
            if self._stopping.is_set():
                return
            self._reconnecting(why)
            tries = 0 if time.monotonic() - begun > self._limits.steady else tries
            pauses = self._limits.restart_after
            self._stopping.wait(pauses[min(tries, len(pauses) - 1)])
            tries += 1

    def _run_child(self) -> str:
        """Run a child to its end; why it ended."""
        try:
            child = CastChild(self._command, self._limits)
        except OSError as error:  # no descriptors, no memory, no processes left
            return f"could not start: {error}"
        with self._lock:
            self._child = child
            for message in self._initial_messages():
                child.send(message)
        if self._stopping.is_set():  # perhaps since before there was a child
            self._shut_down(child)
        why = child.serve(self._on_message)
        with self._lock:
            self._child = None
        return why

    def _shut_down(self, child: CastChild) -> None:
        child.send(messages.ShutdownMessage())
        child.finish(self._limits.stop)

    def _initial_messages(self) -> list[ToChild]:
        pending = self._pending
        intents = [
            intent
            for room, intent in self._intents.items()
            if room not in pending or pending[room].device != intent.device
        ]
        return [
            self._begin,
            *map(messages.AddDevice, self._added),
            messages.ResumeMessage(tuple(intents), self._clock() if intents else 0),
            *(
                messages.PageConnectedMessage(room, each)
                for room, nonces in self._pages.items()
                for each in nonces
            ),
            *(replace(each, occupied=False) for each in pending.values()),
            *(messages.OccupancyMessage(room, occupied=True) for room in sorted(self._occupied)),
        ]

    def _send(self, message: ToChild) -> bool:
        with self._lock:
            if self._child is None:
                return False
            self._child.send(message)
            return True

    def _reconnecting(self, why: str) -> None:
        """What a page shows stays; the rest is being restored."""
        text = f"casting: the process ended ({why}) and is started again"
        self._updates.put(messages.TroubleMessage(text))
        with self._lock:
            casts: dict[str, CastIntent | messages.Cast] = {**self._pending, **self._intents}
            for room, cast in casts.items():
                state = self.state_of(room).state
                if state is not CastPhase.TAKEN_OVER and not (
                    state is CastPhase.SHOWING and room in self._pages
                ):
                    state = CastPhase.LOST
                self._set_state(CastState(room, cast.device, state, CastReason.RECONNECTING))

    # --- Messages of the child; in the runner's thread ---

    def _on_message(self, message: ToServer) -> None:
        match message:
            case messages.HeartbeatMessage():
                return
            case Devices():
                self._devices = message
                self._updates.put(message)
            case CastState():
                self._on_state(message)
            case messages.CastRefused(room=room, device=device):
                with self._lock:
                    pending = self._pending.get(room)
                    if pending is not None and pending.device == device:
                        del self._pending[room]
                    if room not in self._intents:  # else the child also sends its state
                        self._set_state(CastState(room, device, CastPhase.FAILED, message.reason))
            case _:
                self._updates.put(message)

    def _on_state(self, message: CastState) -> None:
        with self._lock:
            room = message.room
            pending = self._pending.get(room)
            if pending is not None and has_begun(pending.device, message):
                del self._pending[room]
            before = self._intents.pop(room, None)
            if message.intent is not None:
                wished = self._last_activity.get(room, 0)
                self._intents[room] = replace(message.intent, wished=wished)
            elif message.state is CastPhase.IDLE and room not in self._pending:
                self._last_activity.pop(room, None)
                self._occupied.discard(room)
            if before != self._intents.get(room):
                self._save()
            self._set_state(message)

    def _set_state(self, state: CastState) -> None:
        with self._lock:
            if state.state is CastPhase.IDLE:
                self._states.pop(state.room, None)
            else:
                self._states[state.room] = state
            self._updates.put(state)

    def _save(self) -> None:
        self._updates.put(tuple(self._intents.values()))

    def _deliver(self) -> None:
        """In a thread of its own: the callbacks may take any lock."""
        while (update := self._updates.get()) is not None:
            try:
                if not isinstance(update, tuple):
                    self._on_update(update)
                elif self._save_intents is not None:
                    self._save_intents(update)
            except Exception:  # noqa: BLE001  # a fault must not end all updates
                _LOG.exception("casting: an update failed")
