"""`--log json`: each line of the log is an object, whoever of the server's processes wrote it."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cast.test_supervisor import LOGGING
from clients import Refused
from servers import HOW, Deal, running
from table import KEY, Table
from undercast.base import logs
from wire import exchange

FIELDS = {"time", "level", "process", "place", "message"}


def test_each_line_is_an_object(tmp_path: Path) -> None:
    deal = Deal((KEY,), codenames=("only",) * 5)  # too few: a fault of the server's own
    with running(tmp_path, deal=deal, options=("--log", "json")) as server:
        exchange(server.url, b"GET / HTTP/1.1\r\nHost: x\r\nno header\r\n\r\n")
        with pytest.raises(Refused, match="server/fault"):
            Table(server).people["Ana"].do("deal")
        assert server.stop() == 0
        logged = [json.loads(line) for line in server.output.splitlines() if line[:1] == "{"]
        assert not [line for line in server.output.splitlines() if line.startswith("Traceback")]
    (bad,) = (line for line in logged if line["message"] == "bad request from 127.0.0.1")
    (fault,) = (line for line in logged if "traceback" in line)
    assert bad.keys() == FIELDS
    assert (bad["level"], bad["process"]) == ("INFO", "server")
    assert bad["place"].startswith("undercast.web.transport.listener:")
    assert abs((datetime.now(UTC) - datetime.fromisoformat(bad["time"])).total_seconds()) < 60
    assert fault["message"] == "deal failed"
    assert fault["traceback"].startswith("Traceback")


LOOSE = """
from undercast.base import gevent_setup, logs
gevent_setup.begin()
import threading, gevent
logs.choose(as_json=True)
logs.set_up("server")
gevent_setup.log_faults()
def fail(key):
    raise ValueError("no")
gevent.spawn(fail, "secret").join()
threading.Thread(target=fail, args=("secret",)).start()
gevent.get_hub().threadpool.spawn(fail, "secret").wait()
gevent.get_hub().loop.run_callback(fail, "secret")
gevent.sleep(0.01)
"""


def test_what_nobody_waits_for_is_logged_alike() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", LOOSE], capture_output=True, text=True, env={**os.environ, **HOW}
    )
    lines = [json.loads(line) for line in ran.stderr.splitlines()]
    assert [line["message"] for line in lines] == ["A background task failed"] * 4
    assert all(line["traceback"].endswith("ValueError: no") for line in lines)
    assert "secret" not in ran.stderr


def test_other_processes_log_alike() -> None:
    environment = {**os.environ, **HOW, logs.JSON: "1"}
    command = [sys.executable, "-c", LOGGING]
    said = subprocess.run(command, capture_output=True, text=True, env=environment).stderr
    lines = [json.loads(line) for line in said.splitlines()]
    assert lines
    assert all(line.keys() == FIELDS and line["process"] == "casting" for line in lines)
