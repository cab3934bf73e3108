"""The deck of photos, as the server sees it."""

import hashlib
import logging
import threading
from collections.abc import Callable
from pathlib import Path

from undercast.photos.decoder_client import DecoderClient
from undercast.photos.messages import FolderEntry
from undercast.photos.reports import FolderReport, FolderTrouble, PhotoReason, Skipped
from undercast.photos.thumbnails import KnownFile, Thumbnails

BOARD = 20
"""Cards of a game with pictures."""

MOST_TAKEN = 500
"""Photos of a deck: 25 boards, and some 30 MB of prints."""

_PATIENCE = 30.0  # seconds for one photo; a small computer needs one or two

_LOG = logging.getLogger(__name__)


class Photos:
    """The photos of one folder, from `start` to `stop`; none without a folder.

    `kept` is where the prints lie. The folder is read in a thread of its own; photos can be dealt
    as they come. What it finds never stops the server. Prints that are no more in use are deleted
    after `days`.
    """

    def __init__(
        self,
        kept: Path,
        folder: Path | None,
        *,
        days: int = 30,
        worker: DecoderClient | None = None,
        reads: bool = True,
    ) -> None:
        """`reads`: this process reads the folder; else another one does."""
        self.folder = folder
        self._reads = reads
        self._noted: int | None = None
        """When what another process noted was noted."""
        self._prints = Thumbnails(kept)
        self._days = days
        self._worker = worker
        if folder is not None and worker is None and reads:
            self._worker = DecoderClient(folder, _PATIENCE)
        self._ids: tuple[str, ...] = ()
        self._report: FolderReport | None = None
        self._stopped = False

    def ids(self) -> tuple[str, ...]:
        """The ids of the photos that can be dealt by now: the codenames of the deck."""
        if not self._reads and self.folder is not None:
            noted = self._prints.noted_at()
            if noted != self._noted:
                self._ids, self._noted = self._prints.photos(self.folder), noted
        return self._ids

    def jpeg(self, photo: str) -> bytes | None:
        """The picture of an id, also of an earlier folder; None for whatever else is asked for."""
        return self._prints.jpeg(photo)

    def report(self) -> FolderReport | None:
        """What became of the folder; None while it is being read, or if there is none."""
        return self._report

    def start(self, when_read: Callable[[FolderReport], None]) -> None:
        """Begin to read the folder; `when_read` gets the report, in the thread that read it."""
        if self.folder is None or not self._reads:
            return

        def run() -> None:
            report = self.read()
            if not self._stopped:
                when_read(report)

        threading.Thread(target=run, name="photos", daemon=True).start()

    def stop(self) -> None:
        """Leave off reading."""
        self._stopped = True
        if self._worker is not None:
            self._worker.interrupt()

    def read(self) -> FolderReport:
        """Read the folder to its end."""
        assert self.folder is not None
        assert self._worker is not None
        try:
            self._report = self._read(self.folder, self._worker)
        finally:
            self._worker.end()
        return self._report

    def _read(self, folder: Path, worker: DecoderClient) -> FolderReport:
        listing = worker.listing()
        fit = sorted((f for f in listing.found if f.reason is None), key=_shuffled)
        fit, left = fit[:MOST_TAKEN], fit[MOST_TAKEN:]
        skipped = [Skipped(f.name, f.reason) for f in listing.found if f.reason is not None]
        before, known = self._prints.known(folder), dict[str, KnownFile]()
        trouble = listing.trouble
        try:
            for found in fit:
                if self._stopped:
                    break
                taken = self._take(found, before.get(found.name), worker)
                if isinstance(taken, PhotoReason):
                    skipped.append(Skipped(found.name, taken))
                    continue
                known[found.name] = taken
                if taken.photo in self._ids:
                    skipped.append(Skipped(found.name, PhotoReason.DUPLICATE))
                else:
                    self._ids += (taken.photo,)
            if listing.trouble is None:  # a folder that is away for once is not forgotten
                self._prints.note(folder, {**before, **known} if self._stopped else known)
                self._prints.prune(self._ids, self._days)
        except OSError as fault:
            _LOG.warning("Photos cannot be saved: %s", fault.strerror)
            trouble = FolderTrouble.NOT_SAVED
        skipped.sort(key=lambda one: one.name)
        return FolderReport(len(self._ids), tuple(skipped), len(left), trouble)

    def _take(
        self, found: FolderEntry, before: KnownFile | None, worker: DecoderClient
    ) -> KnownFile | PhotoReason:
        """The print of a file: the one there is, or a new one. Raises OSError."""
        unchanged = before is not None and (before.size, before.changed) == (
            found.size,
            found.changed,
        )
        if before is not None and unchanged and self._prints.has(before.photo):
            return before
        print_ = worker.develop(found.name)
        if isinstance(print_, PhotoReason):
            return print_
        return KnownFile(found.size, found.changed, self._prints.keep(print_))


def _shuffled(found: FolderEntry) -> str:
    """An order that has nothing to do with the names' own, and is the same at every start.

    So a choice from a large folder is one from all of it.
    """
    return hashlib.sha256(found.name.encode("utf-8", "surrogatepass")).hexdigest()
