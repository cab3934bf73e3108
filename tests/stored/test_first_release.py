"""The promise: a data folder of an earlier release opens with this one, everybody is back, and the
games go on. See README.md beside this.

The folder was left by a server that was killed, so part of it stands in SQLite's WAL alone.
"""

import json
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from clients import Client
from recorded_views import as_told_now, missing
from servers import Server, running
from stored.house import link_to_host, token_of, undercast
from stored.party import Party
from table import refusal
from wire import get, status

pytestmark = pytest.mark.xdist_group("stored")

RELEASE = Path(__file__).parent / "95f4031"
DATA = RELEASE / "data"
FILE = "rooms.sqlite3"
SECRET = "link-secret"

SEEN = json.loads((RELEASE / "seen.json").read_text(encoding="utf-8"))
ROOMS: dict[str, dict[str, Any]] = SEEN["rooms"]
SET_ASIDE: dict[str, Any] = SEEN["set_aside"]

OF_OPERATIVES = {
    "red_operative": "red_operatives",
    "blue_operative": "blue_operatives",
    "operative_for_both": "operatives_for_both",
}
"""The audiences of those who mark cards, by their seats."""

FOR_EVER = ("--expire-days", "36500")
"""These rooms were left long ago."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = shutil.copytree(DATA, tmp_path_factory.mktemp("stored") / "data")
    with running(data, options=FOR_EVER) as server:
        yield server
        assert server.stop() == 0
        assert "Traceback" not in server.output


@pytest.mark.parametrize("name", ROOMS)
def test_everybody_is_back_and_the_game_goes_on(server: Server, name: str) -> None:
    left = ROOMS[name]
    with everybody_back(server, left) as party:
        sees_what_was_left(party, left)
        what_was_done_is_done(party, left)
        PLAYING_ON.get(name, nothing)(server, party)
        if left["public"]["game"] is not None:
            party.play_to_the_end()
            shows_the_key_of_old(party, left)
        DEALING.get(name, nothing)(server, party)
        deals_codenames_that_nobody_has_seen(party, left)
        party.play_one()


# --- In every room --------------------------------------------------------------------------------


@contextmanager
def everybody_back(server: Server, left: dict[str, Any]) -> Iterator[Party]:
    """Everybody enters with the token of old: is let in, or turned away as before."""
    party = Party(server.url, left["code"])
    for who, person in left["people"].items():
        if "refused" not in person:
            assert party.enter(who, person["token"]).you == person["you"]
            continue
        stranger = Client(server.url)
        entrance = {"protocol": 2, "room": party.code, "token": person["token"]}
        assert refusal(stranger, "enter", **entrance) == person["refused"]
        stranger.close()
    yield party
    party.close()


def audience(public: Any, person: dict[str, Any]) -> str:
    """That of old; but operatives now mark cards in either way of guessing, and are an audience of
    their own where the marks are the team's."""
    left: str = person["audience"]
    game = public["game"]
    if left != "public" or game is None or game["settings"]["marks"] == "everyone_sees":
        return left
    seats = {player["id"]: player["seat"] for player in public["lobby"]["players"]}
    return OF_OPERATIVES.get(seats.get(person["you"], ""), left)


def sees_what_was_left(party: Party, left: dict[str, Any]) -> None:
    """To every screen and every seat the room is as it was; keys, marks and questions are back."""
    expected = paused_if_a_clock_ran(left)
    public = expected["public"]
    step, seen = party.seen()
    assert missing(as_told_now(public), seen) == []
    assert step == expected["step"]
    assert all(player["online"] for player in party.screen.lobby["players"])
    for who in party.people:
        person = left["people"][who]
        step, seen = party.seen(who)
        whole = {"lobby": public["lobby"], "game": public["game"], **person["sees"]}
        assert (who, missing(as_told_now(whole), seen)) == (who, [])
        assert (who, party.people[who].view["audience"]) == (who, audience(public, person))
        assert (who, step) == (who, expected["step"])


def paused_if_a_clock_ran(left: dict[str, Any]) -> dict[str, Any]:
    """What is seen of a room when a server wakes it. A clock has stood since the last entry; the
    pause is a move, after which the latest touch stands.
    """
    game = left["public"]["game"]
    clock = game and game["clock"]
    if not clock or clock["until"] is None:
        return left
    standing = {"total": clock["total"], "until": None, "left": clock["until"] - left["at"]}
    game = {**game, "paused": True, "clock": standing, "undo": None}
    return {**left, "step": left["step"] + 1, "public": {**left["public"], "game": game}}


