"""Showing what the TV would show, serving it, and waiting for what nobody tells."""

import http.server
import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from patience import PATIENCE


def in_chromium(executable: Path, arguments: tuple[str, ...], env: dict[str, str]) -> Any:
    """An `open_page` that shows pages in a headless Chromium, started anew for each."""

    def open_page(url: str) -> Callable[[], None]:
        profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        command = [str(executable), *arguments, "--headless", "--remote-debugging-port=0"]
        process = subprocess.Popen(
            [*command, f"--user-data-dir={profile.name}", url],
            env={**os.environ, **env},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

        def close() -> None:
            process.kill()
            process.wait()
            profile.cleanup()

        return close

    return open_page


def eventually(condition: Callable[[], object], patience: float = PATIENCE) -> None:
    """Waits for a condition that nobody notifies about."""
    end = time.monotonic() + patience
    waiting = threading.Event()
    while not condition():
        assert time.monotonic() < end, "it never came true"
        waiting.wait(0.01)


@contextmanager
def serving(
    handler: Callable[..., http.server.BaseHTTPRequestHandler],
) -> Iterator[http.server.ThreadingHTTPServer]:
    """A web server on this computer."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
