"""TLS and frames: how an emulated device talks, and the doors that it has."""

import contextlib
import datetime as dt
import http.server
import ipaddress
import json
import selectors
import socket
import ssl
import struct
import tempfile
import threading
from collections import deque
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pychromecast.generated.cast_channel_pb2 import CastMessage

from patience import PATIENCE


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


class Connection:
    """One sender's connection. One thread reads and writes it: TLS likes no company."""

    def __init__(
        self, hear: Callable[["Connection", CastMessage], None], plain: socket.socket
    ) -> None:
        self._hear = hear
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
                self._hear(self, message)

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
def eureka(device: Any, *, answer: bytes | None = None) -> Any:
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
