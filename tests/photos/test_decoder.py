"""The process that opens photos: what it finds in a folder, what it won't open, how it dies."""

import json
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from photos.sample_photos import TOO_WIDE, picture, png_bomb, png_that_claims, taken
from servers import children, command_of, is_alive
from undercast.photos import FolderTrouble, PhotoReason
from undercast.photos.decoder import MAX_BYTES
from undercast.photos.decoder_client import DecoderClient
from undercast.photos.messages import (
    MAX_THUMBNAIL,
    Answer,
    FolderEntry,
    InvalidAnswer,
    Listing,
    Rejected,
    Thumbnail,
    decode_answer,
    decode_request,
    encode_answer,
    encode_request,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links and limits of POSIX")

NAMES = [
    "holiday.jpg",
    "with\nnewline.jpg",
    "\x1b[31mred\x07.jpg",
    "\u202egpj.exe",
    "слава.jpg",
    "a b'c\"d;$(reboot).jpg",
    "-rf.jpg",
    "%2e%2e%2fpasswd",
    "x" * 250,
    os.fsdecode(b"latin-\xe9.jpg"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "photos"
    inside.mkdir()
    return inside


@pytest.fixture
def worker(folder: Path) -> Iterator[DecoderClient]:
    started = DecoderClient(folder, 20)
    yield started
    started.stop()


def reasons(worker: DecoderClient) -> dict[str, PhotoReason | None]:
    return {found.name: found.reason for found in worker.listing().entries}


class TestListing:
    def test_what_is_no_file_of_the_folder(self, folder: Path, worker: DecoderClient) -> None:
        (folder / "good.jpg").write_bytes(taken(picture()))
        (folder / "folder.jpg").mkdir()
        (folder / "folder.jpg" / "deeper.jpg").write_bytes(taken(picture(1)))
        (folder / "link.jpg").symlink_to(folder / "good.jpg")
        (folder / "out.jpg").symlink_to("/etc/passwd")
        (folder / "nowhere.jpg").symlink_to(folder / "missing")
        (folder / "up").symlink_to(folder.parent)
        (folder / ".hidden.jpg").write_bytes(taken(picture(2)))
        os.mkfifo(folder / "pipe.jpg")
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(os.path.relpath(folder / "socket.jpg"))
        with (folder / "huge.jpg").open("wb") as huge:
            huge.truncate(MAX_BYTES + 1)
        with (folder / "large.jpg").open("wb") as large:
            large.truncate(MAX_BYTES)
        assert reasons(worker) == {
            "good.jpg": None,
            "folder.jpg": PhotoReason.FOLDER,
            "link.jpg": PhotoReason.LINK,
            "out.jpg": PhotoReason.LINK,
            "nowhere.jpg": PhotoReason.LINK,
            "up": PhotoReason.LINK,
            "pipe.jpg": PhotoReason.NO_FILE,
            "socket.jpg": PhotoReason.NO_FILE,
            "huge.jpg": PhotoReason.TOO_LARGE,
            "large.jpg": None,
        }

    def test_a_folder_that_is_not_there(self, folder: Path, worker: DecoderClient) -> None:
        folder.rmdir()
        assert worker.listing() == Listing((), FolderTrouble.NO_FOLDER)
        folder.write_bytes(b"a file")
        assert worker.listing() == Listing((), FolderTrouble.NO_FOLDER)

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
    def test_a_folder_that_may_not_be_read(self, folder: Path, worker: DecoderClient) -> None:
        folder.chmod(0)
        assert worker.listing().trouble is FolderTrouble.UNREADABLE

    @pytest.mark.parametrize("name", NAMES)
    def test_a_name_is_a_name(self, folder: Path, worker: DecoderClient, name: str) -> None:
        (folder / name).write_bytes(taken(picture()))
        assert reasons(worker) == {name: None}
        assert isinstance(worker.thumbnail(name), bytes)


class TestOpening:
    @pytest.mark.parametrize(
        "name",
        ["../secret.jpg", "../../x", "/etc/passwd", ".", "..", "", "in/deeper.jpg", "./a.jpg/"],
    )
    def test_a_path_leads_nowhere(self, folder: Path, worker: DecoderClient, name: str) -> None:
        (folder.parent / "secret.jpg").write_bytes(taken(picture()))
        (folder / "in").mkdir()
        (folder / "in" / "deeper.jpg").write_bytes(taken(picture()))
        assert isinstance(worker.thumbnail(name), PhotoReason)

    def test_a_link_that_came_after_the_listing(self, folder: Path, worker: DecoderClient) -> None:
        (folder.parent / "secret.jpg").write_bytes(taken(picture()))
        (folder / "photo.jpg").symlink_to(folder.parent / "secret.jpg")
        assert worker.thumbnail("photo.jpg") is PhotoReason.LINK

    def test_a_pipe_that_came_after_the_listing_is_not_waited_for(
        self, folder: Path, worker: DecoderClient
    ) -> None:
        os.mkfifo(folder / "photo.jpg")
        assert worker.thumbnail("photo.jpg") is PhotoReason.NO_FILE

    def test_a_file_that_went_after_the_listing(self, worker: DecoderClient) -> None:
        assert worker.thumbnail("photo.jpg") is PhotoReason.UNREADABLE

    def test_a_file_that_grew_after_the_listing(self, folder: Path, worker: DecoderClient) -> None:
        with (folder / "photo.jpg").open("wb") as huge:
            huge.truncate(MAX_BYTES + 1)
        assert worker.thumbnail("photo.jpg") is PhotoReason.TOO_LARGE

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
    def test_a_file_that_may_not_be_read(self, folder: Path, worker: DecoderClient) -> None:
        (folder / "photo.jpg").touch(mode=0)
        assert worker.thumbnail("photo.jpg") is PhotoReason.UNREADABLE

    def test_the_hosts_folder_may_itself_be_a_link(self, folder: Path) -> None:
        (folder / "photo.jpg").write_bytes(taken(picture()))
        link = folder.parent / "link"
        link.symlink_to(folder)
        worker = DecoderClient(link, 20)
        assert isinstance(worker.thumbnail("photo.jpg"), bytes)
        worker.stop()

    def test_bombs_cost_it_nothing(self, folder: Path, worker: DecoderClient) -> None:
        (folder / "claims.png").write_bytes(png_that_claims(TOO_WIDE, TOO_WIDE))
        (folder / "bomb.png").write_bytes(png_bomb(TOO_WIDE, 1_100))
        (folder / "good.jpg").write_bytes(taken(picture()))
        assert worker.thumbnail("claims.png") is PhotoReason.TOO_MANY_PIXELS
        (process,) = decoders()
        assert worker.thumbnail("bomb.png") is PhotoReason.TOO_MANY_PIXELS
        assert isinstance(worker.thumbnail("good.jpg"), bytes)
        assert decoders() == [process]


class TestDying:
    """A decoder that dies or hangs costs one photo; the next one gets a new decoder."""

    def test_killed_between_two_photos(self, folder: Path, worker: DecoderClient) -> None:
        (folder / "photo.jpg").write_bytes(taken(picture()))
        worker.listing()
        (process,) = decoders()
        os.kill(process, signal.SIGKILL)
        assert worker.thumbnail("photo.jpg") is PhotoReason.DAMAGED
        assert isinstance(worker.thumbnail("photo.jpg"), bytes)

    @pytest.mark.parametrize(
        ("does", "reason"),
        [
            ("import time; time.sleep(99)", PhotoReason.TOO_SLOW),
            ("import os; os.abort()", PhotoReason.DAMAGED),
            ("print('nonsense', flush=True)", PhotoReason.DAMAGED),
            ("print('[' * 100_000, flush=True)", PhotoReason.DAMAGED),
            ("sys.stdout.write('too short')", PhotoReason.DAMAGED),
            ("import sys; sys.stdout.write('x' * 9_000_000)", PhotoReason.DAMAGED),
        ],
    )
    def test_what_it_may_do_instead_of_answering(
        self, folder: Path, does: str, reason: PhotoReason
    ) -> None:
        code = f"import sys; print('ready', flush=True); sys.stdin.readline(); {does}"
        patience = 1.0 if reason is PhotoReason.TOO_SLOW else 20.0
        worker = DecoderClient(folder, patience, [sys.executable, "-c", code])
        assert worker.thumbnail("photo.jpg") is reason
        assert worker.thumbnail("photo.jpg") is reason
        worker.stop()
        assert decoders() == []

    def test_it_cannot_be_started(self, folder: Path) -> None:
        missing = DecoderClient(folder, 5, ["/nonexistent/python"])
        assert missing.listing().trouble is FolderTrouble.NO_DECODER
        assert missing.thumbnail("photo.jpg") is PhotoReason.DAMAGED
        broken = DecoderClient(folder, 5, [sys.executable, "-c", "import nonexistent_pillow"])
        assert broken.listing().trouble is FolderTrouble.NO_DECODER

    def test_it_ends_with_its_stdin_and_not_with_ctrl_c(self, worker: DecoderClient) -> None:
        worker.listing()
        (process,) = decoders()
        os.kill(process, signal.SIGINT)
        worker.listing()
        assert decoders() == [process]
        worker.stop()
        assert not is_alive(process)

    @pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
    def test_it_has_limits(self, worker: DecoderClient) -> None:
        worker.listing()
        (process,) = decoders()
        limits = Path(f"/proc/{process}/limits").read_text()
        for name in ("Max address space", "Max file size", "Max core file size", "Max cpu time"):
            (line,) = (line for line in limits.splitlines() if line.startswith(name))
            assert line.removeprefix(name).split()[0] != "unlimited", line


def decoders() -> list[int]:
    """The processes that clients have started, real ones and stand-ins."""
    begun = ("photos.decoder", "sys.stdin.readline()")
    return [
        process
        for process in children(os.getpid())
        if any(word in command_of(process) for word in begun)
    ]


ANSWERS: list[Answer] = [
    Thumbnail(b"\xff\xd8\xff\xe0 pixels \xff\xd9"),
    Rejected(PhotoReason.HEIC),
    Listing((), FolderTrouble.NO_FOLDER),
    Listing(tuple(FolderEntry(name, 5, time.time_ns(), None) for name in NAMES)),
    Listing((FolderEntry("a", 0, 0, PhotoReason.LINK),)),
]


def jpeg(data: bytes) -> bytes:
    return encode_answer(Thumbnail(data))


def listing(**wrong: object) -> bytes:
    entry = {"name": "a", "size": 1, "changed": 2, "reason": None, **wrong}
    return json.dumps({"type": "Listing", "entries": [entry]}).encode()


class TestMessages:
    @pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: type(answer).__name__)
    def test_there_and_back(self, answer: Answer) -> None:
        line = encode_answer(answer)
        assert b"\n" not in line
        assert decode_answer(line) == answer

    @pytest.mark.parametrize("name", [*NAMES, None])
    def test_requests(self, name: str | None) -> None:
        line = encode_request("/tmp/\n\udce9", name)
        assert b"\n" not in line
        assert decode_request(line) == ("/tmp/\n\udce9", name)

    @pytest.mark.parametrize(
        "line",
        [
            b"",
            b"{",
            b"7",
            b"[]",
            b"{}",
            b"[" * 100_000,
            b'{"type": "Nonsense"}',
            b'{"type": "Thumbnail"}',
            b'{"type": "Thumbnail", "jpeg": 5}',
            b'{"type": "Thumbnail", "jpeg": "?"}',
            jpeg(b""),
            jpeg(b"\xff\xd8\xff"),
            jpeg(b"not a jpg"),
            jpeg(b"<html>\xff\xd9"),
            jpeg(b"\xff\xd8\xff" + bytes(MAX_THUMBNAIL) + b"\xff\xd9"),
            b'{"type": "Rejected", "reason": "nonsense"}',
            b'{"type": "Listing", "entries": [{"name": "a", "size": 1, "changed": 2}]}',
            listing(name=1),
            listing(size="1"),
            listing(size=1.5),
            listing(reason="nonsense"),
            b'{"type": "Listing", "entries": 5}',
            b'{"type": "Listing", "entries": [], "trouble": "nonsense"}',
        ],
    )
    def test_no_answers(self, line: bytes) -> None:
        with pytest.raises(InvalidAnswer):
            decode_answer(line)
