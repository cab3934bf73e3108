"""What can be chosen at the start of a server."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Config:
    """The options of a server; the command line documents them."""

    data: Path
    """An existing folder that can be written to."""
    host: str = "0.0.0.0"  # noqa: S104  # phones and televisions are to reach it
    port: int = 8000
    public_url: str | None = None
    tls: bool = False
    tv_port: int | None = None
    """With TLS: a port of plain http beside, for televisions, which refuse private certificates."""
    full_sync: bool = False
    """Every move waits for the disk."""
    expire_days: int = 30
    max_sockets_per_address: int = 2_000
    """Behind a proxy all sockets come from one address."""
    commands_a_second: int = 5
    """Of one person, on average; what an address may do grows with it."""
    photos: Path | None = None
    """A folder of the household's photos to play with."""
    cast: bool = True
    """Look for televisions, and cast to them."""
    cast_app_id: str | None = None
    """A receiver app of one's own instead of DashCast."""
    cast_hosts: tuple[str, ...] = ()
    """Addresses at which to look for televisions, besides what the network tells."""
