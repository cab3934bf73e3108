"""Where the rooms of a server are kept, and who else serves them: at home a file, and nobody."""

from typing import TYPE_CHECKING, NamedTuple

from undercast.base.clock import unix_ms
from undercast.base.config import Config
from undercast.base.gevent_setup import in_a_thread
from undercast.service import Clock
from undercast.store.port import House
from undercast.store.sqlite.store import SqliteStore
from undercast.web.transport.shared_limits import Together

if TYPE_CHECKING:
    from undercast.store.redis.peers import EnginePeers


class Housing(NamedTuple):
    """What keeps the rooms, and the clock that everybody follows who serves them; where others
    serve them, too, these, and where all count what an address takes.
    """

    store: House
    wall: Clock
    peers: "EnginePeers | None" = None
    together: Together | None = None


def housed(config: Config) -> Housing:
    """What this server's house is kept in. Raises DataTooNew, DataUnusable, NotSaved."""
    if config.store is None:
        store = SqliteStore(config.data, full=config.full_sync, offload=in_a_thread)
        return Housing(store, unix_ms)
    from undercast.store.redis.connection import Engine  # noqa: PLC0415  # at home it is not there
    from undercast.store.redis.durability import promise  # noqa: PLC0415
    from undercast.store.redis.peers import EnginePeers  # noqa: PLC0415
    from undercast.store.redis.shared_limits import EngineTogether  # noqa: PLC0415
    from undercast.store.redis.storage import EngineHouse  # noqa: PLC0415

    engine = Engine(config.store)
    window = promise(engine, accept_loss=config.accept_loss)
    house = EngineHouse(engine, offload=in_a_thread, window=window)
    together = EngineTogether(engine, house.secret())
    return Housing(house, engine.now, EnginePeers(engine, house.links), together)
