"""The one place where the parts are put together."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import gevent
from flask import Flask
from flask_socketio import SocketIO
from gevent.threadpool import ThreadPool

from undercast import words
from undercast.base import assets
from undercast.base.clock import SteadyClock
from undercast.base.config import Config
from undercast.base.gevent_setup import in_a_thread
from undercast.base.prometheus import Registry
from undercast.bots.dependencies import has_numpy
from undercast.cast.messages import Begin
from undercast.commands import Dealer
from undercast.drawing.client import DrawingClient
from undercast.drawing.client import command as painter_command
from undercast.drawing.dependencies import NoDrawing, has_harfbuzz
from undercast.drawing.theme import load as load_look
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
from undercast.service import Clock, RoomBook, Rooms
from undercast.store.data_file import reserve
from undercast.store.game_counter import GameCounter
from undercast.store.instrumented import measured
from undercast.store.port import StorePort
from undercast.thinking.client import COMMAND, ThinkingClient
from undercast.web.protocol.cast_handlers import CastPages
from undercast.web.protocol.handlers import Handlers
from undercast.web.protocol.instrumentation import measured as measured_handlers
from undercast.web.protocol.picture_streams import PictureStreams
from undercast.web.protocol.sessions import Sessions
from undercast.web.readiness import Lately, Readiness
from undercast.web.routes.admin import make_terminal
from undercast.web.routes.decks import make_decks
from undercast.web.routes.games import OpenGames, make_games
from undercast.web.routes.icons import make_icons
from undercast.web.routes.pages import make_pages
from undercast.web.routes.photos import make_photos
from undercast.web.routes.pictures import make_pictures
from undercast.web.signed_links import HostLinks, ScreenTokens, TerminalPass
from undercast.web.transport.address_limits import AddressLimits
from undercast.web.transport.addresses import Addresses
from undercast.web.transport.fd_passing import SiblingWorkers
from undercast.web.transport.limit_sync import LimitSync
from undercast.web.transport.proxies import Proxies
from undercast.web.transport.request_guard import RequestGuard
from undercast.web.transport.websocket import Limits, make_socketio

if TYPE_CHECKING:
    from undercast.store.redis.peers import RedisPeers

log = logging.getLogger(__name__)

MAX_MESSAGE = 80_000
"""Bytes of one message: a pasted word list is the largest."""

PRINTS = "photos"
"""In the data folder: the prints of the household's photos."""


@dataclass(frozen=True, slots=True)
class App:
    """A server's parts, ready to be served."""

    flask: Flask
    socketio: SocketIO
    addresses: Addresses
    visitors: AddressLimits
    sharing: LimitSync | None
    """Where other workers count with this one."""
    store: StorePort
    counting: GameCounter
    rooms: Rooms
    sessions: Sessions
    handlers: Handlers
    thinker: ThinkingClient
    televisions: CastBridge | None
    photos: Photos
    pictures: PictureStreams
    config: Config
    clock: Clock
    readiness: Readiness
    store_answers: Lately
    measures: Registry | None
    """What is counted, if anybody wants to know."""
    steady: SteadyClock
    """The clock, unless another one was given."""
    peers: "RedisPeers | None"
    """The other processes that serve the same rooms, where there is a store for many."""
    reservation: object
    """Held open: no second server may use the same data. Of several workers their parent has it."""
    neighbours: SiblingWorkers | None
    """The other workers of this computer."""


