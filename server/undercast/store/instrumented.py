"""A store that counts and times its saves."""

from time import monotonic
from typing import Any, cast

from undercast.base.prometheus import Registry
from undercast.room.entries import Entry
from undercast.service import LogReplaced, NotSaved, Outdated, RoomGone, Store, StoredRoom

OUTCOMES: dict[type[Exception], str] = {
    NotSaved: "not_saved",
    Outdated: "outdated",
    LogReplaced: "replaced",
    RoomGone: "gone",
}


def instrumented(store: Store, measures: Registry) -> Store:
    """The same store, with metrics of its appends."""
    return cast("Store", _InstrumentedStore(store, measures))


class _InstrumentedStore:
    def __init__(self, store: Store, measures: Registry) -> None:
        self._store = store
        self._outcomes = measures.counts(
            "undercast_saves_total", "Changes of rooms that were to be saved.", "outcome"
        )
        self._seconds = measures.histogram(
            "undercast_save_seconds", "How long the store took to save a change, or to refuse it."
        )

    def append(self, code: str, version: int, entry: Entry, kept: StoredRoom | None = None) -> None:
        """As `Store.append`."""
        began, outcome = monotonic(), "saved"
        try:
            self._store.append(code, version, entry, kept)
        except Exception as fault:
            outcome = OUTCOMES.get(type(fault), "fault")
            raise
        finally:
            self._seconds.add(monotonic() - began)
            self._outcomes[outcome,] += 1

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)
