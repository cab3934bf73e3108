"""The handlers of all messages, and the one place where a refusal becomes an answer.

An entrance puts a connection into a room; after that it sends commands. Every message is answered:
with one of `responses`, or with `Failed` and a code.
"""

import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from flask_socketio import SocketIO
from gevent.lock import BoundedSemaphore

from undercast.base.refusals import Refusal, Refused
from undercast.book.export import as_text
from undercast.commands import COMMANDS
from undercast.rules.findings import ClueRefused
from undercast.service import Clock, RoomAccess, RoomBook, Rooms
from undercast.thinking.client import NoThought, ThinkingClient
from undercast.web import messages
from undercast.web.game_json import as_json
from undercast.web.limits.code_guard import WRONG_GUESS, CodeGuard
from undercast.web.limits.disk_quota import DiskQuota, size_of
from undercast.web.limits.limit_values import COMMAND_COSTS, NEWCOMER_BYTES, ROOM_BYTES
from undercast.web.limits.return_request_limit import ReturnRequestLimit
from undercast.web.limits.shared_limits import SharedLimits
from undercast.web.limits.token_bucket import token_buckets
from undercast.web.limits.unclaimed_rooms import UnclaimedRooms
from undercast.web.messages import (
    AskCoach,
    AskToReturnMessage,
    BecomeHostMessage,
    ConnectionMessage,
    Create,
    Enter,
    ExportGame,
    JoinMessage,
    OpenPage,
    OpenStatistics,
    Watch,
    code_of,
)
from undercast.web.protocol import cast_handlers
from undercast.web.protocol.cast_handlers import CastPages
from undercast.web.protocol.responses import (
    Answer,
    Asked,
    ClueIdeas,
    CoachAnswer,
    Done,
    Entered,
    Exported,
    Failed,
    Failure,
    Judged,
    OpenedBook,
    OpenedPage,
    OpenedStatistics,
    ShownReaction,
)
from undercast.web.protocol.sessions import Sessions
from undercast.web.signed_links import HostLinks
from undercast.web.transport.addresses import Addresses
from undercast.web.transport.websocket import NAMED_ROOM
from undercast.words import WordsRefused

log = logging.getLogger(__name__)

_Handle = Callable[[str, str, object], Answer]
"""From a message's connection, name and data to its answer."""

Handler = Callable[[str, object], Answer]
"""The same, for one name."""

Measured = Callable[[str, str, Handler], Handler]
"""From a message's kind, name and handler to a handler that is measured."""


def _not_measured(_kind: str, _name: str, handler: Handler) -> Handler:
    return handler


