"""Whether Redis keeps what it has acknowledged, by its settings."""

from collections.abc import Iterator, Mapping
from typing import Any

from redis import RedisCluster
from redis.exceptions import RedisError, ResponseError

from undercast.store.data_file import DataUnusable
from undercast.store.redis.connection import CONNECTION_FAULTS, FAULTS, RedisConnection

LOSS_WINDOWS = {
    "always": None,
    "everysec": "the moves of the last second or two are lost if its computer fails"
    " (appendfsync everysec)",
    "no": "the moves of the last half minute may be lost if its computer fails (appendfsync no)",
}
"""What may be lost of what was acknowledged, by `appendfsync`."""

SAFE_EVICTION = ("noeviction", "volatile-")
"""Eviction policies that delete nothing, or only keys that expire anyway."""


def check_durability(redis: RedisConnection, *, accept_loss: bool) -> str | None:
    """What may be lost of what was acknowledged, in words; None for nothing.

    Raises DataUnusable if everything may be lost, unless that is accepted, and if Redis is not
    writable.
    """
    try:
        found = [_of_node(given) for given in _nodes(redis)]
    except CONNECTION_FAULTS as fault:
        raise DataUnusable(f"the store {redis.address} cannot be reached ({fault})") from None
    except FAULTS as fault:
        raise DataUnusable(f"the store {redis.address} cannot be used ({fault})") from None
    refused = next((why for why, serious in found if why and serious), None)
    if refused is not None and not accept_loss:
        raise DataUnusable(
            f"the store {redis.address} {refused}; change that, or start with --accept-loss"
        )
    return refused or next((why for why, _ in found if why), None)


def _of_node(given: Mapping[str, str]) -> tuple[str | None, bool]:
    """What one server may lose, in words, and whether that is everything."""
    if given.get("role", "master") not in ("master", "unknown"):
        raise ResponseError("it is a replica: name the primary")
    evicts = given.get("maxmemory_policy", "noeviction")
    if given.get("maxmemory", "0") != "0" and not evicts.startswith(SAFE_EVICTION):
        return f"deletes rooms when its memory is full (maxmemory-policy {evicts})", True
    if given.get("aof_enabled", "1") == "0":
        return "has no append-only file: all games are lost when it stops", True
    often = given.get("appendfsync")
    if often is None or "aof_enabled" not in given:
        return "it does not say how safely it saves games (CONFIG or INFO is forbidden)", False
    return LOSS_WINDOWS.get(often), False


def _nodes(redis: RedisConnection) -> Iterator[dict[str, str]]:
    """The settings of each primary, as far as Redis allows reading them."""
    client = redis.client
    if not isinstance(client, RedisCluster):
        yield _said(client)
        return
    for node in client.get_primaries():  # type: ignore[no-untyped-call]
        yield _said(client.get_redis_connection(node))


def _said(client: Any) -> dict[str, str]:
    said: dict[str, str] = {}
    asked = (("INFO", "replication"), ("INFO", "persistence"), ("INFO", "memory"))
    for ask in (*asked, ("CONFIG GET", "appendfsync")):
        try:
            found = client.execute_command(*ask)
            said |= {str(name): str(value) for name, value in found.items()}
        except CONNECTION_FAULTS:
            raise
        except RedisError:
            continue  # not allowed: what is missing is reported
    return said
