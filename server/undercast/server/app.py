"""The one place where the parts are put together."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import gevent
from flask import Blueprint, Flask
from flask_socketio import SocketIO
from gevent.threadpool import ThreadPool

from undercast import words
from undercast.base import assets
from undercast.base.clock import SteadyClock
from undercast.base.config import Config
from undercast.base.gevent_setup import in_a_thread
from undercast.bots.dependencies import has_numpy
from undercast.cast.messages import Begin
from undercast.commands import Dealer
from undercast.drawing import theme
from undercast.drawing.client import DrawingClient, command
from undercast.drawing.dependencies import NoDrawing, has_harfbuzz
from undercast.llm.client import MAX_CONCURRENT, LlmClient
from undercast.llm.endpoint import endpoint
from undercast.photos import Photos
from undercast.referee import Referee
from undercast.room.state import PHOTOS
from undercast.server.bot_scheduler import BotScheduler
from undercast.server.cast_bridge import CastBridge
from undercast.server.clue_judge import ClueJudge
from undercast.server.deals import SCENES, Deals
from undercast.server.storage import open_storage
from undercast.server.timers import Timers
from undercast.service import Clock, RoomBook, Rooms, Store
from undercast.store.data_file import lock_folder
from undercast.store.game_counter import GameCounter
from undercast.store.port import StorePort
from undercast.thinking.client import COMMAND, ThinkingClient
from undercast.web.limits.address_limits import AddressLimits
from undercast.web.limits.limit_sync import LimitSync
from undercast.web.limits.limit_values import SocketLimits
from undercast.web.limits.proxies import Proxies
from undercast.web.protocol.cast_handlers import CastPages
from undercast.web.protocol.handlers import Handlers, Measured
from undercast.web.protocol.picture_streams import PictureStreams
from undercast.web.protocol.sessions import Sessions
from undercast.web.readiness import Heartbeat, Readiness
from undercast.web.routes.admin import make_terminal
from undercast.web.routes.decks import make_decks
from undercast.web.routes.games import OpenGames, make_games
from undercast.web.routes.icons import make_icons
from undercast.web.routes.pages import make_pages
from undercast.web.routes.photos import make_photos
from undercast.web.routes.pictures import make_pictures
from undercast.web.signed_links import HostLinks, ScreenTokens, TerminalPass
from undercast.web.transport.addresses import Addresses
from undercast.web.transport.fd_passing import SiblingWorkers
from undercast.web.transport.request_guard import RequestGuard
from undercast.web.transport.websocket import make_socketio

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

    from undercast.store.redis.peers import RedisPeers

log = logging.getLogger(__name__)

MAX_MESSAGE = 80_000
"""Bytes of one message: a pasted word list is the largest."""

THUMBNAILS = "photos"
"""In the data folder: small copies of the household's photos."""


@dataclass(frozen=True, slots=True)
class App:
    """A server's parts, ready to be served."""

    flask: Flask
    socketio: SocketIO
    addresses: Addresses
    address_limits: AddressLimits
    limit_sync: LimitSync | None
    """With other workers."""
    store: StorePort
    game_counter: GameCounter
    rooms: Rooms
    sessions: Sessions
    handlers: Handlers
    thinking: ThinkingClient
    cast_bridge: CastBridge | None
    photos: Photos
    picture_streams: PictureStreams
    config: Config
    clock: Clock
    readiness: Readiness
    store_health: Heartbeat
    registry: "CollectorRegistry | None"
    """The metrics, where they are on."""
    steady_clock: SteadyClock
    """The clock, unless another one was given."""
    peers: "RedisPeers | None"
    """The other processes that serve the same rooms, where there is a store for many."""
    reservation: object
    """Held open: no second server may use the same data. Of several workers their parent has it."""
    siblings: SiblingWorkers | None
    """The other workers of this computer."""


