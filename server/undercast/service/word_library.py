"""The household's library: word lists that are kept under a name, for all rooms of a server.

It knows no room and no game. A list gets into a room only as its host pastes any other.
"""

from collections.abc import Callable
from hashlib import blake2b
from typing import Protocol

from msgspec import Struct

from undercast.base.refusals import Refusal, Refused, require
from undercast.rules.text import is_plain, tidy
from undercast.service.tokens import hash_token

MAX_LISTS = 50
MAX_LIST_BYTES = 32_000

LONGEST_LIST_NAME = 40


class KeptList(Struct, frozen=True):
    """A word list of the library, without its words."""

    id: str
    """Made of the name, so that no two lists have the same one."""
    name: str
    codenames: int
    at: int
    """When it was kept: Unix milliseconds."""
    owner: str
    """The hash of the token of the browser that kept it."""


class WordLists(Protocol):
    """Where the lists are kept. Raises NotSaved when the disk fails."""

    def word_lists(self) -> list[KeptList]:
        """All lists, in any order."""

    def word_list_text(self, list_id: str) -> str | None:
        """The words of this list, one a line; None if there is no such list."""

    def keep_word_list(self, kept: KeptList, text: str, most: int) -> bool:
        """Keep a list, unless there are `most` already; returns whether it was kept.

        Raises KeyError if there is one of this id.
        """

    def delete_word_list(self, kept: KeptList) -> bool:
        """Delete this list; returns whether it was still there."""


class WordLibrary:
    """The library of a server. Everything here raises NotSaved when the store fails."""

    def __init__(
        self,
        store: WordLists,
        read_pasted: Callable[[str], tuple[str, ...]],
        clock: Callable[[], int],
    ) -> None:
        """`read_pasted` as `undercast.commands.Dealer` has it."""
        self._store = store
        self._read_pasted = read_pasted
        self._clock = clock

    def lists(self) -> list[KeptList]:
        """All lists, by name."""
        return sorted(self._store.word_lists(), key=lambda kept: kept.name.casefold())

    def text(self, list_id: str) -> tuple[str, str]:
        """A list's name and its words, one a line. Raises Refused(library/not_found)."""
        kept, text = self._find(list_id), self._store.word_list_text(list_id)
        if text is None:  # it was deleted just now
            raise Refused(Refusal.NO_SUCH_LIST)
        return kept.name, text

    def keep(self, token: str, name: str, text: str) -> KeptList:
        """Keep a pasted list under a name; again, by the same browser, it is the same list.

        Raises Refused: library/name_malformed, library/name_taken, library/full, library/too_large,
        room/words_refused, wire/malformed (no words).
        """
        name = tidy(name)
        plain = 0 < len(name) <= LONGEST_LIST_NAME and is_plain(name)
        require(plain, Refusal.LIST_NAME_MALFORMED, f"1 to {LONGEST_LIST_NAME} visible characters")
        codenames = self._read_pasted(text)
        require(bool(codenames), Refusal.MALFORMED, "no words")
        words = "\n".join(codenames)
        require(len(words.encode()) <= MAX_LIST_BYTES, Refusal.LIST_TOO_LARGE)
        kept = KeptList(_id_of(name), name, len(codenames), self._clock(), hash_token(token))
        try:
            require(self._store.keep_word_list(kept, words, MAX_LISTS), Refusal.LIBRARY_FULL)
        except KeyError:
            known = self._find(kept.id)
            same = known.owner == kept.owner and self._store.word_list_text(kept.id) == words
            require(same, Refusal.LIST_NAME_TAKEN)
            return known
        return kept

    def delete(self, token: str, list_id: str) -> None:
        """Delete a list that this browser kept.

        Raises Refused: library/not_found, library/not_yours.
        """
        kept = self._find(list_id)
        require(kept.owner == hash_token(token), Refusal.NOT_YOUR_LIST)
        self._store.delete_word_list(kept)

    def _find(self, list_id: str) -> KeptList:
        for kept in self.lists():
            if kept.id == list_id:
                return kept
        raise Refused(Refusal.NO_SUCH_LIST)


def _id_of(name: str) -> str:
    return blake2b(name.casefold().encode(), digest_size=8).hexdigest()
