"""The rooms of a server: lock, decide, save, publish."""

import unicodedata
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager
from functools import partial

from msgspec.structs import replace

from undercast import commands
from undercast.base.refusals import Refusal, Refused, require
from undercast.commands import (
    Arrival,
    Command,
    Dealer,
    Facts,
    GameCommand,
    Judge,
    PasteWordsCommand,
)
from undercast.commands.command_types import ChangeSettingsCommand
from undercast.room import evolve, people, permissions
from undercast.room.bots import BotTask
from undercast.room.entries import AskToReturn, BecomeHost, Entry, GoOn, Join
from undercast.room.predictions import own_predictions
from undercast.room.state import PlayerStatus, Room
from undercast.rules.clues import ClueNumber
from undercast.rules.findings import Finding
from undercast.rules.settings import Settings
from undercast.service import open_games, ports
from undercast.service.bot_seats import BotSeats
from undercast.service.commit import RoomCommitter
from undercast.service.loaded_room import LoadedRoom
from undercast.service.loading import load
from undercast.service.open_games import OpenGame
from undercast.service.presence import Presence
from undercast.service.publisher import Publisher
from undercast.service.room_cache import RoomCache
from undercast.service.room_creation import RoomCreation, RoomOpening
from undercast.service.tokens import hash_token, player_of_token
from undercast.views import audience_of

_ChooseReplaced = Callable[[frozenset[int]], int | None]
"""From the ids of the requests that wait to the one that makes way; may raise Refused."""


UNCLAIMED_MS = 600_000
"""How long a room that a shared screen opened waits for the first who joins."""


