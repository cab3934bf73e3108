"""An emulated Cast device: what a television's dongle says and does, and all its bad moods.

    with EmulatedDevice("Living Room TV") as tv:
        tv.advertise(zeroconf)            # optional: others may find it by its address
        ...
        tv.wait_for(lambda: tv.urls)      # what it was told to open
        tv.take_over()                    # somebody starts another app

TLS on a loopback address of its own (any port other than 8009 would read as a group), CASTV2
frames, and the namespaces that a launch of a web page needs. With `open_page` it opens what it is
told to in something that tests can look at. Written from the library's reading of the protocol,
not from a real device; where devices may differ it takes the harder way: a second LAUNCH joins the
running app, and a load that comes before "Application ready" is lost.
"""

import contextlib
import datetime as dt
import http.server
import ipaddress
import itertools
import json
import os
import selectors
import socket
import ssl
import struct
import subprocess
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Self
from uuid import UUID, uuid4

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pychromecast.generated.cast_channel_pb2 import CastMessage
from zeroconf import ServiceInfo, Zeroconf

NS_CONNECTION = "urn:x-cast:com.google.cast.tp.connection"
NS_HEARTBEAT = "urn:x-cast:com.google.cast.tp.heartbeat"
NS_RECEIVER = "urn:x-cast:com.google.cast.receiver"
NS_DASHCAST = "urn:x-cast:com.madmod.dashcast"
NS_OWN = "urn:x-cast:undercast"
DASHCAST = "84912283"
YOUTUBE = "233637DE"
BACKDROP = "E8C28D3C"
PATIENCE = 20.0
"""Seconds after which a condition that should come true counts as a failure."""

OWN_NETWORK = f"127.{64 + os.getpid() % 150}."
"""Other tests on this machine, at the same time, have others: mDNS on loopback is heard by all."""

_numbers = itertools.count(1)


def fresh_address() -> str:
    """A loopback address that no other device of these tests has."""
    number = next(_numbers)
    return f"{OWN_NETWORK}{number // 250}.{number % 250 + 2}"


@cache
def certificate() -> tuple[bytes, bytes]:
    """A self-made certificate and its key, in PEM, as devices have one."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "emulated")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=2))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]),
            critical=False,
        )
        .sign(key, hashes.SHA256())
    )
    return made.public_bytes(serialization.Encoding.PEM), key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def tls() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in zip(("cert", "key"), certificate(), strict=True):
            (Path(folder) / name).write_bytes(text)
        context.load_cert_chain(Path(folder) / "cert", Path(folder) / "key")
    return context


@dataclass
class Faults:
    """Bad moods; each may be set at any time."""

    launch_error: str | None = None
    """Answer LAUNCH with this reason …"""
    launch_errors: int = 1_000_000
    """… so many times."""
    slow_launch: float = 0.0
    """Seconds until the app has a session."""
    late_namespaces: float = 0.0
    """Seconds until the app's status names its namespaces."""
    late_ready: float = 0.0
    """Seconds from then until it takes a load."""
    silent_launch: bool = False
    """LAUNCH gets no answer at all."""
    lose_loads: int = 0
    """So many loads are accepted and never opened."""
    black_hole: bool = False
    """Everything is read and nothing answered."""
    no_handshake: bool = False
    """Connections are taken and never spoken to."""


@dataclass
class App:
    app_id: str
    session: str
    namespaces: list[str] = field(default_factory=list)
    status_text: str = ""
    ready: bool = False
    loaded: bool = False
    close_page: Callable[[], None] | None = None

    def described(self) -> dict[str, Any]:
        return {
            "appId": self.app_id,
            "sessionId": self.session,
            "transportId": self.session,
            "displayName": f"app {self.app_id}",
            "isIdleScreen": self.app_id == BACKDROP,
            "statusText": self.status_text,
            "namespaces": [{"name": name} for name in self.namespaces],
        }


