"""Between the server and its cast process: what is held of a room's television, and for how long.

The cast process and the devices are those of `tests/cast`; what a server would be told is noted.
"""

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from cast.emulated import (
    DASHCAST,
    MEDIA_RECEIVER,
    EmulatedDevice,
    eureka,
    eventually,
    fresh_address,
)
from cast.rig import QUICK, ROOM, nonce_of
from patience import PATIENCE
from undercast.base.cast_status import CastPhase, CastReason, Receiver, Screen
from undercast.base.refusals import Refusal, Refused
from undercast.cast.messages import StartMessage
from undercast.server.cast_bridge import FAILURES_FILE, INTENTS_FILE, CastBridge

OTHER = "CDFG"

HASTY = replace(QUICK, connect_limit=3.0, probe_timeout=1.0)
"""A television that is not there is given up soon."""


class House:
    """Rooms that are told of their televisions, as those of a server are."""

    def __init__(self, folder: Path, **begin: str) -> None:
        fields = {"host": "127.0.0.1", **begin}
        start = StartMessage(**fields, port=8000, interfaces=("127.0.0.1",), timings=HASTY)
        self.tvs = CastBridge(start, folder)
        self.people = {ROOM, OTHER}
        self.refusal: Refusal | None = None
        self.told: list[str] = []
        self.changed = threading.Condition()
        self.tvs.start(8000, self.tell, lambda code: code in self.people)

    def tell(self, code: str) -> None:
        with self.changed:
            self.told.append(code)
            self.changed.notify_all()
            if self.refusal is not None:
                raise Refused(self.refusal)

    def serve(self, tv: EmulatedDevice, room: str = ROOM) -> None:
        def open_page(url: str) -> Callable[[], None]:
            nonce = nonce_of(url)
            eventually(lambda: self.tvs.accept_page(room, nonce))  # it is nearer than any TV
            return lambda: self.tvs.page_disconnected(room, nonce)

        tv.open_page = tv.open_pictures = open_page

    def show(self, tv: EmulatedDevice, room: str = ROOM, *, instead: bool = False) -> None:
        self.serve(tv, room)
        self.tvs.show(room, f"at-{tv.address}", instead=instead)
        self.reaches(CastPhase.SHOWING, room=room)

    def wait_for(self, condition: Callable[[], object]) -> None:
        with self.changed:
            met = self.changed.wait_for(condition, PATIENCE)
        assert met, (self.tvs.screen(ROOM), self.tvs.screen(OTHER))

    def reaches(
        self, phase: CastPhase, reason: CastReason | None = None, room: str = ROOM
    ) -> Screen:
        self.wait_for(lambda: self.is_so(phase, reason, room))
        screen = self.tvs.screen(room)
        assert screen
        return screen

    def is_so(self, phase: CastPhase, reason: CastReason | None, room: str) -> bool:
        screen = self.tvs.screen(room)
        return screen is not None and (screen.state, screen.reason) == (phase, reason)

    def knows(self, tv: EmulatedDevice) -> bool:
        return str(tv.uuid) in {each.id for each in self.tvs.listed(ROOM).televisions}

    def nothing_is_held(self) -> bool:
        tvs, supervisor = self.tvs, self.tvs._supervisor
        held = (tvs._states, tvs._screens, tvs._expected, tvs._pages)
        return not any(
            (*held, supervisor._intents, supervisor._last_activity, supervisor._occupied)
        )


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.tvs.stop()


def refused(do: Callable[[], None]) -> str:
    with pytest.raises(Refused) as raised:
        do()
    return raised.value.code


def test_a_room_that_loses_its_tv_to_another_is_told_until_it_has_read_it(house: House) -> None:
    with EmulatedDevice() as tv:
        house.show(tv)
        house.show(tv, OTHER, instead=True)
        screen = house.reaches(CastPhase.TAKEN_OVER, CastReason.REPLACED)
        assert screen.device == f"at-{tv.address}"
        assert refused(lambda: house.tvs.take_back(ROOM)) == CastReason.DEVICE_IN_USE
        assert house.is_so(CastPhase.SHOWING, None, OTHER)
        house.told.clear()
        house.tvs.stop_showing(ROOM)
        assert (house.tvs.screen(ROOM), house.told) == (None, [ROOM])
        house.tvs.stop_showing(OTHER)
        house.wait_for(lambda: house.tvs.screen(OTHER) is None)
        eventually(house.nothing_is_held)


def test_a_room_that_lost_its_tv_takes_it_back_when_it_is_free_again(house: House) -> None:
    with EmulatedDevice() as tv:
        house.show(tv)
        house.show(tv, OTHER, instead=True)
        house.reaches(CastPhase.TAKEN_OVER, CastReason.REPLACED)
        house.tvs.stop_showing(OTHER)
        house.wait_for(lambda: house.tvs.screen(OTHER) is None)
        house.serve(tv)
        house.tvs.take_back(ROOM)
        house.reaches(CastPhase.SHOWING)


