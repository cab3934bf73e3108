"""A server's end of the pipe, for tests: the real child in this process, over real pipes.

with Rig() as rig, EmulatedDevice() as tv:
    rig.serve(tv)                     # its pages say hello, as pages of a server do
    rig.cast(tv)
    rig.reaches(CastPhase.SHOWING)
"""

import contextlib
import os
import threading
from collections.abc import Callable
from typing import Any, Protocol, Self
from urllib.parse import parse_qs, urlsplit

from msgspec.structs import replace

from patience import PATIENCE
from undercast.base.cast_status import CastPhase, CastReason
from undercast.cast.child import CastProcess
from undercast.cast.messages import (
    Cast,
    CastIntent,
    CastState,
    Devices,
    HeartbeatMessage,
    OccupancyMessage,
    PageConnectedMessage,
    PageDisconnectedMessage,
    PageExpected,
    ResumeMessage,
    StartMessage,
    ToChild,
    ToServer,
    TroubleMessage,
    decode_to_server,
    encode,
    read_line,
)
from undercast.cast.timings import Timings

ROOM = "BKTM"
QUICK = Timings(
    launch_pause=0.05,
    page_grace=0.5,
    recast_after=(0.05, 0.1, 0.15),
    settled=60.0,
    reconnect_after=(0.05, 0.1, 0.2),
    ping_every=0.2,
    alive_every=0.1,
    address_check=0.2,
    probe_every=0.2,
    search_every=0.2,
)
"""What is done time and again is done often. Limits are those of a house: a machine may be busy."""


NOW = 1_700_000_000


def nonce_of(url: str) -> str:
    return parse_qs(urlsplit(url).query)["nonce"][0]


class Opens(Protocol):
    """An emulated television, of whatever kind."""

    address: str
    open_page: Callable[[str], Callable[[], None]] | None
    open_pictures: Callable[[str], Callable[[], None]]


class Rig:
    def __init__(self, timings: Timings = QUICK, **begin: Any) -> None:
        fields: dict[str, Any] = {
            "host": "127.0.0.1",
            "port": 8000,
            "interfaces": ("127.0.0.1",),
            "timings": timings,
        }
        self.begin = StartMessage(**{**fields, **begin})
        self.heard: list[ToServer] = []
        self.expected: dict[str, str] = {}
        self.changed = threading.Condition()
        down_read, down_write = os.pipe()
        up_read, up_write = os.pipe()
        self._source, self._to_child = os.fdopen(down_read, "rb"), os.fdopen(down_write, "wb")
        self._from_child, self._sink = os.fdopen(up_read, "rb"), os.fdopen(up_write, "wb")
        self.child = CastProcess(self._source, self._sink)
        self._threads = [
            threading.Thread(target=work, daemon=True) for work in (self._run, self._read)
        ]
        self._writing = threading.Lock()

    # --- Its life ---

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        self.send(self.begin)
        return self

    def __exit__(self, *_: object) -> None:
        self.hang_up()
        for thread in self._threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()
        self._release()
        for file in (self._source, self._from_child):
            file.close()

    def _release(self) -> None:
        """What the end of a real process does: all connections end, the devices go on."""
        if self.child._discovery is not None:
            self.child._discovery.stop()
        casts = self.child.casts
        for cast in [] if casts is None else casts._all():
            casts._leave(cast)
        for each in [] if casts is None else casts.disconnects._pending:
            if each.remote._connection.ident is not None:
                each.remote._connection.join(2 * self.begin.timings.socket_timeout)

    def hang_up(self) -> None:
        """The server dies."""
        with self._writing, contextlib.suppress(OSError):
            self._to_child.close()

    def _run(self) -> None:
        self.child.run()
        self._sink.close()

    def _read(self) -> None:
        while (line := read_line(self._from_child)) is not None:
            message = decode_to_server(line)
            with self.changed:
                self.heard.append(message)
                if isinstance(message, PageExpected):
                    self.expected[message.room] = message.nonce
                self.changed.notify_all()

    # --- What the server does ---

    def send(self, message: ToChild) -> None:
        self.send_raw(encode(message))

    def send_raw(self, line: bytes) -> None:
        with self._writing, contextlib.suppress(ValueError, BrokenPipeError):
            self._to_child.write(line)
            self._to_child.flush()

    def serve(self, tv: Opens, room: str = ROOM, *, hello: bool = True) -> None:
        """Pages that this device opens call home (or do not), and are gone with their app."""

        def open_page(url: str) -> Callable[[], None]:
            nonce = nonce_of(url)
            if hello:
                self.send(PageConnectedMessage(room, nonce))
            return lambda: self.send(PageDisconnectedMessage(room, nonce))

        tv.open_page = tv.open_pictures = open_page

    def cast(self, tv: Opens, room: str = ROOM) -> None:
        """Somebody presses, on a phone that is in the room."""
        self.send(Cast(room, f"at-{tv.address}", f"/tv/{room}"))

    def show(self, tv: Opens, room: str = ROOM) -> None:
        """The common beginning."""
        self.serve(tv, room)
        self.cast(tv, room)
        self.reaches(CastPhase.SHOWING, room=room)

    def resume(self, wish: CastIntent | None, *, age: int = 60) -> None:
        """The server is there again, so many seconds after somebody played, and so is a phone."""
        assert wish
        self.send(ResumeMessage((replace(wish, wished=NOW - age),), NOW))
        self.send(OccupancyMessage(wish.room, occupied=True))

    # --- What it hears ---

    def wait_for(self, condition: Callable[[], object], patience: float = PATIENCE) -> None:
        with self.changed:
            met = self.changed.wait_for(condition, patience)
        assert met, [m for m in self.heard if not isinstance(m, HeartbeatMessage)][-20:]

    def states(self, room: str = ROOM) -> list[CastState]:
        with self.changed:
            return [m for m in self.heard if isinstance(m, CastState) and m.room == room]

    def state(self, room: str = ROOM) -> CastState:
        return (self.states(room) or [CastState(room, "", CastPhase.IDLE)])[-1]

    def reaches(
        self, phase: CastPhase, reason: CastReason | None = None, room: str = ROOM
    ) -> CastState:
        """Wait until that is so now."""
        self.wait_for(
            lambda: (
                self.state(room).state is phase
                and (reason is None or self.state(room).reason is reason)
            )
        )
        return self.state(room)

    def was(self, phase: CastPhase, reason: CastReason | None = None, room: str = ROOM) -> None:
        """Wait until that has been so."""
        self.wait_for(
            lambda: any(
                state.state is phase and (reason is None or state.reason is reason)
                for state in self.states(room)
            )
        )

    def phases(self, room: str = ROOM) -> list[CastPhase]:
        """Through which phases it went."""
        told = [state.state for state in self.states(room)]
        return [phase for n, phase in enumerate(told) if n == 0 or told[n - 1] is not phase]

    def devices(self) -> Devices:
        with self.changed:
            return next((m for m in reversed(self.heard) if isinstance(m, Devices)), Devices(()))

    def troubles(self) -> list[str]:
        with self.changed:
            return [m.text for m in self.heard if isinstance(m, TroubleMessage)]

    def forget(self) -> None:
        """Look only at what comes from now on (the present states stay known)."""
        with self.changed:
            last = {m.room: m for m in self.heard if isinstance(m, CastState)}
            self.heard[:] = [*last.values(), self.devices()]
