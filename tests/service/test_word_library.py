"""The household's library: what it keeps, under which names, and who may delete it."""

from collections.abc import Callable

import pytest

from undercast.base.refusals import Refusal, Refused
from undercast.server.deals import Deals
from undercast.service import MAX_LIST_BYTES, MAX_LISTS, KeptList, WordLibrary

MINE, THEIRS = "m" * 30, "t" * 30


class Shelf:
    """Lists in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[KeptList, str]] = {}

    def word_lists(self) -> list[KeptList]:
        return [kept for kept, _ in self.kept.values()]

    def word_list_text(self, list_id: str) -> str | None:
        found = self.kept.get(list_id)
        return None if found is None else found[1]

    def keep_word_list(self, kept: KeptList, text: str, most: int) -> bool:
        if kept.id in self.kept:
            raise KeyError(kept.id)
        if len(self.kept) >= most:
            return False
        self.kept[kept.id] = (kept, text)
        return True

    def delete_word_list(self, kept: KeptList) -> bool:
        return self.kept.pop(kept.id, None) is not None


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def library(shelf: Shelf) -> WordLibrary:
    return WordLibrary(shelf, Deals({}).read_pasted, lambda: 7)


def why_not(do: Callable[[], object]) -> object:
    with pytest.raises(Refused) as caught:
        do()
    return caught.value.code


def test_only_the_words_are_kept_and_the_token_is_not(shelf: Shelf, library: WordLibrary) -> None:
    kept = library.keep(MINE, "  Our   holidays ", "# by Ana\n lemon , Piano\n\n")
    assert (kept.name, kept.codenames, kept.at) == ("Our holidays", 2, 7)
    assert library.text(kept.id) == ("Our holidays", "lemon\nPiano")
    assert library.lists() == [kept]
    assert MINE not in repr(shelf.kept)


def test_they_are_listed_by_name(library: WordLibrary) -> None:
    for name in ("zoo", "Čaj", "attic", "Boats"):
        library.keep(MINE, name, "lemon")
    assert [kept.name for kept in library.lists()] == ["attic", "Boats", "zoo", "Čaj"]


def test_a_name_is_taken_whatever_its_case(library: WordLibrary) -> None:
    library.keep(MINE, "Ours", "lemon")
    for token, text in ((THEIRS, "lemon"), (MINE, "piano")):
        why = why_not(lambda token=token, text=text: library.keep(token, "OURS", text))
        assert why is Refusal.LIST_NAME_TAKEN


def test_sent_again_it_is_the_same_list(library: WordLibrary) -> None:
    kept = library.keep(MINE, "Ours", "lemon")
    assert library.keep(MINE, "Ours", "lemon") == kept
    assert library.lists() == [kept]


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\u202eb", "a\nb", "a\x00b", "\u200b"])
def test_a_name_is_visible_and_short(library: WordLibrary, name: str) -> None:
    assert why_not(lambda: library.keep(MINE, name, "lemon")) is Refusal.LIST_NAME_MALFORMED


@pytest.mark.parametrize(
    "name", ["x" * 40, "../../etc", '"Ours"; <b>', "🍋 & 👩‍🍳", "שלנו", "हमारे शब्द"]
)
def test_a_name_may_hold_whatever_shows(library: WordLibrary, name: str) -> None:
    assert library.keep(MINE, name, "lemon").name == name


def test_words_are_judged_as_pasted_ones(library: WordLibrary) -> None:
    for text in ("lemon\nlemon", "x", "<b>", "# nothing"):
        assert why_not(lambda text=text: library.keep(MINE, "Ours", text)) is Refusal.WORDS_REFUSED
    assert why_not(lambda: library.keep(MINE, "Ours", " \n")) is Refusal.MALFORMED
    assert library.lists() == []


def test_a_list_and_the_library_are_bounded(shelf: Shelf) -> None:
    library = WordLibrary(shelf, lambda text: tuple(text.split()), lambda: 7)
    largest = "क" * (MAX_LIST_BYTES // 3)
    assert why_not(lambda: library.keep(MINE, "Ours", largest + "क")) is Refusal.LIST_TOO_LARGE
    for number in range(MAX_LISTS):
        library.keep(MINE, f"Ours {number}", largest)
    assert why_not(lambda: library.keep(MINE, "One more", "lemon")) is Refusal.LIBRARY_FULL
    assert library.keep(MINE, "Ours 1", largest).name == "Ours 1"


def test_who_kept_it_deletes_it(library: WordLibrary) -> None:
    kept = library.keep(MINE, "Ours", "lemon")
    assert why_not(lambda: library.delete(THEIRS, kept.id)) is Refusal.NOT_YOUR_LIST
    library.delete(MINE, kept.id)
    assert library.lists() == []
    for gone in (lambda: library.delete(MINE, kept.id), lambda: library.text(kept.id)):
        assert why_not(gone) is Refusal.NO_SUCH_LIST


def test_one_that_is_deleted_while_it_is_read(
    shelf: Shelf, library: WordLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = library.keep(MINE, "Ours", "lemon")
    monkeypatch.setattr(shelf, "word_list_text", lambda _id: None)
    assert why_not(lambda: library.text(kept.id)) is Refusal.NO_SUCH_LIST
