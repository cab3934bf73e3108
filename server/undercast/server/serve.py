"""Running a server until it is told to stop: what it prints, and how it starts and ends.

To be imported after `greenlets.begin()`.
"""

import errno
import logging
import signal
import ssl
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import gevent
import segno

from undercast.base import gevent_setup, logs
from undercast.base.assets import MissingBuild
from undercast.base.config import IN_SIGHT, Config
from undercast.commands import Dealer
from undercast.drawing.dependencies import MISSING, has_harfbuzz
from undercast.photos import BOARD, FolderReport, explain, showable
from undercast.server import metrics
from undercast.server.app import App, create_app
from undercast.server.maintenance import Maintenance
from undercast.server.shutdown import RoomHandover, Shutdown
from undercast.service import Clock, NotSaved
from undercast.store import archive
from undercast.web.transport.fd_passing import PassedConnection
from undercast.web.transport.listener import Server, make_server
from undercast.workers.listen_sockets import why_not
from undercast.workers.protocol import Inheritance
from undercast.workers.worker import Orders, Worker

log = logging.getLogger(__name__)

_ANSWER = 1.0  # seconds for a worker's parent to tell it what it asked to be told


class CannotServe(Exception):
    """The server cannot start; the text says why and what to do."""


def serve(
    config: Config,
    certificate: tuple[Path, Path] | None,
    address_file: str,
    *,
    draw: Dealer | None = None,
    clock: Clock | None = None,
    inheritance: Inheritance | None = None,
) -> None:
    """Serve until SIGINT or SIGTERM. Raises CannotServe, DataTooNew, DataUnusable.

    `certificate`: its file and its key's, to serve TLS only. `address_file`: the name of the file
    in the data folder that is told where the server is. `inheritance`: what a worker
    among others has from its parent.
    """
    logs.choose(as_json=config.log_json)
    logs.set_up("server" if config.workers == 1 else f"worker {config.worker}")
    gevent_setup.log_faults()
    sockets = logging.getLogger("undercast.web.transport.websocket")
    sockets.setLevel(logging.WARNING)  # each packet else
    worker = None if inheritance is None else Worker(inheritance)
    app = _made(config, draw, clock, worker)
    gevent_setup.begun()
    if app.peers is not None:
        app.peers.start(app.rooms)
    servers = _all_started(app, config, certificate, worker)
    app.addresses.port, screens_port = (int(servers[n].address[1]) for n in (0, -1))
    base = app.addresses.base()
    _note(base, config, address_file)
    if app.televisions is not None:
        app.televisions.start(screens_port, app.rooms.refresh, app.rooms.has_people)
    chores = gevent.spawn(Maintenance(app).do)
    if app.sharing is not None:
        gevent.spawn(app.sharing.run)
    _tell_numbers(app)
    _tell_window(app)
    if config.store_in_sight:
        log.warning(IN_SIGHT)
    stop = Shutdown(app, servers, config.drain)
    if worker is None:
        _greet(base, config)
    else:
        greet, obey = partial(_greet, base, config), partial(stop.told, "the parent")
        worker.begin(Orders(RoomHandover(app), greet, stop.leave, obey))
        gevent.spawn(worker.siblings.take, lambda sock, passed: _adopt(servers, sock, passed))
    gevent.spawn(app.photos.start, _tell)  # when signals are heard
    _until_told_to_stop(app, stop, worker, chores)


def _made(config: Config, draw: Dealer | None, clock: Clock | None, worker: Worker | None) -> App:
    """Raises CannotServe, DataTooNew, DataUnusable."""
    try:
        return create_app(
            config, draw=draw, clock=clock, neighbours=worker.siblings if worker else None
        )
    except MissingBuild as fault:
        raise CannotServe(str(fault)) from None
    except NotSaved as fault:
        raise CannotServe(f"the store does not answer: {fault}") from None
    except OSError as fault:
        raise _unusable(config, fault) from None


def _adopt(servers: Sequence[Server], sock: Any, passed: PassedConnection) -> None:
    servers[passed.listener].adopt(sock, passed)


def _all_started(
    app: App, config: Config, certificate: tuple[Path, Path] | None, worker: Worker | None
) -> list[Server]:
    """The servers of `--port` and, if there is one, of `--tv-port`. Raises CannotServe."""
    wanted = [("--port", config.port, certificate)]
    if config.tv_port is not None:
        wanted.append(("--tv-port", config.tv_port, None))
    sockets = [None] * len(wanted) if worker is None else worker.listening
    return [
        _started(app, config.host, *each, listening=sockets[number], number=number)
        for number, each in enumerate(wanted)
    ]


