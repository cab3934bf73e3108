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

MAX_TAKEN = 500
"""Photos of a deck: 25 boards, about 30 MB of thumbnails."""

_PATIENCE = 30.0  # seconds for one photo; a small computer needs one or two

_LOG = logging.getLogger(__name__)


class Photos:
    """The photos of one folder, from `start` to `stop`; none without a folder.

    `kept` is the folder of the thumbnails. The photos are read in a thread of their own and can be
    dealt as they come. Nothing in the folder can stop the server. Unused thumbnails are deleted
    after `days`.
    """

    def __init__(
        self,
        kept: Path,
        folder: Path | None,
        *,
        days: int = 30,
        decoder: DecoderClient | None = None,
        reads: bool = True,
    ) -> None:
        """`reads`: this process reads the folder, not another one."""
        self.folder = folder
        self._reads = reads
        self._indexed: int | None = None
        """When another process wrote the index that `ids` is from."""
        self._thumbnails = Thumbnails(kept)
        self._days = days
        self._decoder = decoder
        if folder is not None and decoder is None and reads:
            self._decoder = DecoderClient(folder, _PATIENCE)
        self._ids: tuple[str, ...] = ()
        self._report: FolderReport | None = None
        self._stopped = False

    def ids(self) -> tuple[str, ...]:
        """The ids of the photos that can be dealt now: the codenames of the deck."""
        if not self._reads and self.folder is not None:
            indexed = self._thumbnails.indexed_at()
            if indexed != self._indexed:
                self._ids, self._indexed = self._thumbnails.photos(self.folder), indexed
        return self._ids

    def jpeg(self, photo: str) -> bytes | None:
        """The picture with this id, also from an earlier folder; None for anything else."""
        return self._thumbnails.jpeg(photo)

    def report(self) -> FolderReport | None:
        """The result of reading; None while it is being read, or without a folder."""
        return self._report

    def start(self, when_read: Callable[[FolderReport], None]) -> None:
        """Start reading the folder; `when_read` gets the report, in the reading thread."""
        if self.folder is None or not self._reads:
            return

        def run() -> None:
            report = self.read()
            if not self._stopped:
                when_read(report)

        threading.Thread(target=run, name="photos", daemon=True).start()

    def stop(self) -> None:
        """Stop reading."""
        self._stopped = True
        if self._decoder is not None:
            self._decoder.close()

    def read(self) -> FolderReport:
        """Read the folder to its end."""
        assert self.folder is not None
        assert self._decoder is not None
        try:
            self._report = self._read(self.folder, self._decoder)
        finally:
            self._decoder.stop()
        return self._report

    def _read(self, folder: Path, decoder: DecoderClient) -> FolderReport:
        listing = decoder.listing()
        fit = sorted((f for f in listing.entries if f.reason is None), key=_hash)
        fit, left = fit[:MAX_TAKEN], fit[MAX_TAKEN:]
        skipped = [Skipped(f.name, f.reason) for f in listing.entries if f.reason is not None]
        before, known = self._thumbnails.index(folder), dict[str, KnownFile]()
        trouble = listing.trouble
        try:
            for found in fit:
                if self._stopped:
                    break
                taken = self._take(found, before.get(found.name), decoder)
                if isinstance(taken, PhotoReason):
                    skipped.append(Skipped(found.name, taken))
                    continue
                known[found.name] = taken
                if taken.photo in self._ids:
                    skipped.append(Skipped(found.name, PhotoReason.DUPLICATE))
                else:
                    self._ids += (taken.photo,)
            if listing.trouble is None:  # one that is away for once is not forgotten
                self._thumbnails.save_index(folder, {**before, **known} if self._stopped else known)
                self._thumbnails.prune(self._ids, self._days)
        except OSError as fault:
            _LOG.warning("Photos cannot be saved: %s", fault.strerror)
            trouble = FolderTrouble.NOT_SAVED
        skipped.sort(key=lambda one: one.name)
        return FolderReport(len(self._ids), tuple(skipped), len(left), trouble)

    def _take(
        self, found: FolderEntry, before: KnownFile | None, decoder: DecoderClient
    ) -> KnownFile | PhotoReason:
        """The thumbnail of a file: the one there is, or a new one. Raises OSError."""
        size, changed = found.size, found.changed
        if (
            before is not None
            and before == KnownFile(size, changed, before.photo)
            and self._thumbnails.has(before.photo)
        ):
            return before
        jpeg = decoder.thumbnail(found.name)
        if isinstance(jpeg, PhotoReason):
            return jpeg
        return KnownFile(size, changed, self._thumbnails.save(jpeg))


def _hash(found: FolderEntry) -> str:
    """The order in which files are read: the same at every start, and of a large folder a sample
    from all of it.
    """
    return hashlib.sha256(found.name.encode("utf-8", "surrogatepass")).hexdigest()
