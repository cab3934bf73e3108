"""What a server has to do beside the games: every second, minute and hour."""

import logging
import time
from collections.abc import Callable

import gevent

from undercast.server.app import App
from undercast.service import NotSaved
from undercast.store.sqlite.retention import KEPT_DAYS

log = logging.getLogger(__name__)


class Maintenance:
    """All that is done by the clock, and nobody waits for."""

    def __init__(self, app: App) -> None:
        self._app = app

    def expire(self) -> None:
        """Close rooms that nobody has played in for a long time."""
        for code in self._app.store.expire(self._app.clock(), self._app.config.expire_days):
            log.info("Room %s expired; it can be brought back for %d days", code, KEPT_DAYS)
            self._close(code)
            gevent.sleep(0)  # after a month without anybody there may be thousands

    def count_games(self) -> None:
        """Count the games that have ended, once nothing can be taken back."""
        self._app.counting.count(time.monotonic())

    def do(self) -> None:
        """Never returns."""
        seconds = 0
        _try(self.expire)
        while True:
            gevent.sleep(1)
            seconds += 1
            _try(self._look_after_store)
            _try(self.count_games)
            if seconds % 60 == 0:
                _try(self._forget_idle)
            if seconds % 3600 == 0:
                _try(self.expire)

    def _look_after_store(self) -> None:
        """What fails is known at once: the rest may take as long as the store lets it wait."""
        answers = True
        for chore in (self._app.store.sync, self._notice_restore, self._notice_deleted):
            if not _try(chore):
                answers = False
                self._miss_store()
        if answers:
            self._app.store_answers.beat()

    def _miss_store(self) -> None:
        if self._app.store_answers():
            log.warning("Waiting for the store")
        self._app.store_answers.fail()

    def _forget_idle(self) -> None:
        self._app.rooms.forget_idle()
        if not self._app.rooms.has_any():
            self._app.steady.set_anew()
        elif self._app.peers is not None:  # all who serve a room tell the same time
            self._app.steady.lean()

    def _notice_restore(self) -> None:
        if self._app.store.was_restored():
            log.info("A backup was put in place; everybody enters again")
            self._app.counting.begin_anew()
            self._app.rooms.renew()

    def _notice_deleted(self) -> None:
        if self._app.store.were_deleted():
            for code in self._app.rooms.loaded_without_log():
                log.info("Room %s was deleted", code)
                self._close(code)

    def _close(self, code: str) -> None:
        self._app.rooms.close(code)
        if self._app.televisions is not None:
            self._app.televisions.forget(code)


def _try(chore: Callable[[], None]) -> bool:
    """Whether it was done. One that fails is tried again next time, and takes no other with it.

    When it is because of the store, that has logged it.
    """
    try:
        chore()
    except NotSaved:
        pass
    except Exception:
        log.exception("A chore failed; it will be tried again")
    else:
        return True
    return False
