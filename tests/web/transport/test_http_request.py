"""HTTP requests out of hell, sent to a real server: each is answered with whose fault it was, none
leads to a traceback, and none fills the log.
"""

import logging
import socket
from collections.abc import Iterator
from urllib.parse import quote

import pytest

from patience import PATIENCE
from servers import Server, running
from undercast.base import logs
from wire import exchange, get, status

POST = b"POST /terminal/cast HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("data")) as started:
        yield started
        assert status(get(started.url, "/healthz")) == 200
        assert started.stop() == 0
        assert "Traceback" not in started.output
        assert "ERROR" not in started.output
        assert max(map(len, started.output.splitlines())) < 700


PATHS = {
    "long": "a" * 7_900,
    "long in bytes": quote("ä" * 200),
    "deep": "a/" * 3_900,
    "null": "%00",
    "null inside": "index%00.js",
    "no utf-8": "%ff%fe",
    "half a surrogate": "%ed%a0%80",
    "a line": "a%0d%0aX:%20y",
    "percent alone": "%",
    "up": "..%2f..%2f..%2fetc%2fpasswd",
    "backslash": "..%5c..%5cindex.html",
    "drive": "C:%5cindex.html",
    "empty": "",
}


@pytest.mark.parametrize("path", PATHS.values(), ids=PATHS.keys())
@pytest.mark.parametrize("route", ["/assets/receiver/", "/assets/controller/", "/photos/", "/tv/"])
def test_what_cannot_exist_is_not_found(server: Server, route: str, path: str) -> None:
    for ending in ("", ".jpg"):
        answer = get(server.url, route + path + ending, Accept_Encoding="br, gzip")
        assert status(answer) in (404, 308)


HEADERS = {
    "Accept-Encoding": ["gzip;q=nan", "gzip;q=9999", ";;;,,,=", "\xff", "q=" * 2000],
    "Range": ["bytes=5-2", "bytes=-", "bytes=0-0,1-1," * 300, "bytes=" + "9" * 4000, "x=1-2"],
    "If-Modified-Since": ["yesterday", "Thu, 99 Foo 99999 99:99:99 GMT", "\xff"],
    "If-None-Match": ["W/", '"' * 4001, "*"],
    "If-Range": ["\xff", "*"],
    "Content-Type": ["\xff", "multipart/form-data; boundary="],
    "Cookie": ["=;=;;\xff" * 500],
    "User-Agent": ["\xff" * 4000, "CrKey"],
    "Expect": ["200-maybe"],
}


@pytest.mark.parametrize("name", HEADERS)
def test_no_header_is_a_fault_of_ours(server: Server, name: str) -> None:
    for value in HEADERS[name]:
        for path in ("/tv", "/qr/BKTM.svg", "/decks", "/terminal/cast"):
            head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            request = f"{head}{name}: {value}\r\n\r\n".encode("latin-1")
            assert status(exchange(server.url, request)) in (200, 206, 304, 400, 405, 412, 416)


