"""What can be chosen at the start of a server."""

from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path

CONNECTIONS_PER_ADDRESS = 2_500
"""A school is one address: 200 browsers with seven each are 1,400."""

REQUESTS_PER_SECOND = 100
"""So 4,000 at once, for 200 phones twenty each."""

SLOW_READERS_MB = 64

BACKLOG = 4096
"""Connections that wait to be accepted: everybody comes back at once after a router's restart."""

DRAIN_SECONDS = 5.0

MOST_ROOMS = 10_000
"""On one server: of 160,000 codes few enough that a free one is found, and none is guessed."""

IN_SIGHT = (
    "The store's password is on the command line, where everyone on this computer can read it:"
    " say it in the environment, as UNDERCAST_STORE"
)


@dataclass(frozen=True, slots=True)
class Config:
    """The options of a server; the command line documents them."""

    data: Path
    """An existing folder that can be written to."""
    host: str = "0.0.0.0"  # noqa: S104  # phones and televisions are to reach it
    port: int = 8000
    public_url: str | None = None
    private: bool = False
    """The games of this house are listed nowhere; with a `public_url` they never are."""
    tls: bool = False
    tv_port: int | None = None
    """With TLS: a port of plain http beside, for televisions, which refuse private certificates."""
    full_sync: bool = False
    """Every move waits for the disk."""
    expire_days: int = 30
    max_sockets_per_address: int = 2_000
    """Behind a proxy all sockets come from one address."""
    connections_per_address: int = CONNECTIONS_PER_ADDRESS
    """At a time, WebSockets included; 0 for any number."""
    trusted_proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """From there X-Forwarded-For is believed."""
    requests_per_second: int = REQUESTS_PER_SECOND
    """Over HTTP from one address, on average; forty times as many at once. 0 for any number."""
    slow_readers_mb: int = SLOW_READERS_MB
    """MiB that may wait in memory for all connections that don't read."""
    commands_a_second: int = 5
    """Of one person, on average; what an address may do grows with it."""
    photos: Path | None = None
    """A folder of the household's photos to play with."""
    llm_url: str | None = None
    llm_model: str | None = None
    """A language model that bots ask, both or none; its key stays in the environment."""
    bots: bool = True
    """Bots may play, where numpy is installed."""
    vectors: Path | None = None
    """What `thinking.brought` made of vectors that the household brings."""
    bot_pace: float = 1.0
    """Bots take so many times as long as people would like."""
    cast: bool = True
    """Look for televisions, and cast to them; with a `public_url` only for the terminal."""
    cast_app_id: str | None = None
    """A receiver app of one's own instead of DashCast."""
    cast_hosts: tuple[str, ...] = ()
    """Addresses at which to look for televisions, besides what the network tells."""
    store: str | None = None
    """The address of a Redis or Valkey that keeps the rooms; None for a file in `data`."""
    store_in_sight: bool = False
    """Its password stands on the command line."""
    accept_loss: bool = False
    """The engine may keep nothing on its disk."""
    workers: int = 1
    """Processes that serve together; more than one only with a `store`."""
    worker: int = 0
    """Which of them this one is, from 0; casting and photos are the first one's."""
    drain: float = DRAIN_SECONDS
    """Seconds that an orderly stop takes at most to see everybody out."""
    most_rooms: int = MOST_ROOMS
    metrics_port: int | None = None
    """Numbers for Prometheus on this port; a worker's is as much higher as its number."""
    metrics_host: str = "127.0.0.1"
    log_json: bool = False
