"""What comes back from an endpoint: within its time and size, or nothing."""

import json
import logging
import socket
import ssl
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from bots.boards import dealt, seen, shuffled
from certificates import certificate
from llm.fake_endpoint import Behaviour, chat, clever, endpoint, reply, says, sends
from patience import PATIENCE, in_time
from room.room_builder import ANA, CEM, then
from rules.game_builder import clue, touch
from undercast.bots.bot import BotStyle
from undercast.llm import endpoint as endpoints
from undercast.llm import http_client
from undercast.llm.client import COOLDOWN, MAX_CONCURRENT, MAX_FAILURES, LlmClient
from undercast.llm.endpoint import BadEndpoint
from undercast.llm.http_client import MAX_BYTES, FailureReason, NoAnswer
from undercast.llm.proposals import LlmQuestion, ProposedRanking, QuestionType

QUESTION = LlmQuestion(QuestionType.RANKING, "the rules", '{"HIDDEN": ["WHALE"]}', (("WHALE", 3),))

GOOD = '{"cards": [{"card": "WHALE", "sure": 70}]}'

SECRET = "sk-very-secret-0123456789"

JSON = b"HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\n"

CHUNKED = JSON + b"Transfer-Encoding: chunked\r\n\r\n"

HASTE = 1.0
"""Seconds, where a test waits for time to run out."""


def why(behaviour: Behaviour, patience: float = PATIENCE) -> FailureReason:
    """Why there is no answer from such an endpoint."""
    with endpoint(behaviour) as fake:
        return why_at(fake.url, patience)


def why_at(url: str, patience: float = PATIENCE) -> FailureReason:
    there = endpoints.endpoint(url, "tiny")
    with pytest.raises(NoAnswer) as caught:
        http_client.ask(there, http_client.request(there, QUESTION), patience)
    return caught.value.why


def asked(url: str) -> str:
    there = endpoints.endpoint(url, "tiny")
    return http_client.ask(there, http_client.request(there, QUESTION))


def test_a_question_is_asked_as_every_endpoint_of_that_protocol_takes_it() -> None:
    with endpoint(says(GOOD)) as fake:
        assert asked(fake.url) == GOOD
    (body,) = fake.bodies
    assert body == {
        "model": "tiny",
        "messages": [
            {"role": "system", "content": "the rules"},
            {"role": "user", "content": '{"HIDDEN": ["WHALE"]}'},
        ],
        "stream": False,
    }
    head = fake.requests[0].partition(b"\r\n\r\n")[0].decode()
    assert head.startswith("POST /v1/chat/completions HTTP/1.1\r\n")
    assert "authorization" not in head.lower()


def test_an_answer_in_pieces_is_one() -> None:
    def in_pieces(connection: socket.socket, body: dict[str, Any]) -> None:
        connection.sendall(CHUNKED)
        text = chat(GOOD)
        for part in (text[:7], text[7:], b""):
            connection.sendall(b"%x\r\n%s\r\n" % (len(part), part))

    with endpoint(in_pieces) as fake:
        assert asked(fake.url) == GOOD


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        ("401 Unauthorized", FailureReason.REFUSED),
        ("403 Forbidden", FailureReason.REFUSED),
        ("429 Too Many Requests", FailureReason.TOO_MANY),
        ("400 Bad Request", FailureReason.FAILED),
        ("404 Not Found", FailureReason.FAILED),
        ("500 Internal Server Error", FailureReason.FAILED),
        ("204 No Content", FailureReason.FAILED),
    ],
)
def test_an_error_is_no_answer(status: str, reason: FailureReason) -> None:
    assert why(sends(reply(chat(GOOD), status))) is reason


@pytest.mark.parametrize("status", ["301 Moved Permanently", "302 Found", "307 Temporary", "308 P"])
def test_no_redirection_is_followed(status: str) -> None:
    with endpoint(says(GOOD)) as other:
        moved = f"HTTP/1.1 {status}\r\nLocation: {other.url}/chat/completions\r\n\r\n"
        assert why(sends(moved.encode())) is FailureReason.MOVED
    assert other.requests == []


@pytest.mark.parametrize("kind", ["text/html", "text/event-stream", "text/plain", "application/x"])
def test_anything_but_json_is_no_answer(kind: str) -> None:
    assert why(sends(reply(chat(GOOD), kind=kind))) is FailureReason.NO_CHAT


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'{"choices": []}',
        b'{"choices": [{}]}',
        b'{"choices": [{"message": {"content": [1]}}]}',
        b'{"choices": "many"}',
        b'{"error": {"message": "no such model"}}',
        b"\xff\xfe\x00",
        b'{"choices": [{"message": {"content": "\xff"}}]}',
        b"[" * 100_000,
        b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
        chat(GOOD)[:-5],
    ],
)
def test_what_is_no_chat_is_no_answer(body: bytes) -> None:
    assert why(sends(reply(body))) is FailureReason.NO_CHAT


