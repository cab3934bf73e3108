"""Where the rooms of a server are kept, and who else serves them: at home a file, and nobody."""

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
    """What keeps the rooms, and the clock that everybody follows who serves them; where others
    serve them, too, these, and where all count what an address takes.
    """

    store: StorePort
    wall: Clock
    peers: "RedisPeers | None" = None
    shared_limits: SharedLimits | None = None


def open_storage(config: Config) -> Storage:
    """What this server's house is kept in. Raises DataTooNew, DataUnusable, NotSaved."""
    if config.store is None:
        store = SqliteStore(config.data, full=config.full_sync, offload=in_a_thread)
        return Storage(store, unix_ms)
    from undercast.store.redis.connection import RedisConnection  # noqa: PLC0415  # at home it is not there
    from undercast.store.redis.durability import check_durability  # noqa: PLC0415
    from undercast.store.redis.peers import RedisPeers  # noqa: PLC0415
    from undercast.store.redis.shared_limits import RedisSharedLimits  # noqa: PLC0415
    from undercast.store.redis.store import RedisStore  # noqa: PLC0415

    engine = RedisConnection(config.store)
    window = check_durability(engine, accept_loss=config.accept_loss)
    house = RedisStore(engine, offload=in_a_thread, loss_window=window)
    together = RedisSharedLimits(engine, house.secret())
    return Storage(house, engine.now, RedisPeers(engine, house.hash_chains), together)
