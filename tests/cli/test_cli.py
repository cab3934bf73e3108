"""The command `undercast` as people at a terminal meet it: every mistake is one sentence that says
what to do, with an exit code that is not 0, and never a traceback.
"""

import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from certificates import certificate
from clients import Client
from patience import PATIENCE
from ports import free_port
from servers import SOURCES, Server, running
from table import Table
from undercast import __version__
from undercast.store.data_file import FILE
from wire import get, status

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and paths of POSIX")


def undercast(*arguments: object, sources: Path = SOURCES) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "undercast.cli", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(sources)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        stdin=subprocess.DEVNULL,
        cwd=sources,
    )


def mistake(*arguments: object, sources: Path = SOURCES) -> str:
    """What the command says on stderr when it cannot do what was asked: one sentence."""
    done = undercast(*arguments, sources=sources)
    assert done.returncode == 2, done
    assert done.stderr.startswith("undercast: "), done
    assert done.stderr.count("\n") == 1, done
    assert done.stdout == ""
    return done.stderr


def serve_mistake(data: Path, *arguments: object, sources: Path = SOURCES) -> str:
    free = ("--port", 0, "--host", "127.0.0.1", "--data", data)
    return mistake("serve", *free, *arguments, sources=sources)


# --- Mistakes ------------------------------------------------------------------------------------


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = serve_mistake(tmp_path, "--port", port)
        assert f"port {port} is in use; choose another one with --port" in said


def test_a_second_server_for_the_same_data(tmp_path: Path) -> None:
    with running(tmp_path) as first:
        assert "another server uses the data folder" in serve_mistake(tmp_path)
        first.kill()  # whose lock dies with it
        first.start()


def test_an_address_that_is_not_ours(tmp_path: Path) -> None:
    assert "cannot listen on 203.0.113.7" in serve_mistake(tmp_path, "--host", "203.0.113.7")


@pytest.mark.parametrize("command", ["serve", "restore"])
def test_a_data_folder_that_cannot_be_written(tmp_path: Path, command: str) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    more = [tmp_path / "file"] if command == "restore" else []
    said = mistake(command, *more, "--data", folder)
    assert f"the data folder {folder} cannot be written to" in said
    assert "--data" in said


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write all")
def test_a_data_folder_without_the_right_to_write(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "cannot be written to" in serve_mistake(tmp_path)


def test_a_file_in_the_way_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "address").mkdir()
    said = serve_mistake(tmp_path)
    assert "Is a directory" in said
    assert "--data" in said


@pytest.mark.parametrize("command", ["serve", "rooms", "backup", "host"])
def test_data_that_is_no_data(tmp_path: Path, command: str) -> None:
    (tmp_path / FILE).write_bytes(b"holiday photos " * 1000)
    (tmp_path / "address").touch()
    more = {"backup": [tmp_path / "copy"], "host": ["BKTM"]}
    assert "not a database" in mistake(command, *more.get(command, []), "--data", tmp_path)


@pytest.mark.parametrize("installed", [False, True])
def test_pages_that_were_not_built(tmp_path: Path, installed: bool) -> None:
    sources = tmp_path / "server"
    shutil.copytree(SOURCES / "undercast", sources / "undercast")
    for shipped in ("wordlists", "languages"):
        shutil.copytree(SOURCES.parent / shipped, tmp_path / shipped)
        shutil.copytree(SOURCES.parent / shipped, sources / "undercast" / shipped)
    if not installed:
        (tmp_path / "pyproject.toml").touch()
    said = serve_mistake(tmp_path / "data", sources=sources)
    assert "page was" in said
    assert ("go.py" in said) is not installed


