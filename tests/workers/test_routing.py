"""Which worker a room belongs to."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercast.room.state import CODE_LETTERS
from undercast.web.transport.routing import FIRST, worker_for, worker_of

CODES = ["".join(letters) for letters in itertools.product(CODE_LETTERS, repeat=3)]
CODES = [f"B{code}" for code in CODES]
all_living = st.frozensets(st.integers(0, 63), min_size=1, max_size=16)


@given(all_living.filter(lambda living: len(living) > 1), st.data())
def test_when_a_worker_goes_only_its_rooms_move(
    living: frozenset[int], data: st.DataObject
) -> None:
    gone = data.draw(st.sampled_from(sorted(living)))
    for code in CODES[:200]:
        before = worker_of(code, living)
        after = worker_of(code, living - {gone})
        assert after == before if before != gone else after != gone


@pytest.mark.parametrize("workers", [2, 3, 8, 16])
def test_all_get_about_as_many(workers: int) -> None:
    rooms = [worker_of(code, frozenset(range(workers))) for code in CODES]
    share = len(CODES) / workers
    for worker in range(workers):
        # 8,000 rooms: five standard deviations.
        assert abs(rooms.count(worker) - share) < 5 * share**0.5


@pytest.mark.parametrize(
    "target",
    [
        "/socket.io/?EIO=4&transport=websocket&room=BKTM",
        "/socket.io/?room=bktm&EIO=4",
        "/tv/BKTM.mjpg",
        "/tv/bktm.jpg?nonce=1",
    ],
)
def test_a_room_in_an_address(target: str) -> None:
    living = frozenset(range(8))
    assert worker_for(target, living) == worker_of("BKTM", living)


@pytest.mark.parametrize(
    "target",
    [
        "/",
        "/BKTM",
        "/tv/BKTM",
        "/socket.io/?EIO=4",
        "/socket.io/?room=",
        "/socket.io/?room=BKT",
        "/socket.io/?room=BKTM&room=CDFG",
        "/socket.io/?room=B%00TM",
        "/socket.io/?room=../x",
        "/socket.io/?room=%D0%91KTM",
        "/socket.io/?room=ßKT",
        "/tv/BKTM.png",
        "/x?room=BKTM",
        "*",
        "",
    ],
)
def test_no_room(target: str) -> None:
    assert worker_for(target, frozenset(range(8))) is None


def test_the_terminal_asks_the_first() -> None:
    assert worker_for("/terminal/cast", frozenset({0, 1})) == FIRST
    assert worker_for("/terminal/cast", frozenset({1})) is None


@given(st.text(), all_living)
def test_anything_at_all(text: str, living: frozenset[int]) -> None:
    assert worker_for(text, living) in {None, *living, FIRST}
    assert worker_for(f"/socket.io/?room={text}", living) in {None, *living}


def test_no_worker_lives() -> None:
    assert worker_for("/socket.io/?room=BKTM", frozenset()) is None
