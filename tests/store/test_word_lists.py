"""The household's word lists in every store: kept, deleted, copied, and in backups."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from store.redis_servers import VALKEY, redis_server
from store.store_kinds import KINDS, AnyStore, StoreFixture, store_fixture
from store.terminals import ask_store
from undercast.service import KeptList
from undercast.store import copy
from undercast.store.data_file import DataUnusable
from undercast.store.sqlite import backup
from undercast.store.sqlite.store import SqliteStore

OURS = KeptList("a1", "Our “words”", 2, 8, "hash")
WORDS = "Lemon\nक़लम"


@pytest.fixture(params=KINDS)
def at(request: pytest.FixtureRequest, tmp_path: Path) -> object:
    with store_fixture(request.param, tmp_path) as found:
        yield found


def test_what_one_process_keeps_another_one_reads_and_deletes(at: StoreFixture) -> None:
    here, there = at.open(), at.open()
    assert here.word_lists() == []
    assert here.word_list_text("a1") is None
    assert here.keep_word_list(OURS, WORDS, 2)
    assert there.word_lists() == [OURS]
    assert there.word_list_text("a1") == WORDS
    assert there.delete_word_list(OURS)
    assert not here.delete_word_list(OURS)
    assert here.word_lists() == []
    assert here.word_list_text("a1") is None


def test_an_id_is_taken_and_there_are_so_many_at_most(at: StoreFixture) -> None:
    here, there = at.open(), at.open()
    other = replace(OURS, id="b2", owner="another")
    assert here.keep_word_list(OURS, WORDS, 2)
    with pytest.raises(KeyError):
        there.keep_word_list(replace(other, id="a1"), "Piano", 2)
    assert there.keep_word_list(other, "Piano", 2)
    assert not here.keep_word_list(replace(OURS, id="c3"), WORDS, 2)
    with pytest.raises(KeyError):  # rather than that it is full
        here.keep_word_list(OURS, WORDS, 2)
    assert sorted(there.word_lists(), key=lambda kept: kept.id) == [OURS, other]


def test_another_list_of_the_same_name_is_not_deleted(at: StoreFixture) -> None:
    store: AnyStore = at.open()
    store.keep_word_list(replace(OURS, at=9), WORDS, 2)
    assert not store.delete_word_list(OURS)
    assert store.word_list_text("a1") == WORDS


def test_a_backup_and_a_copy_hold_them(tmp_path: Path) -> None:
    data, back = tmp_path / "data", tmp_path / "back"
    for folder in (data, back):
        folder.mkdir()
    store = SqliteStore(data)
    store.keep_word_list(OURS, WORDS, 2)
    backup.backup(data, tmp_path / "copy")
    store.delete_word_list(OURS)
    backup.restore(data, tmp_path / "copy")
    assert store.word_list_text("a1") == WORDS
    store.close()
    with redis_server(VALKEY, tmp_path / "engine", safe=False) as there:
        copy.copy(data, there.url, replace=False)
        with pytest.raises(DataUnusable, match="--replace"):
            copy.copy(data, there.url, replace=False)
        copy.copy(there.url, back, replace=False)
        with pytest.raises(DataUnusable, match="--replace"):
            copy.copy(there.url, back, replace=False)
        assert ask_store(there.url, lambda house: house.word_lists()) == [OURS]
        assert ask_store(there.url, lambda house: house.delete_word_list(OURS))
    assert SqliteStore(back).word_list_text("a1") == WORDS
    assert ask_store(back, lambda house: house.delete_word_list(OURS))
    assert ask_store(back, lambda house: house.is_empty())
