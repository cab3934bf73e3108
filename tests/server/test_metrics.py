"""What an operator sees from outside: numbers, and whether the server is ready."""

import json
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from gevent import socket
from prometheus_client import CollectorRegistry

from clients import Refused
from patience import PATIENCE
from prometheus_text import Numbers
from servers import running
from store.redis_servers import until
from store.test_disk import full_disk
from table import DEAL, Table, refusal
from undercast.server import metrics
from undercast.store.data_file import FILE
from undercast.web.readiness import HEARTBEAT_TIMEOUT, Heartbeat, Readiness
from wire import get, status

SCALE = (Path(__file__).parents[2] / "docs" / "scale.md").read_text(encoding="utf-8")
WATCHED = SCALE[SCALE.index("## What to watch") :].split("\n## ")[0]

Asked = Callable[[str], socket.socket]

WITH_NUMBERS = ("--metrics-port", "0")


def test_an_operator_sees_what_goes_on(tmp_path: Path) -> None:
    with running(tmp_path, deal=DEAL, options=WITH_NUMBERS) as server:
        numbers, table = Numbers(server), Table(server).dealt().clue()
        ben = table.people["Ben"]
        assert refusal(ben, "touch_card", cmd_id="x", step=0, position=0) == "game/stale"
        with pytest.raises(Refused):
            ben.do('are we "there"\n')
        seen = numbers.read()
        assert seen["undercast_messages_total", "give_clue", "ok"] == 1
        assert seen["undercast_messages_total", "touch_card", "game/stale"] == 1
        assert seen["undercast_messages_total", "unknown", "wire/unknown_command"] >= 1
        assert seen["undercast_message_seconds_bucket", "command", "+Inf"] > 5
        assert seen["undercast_connections", "people"] == len(table.people)
        assert seen["undercast_connections", "screens"] == 1
        assert seen["undercast_rooms_loaded",] == seen["undercast_rooms_stored",] == 1
        assert seen["undercast_saves_total", "saved"] == seen["undercast_save_seconds_count",] > 5
        assert seen["undercast_ready",] == 1
        assert seen["undercast_limit_reached_total", "guesses"] == 0
        text = numbers.text()
        assert "there" not in text
        assert table.code not in text
        assert "127.0.0" not in text
        documented = re.findall(r"^\| `([a-z_]+)`", WATCHED, re.MULTILINE)
        told = re.findall(r"^# TYPE (\w+)", text, re.MULTILINE)
        assert sorted(told) == sorted(documented)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Iterator[Asked]:
    """A connection on which this is said; of it nothing gets into the log."""
    monkeypatch.setattr(metrics, "CONNECTION_SECONDS", 0.3)
    server = metrics.serve(CollectorRegistry(), "Localhost", 0)

    def ask(text: str) -> socket.socket:
        connection = socket.create_connection(server.address[:2], PATIENCE)
        connection.sendall(text.encode())
        return connection

    try:
        yield ask
    finally:
        server.stop()
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


@pytest.mark.parametrize(
    ("head", "answer"),
    [
        ("Host: evil.example", 403),
        ("Host: evil.example@127.0.0.1", 403),
        ("Host: localhost\r\nOrigin: http://evil.example", 403),
        ("X: y", 403),
        ("Host: LOCALHOST:99", 200),
        ("Host: 192.0.2.1:9100", 200),
    ],
)
def test_numbers_are_told_who_asks_by_a_name_of_ours(asked: Asked, head: str, answer: int) -> None:
    with asked(f"GET /metrics HTTP/1.1\r\n{head}\r\n\r\n") as connection:
        assert status(connection.recv(4096)) == answer


def test_who_asks_for_numbers_and_never_finishes_keeps_others_waiting_for_a_moment(
    asked: Asked,
) -> None:
    starts = (
        "",
        "GET /met",
        "GET /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n",
    )
    with ExitStack() as slow:
        for n in range(2 * metrics.MAX_CONNECTIONS):
            slow.enter_context(asked(starts[n % len(starts)]))
        with asked("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n") as connection:
            assert status(connection.recv(4096)) == 200


def test_it_is_not_ready_while_nothing_can_be_saved(tmp_path: Path) -> None:
    with running(tmp_path, deal=DEAL) as server:
        ana = Table(server).people["Ana"]

        def ready() -> tuple[int, object]:
            answer = get(server.url, "/readyz")
            return status(answer), json.loads(answer.partition(b"\r\n\r\n")[2])

        assert ready() == (200, {"ok": True, "missing": []})
        with full_disk(server.pid, tmp_path / f"{FILE}-wal"):
            assert refusal(ana, "rename", cmd_id="r", name="Anabel") == "server/not_saved"
            until(lambda: ready() == (503, {"ok": False, "missing": ["disk"]}))
            assert status(get(server.url, "/healthz")) == 200
        until(lambda: ready()[0] == 200)
        server.stop()  # what it has said is read to its end
        assert server.output.count("Waiting for the store") == 1


def test_what_is_missing_is_named() -> None:
    now = [0.0]
    readiness, engine = Readiness(), Heartbeat(lambda: now[0])
    readiness.require("engine", engine)
    assert readiness.why_not() == []
    now[0] += HEARTBEAT_TIMEOUT + 1
    assert readiness.why_not() == ["engine"]
    readiness.draining = True
    assert readiness.why_not() == ["draining", "engine"]
    engine.beat()
    assert readiness.why_not() == ["draining"]
    engine.fail()
    assert "engine" in readiness.why_not()
