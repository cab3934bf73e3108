"""A bench: a server's rooms on a real store, with everything around them in the test's hand."""

import random
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from room.room_builder import ANA, BEN, CEM, DORA
from rules.game_builder import CODENAMES, TYPED, identities
from undercast.base.refusals import Refusal, Refused
from undercast.commands import COMMANDS, GameCommand
from undercast.referee import Referee
from undercast.room.entries import Entry, LogAction, TakeSeat
from undercast.room.predictions import OwnPredictions
from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.actions import action_name
from undercast.rules.cards import Identity
from undercast.rules.settings import Board, Settings
from undercast.server.deals import Deals
from undercast.service import (
    Bots,
    Message,
    NotSaved,
    Peers,
    RoomAccess,
    Rooms,
    Screens,
    StoredRoom,
)
from undercast.store.sqlite.store import SqliteStore
from undercast.views import Audience, audience_of
from undercast.words import Deck

CODES = ("BKTM", "CDFG", "HJKL", "MNPQ")


class Given(Deals):
    """Codes and keys that are known beforehand."""

    def __init__(self) -> None:
        deck = Deck("en", "English", "CC0", "1", CODENAMES)
        super().__init__({"en": deck}, rng=random.Random(1))
        self._codes = iter(CODES)

    def key(self, board: Board) -> tuple[Identity, ...]:
        assert board is Board.WORDS
        return identities()

    def code(self) -> str:
        return next(self._codes)

    def again(self) -> None:
        """The next game may have the same codenames."""


class Disk(SqliteStore):
    """A real store that can be full, and that notes when it saved."""

    def __init__(self, folder: Path, journal: list[str]) -> None:
        super().__init__(folder)
        self.journal = journal
        self.full_disk = False

    def append(self, code: str, version: int, entry: Entry, kept: StoredRoom | None = None) -> None:
        if self.full_disk:
            raise NotSaved("disk full")
        super().append(code, version, entry, kept)
        self.journal.append(f"saved {version}")

    def create(self, code: str, origin: str, entry: Entry) -> str:
        if self.full_disk:
            raise NotSaved("disk full")
        return super().create(code, origin, entry)

    def keep(self, code: str, kept: StoredRoom) -> None:
        if self.full_disk:
            raise NotSaved("disk full")
        super().keep(code, kept)

    def set_aside(self, code: str, why: str | None) -> None:
        if self.full_disk:
            raise NotSaved("disk full")
        super().set_aside(code, why)

    def go_on(self, code: str, version: int, entry: Entry, kept: StoredRoom) -> None:
        if self.full_disk:
            raise NotSaved("disk full")
        super().go_on(code, version, entry, kept)

    def log(self, code: str) -> list[Entry]:
        """The whole log of a room."""
        return self.entries(code, 0, 10**9)


@dataclass
class Connections:
    """A Tell that keeps what it was told."""

    journal: list[str]
    here: dict[str, list[RoomAccess]] = field(default_factory=dict)
    messages: list[Message] = field(default_factory=list)
    seen_out: list[tuple[str, Refusal]] = field(default_factory=list)
    predictions: list[tuple[str, OwnPredictions]] = field(default_factory=list)

    def publish(self, code: str, message: Message) -> None:
        self.messages.append(message)
        self.journal.append(f"told {message.audience} {message.n}")

    def send_predictions(self, code: str, player: str, predictions: OwnPredictions) -> None:
        if player in self.online(code):
            self.predictions.append((player, predictions))

    def audiences(self, code: str) -> AbstractSet[Audience]:
        return {admitted.audience for admitted in self.here.get(code, ())}

    def online(self, code: str) -> AbstractSet[str]:
        players = {admitted.player for admitted in self.here.get(code, ())}
        return {player for player in players if player is not None}

    def update_audiences(self, code: str, room: Room) -> None:
        self.here[code] = [
            RoomAccess(code, c.token_hash, c.player, audience_of(room, c.player))
            for c in self.here.get(code, ())
        ]

    def evict(self, code: str, why: Refusal) -> None:
        self.seen_out.append((code, why))
        self.here.pop(code, None)

    def add(self, admitted: RoomAccess) -> None:
        self.here.setdefault(admitted.code, []).append(admitted)

    def told(self, audience: Audience) -> list[Message]:
        return [message for message in self.messages if message.audience is audience]