class EmulatedDevice:
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
        open_page: Callable[[str], Callable[[], None]] | None = None,
    ) -> None:
        self.name = name
        self.address = address or fresh_address()
        self.port = port
        self.uuid: UUID = uuid4()
        self.model = model
        self.capabilities = capabilities
        self.own_app = own_app
        self.open_page = open_page
        self.faults = Faults()
        self.urls: list[str] = []
        self.received: list[tuple[str, dict[str, Any]]] = []
        """Every message but heartbeats: its namespace and what it says."""
        self.app: App | None = None
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
            self.app = App(app_id, str(uuid4()), ["urn:x-cast:other"], "playing", ready=True)
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
        connection = Connection(self, plain)
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

    def _tell(self, connection: "Connection | None" = None, request: int = 0) -> None:
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

    def hear(self, connection: "Connection", message: CastMessage) -> None:
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
            self.changed.notify_all()

    def _hear_receiver(
        self, connection: "Connection", message: CastMessage, data: dict[str, Any]
    ) -> None:
        request = data.get("requestId", 0)
        match data["type"]:
            case "GET_STATUS" | "SET_VOLUME":
                self._tell(connection, request)
            case "GET_APP_AVAILABILITY":
                known = dict.fromkeys(data["appId"], "APP_AVAILABLE")
                answer = {"responseType": data["type"], "requestId": request, "availability": known}
                connection.answer(message, answer)
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

    # --- Apps ---

    def _launch(self, connection: "Connection", message: CastMessage, data: dict[str, Any]) -> None:
        request, app_id = data.get("requestId", 0), data["appId"]
        if self.faults.launch_error and self.faults.launch_errors > 0:
            self.faults.launch_errors -= 1
            error = {"type": "LAUNCH_ERROR", "requestId": request, "appId": app_id}
            connection.answer(message, {**error, "reason": self.faults.launch_error})
        elif app_id not in (DASHCAST, self.own_app):
            error = {"type": "LAUNCH_ERROR", "requestId": request, "reason": "NOT_FOUND"}
            connection.answer(message, error)
        elif self.app and self.app.app_id == app_id:
            self._tell(connection, request)  # joined
        elif not self.faults.silent_launch:
            self._later(self.faults.slow_launch, lambda: self._start(app_id, connection, request))

    def _start(self, app_id: str, connection: "Connection", request: int) -> None:
        with self.changed:
            self._end_app()
            app = self.app = App(app_id, str(uuid4()))
            self.active, self.standby = (
                None if self.active is None else True,
                None if self.standby is None else False,
            )
            if self.faults.late_namespaces:
                self._tell(connection, request)
                self._later(self.faults.late_namespaces, lambda: self._name(app))
            else:
                self._name(app, connection, request)

    def _name(self, app: App, connection: "Connection | None" = None, request: int = 0) -> None:
        with self.changed:
            app.namespaces = [NS_DASHCAST if app.app_id == DASHCAST else NS_OWN]
            self._tell(connection, request)
            self._later(self.faults.late_ready, lambda: self._get_ready(app))

    def _get_ready(self, app: App) -> None:
        with self.changed:
            app.ready = True
            app.status_text = "Application ready"
            self._tell()

    def _hear_load(self, message: CastMessage, data: dict[str, Any]) -> None:
        app = self.app
        if app is None or message.destination_id != app.session or not app.ready or app.loaded:
            return  # lost: nobody listens
        if self.faults.lose_loads:
            self.faults.lose_loads -= 1
            return
        app.loaded = True  # the page is in the app's place, the message bus is gone
        self.urls.append(data["url"])
        if self.open_page:
            app.close_page = self.open_page(data["url"])

    def _end_app(self) -> None:
        app, self.app = self.app, None
        if app and app.close_page:
            app.close_page()


def invalid(request: int, reason: str) -> dict[str, Any]:
    return {"type": "INVALID_REQUEST", "requestId": request, "reason": reason}