def test_a_tv_that_cannot_be_had_is_told_beside_the_one_that_shows(house: House) -> None:
    dead = f"at-{fresh_address()}"

    def failed() -> bool:
        screen = house.tvs.screen(ROOM)
        return bool(screen and screen.coming and screen.coming.state is CastPhase.FAILED)

    with EmulatedDevice() as tv:
        house.show(tv)
        house.tvs.show(ROOM, dead, instead=False)
        house.wait_for(failed)
        screen = house.tvs.screen(ROOM)
        assert screen
        assert screen.coming
        assert (screen.state, screen.device) == (CastPhase.SHOWING, f"at-{tv.address}")
        assert (screen.coming.device, screen.coming.name) == (dead, dead.removeprefix("at-"))
        assert screen.coming.reason is CastReason.UNREACHABLE
        assert refused(lambda: house.tvs.show(OTHER, f"at-{tv.address}", instead=False)) == (
            CastReason.DEVICE_IN_USE
        )
        house.tvs.stop_showing(ROOM, dead)
        house.wait_for(lambda: house.is_so(CastPhase.SHOWING, None, ROOM))
        house.wait_for(lambda: (seen := house.tvs.screen(ROOM)) and seen.coming is None)
        assert len(tv.urls) == 1


@pytest.mark.parametrize("code", [Refusal.NOT_SAVED, Refusal.UNREADABLE])
def test_only_a_room_that_is_gone_loses_its_tv(house: House, code: Refusal) -> None:
    with EmulatedDevice() as tv:
        house.show(tv)
        house.refusal = code
        tv.take_over()
        house.reaches(CastPhase.TAKEN_OVER, CastReason.TAKEN_OVER)
        house.tvs.take_back(ROOM)
        house.reaches(CastPhase.SHOWING)
        house.refusal = Refusal.ROOM_NOT_FOUND
        tv.take_over()
        eventually(house.nothing_is_held)


def test_news_of_devices_is_told_only_where_it_changes_what_is_seen(house: House) -> None:
    with EmulatedDevice("Attic") as tv, EmulatedDevice("Cellar") as cellar:
        house.show(tv)
        house.told.clear()
        with eureka(cellar):
            house.tvs.add(cellar.address)
            eventually(lambda: house.knows(cellar))
        assert house.told == []


def test_an_address_where_nothing_answers_is_listed_as_that_and_the_list_has_an_end(
    house: House,
) -> None:
    def silent() -> list[str]:
        listed = house.tvs.listed(ROOM).televisions
        return [each.address for each in listed if each.refused is CastReason.NO_ANSWER]

    assert refused(lambda: house.tvs.add("a television")) == CastReason.BAD_ADDRESS
    first = fresh_address()
    house.tvs.add(first)
    eventually(lambda: first in silent())
    with EmulatedDevice() as tv, eureka(tv):
        house.tvs.add(tv.address)
        eventually(lambda: house.knows(tv))
    for _ in range(40):
        house.tvs.add(fresh_address())
    eventually(lambda: first not in silent())
    assert len(silent()) <= 30, silent()
    assert house.knows(tv)


def test_a_name_of_the_house_is_refused_with_what_helps(tmp_path: Path) -> None:
    house = House(tmp_path, public_url="https://raspberrypi.local")
    try:
        house.tvs.show(ROOM, "at-127.0.0.9", instead=False)
        house.reaches(CastPhase.FAILED, CastReason.NAME_UNREACHABLE)
        house.tvs.stop_showing(ROOM)
        assert house.nothing_is_held()
    finally:
        house.tvs.stop()


def test_what_is_kept_has_the_time_of_the_last_wish_and_whose_input_it_was(
    house: House, tmp_path: Path
) -> None:
    def kept() -> dict[str, object]:
        try:
            wishes = json.loads((tmp_path / INTENTS_FILE).read_bytes())
        except OSError:
            return {}
        return dict(wishes[0]) if wishes else {}

    now = [1_700_000_000]
    house.tvs._supervisor._clock = lambda: now[0]
    with EmulatedDevice() as tv:
        house.show(tv)
        eventually(lambda: kept().get("was_active") is True)
        assert kept()["wished"] == now[0]
        now[0] += 30
        house.tvs.played(ROOM)
        assert kept()["wished"] == now[0] - 30, "not at each move"
        now[0] += 60
        house.tvs.played(ROOM)
        eventually(lambda: kept()["wished"] == now[0])
        house.tvs.played("ZZZZ")  # a room that is on no television


def test_the_cast_process_knows_whether_anybody_is_there(house: House) -> None:
    with EmulatedDevice() as tv:
        house.show(tv)
        house.people.clear()
        house.tvs.people_changed(ROOM)
        tv.idle_out()
        house.reaches(CastPhase.LOST, CastReason.NOBODY_PLAYING)
        house.people.add(ROOM)
        house.tvs.people_changed(ROOM)
        house.reaches(CastPhase.SHOWING)
        assert len(tv.urls) == 2


def test_what_works_on_a_tv_comes_first_the_next_time_also_after_a_restart(tmp_path: Path) -> None:
    launched = []
    with EmulatedDevice() as tv:
        tv.faults.refused[DASHCAST] = "NOT_FOUND"
        for _ in range(2):
            house = House(tmp_path)
            house.show(tv)
            screen = house.tvs.screen(ROOM)
            assert screen
            assert screen.receiver is Receiver.PICTURES
            house.tvs.stop()
            launched.append([said["appId"] for said in tv.said("LAUNCH")])
            tv.received.clear()
    assert launched == [[DASHCAST, MEDIA_RECEIVER], [MEDIA_RECEIVER]]
    assert (tmp_path / FAILURES_FILE).stat().st_mode & 0o777 == 0o600