@dataclass
class Bench:
    """A server's rooms with everything around them."""

    folder: Path
    journal: list[str] = field(default_factory=list)
    now: int = 1_000
    commands: int = 0
    bots: Bots | None = None
    peers: Peers | None = None
    screens: Screens | None = None

    def __post_init__(self) -> None:
        self.store = self.open_store()
        self.connections = Connections(self.journal)
        self.draw = Given()
        self.timers_set: list[tuple[str, int]] = []
        self.breaths = 0
        self.restart_rooms()

    def open_store(self) -> Disk:
        """What keeps the rooms."""
        return Disk(self.folder, self.journal)

    @property
    def where(self) -> Path | str:
        """Where that is, for the terminal."""
        return self.folder

    def restart_rooms(self) -> None:
        """Nothing is in memory any more."""
        self.rooms = Rooms(
            self.store,
            self.connections,
            self.draw,
            lambda: self.now,
            Referee(),
            set_timer=lambda code, at: self.timers_set.append((code, at)),
            yield_control=self.yield_control,
            bots=self.bots,
            peers=self.peers,
            screens=self.screens,
        )

    def yield_control(self) -> None:
        """Let other rooms go on."""
        self.breaths += 1

    def restart(self) -> None:
        """Another process on the same folder."""
        self.store.close()
        self.__post_init__()

    def create(self, settings: Settings = TYPED) -> str:
        return self.rooms.create("token of Ana", "Ana", "en", ("en",), settings, "create")

    def four(self, settings: Settings = TYPED) -> str:
        """Two teams of two with a game dealt, everybody connected, and a shared screen."""
        code = self.create(settings)
        self.enter(code, None)
        for name in ("Ana", "Ben", "Cem", "Dora"):
            self.rooms.join(code, f"token of {name}", name)
            self.enter(code, f"token of {name}")
        seats = (
            *(Seat.RED_SPYMASTER, Seat.BLUE_SPYMASTER),
            *(Seat.RED_OPERATIVE, Seat.BLUE_OPERATIVE),
        )
        for player, seat in zip((ANA, BEN, CEM, DORA), seats, strict=True):
            self.do(code, player, TakeSeat(seat))
        self.command(code, ANA, "deal")
        return code

    def enter(self, code: str, token: str | None) -> tuple[RoomAccess, Message | None]:
        return self.rooms.admit(code, token, self.connections.add)

    def do(
        self, code: str, player: str, do: LogAction, step: int | None = None, cmd_id: str = ""
    ) -> None:
        """What a person does, given as the action that it leads to."""
        kind = COMMANDS[action_name(type(do))]
        said = set(do.__struct_fields__).intersection(kind.__struct_fields__)
        given = {name: getattr(do, name) for name in said}
        self.command(code, player, action_name(type(do)), step, cmd_id, **given)

    def command(
        self,
        code: str,
        player: str,
        name: str,
        step: int | None = None,
        cmd_id: str = "",
        /,
        **given: Any,
    ) -> None:
        """A command of a person, chosen on the board as it is if nothing else is said."""
        self.commands += 1
        kind = COMMANDS[name]
        if issubclass(kind, GameCommand):
            given["step"] = self.room(code).step if step is None else step
        self.rooms.play(code, player, kind(cmd_id=cmd_id or f"c{self.commands}", **given))

    def room(self, code: str) -> Room:
        """The room as it is now, read without touching anything."""
        with self.rooms._locked(code) as live:
            return live.room


def why_not(do: Callable[[], object]) -> Refusal:
    with pytest.raises(Refused) as refused:
        do()
    return refused.value.code
