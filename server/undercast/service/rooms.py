"""The rooms of a server: lock, decide, save, tell."""

import unicodedata
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager
from functools import partial

from msgspec.structs import replace

from undercast import commands
from undercast.base.refusals import Refusal, require
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
from undercast.room import evolve, people
from undercast.room.bots import Duty
from undercast.room.entries import AskToReturn, BecomeHost, Entry, GoOn, Join
from undercast.room.state import Room, Standing
from undercast.rules.clues import ClueNumber
from undercast.rules.findings import Finding
from undercast.rules.settings import Settings
from undercast.service import open_games
from undercast.service.bot_seats import BotSeats
from undercast.service.commit import RoomCommitter
from undercast.service.loaded_room import LoadedRoom
from undercast.service.loading import load
from undercast.service.open_games import OpenGame
from undercast.service.ports import (
    Admitted,
    Bots,
    Clock,
    Message,
    NoPeers,
    Peers,
    Screens,
    SetTimer,
    Sight,
    Store,
    Tell,
    YieldControl,
)
from undercast.service.presence import Presence
from undercast.service.publisher import Publisher
from undercast.service.room_cache import RoomCache
from undercast.service.room_creation import RoomCreation, RoomOpening
from undercast.service.tokens import hashed, seat_of
from undercast.views import audience_of

_MakesWay = Callable[[frozenset[int]], int | None]
"""From the ids of the requests that wait to the one that makes way; may raise Refused."""


