"""Real proxies for tests, with the configurations of docs/proxies: only ports and files of the
test's own are put in.

    with proxy("nginx", tmp_path, certificate, servers=(8001, 8002)) as proxied:
        Client(proxied.url)

Where the program is not installed, the test is skipped.
"""

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from patience import PATIENCE
from ports import free_port

DOCUMENTED = Path(__file__).parent.parent.parent / "docs" / "proxies"

EACH = {"nginx": "nginx.conf", "haproxy": "haproxy.cfg", "caddy": "Caddyfile"}
"""Programs, and the file of each."""

SERVERS = ("192.168.1.21:8000", "192.168.1.22:8000")
"""As they stand in the files."""

NAME = "games.example"

_NGINX = """\
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/proxy.log;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/waiting;
    include {folder}/documented.conf;
}}
"""


@dataclass
class Proxied:
    """A proxy that runs."""

    url: str
    log: Path

    @property
    def said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")


@contextmanager
def proxy(
    kind: str, folder: Path, certificate: tuple[Path, Path], servers: tuple[int, int]
) -> Iterator[Proxied]:
    """A proxy before servers at these ports of this computer; killed at the end."""
    program = shutil.which(kind)
    if program is None:
        pytest.skip(f"{kind} is not installed")
    folder.mkdir()
    port = free_port()
    log = folder / "proxy.log"
    command = [program, *_prepared(kind, folder, certificate, port, servers)]
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with log.open("w") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env=environment)
    try:
        proxied = Proxied(f"https://127.0.0.1:{port}", log)
        _wait_until_it_listens(port, process, proxied)
        yield proxied
    finally:
        process.kill()
        process.wait(PATIENCE)


def _prepared(
    kind: str, folder: Path, certificate: tuple[Path, Path], port: int, servers: tuple[int, int]
) -> list[str]:
    """Write the configuration; the program's arguments."""
    text = (DOCUMENTED / EACH[kind]).read_text(encoding="utf-8")
    for documented, ours in zip(SERVERS, servers, strict=True):
        text = _put(text, documented, f"127.0.0.1:{ours}")
    cert, key = certificate
    file = folder / "documented.conf"
    if kind == "nginx":
        text = _put(text, "listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
        text = _put(text, f"/etc/ssl/{NAME}.crt", str(cert))
        text = _put(text, f"/etc/ssl/{NAME}.key", str(key))
        (folder / "nginx.conf").write_text(_NGINX.format(folder=folder))
        arguments = ["-p", str(folder), "-c", "nginx.conf"]
    elif kind == "haproxy":
        both = folder / "both.pem"
        both.write_text(cert.read_text() + key.read_text())
        text = _put(text, "bind :443", f"bind 127.0.0.1:{port}")
        text = _put(text, f"/etc/ssl/{NAME}.pem", str(both))
        arguments = ["-db", "-f", str(file)]
    else:
        ours = f"https://127.0.0.1:{port} {{\n\ttls {cert} {key}"
        text = _put(text, f"\n{NAME} {{", f"\n{ours}")
        text = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + text
        arguments = ["run", "--adapter", "caddyfile", "--config", str(file)]
    file.write_text(text)
    return arguments


def _put(text: str, documented: str, ours: str) -> str:
    """Raises AssertionError where the file says it never or twice."""
    assert len(re.findall(re.escape(documented), text)) == 1, documented
    return text.replace(documented, ours)


def _wait_until_it_listens(port: int, process: subprocess.Popen[bytes], proxied: Proxied) -> None:
    context = ssl._create_unverified_context()
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1.0) as plain:
            context.wrap_socket(plain).close()
            return
        time.sleep(0.01)
    raise AssertionError(proxied.said)
