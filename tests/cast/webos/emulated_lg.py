"""An emulated LG television: its answers to searches, its questions, its browser, its bad moods.

    with EmulatedLg(release=WEBOS_6) as tv:
        tv.confirms = "wait"          # else it says yes at once
        ...
        tv.say_yes()                  # somebody takes the remote control
        tv.wait_for(lambda: tv.urls)  # what its browser was told to open
        tv.take_over()                # somebody starts another app

TLS on port 3001 of a loopback address of its own, SSAP over a WebSocket, SSDP on loopback. What is
known of real sets, with its source, stands in `Release` and where it is said; the rest is written
from what open clients do, and docs/casting.md numbers what is assumed.
"""

import contextlib
import datetime as dt
import itertools
import json
import selectors
import socket
import ssl
import struct
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Self
from uuid import NAMESPACE_DNS, uuid5

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, Ping, Request, TextMessage
from wsproto.utilities import RemoteProtocolError

from cast.emulated import fresh_address
from patience import PATIENCE

BROWSER = "com.webos.app.browser"
LIVE_TV = "com.webos.app.livetv"
YOUTUBE = "youtube.leanback.v4"
GROUP, SERVICE = "239.255.255.250", "urn:lge-com:service:webos-second-screen:1"
SECURE, PLAIN, DESCRIPTION = 3001, 3000, 1754


@dataclass(frozen=True)
class Release:
    """How sets of one release introduce themselves, as in somebody's raw log of a real one."""

    version: str
    """All of them call `deviceOSVersion` 4.1.0; this is `deviceOSReleaseVersion`."""
    pairing_types: tuple[str, ...] = ("PIN", "PROMPT", "COMBINED")
    says_uuid: bool = True
    wants_payload: bool = False
    """A hello without `payload` is not answered (aiowebostv#500: firmware 33.20)."""

    def hello(self, uuid: str) -> dict[str, Any]:
        """Nobody has seen one with an `id`."""
        payload = {
            "protocolVersion": 1,
            "deviceType": "tv",
            "deviceOS": "webOS",
            "deviceOSVersion": "4.1.0",
            "deviceOSReleaseVersion": self.version,
            **({"deviceUUID": uuid} if self.says_uuid else {}),
            "pairingTypes": list(self.pairing_types),
        }
        return {"type": "hello", "payload": payload}


_SWITCH = ("PIN", "PROMPT", "COMBINED", "LGSWITCH-PIN")
WEBOS_2 = Release("2.2.3", says_uuid=False)
"""home-assistant/core#178294."""
WEBOS_4 = Release("4.4.3")
"""aiowebostv#15; the version from home-assistant/core#183602."""
WEBOS_6 = Release("6.4.0")
"""home-assistant/core#131981."""
WEBOS_25 = Release("10.2.0", _SWITCH, wants_payload=True)
"""home-assistant/core#147557."""
WEBOS_26 = Release("11.2.0", _SWITCH, wants_payload=True)
"""home-assistant/core#172703."""
RELEASES = (WEBOS_2, WEBOS_4, WEBOS_6, WEBOS_25, WEBOS_26)

NOBODY_CAME = 120.0
"""Seconds after which a question that nobody answers is taken back (home-assistant/core#131981)."""