def what_was_done_is_done(party: Party, left: dict[str, Any]) -> None:
    """A phone whose answer was lost with the old server asks again: answered, and not done again.

    So is whoever opened the room.
    """
    before = party.seen()
    latest = left["latest"]
    if latest:
        party.people[latest["who"]].ask(latest["command"], **latest["fields"])
    creator = Client(party.url)
    assert creator.enter("create", **left["opening"])["room"] == party.code
    creator.close()
    assert party.seen() == before


def shows_the_key_of_old(party: Party, left: dict[str, Any]) -> None:
    """The debrief shows to all what the key seats saw then."""
    if party.phase == "ended":
        party.debrief()
    _, seen = party.seen()
    assert seen["kind"] == "debrief"
    for person in left["people"].values():
        key = person.get("sees", {}).get("key")
        shown = seen["key_b"] if person.get("audience") == "side_b" else seen["key"]
        assert key is None or key == shown


def deals_codenames_that_nobody_has_seen(party: Party, left: dict[str, Any]) -> None:
    party.deal()
    game = left["public"]["game"]
    before = set() if game is None else {*game["codenames"], (game["exchange"] or {}).get("former")}
    assert before.isdisjoint(party.game["codenames"])
    assert party.lobby["games"] == left["public"]["lobby"]["games"] + 1


# --- In some rooms, before it is played on --------------------------------------------------------


def nothing(_server: Server, _party: Party) -> None:
    """Just play."""


def it_is_too_late_to_undo(_server: Server, party: Party) -> None:
    (who, *_) = party.may("undo")
    late = {"cmd_id": "late", "step": party.people[who].view["step"]}
    if time.time() * 1000 > party.game["undo"]["until"]:  # unless this computer's clock is slow
        assert refusal(party.people[who], "undo", **late) == "game/undo_too_late"


def the_photos_are_there(_server: Server, party: Party) -> None:
    for photo in party.game["codenames"]:
        picture = get(party.url, f"/photos/{photo}.jpg")
        assert status(picture) == 200
        assert b"\xff\xd8\xff" in picture


def a_mark_is_taken_back(_server: Server, party: Party) -> None:
    (mark, _other), *_ = (marks for who in party.people if (marks := party.seen(who)[1]["marks"]))
    (who,) = (who for who, person in party.people.items() if person.you == mark["by"])
    party.move(who, "mark_card", position=mark["position"], on=False)
    assert mark not in party.seen(who)[1]["marks"]


def requests_are_answered_and_people_let_in(server: Server, party: Party) -> None:
    """Two requests wait since then; somebody was removed; a link makes somebody the host."""
    seat, back = party.lobby["requests"]
    assert (seat["kind"], back["kind"]) == ("seat", "return")
    party.do("Ivo", "answer_request", request=back["id"], consent=True)
    tokens = {who: p["token"] for who, p in ROOMS["coming_and_going"]["people"].items()}
    assert party.enter("Ivo's other phone", tokens["Ivo's other phone"]).you == back["player"]
    party.do("Ben", "answer_request", request=seat["id"], consent=True)
    assert (party.seat("Filip"), party.seat("Ben")) == ("blue_spymaster", "spectator")
    party.do("Ana", "readmit", player=party.lobby["removed"][0]["id"])
    party.enter("Eva", tokens["Eva"])
    party.join("Dora", tokens["Dora"], name="Theodora")
    link = link_to_host(server.data, party.code)
    entered = {"room": party.code, "token": tokens["Cem"], "link": link}
    party.people["Cem"].enter("become_host", **entered)
    assert party.host() == "Cem"


PLAYING_ON: dict[str, Callable[[Server, Party], None]] = {
    "undo_offered": it_is_too_late_to_undo,
    "photos": the_photos_are_there,
    "marks_standing": a_mark_is_taken_back,
    "coming_and_going": requests_are_answered_and_people_let_in,
}


# --- In some rooms, before the next deal ----------------------------------------------------------


def the_photos_are_on_another_computer(_server: Server, party: Party) -> None:
    lobby = party.lobby
    rules = {"settings": lobby["settings"], "language": lobby["language"]}
    party.do(party.host(), "change_settings", decks=["en", "scenes"], **rules)