def create_app(
    config: Config,
    *,
    dealer: Dealer | None = None,
    clock: Clock | None = None,
    siblings: SiblingWorkers | None = None,
) -> App:
    """Put a server together.

    `dealer` and `clock` are what the rules may not know by themselves: the deal and the time.
    `siblings`: the other workers of this computer.
    Raises MissingBuild, DataTooNew, DataUnusable, OSError.
    """
    addresses = Addresses(config.host, config.port, public_url=config.public_url, tls=config.tls)
    reservation = lock_folder(config.data) if siblings is None else None
    storage = open_storage(config)
    store, peers = storage.store, storage.peers
    steady_clock = SteadyClock(storage.wall)
    clock = clock or steady_clock
    registry = None if config.metrics_port is None else _new_registry()
    photos = Photos(
        config.data / THUMBNAILS, config.photos, days=config.expire_days, reads=config.worker == 0
    )
    dealer = dealer or _dealer(photos)
    phone, screen = assets.pages("controller"), assets.pages("receiver")
    flask = Flask(__name__, static_folder=None)
    socketio = make_socketio(flask, _limits(config))
    engine, sessions = socketio.server.eio, Sessions(socketio)
    cast_bridge = _cast_bridge(config) if config.cast and config.worker == 0 else None
    thinking = _thinking(config)
    referee = ClueJudge(Referee(), in_a_thread)
    timers = Timers(clock, lambda code: rooms.timer_due(code))  # noqa: PLW0108  # they need each other
    rooms = Rooms(
        store if registry is None else _instrumented_store(store, registry),
        sessions,
        dealer,
        clock,
        referee,
        set_timer=timers.set,
        yield_control=_yield_control,
        screens=cast_bridge,
        bots=BotScheduler(thinking, lambda: rooms, pace=config.bot_pace),
        peers=peers,
        most_rooms=config.most_rooms,
        is_local=_every_room if siblings is None else siblings.is_mine,
        prepare_languages=referee.expect,
    )
    game_counter = GameCounter(store, counts=config.public_url is None)
    secret = store.secret()
    handlers = Handlers(
        rooms,
        sessions,
        addresses,
        HostLinks(secret),
        clock,
        CastPages(cast_bridge, ScreenTokens(secret), for_hosts=_hosts_may_cast(config)),
        books=RoomBook(rooms, store, game_counter, yield_control=_yield_to_input),
        thinker=thinking,
        commands_a_second=config.commands_a_second,
        several=None if peers is None else lambda: peers.live_processes > 1,
        shared=storage.shared_limits,
    )
    handlers.register(socketio, *([] if registry is None else [_instrumented_handlers(registry)]))
    picture_streams = PictureStreams(rooms, sessions, addresses, *_drawing(config))
    address_limits = _address_limits(config)
    open_games = OpenGames(rooms.open_games) if _lists_games(config) else None
    limit_sync = None
    if storage.shared_limits is not None:
        counters = {"sockets": engine.connections, "viewers": picture_streams.viewers}
        limit_sync = LimitSync(storage.shared_limits, counters, address_limits, open_games)
    readiness, store_health = _readiness(config, limit_sync)
    app = App(
        flask=flask,
        socketio=socketio,
        addresses=addresses,
        address_limits=address_limits,
        limit_sync=limit_sync,
        store=store,
        game_counter=game_counter,
        rooms=rooms,
        sessions=sessions,
        handlers=handlers,
        thinking=thinking,
        cast_bridge=cast_bridge,
        photos=photos,
        picture_streams=picture_streams,
        config=config,
        clock=clock,
        readiness=readiness,
        store_health=store_health,
        registry=registry,
        steady_clock=steady_clock,
        peers=peers,
        reservation=reservation,
        siblings=siblings,
    )
    _guard_routes(
        app,
        make_pages(phone, screen, addresses, readiness, engine.connections),
        make_icons(phone),
        make_decks(dealer.offered),
        make_games(open_games or tuple),
        make_photos(photos),
        make_pictures(
            picture_streams, handlers.require_room, socketio.server.eio.send_budget, cast_bridge
        ),
        make_terminal(cast_bridge, rooms, TerminalPass(secret), several=config.workers > 1),
    )
    return app


def _guard_routes(app: App, *routes: Blueprint) -> None:
    """Serve these over HTTP, behind the guard of hosts and origins."""
    for blueprint in routes:
        app.flask.register_blueprint(blueprint)
    guarded = RequestGuard(app.flask.wsgi_app, app.addresses, tls=app.config.tls)
    app.flask.wsgi_app = guarded  # type: ignore[method-assign]  # Flask's own way