def fresh_tls() -> ssl.SSLContext:
    """With a certificate that nobody else has, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "LG webOS TV")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=2))
        .sign(key, hashes.SHA256())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "both"
        file.write_bytes(
            made.public_bytes(serialization.Encoding.PEM)
            + key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        context.load_cert_chain(file)
    return context


@dataclass
class Faults:
    """Bad moods; each may be set at any time."""

    starting: int = 0
    """The so-many-th look at its description finds nothing yet."""
    busy: bool = False
    """It has another question on its screen."""
    lose_pages: int = 0
    """So many pages are said to be opened, and are not."""
    refuses_open: bool = False
    """It does not know `system.launcher/open` …"""
    refuses_launch: bool = False
    """… and refuses `system.launcher/launch`."""
    keeps_browser: bool = False
    """It refuses to close it."""
    hides_screen: bool = False
    """It does not say what it shows."""
    slow_browser: bool = False
    """The browser comes to the foreground only when `show_browser` says so."""
    mute_screen: bool = False
    """Whoever asks what it shows waits for ever."""
    black_hole: bool = False
    """Everything is read and nothing answered."""
    no_handshake: bool = False
    """Connections are taken and never spoken to."""


class EmulatedLg:
    """One television. Its threads end with `stop`."""

    def __init__(
        self,
        name: str = "[LG] webOS TV OLED65C35LA",
        *,
        release: Release = WEBOS_26,
        address: str | None = None,
        old: bool = False,
        location: str | None = None,
        open_page: Callable[[str], Callable[[], None]] | None = None,
    ) -> None:
        self.name = name
        self.release = release
        self.address = address or fresh_address()
        self.uuid = str(uuid5(NAMESPACE_DNS, self.address))
        self.old = old
        self.location = location or f"http://{self.address}:{DESCRIPTION}/"
        self.open_page = open_page
        self.also_at: str | None = None
        """Another address (wireless beside cable) from which it answers searches, too."""
        self.faults = Faults()
        self.confirms = "yes"
        """What somebody does when it asks: yes, no, wait."""
        self.keys: set[str] = set()
        self.asking: list[Connection] = []
        """Who waits for somebody to confirm."""
        self.questions = 0
        self.foreground, self.power = LIVE_TV, "Active"
        self.urls: list[str] = []
        self.received: list[dict[str, Any]] = []
        """Every message, in order."""
        self.searches = self.descriptions = 0
        """Answered, and fetched."""
        self.changed = threading.Condition(threading.RLock())
        self.connections: set[Connection] = set()
        self._close_page: Callable[[], None] | None = None
        self._numbers = itertools.count(1)
        self._threads: list[threading.Thread] = []
        self._listeners: list[socket.socket] = []
        self._tls = fresh_tls()

    # --- Its life ---

    def start(self) -> Self:
        self._listen(PLAIN if self.old else SECURE, self._converse)
        return self

    def stop(self) -> None:
        """The plug is pulled."""
        listeners, self._listeners = self._listeners, []
        for listener in listeners:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        with self.changed:
            self._end_page()
        end = time.monotonic() + PATIENCE
        while any(thread.is_alive() for thread in self._threads):
            assert time.monotonic() < end, "it does not end"
            self.reset()  # also who was let in just now
            for thread in self._threads:
                thread.join(0.01)
        self._threads = []

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def wait_for(self, condition: Callable[[], object], patience: float = PATIENCE) -> None:
        with self.changed:
            met = self.changed.wait_for(condition, patience)
        assert met, f"{self.name}: {self.received[-5:]}"

    def advertise(self) -> Self:
        """Answer searches on loopback, and describe itself."""
        listener = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((GROUP, 1900))
        here = socket.inet_aton(GROUP) + socket.inet_aton("127.0.0.1")
        listener.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, here)
        self._listeners.append(listener)
        self._run(lambda: self._answer_searches(listener))
        self._listen(DESCRIPTION, self._describe)
        return self

    # --- What happens in the room ---

    def say_yes(self) -> None:
        with self.changed:
            while self.asking:
                self._let_in(self.asking.pop())

    def say_no(self) -> None:
        """In the words of aiowebostv#119."""
        self._refuse_all("403 User denied access")

    def nobody_comes(self) -> None:
        """NOBODY_CAME is over; in the words of home-assistant/core#131981."""
        self._refuse_all("403 cancelled")

    def _refuse_all(self, error: str) -> None:
        with self.changed:
            while self.asking:
                asked = self.asking.pop()
                asked.refuse(asked.registering, error)

    def forget_keys(self) -> None:
        """A factory reset, or *delete all* in its list of devices."""
        self.keys.clear()

    def change_certificate(self) -> None:
        self._tls = fresh_tls()

    def take_over(self, app: str = YOUTUBE) -> None:
        """Somebody starts another app, or chooses another input; the browser stays behind it."""
        self._bring_up(app)

    def show_browser(self) -> None:
        self._bring_up(BROWSER)

    def close_by_remote(self) -> None:
        """Somebody presses EXIT."""
        with self.changed:
            self._end_page()
            self._bring_up(LIVE_TV)

    def standby(self) -> None:
        with self.changed:
            self._end_page()
            self.power = "Active Standby"
            self._tell("power", {"state": self.power})
            self._bring_up("")

    def reset(self) -> None:
        """All connections break; what it shows it shows."""
        with self.changed:
            connections = list(self.connections)
        for connection in connections:
            connection.break_off()

    def send_text(self, text: str) -> None:
        with self.changed:
            for connection in self.connections:
                connection.send_text(text)

    def send_raw(self, data: bytes) -> None:
        with self.changed:
            for connection in self.connections:
                connection.send_raw(data)

    def said(self, kind: str) -> list[dict[str, Any]]:
        """The messages whose type or URI ends so."""
        with self.changed:
            return [m for m in self.received if m.get("uri", m["type"]).endswith(kind)]

    # --- What it answers ---

    def hear(self, connection: "Connection", message: dict[str, Any]) -> None:
        with self.changed:
            self.received.append(message)
            self.changed.notify_all()
            if self.faults.black_hole or message["id"] in connection.answered:
                return  # no id is answered twice, says home-assistant/core#147557
            connection.answered.add(message["id"])
            kind, uri = message["type"], message.get("uri", "").removeprefix("ssap://")
            if kind == "hello":
                if "payload" in message or not self.release.wants_payload:
                    connection.send_text(json.dumps(self.release.hello(self.uuid)))
            elif kind == "register":
                connection.registering = message["id"]
                self._on_register(connection, message["payload"].get("client-key"))
            elif not connection.known:
                connection.refuse(message["id"], "401 insufficient permissions")
            else:
                self._on_request(connection, uri, message)

    def _on_register(self, connection: "Connection", key: str | None) -> None:
        if self.faults.busy:
            connection.refuse(connection.registering, "409 register already in progress")
            return
        if key in self.keys:
            self._let_in(connection, key)
            return
        prompt = {"pairingType": "PROMPT", "returnValue": True}
        connection.say("response", connection.registering, prompt)
        self.questions += 1
        self.asking.append(connection)
        self.changed.notify_all()
        if self.confirms == "yes":
            self.say_yes()
        elif self.confirms == "no":
            self.say_no()

    def _let_in(self, connection: "Connection", key: str | None = None) -> None:
        key = key or f"key-{next(self._numbers)}"
        self.keys.add(key)
        connection.known = True
        connection.say("registered", connection.registering, {"client-key": key})

    def _on_request(self, connection: "Connection", uri: str, message: dict[str, Any]) -> None:
        number, payload = message["id"], message["payload"]
        if uri.endswith("getForegroundAppInfo"):
            if self.faults.hides_screen:
                connection.refuse(number, "401 insufficient permissions")
            elif not self.faults.mute_screen:
                connection.subscribed["screen"] = number
                connection.say("response", number, {"appId": self.foreground, "returnValue": True})
        elif uri.endswith("getPowerState"):
            connection.subscribed["power"] = number
            connection.say("response", number, {"state": self.power, "returnValue": True})
        elif uri == "system.launcher/open" and self.faults.refuses_open:
            connection.refuse(number, "404 no such service or method")
        elif uri == "system.launcher/launch" and self.faults.refuses_launch:
            connection.refuse(number, "500 Application error")
        elif uri in ("system.launcher/open", "system.launcher/launch"):
            url = payload["target"] if "target" in payload else payload["params"]["target"]
            connection.say("response", number, {"returnValue": True, "sessionId": "cccc"})
            self._open(url)
        elif uri == "system.launcher/close" and not self.faults.keeps_browser:
            connection.say("response", number, {"returnValue": True})
            self.close_by_remote()
        else:
            connection.refuse(number, "403 access denied")

    def _open(self, url: str) -> None:
        self._end_page()
        self.urls.append(url)
        if self.faults.lose_pages:
            self.faults.lose_pages -= 1
        elif self.open_page is not None:
            self._close_page = self.open_page(url)
        if not self.faults.slow_browser:
            self._bring_up(BROWSER)

    def _end_page(self) -> None:
        close, self._close_page = self._close_page, None
        if close is not None:
            close()

    def _bring_up(self, app: str) -> None:
        with self.changed:
            self.foreground = app
            self._tell("screen", {"appId": app})

    def _tell(self, what: str, payload: dict[str, Any]) -> None:
        for connection in self.connections:
            if what in connection.subscribed:
                connection.say("response", connection.subscribed[what], payload)
        self.changed.notify_all()

    # --- Sockets ---

    def _run(self, target: Callable[[], None]) -> None:
        thread = threading.Thread(target=target, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _listen(self, port: int, serve: Callable[[socket.socket], None]) -> None:
        listener = socket.create_server((self.address, port))
        self._listeners.append(listener)

        def accept() -> None:
            while True:
                try:
                    taken, _ = listener.accept()
                except OSError:
                    return
                self._run(partial(serve, taken))

        self._run(accept)

    def _converse(self, taken: socket.socket) -> None:
        connection = Connection(self, taken)
        with self.changed:
            self.connections.add(connection)
            self.changed.notify_all()
        with contextlib.suppress(OSError, EOFError, RemoteProtocolError):
            if not self.faults.no_handshake and not self.old:
                connection.secure(self._tls)
            connection.serve()
        with self.changed:
            self.connections.discard(connection)
            self.asking = [each for each in self.asking if each is not connection]
            self.changed.notify_all()
        connection.close()

    def _answer_searches(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                question, who = listener.recvfrom(2048)
                if not question:
                    return
                if SERVICE.encode() in question:
                    if self.also_at is not None:
                        self._answer(who, self.also_at, f"http://{self.also_at}:{DESCRIPTION}/")
                    self._answer(who, self.address, self.location)
                    with self.changed:
                        self.searches += 1
                        self.changed.notify_all()

    def _answer(self, who: tuple[str, int], address: str, location: str) -> None:
        answer = (
            f"HTTP/1.1 200 OK\r\nLocation: {location}\r\nCache-Control: max-age=1800\r\n"
            f"Server: WebOS/1.5 UPnP/1.0\r\nEXT:\r\nUSN: uuid:{self.uuid}::{SERVICE}\r\n"
            f"ST: {SERVICE}\r\n\r\n"
        ).encode()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as speaking:
            speaking.bind((address, 0))
            speaking.sendto(answer, who)

    def _describe(self, taken: socket.socket) -> None:
        body = (
            f"<root><device><friendlyName>{self.name}</friendlyName><modelName>LG Smart TV"
            f"</modelName><modelNumber>OLED65C35LA</modelNumber></device></root>"
        ).encode()
        with taken, contextlib.suppress(OSError):
            taken.recv(2048)
            self.descriptions += 1
            if self.descriptions == self.faults.starting:
                return
            taken.sendall(b"HTTP/1.0 200 OK\r\nContent-Type: text/xml\r\n\r\n" + body)


class Connection:
    """One client's connection: its own thread reads and sends, for TLS takes no two at a time."""

    def __init__(self, tv: EmulatedLg, taken: socket.socket) -> None:
        self._tv = tv
        self._socket = taken
        self._frames = WSConnection(ConnectionType.SERVER)
        self._outbox: deque[bytes] = deque()
        self._bell, self._ringer = socket.socketpair()
        self._ringer.settimeout(0)
        self.known = False
        self.registering = ""
        """The id of its latest `register`."""
        self.answered: set[str] = set()
        """The ids of its requests."""
        self.subscribed: dict[str, str] = {}

    def secure(self, tls: ssl.SSLContext) -> None:
        self._socket.settimeout(PATIENCE)
        self._socket = tls.wrap_socket(self._socket, server_side=True)

    def serve(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._socket, selectors.EVENT_READ)
            selector.register(self._bell, selectors.EVENT_READ)
            while True:
                while self._outbox:
                    self._socket.sendall(self._outbox.popleft())
                pending = isinstance(self._socket, ssl.SSLSocket) and self._socket.pending()
                ready = [] if pending else [key.fileobj for key, _ in selector.select()]
                if self._bell in ready:
                    self._bell.recv(100)
                if pending or self._socket in ready:
                    data = self._socket.recv(16384)
                    if not data:
                        return
                    if not self._tv.faults.no_handshake:
                        self._take(data)

    def _take(self, data: bytes) -> None:
        with self._tv.changed:
            self._frames.receive_data(data)
            for event in list(self._frames.events()):
                match event:
                    case Request():
                        self.send_raw(self._frames.send(AcceptConnection()))
                    case Ping() if not self._tv.faults.black_hole:
                        self.send_raw(self._frames.send(event.response()))
                    case TextMessage():  # ours are never sent in parts
                        self._tv.hear(self, json.loads(event.data))
                    case CloseConnection():
                        raise EOFError

    def say(self, kind: str, number: str, payload: dict[str, Any]) -> None:
        self.send_text(json.dumps({"type": kind, "id": number, "payload": payload}))

    def refuse(self, number: str, error: str) -> None:
        self.send_text(json.dumps({"type": "error", "id": number, "error": error, "payload": {}}))

    def send_text(self, text: str) -> None:
        if self._frames.connection is not None:
            self.send_raw(self._frames.send(TextMessage(data=text)))

    def send_raw(self, data: bytes) -> None:
        self._outbox.append(data)
        with contextlib.suppress(OSError):
            self._ringer.send(b"x")

    def break_off(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        for each in (self._socket, self._bell, self._ringer):
            each.close()
