"""The one place where the parts are put together."""

import logging
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import gevent
from flask import Blueprint, Flask
from gevent.threadpool import ThreadPool

from undercast import words
from undercast.base import assets
from undercast.base.clock import SteadyClock
from undercast.base.config import Config
from undercast.base.gevent_setup import in_a_thread
from undercast.bots.dependencies import has_numpy
from undercast.cast.messages import StartMessage
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
from undercast.service import Clock, RoomBook, Rooms, Store, WordLibrary
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
from undercast.web.routes.library import make_library
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

log = logging.getLogger(__name__)

MAX_MESSAGE = 80_000
"""Bytes of one message: a pasted word list is the largest."""

THUMBNAILS = "photos"
"""In the data folder: small copies of the household's photos."""


class App:
    """A server's parts, ready to be served. Each is made when another one first asks for it.

    `dealer` and `clock` are what the rules may not know by themselves: the deal and the time.
    `siblings`: the other workers of this computer.
    """

    def __init__(
        self,
        config: Config,
        dealer: Dealer | None,
        clock: Clock | None,
        siblings: SiblingWorkers | None,
    ) -> None:
        self.config = config
        self.siblings = siblings
        self.addresses = Addresses(
            config.host, config.port, public_url=config.public_url, tls=config.tls
        )
        self.reservation = lock_folder(config.data) if siblings is None else None
        """Held open: no second server may use the same data. Of several workers their parent has
        it.
        """
        self.store, wall, self.peers, self._shared_limits = open_storage(config)
        """The rooms, and the other processes that serve them, where there is a store for many."""
        self.steady_clock = SteadyClock(wall)
        """The clock, unless another one was given."""
        self.clock = clock or self.steady_clock
        self.registry = None if config.metrics_port is None else _new_registry()
        """The metrics, where they are on."""
        self.photos = Photos(
            config.data / THUMBNAILS,
            config.photos,
            days=config.expire_days,
            reads=config.worker == 0,
        )
        self._dealer = dealer or _dealer(self.photos)
        self.flask = Flask(__name__, static_folder=None)
        self.socketio = make_socketio(self.flask, _limits(config))
        self.sessions = Sessions(self.socketio)
        self.thinking = _thinking(config)
        self.cast_bridge = _cast_bridge(config) if config.cast and config.worker == 0 else None
        self.address_limits = _address_limits(config)

    @cached_property
    def rooms(self) -> Rooms:
        """All rooms, with what referees, clocks and bots do in them."""
        referee = ClueJudge(Referee(), in_a_thread)
        timers = Timers(self.clock, lambda code: self.rooms.timer_due(code))  # noqa: PLW0108  # they need each other
        return Rooms(
            self.store if self.registry is None else _instrumented_store(self.store, self.registry),
            self.sessions,
            self._dealer,
            self.clock,
            referee,
            set_timer=timers.set,
            yield_control=_yield_control,
            screens=self.cast_bridge,
            bots=BotScheduler(self.thinking, lambda: self.rooms, pace=self.config.bot_pace),
            peers=self.peers,
            most_rooms=self.config.most_rooms,
            is_local=_every_room if self.siblings is None else self.siblings.is_mine,
            prepare_languages=referee.expect,
        )

    @cached_property
    def game_counter(self) -> GameCounter:
        """Counts the games that were played, at home."""
        return GameCounter(self.store, counts=self.config.public_url is None)

    @cached_property
    def handlers(self) -> Handlers:
        """What clients may send."""
        secret, peers = self.store.secret(), self.peers
        for_hosts = self.config.public_url is None and self.config.worker == 0  # it alone casts
        pages = CastPages(self.cast_bridge, ScreenTokens(secret), for_hosts=for_hosts)
        books = RoomBook(self.rooms, self.store, self.game_counter, yield_control=_yield_to_input)
        return Handlers(
            self.rooms,
            self.sessions,
            self.addresses,
            HostLinks(secret),
            self.clock,
            pages,
            books=books,
            thinker=self.thinking,
            commands_a_second=self.config.commands_a_second,
            several=None if peers is None else lambda: peers.live_processes > 1,
            shared=self._shared_limits,
        )

    @cached_property
    def picture_streams(self) -> PictureStreams:
        """The rooms as drawn pictures, for TVs that run no page."""
        return PictureStreams(self.rooms, self.sessions, self.addresses, *_drawing(self.config))

    @cached_property
    def open_games(self) -> OpenGames | None:
        """The running games, for the front page; at home only."""
        at_home = self.config.public_url is None and not self.config.private
        return OpenGames(self.rooms.open_games) if at_home else None

    @cached_property
    def word_library(self) -> WordLibrary | None:
        """The household's word lists; at a public address only where the operator wants that."""
        if self.config.public_url is not None and not self.config.packs:
            return None
        return WordLibrary(self.store, self._dealer.read_pasted, self.clock)

    @cached_property
    def limit_sync(self) -> LimitSync | None:
        """With other workers."""
        if self._shared_limits is None:
            return None
        counters = {
            "sockets": self.socketio.server.eio.connections,
            "viewers": self.picture_streams.viewers,
        }
        return LimitSync(self._shared_limits, counters, self.address_limits, self.open_games)

    @cached_property
    def store_health(self) -> Heartbeat:
        """Whether the store answered lately."""
        return Heartbeat()

    @cached_property
    def readiness(self) -> Readiness:
        """Whether the server is ready, and whether the store answered lately."""
        readiness, store, limits = Readiness(), self.store_health, self.limit_sync
        if self.config.store is None:
            readiness.require("disk", store)
        elif limits is None:
            readiness.require("engine", store)
        else:  # a full Redis can still be read
            readiness.require("engine", lambda: store() and limits.works)
        return readiness

    def routes(self) -> Iterator[Blueprint]:
        """What is served over HTTP."""
        engine = self.socketio.server.eio
        phone, screen = assets.pages("controller"), assets.pages("receiver")
        yield make_pages(phone, screen, self.addresses, self.readiness, engine.connections)
        yield make_icons(phone)
        yield make_decks(self._dealer.offered)
        yield make_games(self.open_games, self.addresses.base, self.handlers.open_for_screen)
        yield make_library(self.word_library, self.handlers.buckets["kept_lists"])
        yield make_photos(self.photos)
        yield make_pictures(
            self.picture_streams,
            self.handlers.require_room,
            engine.send_budget,
            self.cast_bridge,
        )
        terminal_pass = TerminalPass(self.store.secret())
        several = self.config.workers > 1
        yield make_terminal(self.cast_bridge, self.rooms, terminal_pass, several=several)


