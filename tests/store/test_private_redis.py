"""Redis that asks for a user and a password, behind TLS by an authority of one's own."""

import os
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from certificates import certificate
from cli.test_cli import serve_mistake
from clients import Client
from patience import PATIENCE
from servers import SOURCES, Server, children, command_of
from store.faults import opening
from store.redis_servers import EACH, SLOTS, VALKEY, Running, redis_server, until
from table import DEAL, Table, refusal
from undercast.base.config import IN_SIGHT
from undercast.cli.serve_options import STORE_VARIABLE
from undercast.store.data_file import DataUnusable
from undercast.store.port import run_inline
from undercast.store.redis.connection import RedisConnection
from undercast.store.redis.durability import check_durability
from undercast.store.redis.store import RedisStore

PASSWORD = "swordfish-%21"
SAID = "swordfish-!"
"""The password itself; in an address it is quoted."""

SCALE = SOURCES.parent / "docs" / "scale.md"
DOCUMENTED = (
    SCALE.read_text(encoding="utf-8").partition("\n    user undercast ")[2].partition("\n")[0]
)
USER = ("ana", *DOCUMENTED.replace("PASSWORD", SAID).split())
"""Who may do with what is the house's all that a server needs."""


@contextmanager
def behind_tls(port: int, cert: Path, key: Path) -> Iterator[int]:
    """A port that speaks TLS and hands over what is said to the port of Redis."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=accept, args=(listening, context, port), daemon=True).start()
        yield int(listening.getsockname()[1])
        listening.shutdown(socket.SHUT_RDWR)


def accept(listening: socket.socket, context: ssl.SSLContext, port: int) -> None:
    with suppress(OSError):
        while True:
            plain, _ = listening.accept()
            threading.Thread(target=serve, args=(plain, context, port), daemon=True).start()


def serve(plain: socket.socket, context: ssl.SSLContext, port: int) -> None:
    with (
        suppress(OSError),
        socket.create_connection(("127.0.0.1", port)) as there,
        context.wrap_socket(plain, server_side=True) as here,
    ):
        back = threading.Thread(target=pump, args=(there, here), daemon=True)
        back.start()
        pump(here, there)
        back.join()


def pump(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


@pytest.fixture
def private(tmp_path: Path) -> Iterator[Running]:
    with redis_server(
        VALKEY,
        tmp_path / "engine",
        *("--user", "default", "off", "--user", *USER),
        *("--user", "guest", "on", f">{SAID}", "~other:*", "+@all"),
    ) as running:
        running.user = f"ana:{PASSWORD}"
        yield running


def terminal(address: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """A command beside an environment that knows this address."""
    return subprocess.run(
        [sys.executable, "-m", "undercast.cli", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(SOURCES), STORE_VARIABLE: address},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def test_it_is_played_there_and_nobody_reads_the_password(private: Running, tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    with behind_tls(private.port, cert, key) as port:
        plain = f"rediss://127.0.0.1:{port}"
        address = f"rediss://ana:{PASSWORD}@127.0.0.1:{port}?ssl_ca_certs={cert}"
        server = Server(tmp_path / "data", DEAL, ("--loud",), environment={STORE_VARIABLE: address})
        try:
            table = Table(server.start()).dealt().clue()
            assert f"Data:    {plain}\n" in server.output
            listed = terminal(address, "rooms")
            assert listed.stdout.startswith(f"{table.code} ")
            assert terminal(address, "rooms", "--store", plain).stdout == listed.stdout
            made = terminal(address, "host", table.code, "--data", tmp_path / "data")
            link = made.stdout.strip().partition("#host=")[2]
            dan = table.people["Dan"]
            dan.enter("become_host", room=table.code, token=table.tokens["Dan"], link=link)
            processes = [server.pid, *children(server.pid)]
            titles = [command_of(process) for process in processes]
            private.kill()
            ana = table.people["Ana"]
            assert refusal(ana, "rename", cmd_id="x", name="Anna") == "server/not_saved"
            until(lambda: "cannot be reached" in server.output)
            assert not [text for text in (server.output, *titles) if "swordfish" in text]
        finally:
            server.kill()


def test_on_the_command_line_it_is_warned_of_and_no_worker_has_it(
    private: Running, tmp_path: Path
) -> None:
    named = ("--store", f"redis://ana:{PASSWORD}@127.0.0.1:{private.port}")
    server = Server(tmp_path / "data", options=(*named, "--workers", "2"))
    try:
        Client(server.start().url).close()
        assert server.output.count(IN_SIGHT) == 1
        titles = [command_of(process) for process in children(server.pid)]
        assert sum("--worker [" in title for title in titles) == 2
        assert not [text for text in (server.output, *titles) if "swordfish" in text]
        assert server.stop() == 0
    finally:
        server.kill()


@pytest.mark.parametrize("kind", EACH)
def test_the_documented_user_is_enough_for_a_cluster(kind: str, tmp_path: Path) -> None:
    mine = ("--cluster-enabled", "yes", "--user", *USER)
    with redis_server(kind, tmp_path, *mine, safe=False) as node:
        node.do("CLUSTER", "ADDSLOTS", *range(SLOTS))
        until(lambda: "cluster_state:ok" in str(node.do("CLUSTER", "INFO")))
        node.user = f"ana:{PASSWORD}"
        there = RedisConnection(node.url)
        assert there.is_cluster
        assert "append-only" in str(check_durability(there, accept_loss=True))
        RedisStore(there, offload=run_inline).create("BKTM", "o", opening("BKTM"))
        there.close()


def test_mistakes_are_told_without_the_password(private: Running, tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    with behind_tls(private.port, cert, key) as port:
        at = f"127.0.0.1:{port}"
        mistakes = {
            f"rediss://ana:{PASSWORD}no@{at}?ssl_ca_certs={cert}": "rejects the name or password",
            f"rediss://{at}?ssl_ca_certs={cert}": "rejects the name or password",
            f"rediss://ana:{PASSWORD}@{at}": "cannot be reached over TLS",
            f"redis://ana:{PASSWORD}@{at}": "cannot be reached",
            f"rediss://ana:{PASSWORD}@{at}?ssl_ca_certs={tmp_path}/none": "cannot be",
            f"rediss://ana:{PASSWORD}@{at}?no_such_thing=1": "cannot be used",
        }
        for address, expected in mistakes.items():
            with pytest.raises(DataUnusable) as caught:
                RedisConnection(address)
            assert expected in str(caught.value)
            assert "swordfish" not in str(caught.value)
    guest = f"redis://guest:{PASSWORD}@127.0.0.1:{private.port}"
    said = serve_mistake(tmp_path / "data", "--store", guest)
    assert f"the store 127.0.0.1:{private.port} cannot be used" in said
    assert "swordfish" not in said
    for wrong in (f"http://ana:{PASSWORD}@{at}", f"redis://ana:{PASSWORD}@{at}/first"):
        done = terminal(wrong, "rooms")
        assert done.returncode == 2
        assert "redis://HOST or rediss://HOST" in done.stderr
        assert "swordfish" not in done.stderr + done.stdout
    kept = terminal("", "backup", tmp_path / "copy", "--store", f"redis://ana:{PASSWORD}@{at}")
    assert (kept.returncode, "undercast copy" in kept.stderr) == (2, True)
    assert "swordfish" not in kept.stderr + kept.stdout
