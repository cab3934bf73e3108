"""A folder becomes a deck: each picture once, opened once, kept for as long as it is of use."""

import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from patience import PATIENCE
from photos.sample_photos import HEIC, picture, taken
from undercast.photos import (
    BOARD,
    FolderReport,
    FolderTrouble,
    PhotoReason,
    Photos,
    Skipped,
    explain,
)
from undercast.photos.album import MAX_TAKEN
from undercast.photos.decoder_client import DecoderClient
from undercast.photos.reports import MAX_NAMED
from undercast.photos.thumbnails import INDEX

DAY = 24 * 3600


class Counted(DecoderClient):
    """Remembers what it was asked to open."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, 20)
        self.opened: list[str] = []
        self.before: Callable[[], None] = lambda: None

    def thumbnail(self, name: str) -> bytes | PhotoReason:
        self.opened.append(name)
        self.before()
        return super().thumbnail(name)


class Household:
    """A household: its folder of photos, and the data folder of its server."""

    def __init__(self, home: Path) -> None:
        self.folder = home / "pictures"
        self.folder.mkdir()
        self.kept = home / "data" / "photos"

    def add(self, name: str, number: int) -> None:
        (self.folder / name).write_bytes(taken(picture(number)))

    def read(self, folder: Path | None = None) -> tuple[Photos, FolderReport, list[str]]:
        folder = folder or self.folder
        decoder = Counted(folder)
        photos = Photos(self.kept, folder, days=30, decoder=decoder)
        return photos, photos.read(), decoder.opened

    def files(self) -> set[str]:
        return {file.name for file in self.kept.iterdir()} - {INDEX}


@pytest.fixture
def household(tmp_path: Path) -> Household:
    return Household(tmp_path)


def test_a_folder_becomes_a_deck(household: Household) -> None:
    for number in range(3):
        household.add(f"{number}.jpg", number)
    photos, report, _ = household.read()
    assert report == FolderReport(taken=3)
    assert photos.report() == report
    assert len(set(photos.ids())) == 3
    for photo in photos.ids():
        assert len(photo) == 16
        assert set(photo) <= set("0123456789abcdef")
        jpeg = photos.jpeg(photo)
        assert jpeg is not None
        assert jpeg.startswith(b"\xff\xd8\xff")
    assert household.files() == {f"{photo}.jpg" for photo in photos.ids()}


def test_what_is_no_photo_is_named_with_its_reason(household: Household) -> None:
    household.add("a.jpg", 0)
    (household.folder / "b.heic").write_bytes(HEIC)
    (household.folder / "c.txt").write_bytes(b"dear diary")
    (household.folder / "d.jpg").write_bytes(taken(picture(5))[:900])
    (household.folder / "e.jpg").touch()
    (household.folder / "f.jpg").mkdir()
    _, report, _ = household.read()
    assert report == FolderReport(
        1,
        (
            Skipped("b.heic", PhotoReason.HEIC),
            Skipped("c.txt", PhotoReason.UNKNOWN_FORMAT),
            Skipped("d.jpg", PhotoReason.DAMAGED),
            Skipped("e.jpg", PhotoReason.EMPTY),
            Skipped("f.jpg", PhotoReason.FOLDER),
        ),
    )


def test_the_name_of_a_format_says_nothing(household: Household) -> None:
    (household.folder / "photo.exe").write_bytes(taken(picture(), "PNG"))
    assert household.read()[1] == FolderReport(1)


def test_a_picture_is_taken_once(household: Household) -> None:
    household.add("a.jpg", 1)
    household.add("b.jpg", 1)
    household.add("c.jpg", 2)
    photos, report, _ = household.read()
    assert len(photos.ids()) == report.taken == 2
    (skipped,) = report.skipped
    assert skipped.reason is PhotoReason.DUPLICATE
    assert skipped.name in {"a.jpg", "b.jpg"}


def test_an_empty_folder(household: Household) -> None:
    photos, report, _ = household.read()
    assert (photos.ids(), report) == ((), FolderReport(0))


def test_a_folder_that_is_not_there(household: Household, tmp_path: Path) -> None:
    photos, report, _ = household.read(tmp_path / "stick")
    assert (photos.ids(), report) == ((), FolderReport(0, trouble=FolderTrouble.NO_FOLDER))


def test_without_a_folder_there_are_no_photos(household: Household) -> None:
    photos = Photos(household.kept, None)
    photos.start(lambda report: pytest.fail("nothing was to be read"))
    assert (photos.ids(), photos.report()) == ((), None)
    photos.stop()
    assert not household.kept.exists()


def test_of_a_large_folder_500_are_taken_from_all_over_it(
    household: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAX_TAKEN == 500
    monkeypatch.setattr("undercast.photos.album.MAX_TAKEN", 10)
    for number in range(30):
        household.add(f"{number:02}.jpg", number)
    photos, report, opened = household.read()
    assert (report.taken, report.left_over, report.skipped) == (10, 20, ())
    assert any(name < "15" for name in opened)
    assert any(name > "15" for name in opened)
    again, _, opened_again = household.read()
    assert (again.ids(), opened_again) == (photos.ids(), [])


class TestKeeping:
    def test_the_next_start_opens_nothing_again(self, household: Household) -> None:
        for number in range(3):
            household.add(f"{number}.jpg", number)
        photos, report, opened = household.read()
        assert len(opened) == 3
        again, report_again, opened = household.read()
        assert (again.ids(), report_again, opened) == (photos.ids(), report, [])

    def test_a_changed_photo_is_opened_again(self, household: Household) -> None:
        household.add("a.jpg", 1)
        household.add("b.jpg", 2)
        before = household.read()[0].ids()
        (household.folder / "a.jpg").write_bytes(taken(picture(3)))
        os.utime(household.folder / "a.jpg", (1, 1))
        photos, _, opened = household.read()
        assert opened == ["a.jpg"]
        assert len(set(photos.ids()) - set(before)) == 1

    def test_a_lost_or_empty_print_is_made_again(self, household: Household) -> None:
        household.add("a.jpg", 1)
        photos, _, _ = household.read()
        (print_,) = household.kept.glob("*.jpg")
        for damage in (print_.unlink, lambda: print_.write_bytes(b"")):
            damage()
            again, _, opened = household.read()
            assert (again.ids(), opened) == (photos.ids(), ["a.jpg"])

    @pytest.mark.parametrize(
        "index",
        [
            "",
            "{",
            "[]",
            "7",
            '{"format": 0}',
            '{"format": 1, "folder": "/elsewhere", "files": {}}',
            '{"format": 1, "folder": "%s", "files": []}',
            '{"format": 1, "folder": "%s", "files": {"a.jpg": 5}}',
            '{"format": 1, "folder": "%s", "files": {"a.jpg": [1, 2]}}',
            '{"format": 1, "folder": "%s", "files": {"a.jpg": [1, 2, "../../../x"]}}',
        ],
    )
    def test_notes_that_are_no_good_are_made_anew(self, household: Household, index: str) -> None:
        household.add("a.jpg", 1)
        photos, _, _ = household.read()
        (household.kept / INDEX).write_text(index.replace("%s", str(household.folder)))
        again, _, opened = household.read()
        assert (again.ids(), opened) == (photos.ids(), ["a.jpg"])

    def test_a_game_keeps_its_pictures_when_the_folder_has_changed(
        self, household: Household, tmp_path: Path
    ) -> None:
        household.add("a.jpg", 1)
        (photo,) = household.read()[0].ids()
        (household.folder / "a.jpg").unlink()
        household.add("b.jpg", 2)
        for folder in (household.folder, tmp_path / "stick"):
            photos, _, _ = household.read(folder)
            assert photo not in photos.ids()
            assert photos.jpeg(photo) is not None
        assert Photos(household.kept, None).jpeg(photo) is not None

    def test_prints_that_nobody_looked_at_for_long_are_deleted(self, household: Household) -> None:
        for number, name in enumerate(["stays.jpg", "goes.jpg", "is looked at.jpg"]):
            household.add(name, number)
        household.read()
        (household.folder / "goes.jpg").unlink()
        (household.folder / "is looked at.jpg").unlink()
        stays = set(household.read()[0].ids())
        all_ = {Path(name).stem for name in household.files()}
        looked_at, goes = sorted(all_ - stays)
        for name in household.files():
            os.utime(household.kept / name, (time.time() - 31 * DAY,) * 2)
        photos = Photos(
            household.kept, household.folder, days=30, decoder=Counted(household.folder)
        )
        assert photos.jpeg(looked_at) is not None
        photos.read()
        assert household.files() == {f"{photo}.jpg" for photo in stays | {looked_at}}
        assert photos.jpeg(goes) is None

    def test_a_folder_that_is_away_for_once_is_not_forgotten(self, household: Household) -> None:
        household.add("a.jpg", 1)
        household.read()
        household.folder.rename(household.folder.with_name("away"))
        assert household.read()[1].trouble is FolderTrouble.NO_FOLDER
        household.folder.with_name("away").rename(household.folder)
        assert household.read()[2] == []

    @pytest.mark.skipif(sys.platform == "win32", reason="a file in the way of a folder")
    def test_a_data_folder_that_takes_nothing(self, household: Household) -> None:
        household.add("a.jpg", 1)
        household.kept.parent.mkdir()
        household.kept.write_bytes(b"in the way")
        photos, report, _ = household.read()
        assert (photos.ids(), report.trouble) == ((), FolderTrouble.NOT_SAVED)


@pytest.mark.parametrize(
    "asked",
    ["", "x", "../address", "..", INDEX, "index", "A" * 16, "0" * 15, "0" * 17, "0" * 16 + "\n"],
)
def test_nothing_but_an_id_is_looked_for(household: Household, asked: str) -> None:
    household.add("a.jpg", 1)
    photos, _, _ = household.read()
    (household.kept / ("A" * 16 + ".jpg")).write_bytes(b"\xff\xd8\xff")
    assert photos.jpeg(asked) is None
    assert photos.jpeg("0" * 16) is None


class TestReading:
    def test_the_server_need_not_wait(self, household: Household) -> None:
        """Photos can be dealt as they come, and who wants to know is told at the end."""
        household.add("a.jpg", 1)
        household.add("b.jpg", 2)
        decoder, go_on, told = Counted(household.folder), threading.Event(), threading.Event()
        reports: list[FolderReport] = []
        photos = Photos(household.kept, household.folder, decoder=decoder)

        def second_waits() -> None:
            if len(decoder.opened) == 2:
                assert len(photos.ids()) == 1
                go_on.wait(PATIENCE)

        decoder.before = second_waits
        photos.start(lambda report: (reports.append(report), told.set())[0])
        assert photos.report() is None
        go_on.set()
        assert told.wait(PATIENCE)
        assert reports == [FolderReport(2)]
        assert len(photos.ids()) == 2

    def test_who_stops_does_not_wait_for_the_rest(self, household: Household) -> None:
        for number in range(4):
            household.add(f"{number}.jpg", number)
        decoder = Counted(household.folder)
        photos = Photos(household.kept, household.folder, decoder=decoder)
        decoder.before = lambda: photos.stop() if len(decoder.opened) == 3 else None
        photos.read()
        assert len(decoder.opened) == 3
        assert len(photos.ids()) == 2
        assert len(household.read()[2]) == 2  # what was read is noted


class TestReport:
    def test_enough(self) -> None:
        assert explain(FolderReport(37), BOARD) == ["Photos: 37 ready, 0 skipped."]

    def test_too_few_for_a_board(self) -> None:
        assert explain(FolderReport(17, (Skipped("x.heic", PhotoReason.HEIC),)), BOARD) == [
            "Photos: 17 ready, 1 skipped.",
            "  A game needs 20: add 3 more and restart.",
            "  x.heic: HEIC, which browsers don't show; save it as JPEG",
        ]

    def test_many_are_not_all_named(self) -> None:
        skipped = tuple(Skipped(f"{n}.txt", PhotoReason.UNKNOWN_FORMAT) for n in range(500))
        lines = explain(FolderReport(20, skipped, left_over=7), BOARD)
        assert len(lines) == MAX_NAMED + 3
        assert lines[-2:] == [
            "  … and 480 more",
            "  7 more were left out: the deck is full.",
        ]

    @pytest.mark.parametrize("trouble", list(FolderTrouble))
    def test_every_trouble_has_a_sentence(self, trouble: FolderTrouble) -> None:
        (line,) = explain(FolderReport(0, trouble=trouble), BOARD)
        assert line.startswith("Photos: 0 ready. The ")

    @pytest.mark.parametrize("reason", list(PhotoReason))
    @pytest.mark.parametrize(
        "name", ["\x1b]0;evil\x07\x1b[2J", "a\nPhotos: 99 ready", "\u202egpj", "\udce9", "x" * 5000]
    )
    def test_a_name_cannot_do_anything_to_the_terminal(
        self, reason: PhotoReason, name: str
    ) -> None:
        for line in explain(FolderReport(20, (Skipped(name, reason),)), BOARD):
            assert line.isprintable()
            assert len(line) < 160
            line.encode()


def test_another_process_has_what_one_has_read(household: Household) -> None:
    other = Photos(household.kept, household.folder, reads=False)
    assert other.ids() == ()
    for number in range(2):
        household.add(f"{number}.jpg", number)
    one, _, _ = household.read()
    assert set(other.ids()) == set(one.ids()) != set()
    assert all(other.jpeg(photo) == one.jpeg(photo) for photo in other.ids())
