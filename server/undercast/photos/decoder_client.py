"""The server's side of the decoder, which opens photos in a process of its own."""

import sys
from collections.abc import Sequence
from pathlib import Path

from undercast.base.child_process import ChildProcess
from undercast.photos.messages import (
    MAX_LINE,
    Answer,
    InvalidAnswer,
    Listing,
    Rejected,
    Thumbnail,
    decode_answer,
    encode_request,
)
from undercast.photos.reports import FolderTrouble, PhotoReason

COMMAND = (sys.executable, "-m", "undercast.photos.decoder")


class DecoderClient:
    """Asks one decoder after the other: a crash or a hang costs one photo."""

    def __init__(self, folder: Path, patience: float, command: Sequence[str] = COMMAND) -> None:
        self._folder = str(folder)
        self._process = ChildProcess(command, patience, longest=MAX_LINE)

    def listing(self) -> Listing:
        """What is in the folder."""
        match self._ask(None):
            case Listing() as listing:
                return listing
            case Rejected(PhotoReason.TOO_SLOW):
                return Listing((), FolderTrouble.UNREADABLE)
            case _:
                return Listing((), FolderTrouble.NO_DECODER)

    def thumbnail(self, name: str) -> bytes | PhotoReason:
        """A file of the folder as a small JPEG, or why there is none."""
        match self._ask(name):
            case Thumbnail(jpeg):
                return jpeg
            case Rejected(reason):
                return reason
            case _:
                return PhotoReason.DAMAGED

    def close(self) -> None:
        """From any thread: end the decoder for good. Whoever waits gets an answer at once."""
        self._process.close()

    def stop(self) -> None:
        """End the decoder until it is asked again."""
        self._process.stop()

    def _ask(self, name: str | None) -> Answer:
        try:
            return decode_answer(self._process.ask(encode_request(self._folder, name)))
        except TimeoutError:
            return Rejected(PhotoReason.TOO_SLOW)
        except OSError:
            return Rejected(PhotoReason.DAMAGED)
        except InvalidAnswer:
            self.stop()
            return Rejected(PhotoReason.DAMAGED)
