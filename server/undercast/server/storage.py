"""Chooses the storage of a server's rooms: a local file, or Redis shared with other processes."""

from typing import TYPE_CHECKING, NamedTuple

from undercast.base.clock import unix_ms
from undercast.base.config import Config
from undercast.base.gevent_setup import in_a_thread
from undercast.service import Clock
from undercast.store.port import StorePort
from undercast.store.sqlite.store import SqliteStore
from undercast.web.limits.shared_limits import SharedLimits

if TYPE_CHECKING:
    from undercast.store.redis.peers import RedisPeers


class Storage(NamedTuple):
    """The store and the clock of all processes that serve it; with Redis also the other processes
    and their shared rate limits.
    """

    store: StorePort
    wall: Clock
    peers: "RedisPeers | None" = None
    shared_limits: SharedLimits | None = None


def open_storage(config: Config) -> Storage:
    """Opens the configured storage. Raises DataTooNew, DataUnusable, NotSaved."""
    if config.store is None:
        store = SqliteStore(config.data, full=config.full_sync, offload=in_a_thread)
        return Storage(store, unix_ms)
    from undercast.store.redis.connection import RedisConnection  # noqa: PLC0415  # optional
    from undercast.store.redis.durability import check_durability  # noqa: PLC0415
    from undercast.store.redis.peers import RedisPeers  # noqa: PLC0415
    from undercast.store.redis.shared_limits import RedisSharedLimits  # noqa: PLC0415
    from undercast.store.redis.store import RedisStore  # noqa: PLC0415

    connection = RedisConnection(config.store)
    window = check_durability(connection, accept_loss=config.accept_loss)
    redis_store = RedisStore(connection, offload=in_a_thread, loss_window=window)
    shared_limits = RedisSharedLimits(connection, redis_store.secret())
    peers = RedisPeers(connection, redis_store.hash_chains)
    return Storage(redis_store, connection.now, peers, shared_limits)