def test_a_model_that_says_nothing_says_nothing() -> None:
    with endpoint(sends(reply(chat(None)))) as fake:
        assert asked(fake.url) == ""


@pytest.mark.parametrize(
    "data",
    [
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"HTTP/9.9 maybe\r\n\r\n",
        b"\x00" * 5000,
        CHUNKED + b"zz\r\n",
    ],
)
def test_what_is_no_http_is_no_answer(data: bytes) -> None:
    assert why(sends(data)) is FailureReason.NO_HTTP


@pytest.mark.parametrize(
    "data",
    [
        b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200 + b"\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"y" * 70_000 + b"\r\n\r\n",
        b"HTTP/1.1 " + b"2" * 70_000,
    ],
)
def test_more_of_a_head_than_anybody_sends_is_too_much(data: bytes) -> None:
    assert why(sends(data)) is FailureReason.TOO_MUCH


@pytest.mark.parametrize("data", [b"", b"HTTP/1.1 200 OK\r\nContent-"])
def test_a_connection_that_is_closed_is_no_answer(data: bytes) -> None:
    assert why(sends(data)) in (
        FailureReason.UNREACHABLE,
        FailureReason.NO_HTTP,
        FailureReason.NO_CHAT,
    )


def test_nobody_is_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    assert why_at(f"http://127.0.0.1:{port}") is FailureReason.UNREACHABLE


@pytest.mark.parametrize("told", [b"Content-Length: 10000000\r\n", b"Content-Length: 9%s\r\n", b""])
def test_ten_megabytes_are_not_read(told: bytes) -> None:
    sent: list[int] = []
    told = told % (b"9" * 30) if b"%s" in told else told

    def floods(connection: socket.socket, body: dict[str, Any]) -> None:
        connection.sendall(JSON + told + b"\r\n")
        for _ in range(1_000):
            connection.sendall(b" " * 10_000)
            sent.append(10_000)

    assert why(floods) is FailureReason.TOO_MUCH
    assert sum(sent) < 10_000_000


def test_endless_headers_are_not_read() -> None:
    def floods(connection: socket.socket, body: dict[str, Any]) -> None:
        while True:
            connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n" * 1_000)

    assert why(floods) is FailureReason.TOO_MUCH


def test_who_says_nothing_is_not_waited_for() -> None:
    gone = threading.Event()

    def stalls(connection: socket.socket, body: dict[str, Any]) -> None:
        assert connection.recv(1) == b""  # until it is closed
        gone.set()

    began = time.monotonic()
    assert why(stalls, HASTE) is FailureReason.TOO_LATE
    assert time.monotonic() - began < HASTE + in_time(10)
    assert gone.wait(PATIENCE)


