"""A store whose saving is measured, for those who ask for it."""

from time import monotonic
from typing import Any, cast

from undercast.measures import Measures
from undercast.room.entries import Entry
from undercast.service import Gone, Kept, NotSaved, Outdated, Replaced, Store

OUTCOMES: dict[type[Exception], str] = {
    NotSaved: "not_saved",
    Outdated: "outdated",
    Replaced: "replaced",
    Gone: "gone",
}


def measured(store: Store, measures: Measures) -> Store:
    """The same store; how long its appends take, and what becomes of them, is counted."""
    return cast("Store", _Measured(store, measures))


class _Measured:
    def __init__(self, store: Store, measures: Measures) -> None:
        self._store = store
        self._outcomes = measures.counts(
            "undercast_saves_total", "Room changes to be saved.", "outcome"
        )
        self._seconds = measures.histogram(
            "undercast_save_seconds", "Time the store took to save a change or refuse it."
        )

    def append(self, code: str, version: int, entry: Entry, kept: Kept | None = None) -> None:
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