class Connection:
    """One sender's connection. One thread reads and writes it: TLS likes no company."""

    def __init__(self, device: EmulatedDevice, plain: socket.socket) -> None:
        self._device = device
        self._socket: socket.socket = plain
        self._outbox: deque[bytes] = deque()
        self._wake, self._woken = socket.socketpair()
        self._wake.setblocking(False)
        self._ended = False

    def serve(self, context: ssl.SSLContext) -> None:
        self._socket.settimeout(PATIENCE)
        secured = context.wrap_socket(self._socket, server_side=True)
        self._socket = secured
        with selectors.DefaultSelector() as selector:
            selector.register(secured, selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            while not self._ended:
                if not secured.pending():
                    ready = {key.fileobj for key, _ in selector.select(PATIENCE)}
                    if self._woken in ready:
                        self._woken.recv(1024)
                    while self._outbox:
                        secured.sendall(self._outbox.popleft())
                    if secured not in ready:
                        continue
                size = struct.unpack(">I", self._exactly(4))[0]
                message = CastMessage()
                message.ParseFromString(self._exactly(size))
                self._device.hear(self, message)

    def wait_for_the_end(self) -> None:
        """Listen, and say nothing."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._socket, selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            while not self._ended:
                ready = {key.fileobj for key, _ in selector.select(PATIENCE)}
                if self._woken not in ready and not self._socket.recv(4096):
                    return

    def _exactly(self, size: int) -> bytes:
        read = b""
        while len(read) < size:
            more = self._socket.recv(size - len(read))
            if not more:
                raise EOFError
            read += more
        return read

    def send(
        self, source: str, destination: str, namespace: str, data: Any, text: str | None = None
    ) -> None:
        message = CastMessage()
        message.protocol_version = message.CASTV2_1_0
        message.source_id, message.destination_id = source, destination
        message.namespace = namespace
        message.payload_type = CastMessage.STRING
        message.payload_utf8 = json.dumps(data) if text is None else text
        body = message.SerializeToString()
        self.send_raw(struct.pack(">I", len(body)) + body)

    def answer(self, message: CastMessage, data: Any) -> None:
        self.send(message.destination_id, message.source_id, message.namespace, data)

    def send_raw(self, frame: bytes) -> None:
        self._outbox.append(frame)
        self._rouse()

    def reset(self) -> None:
        """Break off with a TCP reset."""
        self._ended = True
        with contextlib.suppress(OSError):
            linger = struct.pack("ii", 1, 0)
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self._rouse()

    def _rouse(self) -> None:
        with contextlib.suppress(OSError):
            self._wake.send(b"x")

    def close(self) -> None:
        for each in (self._socket, self._wake, self._woken):
            each.close()


# --- The second door: 8443 ------------------------------------------------------------------------


@contextlib.contextmanager
def eureka(device: EmulatedDevice, *, answer: bytes | None = None) -> Any:
    """The device's information page on 8443, which tells who lives at an address."""
    about = {
        "device_info": {
            "name": device.name,
            "model_name": device.model,
            "manufacturer": "nobody",
            "ssdp_udn": str(device.uuid),
            "capabilities": {"display_supported": bool((device.capabilities or 1) & 1)},
        },
        "name": device.name,
    }
    body = json.dumps(about).encode() if answer is None else answer

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with contextlib.suppress(OSError):  # whoever has enough goes
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Tests are quiet."""

    server = http.server.ThreadingHTTPServer((device.address, 8443), Page)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    server.socket = tls().wrap_socket(
        server.socket, server_side=True, do_handshake_on_connect=False
    )
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextlib.contextmanager
def black_hole(address: str, port: int = 8443) -> Any:
    """A port that takes connections and never says a word."""
    with socket.create_server((address, port)) as listener:
        yield listener


# --- Showing what the TV would show ---------------------------------------------------------------


def in_chromium(executable: Path, arguments: tuple[str, ...], env: dict[str, str]) -> Any:
    """An `open_page` that shows pages in a headless Chromium, started anew for each."""

    def open_page(url: str) -> Callable[[], None]:
        profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        command = [str(executable), *arguments, "--headless", "--remote-debugging-port=0"]
        process = subprocess.Popen(
            [*command, f"--user-data-dir={profile.name}", url],
            env={**os.environ, **env},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

        def close() -> None:
            process.kill()
            process.wait()
            profile.cleanup()

        return close

    return open_page


def eventually(condition: Callable[[], object], patience: float = PATIENCE) -> None:
    """Waits for a condition that nobody notifies about."""
    end = time.monotonic() + patience
    waiting = threading.Event()
    while not condition():
        assert time.monotonic() < end, "it never came true"
        waiting.wait(0.01)