@pytest.mark.parametrize(
    "head", [b"", b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"]
)
def test_who_trickles_is_not_waited_for(head: bytes) -> None:
    """Each byte comes in time, and never all of them do."""
    gone = threading.Event()
    never = threading.Event()

    def trickles(connection: socket.socket, body: dict[str, Any]) -> None:
        try:
            connection.sendall(head)
            while not never.wait(0.05):
                connection.sendall(b" ")
        finally:
            gone.set()

    began = time.monotonic()
    assert why(trickles, HASTE) is FailureReason.TOO_LATE
    assert time.monotonic() - began < HASTE + in_time(10)
    assert gone.wait(PATIENCE)  # nothing goes on behind our back


def test_a_name_that_is_looked_up_for_long_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    released = threading.Event()

    def looks_up(*args: object, **kwargs: object) -> list[Any]:
        released.wait(PATIENCE)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", looks_up)
    began = time.monotonic()
    assert why_at("http://slow.example", HASTE) is FailureReason.TOO_LATE
    assert time.monotonic() - began < HASTE + in_time(10)
    released.set()


def test_a_certificate_that_nobody_knows_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    cert, key = certificate(tmp_path)
    context.load_cert_chain(cert, key)
    with endpoint(says(GOOD), context) as fake:
        assert why_at(fake.url) is FailureReason.TLS
        assert why_at(fake.url.replace("https", "http")) in (
            FailureReason.UNREACHABLE,
            FailureReason.NO_HTTP,
        )
    with endpoint(says(GOOD)) as plain:
        assert why_at(plain.url.replace("http", "https")) is FailureReason.TLS
    assert fake.requests == []
    monkeypatch.setenv("SSL_CERT_FILE", str(cert))  # as a household makes its own known
    with endpoint(says(GOOD), context) as fake:
        assert asked(fake.url) == GOOD


# --- The key -------------------------------------------------------------------------------------


def test_the_key_goes_into_one_header_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(endpoints.KEY, f" {SECRET}\n")
    caplog.set_level(logging.DEBUG)
    with endpoint(says(GOOD)) as fake:
        there = endpoints.endpoint(fake.url, "tiny")
        asker = LlmClient(there)
        assert asker(QUESTION) == ProposedRanking(((3, 70),))
    (request,) = fake.requests
    assert request.count(SECRET.encode()) == 1
    assert f"\r\nAuthorization: Bearer {SECRET}\r\n".encode() in request
    for status in ("401 Unauthorized", "500 Oops"):
        echo = reply(json.dumps({"error": SECRET}).encode(), status)
        with endpoint(sends(echo)) as fake:
            assert LlmClient(endpoints.endpoint(fake.url, "tiny"))(QUESTION) is None
    assert caplog.records
    said = [record.getMessage() + str(record.__dict__) for record in caplog.records]
    held = [repr(value) for value in (there, asker, vars(asker), QUESTION)]
    assert not [text for text in said + held if SECRET in text]


@pytest.mark.parametrize("key", ["two words", "line\nbreak", "ключ", "\x7f"])
def test_a_key_that_no_header_can_have_is_refused_and_not_told(
    monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setenv(endpoints.KEY, key)
    with pytest.raises(BadEndpoint) as caught:
        endpoints.key()
    assert key not in str(caught.value)
    with endpoint(says(GOOD)) as fake:
        assert why_at(fake.url) is FailureReason.BAD_KEY
    assert fake.requests == []


# --- The address ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "is_at"),
    [
        ("http://localhost:11434", ("http://localhost:11434", "/v1/chat/completions")),
        ("http://localhost:11434/", ("http://localhost:11434", "/v1/chat/completions")),
        ("http://10.0.0.7:8080/v1/", ("http://10.0.0.7:8080", "/v1/chat/completions")),
        ("https://api.example/v1", ("https://api.example:443", "/v1/chat/completions")),
        ("https://x.example/a/chat/completions", ("https://x.example:443", "/a/chat/completions")),
        ("HTTP://[::1]:80/v1", ("http://[::1]:80", "/v1/chat/completions")),
    ],
)
def test_addresses_are_taken_as_other_clients_take_them(url: str, is_at: tuple[str, str]) -> None:
    there = endpoints.endpoint(url, " llama3.2:3b ")
    assert (there.address, there.path) == is_at
    assert there.model == "llama3.2:3b"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost:11434",
        "file:///etc/passwd",
        "ftp://host/v1",
        "http://",
        "http://:80",
        "http://host:0",
        "http://host:99999",
        "http://host:many",
        "http://[::1",
        "http://a b/",
        "http://host/\r\nX: y",
        "http://hóst/",
        "http://a..b/",
        f"http://{'a' * 64}.example",
        f"http://me:{SECRET}@host/v1",
        f"http://host/v1?key={SECRET}",
        "http://host/v1#x",
    ],
)
def test_other_addresses_are_refused_and_no_password_is_told(url: str) -> None:
    with pytest.raises(BadEndpoint) as caught:
        endpoints.endpoint(url, "tiny")
    assert SECRET not in str(caught.value)
    assert str(caught.value).startswith("--llm")


@pytest.mark.parametrize("model", ["", "  ", "x" * 101, "a\nb", "a\u202eb"])
def test_other_names_of_models_are_refused(model: str) -> None:
    with pytest.raises(BadEndpoint, match="--llm-model"):
        endpoints.endpoint("http://localhost", model)


# --- Asking again --------------------------------------------------------------------------------


def test_the_same_question_is_asked_once() -> None:
    with endpoint(says(GOOD)) as fake:
        asker = LlmClient(endpoints.endpoint(fake.url, "tiny"))
        assert asker(QUESTION) == asker(QUESTION) == ProposedRanking(((3, 70),))
        assert len(fake.requests) == 1
        fake.behaviour = says("I don't know")
        other = LlmQuestion(QuestionType.RANKING, "the rules", "{}", QUESTION.cards)
        assert asker(other) is asker(other) is None
        assert len(fake.requests) == 2