def _dealer(photos: Photos) -> Deals:
    """Deals from the decks that are shipped, and from the household's own photos."""
    lists = assets.wordlists()
    scenes = words.load_scenes(lists).codenames
    own = {SCENES: lambda: scenes, PHOTOS: photos.ids}
    return Deals(words.load(lists), own, parse=words.ListChecker())


def _drawing(config: Config) -> tuple[DrawingClient | NoDrawing, Mapping[str, int]]:
    """What draws pictures of rooms, and how long the beats of a moment last."""
    folder = assets.drawing()
    beats = theme.load(folder).beats
    if not has_harfbuzz():
        return NoDrawing(), beats
    return DrawingClient(command(folder, config.data / THUMBNAILS)), beats


def _lists_games(config: Config) -> bool:
    """Whether the front page lists the running games: only at home."""
    return config.public_url is None and not config.private


def _readiness(config: Config, limit_sync: LimitSync | None) -> tuple[Readiness, Heartbeat]:
    """Whether the server is ready, and whether the store answered lately."""
    readiness, store_health = Readiness(), Heartbeat()
    if config.store is None:
        readiness.require("disk", store_health)
    elif limit_sync is None:
        readiness.require("engine", store_health)
    else:  # a full Redis can still be read
        readiness.require("engine", lambda: store_health() and limit_sync.works)
    return readiness, store_health


def _limits(config: Config) -> SocketLimits:
    return SocketLimits(
        max_message=MAX_MESSAGE,
        max_waiting_together=config.slow_readers_mb * 1024 * 1024,
        max_sockets_per_address=config.max_sockets_per_address,
    )


def _address_limits(config: Config) -> AddressLimits:
    proxies = Proxies(config.trusted_proxies)
    return AddressLimits(config.connections_per_address, config.requests_per_second, proxies)


def _thinking(config: Config) -> ThinkingClient:
    """What thinks for bots, where they can."""
    able = config.bots and has_numpy()
    command = COMMAND if config.vectors is None else (*COMMAND, str(config.vectors))
    return ThinkingClient(able=able, llm=_llm(config) if able else None, command=command)


def _llm(config: Config) -> LlmClient | None:
    """The language model that bots ask. It is asked in threads of its own: it may be slow, and what
    it sends is read outside the event loop.
    """
    if config.llm_url is None or config.llm_model is None:
        return None
    there = endpoint(config.llm_url, config.llm_model)
    return LlmClient(there, run=ThreadPool(MAX_CONCURRENT).apply)


def _cast_bridge(config: Config) -> CastBridge:
    begin = Begin(
        host=config.host,
        port=config.port,
        tls=config.tls and config.tv_port is None,
        public_url=None if config.tv_port is not None else config.public_url,
        app_id=config.cast_app_id,
        known_hosts=config.cast_hosts,
        folder=str(config.data),
    )
    return CastBridge(begin, config.data)


def _hosts_may_cast(config: Config) -> bool:
    """Whether a host may ask for TVs. Of several workers only the first casts."""
    return config.public_url is None and config.worker == 0


def _every_room(_code: str) -> bool:
    return True


def _yield_control() -> None:
    gevent.sleep(0)


def _new_registry() -> "CollectorRegistry":
    from prometheus_client import CollectorRegistry, disable_created_metrics  # noqa: PLC0415

    disable_created_metrics()  # type: ignore[no-untyped-call]
    return CollectorRegistry()


def _instrumented_store(store: StorePort, registry: "CollectorRegistry") -> Store:
    from undercast.store.instrumented import instrumented  # noqa: PLC0415  # only with metrics

    return instrumented(store, registry)


def _instrumented_handlers(registry: "CollectorRegistry") -> Measured:
    from undercast.web.protocol.instrumentation import instrumented  # noqa: PLC0415  # as above

    return instrumented(registry)


def _yield_to_input() -> None:
    """Let other greenlets run, those with new input included."""
    gevent.sleep(1e-6)
