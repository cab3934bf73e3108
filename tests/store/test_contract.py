"""What every store promises, shown on each: a file, the newest engine, the oldest one.

Whatever two processes do, a store says the same as a plain list in memory.
"""

import time
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from long import often
from store.redis_servers import CLUSTER, EACH
from store.store_kinds import (
    FILES,
    KINDS,
    AnyStore,
    RedisUnderTest,
    StoreFixture,
    store_fixture,
)
from undercast.room import entries, evolve
from undercast.room.entries import Entry
from undercast.room.state import Room
from undercast.rules.cards import Identity
from undercast.rules.settings import Settings
from undercast.service import (
    LatestCheckpoint,
    LogReplaced,
    NewerVersion,
    NotSaved,
    Outdated,
    RoomGone,
    StoredRoom,
    Unreadable,
)
from undercast.store import codec
from undercast.store.port import MAX_CHECKPOINTS
from undercast.store.redis import keys
from undercast.store.redis.hash_chain import START, HashChains

CODES = ("BKTM", "CDFG")


@pytest.fixture(params=[*KINDS, CLUSTER], scope="module")
def kept_in(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[StoreFixture]:
    if request.param == CLUSTER:
        of_cluster = RedisUnderTest(request.getfixturevalue(CLUSTER))
        yield of_cluster
        of_cluster.close()
        return
    with store_fixture(request.param, tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture
def at(kept_in: StoreFixture) -> StoreFixture:
    kept_in.empty()
    return kept_in


@pytest.fixture
def here(at: StoreFixture) -> AnyStore:
    return at.open()


@pytest.fixture
def there(at: StoreFixture) -> AnyStore:
    return at.open()


def opening(code: str = "BKTM", at: int = 1) -> Entry:
    return Entry(at, "p1", "c", entries.CreateRoom(code, "Ana", "h", "en", ("en",), Settings()))


def rename(version: int, name: str = "Ana") -> Entry:
    return Entry(version, "p1", f"c{version}", entries.Rename(f"{name} {version}"))


def room_of(log: list[Entry]) -> Room:
    room = evolve.create(log[0])
    for entry in log[1:]:
        room, _ = evolve.evolve(room, entry)
    return room


def filled(store: AnyStore, length: int, code: str = "BKTM") -> list[Entry]:
    """A log of this length, written by this store."""
    log = [opening(code), *(rename(version) for version in range(2, length + 1))]
    store.create(code, f"of {code}", log[0])
    for version, entry in enumerate(log[1:], 2):
        store.append(code, version, entry)
    return log


class TestOpening:
    def test_an_origin_leads_to_one_room(self, here: AnyStore, there: AnyStore) -> None:
        assert here.opened("o") is None
        assert here.create("BKTM", "o", opening()) == "BKTM"
        assert there.create("CDFG", "o", opening("CDFG")) == "BKTM"
        assert there.create("BKTM", "o", opening()) == "BKTM"
        assert there.opened("o") == "BKTM"
        assert there.latest("CDFG") is None
        assert len(here.entries("BKTM", 0, 9)) == here.count() == 1

    def test_a_code_is_given_once_and_another_one_can_be_tried(
        self, here: AnyStore, there: AnyStore
    ) -> None:
        here.create("BKTM", "o", opening())
        for _ in range(2):
            with pytest.raises(KeyError):
                there.create("BKTM", "p", opening(at=2))
        assert there.opened("p") is None
        assert there.create("CDFG", "p", opening("CDFG")) == "CDFG"
        assert there.opened("p") == "CDFG"
        assert here.entries("BKTM", 0, 9) == [opening()]
        assert here.count() == 2

    def test_one_that_died_between_leaves_nothing_wrong(
        self, at: StoreFixture, here: AnyStore
    ) -> None:
        if not at.tells_apart:
            return  # a transaction has no between
        here._reserve([keys.origin("o")], "BKTM", "", 60)
        here._redis.do("ZADD", keys.ROOMS, 0, "BKTM")
        assert here.opened("o") is None
        assert here.create("CDFG", "o", opening("CDFG")) == "CDFG"
        assert here.opened("o") == "CDFG"
        here.expire(10**12, 30)
        assert here.count() == 1
        assert here.create("BKTM", "p", opening()) == "BKTM"
        assert here.count() == 2

    def test_one_that_is_between_has_the_room(
        self, at: StoreFixture, here: AnyStore, there: AnyStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        if not at.tells_apart:
            return
        here._reserve([keys.origin("o")], "BKTM", "", 60)
        begun = iter([lambda: here.create("BKTM", "o", opening())])
        monkeypatch.setattr(time, "sleep", lambda _: next(begun)())
        assert there.create("CDFG", "o", opening("CDFG")) == "BKTM"
        assert there.latest("CDFG") is None

    def test_rooms_that_were_never_used_make_space(self, here: AnyStore, there: AnyStore) -> None:
        for number, code in enumerate(("BKTM", "CDFG", "HJKL", "MNPQ")):
            here.create(code, code, opening(code, at=1_000 + number))
        deal = entries.Deal(("word",) * 25, (Identity.RED,) * 25, swap_spymasters=False)
        here.append("CDFG", 2, Entry(1_001, "p1", "d", deal))
        assert there.expire_unused(1_003, {"BKTM"}) == ["HJKL"]
        assert there.latest("HJKL") is None
        assert there.opened("HJKL") is None
        assert there.entries("HJKL", 0, 9) == []
        assert here.count() == 3
        with pytest.raises(RoomGone):
            here.append("HJKL", 2, rename(2))
        assert there.create("HJKL", "again", opening("HJKL")) == "HJKL"


class TestAppending:
    def test_what_was_read_is_what_was_written(self, here: AnyStore, there: AnyStore) -> None:
        log = filled(here, 7)
        assert there.entries("BKTM", 0, 4) == log[:4]
        assert there.entries("BKTM", 4, 4) == log[4:]
        assert there.entries("BKTM", 7, 4) == []
        assert there.latest("BKTM") == LatestCheckpoint(7, 7, None)
        assert there.latest("CDFG") is None
        there.append("BKTM", 8, rename(8))
        assert here.entries("BKTM", 7, 4) == [rename(8)]

    def test_only_after_the_latest_entry(self, here: AnyStore, there: AnyStore) -> None:
        log = filled(here, 3)
        there.entries("BKTM", 0, 9)
        here.append("BKTM", 4, rename(4))
        with pytest.raises(Outdated):
            there.append("BKTM", 4, rename(4, "Ben"))
        with pytest.raises(Outdated):
            here.append("BKTM", 4, rename(4, "Ben"))
        with pytest.raises(LogReplaced):
            here.append("BKTM", 6, rename(6))
        with pytest.raises(RoomGone):
            here.append("CDFG", 2, rename(2))
        assert there.entries("BKTM", 0, 9) == [*log, rename(4)]

    def test_a_log_that_became_another_one_is_not_gone_on_with(
        self, at: StoreFixture, here: AnyStore, there: AnyStore
    ) -> None:
        """Of the same length: a room was deleted and its code given to another one, or Redis
        took over that had not heard all."""
        if not at.tells_apart:
            return  # it counts how often its file was replaced
        filled(here, 3)
        at.empty()
        other = filled(there, 2)
        there.append("BKTM", 3, rename(3, "Ben"))
        with pytest.raises(LogReplaced):
            here.append("BKTM", 4, rename(4))
        with pytest.raises(LogReplaced):
            here.entries("BKTM", 3, 9)
        there.append("BKTM", 4, rename(4, "Ben"))
        with pytest.raises(Outdated):
            here.append("BKTM", 4, rename(4))
        with pytest.raises(LogReplaced):
            here.entries("BKTM", 3, 9)
        assert here.entries("BKTM", 0, 9) == [*other, rename(3, "Ben"), rename(4, "Ben")]


def test_of_too_many_logs_the_oldest_is_read_anew() -> None:
    links = HashChains(most=2)
    for code in ("BKTM", "CDFG", "HJKL"):
        links.remember(code, 3, [7, 8])
    assert links.get("BKTM", 3) is None
    assert [links.get("CDFG", version) for version in (2, 3, 4, 5)] == [None, 7, 8, None]
    links.remember("CDFG", 4, [8])
    links.remember("MNPQ", 0, [START])
    assert links.get("HJKL", 3) is None
    assert links.get("CDFG", 4) == 8


class TestReading:
    def test_up_to_what_cannot_be_read(self, at: StoreFixture, here: AnyStore) -> None:
        log = filled(here, 6)
        at.put("BKTM", 4, b"\0")
        assert at.open().entries("BKTM", 0, 9) == log[:3]
        reading = at.open()
        reading.entries("BKTM", 0, 3)
        with pytest.raises(Unreadable):
            reading.entries("BKTM", 3, 9)

    @pytest.mark.parametrize("lost", [1, 4, 6])
    def test_one_that_is_missing(self, at: StoreFixture, here: AnyStore, lost: int) -> None:
        log = filled(here, 6)
        at.lose("BKTM", lost)
        there = at.open()
        assert lost == 1 or there.entries("BKTM", 0, 9) == log[: lost - 1]
        if lost == 6 and not at.tells_apart:
            return  # its end is what is there
        with pytest.raises(Unreadable, match="it is missing"):
            there.entries("BKTM", lost - 1, 9)

    def test_one_of_a_newer_version(self, at: StoreFixture, here: AnyStore) -> None:
        log = filled(here, 3)
        newer = codec.encode(rename(3)).replace(b'"format":3', b'"format":4')
        at.put("BKTM", 3, newer)
        there = at.open()
        assert there.entries("BKTM", 0, 9) == log[:2]
        with pytest.raises(NewerVersion):
            there.entries("BKTM", 2, 9)

    def test_a_log_that_is_lost_is_not_begun_anew(self, at: StoreFixture, here: AnyStore) -> None:
        filled(here, 3)
        for version in (1, 2, 3):
            at.lose("BKTM", version)
        assert here.latest("BKTM") is None
        with pytest.raises(RoomGone):
            here.append("BKTM", 4, rename(4))
        assert at.log("BKTM") == []


class TestKeeping:
    def test_the_latest_few_stay_and_each_is_found(self, at: StoreFixture, here: AnyStore) -> None:
        log = filled(here, 2)
        for version in range(3, 9):
            log.append(rename(version))
            here.append("BKTM", version, log[-1], StoredRoom(room_of(log)))
        assert at.checkpoints("BKTM") == MAX_CHECKPOINTS
        there = at.open()
        assert there.checkpoint("BKTM", 9) == room_of(log)
        assert there.entries("BKTM", 8, 9) == []
        assert there.checkpoint("BKTM", 8) == room_of(log[:7])
        assert there.entries("BKTM", 7, 9) == log[7:]
        assert there.checkpoint("BKTM", 6) is None

    def test_one_that_does_not_fit_is_passed_over(self, at: StoreFixture, here: AnyStore) -> None:
        log = filled(here, 4)
        here.keep("BKTM", StoredRoom(room_of(log)))
        assert at.open().checkpoint("BKTM", 9) == room_of(log)
        at.move_checkpoints("BKTM", -1)
        assert at.open().checkpoint("BKTM", 9) is None
        at.move_checkpoints("BKTM", +1)
        at.spoil_checkpoints("BKTM", b"\0")
        assert at.open().checkpoint("BKTM", 9) is None

    def test_nothing_is_kept_of_a_room_that_is_not_there(
        self, at: StoreFixture, here: AnyStore
    ) -> None:
        log = filled(here, 2)
        here.expire_unused(10**9, set())
        here.keep("BKTM", StoredRoom(room_of(log)))
        assert at.checkpoints("BKTM") == 0
        assert here.latest("BKTM") is None


class TestSettingAside:
    def test_going_on_puts_the_whole_log_aside(self, at: StoreFixture, here: AnyStore) -> None:
        log, lost = filled(here, 520), 515
        here.keep("BKTM", StoredRoom(room_of(log)))
        at.put("BKTM", lost, b"\0")
        whole = at.log("BKTM")
        there = at.open()
        there.entries("BKTM", 0, 999)
        there.set_aside("BKTM", "why")
        assert at.open().latest("BKTM") == LatestCheckpoint(520, 520, "why")
        instead = [*log[: lost - 1], rename(lost, "Ben")]
        there.go_on("BKTM", lost, instead[-1], StoredRoom(room_of(instead)))
        assert at.aside("BKTM", lost) == whole
        after = at.open()
        assert after.latest("BKTM") == LatestCheckpoint(lost, lost, None)
        assert after.checkpoint("BKTM", 999) == room_of(instead)
        assert after.entries("BKTM", 0, 999) == instead
        there.append("BKTM", lost + 1, rename(lost + 1, "Ben"))

    def test_not_when_it_can_be_read_meanwhile(
        self, at: StoreFixture, here: AnyStore, there: AnyStore
    ) -> None:
        log = filled(here, 3)
        there.entries("BKTM", 0, 2)
        there.set_aside("BKTM", "entry 3")
        there.set_aside("BKTM", None)
        kept = StoredRoom(room_of([*log[:2], rename(3, "Ben")]))
        with pytest.raises(Outdated):
            there.go_on("BKTM", 3, rename(3, "Ben"), kept)
        assert at.log("BKTM") == [(n, codec.encode(entry)) for n, entry in enumerate(log, 1)]
        here.expire_unused(10**9, set())
        with pytest.raises(RoomGone):
            there.go_on("BKTM", 3, rename(3, "Ben"), kept)


class Model:
    """What two processes do to two rooms, and what a list says of it."""

    def __init__(self, at: StoreFixture) -> None:
        at.empty()
        self.at = at
        self.stores = (at.open(), at.open())
        self.logs: dict[str, list[Entry]] = {}
        self.why: dict[str, str | None] = {}
        self.kept: dict[str, set[int]] = {}
        self.aside: set[tuple[str, int]] = set()
        self.known: list[dict[str, list[Entry]]] = [{}, {}]
        """What each process has in memory."""
        self.made = 0

    def do(self, what: str, who: int, code: str) -> None:
        """One thing that happens."""
        getattr(self, what)(who, code)
        log = self.logs.get(code)
        expected = None if log is None else LatestCheckpoint(len(log), log[-1].at, self.why[code])
        assert self.stores[1 - who].latest(code) == expected
        assert self.stores[who].count() == len(self.logs)

    def create(self, who: int, code: str) -> None:
        self.made += 1
        entry = opening(code, at=self.made)
        if code in self.logs:
            with pytest.raises(KeyError):
                self.stores[who].create(code, f"o{self.made}", entry)
            return
        assert self.stores[who].create(code, f"o{self.made}", entry) == code
        self.logs[code], self.known[who][code] = [entry], [entry]
        self.why[code], self.kept[code] = None, set()

    def append(self, who: int, code: str) -> None:
        self._append(who, code, keeps=False)

    def append_and_keep(self, who: int, code: str) -> None:
        self._append(who, code, keeps=True)

    def _append(self, who: int, code: str, *, keeps: bool) -> None:
        known = self.known[who].get(code)
        if known is None or not self._is_told_apart(known, code):
            return
        self.made += 1
        after = [*known, rename(self.made, f"by {who}")]
        kept = StoredRoom(room_of(after)) if keeps else None
        fault = self._fault(known, code)
        if fault is None:
            self.stores[who].append(code, len(after), after[-1], kept)
            self.logs[code] = self.known[who][code] = after
            if keeps:
                self._keep(code, len(after))
            return
        with pytest.raises(fault):
            self.stores[who].append(code, len(after), after[-1], kept)

    def keep(self, who: int, code: str) -> None:
        known = self.known[who].get(code)
        if known is not None and self.logs.get(code) == known:
            self.stores[who].keep(code, StoredRoom(room_of(known)))
            self._keep(code, len(known))

    def read_on(self, who: int, code: str) -> None:
        known = self.known[who].get(code)
        log = self.logs.get(code, [])
        if not known:
            return
        if log[: len(known)] == known:
            new = self.stores[who].entries(code, len(known), 2)
            assert new == log[len(known) :][:2]
            self.known[who][code] = known + new
        elif self.at.tells_apart:
            with pytest.raises(LogReplaced):
                self.stores[who].entries(code, len(known), 2)

    def wake(self, who: int, code: str) -> None:
        store, log = self.stores[who], self.logs.get(code, [])
        kept = store.checkpoint(code, 10**9)
        version = max(self.kept.get(code, {0}), default=0)
        assert kept == (room_of(log[:version]) if version else None)
        read = log[:version]
        while new := store.entries(code, len(read), 3):
            read = read + new
        assert read == log
        if log:
            self.known[who][code] = log

    def set_aside(self, who: int, code: str) -> None:
        self.stores[who].set_aside(code, "why")
        if code in self.logs:
            self.why[code] = "why"

    def read_again(self, who: int, code: str) -> None:
        self.stores[who].set_aside(code, None)
        if code in self.logs:
            self.why[code] = None

    def go_on(self, who: int, code: str) -> None:
        known = self.known[who].get(code)
        if known is None or not self._is_told_apart(known, code):
            return
        self.made += 1
        after = [*known, rename(self.made, f"on {who}")]
        log = self.logs.get(code, [])
        fault: tuple[type[Exception], ...] = (Outdated, LogReplaced) if log else (RoomGone,)
        if log and log[: len(known)] == known and self.why[code] is not None:
            fault = (NotSaved,) if (code, len(after)) in self.aside else ()
        if fault:
            with pytest.raises(fault):
                self.stores[who].go_on(code, len(after), after[-1], StoredRoom(room_of(after)))
            return
        self.stores[who].go_on(code, len(after), after[-1], StoredRoom(room_of(after)))
        self.logs[code] = self.known[who][code] = after
        self.why[code] = None
        self.aside.add((code, len(after)))
        self.kept[code] = {version for version in self.kept[code] if version < len(after)}
        self._keep(code, len(after))

    def expire_unused(self, who: int, code: str) -> None:
        gone = sorted(set(self.logs) - {code})
        assert sorted(self.stores[who].expire_unused(10**9, {code})) == gone
        for unused in gone:
            del self.logs[unused], self.kept[unused], self.why[unused]
            self.aside = {(of, since) for of, since in self.aside if of != unused}

    def _is_told_apart(self, known: list[Entry], code: str) -> bool:
        """A file counts how often it was replaced, and does not know one log from another."""
        log = self.logs.get(code, [])
        return self.at.tells_apart or not log or log[: len(known)] == known

    def _fault(self, known: list[Entry], code: str) -> type[Exception] | None:
        log = self.logs.get(code)
        if log is None:
            return RoomGone
        if log == known:
            return None
        return Outdated if len(log) > len(known) else LogReplaced

    def _keep(self, code: str, version: int) -> None:
        self.kept[code] = set(sorted({*self.kept[code], version})[-MAX_CHECKPOINTS:])


DEEDS = (
    *("create", "append", "append", "append_and_keep", "keep", "read_on", "read_on", "wake"),
    *("set_aside", "read_again", "go_on", "expire_unused"),
)

THINGS = st.tuples(st.sampled_from(DEEDS), st.integers(0, 1), st.sampled_from(CODES))


@pytest.mark.parametrize("kept_in", [FILES, *EACH], indirect=True)
@settings(max_examples=often(20, 60))
@given(things=st.lists(THINGS, min_size=10, max_size=60))
def test_whatever_two_processes_do_it_says_what_a_list_says(
    kept_in: StoreFixture, things: list[tuple[str, int, str]]
) -> None:
    model = Model(kept_in)
    for code in CODES:
        model.do("create", 0, code)
        model.do("wake", 1, code)
    for thing in things:
        model.do(*thing)
    for who in (0, 1):
        for code in CODES:
            model.do("wake", who, code)
    for store in model.stores:
        store.close()