def _started(
    app: App,
    host: str,
    option: str,
    port: int,
    certificate: tuple[Path, Path] | None,
    *,
    listening: object,
    number: int,
) -> Server:
    """A server that accepts connections. Raises CannotServe."""
    try:
        server = make_server(
            app.flask,
            app.socketio,
            host,
            port,
            certificate=certificate,
            address_limits=app.visitors,
            listening=listening,
            siblings=app.neighbours,
            number=number,
        )
    except (OSError, ssl.SSLError) as fault:
        raise CannotServe(f"the certificate cannot be used: {fault}") from None
    try:
        server.start()
    except OSError as fault:
        raise CannotServe(why_not(fault, host, port, option)) from None
    return server


def _tell_numbers(app: App) -> None:
    """Where somebody wants them. Raises CannotServe."""
    measures, config = app.measures, app.config
    if measures is None or config.metrics_port is None:
        return
    metrics.watch(app, measures)
    port = config.metrics_port + config.worker if config.metrics_port else 0
    try:
        server = metrics.serve(measures, config.metrics_host, port)
    except OSError as fault:
        raise CannotServe(why_not(fault, config.metrics_host, port, "--metrics-port")) from None
    _say(f"Numbers for Prometheus: http://{config.metrics_host}:{server.address[1]}{metrics.PATH}")


def _tell_window(app: App) -> None:
    """What may be lost, where somebody else decides that; once for all workers."""
    if app.store.window is not None and app.config.worker == 0:
        log.warning("The store: %s", app.store.window)
        _say(f"The store: {app.store.window}")


def _note(base: str, config: Config, address_file: str) -> None:
    """Leave the address for other commands. Raises CannotServe; not when the disk is full."""
    file = config.data / address_file
    try:
        if not file.exists() or file.read_text(encoding="utf-8") != base:
            file.write_text(base, encoding="utf-8")
    except OSError as fault:
        if fault.errno != errno.ENOSPC:
            raise _unusable(config, fault) from None
        log.warning("The address could not be noted in %s: %s", file, fault.strerror)


def _unusable(config: Config, fault: OSError) -> CannotServe:
    return CannotServe(
        f"the data folder {config.data} cannot be used ({fault.strerror});"
        " mend it or choose another one with --data"
    )


def _greet(base: str, config: Config) -> None:
    """What a host sees: one address and its QR code, where the data lies, what to do next."""
    _say("\n".join(_greeting(base, config)))


def _greeting(base: str, config: Config) -> Iterator[str]:
    """The lines of it."""
    yield f"\nUndercast is ready.\n\n  Phones:  {base}"
    if (sys.stdout.encoding or "").lower().startswith("utf"):  # its blocks are Unicode's
        code = StringIO()
        segno.make(base, error="l").terminal(code, compact=True, border=2)
        yield f"\n{code.getvalue()}"
    yield f"  TV:      {base}/tv   (any browser; the phone shows the room's code)"
    yield f"  Data:    {archive.shown(config.store or config.data)}"
    if config.photos is not None:
        yield f"  Photos:  {showable(str(config.photos))} (being read)"
    if not has_harfbuzz():
        yield f"  Picture streams are off: {MISSING}. Everything else works without it."
    if config.llm_url is not None and config.bots:
        yield f"  Bots:    ask {config.llm_model} at {config.llm_url}"
    yield ""
    yield "Open the address on a phone in the same Wi-Fi (or scan the code) and start a new game."
    yield "Stop with Ctrl+C: nothing is lost, and everybody comes back after the next start."


def _tell(report: FolderReport) -> None:
    """What became of the folder of photos."""
    _say("\n".join(explain(report, BOARD)))


def _say(text: str) -> None:
    """Print a text with names in it that not every terminal has the letters for.

    At once: of several workers each says something meanwhile.
    """
    encoding = sys.stdout.encoding or "ascii"
    sys.stdout.write(f"{text}\n".encode(encoding, "replace").decode(encoding))
    sys.stdout.flush()


def _until_told_to_stop(
    app: App, stop: Shutdown, worker: Worker | None, chores: "gevent.Greenlet[..., None]"
) -> None:
    def told() -> None:
        if worker is not None:
            worker.ask_to_leave()
            stop.told_once_begun("a signal", _ANSWER)
        else:
            stop.told("a signal")

    for name in (signal.SIGINT, signal.SIGTERM) if worker is None else (signal.SIGTERM,):
        gevent.signal_handler(name, told)
    try:
        stop.wait()  # a server's own `serve_forever` ends when it accepts nobody any more
    finally:
        close(app, chores)
    if app.neighbours is None:
        print("Stopped.")


def close(app: App, chores: "gevent.Greenlet[..., None]") -> None:
    """Stop what still goes on; the store is the last, for the others use it."""
    if app.televisions is not None:
        app.televisions.stop()
    if app.peers is not None:
        app.peers.stop()
    chores.kill()
    app.store.close()