class Rooms:
    """All rooms of a server. Every change of a room, and every view, comes from here."""

    def __init__(
        self,
        store: Store,
        tell: Tell,
        draw: Dealer,
        clock: Clock,
        referee: Judge,
        *,
        wake: SetTimer,
        breathe: YieldControl,
        screens: Screens | None = None,
        bots: Bots | None = None,
        peers: Peers | None = None,
        most_rooms: int = 10_000,
        belongs: Callable[[str], bool] = lambda _code: True,
        expect_clues: Callable[[Iterable[str]], None] = lambda _languages: None,
    ) -> None:
        """`belongs`: whether a room of this code is to be served here rather than elsewhere.
        `expect_clues`: is told of the languages in which clues will come, and returns at once.
        """
        self._store = store
        self._tell = tell
        self._draw = draw
        self._clock = clock
        self._referee = referee
        self._expect_clues = expect_clues
        self._breathe = breathe
        self._screens = screens
        self._peers = peers or NoPeers()
        self._bots = BotSeats(bots, tell, self._peers)
        self._memory = RoomCache(tell, self._bots, self._peers)
        self._presence = Presence(tell, self._peers, screens, clock)
        self._telling = Publisher(tell, self._presence, self._bots, wake, screens)
        self._changing = RoomCommitter(store, draw, self._memory, self._telling, clock, breathe)
        self._openings = RoomCreation(store, draw, most_rooms, belongs)

    def create(
        self,
        token: str,
        name: str,
        language: str,
        decks: tuple[str, ...],
        settings: Settings,
        cmd_id: str,
    ) -> str:
        """Open a room and return its code. Raises Refused as `Openings.open` does."""
        opening = RoomOpening(token, name, language, decks, settings, cmd_id)
        return self._openings.open(opening, self._facts(), self._memory.rooms.keys())

    def join(self, code: str, token: str, name: str) -> None:
        """Come in by name. A token that is known already has joined, whatever the name."""
        token_hash = hashed(token)
        with self._held(code) as live:
            self._changing.anew(live, lambda: self._join(live, token_hash, name))

    def ask_to_return(
        self,
        code: str,
        token: str,
        player_id: str,
        spend: _MakesWay = lambda _waiting: None,
    ) -> int:
        """A browser without its token asks for the person it was; the request's id.

        Asking again for the same person is the same request. Anything else is new: `spend` is told
        the ids of the requests that wait, says which of them makes way, and may raise Refused.
        """
        asks = AskToReturn(player_id, hashed(token))
        with self._held(code) as live:
            return self._changing.anew(live, lambda: self._ask_to_return(live, asks, spend))

    def become_host(self, code: str, token: str, former: str) -> None:
        """The bearer of a checked link from the terminal is host from now on.

        Whoever is host already stays it: the answer may have been lost the first time.
        """
        with self._held(code) as live:
            self._changing.anew(live, lambda: self._become_host(live, hashed(token), former))

    def play(self, code: str, player_id: str, command: Command) -> None:
        """Do a command of a person in the room, once. Raises Refused; then nothing has changed.

        First a known `cmd_id` counts as done, only then the step of a move is judged. A pasted list
        is read while the room is not locked, one at a time of each room.
        """
        if not isinstance(command, PasteWordsCommand):
            self._play(code, player_id, command)
            return
        with self._held(code) as live:
            pasting = live.pasting
        with pasting:
            self._play(code, player_id, command, self._pasted(code, player_id, command))

    def _pasted(self, code: str, player_id: str, command: PasteWordsCommand) -> tuple[str, ...]:
        with self._held(code) as live:
            if live.has_done(player_id, command.cmd_id):
                return ()
            commands.require_may(live.room, player_id, PasteWordsCommand, self._facts(live))
        return self._draw.pasted(command.text)

    def _play(
        self, code: str, player_id: str, command: Command, pasted: tuple[str, ...] = ()
    ) -> None:
        with self._held(code) as live:
            before = live.room.public
            self._changing.anew(live, lambda: self._decided(live, player_id, command, pasted))
            seen = live.room.public != before
            if isinstance(command, ChangeSettingsCommand):
                self._expect(live.room)
        if seen and self._screens is not None:
            self._screens.played(code)

    def judge(
        self, code: str, player_id: str, word: str, number: ClueNumber
    ) -> tuple[Finding, ...]:
        """What the referee would say of a clue that this person could give. Changes nothing.

        Raises Refused as `commands.ask_referee` does.
        """
        with self._held(code) as live:
            room, facts = live.room, self._facts(live)
        return commands.ask_referee(room, player_id, word, number, facts)  # nobody waits for it

    def hand_over(self, code: str, bot: str, duty: Duty, moves: tuple[Command, ...]) -> bool:
        """Do what a bot has decided, if that is still its duty and somebody looks on; whether it
        was done. Raises Refused for what nobody in its place may do.
        """
        with self._held(code) as live:
            self._changing.anew(live, lambda: self._changing.strike(live))
            if not self._bots.is_on(live, bot, duty):
                return False
            for move in moves:
                self._changing.anew(live, partial(self._decided, live, bot, move, ()))
            return True

    def sight(self, code: str, player_id: str) -> Sight:
        """What this person or bot sees. Raises Refused: room/not_found, room/no_such_player."""
        with self._held(code) as live:
            return self._telling.sight(live, player_id)

    def coached(self, code: str, player_id: str, word: str | None) -> tuple[Sight, str]:
        """What a giver sees who asks about this word, or for ideas; and the tidied word.

        Raises Refused as `commands.ask_coach` does.
        """
        with self._held(code) as live:
            facts = self._facts(live)
            commands.require_coach(live.room, player_id, facts)
            sight = self._telling.sight(live, player_id)
            if word is None:
                return sight, ""
            return sight, commands.ask_coach(live.room, player_id, word, facts)

    def strike(self, code: str) -> None:
        """The hour that `wake` was told has come: a strict timer may have run out, somebody was
        waited for long enough, or people may be owed a view.

        A room that was forgotten since has no clock that runs; that of another is struck there, and
        heard of. Raises Refused(server/not_saved).
        """
        with self._memory.loaded(code) as live:
            if live is None:
                return
            wait, owns = live.absence.wait, self._peers.owns(code)
            if wait is not None and wait.until <= self._clock():
                self._telling.refresh(live, self._clock())
            if live.ready_at is not None:
                self._telling.settle(live, self._clock())
            if owns:  # last: it may be refused
                self._changing.anew(live, lambda: self._changing.strike(live))
            self._telling.wake_for(live, timer=owns)

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
            admitted = Admitted(code, token_hash, player, audience_of(live.shown, player))
            add(admitted)
            self._bots.attend(live)
            return admitted, self._telling.welcome(live, admitted.audience, self._clock())

    def require_room(self, code: str) -> None:
        """Raises Refused: room/not_found, room/unreadable, server/not_saved."""
        with self._held(code):
            pass

    def knows(self, code: str, token: str) -> bool:
        """Whether this token is or was somebody's in this room.

        Raises Refused: room/not_found, room/unreadable, server/not_saved.
        """
        with self._held(code) as live:
            return hashed(token) in live.room.tokens

    def require_host(self, code: str, player_id: str) -> None:
        """Raises Refused(room/not_host) for anybody but the room's host."""
        with self._held(code) as live:
            require(live.room.lobby.host == player_id, Refusal.NOT_HOST)

    def counted(self, code: str) -> AbstractSet[str]:
        """The names of those present who agreed to be counted by name.

        Raises Refused: room/not_found, room/unreadable, server/not_saved.
        """
        with self._held(code) as live:
            present = live.room.lobby.present
            return frozenset(player.name for player in present if player.counted)

    def open_games(self) -> tuple[OpenGame, ...]:
        """The games that are going on in this house: those with somebody there, and those that are
        being played on a screen while every phone sleeps.

        Takes no lock and reads no log; some 2 µs for each room in memory.
        """
        return open_games.listed(
            (live.room, self._presence.how_many(code))
            for code, live in self._memory.rooms.items()
            if live.loaded and not live.lost and self._goes_on(code, live.room)
        )

    def _goes_on(self, code: str, room: Room) -> bool:
        return self.has_people(code) or (room.running and bool(self._tell.audiences(code)))

    def showing(self, code: str) -> int | None:
        """The number of the ended game that the shared screens show; None while they show the
        table.

        Raises Refused: room/not_found, room/unreadable, server/not_saved.
        """
        with self._held(code) as live:
            showing = live.shown.lobby.showing
            return None if showing is None else showing.game

    def refresh(self, code: str) -> None:
        """After a connection went, or something is new with the television: tell who sees it."""
        with self._held(code) as live:
            self._telling.refresh(live, self._clock())

    def renew(self) -> None:
        """The store was replaced from a backup: read every room anew."""
        for code in list(self._memory.rooms):
            self._memory.forget(code)

    def close(self, code: str) -> None:
        """There is no such room any more; who is in it is told."""
        self._memory.close(code)

    def loaded_without_log(self) -> list[str]:
        """The codes of rooms in memory that are not in the store any more. Raises NotSaved."""
        return [code for code in list(self._memory.rooms) if self._store.latest(code) is None]

    def forget_idle(self) -> None:
        """Free the memory of rooms without connections; their logs stay."""
        self._memory.forget_idle()

    def has_people(self, code: str) -> bool:
        """Whether anybody is connected to this room, screens aside."""
        return self._presence.has_people(code)

    @property
    def in_memory(self) -> int:
        """How many rooms are in memory."""
        return len(self._memory.rooms)

    def has_any(self) -> bool:
        """Whether there are rooms in memory: those that somebody is connected to, and others."""
        return bool(self._memory.rooms)

    def is_behind(self, code: str, version: int) -> bool:
        """Whether a room that is in memory has not come so far yet. Costs next to nothing."""
        live = self._memory.rooms.get(code)
        return live is not None and not (live.loaded and live.room.version >= version)

    def differs(self, code: str, version: int) -> bool:
        """Whether a room that is in memory is not at this version of its log."""
        live = self._memory.rooms.get(code)
        return live is not None and not (live.loaded and live.room.version == version)

    def heard(self, code: str, version: int) -> None:
        """The room's log is at another version than it was, or is another one: read on and tell, if
        the room is in memory. 0: who is connected elsewhere has changed, or who does what is done
        once. Where the log lacks what was read or written here everybody enters again.

        Raises Refused(server/not_saved).
        """
        with self._memory.loaded(code) as live:
            if live is None:
                return
            if not version:
                self._telling.wake_for(live)
                self._bots.attend(live)
                self._telling.refresh(live, self._clock())
            elif live.room.version != version:
                self._changing.catch_up(live)

    def _join(self, live: LoadedRoom, token_hash: str, name: str) -> None:
        player_id = people.newcomer_id(live.room, token_hash)
        player = live.room.lobby.find(player_id)
        if player is None or player.standing is not Standing.PRESENT:
            self._arrive(live, player_id, Join(name, token_hash))

    def _ask_to_return(self, live: LoadedRoom, asks: AskToReturn, spend: _MakesWay) -> int:
        asked = live.room.next_request
        for request in live.room.lobby.requests:
            claimed = live.room.claims.get(request.id) == asks.token_hash
            if claimed and request.player == asks.player:
                return request.id
        claims = live.room.claims.items()
        instead = spend(frozenset(n for n, claimer in claims if claimer != asks.token_hash))
        self._arrive(live, evolve.SERVER, replace(asks, instead=instead))
        return asked

    def _become_host(self, live: LoadedRoom, token_hash: str, former: str) -> None:
        player_id = seat_of(live.room, token_hash)
        if player_id != live.room.lobby.host:
            if live.lost:
                self._changing.go_on(live, Entry(self._clock(), live.room.lobby.host, "", GoOn()))
            self._arrive(live, player_id, BecomeHost(former))

    def _decided(
        self, live: LoadedRoom, player_id: str, command: Command, pasted: tuple[str, ...]
    ) -> None:
        if live.has_done(player_id, command.cmd_id):
            return
        player = live.room.lobby.find(player_id)
        present = player is not None and player.standing is Standing.PRESENT
        require(present, Refusal.NOT_ENTERED)
        self._changing.strike(live)
        if isinstance(command, GameCommand):
            require(command.step == live.room.step, Refusal.STALE)
        facts = replace(self._facts(live), pasted=pasted)
        entry = commands.decide(live.room, player_id, command, facts)
        # The room may have been forgotten while the referee was asked.
        require(self._memory.has(live), Refusal.NOT_SAVED)
        if entry is None:
            live.did_nothing(player_id, command.cmd_id)
            return
        if live.lost:
            self._changing.go_on(live, entry)
        else:
            self._changing.do(live, entry)

    def _expect(self, room: Room) -> None:
        drawn_from = self._draw.languages(room, room.lobby.settings.board)
        self._expect_clues((*room.languages, *drawn_from))

    def _facts(self, live: LoadedRoom | None = None) -> Facts:
        """The world outside, for a command in this room, or for one that opens a room."""
        now, category = self._clock(), unicodedata.category
        if live is None:
            return Facts(now, self._draw, self._referee, category)
        online = self._presence.online(live)
        lately = self._presence.lately(live, now)
        known = (now, self._draw, self._referee, category, online, lately, live.absence.away)
        return Facts(*known, live.lost, bots=not self._bots.missing)

    def _arrive(self, live: LoadedRoom, who: str, do: Arrival) -> None:
        entry = commands.arrive(live.room, who, do, self._facts(live))
        self._changing.do(live, entry)

    def _held(self, code: str) -> AbstractContextManager[LoadedRoom]:
        """The room, loaded and locked. Raises Refused: room/not_found, room/unreadable,
        room/newer_version, server/not_saved.
        """
        return self._memory.held(code, self._awaken)

    def _awaken(self, code: str, live: LoadedRoom) -> None:
        """Read the room as it was left. A clock that ran then has stood since, unless another
        process has the room, or had it a moment ago: the game is paused.

        Raises Refused: room/not_found, room/unreadable, room/newer_version, server/not_saved.
        """
        goes_on = self._peers.find(code)
        woken = load(self._store, code, self._breathe)
        live.room, live.lost, live.loaded = woken.room, woken.lost is not None, True
        self._presence.awoken(live)
        self._telling.look(live)
        self._expect(live.room)
        if goes_on:
            self._telling.wake_for(live)
        elif not live.lost:
            self._changing.anew(live, lambda: self._changing.pause(live, woken.left_at))
