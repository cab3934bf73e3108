"""What a server does besides games: every second, minute and hour."""

import logging
import time
from collections.abc import Callable

import gevent

from undercast.server.app import App
from undercast.service import NotSaved
from undercast.store.port import GRACE_DAYS

log = logging.getLogger(__name__)


class Maintenance:
    """Periodic tasks that nobody waits for."""

    def __init__(self, app: App) -> None:
        self._app = app

    def expire(self) -> None:
        """Close rooms that nobody has played in for `expire_days`."""
        for code in self._app.store.expire(self._app.clock(), self._app.config.expire_days):
            log.info("Room %s expired; it can be brought back for %d days", code, GRACE_DAYS)
            self._close(code)
            gevent.sleep(0)  # after a month there may be thousands

    def count_games(self) -> None:
        """Count games that have ended, once their last touch can no longer be undone."""
        self._app.game_counter.count(time.monotonic())

    def run(self) -> None:
        """Never returns."""
        seconds = 0
        _try(self.expire)
        while True:
            gevent.sleep(1)
            seconds += 1
            _try(self._maintain_store)
            _try(self.count_games)
            if seconds % 60 == 0:
                _try(self._forget_idle)
            if seconds % 3600 == 0:
                _try(self.expire)

    def _maintain_store(self) -> None:
        """A failure is noted at once: the next task may wait for the store's whole timeout."""
        answers = True
        for task in (self._app.store.sync, self._handle_restore, self._handle_deletion):
            if not _try(task):
                answers = False
                self._note_store_failure()
        if answers:
            self._app.store_health.beat()

    def _note_store_failure(self) -> None:
        if self._app.store_health():
            log.warning("Waiting for the store")
        self._app.store_health.fail()

    def _forget_idle(self) -> None:
        for code in self._app.rooms.abandoned():
            log.info("Room %s, which a screen opened, is gone: nobody joined", code)
            self._close(code)
        self._app.rooms.evict_idle()
        if not self._app.rooms.has_loaded():
            self._app.steady_clock.reset()
        elif self._app.peers is not None:  # all workers of a room agree on the time
            self._app.steady_clock.slew()

    def _handle_restore(self) -> None:
        if self._app.store.was_restored():
            log.info("A backup was restored; everyone enters again")
            self._app.game_counter.reset()
            self._app.rooms.evict_all()

    def _handle_deletion(self) -> None:
        if self._app.store.were_deleted():
            for code in self._app.rooms.loaded_without_log():
                log.info("Room %s was deleted", code)
                self._close(code)

    def _close(self, code: str) -> None:
        self._app.rooms.close(code)
        if self._app.cast_bridge is not None:
            self._app.cast_bridge.forget(code)


def _try(task: Callable[[], None]) -> bool:
    """Whether it succeeded. A failing task is logged (by the store itself if it is the cause) and
    tried again next time; the other tasks still run.
    """
    try:
        task()
    except NotSaved:
        pass
    except Exception:
        log.exception("Maintenance failed and will be retried")
    else:
        return True
    return False
