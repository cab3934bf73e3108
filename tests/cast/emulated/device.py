"""The emulated device itself: its life, its name in the house, what happens in the room."""

import contextlib
import json
import socket
import threading
from collections.abc import Callable
from typing import Any, Self
from uuid import UUID

from pychromecast.generated.cast_channel_pb2 import CastMessage
from zeroconf import ServiceInfo, Zeroconf

from cast.emulated.apps import App, Apps, Open
from cast.emulated.names import (
    BACKDROP,
    NS_DASHCAST,
    NS_HEARTBEAT,
    NS_MEDIA,
    NS_OWN,
    NS_RECEIVER,
    YOUTUBE,
    fresh_address,
    fresh_id,
)
from cast.emulated.wire import Connection, tls
from patience import PATIENCE


class EmulatedDevice(Apps):
    """One device. Its threads end with `stop`."""

    def __init__(
        self,
        name: str = "Living Room TV",
        *,
        address: str | None = None,
        capabilities: int | None = 5,
        model: str = "Chromecast",
        port: int = 8009,
        own_app: str | None = None,
        open_page: Open | None = None,
    ) -> None:
        super().__init__(own_app, open_page)
        self.name = name
        self.address = address or fresh_address()
        self.port = port
        self.uuid: UUID = fresh_id()
        self.model = model
        self.capabilities = capabilities
        self.received: list[tuple[str, dict[str, Any]]] = []
        """Every message but heartbeats: its namespace and what it says."""
        self.active: bool | None = True
        self.standby: bool | None = False
        self.changed = threading.Condition(threading.RLock())
        self._connections: set[Connection] = set()
        self._threads: list[threading.Thread] = []
        self._timers: list[threading.Timer] = []
        self._listener: socket.socket | None = None
        self._announced: tuple[Zeroconf, ServiceInfo] | None = None
        self._tls = tls()

    # --- Its life ---

    def start(self) -> Self:
        listener = socket.create_server((self.address, self.port))
        self._listener = listener
        self._run(lambda: self._accept(listener))
        return self

    def stop(self) -> None:
        """Power off: everything ends, without a goodbye."""
        listener, self._listener = self._listener, None
        if listener is not None:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        with self.changed:
            self._end_app()
            connections = list(self._connections)
        for connection in connections:
            connection.reset()
        for timer in self._timers:
            timer.cancel()
        for thread in (*self._threads, *self._timers):
            thread.join(PATIENCE)
        self._threads, self._timers = [], []

    def reboot(self, address: str | None = None) -> None:
        """Off, and on again, perhaps with another address."""
        self.stop()
        self.address = address or self.address
        self.start()
        if self._announced:
            zeroconf = self._announced[0]
            self._announced = (zeroconf, self._service())
            zeroconf.update_service(self._announced[1])

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def wait_for(self, condition: Callable[[], object], patience: float = PATIENCE) -> None:
        with self.changed:
            met = self.changed.wait_for(condition, patience)
        assert met, f"{self.name}: {self.received[-5:]}"

    # --- Discovery ---

    def advertise(self, zeroconf: Zeroconf) -> None:
        self._announced = (zeroconf, self._service())
        zeroconf.register_service(self._announced[1])

    def rename(self, name: str) -> None:
        assert self._announced
        self.name = name
        self._announced = (self._announced[0], self._service())
        self._announced[0].update_service(self._announced[1])

    def say_goodbye(self) -> None:
        assert self._announced
        self._announced[0].unregister_service(self._announced[1])
        self._announced = None

    def _service(self) -> ServiceInfo:
        txt = {"id": self.uuid.hex, "fn": self.name, "md": self.model, "ve": "05"}
        if self.capabilities is not None:
            txt["ca"] = str(self.capabilities)
        return ServiceInfo(
            "_googlecast._tcp.local.",
            f"emulated-{self.uuid.hex}._googlecast._tcp.local.",
            port=self.port,
            properties=txt,
            server=f"{self.uuid}.local.",
            parsed_addresses=[self.address],
        )

    # --- What happens in the room ---

    def take_over(self, app_id: str = YOUTUBE) -> None:
        """Somebody starts another app."""
        with self.changed:
            self._end_app()
            self.app = App(app_id, str(fresh_id()), ["urn:x-cast:other"], "playing", ready=True)
            self._tell()

    def idle_out(self) -> None:
        """The idle screen comes."""
        self.take_over(BACKDROP)

    def turn(self, *, active: bool | None = True, standby: bool | None = False) -> None:
        """The TV's input or power changes; off, it shows no page."""
        with self.changed:
            self.active, self.standby = active, standby
            if standby:
                self._end_app()
            self._tell()

    def churn(self, times: int) -> None:
        """The volume knob turns and turns."""
        for _ in range(times):
            with self.changed:
                self._tell()

    def reset(self) -> None:
        """All connections break; what runs runs on."""
        with self.changed:
            connections = list(self._connections)
        for connection in connections:
            connection.reset()

    def send_raw(self, frame: bytes) -> None:
        with self.changed:
            for connection in self._connections:
                connection.send_raw(frame)

    def _say(self, namespace: str, source: str, data: Any) -> None:
        for connection in self._connections:
            connection.send(source, "*", namespace, data)

    def send_all(self, namespace: str, data: Any, text: str | None = None) -> None:
        with self.changed:
            for connection in self._connections:
                connection.send("receiver-0", "*", namespace, data, text)

    def said(self, kind: str) -> list[dict[str, Any]]:
        """The messages of this type that it got."""
        with self.changed:
            return [data for _, data in self.received if data.get("type") == kind]

    @property
    def connections(self) -> int:
        return len(self._connections)

    # --- Talking ---

    def _run(self, target: Callable[[], None]) -> None:
        thread = threading.Thread(target=target, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _have(self, thread: threading.Thread) -> None:
        self._threads.append(thread)

    def _later(self, seconds: float, do: Callable[[], None]) -> None:
        if not seconds:
            do()
            return
        timer = threading.Timer(seconds, do)
        self._timers.append(timer)
        timer.start()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                plain, _ = listener.accept()
            except OSError:
                return
            self._run(lambda plain=plain: self._serve(plain))  # type: ignore[misc]

    def _serve(self, plain: socket.socket) -> None:
        connection = Connection(self.hear, plain)
        with self.changed:
            self._connections.add(connection)
            self.changed.notify_all()
        try:
            if self.faults.no_handshake:
                connection.wait_for_the_end()
            else:
                connection.serve(self._tls)
        except (OSError, EOFError):
            pass  # the other end is gone, as other ends go
        finally:
            connection.close()
            with self.changed:
                self._connections.discard(connection)
                self.changed.notify_all()

    def _tell(self, connection: Connection | None = None, request: int = 0) -> None:
        """The status: to one that asked, or to all that are connected."""
        status: dict[str, Any] = {
            "applications": [self.app.described()] if self.app else [],
            "volume": {"level": 0.5, "muted": False, "controlType": "attenuation"},
        }
        if self.active is not None:
            status["isActiveInput"] = self.active
        if self.standby is not None:
            status["isStandBy"] = self.standby
        self.changed.notify_all()
        if self.faults.black_hole:
            return
        message = {"type": "RECEIVER_STATUS", "requestId": request, "status": status}
        for each in [connection] if connection else self._connections:
            each.send("receiver-0", "*", NS_RECEIVER, message)

    def hear(self, connection: Connection, message: CastMessage) -> None:
        data = json.loads(message.payload_utf8)
        with self.changed:
            if self.faults.black_hole:
                return
            if message.namespace == NS_HEARTBEAT:
                if data["type"] == "PING":
                    connection.answer(message, {"type": "PONG"})
                return
            self.received.append((message.namespace, data))
            if message.namespace == NS_RECEIVER:
                self._hear_receiver(connection, message, data)
            elif message.namespace in (NS_DASHCAST, NS_OWN):
                self._hear_load(message, data)
            elif message.namespace == NS_MEDIA:
                self._hear_media(connection, message, data)
            self.changed.notify_all()

    def _hear_receiver(
        self, connection: Connection, message: CastMessage, data: dict[str, Any]
    ) -> None:
        request = data.get("requestId", 0)
        match data["type"]:
            case "GET_STATUS" | "SET_VOLUME":
                self._tell(connection, request)
            case "GET_APP_AVAILABILITY":
                if not self.faults.keeps_availability:
                    connection.answer(message, self._availability(data))
            case "LAUNCH":
                self._launch(connection, message, data)
            case "STOP":
                if self.app is None or data.get("sessionId") != self.app.session:
                    connection.answer(message, invalid(request, "INVALID_SESSION_ID"))
                else:
                    self._end_app()
                    self._tell()
                    self._tell(connection, request)
            case _:
                connection.answer(message, invalid(request, "INVALID_COMMAND"))


def invalid(request: int, reason: str) -> dict[str, Any]:
    return {"type": "INVALID_REQUEST", "requestId": request, "reason": reason}
