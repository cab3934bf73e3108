"""The rooms of a server: lock, play, save, tell."""

import hashlib
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from undercast.refusals import Refusal, Refused, require
from undercast.room import changes, entries, people, permits
from undercast.room.entries import Doing, Entry
from undercast.room.happenings import Happening
from undercast.room.state import Room, Standing
from undercast.rules import timer
from undercast.rules.actions import Pause, TimeUp
from undercast.rules.clues import ClueNumber, well_formed
from undercast.rules.findings import Finding
from undercast.rules.settings import Referee as Refereeing
from undercast.rules.settings import Settings
from undercast.service.facts import Facts
from undercast.service.ports import (
    Admitted,
    Clock,
    Draw,
    Message,
    NotSaved,
    Outdated,
    Referee,
    Screens,
    Store,
    Tell,
    Unreadable,
    Wake,
)
from undercast.views import Audience, View, audience_of, views

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Stream:
    """What an audience was told last."""

    n: int = 0
    view: View | None = None


@dataclass(slots=True)
class _Live:
    """A room that is loaded, its lock, and its audiences' streams."""

    room: Room
    lock: threading.RLock = field(default_factory=threading.RLock)
    streams: dict[Audience, _Stream] = field(default_factory=dict)


class Rooms:
    """All rooms of a server. Every change of a room, and every view, comes from here."""

    def __init__(
        self,
        store: Store,
        tell: Tell,
        draw: Draw,
        clock: Clock,
        referee: Referee,
        *,
        wake: Wake,
        screens: Screens | None = None,
    ) -> None:
        self._store = store
        self._tell = tell
        self._draw = draw
        self._clock = clock
        self._referee = referee
        self._wake = wake
        self._screens = screens
        self._live: dict[str, _Live] = {}
        self._loading = threading.RLock()

    def create(
        self,
        token: str,
        name: str,
        language: str,
        decks: tuple[str, ...],
        settings: Settings,
        cmd_id: str,
    ) -> str:
        """Open a room and return its code.

        The same command again (token and cmd_id) leads to the same room.
        Raises Refused: room/name_malformed, room/unknown_deck, server/not_saved.
        """
        unknown = set(decks) - self._draw.decks()
        if unknown:
            raise Refused(Refusal.UNKNOWN_DECK, ", ".join(sorted(unknown)))
        token_hash = hashed(token)
        while True:
            code = self._draw.code()
            chosen = tuple(dict.fromkeys(decks))
            opening = entries.CreateRoom(code, name, token_hash, language, chosen, settings)
            entry = Entry(self._clock(), people.FIRST_ID, cmd_id, opening)
            changes.create(entry)
            try:
                created = self._store.create(code, hashed(token + cmd_id), entry)
            except KeyError:
                continue
            except NotSaved:
                raise Refused(Refusal.NOT_SAVED) from None
            return created

    def join(self, code: str, token: str, name: str) -> None:
        """Come in by name. A token that is known already has joined, whatever the name."""
        token_hash = hashed(token)
        with self._held(code) as live:
            player_id = people.newcomer_id(live.room, token_hash)
            player = live.room.lobby.find(player_id)
            if player is None or player.standing is not Standing.PRESENT:
                self._do(live, player_id, "", entries.Join(name, token_hash))

    def ask_to_return(self, code: str, token: str, player_id: str) -> int:
        """A browser without its token asks for the person it was; the request's id."""
        with self._held(code) as live:
            asked = live.room.next_request
            self._do(live, "", "", entries.AskToReturn(player_id, hashed(token)))
            return asked

    def become_host(self, code: str, token: str, former: str) -> None:
        """The bearer of a checked link from the terminal is host from now on.

        Whoever is host already stays it: the answer may have been lost the first time.
        """
        with self._held(code) as live:
            player_id = seat_of(live.room, hashed(token))
            if player_id != live.room.lobby.host:
                self._do(live, player_id, "", entries.BecomeHost(former))

    def play(
        self,
        code: str,
        player_id: str,
        cmd_id: str,
        step: int | None,
        meaning: Callable[[Facts], Doing],
    ) -> None:
        """Do a command of a person in the room, once. Raises Refused; then nothing has changed.

        First a known `cmd_id` counts as done, only then `step` is judged (None: not a game
        command). `meaning` is asked for what the command does while the room is held.
        """
        with self._held(code) as live:
            if live.room.has_done(player_id, cmd_id):
                return
            self._strike(live)
            room = live.room
            if step is not None and step != room.step:
                raise Refused(Refusal.STALE)
            facts = self._facts(live)
            self._do(live, player_id, cmd_id, meaning(facts), at=facts.now)

    def judge(
        self, code: str, player_id: str, word: str, number: ClueNumber
    ) -> tuple[Finding, ...]:
        """What the referee would say of a clue that this person could give. Changes nothing.

        Raises Refused: game/no_game, game/no_advice where the referee does not advise, what the
        rules say to somebody who cannot give a clue now, game/clue_malformed, game/clue_number.
        """
        with self._held(code) as live:
            room = live.room
            if room.game is None:
                raise Refused(Refusal.NO_GAME)
            table = room.game.table
            require(table.settings.referee is Refereeing.ADVISE, Refusal.NO_ADVICE)
            permits.require_giver(table, room.lobby.player(player_id))
            well_formed(word, number)
            return self._facts(live).judged(word, number)

    def strike(self, code: str) -> None:
        """The hour that `wake` was told has come: a strict timer may have run out.

        A room that was forgotten since has no clock that runs. Raises Refused(server/not_saved).
        """
        live = self._live.get(code)
        if live is not None:
            with live.lock:
                self._strike(live)
                self._wake_for(live.room)

    def admit(
        self, code: str, token: str | None, add: Callable[[Admitted], None]
    ) -> tuple[Admitted, Message | None]:
        """Let a connection belong to the room; `add` puts it among the others.

        Without a token it is a shared screen. Everyone who sees it come is told. The message is
        the view for the newcomer; None when its whole audience was told just now, it included.
        Raises Refused: room/not_found, room/unknown_token, room/removed.
        """
        with self._held(code) as live:
            token_hash = None if token is None else hashed(token)
            player = None if token_hash is None else seat_of(live.room, token_hash)
            admitted = Admitted(code, token_hash, player, audience_of(live.room, player))
            add(admitted)
            if admitted.audience in self._tell_changes(live, ()):
                return admitted, None
            stream = live.streams[admitted.audience]
            assert stream.view is not None
            step = live.room.step
            return admitted, Message(admitted.audience, stream.n, step, (), stream.view)

    def require_room(self, code: str) -> None:
        """Raises Refused: room/not_found, room/unreadable."""
        with self._held(code):
            pass

    def require_host(self, code: str, player_id: str) -> None:
        """Raises Refused(room/not_host) for anybody but the room's host."""
        with self._held(code) as live:
            require(live.room.lobby.host == player_id, Refusal.NOT_HOST)

    def refresh(self, code: str) -> None:
        """After a connection went, or something is new with the television: tell who sees it."""
        with self._held(code) as live:
            self._tell_changes(live, ())

    def renew(self) -> None:
        """The store was replaced from a backup: read every room anew."""
        for code in list(self._live):
            self._forget(code)

    def forget_idle(self) -> None:
        """Free the memory of rooms without connections; their logs stay."""
        for code, live in list(self._live.items()):
            if not self._tell.audiences(code) and live.lock.acquire(blocking=False):
                del self._live[code]
                live.lock.release()

    def _facts(self, live: _Live) -> Facts:
        room = live.room
        online = self._tell.online(room.lobby.code)
        return Facts(room, self._clock(), self._draw, self._referee, online)

    def _strike(self, live: _Live) -> None:
        """End the turn if its time is up."""
        now, end = self._clock(), _ends_at(live.room)
        if end is not None and now >= end:
            self._do(live, changes.SERVER, "", TimeUp(), at=now)

    def _do(
        self, live: _Live, player_id: str, cmd_id: str, do: Doing, at: int | None = None
    ) -> None:
        """Change the held room: play, save, tell."""
        entry = Entry(self._clock() if at is None else at, player_id, cmd_id, do)
        before = live.room
        after, happened = changes.apply(before, entry)
        code = after.lobby.code
        try:
            self._store.append(code, after.version, entry)
        except NotSaved:
            raise Refused(Refusal.NOT_SAVED) from None
        except Outdated:
            self._forget(code)
            raise Refused(Refusal.NOT_SAVED, "the room was restored from a backup") from None
        live.room = after
        if _ends_at(after) != _ends_at(before):
            self._wake_for(after)
        if after.lobby is not before.lobby:
            self._tell.reseat(code, after)
        self._tell_changes(live, happened)

    def _wake_for(self, room: Room) -> None:
        end = _ends_at(room)
        if end is not None:
            self._wake(room.lobby.code, end)

    def _tell_changes(self, live: _Live, happened: tuple[Happening, ...]) -> set[Audience]:
        """Tell every listening audience whose view changed; which ones were told."""
        code, told = live.room.lobby.code, set()
        listening = self._tell.audiences(code)
        online = self._tell.online(code)
        screen = None if self._screens is None else self._screens.screen(code)
        for audience, seen in views(live.room, listening, online, screen).items():
            stream = live.streams.setdefault(audience, _Stream())
            if seen != stream.view:
                stream.n += 1
                stream.view = seen
                self._tell.tell(code, Message(audience, stream.n, live.room.step, happened, seen))
                told.add(audience)
        return told

    @contextmanager
    def _held(self, code: str) -> Iterator[_Live]:
        """The room, loaded and locked. Raises Refused: room/not_found, room/unreadable."""
        while True:
            live = self._loaded(code)
            with live.lock:
                if self._live.get(code) is live:
                    yield live
                    return

    def _loaded(self, code: str) -> _Live:
        live = self._live.get(code)
        if live is None:
            with self._loading:
                live = self._live.get(code) or self._awakened(code)
                self._live[code] = live
        return live

    def _awakened(self, code: str) -> _Live:
        """The room as it was left. A clock that ran then has stood since: the game is paused.

        Raises Refused: room/not_found, room/unreadable, server/not_saved.
        """
        room, left_at = self._replayed(code)
        live = _Live(room)
        if room.game is not None and timer.runs(room.game.table, left_at):
            self._do(live, changes.SERVER, "", Pause(), at=left_at)
        return live

    def _replayed(self, code: str) -> tuple[Room, int]:
        """The room that its log leads to, and the server time of the log's last entry.

        A log that cannot be played is set aside.
        """
        try:
            log_entries = self._store.load(code)
            if not log_entries:
                raise Refused(Refusal.ROOM_NOT_FOUND)
            return replayed(log_entries), log_entries[-1].at
        except NotSaved:
            raise Refused(Refusal.UNREADABLE, "the store cannot be read") from None
        except Unreadable as fault:
            log.error("Room %s cannot be read and was set aside: %s", code, fault)  # noqa: TRY400  # a traceback could show entries
            self._set_aside(code, str(fault))
            raise Refused(Refusal.UNREADABLE) from None

    def _set_aside(self, code: str, why: str) -> None:
        try:
            self._store.set_aside(code, why)
        except NotSaved:
            log.warning("Room %s could not be set aside; it will be tried again", code)

    def _forget(self, code: str) -> None:
        """Read the room anew next time; its connections enter again."""
        self._live.pop(code, None)
        self._tell.renew(code)


def _ends_at(room: Room) -> int | None:
    """The server time at which a strict timer runs out; None while none runs."""
    return None if room.game is None else timer.ends_at(room.game.table)


def hashed(token: str) -> str:
    """What the log keeps of a token: enough to know it again, not enough to use it."""
    return hashlib.sha256(token.encode()).hexdigest()


def seat_of(room: Room, token_hash: str) -> str:
    """The id of the present person with this token.

    Raises Refused: room/unknown_token, also for somebody who left; room/removed.
    """
    player = room.lobby.find(room.tokens.get(token_hash, ""))
    if player is None or player.standing is Standing.LEFT:
        raise Refused(Refusal.UNKNOWN_TOKEN)
    if player.standing is Standing.REMOVED:
        raise Refused(Refusal.REMOVED)
    return player.id


def replayed(log_entries: list[Entry]) -> Room:
    """The room that a log leads to. Raises Unreadable for a log that never was."""
    try:
        return changes.replay(log_entries)
    except Exception as fault:  # noqa: BLE001  # a damaged log can lead to anything
        raise Unreadable(f"entry does not fit the rules ({type(fault).__name__})") from None
