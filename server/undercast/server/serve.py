"""Runs a server until it is told to stop: what it prints, how it starts and how it ends.

Import this after `gevent_setup.begin()`.
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

from undercast.base import gevent_setup, languages, logs
from undercast.base.assets import MissingBuild
from undercast.base.config import IN_SIGHT, Config
from undercast.commands import Dealer
from undercast.drawing.dependencies import MISSING, has_harfbuzz
from undercast.photos import BOARD, FolderReport, explain, showable
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

_PARENT_SECONDS = 1.0  # for a worker's parent to answer


class CannotServe(Exception):
    """The server cannot start; the text says why and what to do."""


def serve(
    config: Config,
    certificate: tuple[Path, Path] | None,
    address_file: str,
    *,
    dealer: Dealer | None = None,
    clock: Clock | None = None,
    inheritance: Inheritance | None = None,
) -> None:
    """Serve until SIGINT or SIGTERM. Raises CannotServe, DataTooNew, DataUnusable.

    `certificate`: the files of certificate and key, to serve TLS only. `address_file`: the file in
    the data folder that gets the server's address. `inheritance`: what a worker gets at its start.
    """
    logs.choose(as_json=config.log_json)
    logs.set_up("server" if config.workers == 1 else f"worker {config.worker}")
    gevent_setup.log_faults()
    sockets = logging.getLogger("undercast.web.transport.websocket")
    sockets.setLevel(logging.WARNING)  # it logs every packet otherwise
    worker = None if inheritance is None else Worker(inheritance)
    app = _app(config, dealer, clock, worker)
    gevent_setup.freeze()
    if app.peers is not None:
        app.peers.start(app.rooms)
    servers = _start_servers(app, config, certificate, worker)
    app.addresses.port, screens_port = (int(servers[n].address[1]) for n in (0, -1))
    base = app.addresses.base()
    _write_address(base, config, address_file)
    if app.cast_bridge is not None:
        app.cast_bridge.start(screens_port, app.rooms.refresh, app.rooms.has_people)
    maintenance = gevent.spawn(Maintenance(app).run)
    if app.limit_sync is not None:
        gevent.spawn(app.limit_sync.run)
    _start_metrics(app)
    _warn_of_losses(app)
    if config.store_in_sight:
        log.warning(IN_SIGHT)
    shutdown = Shutdown(app, servers, config.drain)
    if worker is None:
        _print_greeting(base, config)
    else:
        greet, on_stop = (
            partial(_print_greeting, base, config),
            partial(shutdown.request, "the parent"),
        )
        worker.begin(Orders(RoomHandover(app), greet, shutdown.leave_to_others, on_stop))
        gevent.spawn(worker.siblings.take, lambda sock, passed: _adopt(servers, sock, passed))
    gevent.spawn(app.photos.start, _print_report)  # once signals are handled
    _wait_for_shutdown(app, shutdown, worker, maintenance)


def _app(config: Config, dealer: Dealer | None, clock: Clock | None, worker: Worker | None) -> App:
    """Raises CannotServe, DataTooNew, DataUnusable."""
    try:
        return create_app(
            config, dealer=dealer, clock=clock, siblings=worker.siblings if worker else None
        )
    except MissingBuild as fault:
        raise CannotServe(str(fault)) from None
    except NotSaved as fault:
        raise CannotServe(f"the store does not answer: {fault}") from None
    except OSError as fault:
        raise _unusable(config, fault) from None


def _adopt(servers: Sequence[Server], sock: Any, passed: PassedConnection) -> None:
    servers[passed.listener].adopt(sock, passed)


def _start_servers(
    app: App, config: Config, certificate: tuple[Path, Path] | None, worker: Worker | None
) -> list[Server]:
    """The servers of `--port` and, if there is one, of `--tv-port`. Raises CannotServe."""
    wanted = [("--port", config.port, certificate)]
    if config.tv_port is not None:
        wanted.append(("--tv-port", config.tv_port, None))
    sockets = [None] * len(wanted) if worker is None else worker.listening
    return [
        _start_server(app, config.host, *each, listening=sockets[number], number=number)
        for number, each in enumerate(wanted)
    ]


def _start_server(
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
            address_limits=app.address_limits,
            listening=listening,
            siblings=app.siblings,
            number=number,
        )
    except (OSError, ssl.SSLError) as fault:
        raise CannotServe(f"the certificate cannot be used: {fault}") from None
    try:
        server.start()
    except OSError as fault:
        raise CannotServe(why_not(fault, host, port, option)) from None
    return server


def _start_metrics(app: App) -> None:
    """If they are on. Raises CannotServe."""
    registry, config = app.registry, app.config
    if registry is None or config.metrics_port is None:
        return
    from undercast.server import metrics  # noqa: PLC0415  # only then is its library loaded

    metrics.watch(app, registry)
    port = config.metrics_port + config.worker if config.metrics_port else 0
    try:
        server = metrics.serve(registry, config.metrics_host, port)
    except OSError as fault:
        raise CannotServe(why_not(fault, config.metrics_host, port, "--metrics-port")) from None
    _print(f"Prometheus metrics: http://{config.metrics_host}:{server.address[1]}{metrics.PATH}")


def _warn_of_losses(app: App) -> None:
    """Say what a crash may lose where the store decides that; once for all workers."""
    if app.store.loss_window is not None and app.config.worker == 0:
        log.warning("The store: %s", app.store.loss_window)
        _print(f"The store: {app.store.loss_window}")


def _write_address(base: str, config: Config, address_file: str) -> None:
    """Write the address for other commands. Raises CannotServe; a full disk is only logged."""
    file = config.data / address_file
    try:
        if not file.exists() or file.read_text(encoding="utf-8") != base:
            file.write_text(base, encoding="utf-8")
    except OSError as fault:
        if fault.errno != errno.ENOSPC:
            raise _unusable(config, fault) from None
        log.warning("Could not write the address to %s: %s", file, fault.strerror)


def _unusable(config: Config, fault: OSError) -> CannotServe:
    return CannotServe(
        f"the data folder {config.data} cannot be used ({fault.strerror});"
        " fix it or choose another one with --data"
    )


def _print_greeting(base: str, config: Config) -> None:
    """What a host needs: one address, its QR code, where the data is, what to do next."""
    _print("\n".join(_greeting(base, config)))


def _greeting(base: str, config: Config) -> Iterator[str]:
    """Its lines."""
    say = languages.texts(languages.of_terminal(), "server")
    labels = [say[f"greeting.{it}"] for it in ("phones", "tv", "data", "photos", "bots")]
    phones, tv, data, photos, bots = (label.ljust(max(map(len, labels))) for label in labels)
    yield f"\n{say['greeting.ready']}\n\n  {phones}  {base}"
    if (sys.stdout.encoding or "").lower().startswith("utf"):  # block characters need it
        code = StringIO()
        segno.make(base, error="l").terminal(code, compact=True, border=2)
        yield f"\n{code.getvalue()}"
    yield f"  {tv}  {base}/tv   ({say['greeting.tv.how']})"
    yield f"  {data}  {archive.display_name(config.store or config.data)}"
    if config.photos is not None:
        folder = showable(str(config.photos))
        yield f"  {photos}  {say['greeting.photos.folder'].format(folder=folder)}"
    if not has_harfbuzz():
        yield f"  {say['greeting.no_pictures'].format(missing=MISSING)}"
    if config.llm_url is not None and config.bots:
        asks = say["greeting.bots.ask"]
        yield f"  {bots}  {asks.format(model=config.llm_model, address=config.llm_url)}"
    yield ""
    yield say["greeting.start"]
    yield say["greeting.stop"]


def _print_report(report: FolderReport) -> None:
    """What was found in the folder of photos."""
    _print("\n".join(explain(report, BOARD)))


def _print(text: str) -> None:
    """Print at once, replacing letters that the terminal lacks: several workers share it."""
    encoding = sys.stdout.encoding or "ascii"
    sys.stdout.write(f"{text}\n".encode(encoding, "replace").decode(encoding))
    sys.stdout.flush()


def _wait_for_shutdown(
    app: App, shutdown: Shutdown, worker: Worker | None, maintenance: "gevent.Greenlet[..., None]"
) -> None:
    def on_signal() -> None:
        if worker is not None:
            worker.ask_to_leave()
            shutdown.request_once_begun("a signal", _PARENT_SECONDS)
        else:
            shutdown.request("a signal")

    for name in (signal.SIGINT, signal.SIGTERM) if worker is None else (signal.SIGTERM,):
        gevent.signal_handler(name, on_signal)
    try:
        shutdown.wait()  # `serve_forever` would return as soon as the server stops accepting
    finally:
        close(app, maintenance)
    if app.siblings is None:
        _print(languages.texts(languages.of_terminal(), "server")["greeting.stopped"])


def close(app: App, maintenance: "gevent.Greenlet[..., None]") -> None:
    """Stop what still runs, the store last: the others use it."""
    if app.cast_bridge is not None:
        app.cast_bridge.stop()
    if app.peers is not None:
        app.peers.stop()
    maintenance.kill()
    app.store.close()
