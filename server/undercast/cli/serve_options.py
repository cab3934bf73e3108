"""The options of `undercast serve`."""

import argparse
import os
import re
from collections.abc import Sequence
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

from undercast.base.config import (
    CONNECTIONS_PER_ADDRESS,
    DRAIN_SECONDS,
    MOST_ROOMS,
    REQUESTS_PER_SECOND,
    SLOW_READERS_MB,
)
from undercast.llm import options as llm
from undercast.store import redis_url
from undercast.workers import protocol

PORT = 8000

MOST_PACE = 100.0
"""Times that bots may be as slow as people would like."""

HIGHEST_PORT = 65535

MOST_WORKERS = 64
MOST_DRAIN = 600.0

STORE_VARIABLE = "UNDERCAST_STORE"
"""Of the environment: what `--store` is when nothing is said, password and all."""


class Mistake(Exception):
    """Something that the person at the terminal can mend; the text says how."""


def add_serve(serve: argparse.ArgumentParser) -> None:
    """All options but `--data`, which other commands have, too."""
    _add_where(serve)
    _add_limits(serve)
    _add_televisions(serve)
    _add_keeping(serve)
    _add_bots(serve)
    _add_workers(serve)


def _add_where(serve: argparse.ArgumentParser) -> None:
    serve.add_argument("--host", default="0.0.0.0", help="address to listen on (all)")  # noqa: S104
    serve.add_argument("--port", type=_port, default=PORT, help=f"port to listen on ({PORT})")
    serve.add_argument(
        "--public-url", type=_url, help="the server's public address, when it is behind a proxy"
    )
    serve.add_argument(
        "--private",
        action="store_true",
        help="do not list this server's games on the start page; always so with --public-url",
    )
    serve.add_argument("--cert", type=Path, help="TLS certificate (PEM), with --key")
    serve.add_argument("--key", type=Path, help="TLS private key (PEM), with --cert")
    serve.add_argument(
        "--tv-port",
        type=_port,
        help="with --cert: a plain HTTP port for TVs, which may reject the certificate",
    )


def _add_limits(serve: argparse.ArgumentParser) -> None:
    serve.add_argument(
        "--trust-proxy",
        action="append",
        default=[],
        type=ip_network,
        metavar="CIDR",
        help="trust X-Forwarded-For from this address or network (may be repeated)",
    )
    serve.add_argument(
        "--address-connections",
        type=_number,
        default=CONNECTIONS_PER_ADDRESS,
        metavar="N",
        help="most connections from one address at a time (%(default)s); 0: no limit",
    )
    serve.add_argument(
        "--address-requests",
        type=_number,
        default=REQUESTS_PER_SECOND,
        metavar="N",
        help="requests per second from one address, 40 times that in a burst (%(default)s);"
        " 0: no limit",
    )
    serve.add_argument(
        "--slow-readers",
        type=at_least_one,
        default=SLOW_READERS_MB,
        metavar="MB",
        help="memory for messages that slow clients have not read yet, in MiB (%(default)s)",
    )
    serve.add_argument(
        "--commands-a-second",
        type=at_least_one,
        default=5,
        metavar="N",
        help="commands per second from one person, on average (5); programs may need more",
    )
    serve.add_argument(
        "--most-rooms",
        type=at_least_one,
        default=MOST_ROOMS,
        metavar="N",
        help="most rooms at a time (%(default)s)",
    )


def _add_televisions(serve: argparse.ArgumentParser) -> None:
    serve.add_argument(
        "--photos", type=Path, metavar="FOLDER", help="a folder of your own photos to play with"
    )
    casts = serve.add_mutually_exclusive_group()
    casts.add_argument("--no-cast", action="store_true", help="do not look for TVs")
    casts.add_argument(
        "--cast",
        action="store_true",
        help="with --public-url: look for TVs anyway, for `undercast cast` only",
    )
    serve.add_argument(
        "--device",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="also look for a TV at this address (may be repeated)",
    )
    serve.add_argument(
        "--cast-app-id", metavar="ID", help="your own receiver app instead of DashCast"
    )