class Handlers:
    """Handles each message. `register` connects it to the sockets."""

    def __init__(
        self,
        rooms: Rooms,
        sessions: Sessions,
        addresses: Addresses,
        links: HostLinks,
        clock: Clock,
        pages: CastPages,
        *,
        books: RoomBook,
        thinker: ThinkingClient,
        commands_a_second: int,
        several: Callable[[], bool] | None = None,
        shared: SharedLimits | None = None,
    ) -> None:
        """`commands_a_second`: what one person may send on average; other limits scale with it.
        `several`: whether other servers have the same rooms; None if none ever do. `shared`: where
        they count together.
        """
        self._rooms = rooms
        self._books = books
        self._thinker = thinker
        self._sessions = sessions
        self._addresses = addresses
        self._host_links = links
        self._clock = clock
        self._pages = pages
        buckets = self.buckets = token_buckets(commands_a_second, time.monotonic, shared)
        """The rate limits by name."""
        self._messages, self._commands = buckets["messages"], buckets["commands"]
        self._joins, self._creations = buckets["joins"], buckets["creations"]
        self._code_guard = CodeGuard(buckets["guesses"])
        self._return_requests = ReturnRequestLimit(buckets["asks"], buckets["asks_in_a_room"])
        self._reactions = buckets["reactions"]
        self._reactions_in_a_room = buckets["reactions_in_a_room"]
        self._disk_quota = DiskQuota(buckets["writing"], buckets["writing_together"])
        self._opening_for_screen = BoundedSemaphore()
        self._opened_for_screen = UnclaimedRooms(time.monotonic)
        self._client_address: dict[str, str] = {}
        self._several = several
        self._room_in_address: dict[str, str] = {}  # by sid

    def register(self, socketio: SocketIO, measured: Measured = _not_measured) -> None:
        """Answer the messages of this server's sockets."""
        server = socketio.server
        server.on("connect", self.connected)
        server.on("disconnect", self.disconnected)
        unknown = measured("unknown", "unknown", self._handler("unknown", self._unknown))
        server.on("*", lambda _name, sid, data: unknown(sid, data))
        for kind, (names, handle) in self._by_kind().items():
            for name in names:
                server.on(name, measured(kind, name, self._handler(name, handle)))

    def _by_kind(self) -> dict[str, tuple[Iterable[str], _Handle]]:
        """By kind: the names of its messages, and their handler."""
        return {
            "entrance": (messages.ENTRANCES, self._entrance),
            "command": (COMMANDS, self._command),
            "casting": (messages.CASTING, self._casting),
            "book": (messages.BOOK, self._book),
            "coaching": (messages.COACHING, self._coaching),
            "judging": ((messages.JUDGE_CLUE,), self._judge_clue),
            "report": ((messages.REPORT,), self._report),
            "reaction": ((messages.REACT,), self._react),
        }

    def connected(self, sid: str, environ: dict[str, Any], _auth: object = None) -> None:
        """A socket connected; it is in no room yet."""
        self._client_address[sid] = environ["REMOTE_ADDR"]
        if self._several is not None:
            self._room_in_address[sid] = environ[NAMED_ROOM]

    def disconnected(self, sid: str, _reason: object = None) -> None:
        """A socket disconnected."""
        self._client_address.pop(sid, None)
        self._room_in_address.pop(sid, None)
        self._messages.forget(sid)
        self._commands.forget(sid)
        self._pages.disconnected(sid)
        self._leave(sid)

    def _handler(self, name: str, handle: _Handle) -> Handler:
        return lambda sid, data: self._answered(sid, name, data, handle)

    def _answered(self, sid: str, name: str, data: object, handle: _Handle) -> Answer:
        """The answer to a message; refusals and faults of ours become answers here."""
        try:
            self._messages.spend(sid)
            return handle(sid, name, data)
        except Refused as refused:
            problems = refused.problems if isinstance(refused, WordsRefused) else ()
            findings = refused.findings if isinstance(refused, ClueRefused) else ()
            return Failed(Failure(refused.code, refused.detail, problems, findings))
        except Exception:
            log.exception("%s failed", name)
            return Failed(Failure(Refusal.FAULT))

    def _unknown(self, _sid: str, _name: str, _data: object) -> Answer:
        raise Refused(Refusal.UNKNOWN_COMMAND)

    def _command(self, sid: str, name: str, data: object) -> Answer:
        """A person's command in a room."""
        code, player = self._charge(sid, name)
        command = messages.parse(COMMANDS[name], data)
        size = size_of(command)
        if size:
            self._disk_quota.spend(self._client_address[sid], size)
        self._rooms.play(code, player, command)
        return Done()

    def _casting(self, sid: str, name: str, data: object) -> Answer:
        """A host's message about televisions."""
        code, player = self._charge(sid, name)
        message = messages.parse(messages.CASTING[name], data)
        return cast_handlers.do(self._pages, self._rooms, code, player, message)

    def _judge_clue(self, sid: str, name: str, data: object) -> Answer:
        """A clue-giver asks the referee before anybody else sees the clue."""
        code, player = self._charge(sid, name)
        asked = messages.parse(messages.JudgeClue, data)
        return Judged(self._rooms.judge(code, player, asked.word, asked.number))

    def _coaching(self, sid: str, name: str, data: object) -> Answer:
        """A clue-giver asks for help. Nobody else learns of it, and no room waits for it."""
        code, player = self._charge(sid, name)
        message = messages.parse(messages.COACHING[name], data)
        word = message.word if isinstance(message, AskCoach) else None
        board, tidied = self._rooms.coach_snapshot(code, player, word)
        try:
            if word is None:
                return ClueIdeas(self._thinker.suggest(board).ideas)
            return CoachAnswer(self._thinker.rank(board, tidied).ranking)
        except NoThought:
            raise Refused(Refusal.NO_THOUGHT) from None

    def _book(self, sid: str, name: str, data: object) -> Answer:
        """A person reads in the room's book; a screen, the page that it shows."""
        session = self._sessions.find(sid)
        if session is not None and session.player is None:
            return self._page_shown(sid, session.code, name, data)
        code, _ = self._charge(sid, name)
        match messages.parse(messages.BOOK[name], data):
            case OpenPage(game=game):
                return OpenedPage(*self._books.page(code, game))
            case ExportGame(game=game):
                exported = self._books.exported(code, game)
                return Exported(as_text(exported), as_json(exported))
            case OpenStatistics():
                return OpenedStatistics(self._books.household(code))
            case _:
                return OpenedBook(self._books.book(code))

    def _page_shown(self, sid: str, code: str, name: str, data: object) -> Answer:
        """A shared screen asks for the page that it has to show."""
        message = messages.parse(messages.BOOK[name], data)
        if not isinstance(message, OpenPage):
            raise Refused(Refusal.NOT_ENTERED)
        self._commands.spend(sid, COMMAND_COSTS[name])
        return OpenedPage(*self._books.shown(code, message.game))

    def _report(self, sid: str, _name: str, data: object) -> Answer:
        """A shared screen reports what it runs on."""
        report = messages.parse(messages.ReportMessage, data)
        session = self._sessions.find(sid)
        if session is None or session.player is not None:
            raise Refused(Refusal.NOT_ENTERED)
        self._commands.spend(sid)
        self._pages.report(sid, session.code, report, self._clock())
        return Done()

    def _react(self, sid: str, _name: str, data: object) -> Answer:
        """A person reacts. What is too much is dropped, and answered alike."""
        code, player = self._person(sid)
        message = messages.parse(messages.React, data)
        self._rooms.require_may_react(code, player)
        try:
            self._reactions.spend(f"{code} {player}")
            self._reactions_in_a_room.spend(code)
        except Refused:
            return Done()
        self._sessions.show_reaction(code, ShownReaction(message.reaction))
        return Done()

    def _person(self, sid: str) -> tuple[str, str]:
        """The room and player id of a connection. Raises Refused(wire/not_entered)."""
        session = self._sessions.find(sid)
        if session is None or session.player is None:
            raise Refused(Refusal.NOT_ENTERED)
        return session.code, session.player

    def _charge(self, sid: str, name: str) -> tuple[str, str]:
        """Charge the person of this connection with a message; its room and player id.

        Raises Refused: wire/not_entered, wire/too_many.
        """
        code, player = self._person(sid)
        self._commands.spend(f"{code} {player}", COMMAND_COSTS.get(name, 1))
        return code, player

    def _entrance(self, sid: str, name: str, data: object) -> Answer:
        """A connection enters a room. A wrong code or token counts as a guess."""
        entrance = messages.parse_entrance(name, data)
        by_code = JoinMessage | Watch | AskToReturnMessage
        return self._code_guard.attempt(
            self._client_address[sid],
            code_of(entrance.room) if isinstance(entrance, by_code) else None,
            lambda: self._enter(sid, entrance),
            knows=lambda: self._was_here(entrance),
        )

    def _was_here(self, entrance: ConnectionMessage) -> bool:
        """Whether the sender proves that it was in the room before."""
        if isinstance(entrance, Watch):
            return self._pages.knows(code_of(entrance.room), entrance)
        if not isinstance(entrance, JoinMessage):
            return False
        try:
            return self._rooms.knows_token(code_of(entrance.room), entrance.token)
        except Refused as refused:
            if refused.code in WRONG_GUESS:
                return False
            raise

    def require_room(self, address: str, code: str) -> None:
        """Check that there is such a room, for pictures of it: a wrong code counts as a guess.

        Raises Refused: wire/too_many, room/not_found, room/unreadable, server/not_saved.
        """
        self._code_guard.attempt(address, code, lambda: self._rooms.require_room(code))

    def open_for_screen(self, address: str, language: str) -> str:
        """Open a room in which nobody is yet, for a shared screen at this address; the same one as
        long as nobody joins it. Returns its code.

        Raises Refused: wire/too_many, room/unknown_deck, server/full, server/not_saved.
        """
        with self._opening_for_screen:
            opened = self._opened_for_screen.get(address)
            if opened is not None and self._rooms.is_unclaimed(opened):
                return opened
            self._creations.spend(address)
            self._disk_quota.spend(address, ROOM_BYTES)
            code = self._rooms.open_unclaimed(language)
            self._opened_for_screen.remember(address, code)
            return code

    def _enter(self, sid: str, entrance: ConnectionMessage) -> Answer:
        match entrance:
            case Watch():
                return self._watch(sid, entrance)
            case Create():
                return self._create(sid, entrance)
            case Enter():
                return self._admit(sid, code_of(entrance.room), entrance.token)
            case JoinMessage():
                code = code_of(entrance.room)
                self._joins.spend(self._client_address[sid])
                self._disk_quota.spend(self._client_address[sid], NEWCOMER_BYTES)
                self._rooms.join(code, entrance.token, entrance.name)
                return self._admit(sid, code, entrance.token)
            case AskToReturnMessage():
                return self._ask_to_return(sid, entrance)
            case BecomeHostMessage():
                code = code_of(entrance.room)
                former = self._host_links.opened(code, entrance.link)
                self._rooms.become_host(code, entrance.token, former)
                return self._admit(sid, code, entrance.token)
            case _:
                raise TypeError(type(entrance).__name__)

    def _watch(self, sid: str, watch: Watch) -> Answer:
        code = code_of(watch.room)
        entered = self._admit(sid, code, None)
        return replace(entered, screen=self._pages.watch(sid, code, watch))

    def _create(self, sid: str, create: Create) -> Answer:
        self._creations.spend(self._client_address[sid])
        self._disk_quota.spend(self._client_address[sid], ROOM_BYTES)
        code = self._rooms.create(
            create.token,
            create.name,
            create.language,
            create.decks,
            create.settings,
            create.cmd_id,
        )
        return self._admit(sid, code, create.token)

    def _ask_to_return(self, sid: str, ask: AskToReturnMessage) -> Answer:
        """The browser watches, as anybody may, until somebody answers."""
        code = code_of(ask.room)
        address = self._client_address[sid]
        limit = partial(self._return_requests.spend, address, code)
        request = self._rooms.ask_to_return(code, ask.token, ask.player, limit)
        self._return_requests.remember(address, code, request)
        self._admit(sid, code, None)
        return Asked(request)

    def _admit(self, sid: str, code: str, token: str | None) -> Entered:
        """Put the connection into the room and send it the view. If refused, it stays put."""
        left: list[str | None] = []

        def add(admitted: RoomAccess) -> None:
            left.append(self._sessions.remove(sid))
            self._sessions.add(sid, admitted)

        admitted, message = self._rooms.admit(code, token, add)
        for former in left:
            if former not in (None, code):
                self._rooms.refresh(former)
        if token is not None:
            self._code_guard.remember(self._client_address[sid], code)
        if message is not None:
            self._sessions.send(sid, message)
        base = self._addresses.base()
        return Entered(
            code,
            admitted.player,
            self._clock(),
            f"{base}/{code}",
            f"{base}/tv/{code}",
            casts=self._pages.for_hosts,
            counts=self._books.counts,
            elsewhere=self._several is not None
            and self._room_in_address[sid] != code
            and self._several(),
            predictions=admitted.predictions,
        )

    def _leave(self, sid: str) -> None:
        code = self._sessions.remove(sid)
        if code is not None:
            self._rooms.refresh(code)
