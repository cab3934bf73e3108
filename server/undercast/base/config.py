"""The options of a server."""

from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path

CONNECTIONS_PER_ADDRESS = 2_500
"""A school is one address: 200 browsers with seven connections each are 1,400."""

REQUESTS_PER_SECOND = 100
"""With a burst of 4,000: 200 phones, twenty each."""

SLOW_READERS_MB = 64

BACKLOG = 4096
"""Connections waiting to be accepted: after a router's restart everyone reconnects at once."""

DRAIN_SECONDS = 5.0

MAX_ROOMS = 10_000
"""Of 160,000 codes: few enough that a free one is found quickly and none is guessed."""

IN_SIGHT = (
    "The store's password is on the command line, where everyone on this computer can read it:"
    " say it in the environment, as UNDERCAST_STORE"
)


@dataclass(frozen=True, slots=True)
class Config:
    """The options of a server; `--help` documents them."""

    data: Path
    """An existing folder that can be written to."""
    host: str = "0.0.0.0"  # noqa: S104  # phones and TVs have to reach it
    port: int = 8000
    public_url: str | None = None
    private: bool = False
    """Do not list running games on the front page; with a `public_url` they never are."""
    packs: bool = False
    """Keep the household's word lists although there is a `public_url`."""
    tls: bool = False
    tv_port: int | None = None
    """With TLS: a second port of plain HTTP for TVs, which refuse private certificates."""
    full_sync: bool = False
    """Every move waits for the disk."""
    expire_days: int = 30
    max_sockets_per_address: int = 2_000
    """Behind a proxy all sockets come from one address."""
    connections_per_address: int = CONNECTIONS_PER_ADDRESS
    """Concurrent, including WebSockets; 0 for no limit."""
    trusted_proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """Their X-Forwarded-For is trusted."""
    requests_per_second: int = REQUESTS_PER_SECOND
    """HTTP requests of one address on average, forty times as many in a burst; 0 for no limit."""
    slow_readers_mb: int = SLOW_READERS_MB
    """MiB of memory for messages that slow clients have not read, all together."""
    commands_a_second: int = 5
    """Of one person on average; the limits of an address scale with it."""
    photos: Path | None = None
    """A folder of the household's photos to play with."""
    llm_url: str | None = None
    llm_model: str | None = None
    """A language model that bots ask, both or none; its key stays in the environment."""
    bots: bool = True
    """Bots may play, where numpy is installed."""
    vectors: Path | None = None
    """What `thinking.custom_vectors` made of the host's own vectors."""
    associations: Path | None = None
    """The host's own list of what words call to mind."""
    bot_pace: float = 1.0
    """Factor on the time that bots take for a move."""
    cast: bool = True
    """Look for TVs and cast to them; with a `public_url` only from the terminal."""
    cast_app_id: str | None = None
    """A custom receiver app instead of DashCast."""
    cast_hosts: tuple[str, ...] = ()
    """Addresses to look for TVs at, besides those that discovery finds."""
    store: str | None = None
    """The address of a Redis or Valkey that keeps the rooms; None for a file in `data`."""
    store_in_sight: bool = False
    """Its password is on the command line."""
    accept_loss: bool = False
    """Redis need not write to disk."""
    workers: int = 1
    """Processes that serve together; more than one only with a `store`."""
    worker: int = 0
    """Which of them this one is, from 0; casting and photos are the first one's."""
    drain: float = DRAIN_SECONDS
    """Seconds that a graceful shutdown may take to disconnect everyone."""
    most_rooms: int = MAX_ROOMS
    metrics_port: int | None = None
    """Prometheus metrics on this port plus the worker's number."""
    metrics_host: str = "127.0.0.1"
    log_json: bool = False