def create_app(
    config: Config,
    *,
    dealer: Dealer | None = None,
    clock: Clock | None = None,
    siblings: SiblingWorkers | None = None,
) -> App:
    """Put a server together: see `App`. Raises MissingBuild, DataTooNew, DataUnusable, OSError."""
    app = App(config, dealer, clock, siblings)
    measured = [] if app.registry is None else [_instrumented_handlers(app.registry)]
    app.handlers.register(app.socketio, *measured)
    for blueprint in app.routes():
        app.flask.register_blueprint(blueprint)
    guarded = RequestGuard(app.flask.wsgi_app, app.addresses, tls=config.tls)
    app.flask.wsgi_app = guarded  # type: ignore[method-assign]  # Flask's own way
    return app


def _dealer(photos: Photos) -> Deals:
    """Deals from the decks that are shipped, and from the household's own photos."""
    lists = assets.wordlists()
    scenes = words.load_scenes(lists).codenames
    own = {SCENES: lambda: scenes, PHOTOS: photos.ids}
    decks = {**words.load(lists), **words.load_packs(lists)}
    return Deals(decks, own, parse=words.ListChecker())


def _drawing(config: Config) -> tuple[DrawingClient | NoDrawing, Mapping[str, int]]:
    """What draws pictures of rooms, and how long the beats of a moment last."""
    folder = assets.drawing()
    beats = theme.load(folder).beats
    if not has_harfbuzz():
        return NoDrawing(), beats
    return DrawingClient(command(folder, config.data / THUMBNAILS)), beats


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
    own = {"--vectors": config.vectors, "--associations": config.associations}
    given = [word for name, file in own.items() if file for word in (name, str(file))]
    command = (*COMMAND, *given)
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
    begin = StartMessage(
        host=config.host,
        port=config.port,
        tls=config.tls and config.tv_port is None,
        public_url=None if config.tv_port is not None else config.public_url,
        app_id=config.cast_app_id,
        known_hosts=config.cast_hosts,
        folder=str(config.data),
    )
    return CastBridge(begin, config.data)


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