def test_certificates_that_cannot_be_used(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    _, other = certificate(tmp_path, "other")
    (tmp_path / "empty").touch()
    data = tmp_path / "data"
    assert "--cert and --key go together" in serve_mistake(data, "--cert", cert)
    assert "--cert and --key go together" in serve_mistake(data, "--key", key)
    for wrong in ((tmp_path / "none", key), (cert, tmp_path / "none"), (tmp_path / "empty", key)):
        said = serve_mistake(data, "--cert", wrong[0], "--key", wrong[1])
        assert "the certificate cannot be used" in said
    assert "mismatch" in serve_mistake(data, "--cert", cert, "--key", other)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--port", "70000"],
        ["--port", "-1"],
        ["--port", "eight"],
        ["--expire-days", "0"],
        ["--public-url", "example.org"],
        ["--public-url", "ftp://example.org"],
        ["--sync", "never"],
        ["--cast", "--no-cast"],
        ["dance"],
        ["host"],
        ["words"],
    ],
)
def test_arguments_that_make_no_sense(arguments: list[str]) -> None:
    done = undercast(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: undercast")
    assert "Traceback" not in done.stderr


# --- Commands beside the server ------------------------------------------------------------------


def test_the_version() -> None:
    assert undercast("--version").stdout == f"undercast {__version__}\n"


def test_rooms_are_listed_while_the_server_runs_and_after(tmp_path: Path) -> None:
    assert undercast("rooms", "--data", tmp_path).stdout == f"No rooms in {tmp_path}\n"
    assert list(tmp_path.iterdir()) == []
    with running(tmp_path) as server:
        one, two = Table(server), Table(server).dealt()
        while_running = undercast("rooms", "--data", tmp_path)
        server.stop()
        assert undercast("rooms", "--data", tmp_path).stdout == while_running.stdout
        lines = while_running.stdout.splitlines()
        assert sorted(line.split()[0] for line in lines) == sorted([one.code, two.code])
        assert all("entries" in line and "last used 20" in line for line in lines)


def test_five_rooms_are_kept_for_good_at_most(tmp_path: Path) -> None:
    def keep(*arguments: object) -> tuple[object, ...]:
        return ("rooms", "keep", *arguments, "--data", tmp_path)

    assert "there is no data" in mistake(*keep("BKTM"))
    with running(tmp_path) as server:
        codes = [Table(server).code for _ in range(6)]
        for code in codes[:5]:
            assert undercast(*keep(code.lower())).stdout == f"Room {code} is kept for good.\n"
        assert undercast(*keep(codes[0])).returncode == 0
        assert "5 rooms are kept for good already" in mistake(*keep(codes[5]))
        no_longer = f"Room {codes[0]} expires like any other room from now on.\n"
        assert undercast(*keep(codes[0], "--undo")).stdout == no_longer
        assert undercast(*keep(codes[5])).returncode == 0
        listed = undercast("rooms", "--data", tmp_path).stdout.splitlines()
        marked = {line.split()[0] for line in listed if "kept for good" in line}
        assert marked == {*codes[1:]}
        opened = get(server.url, "/tv/rooms?language=en", method="POST")
        unclaimed = json.loads(opened.partition(b"\r\n\r\n")[2])["room"]
        undercast(*keep(codes[5], "--undo"))
        assert "nobody has joined it yet" in mistake(*keep(unclaimed))
    assert "there is no such room" in mistake(*keep("ZZZZ"))
    assert "which room?" in mistake("rooms", "keep", "--data", tmp_path)
    assert "--undo goes with" in mistake("rooms", "--undo", "--data", tmp_path)


def test_word_lists_are_listed_and_deleted(tmp_path: Path) -> None:
    assert undercast("packs", "--data", tmp_path).stdout == f"No word lists in {tmp_path}\n"
    with running(tmp_path) as server:
        for name in ("Our words", "-x"):
            body = json.dumps({"name": name, "text": "lemon\npiano"}).encode()
            bearer = {"Authorization": f"Bearer {'t' * 30}"}
            assert status(get(server.url, "/library", method="POST", body=body, **bearer)) == 200
        dashed, ours = undercast("packs", "--data", tmp_path).stdout.splitlines()
        assert ours.endswith("   2 words   Our words")
        done = undercast("packs", "delete", "our WORDS", "--data", tmp_path)
        assert done.stdout.startswith("Deleted the word list Our words.")
        assert undercast("packs", "delete", dashed.split()[0], "--data", tmp_path).returncode == 0
        assert b'"lists":[]' in get(server.url, "/library")
    assert "no word list 'x'" in mistake("packs", "delete", "x", "--data", tmp_path)
    assert "no word list ''" in mistake("packs", "delete", "--data", tmp_path)


def test_a_host_link_opens_the_room_of_a_running_server(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = Table(server)
        done = undercast("host", table.code.lower(), "--data", tmp_path)
        assert done.returncode == 0
        address, _, link = done.stdout.strip().splitlines()[-1].partition("#host=")
        assert address == f"{server.url}/{table.code}"
        assert status(get(server.url, f"/{table.code}")) == 200
        dan = table.people["Dan"]
        dan.enter("become_host", room=table.code, token=table.tokens["Dan"], link=link)
        dan.do("remove", player="p1")


def test_a_host_link_for_no_room(tmp_path: Path) -> None:
    assert "no server has used" in mistake("host", "BKTM", "--data", tmp_path)
    with running(tmp_path):
        assert "there is no such room" in mistake("host", "BKTM", "--data", tmp_path)


def test_no_backup_of_nothing(tmp_path: Path) -> None:
    assert "there is no data" in mistake("backup", tmp_path / "copy", "--data", tmp_path)
    assert not (tmp_path / "copy").exists()


def test_a_backup_moves_to_another_computer(tmp_path: Path) -> None:
    here, there, copy = tmp_path / "here", tmp_path / "there", tmp_path / "copy"
    with running(here) as server:
        table = Table(server).dealt().clue()
        key = table.enter("Ben").view["view"]["key"]
        assert undercast("backup", copy, "--data", here).returncode == 0
    assert undercast("restore", copy, "--data", there).stdout == f"Restored 1 rooms from {copy}\n"
    with running(there) as server:
        table.server = server
        assert table.enter("Ben").view["view"]["key"] == key


def test_word_lists_are_checked(tmp_path: Path) -> None:
    good = next((SOURCES.parent / "wordlists").glob("en*.txt"))
    done = undercast("words", "check", good)
    assert (done.returncode, done.stdout) == (0, f"{good}: good\n")
    bad = tmp_path / "bad.txt"
    bad.write_text("tree\ntree\n\u202ex\n", encoding="utf-8")
    done = undercast("words", "check", bad)
    assert done.returncode == 1
    assert "problems" in done.stdout
    assert done.stderr == ""
    bad.write_text(good.read_text(encoding="utf-8") + "toybox\ntoy\n", encoding="utf-8")
    done = undercast("words", "check", bad)
    warning = "“toybox” contains “toy”, which is also a codename"
    assert done.returncode == 0
    assert warning in done.stdout
    assert "the referee only guesses the forms of toybox" in done.stdout
    assert done.stdout.endswith(f"{bad}: good, 1 warning\n")
    bad.write_bytes(b"\xff\xfe")
    assert "cannot be read as UTF-8" in mistake("words", "check", bad)
    assert "cannot be read" in mistake("words", "check", tmp_path / "none")


# --- Serving -------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_orderly_stop(tmp_path: Path, number: signal.Signals) -> None:
    with running(tmp_path) as server:
        table = Table(server).dealt()
        assert server._end(number) == 0
        assert server.output.endswith("Stopped.\n")
        assert "Traceback" not in server.output
        table.tv.drain()
        assert table.tv.gone is None  # so that the page comes back by itself
        server.start()
        table.come_back()
        assert table.tv.lobby["games"] == 1


def test_healthz(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        head, _, body = get(server.url, "/healthz").partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 OK")
        assert json.loads(body) == {"ok": True, "version": __version__, "welcome": True}


def test_what_a_server_says_at_its_start(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert f"Phones:  {server.url}\n" in server.output
        assert f"TV:      {server.url}/tv " in server.output
        assert str(tmp_path) in server.output
        assert (tmp_path / "address").read_text() == server.url


def test_a_game_over_tls(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    options = ("--cert", str(cert), "--key", str(key))
    with running(tmp_path / "data", options=options) as server:
        secure = Secure(server)
        trusting = {"sslopt": {"ca_certs": str(cert)}}
        ana = Client(secure.url, **trusting)
        entered = ana.enter(
            "create",
            token="t" * 30,
            name="Ana",
            language="en",
            decks=["en"],
            cmd_id="c",
        )
        assert entered["join_url"] == f"{secure.url}/{entered['room']}"
        ana.do("take_seat", seat="key_holder")
        ana.do("deal")
        tv = Client(secure.url, origin=secure.url, **trusting)
        tv.enter("watch", room=entered["room"])
        assert tv.game["phase"] == "clue"
        assert secure.get("/healthz", cert).startswith(b"HTTP/1.1 200 OK")
        with pytest.raises((ssl.SSLError, OSError)):
            Client(secure.url)  # a certificate that it does not know
        assert server.stop() == 0
        assert "Traceback" not in server.output


def test_a_plain_port_for_televisions_beside_tls(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    port = free_port()
    options = ("--cert", str(cert), "--key", str(key), "--tv-port", str(port))
    plain = f"http://127.0.0.1:{port}"
    with running(tmp_path / "data", options=options) as server:
        secure = Secure(server)
        ana = Client(secure.url, sslopt={"ca_certs": str(cert)})
        token = "t" * 30
        room = ana.enter(
            "create", token=token, name="Ana", language="en", decks=["en"], cmd_id="c"
        )["room"]
        tv = Client(plain, origin=plain)
        assert tv.enter("watch", room=room)["join_url"] == f"{secure.url}/{room}"
        assert plainly(plain, f"/tv/{room}") == plainly(plain, "/tv") == (200, "")
        assert plainly(plain, f"/qr/{room}.svg") == (200, "")
        for path in ("/", f"/{room}", "/healthz", "/assets/controller/x.js", "/terminal/cast"):
            assert plainly(plain, path) == (403, f"Phones use {secure.url}\n")
        assert server.stop() == 0
        assert "Traceback" not in server.output


def test_a_port_for_televisions_that_cannot_be(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    data = tmp_path / "data"
    assert "--tv-port needs --cert" in serve_mistake(data, "--tv-port", 8001)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = serve_mistake(data, "--cert", cert, "--key", key, "--tv-port", port)
        assert f"port {port} is in use; choose another one with --tv-port" in said


def plainly(base: str, path: str) -> tuple[int, str]:
    """The status of a GET, and what a refusal says."""
    try:
        with urllib.request.urlopen(base + path) as answer:
            return answer.status, ""
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


class Secure:
    """A server that speaks TLS only."""

    def __init__(self, server: Server) -> None:
        self.url = server.url.replace("http", "https", 1)
        self.port = server.port

    def get(self, path: str, cert: Path) -> bytes:
        context = ssl.create_default_context(cafile=cert)
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        with (
            socket.create_connection(("127.0.0.1", self.port), PATIENCE) as plain,
            context.wrap_socket(plain, server_hostname="127.0.0.1") as wrapped,
        ):
            wrapped.sendall(request.encode())
            received = b""
            while data := wrapped.recv(65536):
                received += data
            return received
