"""What the parent of workers decides in states that tests with real ones cannot reach."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from patience import PATIENCE
from servers import HOW
from undercast.workers.parent import Parent

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="workers share Unix sockets")


def test_no_worker_is_restarted_while_another_one_ends() -> None:
    parent = Parent(["not started"], 2, [], 5.0)
    for child in parent._workers:
        child.ready, child.heard_at = True, 1.0  # with a line that has ended, and not reaped yet
    parent._restart_all()
    parent._restart_next(1.0)
    assert parent._to_restart == [0, 1]
    assert not any(child.leaving or child.lives(1.0) for child in parent._workers)
    for mailbox in parent._mailboxes:
        for sock in mailbox:
            sock.close()
    parent._selector.close()


WORKER = r"""
import json, os, pathlib, signal, socket, sys
dies, _, place = sys.argv[1:]
index, line, *_ = json.loads(place)
with open("starts", "a") as starts:
    print(index, file=starts)
if pathlib.Path("starts").read_text().split().count(str(index)) <= dies.count(str(index)):
    sys.exit(7)
words = socket.socket(fileno=line).makefile("rw")
print("ready", file=words, flush=True)
for word in words:
    if word == "greet\n":
        os.kill(os.getppid(), signal.SIGTERM)
    if word == "stop\n":
        break
"""


@pytest.mark.parametrize(
    ("dies", "code", "starts"),
    [("11", 0, "0111"), ("0", 7, "0")],
    ids=["while the others start", "before anybody serves"],
)
def test_a_worker_that_dies_is_restarted_once_one_has_served(
    tmp_path: Path, dies: str, code: int, starts: str
) -> None:
    """`dies`: each time that a worker is named in it, it dies at its start."""
    command = [sys.executable, "-c", WORKER, dies]
    parent = f"from undercast.workers.parent import Parent; exit(Parent({command}, 2, [], 5).run())"
    ended = subprocess.run(
        [sys.executable, "-c", parent],
        env={**os.environ, **HOW},
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
    )
    assert ended.returncode == code, ended.stderr
    assert (tmp_path / "starts").read_text().split() == list(starts)