def create_app(
    config: Config,
    *,
    draw: Dealer | None = None,
    clock: Clock | None = None,
    neighbours: SiblingWorkers | None = None,
) -> App:
    """Put a server together.

    `draw` and `clock` are what the rules may not know by themselves: the deal and the time.
    `neighbours`: the other workers of this computer.
    Raises MissingBuild, DataTooNew, DataUnusable, OSError.
    """
    addresses = Addresses(config.host, config.port, public_url=config.public_url, tls=config.tls)
    reservation = reserve(config.data) if neighbours is None else None
    store, wall, peers, together = open_storage(config)
    steady = SteadyClock(wall)
    clock = clock or steady
    photos = Photos(
        config.data / PRINTS, config.photos, days=config.expire_days, reads=config.worker == 0
    )
    read = words.ListChecker()
    draw = draw or _deals(photos, read)
    counting = GameCounter(store, counts=config.public_url is None)
    flask = Flask(__name__, static_folder=None)
    phone, screen = assets.pages("controller"), assets.pages("receiver")
    readiness, store_answers = _readiness(config)
    socketio = make_socketio(flask, _limits(config))
    sessions = Sessions(socketio)
    televisions = _televisions(config) if config.cast and config.worker == 0 else None
    referee = ClueJudge(Referee(), in_a_thread)
    alarms = Timers(clock, lambda code: rooms.strike(code))  # noqa: PLW0108  # they need each other
    thinker = _thinker(config)
    bots = BotScheduler(thinker, lambda: rooms, pace=config.bot_pace)
    measures = None if config.metrics_port is None else Registry()
    rooms = Rooms(
        store if measures is None else measured(store, measures),
        sessions,
        draw,
        clock,
        referee,
        wake=alarms.set,
        breathe=_breathe,
        screens=televisions,
        bots=bots,
        peers=peers,
        most_rooms=config.most_rooms,
        belongs=_everything if neighbours is None else neighbours.is_mine,
        expect_clues=referee.expect,
    )
    secret = store.secret()
    links, tokens = HostLinks(secret), ScreenTokens(secret)
    pages = CastPages(televisions, tokens, for_hosts=_casts_for_hosts(config))
    handlers = Handlers(
        rooms,
        sessions,
        addresses,
        links,
        clock,
        pages,
        books=RoomBook(rooms, store, counting, breathe=_look_up),
        thinker=thinker,
        commands_a_second=config.commands_a_second,
        several=None if peers is None else lambda: peers.living > 1,
        together=together,
    )
    handlers.register(socketio, *([] if measures is None else [measured_handlers(measures)]))
    drawn = PictureStreams(rooms, sessions, addresses, *_painter(config))
    engine = socketio.server.eio
    listed = OpenGames(rooms.open_games) if _lists(config) else None
    for routes in (
        make_pages(phone, screen, addresses, readiness, engine.crowd),
        make_icons(phone),
        make_decks(draw.offered),
        make_games(listed or tuple),
        make_photos(photos),
        make_pictures(drawn, handlers.look_in, engine.outboxes, televisions),
        make_terminal(televisions, rooms, TerminalPass(secret), several=config.workers > 1),
    ):
        flask.register_blueprint(routes)
    flask.wsgi_app = RequestGuard(flask.wsgi_app, addresses, tls=config.tls)  # type: ignore[method-assign]  # Flask's own way
    visitors = _visitors(config)
    crowds = {"sockets": engine.crowd, "viewers": drawn.viewers}
    sharing = None if together is None else LimitSync(together, crowds, visitors, listed)
    if sharing is not None:  # a full engine can still be read
        readiness.needs("engine", lambda: store_answers() and sharing.works)
    return App(
        flask=flask,
        socketio=socketio,
        addresses=addresses,
        visitors=visitors,
        sharing=sharing,
        store=store,
        counting=counting,
        rooms=rooms,
        sessions=sessions,
        handlers=handlers,
        thinker=thinker,
        televisions=televisions,
        photos=photos,
        pictures=drawn,
        config=config,
        clock=clock,
        readiness=readiness,
        store_answers=store_answers,
        measures=measures,
        steady=steady,
        peers=peers,
        reservation=reservation,
        neighbours=neighbours,
    )


def _deals(photos: Photos, read: words.ListChecker) -> Deals:
    """Deals from the decks that are shipped, and from the household's own photos."""
    lists = assets.wordlists()
    scenes = words.load_scenes(lists).codenames
    return Deals(words.load(lists), {SCENES: lambda: scenes, PHOTOS: photos.ids}, read=read)


def _painter(config: Config) -> tuple[DrawingClient | NoDrawing, Mapping[str, int]]:
    """Who draws pictures of rooms, and how long the beats of a moment last."""
    look = assets.drawing()
    able = has_harfbuzz()
    painter = DrawingClient(painter_command(look, config.data / PRINTS)) if able else NoDrawing()
    return painter, load_look(look).beats


def _lists(config: Config) -> bool:
    """Whether the games of the house are for all to see who come to its door."""
    return config.public_url is None and not config.private


def _readiness(config: Config) -> tuple[Readiness, Lately]:
    readiness, store_answers = Readiness(), Lately()
    readiness.needs("disk" if config.store is None else "engine", store_answers)
    return readiness, store_answers


def _limits(config: Config) -> Limits:
    return Limits(
        max_message=MAX_MESSAGE,
        max_waiting_together=config.slow_readers_mb * 1024 * 1024,
        max_sockets_per_address=config.max_sockets_per_address,
    )


def _visitors(config: Config) -> AddressLimits:
    proxies = Proxies(config.trusted_proxies)
    return AddressLimits(config.connections_per_address, config.requests_per_second, proxies)


def _thinker(config: Config) -> ThinkingClient:
    """Who thinks for bots, where they can."""
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


def _televisions(config: Config) -> CastBridge:
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


def _casts_for_hosts(config: Config) -> bool:
    """Whether a host may ask for televisions. Of several workers the first one alone casts."""
    return config.public_url is None and config.worker == 0


def _everything(_code: str) -> bool:
    return True


def _breathe() -> None:
    gevent.sleep(0)


def _look_up() -> None:
    """Let others go on, those who have sent something meanwhile, too."""
    gevent.sleep(1e-6)