def test_the_same_question_takes_one_place_however_often_it_is_asked() -> None:
    """Somebody who pauses and resumes while the model is slow leaves room for others."""
    came, go = threading.Event(), threading.Event()

    def waits(connection: socket.socket, body: dict[str, Any]) -> None:
        came.set()
        go.wait(20)
        connection.sendall(reply(chat(GOOD)))

    with endpoint(waits) as fake:
        asker = LlmClient(endpoints.endpoint(fake.url, "tiny"))
        got: list[object] = []
        threads = [
            threading.Thread(target=lambda: got.append(asker(QUESTION)))
            for _ in range(MAX_CONCURRENT + 2)
        ]
        threads[0].start()
        assert came.wait(20)
        for thread in threads[1:]:
            thread.start()
        go.set()
        for thread in threads:
            thread.join()
    assert len(fake.requests) == 1
    assert got == [ProposedRanking(((3, 70),))] * (MAX_CONCURRENT + 2)


def test_whatever_goes_wrong_is_no_proposal_and_tells_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> str:
        raise KeyError("WHALE")

    asker = LlmClient(endpoints.endpoint("http://localhost:1", "tiny"))
    view = seen(dealt(1), ANA)
    monkeypatch.setattr(http_client, "ask", fails)
    assert asker.propose(view, BotStyle.NORMAL) is None
    monkeypatch.setattr("undercast.llm.client.question_of", fails)
    assert asker.propose(view, BotStyle.NORMAL) is None
    assert [record.getMessage().partition(": ")[2] for record in caplog.records] == [
        "a fault of ours. The bot decides on its own",
        "KeyError",
    ]
    assert "WHALE" not in caplog.text


def test_two_keys_same_bytes_leave_the_house() -> None:
    """Headers included; and the same proposal comes back."""
    letters = shuffled(1)
    found = letters.index("r")
    other = next(key for n in range(2, 99) if (key := shuffled(n))[found] == "r")
    sent, got = [], []
    with endpoint(says(clever)) as fake:
        for key in (letters, other):
            now = then(dealt(1, letters=key), ANA, clue("ocean", 3))
            view = seen(then(now, CEM, touch(found)), CEM)
            asker = LlmClient(endpoints.endpoint(fake.url, "tiny"))
            got.append(asker.propose(view, BotStyle.NORMAL))
            sent.append(fake.requests.pop())
    assert letters != other
    assert sent[0] == sent[1]
    assert got[0] == got[1]
    assert got[0] is not None


def test_a_model_that_fails_again_and_again_is_left_alone_for_a_while(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = 0.0
    with endpoint(sends(reply(b"", "503 Loading"))) as fake:
        asker = LlmClient(endpoints.endpoint(fake.url, "tiny"), now=lambda: now)
        for count in range(10):
            assert asker(question(count)) is None
        assert len(fake.requests) == MAX_FAILURES == len(caplog.records)
        now = COOLDOWN
        fake.behaviour = says(GOOD)
        assert asker(question(20)) == ProposedRanking(((3, 70),))
        fake.behaviour = sends(reply(b"", "503 Loading"))
        assert asker(question(21)) is None
        fake.behaviour = says(GOOD)
        assert asker(question(22)) is not None


def question(number: int) -> LlmQuestion:
    return LlmQuestion(QuestionType.RANKING, "the rules", f"{number}", QUESTION.cards)


def test_only_some_are_asked_at_a_time() -> None:
    meet = threading.Barrier(5)
    go = threading.Event()

    def waits(connection: socket.socket, body: dict[str, Any]) -> None:
        meet.wait(PATIENCE)
        go.wait(PATIENCE)
        connection.sendall(reply(chat(GOOD)))

    with endpoint(waits) as fake:
        asker = LlmClient(endpoints.endpoint(fake.url, "tiny"))
        got: list[object] = []
        threads = [
            threading.Thread(target=lambda n=n: got.append(asker(question(n)))) for n in range(4)
        ]
        for thread in threads:
            thread.start()
        meet.wait(PATIENCE)
        assert asker(question(99)) is None
        go.set()
        for thread in threads:
            thread.join()
    assert len(fake.requests) == 4
    assert got == [ProposedRanking(((3, 70),))] * 4


def test_the_log_says_nothing_of_question_and_answer(caplog: pytest.LogCaptureFixture) -> None:
    for behaviour in (
        says('{"cards": ["SHARK WHALE"]}'),
        sends(reply(b"WHALE", "500 WHALE")),
        sends(b"WHALE\r\n"),
        sends(reply(chat("WHALE"), kind="WHALE/x")),
    ):
        with endpoint(behaviour) as fake:
            assert LlmClient(endpoints.endpoint(fake.url, "tiny"))(QUESTION) is None
    assert len(caplog.records) == 4
    assert "WHALE" not in caplog.text
    assert all(len(record.getMessage()) < 200 for record in caplog.records)
    assert MAX_BYTES < 1_000_000
