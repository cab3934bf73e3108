"""The command `undercast`: `serve`, which is the default, and all other commands."""

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
    MAX_PORT,
    STORE_VARIABLE,
    UsageError,
    add_serve_options,
    split_store_option,
)
from undercast.llm import options as llm
from undercast.llm.endpoint import BadEndpoint
from undercast.simulation.options import BadOptions
from undercast.store import redis_url
from undercast.store.data_file import DataUnusable, lock_folder
from undercast.store.sqlite.schema import DataTooNew
from undercast.thinking import custom_vectors
from undercast.words.associations import read_associations
from undercast.words.file_format import TableUnreadable, read_header, read_lines
from undercast.words.serbian_scripts import without_seams

log = logging.getLogger(__name__)

COMMANDS = (
    *("serve", "rooms", "games", "export", "stats", "forget", "host", "delete", "revive"),
    *("devices", "cast", "receiver-page", "backup", "restore", "copy", "words", "packs"),
    *("play", "watch", "simulate"),
)

USAGE_ERRORS = (
    *(UsageError, BadEndpoint, CannotWrite, DataTooNew, DataUnusable, MissingNumpy),
    BadOptions,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code. A usage error prints one sentence and gives 2."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0] not in COMMANDS and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "serve")
    options = _parser().parse_args(given, argparse.Namespace(given=given))
    try:
        return int(options.run(options))
    except USAGE_ERRORS as mistake:
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
    add_serve_options(serve)
    admin_commands.add_data_option(serve)
    serve.set_defaults(run=_serve)

    play.add_play_options(commands.add_parser("play", help="play a game in this terminal"))
    play.add_watch_options(commands.add_parser("watch", help="watch bots play in this terminal"))

    admin_commands.add_admin_commands(commands)

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

    games = commands.add_parser("simulate", help="let bots play many games and count the results")
    simulate.add_simulate_options(games)
    games.set_defaults(run=simulate.simulate)
    return parser


def _serve(options: argparse.Namespace) -> int:
    _check_combinations(options)
    if options.workers > 1 and options.worker is None:
        return _serve_by_workers(options)
    # gevent has to patch the standard library before other imports.
    from undercast.base import gevent_setup  # noqa: PLC0415

    gevent_setup.begin()
    from undercast.server import serve as server  # noqa: PLC0415

    certificate = (options.cert, options.key) if options.cert is not None else None
    try:
        server.serve(
            _config(options), certificate, admin_commands.ADDRESS_FILE, inheritance=options.worker
        )
    except server.CannotServe as fault:
        raise UsageError(str(fault)) from None
    return 0


def _serve_by_workers(options: argparse.Namespace) -> int:
    """Run worker processes with the same command line."""
    from undercast.workers import parent  # noqa: PLC0415
    from undercast.workers.listen_sockets import CannotListen, listen  # noqa: PLC0415

    if sys.platform == "win32":
        raise UsageError("--workers needs Linux or macOS: Windows cannot pass connections on")
    logs.choose(as_json=options.log == "json")
    logs.set_up("parent")
    reservation = lock_folder(admin_commands.require_writable(options.data))
    try:
        listening = [listen(options.host, options.port)]
        if options.tv_port is not None:
            listening.append(listen(options.host, options.tv_port, "--tv-port"))
    except CannotListen as fault:
        raise UsageError(str(fault)) from None
    if _store_password_visible(options):
        log.warning(IN_SIGHT)
    os.environ[STORE_VARIABLE] = options.store  # not on the workers' command lines
    command = (sys.executable, "-m", "undercast.cli", *split_store_option(options.given)[1])
    code = parent.Parent(command, options.workers, listening, options.drain).run()
    reservation.close()
    if code == 0:
        print("Stopped.")
    return code


def _check_combinations(options: argparse.Namespace) -> None:
    """Raises UsageError for options that do not go together."""
    if (options.cert is None) is not (options.key is None):
        raise UsageError("--cert and --key go together")
    if options.tv_port is not None and options.cert is None:
        raise UsageError("--tv-port needs --cert; without --cert, TVs use --port")
    if options.workers > 1 and options.store is None:
        raise UsageError("--workers needs a store that the processes share: --store redis://…")
    if (options.metrics_port or 0) + options.workers > MAX_PORT + 1:
        raise UsageError(
            "each worker needs a metrics port of its own: choose a lower --metrics-port"
        )
    if options.accept_loss and options.store is None:
        raise UsageError("--accept-loss needs --store")
    llm.chosen(options)  # raises BadEndpoint


def _store_password_visible(options: argparse.Namespace) -> bool:
    """Whether a list of processes shows the store's password."""
    return redis_url.has_password(split_store_option(options.given)[0] or "")


def _config(options: argparse.Namespace) -> Config:
    return Config(
        data=admin_commands.require_writable(options.data),
        host=options.host,
        port=options.port,
        public_url=options.public_url,
        private=options.private,
        packs=options.packs,
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
        vectors=_prepare_vectors(options),
        associations=_associations(options),
        photos=options.photos.absolute() if options.photos is not None else None,
        llm_url=options.llm,
        llm_model=options.llm_model,
        cast=options.cast or (options.public_url is None and not options.no_cast),
        cast_app_id=options.cast_app_id,
        cast_hosts=tuple(options.device),
        store=options.store,
        store_in_sight=_store_password_visible(options),
        accept_loss=options.accept_loss,
        workers=options.workers,
        worker=0 if options.worker is None else options.worker.worker,
        drain=options.drain,
        most_rooms=options.most_rooms,
        metrics_port=options.metrics_port,
        metrics_host=options.metrics_host,
        log_json=options.log == "json",
    )


def _prepare_vectors(options: argparse.Namespace) -> Path | None:
    """The file of prepared custom vectors, if any. Raises UsageError, MissingNumpy."""
    if options.vectors is None or options.no_bots:
        return None
    if options.worker is None or options.worker.worker == 0:
        print(f"Reading {options.vectors}, which may take a minute the first time …", flush=True)
    try:
        return custom_vectors.prepared(options.vectors, options.data)
    except custom_vectors.UnusableVectors as fault:
        raise UsageError(str(fault)) from None


def _associations(options: argparse.Namespace) -> Path | None:
    """The host's own associations, if any. Raises UsageError."""
    if options.associations is None or options.no_bots:
        return None
    try:
        read_associations(options.associations)
    except (OSError, TableUnreadable) as fault:
        raise UsageError(f"associations/unreadable: {fault}") from None
    return Path(options.associations.absolute())


def _devices(options: argparse.Namespace) -> int:
    from undercast.cli.devices import run_devices  # noqa: PLC0415

    return 0 if run_devices(options.seconds, options.device, show=print) else 1


def _words_check(options: argparse.Namespace) -> int:
    try:
        text = options.file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise UsageError(f"{options.file} cannot be read as UTF-8 text: {fault}") from None
    warnings: list[str] = []
    notes: list[str] = []
    if words.is_lexicon(text):
        problems = [words.explain_lexicon(problem) for problem in _check_lexicon(text)]
    elif words.is_scenes(text):
        problems = [words.explain_scene(problem) for problem in words.check_scenes(text)]
    else:
        problems = [words.explain(problem) for problem in words.check(text)]
        found = words.warnings(text)
        warnings = [words.explain_warning(warning) for warning in found]
        notes = _without_family(text) if not problems else []
    for line in (*problems, *warnings, *notes):
        print(line)
    counts = [f"{len(problems)} problems" if problems else "good"]
    counts += [f"{len(warnings)} warning{'s' * (len(warnings) > 1)}"] if warnings else []
    print(f"{options.file}: {', '.join(counts)}")
    return 1 if problems else 0


def _without_family(text: str) -> list[str]:
    """One line about the codenames of which the referee can only guess the forms."""
    from undercast.referee import Referee  # noqa: PLC0415  # only this command needs it

    language = read_header(text).get("language", "")
    codenames = [without_seams(codename) for _, codename in read_lines(text)]
    unlisted = Referee().unlisted(language, codenames)
    if not unlisted:
        return []
    which = "all words" if len(unlisted) == len(codenames) else ", ".join(unlisted)
    return [f"the referee only guesses the forms of {which}"]


def _check_lexicon(text: str) -> list[words.LexiconProblem]:
    require_numpy()
    from undercast.bots import vector_table  # noqa: PLC0415  # needs numpy

    return words.check_lexicon(text, assets.wordlists(), vector_table.load().knows)