def the_other_side_is_taken(_server: Server, party: Party) -> None:
    party.do("Ben", "take_seat", seat="side_b")


def somebody_comes_at_last(_server: Server, party: Party) -> None:
    party.do("Ana", "take_seat", seat="key_holder")
    party.join("Ben", token_of("nobody_came", "Ben"), seat="operative_for_both")


DEALING: dict[str, Callable[[Server, Party], None]] = {
    "photos": the_photos_are_on_another_computer,
    "lobby": the_other_side_is_taken,
    "nobody_came": somebody_comes_at_last,
}


# --- The whole folder -----------------------------------------------------------------------------


def test_of_a_room_that_was_set_aside_the_host_is_offered_what_came_before(server: Server) -> None:
    code, ana = SET_ASIDE["code"], SET_ASIDE["people"]["Ana"]["token"]
    host = Client(server.url)
    host.enter("enter", room=code, token=ana)
    assert host.lobby["lost"] == {"game": None}  # it was spoiled before the first deal
    assert host.game is None
    assert refusal(host, "rename", cmd_id="k", name="Anna") == "room/unreadable"
    listed = undercast("rooms", server.data).splitlines()
    assert [line[:4] for line in listed if " set aside: " in line] == [code]
    assert {room["code"] for room in (*ROOMS.values(), SET_ASIDE)} <= {line[:4] for line in listed}
    host.do("go_on")
    host.wait_for_view(lambda view: view["view"]["lobby"]["lost"] is None)
    assert f"{code} " in undercast("rooms", server.data)
    assert " set aside: " not in undercast("rooms", server.data)
    assert "1 unreadable log kept" in undercast("rooms", server.data)


def test_what_the_server_signs_with_is_kept(server: Server) -> None:
    """Televisions that were cast to are known by it."""
    assert (server.data / SECRET).read_bytes() == (DATA / SECRET).read_bytes()


def test_the_old_folder_can_be_backed_up_and_restored(tmp_path: Path) -> None:
    data = shutil.copytree(DATA, tmp_path / "data")
    undercast("backup", data, tmp_path / "copy")
    restored = undercast("restore", tmp_path / "new", tmp_path / "copy")
    assert restored == f"Restored {len(ROOMS) + 1} rooms from {tmp_path / 'copy'}\n"
    assert undercast("rooms", tmp_path / "new") == undercast("rooms", data)


def test_an_old_backup_can_be_restored(tmp_path: Path) -> None:
    """In this one the room that is set aside is whole."""
    data, copy = shutil.copytree(DATA, tmp_path / "data"), tmp_path / "copy"
    mend(data)
    back_up_as_of_old(data, copy)
    assert "Restored" in undercast("restore", tmp_path / "new", copy)
    with running(tmp_path / "new", options=FOR_EVER) as server:
        for left in (SET_ASIDE, ROOMS["question_pending"], ROOMS["undo_offered"]):
            with everybody_back(server, left) as party:
                sees_what_was_left(party, left)
                party.play_to_the_end()
                shows_the_key_of_old(party, left)


def mend(data: Path) -> None:
    """Put the damaged entry right, in the tables as they were then."""
    code, version, entry = SET_ASIDE["code"], SET_ASIDE["version"], SET_ASIDE["entry"]
    with closing(sqlite3.connect(data / FILE)) as db, db:
        query = "update entries set entry = ? where code = ? and version = ?"
        assert db.execute(query, (entry.encode(), code, version)).rowcount == 1
        db.execute("update rooms set set_aside = null where code = ?", (code,))


def back_up_as_of_old(data: Path, copy: Path) -> None:
    """What `undercast backup` did in that release."""
    with closing(sqlite3.connect(data / FILE)) as db:
        db.execute("vacuum into ?", (str(copy),))


def test_the_folder_is_one_of_a_server_that_was_killed(tmp_path: Path) -> None:
    """So that these tests are about the WAL, too: without it the last moves are gone."""
    whole = shutil.copytree(DATA, tmp_path / "whole")
    shutil.copy(DATA / FILE, tmp_path / FILE)
    code = ROOMS["undo_offered"]["code"]
    assert entries(whole / FILE, code) > entries(tmp_path / FILE, code)


def entries(file: Path, code: str) -> int:
    with closing(sqlite3.connect(file)) as db:
        query = "select count(*) from entries where code = ?"
        return int(db.execute(query, (code,)).fetchone()[0])
