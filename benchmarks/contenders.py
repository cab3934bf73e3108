"""The servers that are compared, and how to start them."""

# ruff: noqa: INP001, S603, S607

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TextIO

HERE = Path(__file__).parent
Starter = Callable[[], contextlib.AbstractContextManager[tuple[int, int]]]
"""Starts a server; yields its port and its process id."""

PYTHONPATH = os.pathsep.join([str(HERE.parent / "server"), str(HERE / "servers")])


@contextlib.contextmanager
def running(
    command: list[str], log: TextIO | None = None, **environment: str
) -> Iterator[tuple[int, int]]:
    """A server that prints its port; yields (port, process id). `log` is for what it logs."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=log,
        env={**os.environ, "PYTHONPATH": PYTHONPATH, **environment},
        text=True,
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            # Ours say "  Phones:  http://127.0.0.1:8000", the others just their port.
            if found := re.fullmatch(r"( +Phones: .*:)?(\d+)", line.rstrip()):
                port = int(found[2])
                break
        else:
            raise RuntimeError("the server did not start")
        wait_for_port(port)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(60)


@contextlib.contextmanager
def undercast(*program: str, cast: bool = False) -> Iterator[tuple[int, int]]:
    """Undercast itself as it is started at home, its log on this machine's disk.

    `program` is what Python runs, if not the plain command line. With `cast` it looks for
    televisions as it does at home; it has a process of its own for that.
    """
    program = program or ("-m", "undercast.cli")
    with tempfile.TemporaryDirectory(prefix="undercast-bench-", dir=HERE.parent / "build") as data:
        options = ["--host", "127.0.0.1", "--port", "0", "--data", data]
        options += ["--commands-a-second", "100000"]  # its people are quicker than people
        options += [] if cast else ["--no-cast"]
        with running([sys.executable, *program, "serve", *options]) as server:
            yield server


def wait_for_port(port: int) -> None:
    """Until somebody listens."""
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise TimeoutError("the server does not listen")


@contextlib.contextmanager
def node_folder() -> Iterator[Path | None]:
    """A temporary folder with Node's socket.io, by npm; None if there is no npm."""
    if not (shutil.which("npm") and shutil.which("node")):
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="undercast-bench-") as name:
        shutil.copy(HERE / "package.json", name)
        subprocess.run(
            ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--silent"],
            cwd=name,
            check=True,
        )
        yield Path(name)


BARE = "bare Flask-SocketIO"
"""What the others are compared with."""

UNDERCAST = "Undercast"


@contextlib.contextmanager
def contenders() -> Iterator[dict[str, Starter]]:
    """How to start each contender, by name."""

    def python(name: str, **environment: str) -> Starter:
        return partial(running, [sys.executable, str(HERE / "servers" / name)], **environment)

    with node_folder() as folder:
        starters = {
            BARE: python("bare_flask.py"),
            BARE + ", TCP_NODELAY": python("bare_flask.py", NODELAY="1"),
            "Undercast's layer": python("layer.py"),
            UNDERCAST: undercast,
        }
        if folder is not None:
            command = ["node", str(HERE / "servers" / "bare_node.mjs")]
            starters["Node socket.io"] = partial(running, command, NODE_BENCH=str(folder))
        yield starters