class Rooms:
    """All rooms of a server. Every change to a room, and every view, comes from here."""

    def __init__(
        self,
        store: ports.Store,
        connections: ports.RoomConnections,
        dealer: Dealer,
        clock: ports.Clock,
        referee: Judge,
        *,
        set_timer: ports.SetTimer,
        yield_control: ports.YieldControl,
        screens: ports.Screens | None = None,
        bots: ports.Bots | None = None,
        peers: ports.Peers | None = None,
        most_rooms: int = 10_000,
        is_local: Callable[[str], bool] = lambda _code: True,
        prepare_languages: Callable[[Iterable[str]], None] = lambda _languages: None,
    ) -> None:
        """`is_local`: whether this process serves the room of this code. `prepare_languages`: loads
        what the referee needs for these languages; returns at once.
        """
        self._store = store
        self._connections = connections
        self._dealer = dealer
        self._clock = clock
        self._referee = referee
        self._prepare_languages = prepare_languages
        self._yield_control = yield_control
        self._screens = screens
        self._peers = peers or ports.NoPeers()
        self._bots = BotSeats(bots, connections, self._peers)
        self._cache = RoomCache(connections, self._bots, self._peers)
        self._presence = Presence(connections, self._peers, screens, clock)
        self._publisher = Publisher(connections, self._presence, self._bots, set_timer, screens)
        self._committer = RoomCommitter(
            store, dealer, self._cache, self._publisher, clock, yield_control
        )
        self._creation = RoomCreation(store, dealer, most_rooms, is_local)

    def create(
        self,
        token: str,
        name: str,
        language: str,
        decks: tuple[str, ...],
        settings: Settings,
        cmd_id: str,
    ) -> str:
        """Open a room and return its code. Raises Refused like `RoomCreation.open`."""
        opening = RoomOpening(token, name, language, decks, settings, cmd_id)
        return self._creation.open(opening, self._facts(), self._cache.rooms.keys())

    def open_unclaimed(self, language: str) -> str:
        """Open a room for a shared screen, with nobody in it; it is gone after UNCLAIMED_MS unless
        somebody joins. Raises Refused like `RoomCreation.open_unclaimed`.
        """
        return self._creation.open_unclaimed(language, self._facts(), self._cache.rooms.keys())

    def is_unclaimed(self, code: str) -> bool:
        """Whether there is this room and nobody has joined it yet.

        Raises Refused: room/unreadable, server/not_saved.
        """
        try:
            with self._locked(code) as loaded:
                return loaded.room.unclaimed and self._clock() < loaded.unclaimed_until
        except Refused as refused:
            if refused.code is Refusal.ROOM_NOT_FOUND:
                return False
            raise

    def abandoned(self) -> list[str]:
        """The rooms in memory that a shared screen opened and nobody joined in time."""
        now = self._clock()
        return [
            code
            for code, loaded in self._cache.rooms.items()
            if loaded.is_loaded and loaded.room.unclaimed and now >= loaded.unclaimed_until
        ]

    def join(self, code: str, token: str, name: str) -> None:
        """Join by name. A token that has joined already stays who it is, whatever the name."""
        token_hash = hash_token(token)
        with self._locked(code) as loaded:
            self._committer.retry(loaded, lambda: self._join(loaded, token_hash, name))

    def ask_to_return(
        self,
        code: str,
        token: str,
        player_id: str,
        choose_replaced: _ChooseReplaced = lambda _waiting: None,
    ) -> int:
        """A browser that lost its token asks to be the person it was. Returns the request's id.

        Asking again for the same person returns the same request. For a new one, `choose_replaced`
        gets the ids of the open requests and returns the one to replace, or None; it may raise
        Refused.
        """
        asks = AskToReturn(player_id, hash_token(token))
        with self._locked(code) as loaded:
            return self._committer.retry(
                loaded, lambda: self._ask_to_return(loaded, asks, choose_replaced)
            )

    def become_host(self, code: str, token: str, former: str) -> None:
        """Make the bearer of a verified link from the terminal the host.

        Succeeds again for the same person, whose first answer may have been lost.
        """
        with self._locked(code) as loaded:
            self._committer.retry(
                loaded, lambda: self._become_host(loaded, hash_token(token), former)
            )

    def play(self, code: str, player_id: str, command: Command) -> None:
        """Do a command of a person in the room, once. Raises Refused; then nothing has changed.

        A known `cmd_id` is accepted before the step is checked. A pasted list is parsed without the
        room's lock, one list per room at a time.
        """
        if not isinstance(command, PasteWordsCommand):
            self._play(code, player_id, command)
            return
        with self._locked(code) as loaded:
            pasting = loaded.paste_lock
        with pasting:
            self._play(code, player_id, command, self._read_pasted(code, player_id, command))

    def _read_pasted(
        self, code: str, player_id: str, command: PasteWordsCommand
    ) -> tuple[str, ...]:
        with self._locked(code) as loaded:
            if loaded.has_done(player_id, command.cmd_id):
                return ()
            commands.require_may(loaded.room, player_id, PasteWordsCommand, self._facts(loaded))
        return self._dealer.read_pasted(command.text)

    def _play(
        self, code: str, player_id: str, command: Command, pasted: tuple[str, ...] = ()
    ) -> None:
        with self._locked(code) as loaded:
            before = loaded.room.public
            self._committer.retry(loaded, lambda: self._decide(loaded, player_id, command, pasted))
            seen = loaded.room.public != before
            if isinstance(command, ChangeSettingsCommand):
                self._prepare(loaded.room)
        if seen and self._screens is not None:
            self._screens.played(code)

    def judge(
        self, code: str, player_id: str, word: str, number: ClueNumber
    ) -> tuple[Finding, ...]:
        """What the referee would say about a clue that this person could give. Changes nothing.

        Raises Refused like `commands.ask_referee`.
        """
        with self._locked(code) as loaded:
            room, facts = loaded.room, self._facts(loaded)
        return commands.ask_referee(room, player_id, word, number, facts)  # nobody waits for it

    def require_may_react(self, code: str, player_id: str) -> None:
        """Raises Refused: game/no_game; room/has_seen_key before the end of a game whose key this
        person has seen.
        """
        with self._locked(code) as loaded:
            refusal = permissions.why_no_reaction(loaded.shown, player_id)
        if refusal is not None:
            raise Refused(refusal)

    def play_bot(self, code: str, bot: str, task: BotTask, moves: tuple[Command, ...]) -> bool:
        """Do what a bot decided, if that is still its task and somebody is connected. Returns
        whether it was done. Raises Refused like a person's command.
        """
        with self._locked(code) as loaded:
            self._committer.retry(loaded, lambda: self._committer.end_turn_if_due(loaded))
            if not self._bots.has_task(loaded, bot, task):
                return False
            for move in moves:
                self._committer.retry(loaded, partial(self._decide, loaded, bot, move, ()))
            return True

    def seat_snapshot(self, code: str, player_id: str) -> ports.SeatSnapshot:
        """What this person or bot sees. Raises Refused: room/not_found, room/no_such_player."""
        with self._locked(code) as loaded:
            return self._publisher.seat_snapshot(loaded, player_id)

    def coach_snapshot(
        self, code: str, player_id: str, word: str | None
    ) -> tuple[ports.SeatSnapshot, str]:
        """What a clue-giver sees who asks about this word, or for ideas; and the tidied word.

        Raises Refused like `commands.ask_coach`.
        """
        with self._locked(code) as loaded:
            facts = self._facts(loaded)
            commands.require_coach(loaded.room, player_id, facts)
            sight = self._publisher.seat_snapshot(loaded, player_id)
            if word is None:
                return sight, ""
            return sight, commands.ask_coach(loaded.room, player_id, word, facts)

    def timer_due(self, code: str) -> None:
        """A timer set with `set_timer` is due: a strict timer may have run out, a wait for somebody
        offline may be over, or audiences may be owed a view.

        Does nothing for a room that is no longer in memory. Another process that owns the room ends
        the turn itself. Raises Refused(server/not_saved).
        """
        with self._cache.locked_if_loaded(code) as loaded:
            if loaded is None:
                return
            wait, owns = loaded.absence.wait, self._peers.owns(code)
            if wait is not None and wait.until <= self._clock():
                self._publisher.refresh(loaded, self._clock())
            if loaded.ready_at is not None:
                self._publisher.publish_pending(loaded, self._clock())
            if owns:  # last: it may be refused
                self._committer.retry(loaded, lambda: self._committer.end_turn_if_due(loaded))
            self._publisher.set_timer(loaded, timer=owns)

    def admit(
        self, code: str, token: str | None, add: Callable[[ports.RoomAccess], None]
    ) -> tuple[ports.RoomAccess, ports.Message | None]:
        """Add a connection to the room with `add`, and publish the change in who is online.

        Without a token it is a shared screen. The message is the newcomer's view; None if its whole
        audience just got one. Raises Refused: room/not_found, room/unknown_token, room/removed.
        """
        with self._locked(code) as loaded:
            token_hash = None if token is None else hash_token(token)
            player = None if token_hash is None else player_of_token(loaded.room, token_hash)
            own = None if player is None else own_predictions(loaded.shown).get(player)
            audience = audience_of(loaded.shown, player)
            admitted = ports.RoomAccess(code, token_hash, player, audience, own)
            add(admitted)
            self._bots.publish_tasks(loaded)
            return admitted, self._publisher.welcome(loaded, admitted.audience, self._clock())

    def require_room(self, code: str) -> None:
        """Raises Refused: room/not_found, room/unreadable, server/not_saved."""
        with self._locked(code):
            pass

    def knows_token(self, code: str, token: str) -> bool:
        """Whether this token belongs, or once belonged, to somebody in this room.

        Raises Refused: room/not_found, room/unreadable, server/not_saved.
        """
        with self._locked(code) as loaded:
            return hash_token(token) in loaded.room.tokens

    def require_host(self, code: str, player_id: str) -> None:
        """Raises Refused(room/not_host) for anybody but the room's host."""
        with self._locked(code) as loaded:
            require(loaded.room.lobby.host == player_id, Refusal.NOT_HOST)

    def counted_names(self, code: str) -> AbstractSet[str]:
        """The names of the people present who agreed to named statistics.

        Raises Refused: room/not_found, room/unreadable, server/not_saved.
        """
        with self._locked(code) as loaded:
            present = loaded.room.lobby.present
            return frozenset(player.name for player in present if player.counted)

    def open_games(self) -> tuple[OpenGame, ...]:
        """The rooms that anybody at home may join: those with people connected, and games on a
        screen while every phone sleeps.

        Takes no lock and reads no log; about 2 µs per room in memory.
        """
        return open_games.list_open_games(
            (loaded.room, self._presence.people_online(code))
            for code, loaded in self._cache.rooms.items()
            if loaded.is_loaded and not loaded.lost and self._is_going_on(code, loaded.room)
        )

    def _is_going_on(self, code: str, room: Room) -> bool:
        return self.has_people(code) or (room.running and bool(self._connections.audiences(code)))

    def shown_game(self, code: str) -> int | None:
        """The number of the ended game on the shared screens; None while they show the table.

        Raises Refused: room/not_found, room/unreadable, server/not_saved.
        """
        with self._locked(code) as loaded:
            showing = loaded.shown.lobby.showing
            return None if showing is None else showing.game

    def refresh(self, code: str) -> None:
        """Publish a change in who is connected or in the television's status."""
        with self._locked(code) as loaded:
            self._publisher.refresh(loaded, self._clock())

    def evict_all(self) -> None:
        """The store was restored from a backup: drop every room from memory, to be loaded again."""
        for code in list(self._cache.rooms):
            self._cache.evict(code)

    def close(self, code: str) -> None:
        """The room no longer exists: tell its connections."""
        self._cache.close(code)

    def loaded_without_log(self) -> list[str]:
        """The codes of rooms in memory that the store no longer has. Raises NotSaved."""
        return [code for code in list(self._cache.rooms) if self._store.latest(code) is None]

    def evict_idle(self) -> None:
        """Drop rooms without connections from memory; their logs stay."""
        self._cache.evict_idle()

    def has_people(self, code: str) -> bool:
        """Whether anybody is connected to this room, screens excluded."""
        return self._presence.has_people(code)

    @property
    def loaded_count(self) -> int:
        """How many rooms are in memory."""
        return len(self._cache.rooms)

    def has_loaded(self) -> bool:
        """Whether any room is in memory."""
        return bool(self._cache.rooms)

    def is_behind(self, code: str, version: int) -> bool:
        """Whether a room in memory is older than this version. Nearly free."""
        loaded = self._cache.rooms.get(code)
        return loaded is not None and not (loaded.is_loaded and loaded.room.version >= version)

    def differs(self, code: str, version: int) -> bool:
        """Whether a room in memory is at another version than this one."""
        loaded = self._cache.rooms.get(code)
        return loaded is not None and not (loaded.is_loaded and loaded.room.version == version)

    def log_changed(self, code: str, version: int) -> None:
        """Another process changed the room's log, or replaced it: read on and publish, if the room
        is in memory. Version 0: who is connected elsewhere, or which process owns the room, has
        changed. If the log lacks entries that were read or written here, everybody has to enter
        again.

        Raises Refused(server/not_saved).
        """
        with self._cache.locked_if_loaded(code) as loaded:
            if loaded is None:
                return
            if not version:
                self._publisher.set_timer(loaded)
                self._bots.publish_tasks(loaded)
                self._publisher.refresh(loaded, self._clock())
            elif loaded.room.version != version:
                self._committer.catch_up(loaded)

    def _join(self, loaded: LoadedRoom, token_hash: str, name: str) -> None:
        player_id = people.newcomer_id(loaded.room, token_hash)
        player = loaded.room.lobby.find(player_id)
        if player is None or player.standing is not PlayerStatus.PRESENT:
            self._arrive(loaded, player_id, Join(name, token_hash))

    def _ask_to_return(
        self, loaded: LoadedRoom, asks: AskToReturn, choose_replaced: _ChooseReplaced
    ) -> int:
        asked = loaded.room.next_request
        for request in loaded.room.lobby.requests:
            claimed = loaded.room.claims.get(request.id) == asks.token_hash
            if claimed and request.player == asks.player:
                return request.id
        claims = loaded.room.claims.items()
        instead = choose_replaced(
            frozenset(n for n, claimer in claims if claimer != asks.token_hash)
        )
        self._arrive(loaded, evolve.SERVER, replace(asks, instead=instead))
        return asked

    def _become_host(self, loaded: LoadedRoom, token_hash: str, former: str) -> None:
        player_id = player_of_token(loaded.room, token_hash)
        if player_id != loaded.room.lobby.host:
            if loaded.lost:
                self._committer.go_on(
                    loaded, Entry(self._clock(), loaded.room.lobby.host, "", GoOn())
                )
            self._arrive(loaded, player_id, BecomeHost(former))

    def _decide(
        self, loaded: LoadedRoom, player_id: str, command: Command, pasted: tuple[str, ...]
    ) -> None:
        if loaded.has_done(player_id, command.cmd_id):
            return
        player = loaded.room.lobby.find(player_id)
        present = player is not None and player.standing is PlayerStatus.PRESENT
        require(present, Refusal.NOT_ENTERED)
        self._committer.end_turn_if_due(loaded)
        if isinstance(command, GameCommand):
            require(command.step == loaded.room.step, Refusal.STALE)
        facts = replace(self._facts(loaded), pasted=pasted)
        entry = commands.decide(loaded.room, player_id, command, facts)
        # The room may have been forgotten while the referee was asked.
        require(self._cache.has(loaded), Refusal.NOT_SAVED)
        if entry is None:
            loaded.remember_no_op(player_id, command.cmd_id)
            return
        if loaded.lost:
            self._committer.go_on(loaded, entry)
        else:
            self._committer.commit(loaded, entry)

    def _prepare(self, room: Room) -> None:
        drawn_from = self._dealer.languages(room, room.lobby.settings.board)
        self._prepare_languages((*room.languages, *drawn_from))

    def _facts(self, loaded: LoadedRoom | None = None) -> Facts:
        """The facts for a command in this room, or for one that opens a room."""
        now, category = self._clock(), unicodedata.category
        if loaded is None:
            return Facts(now, self._dealer, self._referee, category)
        online = self._presence.online(loaded)
        lately = self._presence.recently_online(loaded, now)
        known = (now, self._dealer, self._referee, category, online, lately, loaded.absence.away)
        return Facts(*known, loaded.lost, bots=not self._bots.missing)

    def _arrive(self, loaded: LoadedRoom, who: str, do: Arrival) -> None:
        entry = commands.decide_arrival(loaded.room, who, do, self._facts(loaded))
        self._committer.commit(loaded, entry)

    def _locked(self, code: str) -> AbstractContextManager[LoadedRoom]:
        """The room, loaded and locked. Raises Refused: room/not_found, room/unreadable,
        room/newer_version, server/not_saved.
        """
        return self._cache.locked(code, self._load)

    def _load(self, code: str, loaded: LoadedRoom) -> None:
        """Read the room as it was left. A clock that ran then has stood since, unless another
        process has the room, or had it a moment ago: the game is paused.

        Raises Refused: room/not_found, room/unreadable, room/newer_version, server/not_saved.
        """
        goes_on = self._peers.find(code)
        woken = load(self._store, code, self._yield_control)
        loaded.unclaimed_until = woken.left_at + UNCLAIMED_MS
        gone = woken.room.unclaimed and self._clock() >= loaded.unclaimed_until
        require(not gone, Refusal.ROOM_NOT_FOUND)
        loaded.room, loaded.lost, loaded.is_loaded = woken.room, woken.lost is not None, True
        self._presence.room_loaded(loaded)
        self._publisher.update_surroundings(loaded)
        self._prepare(loaded.room)
        if goes_on:
            self._publisher.set_timer(loaded)
        elif not loaded.lost:
            self._committer.retry(loaded, lambda: self._committer.pause(loaded, woken.left_at))