def cut_off(server: Server, request: bytes) -> bytes:
    """What is answered to a client that has sent this and will send no more."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: connection.recv(65536), b""))


@pytest.mark.parametrize(
    "rest",
    [
        b"Content-Length: 100\r\n\r\n{",
        b"Content-Length: 100\r\n\r\n",
        b"Content-Length: 100\r\nConnection: Upgrade\r\n\r\n{",
        b"Content-Length: 100\r\nExpect: 100-continue\r\n\r\n{",
        b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
        b"Transfer-Encoding: chunked\r\n\r\nxyz",
        b"Transfer-Encoding: chunked\r\n\r\n" + b"f" * 40,
    ],
)
def test_a_body_that_breaks_off_is_the_clients_fault(server: Server, rest: bytes) -> None:
    answer = cut_off(server, POST + rest).removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n")
    assert status(answer) in (400, 403)
    page = POST.replace(b"POST /terminal/cast", b"GET /tv") + rest
    assert status(cut_off(server, page)) == 200


TWO_READINGS = {
    "a length and a coding": b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a coding and a length": b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    "two lengths": b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    "a list of lengths": b"Content-Length: 5, 6\r\n\r\nhello",
    "two codings": b"Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n\r\n0\r\n\r\n",
    "a list of codings": b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "an unknown coding": b"Transfer-Encoding: identity\r\n\r\n",
    "a sign": b"Content-Length: +5\r\n\r\nhello",
    "an underscore": b"Content-Length: 1_0\r\n\r\nhellohello",
    "less than nothing": b"Content-Length: -1\r\n\r\n",
    "no number": b"Content-Length: five\r\n\r\nhello",
    "nothing": b"Content-Length:\r\n\r\n",
    "a space before the colon": b"Content-Length : 5\r\n\r\nhello",
    "a coding behind a bare return": b"X: y\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a null": b"X: y\0z\r\n\r\n",
    "a value in two lines": b"X: y\r\n Content-Length: 5\r\n\r\n",
    "no end": b"X: y\r\n",
    "two names": b"Host: evil.example\r\n\r\n",
}


@pytest.mark.parametrize("rest", TWO_READINGS.values(), ids=TWO_READINGS.keys())
def test_what_can_be_read_in_two_ways_is_refused(server: Server, rest: bytes) -> None:
    answer = cut_off(server, POST + rest)
    assert status(answer) == 400
    assert answer.endswith(b"wire/malformed: This is not a request for this server.\n")
    assert answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("coded", [b"%b", b"1\r\nx\r\n36;a=b\r\n%b\r\n0\r\nX: y\r\n\r\n"])
def test_a_body_that_nobody_wants_is_no_next_request(server: Server, coded: bytes) -> None:
    inner = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nPadding: 1\r\n\r\n"
    said = b"Content-Length: %d" % len(inner) if coded == b"%b" else b"Transfer-Encoding: chunked"
    head = b"POST /tv HTTP/1.1\r\nHost: localhost\r\n%b\r\n\r\n" % said
    answers = cut_off(server, head + coded % inner + inner)
    assert answers.count(b"HTTP/1.1 ") == 2
    assert answers.count(b"HTTP/1.1 405") == 1


# --- The log -------------------------------------------------------------------------------------


def test_a_client_cannot_fill_the_log(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("data")) as server:
        for _ in range(400):
            assert status(exchange(server.url, b"x" * 1000 + b"\r\n\r\n")) == 400
        assert server.stop() == 0
        assert 0 < server.output.count("bad request") < 400
        assert "more lines like this" in server.output or len(server.output) < 20_000


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def record(line: int = 1, message: str = "%s failed") -> logging.LogRecord:
    return logging.LogRecord("undercast", logging.ERROR, "a.py", line, message, ("x",), None)


def test_each_place_writes_so_many_lines_and_then_says_what_was_left_out() -> None:
    seldom = logs.RateLimitFilter(time := Time())
    assert sum(seldom.filter(record()) for _ in range(1000)) == logs.BURST
    assert seldom.filter(record(line=2))
    time.now += 1
    late = record()
    assert seldom.filter(late)
    left_out = 1000 - logs.BURST
    assert late.getMessage() == f"x failed (and {left_out} more lines like this)"
    assert not seldom.filter(record())


def test_a_message_is_one_short_line() -> None:
    brief = logs.TextFormatter("%(message)s")
    assert brief.format(record(message="a\nb\r%s")) == "a\\nb\\rx"
    assert len(brief.format(record(message="a" * 99_999 + "%s"))) == logs.MAX_MESSAGE + 1


def test_of_a_traceback_the_end_is_kept() -> None:
    nothing: dict[str, int] = {}
    with pytest.raises(KeyError) as caught:
        nothing["y" * 99_999 + "the end"]
    fault = record()
    fault.exc_info = (caught.type, caught.value, caught.tb)
    text = logs.TextFormatter("%(message)s").format(fault)
    assert text.endswith("the end'")
    assert len(text) < logs.MAX_TRACEBACK + 100
