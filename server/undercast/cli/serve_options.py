"""The options of `undercast serve`."""

import argparse
import os
import re
from collections.abc import Callable, Sequence
from ipaddress import ip_network
from math import inf
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from undercast.base.config import (
    CONNECTIONS_PER_ADDRESS,
    DRAIN_SECONDS,
    MAX_ROOMS,
    REQUESTS_PER_SECOND,
    SLOW_READERS_MB,
)
from undercast.llm import options as llm
from undercast.store import redis_url
from undercast.workers import protocol

_Number = TypeVar("_Number", int, float)

PORT = 8000

MAX_BOT_PACE = 100.0
"""The slowest bots: this many times the normal thinking time."""

MAX_PORT = 65535

MAX_WORKERS = 64
MAX_DRAIN_SECONDS = 600.0

STORE_VARIABLE = "UNDERCAST_STORE"
"""Environment variable with the default of `--store`, including its password."""


class UsageError(Exception):
    """A mistake of the person at the terminal; the text says how to correct it."""


def in_range(kind: type[_Number], low: float, high: float, error: str) -> Callable[[str], _Number]:
    """A `type` for argparse: numbers from `low` to `high`."""

    def parse(text: str) -> _Number:
        try:
            number = kind(text)
        except ValueError:
            raise argparse.ArgumentTypeError(error) from None
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(error)
        return number

    return parse


at_least_one = in_range(int, 1, inf, "at least 1")
_days = in_range(int, 1, inf, "at least one day")
_limit = in_range(int, 0, inf, "0 or more")
_port = in_range(int, 0, MAX_PORT, f"a port is a number from 0 to {MAX_PORT}")
_pace = in_range(float, 0, MAX_BOT_PACE, f"from 0 to {MAX_BOT_PACE:.0f}")
_drain = in_range(float, 0, MAX_DRAIN_SECONDS, f"from 0 to {MAX_DRAIN_SECONDS:.0f}")
_workers = in_range(int, 1, MAX_WORKERS, f"from 1 to {MAX_WORKERS}")


def _url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise argparse.ArgumentTypeError("an address starts with http:// or https://")
    return text


def add_serve_options(serve: argparse.ArgumentParser) -> None:
    """Add all options but `--data`, which other commands share."""
    _add_addresses(serve)
    _add_limits(serve)
    _add_tvs(serve)
    _add_storage(serve)
    _add_bots(serve)
    _add_workers(serve)


def _add_addresses(serve: argparse.ArgumentParser) -> None:
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
    serve.add_argument(
        "--packs",
        action="store_true",
        help="with --public-url: let anyone keep word lists for all rooms, as it is at home",
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
        type=_limit,
        default=CONNECTIONS_PER_ADDRESS,
        metavar="N",
        help="most connections from one address at a time (%(default)s); 0: no limit",
    )
    serve.add_argument(
        "--address-requests",
        type=_limit,
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
        default=MAX_ROOMS,
        metavar="N",
        help="most rooms at a time (%(default)s)",
    )


def _add_tvs(serve: argparse.ArgumentParser) -> None:
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


def _add_storage(serve: argparse.ArgumentParser) -> None:
    add_store_option(serve, "keep rooms in this Redis or Valkey instead of the data folder")
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
        "--associations",
        type=Path,
        metavar="FILE",
        help="what words of your own lists call to mind, for bots",
    )
    serve.add_argument(
        "--bot-pace",
        type=_pace,
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
        type=_drain,
        default=DRAIN_SECONDS,
        metavar="SECONDS",
        help="when stopping, take up to this many seconds to disconnect everyone (%(default)s)",
    )
    serve.add_argument(
        "--metrics-port", type=_port, metavar="PORT", help="serve Prometheus metrics on this port"
    )
    serve.add_argument(
        "--metrics-host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="address for the metrics port (%(default)s: this computer only)",
    )
    serve.add_argument(
        "--log", choices=("text", "json"), default="text", help="json: log one JSON object per line"
    )


def add_store_option(command: argparse.ArgumentParser, what: str) -> None:
    """Add `--store`, the Redis or Valkey with the rooms."""
    command.add_argument(
        "--store",
        type=parse_store_url,
        metavar="URL",
        default=os.environ.get(STORE_VARIABLE) or None,
        help=f"{what} (redis:// or rediss://; default: ${STORE_VARIABLE})",
    )


def split_store_option(given: Sequence[str]) -> tuple[str | None, list[str]]:
    """The `--store` of a command line, if any, and its other arguments."""
    line = argparse.ArgumentParser(add_help=False)
    line.add_argument("--store")
    named, rest = line.parse_known_args(list(given))
    return named.store, rest


def parse_store_url(text: str) -> str:
    """A store's address, with the password if the environment has the same address with one.

    Raises ArgumentTypeError.
    """
    try:
        parts = urlsplit(text)
        valid_host = parts.scheme in ("redis", "rediss") and parts.hostname and parts.port != 0
        valid = bool(valid_host and re.fullmatch(r"/?\d{0,5}", parts.path))
    except ValueError:
        valid = False
    if not valid:
        raise argparse.ArgumentTypeError(
            "a store's address is redis://HOST or rediss://HOST, perhaps with :PORT and /NUMBER;"
            " in a password, write ? as %3F and @ as %40"
        )
    default = os.environ.get(STORE_VARIABLE, "")
    return default if redis_url.without_credentials(default) == text else text
