"""The command `undercast`: serve, which it does by itself, and what else a host may want."""

import argparse
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from undercast import __version__, words
from undercast.base import assets, logs
from undercast.base.config import IN_SIGHT, Config
from undercast.bots.dependencies import MissingNumpy, require_numpy
from undercast.cast.receiver_app import CannotWrite
from undercast.cli import admin_commands, play, receiver_page, simulate
from undercast.cli.serve_options import (
    HIGHEST_PORT,
    STORE_VARIABLE,
    Mistake,
    add_serve,
    store_apart,
)
from undercast.llm import options as llm
from undercast.llm.endpoint import BadEndpoint
from undercast.simulation.options import BadOptions
from undercast.store import redis_url
from undercast.store.data_file import DataUnusable, lock_folder
from undercast.store.sqlite.schema import DataTooNew
from undercast.thinking import custom_vectors

log = logging.getLogger(__name__)

COMMANDS = (
    *("serve", "rooms", "games", "export", "stats", "forget", "host", "delete", "revive"),
    *("devices", "cast", "receiver-page", "backup", "restore", "copy", "words"),
    *("play", "watch", "simulate"),
)

MISTAKES = (
    *(Mistake, BadEndpoint, CannotWrite, DataTooNew, DataUnusable, MissingNumpy),
    BadOptions,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code. Mistakes are told in one sentence, with code 2."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0] not in COMMANDS and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "serve")
    options = _parser().parse_args(given, argparse.Namespace(given=given))
    try:
        return int(options.run(options))
    except MISTAKES as mistake:
        print(f"undercast: {mistake}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="undercast", description="A party server for Codenames on the living-room TV."
    )
    parser.add_argument("--version", action="version", version=f"undercast {__version__}")
    commands = parser.add_subparsers(required=True, metavar="command")

    serve = commands.add_parser("serve", help="start the server (the default)")
    add_serve(serve)
    admin_commands.add_data(serve)
    serve.set_defaults(run=_serve)

    play.add_play(commands.add_parser("play", help="play a game in this terminal"))
    play.add_watch(commands.add_parser("watch", help="watch bots play in this terminal"))

    admin_commands.add(commands)

    devices = commands.add_parser("devices", help="list the TVs on this network")
    devices.add_argument("--device", action="append", default=[], metavar="ADDRESS")
    devices.add_argument("--seconds", type=float, default=5.0, help="how long to look (5)")
    devices.set_defaults(run=_devices)

    receiver_page.add(commands)

    check = (
        commands.add_parser("words", help="work with word lists")
        .add_subparsers(required=True, metavar="words command")
        .add_parser("check", help="check a word list for problems")
    )
    check.add_argument("file", type=Path)
    check.set_defaults(run=_words_check)

    many = commands.add_parser("simulate", help="let bots play many games and count the results")
    simulate.add_options(many)
    many.set_defaults(run=simulate.simulate)
    return parser


def _serve(options: argparse.Namespace) -> int:
    _require_sense(options)
    if options.workers > 1 and options.worker is None:
        return _serve_by_workers(options)
    # First of all, for the sake of whatever is imported now.
    from undercast.base import gevent_setup  # noqa: PLC0415

    gevent_setup.begin()
    from undercast.server import serve as serving  # noqa: PLC0415

    certificate = (options.cert, options.key) if options.cert is not None else None
    try:
        serving.serve(
            _config(options), certificate, admin_commands.ADDRESS_FILE, inheritance=options.worker
        )
    except serving.CannotServe as fault:
        raise Mistake(str(fault)) from None
    return 0


def _serve_by_workers(options: argparse.Namespace) -> int:
    """Look after processes that serve, and that are given the same command line."""
    from undercast.workers import parent  # noqa: PLC0415
    from undercast.workers.listen_sockets import CannotListen, listen  # noqa: PLC0415

    if sys.platform == "win32":
        raise Mistake("--workers needs Linux or macOS: Windows cannot pass connections on")
    logs.choose(as_json=options.log == "json")
    logs.set_up("parent")
    reservation = lock_folder(admin_commands.writable(options.data))
    try:
        listening = [listen(options.host, options.port)]
        if options.tv_port is not None:
            listening.append(listen(options.host, options.tv_port, "--tv-port"))
    except CannotListen as fault:
        raise Mistake(str(fault)) from None
    if _store_in_sight(options):
        log.warning(IN_SIGHT)
    os.environ[STORE_VARIABLE] = options.store  # and on no worker's command line
    command = (sys.executable, "-m", "undercast.cli", *store_apart(options.given)[1])
    code = parent.Parent(command, options.workers, listening, options.drain).run()
    reservation.close()
    if code == 0:
        print("Stopped.")
    return code


def _require_sense(options: argparse.Namespace) -> None:
    """Raises Mistake where options do not go together."""
    if (options.cert is None) is not (options.key is None):
        raise Mistake("--cert and --key go together")
    if options.tv_port is not None and options.cert is None:
        raise Mistake("--tv-port needs --cert; without --cert, TVs use --port")
    if options.workers > 1 and options.store is None:
        raise Mistake("--workers needs a store that the processes share: --store redis://…")
    if (options.metrics_port or 0) + options.workers > HIGHEST_PORT + 1:
        raise Mistake("each worker needs a metrics port of its own: choose a lower --metrics-port")
    if options.accept_loss and options.store is None:
        raise Mistake("--accept-loss needs --store")
    llm.chosen(options)  # whether it can be asked


def _store_in_sight(options: argparse.Namespace) -> bool:
    """Whether whoever lists the processes sees the password of the store."""
    return redis_url.has_password(store_apart(options.given)[0] or "")


def _config(options: argparse.Namespace) -> Config:
    return Config(
        data=admin_commands.writable(options.data),
        host=options.host,
        port=options.port,
        public_url=options.public_url,
        private=options.private,
        tls=options.cert is not None,
        tv_port=options.tv_port,
        full_sync=options.sync == "full",
        expire_days=options.expire_days,
        trusted_proxies=tuple(options.trust_proxy),
        connections_per_address=options.address_connections,
        requests_per_second=options.address_requests,
        slow_readers_mb=options.slow_readers,
        commands_a_second=options.commands_a_second,
        bots=not options.no_bots,
        bot_pace=options.bot_pace,
        vectors=_brought(options),
        photos=options.photos.absolute() if options.photos is not None else None,
        llm_url=options.llm,
        llm_model=options.llm_model,
        cast=options.cast or (options.public_url is None and not options.no_cast),
        cast_app_id=options.cast_app_id,
        cast_hosts=tuple(options.device),
        store=options.store,
        store_in_sight=_store_in_sight(options),
        accept_loss=options.accept_loss,
        workers=options.workers,
        worker=0 if options.worker is None else options.worker.worker,
        drain=options.drain,
        most_rooms=options.most_rooms,
        metrics_port=options.metrics_port,
        metrics_host=options.metrics_host,
        log_json=options.log == "json",
    )


def _brought(options: argparse.Namespace) -> Path | None:
    """What bots need of the household's vectors. Raises Mistake, MissingNumpy."""
    if options.vectors is None or options.no_bots:
        return None
    if options.worker is None or options.worker.worker == 0:
        print(f"Reading {options.vectors}, which may take a minute the first time …", flush=True)
    try:
        return custom_vectors.prepared(options.vectors, options.data)
    except custom_vectors.UnusableVectors as fault:
        raise Mistake(str(fault)) from None


def _devices(options: argparse.Namespace) -> int:
    from undercast.cli.devices import run_devices  # noqa: PLC0415

    return 0 if run_devices(options.seconds, options.device, show=print) else 1


def _words_check(options: argparse.Namespace) -> int:
    try:
        text = options.file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise Mistake(f"{options.file} cannot be read as UTF-8 text: {fault}") from None
    warned: list[str] = []
    if words.is_lexicon(text):
        problems = [words.explain_lexicon(problem) for problem in _check_lexicon(text)]
    elif words.is_scenes(text):
        problems = [words.explain_scene(problem) for problem in words.check_scenes(text)]
    else:
        problems = [words.explain(problem) for problem in words.check(text)]
        found = words.warnings(text, assets.wordlists())
        warned = [words.explain_warning(warning) for warning in found]
    for line in (*problems, *warned):
        print(line)
    counts = [f"{len(problems)} problems" if problems else "good"]
    counts += [f"{len(warned)} warning{'s' * (len(warned) > 1)}"] if warned else []
    print(f"{options.file}: {', '.join(counts)}")
    return 1 if problems else 0


def _check_lexicon(text: str) -> list[words.LexiconProblem]:
    require_numpy()
    from undercast.bots import vector_table  # noqa: PLC0415  # needs numpy

    return words.check_lexicon(text, assets.wordlists(), vector_table.load().knows)
