"""A store that counts and times its saves, where metrics are on."""

from time import monotonic
from typing import Any, cast

from prometheus_client import CollectorRegistry, Counter, Histogram

from undercast.room.entries import Entry
from undercast.service import LogReplaced, NotSaved, Outdated, RoomGone, Store, StoredRoom

BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper bounds of a histogram's buckets, in seconds."""

OUTCOMES: dict[type[Exception], str] = {
    NotSaved: "not_saved",
    Outdated: "outdated",
    LogReplaced: "replaced",
    RoomGone: "gone",
}


def instrumented(store: Store, registry: CollectorRegistry) -> Store:
    """The same store; its appends are timed and counted by outcome."""
    return cast("Store", _Instrumented(store, registry))


class _Instrumented:
    def __init__(self, store: Store, registry: CollectorRegistry) -> None:
        self._store = store
        self._outcomes = Counter(
            "undercast_saves_total",
            "Changes of rooms that were to be saved.",
            ["outcome"],
            registry=registry,
        )
        self._seconds = Histogram(
            "undercast_save_seconds",
            "How long the store took to save a change, or to refuse it.",
            registry=registry,
            buckets=BUCKETS,
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
            self._seconds.observe(monotonic() - began)
            self._outcomes.labels(outcome).inc()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)