def _add_keeping(serve: argparse.ArgumentParser) -> None:
    add_store(serve, "keep rooms in this Redis or Valkey instead of the data folder")
    serve.add_argument(
        "--accept-loss",
        action="store_true",
        help="with --store: start even if the store saves nothing to disk",
    )
    serve.add_argument(
        "--sync",
        choices=("normal", "full"),
        default="normal",
        help="full: every move also survives a power cut, but takes longer",
    )
    serve.add_argument(
        "--expire-days",
        type=_days,
        default=30,
        help="expire rooms unused for this many days of server uptime (30)",
    )


def _add_bots(serve: argparse.ArgumentParser) -> None:
    llm.add_options(serve)
    serve.add_argument("--no-bots", action="store_true", help="turn bots off")
    serve.add_argument(
        "--vectors",
        type=Path,
        metavar="FILE",
        help="your own word vectors, a second opinion for bots (GloVe, word2vec, fastText, …)",
    )
    serve.add_argument(
        "--bot-pace",
        type=_at_least_nothing,
        default=1.0,
        metavar="TIMES",
        help="make bots think this many times as long (1)",
    )


def _add_workers(serve: argparse.ArgumentParser) -> None:
    serve.add_argument(
        "--workers",
        type=_workers,
        default=1,
        metavar="N",
        help="number of server processes (1); more than one needs --store",
    )
    serve.add_argument("--worker", type=protocol.from_argument, help=argparse.SUPPRESS)
    serve.add_argument(
        "--drain",
        type=_seconds,
        default=DRAIN_SECONDS,
        metavar="SECONDS",
        help="when stopping, take up to this many seconds to disconnect everyone (%(default)s)",
    )
    serve.add_argument(
        "--metrics-port",
        type=_port,
        metavar="PORT",
        help="serve Prometheus metrics on this port",
    )
    serve.add_argument(
        "--metrics-host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="address for the metrics port (%(default)s: this computer only)",
    )
    serve.add_argument(
        "--log",
        choices=("text", "json"),
        default="text",
        help="json: log one JSON object per line",
    )


def add_store(command: argparse.ArgumentParser, what: str) -> None:
    """The option that says in which engine the rooms are."""
    command.add_argument(
        "--store",
        type=store,
        metavar="URL",
        default=os.environ.get(STORE_VARIABLE) or None,
        help=f"{what} (redis:// or rediss://; default: ${STORE_VARIABLE})",
    )


def store_apart(given: Sequence[str]) -> tuple[str | None, list[str]]:
    """The store that a command line names, if it does, and the rest of it."""
    line = argparse.ArgumentParser(add_help=False)
    line.add_argument("--store")
    named, rest = line.parse_known_args(list(given))
    return named.store, rest


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to {HIGHEST_PORT}")
    return port


def _url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise argparse.ArgumentTypeError("an address starts with http:// or https://")
    return text


def _days(text: str) -> int:
    days = int(text)
    if days < 1:
        raise argparse.ArgumentTypeError("at least one day")
    return days


def at_least_one(text: str) -> int:
    """A number of the command line. Raises ArgumentTypeError."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def _at_least_nothing(text: str) -> float:
    number = float(text)
    if not 0 <= number <= MOST_PACE:
        raise argparse.ArgumentTypeError(f"from 0 to {MOST_PACE:.0f}")
    return number


def _number(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("0 or more")
    return number


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 <= seconds <= MOST_DRAIN:
        raise argparse.ArgumentTypeError(f"from 0 to {MOST_DRAIN:.0f}")
    return seconds


def _workers(text: str) -> int:
    number = int(text)
    if not 1 <= number <= MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"from 1 to {MOST_WORKERS}")
    return number


def store(text: str) -> str:
    """The address of an engine. What the environment knows as the same has its password.

    Raises ArgumentTypeError.
    """
    try:
        parts = urlsplit(text)
        engine = parts.scheme in ("redis", "rediss") and parts.hostname and parts.port != 0
        right = bool(engine and re.fullmatch(r"/?\d{0,5}", parts.path))
    except ValueError:
        right = False
    if not right:
        raise argparse.ArgumentTypeError(
            "a store's address is redis://HOST or rediss://HOST, perhaps with :PORT and /NUMBER;"
            " in a password, write ? as %3F and @ as %40"
        )
    known = os.environ.get(STORE_VARIABLE, "")
    return known if redis_url.without_credentials(known) == text else text
