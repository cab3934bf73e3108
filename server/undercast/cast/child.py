"""The process that casts: `python -m undercast.cast.child`, spoken to over its stdin and stdout.

It runs without gevent, which breaks discovery. When its stdin ends for any reason, it exits at once
and leaves the pages on the televisions; a ShutdownMessage stops our apps first.
"""

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import BinaryIO

from undercast.base import logs
from undercast.base.cast_status import Kind, Receiver
from undercast.cast import messages
from undercast.cast.addresses import Offer
from undercast.cast.casts import Casts
from undercast.cast.device import DeviceClient
from undercast.cast.discovery import CastDiscovery
from undercast.cast.launcher import Launcher, launchers_for
from undercast.cast.messages import encode, read_line
from undercast.cast.remote_control import RemoteControl, RemoteSettings
from undercast.cast.timings import Timings
from undercast.cast.webos.client import WebosClient
from undercast.cast.webos.pairing_keys import PairingKeys


class ServerGone(Exception):
    """The server's end of a pipe is closed."""


class CastProcess:
    """The loop: everything happens in the thread of `run`, one task after the other."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source = source
        self._sink = sink
        self._tasks: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.casts: Casts | None = None
        self._discovery: CastDiscovery | None = None
        self._timings = Timings()
        self._launchers: dict[Receiver, Launcher] = launchers_for(None)
        self._keys = PairingKeys(None)
        self._stopping = False
        self._next_alive = 0.0

    def run(self) -> None:
        """Work until ShutdownMessage, the end of the source or of the sink."""
        threading.Thread(target=self._read, name="server's messages", daemon=True).start()
        try:
            while not self._stopping:
                self._run_once()
        except ServerGone:
            return

    def _run_once(self) -> None:
        self._work_until(self.casts.deadline() if self.casts else self._next_alive)
        if self.casts is not None:
            self.casts.tick()

    def _work_until(self, due: float) -> None:
        """Run the next task, if one comes by then."""
        now = time.monotonic()
        if now >= self._next_alive:
            self._next_alive = now + self._timings.alive_every
            self._send(messages.HeartbeatMessage())
        with suppress(Empty):
            self._tasks.get(timeout=max(0.0, min(due, self._next_alive) - now))()

    # --- The server ---

    def _read(self) -> None:
        """In a thread of its own."""
        while True:
            try:
                line = read_line(self._source)
                if line is None:
                    break
                message = messages.decode_to_child(line)
            except messages.InvalidMessage as error:
                trouble = messages.TroubleMessage(f"the server sent garbage: {error}")
                self._tasks.put(partial(self._send, trouble))
                continue
            except (OSError, ValueError):  # closed meanwhile
                break
            self._tasks.put(partial(self._handle, message))
        self._tasks.put(self._end)

    def _end(self) -> None:
        raise ServerGone

    def _handle(self, message: messages.ToChild) -> None:
        match message:
            case messages.StartMessage() if self.casts is None:
                self._begin(message)
            case messages.ShutdownMessage():
                self._shut_down()
            case _ if self.casts is None:
                self._send(
                    messages.TroubleMessage(f"a {type(message).__name__} before StartMessage")
                )
            case _:
                self.casts.handle(message)

    def _send(self, message: messages.ToServer) -> None:
        try:
            self._sink.write(encode(message))
            self._sink.flush()
        except (OSError, ValueError) as error:
            raise ServerGone from error

    # --- Start and end ---

    def _begin(self, begin: messages.StartMessage) -> None:
        self._timings = begin.timings
        self._keys = PairingKeys(Path(begin.folder) if begin.folder else None)
        self._launchers = launchers_for(begin.app_id)
        self._discovery = CastDiscovery(
            self._on_devices,
            begin.timings,
            interfaces=begin.interfaces,
            known_hosts=begin.known_hosts,
        )
        self.casts = Casts(
            offer=Offer(begin.host, begin.port, begin.tls, begin.public_url),
            timings=begin.timings,
            send=self._send,
            post=self._tasks.put,
            clock=time.monotonic,
            make_remote=self._make_remote,
            chain_for=self._chain_for,
            add_device=self._discovery.add,
        )
        self._discovery.start()

    def _on_devices(self, devices: messages.Devices) -> None:
        """In discovery's threads."""
        casts = self.casts
        assert casts is not None
        self._tasks.put(lambda: casts.update_devices(devices))

    def _chain_for(self, kind: Kind) -> tuple[Receiver, ...]:
        return (Receiver.BROWSER,) if kind is Kind.WEBOS else tuple(self._launchers)

    def _make_remote(self, kind: Kind, settings: RemoteSettings) -> RemoteControl:
        if kind is Kind.WEBOS:
            return WebosClient(settings, self._keys)
        return DeviceClient(settings, self._launchers)

    def _shut_down(self) -> None:
        self._stopping = True
        if self.casts is None:
            return
        self.casts.shut_down()
        while (end := self.casts.disconnects.deadline()) and end > time.monotonic():
            self._work_until(end)
            self.casts.tick()


def log_single_lines() -> None:
    """Log what libraries report as one line each, without traceback: a lost network is no bug."""

    def without_traceback(record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = record.stack_info = None
        return True

    lines = logs.handler("casting", "casting: %(message)s")
    lines.addFilter(without_traceback)
    logging.basicConfig(level=logging.ERROR, handlers=[lines])
    logging.getLogger("pychromecast").setLevel(logging.CRITICAL)  # we report its faults


def main() -> None:
    """Run as a process; never returns."""
    # Ctrl-C or a service manager's stop reaches all processes of the server. The server tells us
    # what becomes of the televisions; if it can't, our stdin ends.
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    log_single_lines()
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # prints must not get into the messages
    CastProcess(sys.stdin.buffer, sink).run()
    os._exit(0)  # without waiting for device threads


if __name__ == "__main__":
    main()
